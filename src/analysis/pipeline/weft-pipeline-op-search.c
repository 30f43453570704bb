/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-search.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stage-walk.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* As many rows, or as many bytes of text, are searched at once. */
#define BATCH_ROWS 4096u
#define BATCH_BYTES ((gsize) 512 << 10)

/* Rows that are searched again together. */
#define BLOCK_ROWS WEFT_BLOCK_OPS

/* Whether the name of a kind matches, and where. */
typedef struct
{
  gboolean matches;
  guint32 from;
  guint32 to;
} Name;

struct _WeftPipelineOpSearch
{
  WeftTextMatcher *matcher;
  WeftPipelineOpSearchFields fields;
  GArray *stamps; /* guint64: what the blocks of rows were when they were searched; 0: not yet */
};

/* One update. */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const WeftTextMatcher *matcher;
  WeftPipelineOpSearchFields fields;
  WeftPipelineTextBatch *batch;
  GArray *names;  /* Name, by kind; empty where none matches */
  GArray *texts;  /* WeftSearchHit: in texts */
  GArray *hits;   /* WeftSearchHit: in texts and names */
  GArray *stages; /* guint32: of the op at hand whose names match, latest first */
} Search;

static const WeftField text_fields[] = {
  { "label", N_ ("Labels"), .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_SEARCH },
  { "detail", N_ ("Details"), .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_SEARCH },
  { "stage-text", N_ ("Texts of stages"), .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_SEARCH },
  { "stage-name", N_ ("Names of stages"), .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_SEARCH },
};

const WeftSchema weft_pipeline_op_search_schema = { "pipeline_op_text", "Texts of an op",
                                                    text_fields, G_N_ELEMENTS (text_fields) };

WeftPipelineOpSearch *
weft_pipeline_op_search_new (WeftTextMatcher *matcher, WeftPipelineOpSearchFields fields)
{
  WeftPipelineOpSearch *self = g_new0 (WeftPipelineOpSearch, 1);

  self->matcher = weft_text_matcher_ref (matcher);
  self->fields = fields;
  self->stamps = g_array_new (FALSE, TRUE, sizeof (guint64));
  return self;
}

void
weft_pipeline_op_search_free (WeftPipelineOpSearch *self)
{
  weft_text_matcher_unref (self->matcher);
  g_array_unref (self->stamps);
  g_free (self);
}

/* --- what is to be searched ------------------------------------------------------------------- */

static guint64
mix (guint64 stamp, guint64 value)
{
  stamp = (stamp ^ value) * 0x9e3779b97f4a7c15u;
  return stamp ^ stamp >> 29;
}

/* A number that is another one whenever rows of the block show other ops, or their ops changed. */
static guint64
stamp_block (const WeftPipelineSnapshot *snapshot, guint32 block)
{
  const WeftTable *revisions = &snapshot->trace->revisions;
  guint32 first = block * BLOCK_ROWS;
  guint32 last = first + MIN (BLOCK_ROWS, snapshot->n_ops - first);
  guint64 stamp = mix (1, last - first);

  stamp = mix (stamp, (guint64) snapshot->origin);
  stamp = mix (stamp, (guint64) snapshot->ticks_per_cycle);
  if (snapshot->ops_by_row == NULL)
    return mix (stamp, weft_table_get_u32 (revisions, 0, block)) | 1;
  for (guint32 row = first; row < last; row++)
    {
      guint32 op = snapshot->ops_by_row[row];

      stamp = mix (stamp, op);
      stamp = mix (stamp, weft_table_get_u32 (revisions, 0, op >> WEFT_BLOCK_SHIFT));
    }
  return stamp | 1;
}

/* The next rows from `*first` on that are to be searched, up to `*last`: FALSE where there are none.
 * Notes their stamps in `fresh`: before they are read, so that what changes meanwhile shows in the
 * next update. */
static gboolean
find_stale (const WeftPipelineOpSearch *self, const WeftPipelineSnapshot *snapshot, GArray *fresh,
            guint32 *first, guint32 *last)
{
  guint32 n_blocks = snapshot->n_ops / BLOCK_ROWS + (snapshot->n_ops % BLOCK_ROWS != 0);
  guint32 block = *first / BLOCK_ROWS;

  g_array_set_size (fresh, 0);
  for (; block < n_blocks; block++)
    {
      guint64 stamp = stamp_block (snapshot, block);
      gboolean stale = stamp != g_array_index (self->stamps, guint64, block);

      if (!stale && fresh->len > 0)
        break;
      if (!stale)
        continue;
      if (fresh->len == 0)
        *first = block * BLOCK_ROWS;
      g_array_append_val (fresh, stamp);
      if (fresh->len == BATCH_ROWS / BLOCK_ROWS)
        break;
    }
  *last = MIN (*first + fresh->len * BLOCK_ROWS, snapshot->n_ops);
  return fresh->len > 0;
}

/* --- names ------------------------------------------------------------------------------------ */

static void
search_names (Search *self)
{
  WeftPipelineTrace *trace = self->snapshot->trace;
  guint n_kinds = weft_pipeline_trace_get_n_kinds (trace);
  gboolean any = FALSE;

  for (guint kind = 0; kind < n_kinds; kind++)
    {
      WeftKindInfo info;
      g_autofree char *text = NULL;
      gsize from = 0, to = 0;
      Name name = { FALSE };

      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      text = g_utf8_make_valid (info.name, -1);
      name.matches = weft_text_matcher_find (self->matcher, text, strlen (text), &from, &to);
      name.from = (guint32) from;
      name.to = (guint32) to;
      any |= name.matches;
      g_array_append_val (self->names, name);
    }
  if (!any)
    g_array_set_size (self->names, 0);
}

