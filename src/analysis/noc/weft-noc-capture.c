/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-capture.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"
#include "weft-noc-walk.h"
#include "weft-room.h"

#include <string.h>

/* The index of a device has one byte. */
#define MAX_DEVICES 255u

/* Taken for each record, about: transfers, waits, zones and what they are found by; measured. */
#define BYTES_OF_RECORD 324

/* How many records are gone over between two looks at the cancellable. */
#define RECORDS_PER_LOOK 65536u

/* --- devices and zeros ------------------------------------------------------------------------ */

/* The device of a record that does not say it: that of records of the same run in the same file, or
 * what the file's name says, or the only one of the file. */
static gint32
guess_device (WeftNocTrace *trace, const WeftNocContext *context, guint32 n_contexts)
{
  gint32 only = WEFT_NOC_UNKNOWN;
  WeftNocPart part;

  for (guint32 i = 0; i < n_contexts; i++)
    {
      WeftNocContext other;

      weft_noc_trace_get_context (trace, i, &other);
      if (other.part != context->part || other.device == WEFT_NOC_UNKNOWN)
        continue;
      if (other.run_host_id == context->run_host_id && context->run_host_id != G_MININT64)
        return other.device;
      only = other.device;
    }
  weft_noc_trace_get_part (trace, context->part, &part);
  if (part.device != WEFT_NOC_UNKNOWN)
    return part.device;
  return only != WEFT_NOC_UNKNOWN ? only : 0;
}

static guint
add_device (WeftNocCapture *self, gint32 id)
{
  guint place = 0;
  WeftNocDevice device = { .id = id };

  while (place < self->devices->len && g_array_index (self->devices, WeftNocDevice, place).id < id)
    place++;
  if (place < self->devices->len && g_array_index (self->devices, WeftNocDevice, place).id == id)
    return place;
  if (self->devices->len == MAX_DEVICES)
    return MAX_DEVICES - 1;
  g_array_insert_val (self->devices, place, device);
  return place;
}

static void
find_devices (WeftNocCapture *self, guint32 n_contexts)
{
  g_autofree gint32 *ids = g_new (gint32, MAX (n_contexts, 1));

  self->device_of = g_new0 (guint8, MAX (n_contexts, 1));
  for (guint32 i = 0; i < n_contexts; i++)
    {
      WeftNocContext context;

      weft_noc_trace_get_context (self->trace, i, &context);
      ids[i] = context.device != WEFT_NOC_UNKNOWN
                 ? context.device
                 : guess_device (self->trace, &context, n_contexts);
      add_device (self, ids[i]);
    }
  if (self->devices->len == 0)
    add_device (self, 0);
  for (guint32 i = 0; i < n_contexts; i++)
    self->device_of[i] = (guint8) add_device (self, ids[i]);
}

/* Each file has its own zero, but files of one device are of one clock. `least` are the smallest
 * timestamps by context; they become zeros. */
static void
share_zeros (WeftNocCapture *self, guint64 *least, guint32 n_contexts)
{
  g_autofree guint64 *of_part = g_new (guint64, weft_noc_trace_get_n_parts (self->trace) + 1);
  gboolean changed = TRUE;
  guint64 of_device[MAX_DEVICES];

  for (guint32 i = 0; i <= weft_noc_trace_get_n_parts (self->trace); i++)
    of_part[i] = G_MAXUINT64;
  for (guint i = 0; i < MAX_DEVICES; i++)
    of_device[i] = G_MAXUINT64;
  while (changed)
    {
      changed = FALSE;
      for (guint32 i = 0; i < n_contexts; i++)
        {
          WeftNocContext context;
          guint64 *part, *device = &of_device[self->device_of[i]];
          guint64 zero;

          weft_noc_trace_get_context (self->trace, i, &context);
          part = &of_part[context.part];
          zero = MIN (least[i], MIN (*part, *device));
          changed = changed || zero < least[i] || zero < *part || zero < *device;
          least[i] = *part = *device = zero;
        }
    }
  /* A model's cycles are from its own zero. */
  if (weft_noc_trace_is_modelled (self->trace))
    memset (least, 0, n_contexts * sizeof *least);
  self->zeros = least;
}

