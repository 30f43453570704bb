/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-summary.h"

#include "weft-bus-trace-private.h"
#include "weft-expression.h"

#include <math.h>
#include <string.h>

/* --- percentiles ------------------------------------------------------------------------------ */

/* The value that would stand at `index` if all were sorted. */
static guint64
value_at (const WeftHistogram *histogram, guint64 index)
{
  const GArray *bins = histogram->bins;
  guint low = 0, high = bins->len - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (bins, WeftHistogramBin, middle).n_up_to <= index)
        low = middle + 1;
      else
        high = middle;
    }
  return g_array_index (bins, WeftHistogramBin, low).value;
}

double
weft_bus_percentile (const WeftHistogram *histogram, double p)
{
  double index, low, high;

  if (histogram->n_values == 0)
    return 0;
  index = p * (double) (histogram->n_values - 1);
  low = (double) value_at (histogram, (guint64) floor (index));
  high = (double) value_at (histogram, (guint64) ceil (index));
  return low + (high - low) * (index - floor (index));
}

double
weft_bus_delta_percentile (const WeftHistogram *deltas, double p)
{
  guint64 last = deltas->n_values - 1;
  double index, low, high;

  if (deltas->n_values == 0)
    return 0;
  index = p * (double) last;
  low = WEFT_BUS_MODEL_MAX_WAIT - (double) value_at (deltas, last - (guint64) floor (index));
  high = WEFT_BUS_MODEL_MAX_WAIT - (double) value_at (deltas, last - (guint64) ceil (index));
  return low + (high - low) * (index - floor (index));
}

double
weft_bus_totals_get_rate (const WeftBusTotals *self)
{
  return (double) self->n_waited / (double) self->n_accesses;
}

/* --- those that stand out --------------------------------------------------------------------- */

static inline guint64
magnitude (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

static guint64
drift_rank (const WeftBusTop *top)
{
  return magnitude (top->verdict.drift_total);
}

static guint64
delta_rank (const WeftBusTop *top)
{
  return magnitude (top->verdict.wait_delta);
}

/* Whether `a` stands out less than `b`: its rank is lower, or it comes later. */
static inline gboolean
stands_below (const WeftBusTop *a, const WeftBusTop *b, guint64 (*rank) (const WeftBusTop *))
{
  guint64 x = rank (a), y = rank (b);

  return x != y ? x < y : a->place > b->place;
}

/* Brings the last item of the heap, whose root stands below all, to where it belongs. */
static void
sift_up (GArray *heap, guint64 (*rank) (const WeftBusTop *))
{
  WeftBusTop *items = (WeftBusTop *) (gpointer) heap->data;
  guint i = heap->len - 1;

  while (i > 0 && stands_below (&items[i], &items[(i - 1) / 2], rank))
    {
      WeftBusTop parent = items[(i - 1) / 2];

      items[(i - 1) / 2] = items[i];
      items[i] = parent;
      i = (i - 1) / 2;
    }
}

static void
sift_down (GArray *heap, guint64 (*rank) (const WeftBusTop *))
{
  WeftBusTop *items = (WeftBusTop *) (gpointer) heap->data;
  guint i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;
      WeftBusTop item = items[i];

      if (child >= heap->len)
        return;
      if (child + 1 < heap->len && stands_below (&items[child + 1], &items[child], rank))
        child++;
      if (!stands_below (&items[child], &item, rank))
        return;
      items[i] = items[child];
      items[child] = item;
      i = child;
    }
}

/* Records come in replay order, so that one of equal rank never displaces another. */
static inline void
offer (GArray *heap, guint n_top, const WeftBusTop *top, guint64 (*rank) (const WeftBusTop *))
{
  if (heap->len < n_top)
    {
      g_array_append_vals (heap, top, 1);
      sift_up (heap, rank);
    }
  else if (n_top > 0 && rank (top) > rank (&g_array_index (heap, WeftBusTop, 0)))
    {
      g_array_index (heap, WeftBusTop, 0) = *top;
      sift_down (heap, rank);
    }
}

static int
compare_drifts (gconstpointer a, gconstpointer b)
{
  return stands_below (a, b, drift_rank) ? 1 : -1;
}

static int
compare_deltas (gconstpointer a, gconstpointer b)
{
  return stands_below (a, b, delta_rank) ? 1 : -1;
}

