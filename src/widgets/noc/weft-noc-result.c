/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-result.h"

#include "weft-expression-eval.h"
#include "weft-noc-activity.h"
#include "weft-noc-fields.h"
#include "weft-noc-verdict.h"

G_DEFINE_FINAL_TYPE (WeftNocResult, weft_noc_result, WEFT_TYPE_RESULT)

/* --- questions ---------------------------------------------------------------------------------- */

static void
question_clear (gpointer data)
{
  WeftNocQuestion *question = data;

  g_clear_object (&question->trace);
  g_clear_object (&question->other);
  g_clear_pointer (&question->filter, weft_expression_unref);
  g_clear_pointer (&question->offsets, g_array_unref);
  g_clear_pointer (&question->row_colors, weft_row_colors_unref);
}

/* Whether the same is asked of the trace, however long it is: the interval and what is selected may
 * differ. */
static gboolean
same_subject (const WeftNocQuestion *a, const WeftNocQuestion *b)
{
  return a->trace == b->trace && a->other == b->other && a->filter == b->filter
         && a->arch == b->arch && a->topology == b->topology && a->offsets == b->offsets
         && a->other_noc == b->other_noc
         && (!a->other_noc || weft_noc_thing_equal (&a->moved, &b->moved));
}

static gboolean
same_part (const WeftNocQuestion *a, const WeftNocQuestion *b)
{
  return a->range.from == b->range.from && a->range.to == b->range.to
         && a->thing.device == b->thing.device && weft_noc_thing_equal (&a->thing, &b->thing)
         && a->row_colors == b->row_colors;
}

/* While a trace is loaded, another interval is at once answered from what is there: the trace says
 * again that it has grown. */
static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last)
{
  WeftNocQuestion *question = data;
  const WeftNocQuestion *before = asked;
  const WeftNocQuestion *answered = last != NULL ? &WEFT_NOC_RESULT (last)->question : NULL;

  if (!same_subject (before, question))
    return WEFT_RUN_NOW;
  if (same_part (before, question))
    {
      if (before->n_records == question->n_records && before->loading == question->loading)
        return WEFT_RUN_NOT;
      return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
    }
  if (!question->loading || answered == NULL || !same_subject (answered, question))
    return WEFT_RUN_NEXT;
  question->n_records = answered->n_records;
  return WEFT_RUN_NOW;
}

/* --- the worker --------------------------------------------------------------------------------- */

static WeftNocDemand **
share_demands (WeftNocDemand *const *demands)
{
  GPtrArray *shared = g_ptr_array_new ();

  for (guint i = 0; demands[i] != NULL; i++)
    g_ptr_array_add (shared, weft_noc_demand_ref (demands[i]));
  g_ptr_array_add (shared, NULL);
  return (WeftNocDemand **) g_ptr_array_free (shared, FALSE);
}

static void
take_over (WeftNocResult *result, const WeftNocResult *before)
{
  result->capture = weft_noc_capture_ref (before->capture);
  if (before->folds != NULL)
    result->folds = weft_folds_ref (before->folds);
  if (before->records != NULL)
    result->records = weft_bitset_ref (before->records);
  result->demands = share_demands (before->demands);
  if (before->other_demands != NULL)
    result->other_demands = share_demands (before->other_demands);
  if (before->plain_demands != NULL)
    result->plain_demands = share_demands (before->plain_demands);
  result->n_moved = before->n_moved;
  result->zones = g_array_ref (before->zones);
}

/* --- things ------------------------------------------------------------------------------------- */

