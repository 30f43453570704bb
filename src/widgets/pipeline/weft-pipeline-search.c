/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-search.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-id-cell.h"
#include "weft-pipeline-op-search.h"
#include "weft-pipeline-state.h"
#include "weft-pipeline-texts.h"
#include "weft-words.h"

static const WeftSchema *
get_schema (WeftSearchable *self G_GNUC_UNUSED)
{
  return &weft_pipeline_op_search_schema;
}

static gpointer
create_search (WeftSearchable *self G_GNUC_UNUSED, WeftTextMatcher *matcher, guint32 fields)
{
  return weft_pipeline_op_search_new (matcher, (WeftPipelineOpSearchFields) fields
                                                 & WEFT_PIPELINE_OP_SEARCH_ALL);
}

static void
free_search (gpointer search)
{
  weft_pipeline_op_search_free (search);
}

static gpointer
ref_content (WeftSearchable *self)
{
  return weft_pipeline_trace_ref_snapshot (
    weft_pipeline_state_get_trace (WEFT_PIPELINE_STATE (self)));
}

static void
unref_content (gpointer content)
{
  weft_pipeline_snapshot_unref (content);
}

static gboolean
update (gpointer search, gpointer content, WeftSearchFound found, gpointer user_data,
        GCancellable *cancellable, GError **error)
{
  return weft_pipeline_op_search_update (search, content, found, user_data, cancellable, error);
}

/* --- words ------------------------------------------------------------------------------------ */

/* The stage's index among its op's, in start order; WEFT_NO_STAGE where it is gone. */
static guint
find_stage (WeftPipelineSnapshot *snapshot, const WeftSearchHit *hit, WeftKindInfo *kind)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (snapshot, hit->item, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    if (buffer.stages[i].stage == hit->part)
      {
        weft_pipeline_trace_get_kind (snapshot->trace, buffer.stages[i].kind, kind);
        return i;
      }
  return WEFT_NO_STAGE;
}

static char *
describe_stage (WeftPipelineSnapshot *snapshot, const WeftSearchHit *hit, const char *id,
                char **text)
{
  WeftKindInfo kind = { .name = "" };
  g_autofree char *stage = NULL;

  find_stage (snapshot, hit, &kind);
  stage = g_utf8_make_valid (kind.name, -1);
  *text = hit->field == WEFT_PIPELINE_OP_SEARCH_STAGE_NAME
            ? g_strdup (stage)
            : weft_pipeline_snapshot_get_stage_text (snapshot, hit->item, hit->part);
  /* TRANSLATORS: a result of a search: an op's id, and the name of its stage */
  return g_strdup_printf (_ ("Op %s · Stage %s"), id, stage);
}

static void
describe (WeftSearchable *self, const WeftSearchHit *hit, char **name, char **text)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = ref_content (self);
  g_autofree char *id = NULL;
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, hit->item, &op);
  id = weft_pipeline_id_to_words (snapshot->trace, op.id);
  if (hit->part != WEFT_NO_ROW)
    {
      *name = describe_stage (snapshot, hit, id, text);
      return;
    }
  if (hit->field == WEFT_PIPELINE_OP_SEARCH_LABEL)
    {
      /* TRANSLATORS: a result of a search: an op's id, and which of its texts */
      *name = g_strdup_printf (_ ("Op %s · Label"), id);
      *text = weft_pipeline_snapshot_get_label (snapshot, hit->item);
      return;
    }
  *name = g_strdup_printf (_ ("Op %s · Detail"), id);
  *text = weft_pipeline_snapshot_get_detail (snapshot, hit->item);
}

/* --- places ----------------------------------------------------------------------------------- */

static gboolean
show (WeftSearchable *self, const WeftSearchHit *hit)
{
  WeftPipelineState *state = WEFT_PIPELINE_STATE (self);
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (state);
  guint stage = WEFT_NO_STAGE;
  WeftKindInfo kind;
  gboolean shown;

  weft_pipeline_rows_lock (rows);
  shown = weft_pipeline_rows_find_op (rows, hit->item) != WEFT_NO_ROW;
  weft_pipeline_rows_unlock (rows);
  if (!shown)
    return FALSE;
  if (hit->part != WEFT_NO_ROW)
    stage = find_stage (snapshot, hit, &kind);
  weft_pipeline_state_select (state, hit->item, stage);
  weft_pipeline_state_show_op (state, hit->item, TRUE);
  return TRUE;
}

static guint32
get_start (WeftSearchable *self)
{
  WeftPipelineState *state = WEFT_PIPELINE_STATE (self);
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 op = weft_pipeline_state_get_selection (state)->op, row = 0;
  double top = weft_pipeline_state_get_viewport (state)->origin_row;

  weft_pipeline_rows_lock (rows);
  if (op == WEFT_NO_ROW && top >= 0 && top < weft_pipeline_rows_get_n_rows (rows))
    op = weft_pipeline_rows_get_op (rows, (guint32) top);
  if (op != WEFT_NO_ROW)
    row = weft_pipeline_snapshot_row_of_op (weft_pipeline_rows_get_snapshot (rows), op);
  weft_pipeline_rows_unlock (rows);
  return row;
}

void
weft_pipeline_search_init (WeftSearchableInterface *iface)
{
  iface->get_schema = get_schema;
  iface->create_search = create_search;
  iface->free_search = free_search;
  iface->ref_content = ref_content;
  iface->unref_content = unref_content;
  iface->update = update;
  iface->describe = describe;
  iface->show = show;
  iface->get_start = get_start;
}