static void
move_zeros (WeftNocCapture *self, const GArray *offsets, guint32 n_contexts)
{
  for (guint i = 0; offsets != NULL && i < offsets->len; i++)
    {
      const WeftNocOffset *offset = &g_array_index (offsets, WeftNocOffset, i);
      guint device;

      if (!weft_noc_capture_find_device (self, offset->device, &device))
        continue;
      for (guint32 context = 0; context < n_contexts; context++)
        if (self->device_of[context] == device)
          self->zeros[context] -= offset->cycles;
    }
}

/* --- groups ----------------------------------------------------------------------------------- */

typedef struct
{
  GArray *groups;    /* WeftNocGroup */
  guint32 *group_of; /* by record */
  WeftMap64 map;
  int max_x, max_y;
  guint32 n_contexts;
  guint64 *least; /* timestamps, by context */
} Survey;

static guint32
find_group (WeftNocCapture *self, Survey *survey, guint32 record)
{
  WeftNocGroup group = { 0 };
  guint64 key;
  guint32 index;

  group.device = self->device_of[weft_noc_context (self->trace, record)];
  group.proc = (guint8) weft_noc_proc (self->trace, record);
  group.x = (gint16) weft_noc_coordinate (self->trace, NOC_SX, record);
  group.y = (gint16) weft_noc_coordinate (self->trace, NOC_SY, record);
  key = (guint64) group.device << 40 | (guint64) group.proc << 32
        | (guint64) (guint16) group.x << 16 | (guint16) group.y;
  index = weft_map64_get (&survey->map, key);
  if (index != WEFT_MAP64_NONE)
    return index;
  index = survey->groups->len;
  g_array_append_val (survey->groups, group);
  weft_map64_set (&survey->map, key, index);
  return index;
}

static gboolean
is_same_group (WeftNocCapture *self, const WeftNocGroup *group, guint32 record)
{
  return group->x == weft_noc_coordinate (self->trace, NOC_SX, record)
         && group->y == weft_noc_coordinate (self->trace, NOC_SY, record)
         && group->proc == weft_noc_proc (self->trace, record)
         && group->device == self->device_of[weft_noc_context (self->trace, record)];
}

static void
survey_record (WeftNocCapture *self, Survey *survey, guint32 record, guint32 *last_group)
{
  guint64 *least = &survey->least[weft_noc_context (self->trace, record)];

  if (record == 0
      || !is_same_group (self, &g_array_index (survey->groups, WeftNocGroup, *last_group), record))
    *last_group = find_group (self, survey, record);
  survey->group_of[record] = *last_group;
  g_array_index (survey->groups, WeftNocGroup, *last_group).n_records++;
  *least = MIN (*least, weft_noc_time (self->trace, record));
  /* A fabric event names a tile of another chip, which is of the same kind. */
  for (guint column = NOC_SX; column <= NOC_END_Y; column += 2)
    {
      survey->max_x = MAX (survey->max_x, weft_noc_coordinate (self->trace, column, record));
      survey->max_y = MAX (survey->max_y, weft_noc_coordinate (self->trace, column + 1, record));
    }
}

static gboolean
survey_records (WeftNocCapture *self, Survey *survey, GCancellable *cancellable, GError **error)
{
  guint32 last_group = 0;

  for (guint32 record = 0; record < self->n_records; record++)
    {
      if (record % RECORDS_PER_LOOK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      survey_record (self, survey, record, &last_group);
    }
  return TRUE;
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer trace)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  guint64 tx = weft_noc_time (trace, x), ty = weft_noc_time (trace, y);

  return tx != ty ? (tx > ty) - (tx < ty) : (x > y) - (x < y);
}

