/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows-private.h"

#include "weft-pipeline-latency-class.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (WeftPipelineRows, weft_pipeline_rows, G_TYPE_OBJECT)

static void
weft_pipeline_rows_finalize (GObject *object)
{
  WeftPipelineRows *self = WEFT_PIPELINE_ROWS (object);

  for (guint i = 0; i < WEFT_PYRAMID_MAX_LEVELS; i++)
    g_ptr_array_unref (self->levels[i].blocks);
  weft_bulk_free (self->ops);
  weft_bulk_free (self->rows_by_op);
  weft_pipeline_row_filter_clear (&self->filter);
  for (guint i = 0; i < WEFT_PROCESSORS_MOST; i++)
    weft_pipeline_block_maker_clear (&self->makers[i]);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_object_unref (self->trace);
  weft_shared_lock_clear (&self->lock);
  G_OBJECT_CLASS (weft_pipeline_rows_parent_class)->finalize (object);
}

static void
weft_pipeline_rows_class_init (WeftPipelineRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_rows_finalize;
}

static void
weft_pipeline_rows_init (WeftPipelineRows *self)
{
  weft_shared_lock_init (&self->lock);
  for (guint i = 0; i < WEFT_PYRAMID_MAX_LEVELS; i++)
    self->levels[i].blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) block_free);
}

WeftPipelineRows *
weft_pipeline_rows_new (WeftPipelineTrace *trace, WeftRowsFilter filter)
{
  return weft_pipeline_rows_new_filtered (trace, filter, NULL, NULL, NULL);
}

WeftPipelineRows *
weft_pipeline_rows_new_filtered (WeftPipelineTrace *trace, WeftRowsFilter filter, WeftRowsAsk ask,
                                 gpointer user_data, GDestroyNotify free_data)
{
  WeftPipelineRows *self = g_object_new (WEFT_TYPE_PIPELINE_ROWS, NULL);

  self->trace = g_object_ref (trace);
  weft_pipeline_row_filter_init (&self->filter, filter, ask, user_data, free_data);
  self->snapshot = weft_pipeline_trace_ref_snapshot (trace);
  /* Rows come with the first update; until then the snapshot is not theirs. */
  return self;
}

WeftPipelineTrace *
weft_pipeline_rows_get_trace (WeftPipelineRows *self)
{
  return self->trace;
}

/* --- order -------------------------------------------------------------------------------------------- */

void
weft_pipeline_rows_set_order (WeftPipelineRows *self, WeftRowsOrder order)
{
  g_return_if_fail (weft_pipeline_rows_get_generation (self) == 0);

  self->order = order;
}

void
weft_pipeline_rows_straighten (WeftPipelineRows *self)
{
  if (!atomic_exchange (&self->straightened, true))
    weft_trace_changed (WEFT_TRACE (self->trace));
}

WeftRowsOrder
weft_pipeline_rows_get_order (WeftPipelineRows *self)
{
  return self->order;
}

guint
weft_pipeline_rows_get_generation (WeftPipelineRows *self)
{
  return atomic_load (&self->generation);
}

void
weft_pipeline_rows_lock (WeftPipelineRows *self)
{
  weft_shared_lock_read (&self->lock);
}

void
weft_pipeline_rows_unlock (WeftPipelineRows *self)
{
  weft_shared_lock_read_done (&self->lock);
}

WeftPipelineSnapshot *
weft_pipeline_rows_get_snapshot (WeftPipelineRows *self)
{
  return self->snapshot;
}

guint32
weft_pipeline_rows_get_n_rows (WeftPipelineRows *self)
{
  return self->n_rows;
}

guint32
weft_pipeline_rows_get_op (WeftPipelineRows *self, guint32 row)
{
  return op_at (self->ops, self->snapshot, row);
}

