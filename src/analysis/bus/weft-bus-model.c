/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-model.h"

#include "weft-bus-region.h"
#include "weft-bus-trace-private.h"
#include "weft-packed-cells.h"

#define FAN_OUT 16u
#define MAX_LEVELS 8

/* Ranges of fewer blocks are looked at record by record at their ends. */
#define EXACT_BLOCKS 16u

typedef struct
{
  gint64 least;
  gint64 greatest;
} Drift;

struct _WeftBusModel
{
  gatomicrefcount ref_count;
  WeftBusSnapshot *snapshot;
  guint32 n_blocks;
  WeftBusReplay *states;     /* before each block */
  WeftPackedCells *drifts;   /* by place; */
  WeftPackedCells *classes;  /* likewise */
  guint32 *places;           /* by row; NULL: place = row */
  Drift *levels[MAX_LEVELS]; /* of blocks, of FAN_OUT blocks, and so on */
  guint32 n_items[MAX_LEVELS];
  guint n_levels;
};

static void
step (const WeftBusSnapshot *snapshot, guint32 place, WeftBusReplay *state, WeftBusVerdict *verdict)
{
  WeftBusRecord record;
  guint64 elapsed;

  weft_bus_record_read (snapshot->trace, weft_bus_snapshot_row_at (snapshot, place), &record);
  elapsed = weft_bus_access_get_elapsed (&record);
  weft_bus_replay_step (state, &record, weft_bus_region_of (record.addr), elapsed,
                        weft_bus_access_get_wait (&record, elapsed), verdict);
}

static inline void
add_drift (Drift *drift, gint64 least, gint64 greatest)
{
  drift->least = MIN (drift->least, least);
  drift->greatest = MAX (drift->greatest, greatest);
}

static const Drift no_drift = { G_MAXINT64, G_MININT64 };

/* --- making it -------------------------------------------------------------------------------- */

static gboolean
replay_all (WeftBusModel *self, GCancellable *cancellable, GError **error)
{
  WeftBusReplay state = { 0 };
  WeftBusVerdict verdict;

  for (guint32 place = 0; place < self->snapshot->n_rows; place++)
    {
      guint32 block = place / WEFT_BUS_MODEL_BLOCK;

      if (place % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (place % WEFT_BUS_MODEL_BLOCK == 0)
        {
          self->states[block] = state;
          self->levels[0][block] = no_drift;
        }
      step (self->snapshot, place, &state, &verdict);
      add_drift (&self->levels[0][block], verdict.drift_total, verdict.drift_total);
      weft_packed_cells_add (self->drifts, (guint64) verdict.drift_total);
      weft_packed_cells_add (self->classes, verdict.class);
    }
  weft_packed_cells_end (self->drifts);
  weft_packed_cells_end (self->classes);
  return TRUE;
}

static void
build_levels (WeftBusModel *self)
{
  for (; self->n_items[self->n_levels - 1] > FAN_OUT && self->n_levels < MAX_LEVELS;
       self->n_levels++)
    {
      const Drift *below = self->levels[self->n_levels - 1];
      guint32 n_below = self->n_items[self->n_levels - 1];
      guint32 n = (n_below + FAN_OUT - 1) / FAN_OUT;
      Drift *level = g_new (Drift, n);

      for (guint32 i = 0; i < n_below; i++)
        {
          if (i % FAN_OUT == 0)
            level[i / FAN_OUT] = no_drift;
          add_drift (&level[i / FAN_OUT], below[i].least, below[i].greatest);
        }
      self->levels[self->n_levels] = level;
      self->n_items[self->n_levels] = n;
    }
}

static void
invert_order (WeftBusModel *self)
{
  const WeftBusSnapshot *snapshot = self->snapshot;

  if (snapshot->order == NULL)
    return;
  self->places = g_new (guint32, snapshot->n_rows);
  for (guint32 place = 0; place < snapshot->n_rows; place++)
    self->places[snapshot->order[place]] = place;
}

WeftBusModel *
weft_bus_model_new (WeftBusSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBusModel) self = g_new0 (WeftBusModel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = weft_bus_snapshot_ref (snapshot);
  self->n_blocks =
    snapshot->n_rows / WEFT_BUS_MODEL_BLOCK + (snapshot->n_rows % WEFT_BUS_MODEL_BLOCK != 0);
  self->states = g_new (WeftBusReplay, self->n_blocks);
  self->levels[0] = g_new (Drift, self->n_blocks);
  self->n_items[0] = self->n_blocks;
  self->n_levels = 1;
  self->drifts = weft_packed_cells_new (sizeof (gint64));
  self->classes = weft_packed_cells_new (sizeof (guint8));
  if (!replay_all (self, cancellable, error))
    return NULL;
  build_levels (self);
  invert_order (self);
  return g_steal_pointer (&self);
}

WeftBusModel *
weft_bus_model_ref (WeftBusModel *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_bus_model_unref (WeftBusModel *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i]);
  weft_packed_cells_free (self->drifts);
  weft_packed_cells_free (self->classes);
  g_free (self->states);
  g_free (self->places);
  weft_bus_snapshot_unref (self->snapshot);
  g_free (self);
}