/* The series that transfers over the thing load: FALSE where it is none of the kind. */
static gboolean
get_wanted (const WeftNocCapture *capture, const WeftNocThing *thing, WeftNocWanted *wanted)
{
  guint n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles;
  guint from = thing->index / n_tiles, to = thing->index % n_tiles;

  *wanted = (WeftNocWanted){ .n_any = 1, .any = { thing->index } };
  switch (thing->kind)
    {
    case WEFT_NOC_LINK:
      return TRUE;
    case WEFT_NOC_CONTROLLER:
      wanted->any[0] = weft_noc_capture_find_series (capture, WEFT_SERIES_CONTROLLER, thing->index);
      return TRUE;
    case WEFT_NOC_TILE:
      wanted->n_any = 4;
      for (guint i = 0; i < 4; i++)
        wanted->any[i] = weft_noc_capture_find_series (
          capture, i < 2 ? WEFT_SERIES_SOURCE : WEFT_SERIES_SINK, i % 2 * n_tiles + thing->index);
      return TRUE;
    case WEFT_NOC_PAIR:
      wanted->n_any = wanted->n_also = 2;
      for (guint noc = 0; noc < 2; noc++)
        {
          wanted->any[noc] =
            weft_noc_capture_find_series (capture, WEFT_SERIES_SOURCE, noc * n_tiles + from);
          wanted->also[noc] =
            weft_noc_capture_find_series (capture, WEFT_SERIES_SINK, noc * n_tiles + to);
        }
      return TRUE;
    case WEFT_NOC_FLOW:
      *wanted = (WeftNocWanted){ .route = thing->index, .is_route = TRUE };
      return TRUE;
    case WEFT_NOC_CABLE:
    case WEFT_NOC_NOTHING:
    default:
      return FALSE;
    }
}

/* Captures are of another chip when more of the trace is there, or the user says so. */
static gboolean
has_thing (const WeftNocCapture *capture, const WeftNocThing *thing)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint n_tiles = topology->n_tiles;

  if (thing->device >= weft_noc_capture_get_n_devices (capture))
    return FALSE;
  switch (thing->kind)
    {
    case WEFT_NOC_LINK:
      return thing->index < weft_noc_count_links (topology);
    case WEFT_NOC_CONTROLLER:
      return thing->index < topology->n_controllers;
    case WEFT_NOC_TILE:
      return thing->index < n_tiles;
    case WEFT_NOC_PAIR:
      return thing->index / n_tiles < n_tiles;
    case WEFT_NOC_FLOW:
      return thing->index < weft_noc_capture_get_n_routes (capture);
    case WEFT_NOC_CABLE:
    case WEFT_NOC_NOTHING:
    default:
      return TRUE;
    }
}

gboolean
weft_noc_result_has_thing (WeftNocResult *self, const WeftNocThing *thing)
{
  return has_thing (self->capture, thing);
}

GArray *
weft_noc_result_find_flows (WeftNocResult *self, const WeftNocThing *thing, guint max)
{
  WeftNocWanted wanted;

  if (!has_thing (self->capture, thing) || !get_wanted (self->capture, thing, &wanted))
    return g_array_new (FALSE, FALSE, sizeof (WeftNocFlow));
  return weft_noc_find_flows (self->capture, self->flows, thing->device, &wanted, max);
}

/* --- deriving ----------------------------------------------------------------------------------- */

static WeftNocCapture *
make_capture (const WeftNocQuestion *question, const WeftBitset *other_noc,
              GCancellable *cancellable, GError **error)
{
  WeftNocOptions options = { .arch = question->arch,
                             .topology_path = question->topology,
                             .other_noc = other_noc,
                             .offsets = question->offsets };

  return weft_noc_capture_new (question->trace, &options, cancellable, error);
}

static gboolean
run_filter (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  if (result->question.filter == NULL)
    return TRUE;
  result->records =
    weft_expression_run (result->question.filter, result->capture,
                         weft_noc_capture_get_n_records (result->capture), cancellable, error);
  return result->records != NULL;
}

