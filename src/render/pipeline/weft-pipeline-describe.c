/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-describe.h"

#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>

/* Tooltips. */

#define MAX_SHARES 6 /* kinds that are named for an aggregate */

static void
append_integer (GString *text, gint64 value)
{
  char buffer[WEFT_AXIS_LABEL_SIZE];

  g_string_append (text, weft_axis_format_integer (value, buffer));
}

static void
append_field (GString *text, const char *name, gint64 value)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append (text, " · ");
  g_string_append_printf (text, "%s ", name);
  append_integer (text, value);
}

/* A number with its digits in groups, or a word. */
static void
append_id (GString *text, const WeftPipelineSnapshot *snapshot, const char *name, gint64 id)
{
  const char *word = weft_pipeline_trace_get_word (snapshot->trace, id);
  g_autofree char *valid = NULL;

  if (word == NULL)
    {
      append_field (text, name, id);
      return;
    }
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append (text, " · ");
  valid = g_utf8_make_valid (word, -1);
  g_string_append_printf (text, "%s %s", name, valid);
}

/* A time or a length of time, in cycles and in seconds as far as these are known. */
static void
append_cycles (GString *text, const WeftClock *clock, const char *name, gint64 cycles)
{
  char buffer[WEFT_AXIS_LABEL_SIZE];
  g_autofree char *words =
    weft_clock_format (clock, cycles, weft_axis_format_integer (cycles, buffer));

  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append (text, " · ");
  g_string_append_printf (text, "%s %s", name, words);
}

/* Lines of their own, where there are any. Details end with a line break as often as not. */
static void
append_text (GString *text, char *line)
{
  if (line != NULL)
    g_strchomp (line);
  if (line != NULL && *line != '\0')
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, line);
    }
  g_free (line);
}

static void
append_op (GString *text, const WeftPipelineSnapshot *snapshot, const WeftClock *clock,
           guint32 number)
{
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, number, &op);
  append_text (text, weft_pipeline_snapshot_get_label (snapshot, number));
  if (text->len > 0)
    g_string_append_c (text, '\n');
  append_id (text, snapshot, _ ("id"), op.id);
  append_id (text, snapshot, "s", op.gid);
  append_id (text, snapshot, "t", op.tid);
  if (op.rid != -1)
    append_id (text, snapshot, "r", op.rid);
  append_field (text, _ ("line"), op.line);
  g_string_append_c (text, '\n');
  append_cycles (text, clock, _ ("fetched"), op.fetch);
  if (op.state == WEFT_OP_OPEN)
    g_string_append (text, _ (" · not ended"));
  else
    append_cycles (text, clock, op.state == WEFT_OP_FLUSHED ? _ ("flushed") : _ ("retired"),
                   op.end);
  append_cycles (text, clock, _ ("latency"), (gint64) ((guint64) op.end - (guint64) op.fetch));
  if (op.store != WEFT_NO_CYCLE)
    append_cycles (text, clock, _ ("stored"), op.store);
  append_text (text, weft_pipeline_snapshot_get_detail (snapshot, number));
}

static void
append_stage (GString *text, const WeftPipelineSnapshot *snapshot, const WeftPipelineScene *scene,
              const WeftPipelineHit *hit)
{
  gint64 length = hit->stage.end - hit->stage.start, cycle = hit->cycle;
  g_autofree char *name = NULL, *id = NULL;
  WeftKindInfo kind;
  WeftOp op;

  weft_pipeline_trace_get_kind (snapshot->trace, hit->stage.kind, &kind);
  weft_pipeline_snapshot_get_op (snapshot, hit->op, &op);
  if (scene->viewport.layout == WEFT_PIPELINE_STRAIGHTENED)
    cycle = (gint64) ((guint64) cycle + (guint64) op.fetch);
  name = g_utf8_make_valid (kind.name, -1);
  id = weft_pipeline_trace_format_id (snapshot->trace, op.id);
  g_string_append_printf (text, "[%" G_GINT64_FORMAT ", %s] %s[%s", cycle, id, name,
                          hit->stage.open ? "≥ " : "");
  g_string_append_printf (text, "%" G_GINT64_FORMAT "]", length);
  if (scene->clock.hertz > 0)
    {
      g_autofree char *time =
        weft_clock_format_seconds ((double) length / (double) scene->clock.hertz);

      g_string_append_printf (text, " · %s", time);
    }
  append_text (text, weft_pipeline_snapshot_get_stage_text (snapshot, hit->op, hit->stage.stage));
}