guint32
weft_pipeline_rows_find_op (WeftPipelineRows *self, guint32 op)
{
  guint32 low = 0, high = self->n_rows, row;

  if (op >= self->snapshot->n_ops)
    return WEFT_NO_ROW;
  if (self->rows_by_op != NULL)
    return self->rows_by_op[op];
  row = weft_pipeline_snapshot_row_of_op (self->snapshot, op);
  if (self->ops == NULL)
    return row < self->n_rows ? row : WEFT_NO_ROW;
  /* The others keep the display order. */
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_pipeline_snapshot_row_of_op (self->snapshot, self->ops[middle]) < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_rows && self->ops[low] == op ? low : WEFT_NO_ROW;
}

/* --- blocks ------------------------------------------------------------------------------------------- */

guint
weft_pipeline_rows_get_n_levels (WeftPipelineRows *self)
{
  return self->n_levels;
}

static const Block *
get_block (WeftPipelineRows *self, guint level, guint32 index)
{
  GPtrArray *blocks = self->levels[level].blocks;

  return level < self->n_levels && index < blocks->len ? g_ptr_array_index (blocks, index) : NULL;
}

gboolean
weft_pipeline_rows_get_summary (WeftPipelineRows *self, guint level, guint32 index,
                                WeftBlockSummary *summary)
{
  const Block *block = get_block (self, level, index);

  if (block == NULL)
    return FALSE;
  *summary = block->summary;
  return TRUE;
}

void
weft_pipeline_rows_sum (WeftPipelineRows *self, guint32 first, guint32 last, WeftBlockSummary *sum)
{
  guint32 row = first;

  *sum = (WeftBlockSummary){ 0 };
  last = MIN (last, self->n_rows);
  while (row < last)
    {
      const Block *block = row % WEFT_BLOCK_OPS == 0 && last - row >= WEFT_BLOCK_OPS
                             ? get_block (self, 0, row >> WEFT_PYRAMID_SHIFT)
                             : NULL;

      if (block != NULL)
        add_summary (sum, &block->summary);
      else
        add_op (sum, self->snapshot, weft_pipeline_rows_get_op (self, row));
      row += block != NULL ? WEFT_BLOCK_OPS : 1;
    }
}

gboolean
weft_pipeline_rows_get_profile (WeftPipelineRows *self, WeftProfileLayout layout, guint level,
                                guint32 index, WeftProfile *profile)
{
  const Block *block = get_block (self, level, index);
  const WeftPackedProfile *packed;

  if (block == NULL)
    return FALSE;
  packed = block->profiles[layout];
  if (packed == NULL)
    return FALSE;
  profile->start = packed->start;
  profile->grain = packed->grain;
  profile->n_spans = packed->n_spans;
  profile->spans = packed->spans;
  profile->items = weft_packed_profile_items (packed);
  return TRUE;
}

static gboolean
touches (const Block *block, gint64 from, gint64 to)
{
  return block->summary.first_fetch < to && block->summary.last_end >= from;
}

/* The first (step 1) or last (step −1) block of level 0 that touches [from, to): goes down from
 * the top, into the first child on that side that leads to one. */
static guint32
find_block (WeftPipelineRows *self, guint level, guint32 index, gint64 from, gint64 to, int step)
{
  const Block *block = get_block (self, level, index);

  if (block == NULL || !touches (block, from, to))
    return WEFT_NO_ROW;
  if (level == 0)
    return index;
  for (guint i = 0; i < FANOUT; i++)
    {
      guint32 child = index * FANOUT + (step > 0 ? i : FANOUT - 1 - i);
      guint32 found = find_block (self, level - 1, child, from, to, step);

      if (found != WEFT_NO_ROW)
        return found;
    }
  return WEFT_NO_ROW;
}

static gboolean
row_touches (WeftPipelineRows *self, guint32 row, gint64 from, gint64 to)
{
  guint32 op = weft_pipeline_rows_get_op (self, row);

  return weft_op_fetch (self->snapshot, op) < to && weft_op_end (self->snapshot, op) >= from;
}