/* The capture again, with what is moved on the other network, and how it is without that. */
static gboolean
move_to_other (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  const WeftNocThing *thing = &result->question.moved;
  g_autoptr (WeftBitset) records = g_steal_pointer (&result->records);
  g_autoptr (WeftBitset) moved = NULL;
  WeftNocWanted wanted;
  gboolean some =
    has_thing (result->capture, thing) && get_wanted (result->capture, thing, &wanted);

  result->plain_demands = weft_noc_demands_new (result->capture, NULL, cancellable, error);
  if (result->plain_demands == NULL)
    return FALSE;
  moved = weft_noc_find_users (result->capture, thing->device, some ? &wanted : NULL, records);
  result->n_moved = moved->n_set;
  g_clear_pointer (&result->capture, weft_noc_capture_unref);
  result->capture = make_capture (&result->question, moved, cancellable, error);
  return result->capture != NULL;
}

/* The other trace, with the same filter. */
static gboolean
derive_other (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  WeftNocOptions options = { .arch = result->question.arch,
                             .topology_path = result->question.topology };
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;

  if (result->question.other == NULL)
    return TRUE;
  capture = weft_noc_capture_new (result->question.other, &options, cancellable, error);
  if (capture == NULL)
    return FALSE;
  if (result->question.filter != NULL)
    {
      records = weft_expression_run (result->question.filter, capture,
                                     weft_noc_capture_get_n_records (capture), cancellable, error);
      if (records == NULL)
        return FALSE;
    }
  result->other_demands = weft_noc_demands_new (capture, records, cancellable, error);
  return result->other_demands != NULL;
}

/* Where the chips are of different size, there is nothing to compare. */
static gboolean
derive_comparison (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  if (result->other_demands == NULL)
    return TRUE;
  result->other_stats =
    weft_noc_stats_new (result->other_demands, &result->question.range, NULL, cancellable, error);
  if (result->other_stats == NULL)
    return FALSE;
  result->comparison = weft_noc_comparison_new (result->stats, result->other_stats, 0, NULL);
  return TRUE;
}

static gboolean
derive_indexes (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  result->capture = make_capture (&result->question, NULL, cancellable, error);
  if (result->capture == NULL || !run_filter (result, cancellable, error)
      || (result->question.other_noc && !move_to_other (result, cancellable, error)))
    return FALSE;
  result->demands = weft_noc_demands_new (result->capture, result->records, cancellable, error);
  if (result->demands == NULL)
    return FALSE;
  result->zones = weft_noc_judge_zones (result->demands, cancellable, error);
  return result->zones != NULL && derive_other (result, cancellable, error);
}

/* Sums of each route, and so from tile to tile. */
static void
derive_routes (WeftNocResult *result)
{
  result->used = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < weft_noc_capture_get_n_devices (result->capture); i++)
    g_ptr_array_add (result->used, weft_noc_sum_routes (result->capture, i, &result->stats->range,
                                                        result->records));
  result->flows = weft_noc_flows_new (result->capture, result->used);
  result->matrices = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_noc_matrix_free);
  for (guint i = 0; i < result->used->len; i++)
    g_ptr_array_add (result->matrices,
                     weft_noc_matrix_new (result->capture, g_ptr_array_index (result->used, i)));
}

/* Who is on the selected thing, and which flows it is on. */
static void
derive_thing (WeftNocResult *result)
{
  const WeftNocThing *thing = &result->thing;
  WeftNocWanted wanted;

  if (get_wanted (result->capture, thing, &wanted))
    result->ranks = weft_noc_ranks_new (result->capture, thing->device, &wanted,
                                        &result->stats->range, result->records);
  result->own_flows = weft_noc_result_find_flows (result, thing, G_MAXUINT);
}

/* FALSE where it was cancelled. */
static gboolean
derive_colors (WeftNocResult *result, const WeftNocResult *before, GCancellable *cancellable,
               GError **error)
{
  WeftRowColors *said = result->question.row_colors;

  if (said == NULL)
    return TRUE;
  if (before != NULL && before->capture == result->capture && before->said != NULL
      && before->said->said == said)
    result->said = weft_noc_colors_ref (before->said);
  else
    result->said = weft_noc_colors_new (result->capture, said, cancellable);
  if (result->said == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result->said != NULL;
}

/* How it was without what is moved, in the same interval. */
static gboolean
derive_plain (WeftNocResult *result, GCancellable *cancellable, GError **error)
{
  if (result->plain_demands == NULL)
    return TRUE;
  result->plain_stats =
    weft_noc_stats_new (result->plain_demands, &result->stats->range, NULL, cancellable, error);
  return result->plain_stats != NULL;
}

/* Of a trace that is still read, what is quiet so far need not stay so. */
static void
choose_folds (WeftNocResult *result)
{
  g_autoptr (GArray) quiet = NULL;

  if (result->question.loading)
    return;
  quiet = weft_noc_find_quiet (result->capture);
  result->folds = weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len, 0,
                                     weft_noc_capture_get_last (result->capture) + 1);
}