/* The records of each group, in the order of their time. Most files have them so. */
static void
order_records (WeftNocCapture *self, Survey *survey, guint32 *order)
{
  guint32 first = 0;

  for (guint i = 0; i < survey->groups->len; i++)
    {
      WeftNocGroup *group = &g_array_index (survey->groups, WeftNocGroup, i);

      group->first = first;
      first += group->n_records;
      group->n_records = 0;
    }
  for (guint32 record = 0; record < self->n_records; record++)
    {
      WeftNocGroup *group = &g_array_index (survey->groups, WeftNocGroup, survey->group_of[record]);

      order[group->first + group->n_records++] = record;
    }
  for (guint i = 0; i < survey->groups->len; i++)
    {
      const WeftNocGroup *group = &g_array_index (survey->groups, WeftNocGroup, i);
      guint32 *records = order + group->first;
      guint32 n = 1;

      while (n < group->n_records
             && weft_noc_time (self->trace, records[n - 1])
                  <= weft_noc_time (self->trace, records[n]))
        n++;
      if (n < group->n_records)
        g_qsort_with_data (records, (int) MIN (group->n_records, G_MAXINT), sizeof *records,
                           compare_times, self->trace);
    }
}

/* Where kernels ran. */
static GArray *
list_sources (WeftNocCapture *self, const GArray *groups)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (WeftNocPlace));

  for (guint i = 0; i < groups->len; i++)
    {
      const WeftNocGroup *group = &g_array_index (groups, WeftNocGroup, i);
      const char *proc = weft_noc_trace_get_proc (self->trace, group->proc);
      WeftNocPlace place = { group->x, group->y };

      if (strcmp (proc, "BRISC") == 0 || strcmp (proc, "NCRISC") == 0)
        g_array_append_val (sources, place);
    }
  return sources;
}

/* --- transfers -------------------------------------------------------------------------------- */

/* Room for all that the records of each device may be. */
static gboolean
make_room_for_transfers (WeftNocCapture *self, const GArray *groups, GError **error)
{
  for (guint i = 0; i < groups->len; i++)
    {
      const WeftNocGroup *group = &g_array_index (groups, WeftNocGroup, i);

      g_array_index (self->devices, WeftNocDevice, group->device).n_records += group->n_records;
    }
  for (guint i = 0; i < self->devices->len; i++)
    {
      WeftNocDevice *device = &g_array_index (self->devices, WeftNocDevice, i);

      device->transfers = weft_bulk_new (WeftNocTransfer, (gsize) device->n_records + 1);
      if (!weft_room_found (device->transfers, error))
        return FALSE;
    }
  return TRUE;
}

