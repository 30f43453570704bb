/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-walk.h"

#include "weft-noc-routes.h"

#include <string.h>

/* Goes over the records of one processor in the order of their time: what they mean depends on
 * those before. */

/* Zones that never end pile up; no more of them are looked at for one that does. */
#define MAX_OPEN_ZONES 1024u

/* A destination, and a size, that a SET_STATE has set. */
typedef struct
{
  gboolean is_set;
  gboolean multicast;
  int x, y, end_x, end_y;
  guint32 bytes;
} State;

/* Reads and writes each. */
enum
{
  READS,
  WRITES,
  N_KINDS
};

typedef struct
{
  WeftNocCapture *capture;
  WeftNocTrace *trace;
  const WeftNocGroup *group;
  const WeftBitset *other_noc;
  int width;
  int height;
  guint tile; /* G_MAXUINT16: off the grid */
  WeftNocDevice *device;
  State states[N_KINDS][WEFT_NOC_UNDEFINED + 1];
  GArray *pending[N_KINDS]; /* guint32: transfers that no barrier has ended */
  guint32 barrier[N_KINDS]; /* record of a START that waits for its END; WEFT_NO_ROW */
  GArray *open_zones;       /* guint32: innermost last */
  guint32 wait;             /* that ends with the next record; WEFT_NO_ROW */
} Walk;

static gboolean
is_on_grid (const Walk *walk, int x, int y)
{
  return x >= 0 && x < walk->width && y >= 0 && y < walk->height;
}

static guint16
tile_of (const Walk *walk, int x, int y)
{
  return (guint16) (y * walk->width + x);
}

/* --- transfers -------------------------------------------------------------------------------- */

static void
read_state (const Walk *walk, guint32 record, State *state)
{
  state->is_set = TRUE;
  state->multicast = (weft_noc_flags (walk->trace, record) & WEFT_NOC_MULTICAST) != 0;
  state->x = weft_noc_coordinate (walk->trace, NOC_DX, record);
  state->y = weft_noc_coordinate (walk->trace, NOC_DY, record);
  state->end_x = weft_noc_coordinate (walk->trace, NOC_END_X, record);
  state->end_y = weft_noc_coordinate (walk->trace, NOC_END_Y, record);
  state->bytes = weft_noc_bytes (walk->trace, record);
}

/* The payload of a record: its own destination and size, or those of the state. */
static State
resolve (const Walk *walk, guint32 record, guint kind, guint noc, const WeftNocType *type)
{
  const State *set = &walk->states[kind][noc];
  State own;

  read_state (walk, record, &own);
  if ((type->flags & WEFT_NOC_TAKES_STATE) == 0 || !set->is_set)
    return own;
  if (own.x < 0 || own.y < 0)
    {
      guint32 bytes = own.bytes;

      own = *set;
      own.bytes = bytes;
    }
  if (own.bytes == 0)
    own.bytes = set->bytes;
  return own;
}

static gboolean
can_go (const Walk *walk, const State *what, guint noc)
{
  return what->bytes > 0 && noc < WEFT_NOC_N_NOCS && walk->tile != G_MAXUINT16
         && is_on_grid (walk, what->x, what->y)
         && (!what->multicast || is_on_grid (walk, what->end_x, what->end_y));
}

static guint32
get_zone (const Walk *walk)
{
  guint n = walk->open_zones->len, least = n > MAX_OPEN_ZONES ? n - MAX_OPEN_ZONES : 0;

  for (guint i = n; i-- > least;)
    {
      guint32 index = g_array_index (walk->open_zones, guint32, i);

      if ((g_array_index (walk->capture->zones, WeftNocZone, index).flags & WEFT_ZONE_NOISE) == 0)
        return index;
    }
  return WEFT_NO_ROW;
}

static void
set_modelled_end (const Walk *walk, WeftNocTransfer *transfer)
{
  guint64 end;
  guint32 context = weft_noc_context (walk->trace, transfer->record);

  if (!weft_noc_trace_get_end (walk->trace, transfer->record, &end)
      || end <= weft_noc_time (walk->trace, transfer->record))
    return;
  transfer->done = (gint64) MIN (end - walk->capture->zeros[context], (guint64) G_MAXINT64 / 4);
  transfer->flags |= WEFT_TRANSFER_BOUNDED;
}