static gboolean
derive (WeftResult *object, WeftResult *last, GCancellable *cancellable, GError **error)
{
  WeftNocResult *result = WEFT_NOC_RESULT (object), *before = (WeftNocResult *) last;
  const WeftNocQuestion *question = &result->question;

  if (before != NULL && same_subject (question, &before->question)
      && question->n_records == before->question.n_records)
    take_over (result, before);
  else if (!derive_indexes (result, cancellable, error))
    return FALSE;
  else
    choose_folds (result);
  if (has_thing (result->capture, &question->thing))
    result->thing = question->thing;
  result->stats =
    weft_noc_stats_new (result->demands, &question->range, result->records, cancellable, error);
  if (result->stats == NULL || !derive_plain (result, cancellable, error)
      || !derive_comparison (result, cancellable, error)
      || !derive_colors (result, before, cancellable, error))
    return FALSE;
  derive_routes (result);
  weft_noc_tables_init (&result->tables, result->stats, result->zones);
  result->events = weft_facts_of (&weft_noc_event_schema, WEFT_FIELD_TABLE, result->capture,
                                  weft_noc_capture_get_n_records (result->capture));
  result->event_rows = weft_facts_keep (&result->events, result->records);
  derive_thing (result);
  return TRUE;
}

/* --- objects ------------------------------------------------------------------------------------ */

static void
weft_noc_result_finalize (GObject *object)
{
  WeftNocResult *self = WEFT_NOC_RESULT (object);

  weft_noc_tables_clear (&self->tables);
  g_free (self->event_rows);
  g_clear_pointer (&self->ranks, weft_noc_ranks_free);
  g_clear_pointer (&self->said, weft_noc_colors_unref);
  g_clear_pointer (&self->used, g_ptr_array_unref);
  g_clear_pointer (&self->flows, g_array_unref);
  g_clear_pointer (&self->matrices, g_ptr_array_unref);
  g_clear_pointer (&self->own_flows, g_array_unref);
  g_clear_pointer (&self->comparison, weft_noc_comparison_free);
  g_clear_pointer (&self->plain_stats, weft_noc_stats_free);
  g_clear_pointer (&self->plain_demands, weft_noc_demands_free);
  g_clear_pointer (&self->other_stats, weft_noc_stats_free);
  g_clear_pointer (&self->other_demands, weft_noc_demands_free);
  g_clear_pointer (&self->stats, weft_noc_stats_free);
  g_clear_pointer (&self->zones, g_array_unref);
  g_clear_pointer (&self->demands, weft_noc_demands_free);
  g_clear_pointer (&self->records, weft_bitset_unref);
  g_clear_pointer (&self->folds, weft_folds_unref);
  g_clear_pointer (&self->capture, weft_noc_capture_unref);
  G_OBJECT_CLASS (weft_noc_result_parent_class)->finalize (object);
}

static void
weft_noc_result_class_init (WeftNocResultClass *klass)
{
  WeftResultClass *result_class = WEFT_RESULT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_noc_result_finalize;
  result_class->question_offset = G_STRUCT_OFFSET (WeftNocResult, question);
  result_class->question_size = sizeof (WeftNocQuestion);
  result_class->clear_question = question_clear;
  result_class->choose = choose;
  result_class->derive = derive;
}

static void
weft_noc_result_init (WeftNocResult *self G_GNUC_UNUSED)
{
}