/* By rising issue; those of one cycle as they were found. FALSE with an error. */
static gboolean
sort_transfers (WeftNocDevice *device, GCancellable *cancellable, GError **error)
{
  const guint32 n = device->n_transfers;
  weft_auto_bulk guint64 *keys = weft_bulk_new (guint64, (gsize) n + 1);
  weft_auto_bulk guint32 *order = weft_bulk_new (guint32, (gsize) n + 1);
  WeftNocTransfer *sorted;

  if (!weft_room_found (keys, error) || !weft_room_found (order, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      keys[i] = (guint64) device->transfers[i].issue;
      order[i] = i;
    }
  if (!weft_key_sort (keys, order, n, cancellable, error))
    return FALSE;
  sorted = weft_bulk_new (WeftNocTransfer, (gsize) n + 1);
  if (!weft_room_found (sorted, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    sorted[i] = device->transfers[order[i]];
  weft_bulk_free (device->transfers);
  device->transfers = sorted;
  return TRUE;
}

static double
get_latency (const WeftNocTopology *topology, const WeftNocTransfer *transfer)
{
  if ((transfer->flags & WEFT_TRANSFER_READ) != 0)
    return weft_noc_topology_get_read_latency (topology, transfer->to, transfer->from);
  return weft_noc_topology_get_write_latency (
    topology, weft_noc_count_hops (topology, transfer->noc, transfer->from, transfer->to));
}

/* The issue demand: transfers of one interface queue behind each other. In another tool's model it
 * is what that says. */
static void
queue_transfers (WeftNocCapture *self, WeftNocDevice *device)
{
  guint n_tiles = self->topology->n_tiles;
  g_autofree double *ends = g_new0 (double, 2 * n_tiles);

  for (guint32 i = 0; i < device->n_transfers; i++)
    {
      WeftNocTransfer *transfer = &device->transfers[i];
      double *end = &ends[transfer->noc * n_tiles + transfer->from];
      double rate = MIN (self->topology->inject_rates[self->topology->types[transfer->from]],
                         weft_noc_topology_get_packet_rate (self->topology, transfer->bytes));

      if (weft_noc_trace_is_modelled (self->trace)
          && (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0)
        {
          transfer->start = (double) transfer->issue;
          transfer->finish = (double) transfer->done;
          continue;
        }
      transfer->start =
        MAX ((double) transfer->issue + get_latency (self->topology, transfer), *end);
      transfer->finish = transfer->start + (rate > 0 ? transfer->bytes / rate : 0);
      *end = transfer->finish;
    }
}

static void
count_transfers (WeftNocCapture *self, const WeftNocDevice *device)
{
  WeftNocCounts *counts = &self->counts;

  for (guint32 i = 0; i < device->n_transfers; i++)
    {
      const WeftNocTransfer *transfer = &device->transfers[i];

      if (weft_noc_trace_is_modelled (self->trace))
        self->last = MAX (self->last, transfer->done);
      counts->n_transfers++;
      counts->transfer_bytes += transfer->bytes;
      counts->n_undecided += (transfer->flags & WEFT_TRANSFER_UNDECIDED) != 0;
      counts->n_unbounded += (transfer->flags & WEFT_TRANSFER_BOUNDED) == 0;
    }
}

/* --- making it -------------------------------------------------------------------------------- */

static gboolean
walk_groups (WeftNocCapture *self, Survey *survey, const WeftNocOptions *options,
             GCancellable *cancellable, GError **error)
{
  weft_auto_bulk guint32 *order = weft_bulk_new (guint32, (gsize) self->n_records + 1);

  if (!weft_room_found (order, error))
    return FALSE;
  order_records (self, survey, order);
  g_clear_pointer (&survey->group_of, weft_bulk_free);
  if (!make_room_for_transfers (self, survey->groups, error))
    return FALSE;
  for (guint i = 0; i < survey->groups->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      weft_noc_walk_group (self, &g_array_index (survey->groups, WeftNocGroup, i), order,
                           options != NULL ? options->other_noc : NULL);
    }
  return TRUE;
}

static gboolean
choose_chip (WeftNocCapture *self, const Survey *survey, const WeftNocOptions *options,
             GError **error)
{
  g_autoptr (GArray) sources = list_sources (self, survey->groups);
  WeftNocEvidence evidence = {
    .trace = self->trace,
    .arch = options != NULL ? options->arch : NULL,
    .topology_path = options != NULL ? options->topology_path : NULL,
    .max_x = survey->max_x,
    .max_y = survey->max_y,
    .sources = sources,
  };

  self->topology = weft_noc_choose_topology (&evidence, &self->reason, error);
  if (self->topology == NULL)
    return FALSE;
  weft_noc_route_init (&self->scratch, self->topology);
  return TRUE;
}

static gboolean
fill (WeftNocCapture *self, Survey *survey, const WeftNocOptions *options,
      GCancellable *cancellable, GError **error)
{
  guint32 n_contexts = survey->n_contexts;

  find_devices (self, n_contexts);
  for (guint32 i = 0; i < n_contexts; i++)
    survey->least[i] = G_MAXUINT64;
  if (!survey_records (self, survey, cancellable, error))
    return FALSE;
  share_zeros (self, g_steal_pointer (&survey->least), n_contexts);
  move_zeros (self, options != NULL ? options->offsets : NULL, n_contexts);
  if (!choose_chip (self, survey, options, error)
      || !walk_groups (self, survey, options, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->devices->len; i++)
    {
      WeftNocDevice *device = &g_array_index (self->devices, WeftNocDevice, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !sort_transfers (device, cancellable, error))
        return FALSE;
      queue_transfers (self, device);
      count_transfers (self, device);
    }
  return TRUE;
}

WeftNocCapture *
weft_noc_capture_new (WeftNocTrace *trace, const WeftNocOptions *options, GCancellable *cancellable,
                      GError **error)
{
  const guint32 n_records = weft_noc_trace_get_n_records (trace);
  WeftNocCapture *self;
  Survey survey = { .map = WEFT_MAP64_INIT };
  gboolean filled;

  if (!weft_room_check ((guint64) n_records * BYTES_OF_RECORD, error))
    return NULL;
  self = g_new0 (WeftNocCapture, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->n_records = n_records;
  self->devices = g_array_new (FALSE, FALSE, sizeof (WeftNocDevice));
  self->waits = g_array_new (FALSE, FALSE, sizeof (WeftNocWait));
  self->zones = g_array_new (FALSE, FALSE, sizeof (WeftNocZone));
  self->routes = g_array_new (FALSE, FALSE, sizeof (WeftNocRouteEntry));
  self->series = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->unknown = g_hash_table_new (NULL, NULL);
  survey.groups = g_array_new (FALSE, FALSE, sizeof (WeftNocGroup));
  survey.group_of = weft_bulk_new (guint32, (gsize) self->n_records + 1);
  survey.n_contexts = weft_noc_trace_get_n_contexts (trace);
  survey.least = g_new (guint64, MAX (survey.n_contexts, 1));
  filled =
    weft_room_found (survey.group_of, error) && fill (self, &survey, options, cancellable, error);
  g_array_unref (survey.groups);
  weft_bulk_free (survey.group_of);
  g_free (survey.least);
  weft_map64_clear (&survey.map);
  weft_map64_clear (&self->route_map);
  weft_noc_route_clear (&self->scratch);
  if (!filled)
    g_clear_pointer (&self, weft_noc_capture_unref);
  return self;
}

WeftNocCapture *
weft_noc_capture_ref (WeftNocCapture *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_noc_capture_unref (WeftNocCapture *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->devices->len; i++)
    weft_bulk_free (g_array_index (self->devices, WeftNocDevice, i).transfers);
  g_array_unref (self->devices);
  g_array_unref (self->waits);
  g_array_unref (self->zones);
  g_array_unref (self->routes);
  g_array_unref (self->series);
  g_hash_table_unref (self->unknown);
  g_clear_pointer (&self->topology, weft_noc_topology_unref);
  g_free (self->device_of);
  g_free (self->zeros);
  weft_bulk_free ((void *) self->issued);
  g_object_unref (self->trace);
  g_free (self);
}

/* --- asking ----------------------------------------------------------------------------------- */

WeftNocTrace *
weft_noc_capture_get_trace (const WeftNocCapture *self)
{
  return self->trace;
}

const WeftNocTopology *
weft_noc_capture_get_topology (const WeftNocCapture *self, WeftNocChipReason *reason)
{
  if (reason != NULL)
    *reason = self->reason;
  return self->topology;
}

guint32
weft_noc_capture_get_n_records (const WeftNocCapture *self)
{
  return self->n_records;
}

guint
weft_noc_capture_get_n_devices (const WeftNocCapture *self)
{
  return self->devices->len;
}

gint32
weft_noc_capture_get_device_id (const WeftNocCapture *self, guint device)
{
  return g_array_index (self->devices, WeftNocDevice, device).id;
}

gboolean
weft_noc_capture_find_device (const WeftNocCapture *self, gint32 id, guint *device)
{
  for (guint i = 0; i < self->devices->len; i++)
    if (g_array_index (self->devices, WeftNocDevice, i).id == id)
      {
        *device = i;
        return TRUE;
      }
  return FALSE;
}

guint
weft_noc_capture_device_of (const WeftNocCapture *self, guint32 record)
{
  return self->device_of[weft_noc_context (self->trace, record)];
}

gint64
weft_noc_capture_get_cycle (const WeftNocCapture *self, guint32 record)
{
  return weft_noc_cycle (self, record);
}

gint64
weft_noc_capture_get_last (const WeftNocCapture *self)
{
  return self->last;
}

const WeftNocTransfer *
weft_noc_capture_get_transfers (const WeftNocCapture *self, guint device, guint32 *n_transfers)
{
  const WeftNocDevice *of = &g_array_index (self->devices, WeftNocDevice, device);

  *n_transfers = of->n_transfers;
  return of->transfers;
}

const WeftNocTransfer *
weft_noc_capture_find_run (const WeftNocCapture *self, guint number, guint *device, guint *n)
{
  for (*device = 0; *device < self->devices->len; (*device)++)
    {
      const WeftNocDevice *of = &g_array_index (self->devices, WeftNocDevice, *device);

      *n = of->n_transfers - MIN (number, of->n_transfers);
      if (*n > 0)
        return of->transfers + number;
      number -= of->n_transfers;
    }
  return NULL;
}

/* How many of the transfers were issued before `cycle`. */
static guint32
count_before (const WeftNocTransfer *transfers, guint32 n, gint64 cycle)
{
  guint32 low = 0, high = n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (transfers[middle].issue < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const WeftNocTransfer *
weft_noc_capture_find_issued (const WeftNocCapture *self, guint device, const WeftCycleRange *range,
                              guint32 *n_transfers)
{
  guint32 n, first, end;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (self, device, &n);

  first = count_before (transfers, n, range->from);
  end = range->to == G_MAXINT64 ? n : count_before (transfers, n, range->to);
  *n_transfers = MAX (end, first) - first;
  return *n_transfers > 0 ? transfers + first : NULL;
}

const WeftNocTransfer *
weft_noc_capture_find_transfer (const WeftNocCapture *self, guint32 record)
{
  gint64 cycle = weft_noc_cycle (self, record);
  guint32 n, i;
  const WeftNocTransfer *transfers =
    weft_noc_capture_get_transfers (self, weft_noc_capture_device_of (self, record), &n);

  for (i = count_before (transfers, n, cycle); i < n && transfers[i].issue == cycle; i++)
    if (transfers[i].record == record)
      return &transfers[i];
  return NULL;
}

static WeftNocIssued
sum_up (const WeftNocCapture *self, const WeftNocTransfer *transfer)
{
  const guint64 bound = (guint64) transfer->done - (guint64) transfer->issue;
  WeftNocIssued issued = { WEFT_NOC_UNBOUNDED, WEFT_NO_ROW };

  if ((transfer->flags & WEFT_TRANSFER_BOUNDED) != 0)
    issued.bound = (guint32) MIN (bound, WEFT_NOC_FAR_BOUND);
  if (transfer->zone < self->zones->len)
    issued.zone_name = g_array_index (self->zones, WeftNocZone, transfer->zone).name_id;
  return issued;
}

static WeftNocIssued *
make_issued (const WeftNocCapture *self)
{
  WeftNocIssued *issued = weft_bulk_alloc_anyway (MAX (self->n_records, 1) * sizeof *issued);

  /* All bits set: no transfer, and no zone. */
  memset (issued, 0xff, self->n_records * sizeof *issued);
  for (guint device = 0; device < self->devices->len; device++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (self, device, &n);

      for (guint32 i = 0; i < n; i++)
        issued[transfers[i].record] = sum_up (self, &transfers[i]);
    }
  return issued;
}

const WeftNocIssued *
weft_noc_capture_peek_issued (const WeftNocCapture *self)
{
  gsize *place = &((WeftNocCapture *) self)->issued;

  if (g_once_init_enter (place))
    g_once_init_leave (place, (gsize) make_issued (self));
  return (const WeftNocIssued *) *place;
}

const WeftNocWait *
weft_noc_capture_get_waits (const WeftNocCapture *self, guint32 *n_waits)
{
  *n_waits = self->waits->len;
  return (const WeftNocWait *) (gpointer) self->waits->data;
}

gboolean
weft_noc_capture_has_traffic (const WeftNocCapture *self)
{
  return self->counts.n_events > 0 || self->zones->len == 0;
}

const WeftNocZone *
weft_noc_capture_get_zones (const WeftNocCapture *self, guint32 *n_zones)
{
  *n_zones = self->zones->len;
  return (const WeftNocZone *) (gpointer) self->zones->data;
}

const WeftNocCounts *
weft_noc_capture_get_counts (const WeftNocCapture *self)
{
  return &self->counts;
}

GHashTable *
weft_noc_capture_get_unknown_types (const WeftNocCapture *self)
{
  return self->unknown;
}
