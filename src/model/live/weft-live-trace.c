/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-trace-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The first buckets are of about a microsecond. */
#define FIRST_SHIFT 10

/* With more lanes than this each has half as many buckets, and so on. */
#define FINE_LANES 64u

/* A lane of more rows than LONG_LANE lets whole chunks go; others so many rows at a time, which are the least
 * that stay. */
#define LONG_LANE (4u << WEFT_CHUNK_SHIFT)
#define EVICTED_ROWS 8192u

G_DEFINE_FINAL_TYPE (WeftLiveTrace, weft_live_trace, WEFT_TYPE_TRACE)

static const char *
weft_live_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("ns");
}

static void
free_lane (Lane *lane)
{
  weft_map64_clear (&lane->keys);
  g_array_unref (lane->syncs);
  g_array_unref (lane->evictions);
  g_free (lane->buckets);
  g_free (lane->bucket_shares);
  g_free (lane);
}

static void
weft_live_trace_finalize (GObject *object)
{
  WeftLiveTrace *self = WEFT_LIVE_TRACE (object);

  for (guint i = 0; i < weft_published (&self->n_lanes); i++)
    free_lane (self->lanes[i]);
  weft_string_pool_clear (&self->programs);
  g_array_unref (self->totals);
  g_ptr_array_unref (self->sources);
  weft_chunk_store_free (self->store);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_live_trace_parent_class)->finalize (object);
}

static void
weft_live_trace_class_init (WeftLiveTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_live_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_live_trace_get_time_unit;
}

static void
weft_live_trace_init (WeftLiveTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->totals = g_array_new (FALSE, TRUE, sizeof (WeftLiveTotal));
  self->sources = g_ptr_array_new_with_free_func (g_free);
}