/* --- buckets ---------------------------------------------------------------------------------- */

void
weft_bus_bucket_free (gpointer bucket)
{
  WeftBusBucket *self = bucket;

  weft_histogram_clear (&self->elapsed);
  weft_histogram_clear (&self->wait);
  g_free (self);
}

void
weft_bus_bucket_merge (WeftBusBucket *self, const WeftBusBucket *other)
{
  self->totals.n_accesses += other->totals.n_accesses;
  self->totals.n_waited += other->totals.n_waited;
  self->totals.wait += other->totals.wait;
  self->totals.service += other->totals.service;
  self->totals.retries += other->totals.retries;
  weft_histogram_merge (&self->elapsed, &other->elapsed);
  weft_histogram_merge (&self->wait, &other->wait);
}

typedef struct
{
  WeftBusSummary *summary;
  const WeftBusSummaryOptions *options;
  guint n_kinds;
  WeftBusBucket **buckets; /* by master, region, kind, cache; NULL: none yet */
  WeftBusReplay replay;
} Count;

static inline gsize
triple_index (guint n_kinds, guint master, guint region, guint kind)
{
  return ((gsize) master * WEFT_BUS_N_REGIONS + region) * n_kinds + kind;
}

static inline WeftBusBucket *
get_bucket (Count *count, guint master, guint region, guint kind, guint cache)
{
  gsize triple = triple_index (count->n_kinds, master, region, kind);
  WeftBusBucket **place = &count->buckets[triple * WEFT_BUS_N_CACHES + cache];

  if (G_UNLIKELY (*place == NULL))
    {
      *place = g_new0 (WeftBusBucket, 1);
      (*place)->master = (guint8) master;
      (*place)->region = (guint8) region;
      (*place)->kind = (guint8) kind;
      (*place)->cache = (guint8) cache;
      g_ptr_array_add (count->summary->buckets, *place);
    }
  return *place;
}

typedef struct
{
  WeftBusBy by;
  const char *field; /* of filters */
  const char *word;
} Part;

#define N_PARTS 4

static void
get_parts (const WeftBusSummary *self, const WeftBusBucket *bucket, Part *parts)
{
  parts[0] = (Part){ WEFT_BUS_BY_MASTER, "master", weft_bus_master_to_string (bucket->master) };
  parts[1] = (Part){ WEFT_BUS_BY_REGION, "region", weft_bus_region_get (bucket->region)->name };
  parts[2] = (Part){ WEFT_BUS_BY_KIND, "kind",
                     weft_bus_trace_get_kind (self->snapshot->trace, bucket->kind) };
  parts[3] = (Part){ WEFT_BUS_BY_CACHE, "cache", weft_bus_cache_to_string (bucket->cache) };
}

char *
weft_bus_summary_name_bucket (const WeftBusSummary *self, const WeftBusBucket *bucket, WeftBusBy by)
{
  GString *name = g_string_new (NULL);
  Part parts[N_PARTS];

  get_parts (self, bucket, parts);
  for (guint i = 0; i < N_PARTS; i++)
    if ((by & parts[i].by) != 0)
      g_string_append_printf (name, "%s%s", name->len > 0 ? " | " : "", parts[i].word);
  return g_string_free (name, FALSE);
}

char *
weft_bus_summary_match_bucket (const WeftBusSummary *self, const WeftBusBucket *bucket,
                               WeftBusBy by)
{
  GString *filter = g_string_new (NULL);
  Part parts[N_PARTS];

  get_parts (self, bucket, parts);
  for (guint i = 0; i < N_PARTS; i++)
    if ((by & parts[i].by) != 0)
      {
        g_autofree char *word = weft_expression_quote (parts[i].word);

        g_string_append_printf (filter, "%s%s == %s", filter->len > 0 ? " && " : "", parts[i].field,
                                word);
      }
  return g_string_free (filter, FALSE);
}

typedef struct
{
  char *name;
  WeftBusBucket *bucket;
} NamedBucket;

static int
compare_named (gconstpointer a, gconstpointer b)
{
  return strcmp (((const NamedBucket *) a)->name, ((const NamedBucket *) b)->name);
}