static void
add_transfer (Walk *walk, guint32 record, gint64 cycle, guint kind, const WeftNocType *type)
{
  guint noc = weft_noc_network (walk->trace, record);
  State what = resolve (walk, record, kind, noc, type);
  WeftNocTransfer transfer = {
    .record = record, .bytes = what.bytes, .issue = cycle, .zone = get_zone (walk)
  };
  guint32 index;

  if (!can_go (walk, &what, noc))
    {
      walk->capture->counts.n_unresolved++;
      return;
    }
  if (walk->other_noc != NULL && weft_bitset_has (walk->other_noc, record))
    {
      noc = 1 - noc;
      /* The same tiles: the other network's rectangles start at the other corner. */
      if (what.multicast)
        {
          int x = what.x, y = what.y;

          what.x = what.end_x;
          what.y = what.end_y;
          what.end_x = x;
          what.end_y = y;
        }
    }
  transfer.noc = (guint8) noc;
  transfer.from = (guint16) walk->tile;
  transfer.to = tile_of (walk, what.x, what.y);
  if (what.multicast)
    {
      transfer.flags |= WEFT_TRANSFER_MULTICAST;
      transfer.to_end = tile_of (walk, what.end_x, what.end_y);
    }
  else if (kind == READS)
    {
      transfer.flags |= WEFT_TRANSFER_READ;
      transfer.from = transfer.to;
      transfer.to = (guint16) walk->tile;
    }
  transfer.route = weft_noc_find_route (walk->capture, &transfer);
  if (transfer.route == WEFT_NO_ROW)
    {
      walk->capture->counts.n_unresolved++;
      return;
    }
  set_modelled_end (walk, &transfer);
  index = walk->device->n_transfers++;
  walk->device->transfers[index] = transfer;
  g_array_append_val (walk->pending[kind], index);
}

/* A barrier's end bounds the transfers before it. Those of the same cycle wait for the next. */
static void
end_pending (Walk *walk, guint kind, gint64 cycle)
{
  GArray *pending = walk->pending[kind];
  guint n_left = 0;

  for (guint i = 0; i < pending->len; i++)
    {
      guint32 index = g_array_index (pending, guint32, i);
      WeftNocTransfer *transfer = &walk->device->transfers[index];

      if (transfer->issue >= cycle)
        g_array_index (pending, guint32, n_left++) = index;
      else if ((transfer->flags & WEFT_TRANSFER_BOUNDED) == 0)
        {
          transfer->done = cycle;
          transfer->flags |= WEFT_TRANSFER_BOUNDED;
        }
    }
  g_array_set_size (pending, n_left);
}

/* --- waits ------------------------------------------------------------------------------------ */

static guint32
add_wait (Walk *walk, guint32 record, gint64 start, gint64 end, gboolean measured,
          gboolean semaphore)
{
  WeftNocWait wait = {
    record, (guint16) walk->tile, walk->group->device, (guint8) measured, (guint8) semaphore, start,
    end
  };

  g_array_append_val (walk->capture->waits, wait);
  return walk->capture->waits->len - 1;
}

static void
take_barrier (Walk *walk, guint32 record, gint64 cycle, const WeftNocType *type)
{
  guint kind = (type->flags & WEFT_NOC_OF_READS) != 0 ? READS : WRITES;
  guint32 *start = &walk->barrier[kind];

  if ((type->flags & WEFT_NOC_BARRIER_START) != 0)
    {
      walk->capture->counts.n_unpaired_barriers += *start != WEFT_NO_ROW;
      *start = record;
      return;
    }
  if ((type->flags & WEFT_NOC_BARRIER_END) == 0)
    return;
  end_pending (walk, kind, cycle);
  if (*start != WEFT_NO_ROW)
    add_wait (walk, *start, weft_noc_cycle (walk->capture, *start), cycle, TRUE, FALSE);
  else
    walk->capture->counts.n_unpaired_barriers++;
  *start = WEFT_NO_ROW;
}

/* --- zones ------------------------------------------------------------------------------------ */

static gboolean
is_noise (const char *name)
{
  return g_str_has_prefix (name, "PROFILER-NOC-QUICK");
}

static void
open_zone (Walk *walk, guint32 record, gint64 cycle)
{
  WeftNocZone zone = { .record = record,
                       .tile = (guint16) walk->tile,
                       .device = walk->group->device,
                       .proc_id = walk->group->proc,
                       .flags = WEFT_ZONE_OPEN,
                       .depth = (guint8) MIN (walk->open_zones->len, 255),
                       .start = cycle,
                       .end = cycle };
  guint32 index = walk->capture->zones->len;

  zone.name_id = weft_table_get_u32 (&walk->trace->records, NOC_NAME, record);
  if (is_noise (weft_noc_trace_get_name (walk->trace, zone.name_id)))
    zone.flags |= WEFT_ZONE_NOISE;
  g_array_append_val (walk->capture->zones, zone);
  g_array_append_val (walk->open_zones, index);
}

static void
close_zone (Walk *walk, guint32 record, gint64 cycle)
{
  guint32 name_id = weft_table_get_u32 (&walk->trace->records, NOC_NAME, record);
  guint n = walk->open_zones->len, least = n > MAX_OPEN_ZONES ? n - MAX_OPEN_ZONES : 0;

  for (guint i = n; i-- > least;)
    {
      guint32 index = g_array_index (walk->open_zones, guint32, i);
      WeftNocZone *zone = &g_array_index (walk->capture->zones, WeftNocZone, index);

      if (zone->name_id != name_id)
        continue;
      zone->end = cycle;
      zone->flags &= (guint8) ~WEFT_ZONE_OPEN;
      g_array_remove_index (walk->open_zones, i);
      return;
    }
  if (!is_noise (weft_noc_trace_get_name (walk->trace, name_id)))
    walk->capture->counts.n_unbalanced_zones++;
}