/* --- a batch ---------------------------------------------------------------------------------- */

static void
add_hit (Search *self, GArray *hits, guint32 op, guint32 stage, guint32 field, gsize from, gsize to)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  WeftSearchHit hit = { weft_pipeline_snapshot_row_of_op (snapshot, op),
                        op,
                        stage,
                        field,
                        (guint32) from,
                        (guint32) to,
                        weft_op_fetch (snapshot, op) };
  gint64 end;

  if (stage != WEFT_NO_ROW)
    weft_stage_cycles (snapshot, stage, weft_op_fetch_tick (snapshot, op), &hit.time, &end);
  g_array_append_val (hits, hit);
}

static gboolean
add_text_hit (guint index, gsize from, gsize to, gpointer user_data)
{
  Search *self = user_data;
  const WeftTextOwner *owner = weft_pipeline_text_batch_get_owner (self->batch, index);

  add_hit (self, self->texts, owner->op, owner->stage, owner->field, from, to);
  return TRUE;
}

/* Reads rows from `first` on up to `last`, as many as go into a batch; the first one that did not. */
static guint32
read_batch (Search *self, guint32 first, guint32 last)
{
  WeftTextFields fields =
    (WeftTextFields) self->fields & (WEFT_TEXTS_LABEL | WEFT_TEXTS_DETAIL | WEFT_TEXTS_STAGE);
  gsize n_bytes = 0;
  guint32 row = first;

  weft_pipeline_text_batch_reset (self->batch);
  for (; row < last && n_bytes < BATCH_BYTES && fields != 0; row++)
    {
      weft_pipeline_text_batch_add (self->batch,
                                    weft_pipeline_snapshot_op_at_row (self->snapshot, row), fields);
      weft_pipeline_text_batch_get_bytes (self->batch, &n_bytes);
    }
  return fields != 0 ? row : last;
}

static void
add_names_of (Search *self, guint32 op)
{
  WeftStageWalk walk;

  g_array_set_size (self->stages, 0);
  weft_stage_walk_begin (&walk, self->snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;

      if (kind < self->names->len && g_array_index (self->names, Name, kind).matches)
        g_array_append_val (self->stages, walk.at.stage);
    }
  for (guint i = self->stages->len; i > 0; i--)
    {
      guint32 number = g_array_index (self->stages, guint32, i - 1);
      const Name *name =
        &g_array_index (self->names, Name, weft_stage_kind (self->snapshot, number));

      add_hit (self, self->hits, op, number, WEFT_PIPELINE_OP_SEARCH_STAGE_NAME, name->from,
               name->to);
    }
}

/* The hits of the rows [first, last), those in names among those in texts. */
static void
join_hits (Search *self, guint32 first, guint32 last)
{
  guint next = 0;

  g_array_set_size (self->hits, 0);
  for (guint32 row = first; row < last; row++)
    {
      guint begin = next;

      while (next < self->texts->len && g_array_index (self->texts, WeftSearchHit, next).row == row)
        next++;
      if (next > begin)
        g_array_append_vals (self->hits, &g_array_index (self->texts, WeftSearchHit, begin),
                             next - begin);
      add_names_of (self, weft_pipeline_snapshot_op_at_row (self->snapshot, row));
    }
}

/* Searches a batch from `*first` on, which then is the next one. FALSE where `found` ended it. */
static gboolean
search_batch (Search *self, guint32 *first, guint32 last, WeftSearchFound found, gpointer user_data)
{
  guint32 begin = *first;
  GArray *hits = self->texts;

  *first = read_batch (self, begin, last);
  g_array_set_size (self->texts, 0);
  weft_text_matcher_find_all (self->matcher, weft_pipeline_text_batch_get_bytes (self->batch, NULL),
                              weft_pipeline_text_batch_get_spans (self->batch),
                              weft_pipeline_text_batch_get_n_texts (self->batch), add_text_hit,
                              self);
  if (self->names->len > 0)
    {
      join_hits (self, begin, *first);
      hits = self->hits;
    }
  return found (begin, *first, (const WeftSearchHit *) (gconstpointer) hits->data, hits->len,
                user_data);
}

static gboolean
search_rows (Search *self, guint32 first, guint32 last, WeftSearchFound found, gpointer user_data)
{
  while (first < last)
    if (!search_batch (self, &first, last, found, user_data))
      return FALSE;
  return TRUE;
}

gboolean
weft_pipeline_op_search_update (WeftPipelineOpSearch *self, WeftPipelineSnapshot *snapshot,
                                WeftSearchFound found, gpointer user_data,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineTextBatch) batch = weft_pipeline_text_batch_new (snapshot);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (Name));
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GArray) stages = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) fresh = g_array_new (FALSE, FALSE, sizeof (guint64));
  Search search = { snapshot, self->matcher, self->fields, batch, names, texts, hits, stages };
  guint32 n_ops = snapshot->n_ops, first = 0, last;

  if ((self->fields & WEFT_PIPELINE_OP_SEARCH_STAGE_NAME) != 0)
    search_names (&search);
  g_array_set_size (self->stamps, n_ops / BLOCK_ROWS + 1);
  while (find_stale (self, snapshot, fresh, &first, &last))
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!search_rows (&search, first, last, found, user_data))
        break;
      memcpy (&g_array_index (self->stamps, guint64, first / BLOCK_ROWS), fresh->data,
              fresh->len * sizeof (guint64));
      first = last;
    }
  return TRUE;
}