void
weft_pipeline_rows_find_range (WeftPipelineRows *self, gint64 from, gint64 to, guint32 *first,
                               guint32 *last)
{
  guint32 low, high;

  *first = *last = 0;
  if (self->n_levels == 0)
    return;
  low = find_block (self, self->n_levels - 1, 0, from, to, 1);
  high = find_block (self, self->n_levels - 1, 0, from, to, -1);
  if (low == WEFT_NO_ROW)
    return;
  *first = low << WEFT_PYRAMID_SHIFT;
  *last = (guint32) MIN ((guint64) self->n_rows, ((guint64) high + 1) << WEFT_PYRAMID_SHIFT);
  while (*first < *last && !row_touches (self, *first, from, to))
    (*first)++;
  while (*first < *last && !row_touches (self, *last - 1, from, to))
    (*last)--;
}

guint
weft_pipeline_rows_get_revision (WeftPipelineRows *self, gint64 first, gint64 last)
{
  guint level = 0, revision = 0;

  weft_pipeline_rows_lock (self);
  first = MAX (first, 0);
  last = MIN (last, self->n_rows);
  /* A handful of blocks at whatever level has them: a parent is as new as its newest child. */
  while (level + 1 < self->n_levels
         && (last - first) >> (WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * level) > 8)
    level++;
  for (gint64 row = first; row < last;)
    {
      guint shift = WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * level;
      const Block *block = get_block (self, level, (guint32) (row >> shift));

      revision = MAX (revision, block != NULL ? block->made : 0);
      row = ((row >> shift) + 1) << shift;
    }
  revision = MAX (revision, self->look_made);
  weft_pipeline_rows_unlock (self);
  return revision;
}

/* --- making blocks ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineRowList rows;
  guint32 *rows_by_op;
  guint32 stable_rows; /* rows below show the ops that they showed before */
  gboolean remake;     /* clock, origin or layouts changed: nothing holds */
  guint n_made;        /* blocks */
  GPtrArray *levels[WEFT_PYRAMID_MAX_LEVELS];
  guint n_levels;
} Update;

static gboolean
leaf_is_current (const Update *update, const Block *block, guint32 index)
{
  guint32 first = index << WEFT_PYRAMID_SHIFT;
  guint32 n_ops = MIN (WEFT_BLOCK_OPS, update->rows.n_rows - first);

  return !update->remake && first + n_ops <= update->stable_rows && !block->has_open
         && block->summary.n_ops == n_ops
         && block->revision == weft_pipeline_row_list_get_revision (&update->rows, first, n_ops);
}

static gboolean
parent_is_current (const Block *block, guint32 index, guint32 n_children,
                   const guint8 *dirty_children)
{
  guint32 first = index * FANOUT, last = MIN (first + FANOUT, n_children);

  /* Rows that are hidden now may have taken a child away and left the others as they were. */
  if (block->n_children != last - first)
    return FALSE;
  for (guint32 i = first; i < last; i++)
    if (dirty_children[i])
      return FALSE;
  return TRUE;
}

/* Blocks of one level that are made anew. */
typedef struct
{
  WeftPipelineRows *self;
  const WeftPipelineRowList *rows;
  guint level;
  const GPtrArray *children; /* of the level below */
  GPtrArray *blocks;         /* NULL where one is to be made */
  const guint32 *dirty;      /* the places of these */
  guint32 n_dirty;
} Making;

/* Blocks that a thread makes before it takes others, and for which another one is worth it. */
#define BLOCKS_PER_PART 32u
#define MIN_BLOCKS 256u