/* Seals the buckets and sorts them by name. */
static void
sort_buckets (WeftBusSummary *self)
{
  guint n = self->buckets->len;
  g_autofree NamedBucket *named = g_new (NamedBucket, n + 1);

  for (guint i = 0; i < n; i++)
    {
      WeftBusBucket *bucket = self->buckets->pdata[i];

      weft_histogram_seal (&bucket->elapsed);
      weft_histogram_seal (&bucket->wait);
      named[i] =
        (NamedBucket){ weft_bus_summary_name_bucket (self, bucket, WEFT_BUS_BY_ALL), bucket };
    }
  qsort (named, n, sizeof *named, compare_named);
  for (guint i = 0; i < n; i++)
    {
      self->buckets->pdata[i] = named[i].bucket;
      g_free (named[i].name);
    }
}

/* --- symmetry --------------------------------------------------------------------------------- */

static guint
find_asymmetry (const WeftBusBucket *msh2, const WeftBusBucket *ssh2)
{
  guint asymmetry = 0;

  if (fabs (weft_bus_percentile (&msh2->elapsed, 0.5) - weft_bus_percentile (&ssh2->elapsed, 0.5))
      > 1)
    asymmetry |= WEFT_BUS_ASYMMETRIC_P50;
  if (fabs (weft_bus_percentile (&msh2->elapsed, 0.99) - weft_bus_percentile (&ssh2->elapsed, 0.99))
      > 2)
    asymmetry |= WEFT_BUS_ASYMMETRIC_P99;
  if (fabs (weft_bus_totals_get_rate (&msh2->totals) - weft_bus_totals_get_rate (&ssh2->totals))
      > 0.01)
    asymmetry |= WEFT_BUS_ASYMMETRIC_RATE;
  return asymmetry;
}

/* The buckets are sorted, and names without a master sort as names of one master do. */
static void
find_symmetries (Count *count)
{
  WeftBusSummary *self = count->summary;

  for (guint i = 0; i < self->buckets->len; i++)
    {
      const WeftBusBucket *msh2 = self->buckets->pdata[i];
      const WeftBusBucket *ssh2;
      WeftBusSymmetry symmetry;

      if (msh2->master != WEFT_BUS_MSH2 || msh2->elapsed.n_values < WEFT_BUS_LOW_SAMPLE)
        continue;
      ssh2 = count->buckets[triple_index (count->n_kinds, WEFT_BUS_SSH2, msh2->region, msh2->kind)
                              * WEFT_BUS_N_CACHES
                            + msh2->cache];
      if (ssh2 == NULL || ssh2->elapsed.n_values < WEFT_BUS_LOW_SAMPLE)
        continue;
      symmetry = (WeftBusSymmetry){ msh2, ssh2, find_asymmetry (msh2, ssh2) };
      g_array_append_val (self->symmetries, symmetry);
    }
}

/* --- the model -------------------------------------------------------------------------------- */

static GArray *
new_zeroed (guint element_size, guint n)
{
  return g_array_set_size (g_array_sized_new (FALSE, TRUE, element_size, n), n);
}

static WeftBusModelSummary *
model_new (guint n_kinds)
{
  WeftBusModelSummary *model = g_new0 (WeftBusModelSummary, 1);

  model->kind_deltas = new_zeroed (sizeof (WeftHistogram), n_kinds);
  model->mismatches =
    new_zeroed (sizeof (WeftBusMismatches), WEFT_BUS_N_MASTERS * WEFT_BUS_N_REGIONS * n_kinds);
  model->top_drifts = g_array_new (FALSE, FALSE, sizeof (WeftBusTop));
  model->top_deltas = g_array_new (FALSE, FALSE, sizeof (WeftBusTop));
  return model;
}

static void
model_free (WeftBusModelSummary *model)
{
  weft_histogram_clear (&model->deltas);
  for (guint i = 0; i < model->kind_deltas->len; i++)
    weft_histogram_clear (&g_array_index (model->kind_deltas, WeftHistogram, i));
  g_array_unref (model->kind_deltas);
  g_array_unref (model->mismatches);
  g_array_unref (model->top_drifts);
  g_array_unref (model->top_deltas);
  g_free (model);
}