WeftLiveTrace *
weft_live_trace_new (const char *title, GMainContext *context, WeftStorage storage, gsize budget)
{
  WeftLiveTrace *self =
    g_object_new (WEFT_TYPE_LIVE_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->budget = budget;
  weft_publish (&self->n_hosts, 1);
  weft_string_pool_init (&self->programs, self->store);
  return self;
}

void
weft_live_trace_set_budget (WeftLiveTrace *self, gsize budget)
{
  self->budget = budget;
}

/* --- what the writer adds ---------------------------------------------------------------------- */

static void fit_buckets (WeftLiveTrace *trace, guint n_lanes);

Lane *
weft_live_trace_add_lane (WeftLiveTrace *trace)
{
  static const uint8_t rows[N_ROW_COLUMNS] = { 8, 8, 8, 8, 4, 4, 4, 4, 2, 1, 1 };
  uint8_t blocks[N_BLOCK_COLUMNS] = { 8, 8, 8, 8, 8, 8, 8, 4, 4 };
  guint n_lanes = weft_published (&trace->n_lanes);
  Lane *lane;

  if (n_lanes == WEFT_LIVE_MAX_LANES)
    return NULL;
  memset (blocks + BLOCK_SHARES, 8, WEFT_LIVE_SHARES);
  lane = g_new0 (Lane, 1);
  weft_table_init (&lane->rows, trace->store, rows, N_ROW_COLUMNS);
  weft_table_init (&lane->blocks, trace->store, blocks, N_BLOCK_COLUMNS);
  lane->syncs = g_array_new (FALSE, FALSE, sizeof (WeftLiveSync));
  lane->evictions = g_array_new (FALSE, FALSE, sizeof (Eviction));
  lane->buckets = g_new0 (WeftLiveBucket, WEFT_LIVE_N_BUCKETS);
  lane->bucket_shares = g_new0 (WeftLiveShares, WEFT_LIVE_N_BUCKET_SHARES);
  lane->max_buckets = WEFT_LIVE_N_BUCKETS;
  lane->bucket_shift = FIRST_SHIFT;
  lane->info.start = G_MAXINT64;
  lane->info.end = G_MININT64;
  lane->covered = G_MININT64;
  lane->block = (WeftLiveBlock){ .start = G_MAXINT64, .end = G_MININT64 };
  trace->lanes[n_lanes] = lane;
  fit_buckets (trace, n_lanes + 1);
  return lane;
}

guint32
weft_live_trace_add_program (WeftLiveTrace *trace, const WeftLiveProgram *program)
{
  guint32 id =
    weft_string_pool_intern (&trace->programs, program->name.bytes, program->name.length);

  if (id == WEFT_NO_NAME)
    return WEFT_NO_ROW;
  if (id == trace->totals->len)
    {
      g_array_set_size (trace->totals, id + 1);
      g_array_index (trace->totals, WeftLiveTotal, id).min_ns = G_MAXUINT64;
      g_ptr_array_add (trace->sources, g_strndup (program->sources.bytes, program->sources.length));
    }
  return id;
}

/* --- buckets ----------------------------------------------------------------------------------- */

static void
merge_bucket (WeftLiveBucket *into, const WeftLiveBucket *from)
{
  into->busy_ns += from->busy_ns;
  into->stall_ns += from->stall_ns;
  into->lost_ns += from->lost_ns;
  into->n_programs += from->n_programs;
}

/* Doubles the width of the buckets. */
static void
widen (Lane *lane)
{
  guint half = lane->max_buckets / 2, half_shares = half / WEFT_LIVE_BUCKETS_PER_SHARES;

  for (guint i = 0; i < half; i++)
    {
      WeftLiveBucket bucket = lane->buckets[2 * i];

      merge_bucket (&bucket, &lane->buckets[2 * i + 1]);
      lane->buckets[i] = bucket;
    }
  memset (lane->buckets + half, 0, half * sizeof *lane->buckets);
  for (guint i = 0; i < half_shares; i++)
    {
      WeftLiveShares shares = lane->bucket_shares[2 * i];

      weft_live_shares_merge (&shares, &lane->bucket_shares[2 * i + 1], 1);
      lane->bucket_shares[i] = shares;
    }
  memset (lane->bucket_shares + half_shares, 0, half_shares * sizeof *lane->bucket_shares);
  lane->n_buckets = (lane->n_buckets + 1) / 2;
  lane->bucket_shift++;
}

/* Buckets of all lanes together take no more memory than those of FINE_LANES. */
static void
fit_buckets (WeftLiveTrace *trace, guint n_lanes)
{
  guint max_buckets = WEFT_LIVE_N_BUCKETS;

  for (guint n = n_lanes; n > FINE_LANES; n = (n + 1) / 2)
    max_buckets /= 2;
  weft_lock (&trace->lock);
  for (guint i = 0; i < n_lanes; i++)
    {
      Lane *lane = trace->lanes[i];

      while (lane->n_buckets > max_buckets)
        widen (lane);
      if (lane->max_buckets == max_buckets)
        continue;
      lane->max_buckets = max_buckets;
      lane->buckets = g_renew (WeftLiveBucket, lane->buckets, max_buckets);
      lane->bucket_shares =
        g_renew (WeftLiveShares, lane->bucket_shares, max_buckets / WEFT_LIVE_BUCKETS_PER_SHARES);
    }
  weft_unlock (&trace->lock);
}

static void
add_part (Lane *lane, guint64 index, BucketPart part, float ns, guint32 program)
{
  WeftLiveBucket *bucket = &lane->buckets[index];

  if (part == BUCKET_STALL)
    bucket->stall_ns += ns;
  else if (part == BUCKET_LOST)
    bucket->lost_ns += ns;
  else if (ns > 0)
    {
      bucket->busy_ns += ns;
      weft_live_shares_add (&lane->bucket_shares[index / WEFT_LIVE_BUCKETS_PER_SHARES], program,
                            ns);
    }
}

void
weft_live_lane_add_to_buckets (Lane *lane, BucketPart part, gint64 start, gint64 end,
                               guint32 program)
{
  guint64 from, to, bucket;

  if (!lane->has_origin)
    {
      lane->origin = start;
      lane->has_origin = TRUE;
    }
  /* Late records count in the first bucket. */
  from = start > lane->origin ? (guint64) start - (guint64) lane->origin : 0;
  to = end > lane->origin ? (guint64) end - (guint64) lane->origin : 0;
  while (to >> lane->bucket_shift >= lane->max_buckets)
    widen (lane);
  for (bucket = from >> lane->bucket_shift; bucket <= to >> lane->bucket_shift; bucket++)
    {
      guint64 bucket_start = bucket << lane->bucket_shift;
      guint64 bucket_end = bucket_start + ((guint64) 1 << lane->bucket_shift);

      add_part (lane, bucket, part, (float) (MIN (to, bucket_end) - MAX (from, bucket_start)),
                program);
    }
  if (part == BUCKET_BUSY)
    lane->buckets[from >> lane->bucket_shift].n_programs++;
  lane->n_buckets = MAX (lane->n_buckets, (guint) (to >> lane->bucket_shift) + 1);
}

guint
weft_live_trace_get_buckets (WeftLiveTrace *self, guint lane, WeftLiveBucket *buckets,
                             WeftLiveShares *shares, gint64 *origin, guint *shift)
{
  Lane *l = self->lanes[lane];
  guint n;

  weft_lock (&self->lock);
  n = l->n_buckets;
  memcpy (buckets, l->buckets, n * sizeof *buckets);
  if (shares != NULL)
    memcpy (shares, l->bucket_shares,
            (n + WEFT_LIVE_BUCKETS_PER_SHARES - 1) / WEFT_LIVE_BUCKETS_PER_SHARES * sizeof *shares);
  *origin = l->origin;
  *shift = l->bucket_shift;
  weft_unlock (&self->lock);
  return n;
}

/* --- lanes and programs ------------------------------------------------------------------------ */

guint
weft_live_trace_get_n_lanes (WeftLiveTrace *self)
{
  return weft_published (&self->n_lanes);
}

guint
weft_live_trace_get_n_ends (WeftLiveTrace *self)
{
  return weft_published (&self->n_ends);
}

void
weft_live_trace_get_lane (WeftLiveTrace *self, guint lane, WeftLiveLane *info)
{
  weft_lock (&self->lock);
  *info = self->lanes[lane]->info;
  weft_unlock (&self->lock);
}

GArray *
weft_live_trace_get_syncs (WeftLiveTrace *self, guint lane)
{
  GArray *copy;

  weft_lock (&self->lock);
  copy = g_array_copy (self->lanes[lane]->syncs);
  weft_unlock (&self->lock);
  return copy;
}

guint
weft_live_trace_get_n_programs (WeftLiveTrace *self)
{
  return weft_string_pool_size (&self->programs);
}

const char *
weft_live_trace_get_program (WeftLiveTrace *self, guint program)
{
  return weft_string_pool_get (&self->programs, program, NULL);
}

char *
weft_live_trace_get_sources (WeftLiveTrace *self, guint program)
{
  char *copy;

  weft_lock (&self->lock);
  copy = g_strdup (self->sources->pdata[program]);
  weft_unlock (&self->lock);
  return copy;
}

void
weft_live_trace_get_total (WeftLiveTrace *self, guint program, WeftLiveTotal *total)
{
  weft_lock (&self->lock);
  *total = g_array_index (self->totals, WeftLiveTotal, program);
  weft_unlock (&self->lock);
}

guint
weft_live_trace_get_n_hosts (WeftLiveTrace *self)
{
  return weft_published (&self->n_hosts);
}

void
weft_live_trace_get_host (WeftLiveTrace *self, guint host, WeftLiveHost *info)
{
  weft_lock (&self->lock);
  *info = self->hosts[host];
  weft_unlock (&self->lock);
}

char *
weft_live_trace_get_session (WeftLiveTrace *self)
{
  GString *text = g_string_new (NULL);
  WeftLiveHost host;

  weft_live_trace_get_host (self, 0, &host);
  for (guint i = 0; i < sizeof host.session; i++)
    g_string_append_printf (text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            host.session[i]);
  return g_string_free (text, FALSE);
}

guint64
weft_live_lane_get_lost (const WeftLiveLane *lane)
{
  guint64 lost = 0;

  for (guint i = 0; i < WEFT_LIVE_N_STAGES; i++)
    lost += lane->lost[i];
  return lost;
}

gboolean
weft_live_trace_get_range (WeftLiveTrace *self, gint64 *start, gint64 *end)
{
  *start = G_MAXINT64;
  *end = G_MININT64;
  weft_lock (&self->lock);
  for (guint i = 0; i < weft_published (&self->n_lanes); i++)
    {
      *start = MIN (*start, self->lanes[i]->info.start);
      *end = MAX (*end, self->lanes[i]->info.end);
    }
  weft_unlock (&self->lock);
  return *start <= *end;
}

/* --- rows -------------------------------------------------------------------------------------- */

guint
weft_live_trace_hold (WeftLiveTrace *self)
{
  guint shift = atomic_load (&self->readers.shift);

  atomic_fetch_add (&self->readers.n[shift], 1);
  return shift;
}

void
weft_live_trace_release (WeftLiveTrace *self, guint held)
{
  atomic_fetch_sub (&self->readers.n[held], 1);
}

/* Sequentially consistent, as the writer looks for readers after it raises this. */
static guint32
get_first (const Lane *lane)
{
  return atomic_load (&((Lane *) lane)->first);
}

void
weft_live_trace_get_rows (WeftLiveTrace *self, guint lane, guint32 *first, guint32 *end)
{
  *end = weft_table_length (&self->lanes[lane]->rows);
  *first = get_first (self->lanes[lane]);
}

gint64
weft_live_trace_get_row_start (WeftLiveTrace *self, guint lane, guint32 row)
{
  return weft_table_get_i64 (&self->lanes[lane]->rows, ROW_START, row);
}

void
weft_live_trace_get_row (WeftLiveTrace *self, guint lane, guint32 row, WeftLiveRow *value)
{
  const WeftTable *rows = &self->lanes[lane]->rows;

  value->start = weft_table_get_i64 (rows, ROW_START, row);
  value->end = weft_table_get_i64 (rows, ROW_END, row);
  value->start_ticks = weft_table_get_u64 (rows, ROW_START_TICKS, row);
  value->end_ticks = weft_table_get_u64 (rows, ROW_END_TICKS, row);
  value->program = weft_table_get_u32 (rows, ROW_PROGRAM, row);
  value->runtime_id = weft_table_get_u32 (rows, ROW_RUNTIME_ID, row);
  value->aux = weft_table_get_u32 (rows, ROW_AUX, row);
  value->epoch = weft_table_get_u32 (rows, ROW_EPOCH, row);
  value->subdevice = weft_table_get_u16 (rows, ROW_SUBDEVICE, row);
  value->kind = weft_table_get_u8 (rows, ROW_KIND, row);
  value->flags = weft_table_get_u8 (rows, ROW_FLAGS, row);
}

gboolean
weft_live_trace_read_row (WeftLiveTrace *self, guint lane, guint32 row, WeftLiveRow *value)
{
  WeftTable *rows = &self->lanes[lane]->rows;
  gboolean is_there;

  weft_table_hold (rows);
  is_there = row >= weft_table_first (rows) && row < weft_table_length (rows);
  if (is_there)
    weft_live_trace_get_row (self, lane, row, value);
  weft_table_release (rows);
  return is_there;
}

void
weft_live_trace_get_blocks (WeftLiveTrace *self, guint lane, guint32 *first, guint32 *end)
{
  const Lane *l = self->lanes[lane];
  guint32 first_row = get_first (l);

  *end = weft_table_length (&l->blocks);
  *first = MIN (first_row / WEFT_LIVE_BLOCK_ROWS + (first_row % WEFT_LIVE_BLOCK_ROWS != 0), *end);
}

static void
get_shares (const WeftTable *blocks, guint32 block, WeftLiveShares *shares)
{
  for (shares->n = 0; shares->n < WEFT_LIVE_SHARES; shares->n++)
    {
      guint64 cell = weft_table_get_u64 (blocks, BLOCK_SHARES + shares->n, block);
      guint32 bits = (guint32) cell;

      if (bits == 0)
        return;
      shares->programs[shares->n] = (guint32) (cell >> 32);
      memcpy (&shares->amounts[shares->n], &bits, sizeof bits);
    }
}

void
weft_live_trace_get_block (WeftLiveTrace *self, guint lane, guint32 block, WeftLiveBlock *value)
{
  const WeftTable *blocks = &self->lanes[lane]->blocks;

  value->start = weft_table_get_i64 (blocks, BLOCK_START, block);
  value->end = weft_table_get_i64 (blocks, BLOCK_END, block);
  value->busy_ns = weft_table_get_u64 (blocks, BLOCK_BUSY, block);
  value->stall_ns = weft_table_get_u64 (blocks, BLOCK_STALL, block);
  value->lost_ns = weft_table_get_u64 (blocks, BLOCK_LOST, block);
  value->gap_start = weft_table_get_i64 (blocks, BLOCK_GAP_START, block);
  value->gap_end = weft_table_get_i64 (blocks, BLOCK_GAP_END, block);
  value->n_programs = weft_table_get_u32 (blocks, BLOCK_N_PROGRAMS, block);
  get_shares (blocks, block, &value->shares);
}

guint32
weft_live_trace_find_row (WeftLiveTrace *self, guint lane, gint64 time)
{
  const Lane *l = self->lanes[lane];
  guint32 low, high, first, end;

  /* Ends of blocks never fall. */
  weft_live_trace_get_blocks (self, lane, &low, &high);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_table_get_i64 (&l->blocks, BLOCK_END, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  weft_live_trace_get_rows (self, lane, &first, &end);
  first = MAX (first, low * WEFT_LIVE_BLOCK_ROWS);
  end = MIN (end, first + WEFT_LIVE_BLOCK_ROWS);
  while (first < end && weft_table_get_i64 (&l->rows, ROW_END, first) < time)
    first++;
  return first;
}

guint32
weft_live_trace_find_after (WeftLiveTrace *self, guint lane, gint64 time)
{
  guint32 first, end, found = weft_live_trace_find_row (self, lane, time);

  weft_live_trace_get_rows (self, lane, &first, &end);
  for (found = MAX (found, first); found < end; found++)
    if (weft_live_trace_get_row_start (self, lane, found) >= time)
      break;
  return found;
}

/* Under the lock. */
static void
add_eviction (GArray *evictions, const Eviction *eviction)
{
  if (evictions->len == MAX_EVICTIONS)
    {
      for (guint i = 0; i < MAX_EVICTIONS / 2; i++)
        g_array_index (evictions, Eviction, i) = g_array_index (evictions, Eviction, 2 * i + 1);
      g_array_set_size (evictions, MAX_EVICTIONS / 2);
    }
  g_array_append_vals (evictions, eviction, 1);
}

/* Lets the rows before `first` go, which is there. */
static void
evict (WeftLiveTrace *trace, Lane *lane, guint32 first)
{
  Eviction eviction = { weft_table_get_i64 (&lane->rows, ROW_START, first), ++trace->revision };

  atomic_store (&lane->first, first);
  weft_lock (&trace->lock);
  add_eviction (lane->evictions, &eviction);
  weft_unlock (&trace->lock);
}

/* Gives back what nobody reads any more. */
static void
give_back (WeftLiveTrace *trace, guint n_lanes)
{
  guint other = 1 - atomic_load (&trace->readers.shift);

  for (guint turn = 0; turn < 2 && atomic_load (&trace->readers.n[other]) == 0; turn++)
    {
      for (guint i = 0; i < n_lanes; i++)
        {
          Lane *lane = trace->lanes[i];

          weft_table_expire (&lane->blocks, lane->retired / WEFT_LIVE_BLOCK_ROWS);
          weft_table_expire (&lane->rows, lane->retired);
          lane->retired = get_first (lane);
        }
      atomic_store (&trace->readers.shift, other);
      other = 1 - other;
    }
}

/* Bytes that are kept of a lane's records, but for those that wait for readers. */
static gsize
get_memory (const Lane *lane)
{
  gsize n_waiting = get_first (lane) - weft_table_first (&lane->rows);

  return weft_table_get_memory (&lane->rows) - n_waiting * ROW_BYTES
         + weft_table_get_memory (&lane->blocks) + lane->max_buckets * sizeof *lane->buckets
         + lane->max_buckets / WEFT_LIVE_BUCKETS_PER_SHARES * sizeof *lane->bucket_shares;
}

static guint32
count_rows (const Lane *lane)
{
  return lane->rows.n_rows - get_first (lane);
}

static Lane *
find_longest (WeftLiveTrace *trace, guint n_lanes)
{
  Lane *longest = NULL;

  for (guint i = 0; i < n_lanes; i++)
    if (longest == NULL || count_rows (trace->lanes[i]) > count_rows (longest))
      longest = trace->lanes[i];
  return longest;
}

void
weft_live_trace_keep_to_budget (WeftLiveTrace *trace)
{
  guint n_lanes = weft_published (&trace->n_lanes);
  gsize memory = 0;

  for (guint i = 0; i < n_lanes; i++)
    memory += get_memory (trace->lanes[i]);
  while (memory > trace->budget)
    {
      Lane *longest = find_longest (trace, n_lanes);
      guint32 n_rows = longest != NULL ? count_rows (longest) : 0, first;

      if (n_rows <= 2 * EVICTED_ROWS)
        break;
      memory -= get_memory (longest);
      first = get_first (longest) + (n_rows > LONG_LANE ? WEFT_CHUNK_ROWS : EVICTED_ROWS);
      evict (trace, longest, first - first % (n_rows > LONG_LANE ? WEFT_CHUNK_ROWS : EVICTED_ROWS));
      memory += get_memory (longest);
    }
  give_back (trace, n_lanes);
}

gint64
weft_live_trace_get_evicted (WeftLiveTrace *self, guint lane)
{
  guint32 first, end;

  weft_live_trace_get_rows (self, lane, &first, &end);
  if (first == 0)
    return G_MININT64;
  return first < end ? weft_live_trace_get_row_start (self, lane, first) : G_MAXINT64;
}

/* When the last of [first, last) left, or the last of it that did; 0: nothing of it has. */
static guint32
get_eviction_revision (WeftLiveTrace *self, guint lane, gint64 first, gint64 last)
{
  const GArray *evictions = self->lanes[lane]->evictions;
  const Eviction *found = NULL;
  guint low = 0, high;
  guint32 revision;

  weft_lock (&self->lock);
  high = evictions->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (evictions, Eviction, middle).until < last)
        low = middle + 1;
      else
        high = middle;
    }
  if (evictions->len > 0)
    found = &g_array_index (evictions, Eviction, MIN (low, evictions->len - 1));
  revision = found != NULL && found->until > first ? found->revision : 0;
  weft_unlock (&self->lock);
  return revision;
}

/* When the block of a readable row was published. */
static guint32
get_row_revision (WeftLiveTrace *self, guint lane, guint32 row)
{
  const Lane *l = self->lanes[lane];
  guint32 revision = weft_published (&l->revision);
  guint32 block = row / WEFT_LIVE_BLOCK_ROWS, first, end;

  weft_live_trace_get_blocks (self, lane, &first, &end);
  return block >= first && block < end ? weft_table_get_u32 (&l->blocks, BLOCK_REVISION, block)
                                       : revision;
}

guint32
weft_live_trace_get_revision (WeftLiveTrace *self, guint lane, gint64 first, gint64 last)
{
  guint32 revision = MAX (get_eviction_revision (self, lane, first, last),
                          weft_published (&self->lanes[lane]->end_revision));
  guint32 begin, end, after = weft_live_trace_find_after (self, lane, last);

  weft_live_trace_get_rows (self, lane, &begin, &end);
  if (after > begin && weft_live_trace_find_row (self, lane, first) < after)
    revision = MAX (revision, get_row_revision (self, lane, after - 1));
  return revision;
}