/* --- asking it -------------------------------------------------------------------------------- */

WeftBusSnapshot *
weft_bus_model_get_snapshot (const WeftBusModel *self)
{
  return self->snapshot;
}

guint32
weft_bus_model_get_place (const WeftBusModel *self, guint32 row)
{
  return self->places != NULL ? self->places[row] : row;
}

void
weft_bus_model_get_block (const WeftBusModel *self, guint32 place, WeftBusVerdict *verdicts)
{
  guint32 first = place - place % WEFT_BUS_MODEL_BLOCK;
  guint32 n = MIN (WEFT_BUS_MODEL_BLOCK, self->snapshot->n_rows - first);
  WeftBusReplay state = self->states[first / WEFT_BUS_MODEL_BLOCK];

  for (guint32 i = 0; i < n; i++)
    step (self->snapshot, first + i, &state, &verdicts[i]);
}

void
weft_bus_model_get_verdict (const WeftBusModel *self, guint32 place, WeftBusVerdict *verdict)
{
  WeftBusVerdict verdicts[WEFT_BUS_MODEL_BLOCK];

  weft_bus_model_get_block (self, place, verdicts);
  *verdict = verdicts[place % WEFT_BUS_MODEL_BLOCK];
}

WeftBusClass
weft_bus_model_get_class (const WeftBusModel *self, guint32 place)
{
  guint8 classes[WEFT_SEALED_CELLS];

  weft_packed_cells_read (self->classes, place & ~(WEFT_SEALED_CELLS - 1), classes);
  return classes[place % WEFT_SEALED_CELLS];
}

/* Adds the records of a block that are in [from, to). */
static void
add_records (const WeftBusModel *self, guint32 from, guint32 to, Drift *drift)
{
  gint64 drifts[WEFT_SEALED_CELLS];

  if (from >= to)
    return;
  weft_packed_cells_read (self->drifts, from & ~(WEFT_SEALED_CELLS - 1), drifts);
  for (guint32 place = from; place < to; place++)
    {
      gint64 total = drifts[place % WEFT_SEALED_CELLS];

      add_drift (drift, total, total);
    }
}

/* Adds blocks [from, to), by the largest blocks of blocks that fit. */
static void
add_blocks (const WeftBusModel *self, guint32 from, guint32 to, Drift *drift)
{
  for (guint level = 0; from < to; level++)
    {
      gboolean is_last = level + 1 == self->n_levels;

      for (; from < to && (is_last || from % FAN_OUT != 0); from++)
        add_drift (drift, self->levels[level][from].least, self->levels[level][from].greatest);
      for (; from < to && to % FAN_OUT != 0 && !is_last; to--)
        add_drift (drift, self->levels[level][to - 1].least, self->levels[level][to - 1].greatest);
      from /= FAN_OUT;
      to /= FAN_OUT;
    }
}

void
weft_bus_model_get_drift (const WeftBusModel *self, guint32 from, guint32 to, gint64 *least,
                          gint64 *greatest)
{
  Drift drift = no_drift;
  guint32 first = from / WEFT_BUS_MODEL_BLOCK, last = (to - 1) / WEFT_BUS_MODEL_BLOCK;

  if (last - first >= EXACT_BLOCKS)
    add_blocks (self, first, last + 1, &drift);
  else if (first == last)
    add_records (self, from, to, &drift);
  else
    {
      add_records (self, from, (first + 1) * WEFT_BUS_MODEL_BLOCK, &drift);
      add_blocks (self, first + 1, last, &drift);
      add_records (self, last * WEFT_BUS_MODEL_BLOCK, to, &drift);
    }
  *least = drift.least;
  *greatest = drift.greatest;
}