static void
make_blocks (gpointer data, guint part, guint thread)
{
  const Making *making = data;
  WeftPipelineBlockMaker *maker = &making->self->makers[thread];
  const guint32 end = MIN ((part + 1) * BLOCKS_PER_PART, making->n_dirty);

  weft_pipeline_block_maker_set_profiles (maker, making->self->n_profiles);
  for (guint32 i = part * BLOCKS_PER_PART; i < end; i++)
    {
      const guint32 place = making->dirty[i];
      Block *block =
        making->level == 0
          ? weft_pipeline_block_maker_make_leaf (maker, making->rows, place)
          : weft_pipeline_block_maker_make_parent (maker, making->level, making->children, place);

      block->made = atomic_load (&making->self->generation) + 1;
      g_ptr_array_index (making->blocks, place) = block;
    }
}

/* The blocks of one level as they are going to be: the old block where it still holds, a new one
 * elsewhere; `dirty` says which. (transfer full), the old ones among them borrowed. */
static GPtrArray *
update_level (WeftPipelineRows *self, Update *update, guint level, GPtrArray *children,
              const guint8 *dirty_children, guint8 *dirty)
{
  GPtrArray *old = self->levels[level].blocks;
  guint32 n_blocks = level == 0 ? (update->rows.n_rows + WEFT_BLOCK_OPS - 1) >> WEFT_PYRAMID_SHIFT
                                : (children->len + FANOUT - 1) / FANOUT;
  GPtrArray *blocks = g_ptr_array_new_full (n_blocks, NULL);
  g_autofree guint32 *places = g_new (guint32, n_blocks);
  Making making = { .self = self,
                    .rows = &update->rows,
                    .level = level,
                    .children = children,
                    .blocks = blocks,
                    .dirty = places };

  for (guint32 i = 0; i < n_blocks; i++)
    {
      Block *block = i < old->len ? g_ptr_array_index (old, i) : NULL;

      dirty[i] = block == NULL
                 || !(level == 0 ? leaf_is_current (update, block, i)
                                 : parent_is_current (block, i, children->len, dirty_children));
      if (dirty[i])
        places[making.n_dirty++] = i;
      g_ptr_array_add (blocks, dirty[i] ? NULL : block);
    }
  weft_processors_share (
    "weft-pyramid",
    MAX (weft_processors_for (making.n_dirty / MIN_BLOCKS, WEFT_PROCESSORS_MOST), 1),
    (making.n_dirty + BLOCKS_PER_PART - 1) / BLOCKS_PER_PART, make_blocks, &making);
  update->n_made += making.n_dirty;
  return blocks;
}

/* Exchanges the blocks; the old ones that were replaced go to `garbage`. Under the lock. */
static void
exchange_blocks (WeftPipelineRows *self, guint level, GPtrArray *blocks, GPtrArray *garbage)
{
  GPtrArray *old = self->levels[level].blocks;

  for (guint32 i = 0; i < old->len; i++)
    if (i >= blocks->len || g_ptr_array_index (blocks, i) != g_ptr_array_index (old, i))
      g_ptr_array_add (garbage, g_ptr_array_index (old, i));
  g_ptr_array_set_free_func (old, NULL);
  g_ptr_array_unref (old);
  g_ptr_array_set_free_func (blocks, (GDestroyNotify) block_free);
  self->levels[level].blocks = blocks;
}

/* FALSE where a filter gave up. */
static gboolean
prepare_update (WeftPipelineRows *self, Update *update)
{
  const WeftPipelineSnapshot *old = self->snapshot;
  WeftPipelineSnapshot *new = weft_pipeline_trace_ref_snapshot (self->trace);

  update->rows.snapshot = new;
  update->rows.n_rows = new->n_ops;
  update->remake = new->origin != old->origin || new->ticks_per_cycle != old->ticks_per_cycle;
  if (!weft_pipeline_row_filter_update (&self->filter, new, update->remake))
    return FALSE;
  if (self->filter.ask != NULL || self->filter.filter != WEFT_ROWS_ALL
      || self->order != WEFT_ROWS_BY_FETCH)
    update->rows.ops = weft_pipeline_row_filter_list (&self->filter, new, &update->rows.n_rows);
  if (self->order != WEFT_ROWS_BY_FETCH)
    {
      weft_rows_order_sort (self->order, new, update->rows.ops, update->rows.n_rows);
      update->rows_by_op =
        weft_rows_order_invert (update->rows.ops, update->rows.n_rows, new->n_ops);
    }
  /* `stable_rows` of the snapshot speaks of the publication before, which need not be the one
   * that these rows were made of: compare. */
  if (update->rows.ops == NULL && new->ops_by_row == NULL && old->ops_by_row == NULL)
    update->stable_rows = self->n_rows;
  else
    while (update->stable_rows < MIN (self->n_rows, update->rows.n_rows)
           && op_at (self->ops, old, update->stable_rows)
                == op_at (update->rows.ops, new, update->stable_rows))
      update->stable_rows++;
  return TRUE;
}

