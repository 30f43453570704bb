/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search.h"

#include "weft-op-cells.h"

#include <string.h>

/* As many ops, or as many bytes of text, are searched at once. */
#define BATCH_OPS 4096u
#define BATCH_BYTES ((gsize) 512 << 10)

/* Whether the name of a kind matches, and where. */
typedef struct
{
  gboolean matches;
  guint32 from;
  guint32 to;
} Name;

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const WeftTextMatcher *matcher;
  WeftSearchFields fields;
  WeftTextBatch *batch;
  GArray *names;  /* Name, by kind; empty where none matches */
  GArray *texts;  /* WeftSearchHit: in texts */
  GArray *hits;   /* WeftSearchHit: in texts and names */
  GArray *stages; /* guint32: of the op at hand whose names match, latest first */
} Search;

static void
search_names (Search *self)
{
  WeftPipelineTrace *trace = weft_pipeline_snapshot_get_trace (self->snapshot);
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

static gboolean
add_text_hit (guint index, gsize from, gsize to, gpointer user_data)
{
  Search *self = user_data;
  const WeftTextOwner *owner = weft_text_batch_get_owner (self->batch, index);
  WeftSearchHit hit = { owner->op, owner->stage, (WeftSearchFields) owner->field, (guint32) from,
                        (guint32) to };

  g_array_append_val (self->texts, hit);
  return TRUE;
}

/* Reads ops from `first` on, as many as go into a batch; the first one that did not. */
static guint32
read_batch (Search *self, guint32 first)
{
  guint32 n_ops = weft_pipeline_snapshot_get_n_ops (self->snapshot);
  guint32 last = n_ops - first > BATCH_OPS ? first + BATCH_OPS : n_ops;
  WeftTextFields fields =
    (WeftTextFields) self->fields & (WEFT_TEXTS_LABEL | WEFT_TEXTS_DETAIL | WEFT_TEXTS_STAGE);
  gsize n_bytes = 0;
  guint32 op = first;

  weft_text_batch_reset (self->batch);
  for (; op < last && n_bytes < BATCH_BYTES && fields != 0; op++)
    {
      weft_text_batch_add (self->batch, op, fields);
      weft_text_batch_get_bytes (self->batch, &n_bytes);
    }
  return fields != 0 ? op : last;
}

static void
add_names_of (Search *self, guint32 op)
{
  guint32 stage = weft_op_last_stage (self->snapshot, op);

  g_array_set_size (self->stages, 0);
  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (self->snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (self->snapshot, stage);

      if (kind < self->names->len && g_array_index (self->names, Name, kind).matches)
        g_array_append_val (self->stages, stage);
    }
  for (guint i = self->stages->len; i > 0; i--)
    {
      guint32 number = g_array_index (self->stages, guint32, i - 1);
      const Name *name =
        &g_array_index (self->names, Name, weft_stage_kind (self->snapshot, number));
      WeftSearchHit hit = { op, number, WEFT_SEARCH_STAGE_NAME, name->from, name->to };

      g_array_append_val (self->hits, hit);
    }
}

/* The hits of the ops [first, last), those in names among those in texts. */
static void
join_hits (Search *self, guint32 first, guint32 last)
{
  guint next = 0;

  g_array_set_size (self->hits, 0);
  for (guint32 op = first; op < last; op++)
    {
      guint begin = next;

      while (next < self->texts->len && g_array_index (self->texts, WeftSearchHit, next).op == op)
        next++;
      if (next > begin)
        g_array_append_vals (self->hits, &g_array_index (self->texts, WeftSearchHit, begin),
                             next - begin);
      add_names_of (self, op);
    }
}

/* Searches a batch from `*first` on, which then is the next one. FALSE where `found` ended it. */
static gboolean
search_batch (Search *self, guint32 *first, WeftSearchFound found, gpointer user_data)
{
  guint32 last = read_batch (self, *first);
  GArray *hits = self->texts;

  g_array_set_size (self->texts, 0);
  weft_text_matcher_find_all (self->matcher, weft_text_batch_get_bytes (self->batch, NULL),
                              weft_text_batch_get_spans (self->batch),
                              weft_text_batch_get_n_texts (self->batch), add_text_hit, self);
  if (self->names->len > 0)
    {
      join_hits (self, *first, last);
      hits = self->hits;
    }
  *first = last;
  return found ((const WeftSearchHit *) (gconstpointer) hits->data, hits->len, last, user_data);
}

gboolean
weft_search_run (WeftPipelineSnapshot *snapshot, const WeftTextMatcher *matcher,
                 WeftSearchFields fields, guint32 first, WeftSearchFound found,
                 gpointer user_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTextBatch) batch = weft_text_batch_new (snapshot);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (Name));
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GArray) stages = g_array_new (FALSE, FALSE, sizeof (guint32));
  Search self = { snapshot, matcher, fields, batch, names, texts, hits, stages };
  guint32 n_ops = weft_pipeline_snapshot_get_n_ops (snapshot);

  if ((fields & WEFT_SEARCH_STAGE_NAME) != 0)
    search_names (&self);
  while (first < n_ops)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!search_batch (&self, &first, found, user_data))
        break;
    }
  return TRUE;
}