static inline void
count_verdict (Count *count, const WeftBusRecord *record, guint region, const WeftBusTop *top)
{
  WeftBusModelSummary *model = count->summary->model;
  const WeftBusVerdict *verdict = &top->verdict;
  gboolean differs = verdict->wait_delta != 0;
  guint64 below = (guint64) WEFT_BUS_MODEL_MAX_WAIT - (guint64) verdict->wait_delta;
  WeftBusMismatches *mismatches =
    &g_array_index (model->mismatches, WeftBusMismatches,
                    triple_index (count->n_kinds, record->master, region, record->kind));

  model->classes[region][verdict->class]++;
  model->n_classes[verdict->class]++;
  model->n_agreements += !differs;
  model->n_mismatches += differs;
  model->total_service += verdict->service;
  model->total_wait += verdict->wait;
  if (verdict->class == WEFT_BUS_KNOWN_GAP)
    model->gap_wait += (guint64) verdict->wait_delta;
  model->total_delta = (gint64) ((guint64) model->total_delta + (guint64) verdict->wait_delta);
  weft_histogram_add (&model->deltas, below);
  weft_histogram_add (&g_array_index (model->kind_deltas, WeftHistogram, record->kind), below);
  mismatches->n_accesses++;
  mismatches->n_mismatches += differs;
  model->by_master[record->master] += differs;
  model->by_region[region] += differs;
  model->by_size[record->size_number] += differs;
  model->last_drift_wait = verdict->drift_wait;
  model->last_drift_total = verdict->drift_total;
  offer (model->top_drifts, count->options->n_top, top, drift_rank);
  offer (model->top_deltas, count->options->n_top, top, delta_rank);
}

static void
seal_model (WeftBusModelSummary *model)
{
  weft_histogram_seal (&model->deltas);
  for (guint i = 0; i < model->kind_deltas->len; i++)
    weft_histogram_seal (&g_array_index (model->kind_deltas, WeftHistogram, i));
  g_array_sort (model->top_drifts, compare_drifts);
  g_array_sort (model->top_deltas, compare_deltas);
}

/* --- counting --------------------------------------------------------------------------------- */

static inline gboolean
is_wanted (const WeftBusSummaryOptions *options, guint32 row, const WeftBusRecord *record)
{
  return (options->rows == NULL || weft_bitset_has (options->rows, row))
         && (options->range == NULL
             || weft_cycle_range_contains (options->range, weft_bus_tick_clamp (record->complete)));
}

static inline void
count_record (Count *count, const WeftBusRecord *record, guint region, guint64 elapsed,
              guint64 wait)
{
  WeftBusSummary *self = count->summary;
  WeftBusBucket *bucket = get_bucket (count, record->master, region, record->kind,
                                      weft_bus_cache_of (region, record->service));

  bucket->totals.n_accesses++;
  bucket->totals.n_waited += wait > 0;
  bucket->totals.wait += wait;
  bucket->totals.service += record->service;
  bucket->totals.retries += record->retries;
  weft_histogram_add (&bucket->elapsed, elapsed);
  weft_histogram_add (&bucket->wait, wait);
  weft_histogram_add (&self->elapsed, elapsed);
  weft_histogram_add (&self->wait, wait);
  self->n_exact += weft_bus_access_is_exact (record);
  self->n_retried += record->retries > 0;
  self->n_overlong += weft_bus_access_is_overlong (record, elapsed);
  self->n_unwaited += weft_bus_access_is_retried_unwaited (record, wait);
  self->n_certain += weft_bus_access_is_certain (record, elapsed);
  self->sizes[record->size_number]++;
  g_array_index (self->rws, guint64, record->rw)++;
}

/* Adds the cycles of the access's wait in which others were served. */
static void
add_overlaps (Count *count, const WeftBusRecord *record, guint region)
{
  guint64 *by_master = count->summary->overlaps[record->master];
  guint64 *by_region = count->summary->region_overlaps[region];
  WeftBusSpan span;

  weft_bus_access_get_span (record, &span);
  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    {
      WeftBusLaneSum from, to;
      guint64 overlap = 0;

      if (master == record->master)
        continue;
      weft_bus_index_sum_lane (count->options->index, master, span.start, &from);
      weft_bus_index_sum_lane (count->options->index, master, span.service, &to);
      for (guint kind = 0; kind < WEFT_BUS_KIND_SLOTS; kind++)
        overlap += to.service[kind] - from.service[kind];
      by_master[master] += overlap;
      by_region[master] += overlap;
    }
}

static void
add_totals (WeftBusTotals *to, const WeftBusTotals *totals)
{
  to->n_accesses += totals->n_accesses;
  to->n_waited += totals->n_waited;
  to->wait += totals->wait;
  to->service += totals->service;
  to->retries += totals->retries;
}