static void
update_levels (WeftPipelineRows *self, Update *update)
{
  g_autofree guint8 *dirty = g_new (guint8, (update->rows.n_rows >> WEFT_PYRAMID_SHIFT) + 1);
  g_autofree guint8 *dirty_children =
    g_new (guint8, (update->rows.n_rows >> WEFT_PYRAMID_SHIFT) + 1);
  GPtrArray *below = NULL;

  while (update->rows.n_rows > 0 && (below == NULL || below->len > 1))
    {
      guint8 *swap = dirty_children;

      below = update_level (self, update, update->n_levels, below, dirty_children, dirty);
      update->levels[update->n_levels++] = below;
      dirty_children = dirty;
      dirty = swap;
    }
}

static int
count_digits (gint64 cycle)
{
  return g_snprintf (NULL, 0, "%" G_GINT64_FORMAT, cycle);
}

/* Ids grow with the log: the first op has short ones, the last long ones. What retires may not have its id
 * yet, which will be no larger than there are ops. */
static void
measure_ids (WeftPipelineRows *self, guint lengths[WEFT_N_OP_IDS])
{
  const guint32 n_ops = self->snapshot->n_ops;

  for (guint i = 0; i < 2 && n_ops > 0; i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (self->snapshot, i * (n_ops - 1), &op);
      {
        const gint64 ids[WEFT_N_OP_IDS] = { op.id, op.gid, op.tid, op.rid };

        for (guint k = 0; k < WEFT_N_OP_IDS; k++)
          {
            g_autofree char *text = weft_pipeline_trace_format_id (self->trace, ids[k]);

            lengths[k] = MAX (lengths[k], (guint) g_utf8_strlen (text, -1));
          }
      }
    }
  lengths[WEFT_OP_RETIRE_ID] = MAX (lengths[WEFT_OP_RETIRE_ID], (guint) count_digits (n_ops));
}

guint
weft_pipeline_rows_get_id_length (WeftPipelineRows *self, WeftOpIdKind kind)
{
  return self->look.ids[kind];
}

/* Under the lock. */
static void
update_look (WeftPipelineRows *self)
{
  Look look = { weft_pipeline_trace_get_n_kinds (self->trace),
                weft_pipeline_trace_get_n_lanes (self->trace),
                { 0 },
                0,
                { 0 } };
  const Block *all = self->n_levels > 0 ? get_block (self, self->n_levels - 1, 0) : NULL;

  if (all != NULL)
    {
      look.digits[0] = count_digits (all->summary.first_fetch);
      look.digits[1] = count_digits (all->summary.last_end);
      look.digits[2] = count_digits (all->summary.longest);
      look.longest = weft_latency_classify (all->summary.longest);
    }
  measure_ids (self, look.ids);
  if (memcmp (&look, &self->look, sizeof look) != 0)
    self->look_made = atomic_load (&self->generation);
  self->look = look;
}