static void
append_arrow (GString *text, const WeftPipelineSnapshot *snapshot, const WeftPipelineHit *hit)
{
  g_autofree char *from = NULL, *to = NULL;
  WeftOp producer, consumer;

  weft_pipeline_snapshot_get_op (snapshot, hit->producer, &producer);
  weft_pipeline_snapshot_get_op (snapshot, hit->consumer, &consumer);
  from = weft_pipeline_trace_format_id (snapshot->trace, producer.id);
  to = weft_pipeline_trace_format_id (snapshot->trace, consumer.id);
  g_string_append_printf (text, "%s → %s", from, to);
  append_field (text, _ ("type"), hit->dependency_type);
  append_field (text, _ ("produced"), producer.produces);
  append_field (text, _ ("consumed"), consumer.consumes);
  append_text (text, weft_pipeline_snapshot_get_label (snapshot, hit->producer));
  append_text (text, weft_pipeline_snapshot_get_label (snapshot, hit->consumer));
}

/* --- aggregates --------------------------------------------------------------------------- */

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  double x = ((const WeftPipelineShare *) a)->amount, y = ((const WeftPipelineShare *) b)->amount;

  return (x < y) - (x > y);
}

static void
append_percent (GString *text, double part, double all)
{
  g_string_append_printf (text, "%.1f %%", 100 * part / all);
}

static void
append_range (GString *text, const char *name, gint64 first, gint64 last)
{
  g_string_append_printf (text, "%s ", name);
  append_integer (text, first);
  if (last - 1 <= first)
    return;
  g_string_append (text, "–");
  append_integer (text, last - 1);
}

static void
append_shares (GString *text, const WeftPipelineSnapshot *snapshot, GArray *shares)
{
  double all = 0;

  g_array_sort (shares, compare_shares);
  for (guint i = 0; i < shares->len; i++)
    all += g_array_index (shares, WeftPipelineShare, i).amount;
  for (guint i = 0; i < MIN (shares->len, MAX_SHARES); i++)
    {
      const WeftPipelineShare *share = &g_array_index (shares, WeftPipelineShare, i);
      WeftPipelineTrace *trace = snapshot->trace;
      g_autofree char *name = NULL;
      WeftKindInfo kind = { .name = "…" };

      if (share->kind < weft_pipeline_trace_get_n_kinds (trace))
        weft_pipeline_trace_get_kind (trace, share->kind, &kind);
      name = g_utf8_make_valid (kind.name, -1);
      g_string_append_printf (text, "\n%s  ", name);
      append_percent (text, share->amount, all);
    }
}

static void
append_aggregate (GString *text, const WeftPipelineSnapshot *snapshot,
                  const WeftPipelineScene *scene, const WeftPipelineHit *hit)
{
  g_autoptr (GArray) shares = g_array_copy (hit->shares);

  append_range (text, _ ("rows"), hit->first_row, hit->last_row);
  g_string_append (text, " · ");
  append_range (
    text, scene->viewport.layout == WEFT_PIPELINE_TIME ? _ ("cycles") : _ ("cycles since fetch"),
    hit->first_cycle, hit->last_cycle);
  g_string_append_c (text, '\n');
  append_percent (text, hit->n_flushed, hit->n_ops);
  g_string_append (text, _ (" of them flushed"));
  if (shares->len == 0)
    /* TRANSLATORS: of the ops of these rows, in these cycles */
    append_text (text, g_strdup (_ ("none of them in the pipeline")));
  append_shares (text, snapshot, shares);
}

char *
weft_pipeline_renderer_describe (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                 const WeftPipelineHit *hit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  g_return_val_if_fail (self != NULL && scene != NULL && hit != NULL, NULL);

  weft_pipeline_rows_lock (scene->rows);
  snapshot = weft_pipeline_snapshot_ref (weft_pipeline_rows_get_snapshot (scene->rows));
  weft_pipeline_rows_unlock (scene->rows);
  switch (hit->type)
    {
    case WEFT_PIPELINE_HIT_NOTHING:
      return NULL;
    case WEFT_PIPELINE_HIT_CELL:
    case WEFT_PIPELINE_HIT_TICK:
      append_stage (text, snapshot, scene, hit);
      append_op (text, snapshot, &scene->clock, hit->op);
      break;
    case WEFT_PIPELINE_HIT_ROW:
    case WEFT_PIPELINE_HIT_STORE:
      append_op (text, snapshot, &scene->clock, hit->op);
      break;
    case WEFT_PIPELINE_HIT_ARROW:
      append_arrow (text, snapshot, hit);
      break;
    case WEFT_PIPELINE_HIT_AGGREGATE:
      if (hit->n_ops == 1)
        append_op (text, snapshot, &scene->clock, hit->op);
      else
        append_aggregate (text, snapshot, scene, hit);
      break;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