static void
add_up_buckets (WeftBusSummary *self)
{
  for (guint i = 0; i < self->buckets->len; i++)
    {
      const WeftBusBucket *bucket = self->buckets->pdata[i];

      add_totals (&self->totals, &bucket->totals);
      add_totals (&self->masters[bucket->master], &bucket->totals);
      add_totals (&self->regions[bucket->region], &bucket->totals);
      add_totals (&self->caches[bucket->cache], &bucket->totals);
      add_totals (&g_array_index (self->kinds, WeftBusTotals, bucket->kind), &bucket->totals);
      self->master_regions[bucket->master][bucket->region] += bucket->totals.n_accesses;
    }
}

/* Records are looked at in replay order, which is what the model needs. */
static gboolean
count_all (Count *count, GCancellable *cancellable, GError **error)
{
  const WeftBusSnapshot *snapshot = count->summary->snapshot;

  for (guint32 place = 0; place < snapshot->n_rows; place++)
    {
      WeftBusTop top = { weft_bus_snapshot_row_at (snapshot, place), place, { 0 } };
      WeftBusRecord record;
      guint64 elapsed, wait;
      guint region;
      gboolean wanted;

      if (place % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      weft_bus_record_read (snapshot->trace, top.row, &record);
      region = weft_bus_region_of (record.addr);
      elapsed = weft_bus_access_get_elapsed (&record);
      wait = weft_bus_access_get_wait (&record, elapsed);
      wanted = is_wanted (count->options, top.row, &record);
      if (wanted)
        count_record (count, &record, region, elapsed, wait);
      if (wanted && wait > 0 && count->options->index != NULL)
        add_overlaps (count, &record, region);
      if (count->summary->model == NULL)
        continue;
      weft_bus_replay_step (&count->replay, &record, region, elapsed, wait, &top.verdict);
      if (wanted)
        count_verdict (count, &record, region, &top);
    }
  return TRUE;
}

WeftBusSummary *
weft_bus_summary_new (WeftBusSnapshot *snapshot, const WeftBusSummaryOptions *options,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBusSummary) self = g_new0 (WeftBusSummary, 1);
  Count count = { .summary = self, .options = options };

  count.n_kinds = weft_bus_trace_get_n_kinds (snapshot->trace);
  count.buckets = g_new0 (WeftBusBucket *, (gsize) WEFT_BUS_N_MASTERS * WEFT_BUS_N_REGIONS
                                             * count.n_kinds * WEFT_BUS_N_CACHES);
  self->snapshot = weft_bus_snapshot_ref (snapshot);
  self->rws = new_zeroed (sizeof (guint64), weft_bus_trace_get_n_rws (snapshot->trace));
  self->kinds = new_zeroed (sizeof (WeftBusTotals), count.n_kinds);
  self->buckets = g_ptr_array_new_with_free_func (weft_bus_bucket_free);
  self->symmetries = g_array_new (FALSE, FALSE, sizeof (WeftBusSymmetry));
  self->has_overlaps = options->index != NULL;
  if (options->model)
    self->model = model_new (count.n_kinds);
  if (count_all (&count, cancellable, error))
    {
      add_up_buckets (self);
      sort_buckets (self);
      find_symmetries (&count);
      weft_histogram_seal (&self->elapsed);
      weft_histogram_seal (&self->wait);
      if (self->model != NULL)
        seal_model (self->model);
    }
  else
    g_clear_pointer (&self, weft_bus_summary_free);
  g_free (count.buckets);
  return g_steal_pointer (&self);
}

void
weft_bus_summary_free (WeftBusSummary *self)
{
  weft_histogram_clear (&self->elapsed);
  weft_histogram_clear (&self->wait);
  g_clear_pointer (&self->model, model_free);
  g_array_unref (self->rws);
  g_array_unref (self->kinds);
  g_array_unref (self->symmetries);
  g_ptr_array_unref (self->buckets);
  weft_bus_snapshot_unref (self->snapshot);
  g_free (self);
}

const WeftBusMismatches *
weft_bus_summary_get_mismatches (const WeftBusSummary *self, guint master, guint region, guint kind)
{
  return &g_array_index (self->model->mismatches, WeftBusMismatches,
                         triple_index (self->kinds->len, master, region, kind));
}