/* Makes the update the state that readers see. */
static void
finish_update (WeftPipelineRows *self, Update *update)
{
  g_autoptr (GPtrArray) garbage = g_ptr_array_new_with_free_func ((GDestroyNotify) block_free);
  weft_auto_bulk guint32 *old_ops = self->ops;
  weft_auto_bulk guint32 *old_rows_by_op = self->rows_by_op;
  g_autoptr (WeftPipelineSnapshot) old_snapshot = self->snapshot;

  weft_shared_lock_write (&self->lock);
  for (guint i = 0; i < update->n_levels; i++)
    exchange_blocks (self, i, update->levels[i], garbage);
  self->n_levels = update->n_levels;
  self->n_rows = update->rows.n_rows;
  self->ops = update->rows.ops;
  self->rows_by_op = update->rows_by_op;
  self->snapshot = update->rows.snapshot;
  atomic_fetch_add (&self->generation, 1);
  update_look (self);
  weft_shared_lock_write_done (&self->lock);
}

/* Forgets an update that has changed nothing. */
static void
drop_update (Update *update)
{
  for (guint i = 0; i < update->n_levels; i++)
    g_ptr_array_unref (update->levels[i]);
  weft_bulk_free (update->rows.ops);
  weft_bulk_free (update->rows_by_op);
  weft_pipeline_snapshot_unref (update->rows.snapshot);
}

/* Blocks have the profiles of all layouts that are asked for, or are made anew. */
static void
begin_layouts (WeftPipelineRows *self, Update *update)
{
  guint n_profiles = atomic_load (&self->straightened) ? WEFT_N_PROFILES : WEFT_PROFILE_RELATIVE;

  update->remake |= self->n_profiles != n_profiles;
  self->n_profiles = n_profiles;
}

/* Whether rows show the ops, and in the cycles, that they did when the index file was made: those of an order that comes
 * late may not, once the log has got more. */
static gboolean
rows_are_kept (const WeftPipelineSnapshot *snapshot)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return snapshot->generation == trace->kept_as || trace->dialect == WEFT_PIPELINE_KANATA;
}

/* Before the first update: takes the blocks of the trace's index file, if there is one, it is whole, and they are
 * blocks of such rows. More rows may follow. */
static void
take_kept (WeftPipelineRows *self)
{
  WeftPipelineSnapshot *snapshot;
  guint32 n_rows;

  if (self->trace->n_kept_levels == 0 || self->filter.ask != NULL
      || self->filter.filter != WEFT_ROWS_ALL || self->order != WEFT_ROWS_BY_FETCH
      || atomic_load (&self->straightened))
    return;
  snapshot = weft_pipeline_trace_ref_snapshot (self->trace);
  /* Nobody looks at blocks before there are levels. */
  n_rows = MIN (self->trace->n_kept_ops, snapshot->n_ops);
  if (!rows_are_kept (snapshot) || !weft_pipeline_rows_take (self, n_rows))
    {
      for (guint i = 0; i < self->trace->n_kept_levels; i++)
        g_ptr_array_set_size (self->levels[i].blocks, 0);
      weft_pipeline_snapshot_unref (snapshot);
      return;
    }
  weft_shared_lock_write (&self->lock);
  weft_pipeline_snapshot_unref (self->snapshot);
  self->snapshot = snapshot;
  self->n_rows = n_rows;
  self->n_levels = self->trace->n_kept_levels;
  self->n_profiles = WEFT_PROFILE_RELATIVE;
  weft_shared_lock_write_done (&self->lock);
}

void
weft_pipeline_rows_update (WeftPipelineRows *self)
{
  Update update = { .rows = { NULL } };

  if (atomic_load (&self->generation) == 0)
    take_kept (self);
  if (!prepare_update (self, &update))
    {
      drop_update (&update);
      return;
    }
  begin_layouts (self, &update);
  update_levels (self, &update);
  /* The first one says that there are none, where a filter lets none through. */
  if (update.n_made > 0 || update.rows.n_rows != self->n_rows
      || atomic_load (&self->generation) == 0
      || update.rows.snapshot->generation != self->snapshot->generation)
    finish_update (self, &update);
  else
    drop_update (&update);
}