static void
close_all (Walk *walk, gint64 last)
{
  for (guint i = 0; i < walk->open_zones->len; i++)
    {
      WeftNocZone *zone = &g_array_index (walk->capture->zones, WeftNocZone,
                                          g_array_index (walk->open_zones, guint32, i));

      zone->end = last;
      walk->capture->counts.n_unbalanced_zones += (zone->flags & WEFT_ZONE_NOISE) == 0;
    }
}

/* --- records ---------------------------------------------------------------------------------- */

static void
count_event (Walk *walk, guint32 record, guint type_id, const WeftNocType *type)
{
  WeftNocCounts *counts = &walk->capture->counts;
  guint32 bytes = weft_noc_bytes (walk->trace, record);
  guint noc = MIN (weft_noc_network (walk->trace, record), WEFT_NOC_UNDEFINED);

  counts->n_events++;
  counts->type_events[type_id]++;
  counts->type_bytes[type_id] += bytes;
  counts->noc_events[noc]++;
  counts->noc_bytes[noc] += bytes;
  counts->n_saturated += bytes == WEFT_NOC_SATURATED;
  counts->n_fabric += type->klass == WEFT_NOC_FABRIC;
  counts->n_off_grid += walk->tile == G_MAXUINT16;
  if (type_id == WEFT_NOC_TYPE_OTHER)
    {
      gpointer name =
        GUINT_TO_POINTER (weft_table_get_u32 (&walk->trace->records, NOC_NAME, record));
      gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (walk->capture->unknown, name));

      g_hash_table_insert (walk->capture->unknown, name, GSIZE_TO_POINTER (n + 1));
    }
}

static void
take_event (Walk *walk, guint32 record, gint64 cycle, guint type_id)
{
  const WeftNocType *type = weft_noc_get_type (type_id);
  guint kind = type->klass == WEFT_NOC_READ ? READS : WRITES;

  count_event (walk, record, type_id, type);
  if ((type->flags & WEFT_NOC_SETS_STATE) != 0)
    read_state (
      walk, record,
      &walk->states[kind][MIN (weft_noc_network (walk->trace, record), WEFT_NOC_UNDEFINED)]);
  else if (weft_noc_type_transfers (type))
    add_transfer (walk, record, cycle, kind, type);
  else if ((type->flags & WEFT_NOC_WAITS) != 0)
    walk->wait = add_wait (walk, record, cycle, cycle, FALSE, type->klass == WEFT_NOC_SEMAPHORE);
  else if (type->klass == WEFT_NOC_BARRIER)
    take_barrier (walk, record, cycle, type);
}

static void
take_record (Walk *walk, guint32 record)
{
  gint64 cycle = weft_noc_cycle (walk->capture, record);
  guint type = weft_noc_type (walk->trace, record);

  if (walk->wait != WEFT_NO_ROW)
    g_array_index (walk->capture->waits, WeftNocWait, walk->wait).end = cycle;
  walk->wait = WEFT_NO_ROW;
  walk->capture->last = MAX (walk->capture->last, cycle);
  if (type < NOC_TYPE_ZONE_START)
    {
      take_event (walk, record, cycle, type);
      return;
    }
  walk->capture->counts.n_zone_records++;
  if (type == NOC_TYPE_ZONE_START)
    open_zone (walk, record, cycle);
  else
    {
      walk->capture->counts.has_zone_ends = TRUE;
      close_zone (walk, record, cycle);
    }
}

void
weft_noc_walk_group (WeftNocCapture *self, const WeftNocGroup *group, const guint32 *order,
                     const WeftBitset *other_noc)
{
  Walk walk = { .capture = self,
                .trace = self->trace,
                .group = group,
                .other_noc = other_noc,
                .barrier = { WEFT_NO_ROW, WEFT_NO_ROW },
                .wait = WEFT_NO_ROW };

  walk.width = (int) self->topology->width;
  walk.height = (int) self->topology->height;
  walk.tile =
    is_on_grid (&walk, group->x, group->y) ? tile_of (&walk, group->x, group->y) : G_MAXUINT16;
  walk.device = &g_array_index (self->devices, WeftNocDevice, group->device);
  walk.open_zones = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint kind = 0; kind < N_KINDS; kind++)
    walk.pending[kind] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < group->n_records; i++)
    take_record (&walk, order[group->first + i]);
  if (group->n_records > 0)
    close_all (&walk, weft_noc_cycle (self, order[group->first + group->n_records - 1]));
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      self->counts.n_unpaired_barriers += walk.barrier[kind] != WEFT_NO_ROW;
      g_array_unref (walk.pending[kind]);
    }
  g_array_unref (walk.open_zones);
}
