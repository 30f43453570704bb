/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-fields.h"

#include "weft-cycle-range.h"
#include "weft-noc-numbers.h"
#include "weft-noc-trace-private.h"
#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The data of all getters is a capture, and their rows are its records. */

static WeftNocTrace *
get_trace (gconstpointer data)
{
  return weft_noc_capture_get_trace (data);
}

static gboolean
is_event (gconstpointer data, guint row)
{
  return weft_noc_type (get_trace (data), row) < NOC_TYPE_ZONE_START;
}

static WeftNocClass
class_of (gconstpointer data, guint row)
{
  return weft_noc_get_type (weft_noc_type (get_trace (data), row))->klass;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static WeftCell
get_cycle (gconstpointer data, guint row)
{
  return weft_cell_signed (weft_noc_capture_get_cycle (data, row));
}

static WeftCell
get_line (gconstpointer data, guint row)
{
  return weft_cell_signed (weft_table_get_u32 (&get_trace (data)->records, NOC_LINE, row));
}

static WeftCell
get_device (gconstpointer data, guint row)
{
  return weft_cell_signed (
    weft_noc_capture_get_device_id (data, weft_noc_capture_device_of (data, row)));
}

static WeftCell
get_run (gconstpointer data, guint row)
{
  WeftNocContext context;

  weft_noc_trace_get_context (get_trace (data), weft_noc_context (get_trace (data), row), &context);
  return context.run_host_id != G_MININT64 ? weft_cell_signed (context.run_host_id)
                                           : weft_cell_none ();
}

static WeftCell
get_network (gconstpointer data, guint row)
{
  gint64 network = weft_noc_network (get_trace (data), row);

  return network < WEFT_NOC_UNDEFINED ? weft_cell_signed (network) : weft_cell_none ();
}

static WeftCell
get_bytes (gconstpointer data, guint row)
{
  return is_event (data, row) ? weft_cell_count (weft_noc_bytes (get_trace (data), row))
                              : weft_cell_none ();
}

static WeftCell
get_channel (gconstpointer data, guint row)
{
  return is_event (data, row)
           ? weft_cell_signed ((gint8) weft_table_get_u8 (&get_trace (data)->records, NOC_VC, row))
           : weft_cell_none ();
}

static WeftCell
get_set_channel (gconstpointer data, guint row)
{
  gint8 channel = (gint8) weft_table_get_u8 (&get_trace (data)->records, NOC_VC, row);

  return channel >= 0 ? weft_cell_signed (channel) : weft_cell_none ();
}

static WeftCell
coordinate (gconstpointer data, guint column, guint row)
{
  gint64 number = weft_noc_coordinate (get_trace (data), column, row);

  return number >= 0 ? weft_cell_signed (number) : weft_cell_none ();
}

static WeftCell
get_bound (gconstpointer data, guint row)
{
  const WeftNocTransfer *transfer =
    is_event (data, row) ? weft_noc_capture_find_transfer (data, row) : NULL;

  return transfer != NULL && (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0
           ? weft_cell_signed (transfer->done - transfer->issue)
           : weft_cell_none ();
}

/* --- flags ------------------------------------------------------------------------------------ */

static WeftCell
is_of_class (gconstpointer data, guint class, guint row)
{
  return weft_cell_flag (is_event (data, row) && class_of (data, row) == class);
}

static WeftCell
is_transfer (gconstpointer data, guint row)
{
  return weft_cell_flag (is_event (data, row)
                         && weft_noc_capture_find_transfer (data, row) != NULL);
}

static WeftCell
is_multicast (gconstpointer data, guint row)
{
  return weft_cell_flag (is_event (data, row)
                         && (weft_noc_flags (get_trace (data), row) & WEFT_NOC_MULTICAST) != 0);
}

static WeftCell
is_saturated (gconstpointer data, guint row)
{
  return weft_cell_flag (is_event (data, row)
                         && weft_noc_bytes (get_trace (data), row) == WEFT_NOC_SATURATED);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Classes are numbered as their enumeration; zones come behind. */
#define N_CLASSES (WEFT_NOC_FABRIC + 1u)

static const char *
get_class_word (gconstpointer data G_GNUC_UNUSED, guint class)
{
  if (class > N_CLASSES)
    return NULL;
  return class < N_CLASSES ? weft_noc_class_to_string ((WeftNocClass) class) : "zone";
}

static WeftCell
get_class (gconstpointer data, guint row)
{
  guint class = is_event (data, row) ? (guint) class_of (data, row) : N_CLASSES;

  return weft_cell_word (class, get_class_word (data, class));
}

static WeftCell
get_processor (gconstpointer data, guint row)
{
  guint proc = weft_noc_proc (get_trace (data), row);

  return weft_cell_word (proc, weft_noc_trace_get_proc (get_trace (data), proc));
}

static WeftCell
name_cell (gconstpointer data, guint32 name)
{
  WeftNocTrace *trace = get_trace (data);

  return name < weft_noc_trace_get_n_names (trace)
           ? weft_cell_word (name, weft_noc_trace_get_name (trace, name))
           : weft_cell_none ();
}

static WeftCell
get_op (gconstpointer data, guint row)
{
  WeftNocTrace *trace = get_trace (data);

  return name_cell (data, weft_noc_context_row (trace, weft_noc_context (trace, row))->op_name);
}

static WeftCell
get_name (gconstpointer data, guint row)
{
  return name_cell (data, weft_table_get_u32 (&get_trace (data)->records, NOC_NAME, row));
}

/* As documents spell a type. */
static const char *
spell_type (const char *name)
{
  return strcmp (name, "WRITE_") == 0 ? "WRITE" : name;
}

static WeftCell
get_event_type (gconstpointer data, guint row)
{
  WeftCell cell = is_event (data, row) ? get_name (data, row) : weft_cell_none ();

  if (cell.type == WEFT_CELL_TEXT)
    cell.text = (char *) spell_type (cell.text);
  return cell;
}

static WeftCell
get_zone (gconstpointer data, guint row)
{
  const WeftNocTransfer *transfer;
  const WeftNocZone *zones;
  guint32 n_zones;

  if (!is_event (data, row))
    return get_name (data, row);
  transfer = weft_noc_capture_find_transfer (data, row);
  if (transfer == NULL || transfer->zone == WEFT_NO_ROW)
    return weft_cell_none ();
  zones = weft_noc_capture_get_zones (data, &n_zones);
  return name_cell (data, zones[transfer->zone].name_id);
}

/* --- texts of the table ----------------------------------------------------------------------- */

static WeftCell
get_core (gconstpointer data, guint row)
{
  return weft_cell_text (g_strdup_printf ("(%d,%d)",
                                          weft_noc_coordinate (get_trace (data), NOC_SX, row),
                                          weft_noc_coordinate (get_trace (data), NOC_SY, row)));
}

static WeftCell
get_type (gconstpointer data, guint row)
{
  WeftNocRecord record;
  const char *name;

  weft_noc_trace_get_record (get_trace (data), row, &record);
  if (!record.is_event)
    name = record.kind == WEFT_NOC_ZONE_START ? "ZONE_START" : "ZONE_END";
  else
    name = record.type != WEFT_NOC_TYPE_OTHER ? weft_noc_get_type (record.type)->name : record.name;
  return weft_cell_text (g_strdup (name));
}

static WeftCell
get_network_name (gconstpointer data, guint row)
{
  static const char *const names[] = { "NOC_0", "NOC_1", NULL };
  guint network = MIN (weft_noc_network (get_trace (data), row), 2u);

  return weft_cell_word (network, names[network]);
}

static WeftCell
get_other (gconstpointer data, guint row)
{
  WeftNocRecord record;

  weft_noc_trace_get_record (get_trace (data), row, &record);
  if (!record.is_event || record.dx < 0 || record.dy < 0)
    return weft_cell_none ();
  if ((record.flags & WEFT_NOC_MULTICAST) != 0)
    return weft_cell_text (
      g_strdup_printf ("(%d,%d)–(%d,%d)", record.dx, record.dy, record.end_x, record.end_y));
  return weft_cell_text (g_strdup_printf ("(%d,%d)", record.dx, record.dy));
}

static WeftCell
get_calls (gconstpointer data, guint row)
{
  return is_event (data, row) ? weft_cell_text (
           g_strdup (weft_noc_get_type (weft_noc_type (get_trace (data), row))->calls))
                              : get_name (data, row);
}

/* --- of a record that was read ---------------------------------------------------------------- */

/* A getter of what some records have. */
#define RECORD(name, has, cell) \
  static WeftCell name (gconstpointer data, gconstpointer item) \
  { \
    const WeftNocRecord *record = item; \
    return (has) ? (cell) : weft_cell_none (); \
  }

#define IS_RECTANGLE (record->is_event && (record->flags & WEFT_NOC_MULTICAST) != 0)

static WeftCell
place_cell (int x, int y)
{
  return weft_cell_text (g_strdup_printf ("(%d,%d)", x, y));
}

static WeftCell
text_cell (const char *text)
{
  return weft_cell_text (g_strdup (text));
}

static WeftCell
network_cell (guint network, const char *undefined)
{
  const char *const names[] = { "NOC_0", "NOC_1", undefined };

  return text_cell (names[MIN (network, WEFT_NOC_UNDEFINED)]);
}

RECORD (event_type, record->is_event,
        text_cell (record->type != WEFT_NOC_TYPE_OTHER ? weft_noc_get_type (record->type)->name
                                                       : record->name))
RECORD (event_class, record->is_event,
        text_cell (weft_noc_class_to_string (weft_noc_get_type (record->type)->klass)))
RECORD (event_network, record->is_event, network_cell (record->noc, "UNDEF"))
RECORD (event_saturated, record->is_event, weft_cell_flag (record->bytes == WEFT_NOC_SATURATED))
RECORD (rectangle_start, IS_RECTANGLE, place_cell (record->dx, record->dy))
RECORD (rectangle_end, IS_RECTANGLE, place_cell (record->end_x, record->end_y))
RECORD (other_x, record->is_event && !IS_RECTANGLE && record->dx >= 0 && record->dy >= 0,
        weft_cell_signed (record->dx))
RECORD (other_y, record->is_event && !IS_RECTANGLE && record->dx >= 0 && record->dy >= 0,
        weft_cell_signed (record->dy))
RECORD (zone_name, !record->is_event, text_cell (record->name))
RECORD (zone_phase, !record->is_event,
        text_cell (record->kind == WEFT_NOC_ZONE_START ? "ZONE_START" : "ZONE_END"))

/* For people. */
RECORD (event_calls, record->is_event, text_cell (weft_noc_get_type (record->type)->calls))
RECORD (shown_network, record->is_event, network_cell (record->noc, _ ("undefined")))
RECORD (other_tile, record->is_event && !IS_RECTANGLE && record->dx >= 0,
        place_cell (record->dx, record->dy))
RECORD (rectangle, IS_RECTANGLE,
        weft_cell_text (g_strdup_printf ("(%d,%d) – (%d,%d)", record->dx, record->dy, record->end_x,
                                         record->end_y)))
RECORD (some_bytes, record->is_event && record->bytes > 0, weft_cell_count (record->bytes))
RECORD (saturated_size, record->is_event && record->bytes == WEFT_NOC_SATURATED,
        text_cell (_ ("8160 bytes or more")))
RECORD (shown_channel, record->is_event,
        record->vc >= 0 ? weft_cell_signed (record->vc) : text_cell (_ ("unset")))

static WeftCell
get_known_op (gconstpointer data, guint row)
{
  WeftCell op = get_op (data, row);

  return op.type == WEFT_CELL_TEXT && *op.text != '\0' ? op : weft_cell_none ();
}

/* --- the fields ------------------------------------------------------------------------------- */

#define FILTER WEFT_FIELD_FILTER
#define TABLE WEFT_FIELD_TABLE
#define SEARCH WEFT_FIELD_SEARCH
#define INSPECT WEFT_FIELD_INSPECT
#define DUMP WEFT_FIELD_DUMP
#define MEMBER(name) .member = WEFT_MEMBER (WeftNocRecord, name)

#define CODE(column) .codes = weft_noc_numbers_column, .code = (column)
#define TYPED(column) .codes = weft_noc_codes_type, .code = (column)

static const WeftField fields[] = {
  { "cycle", N_ ("Cycle"), get_cycle, WEFT_FIELD_NUMBER, FILTER | TABLE | INSPECT | DUMP,
    WEFT_UNIT_CYCLE, .doc = N_ ("Cycle of the issue, from the zero of the trace"), .cost = 2,
    .numbers = weft_noc_numbers_cycle },
  { "device", N_ ("Device"), get_device, WEFT_FIELD_NUMBER, FILTER | TABLE,
    .doc = N_ ("Id of the device"), .cost = 2, CODE (NOC_CONTEXT) },
  { "core", N_ ("Core"), get_core, WEFT_FIELD_TEXT, TABLE | SEARCH | INSPECT,
    .doc = N_ ("Tile that issued it, NOC_0 physical"), .codes = weft_noc_codes_core },
  { "proc", N_ ("Processor"), get_processor, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | INSPECT,
    .doc = N_ ("Processor: \"BRISC\""), CODE (NOC_PROC) },
  { "type", NULL, get_event_type, WEFT_FIELD_TEXT, FILTER,
    .doc = N_ ("Type of the event: \"READ\""), TYPED (NOC_NAME) },
  { "type", N_ ("Type"), get_type, WEFT_FIELD_TEXT, TABLE | SEARCH,
    .doc = N_ ("Of the event, or the zone’s phase"), TYPED (NOC_NAME) },
  { "class", NULL, get_class, WEFT_FIELD_TEXT, FILTER,
    .doc = N_ ("read, write, barrier, flush, semaphore, fabric, other or zone"),
    .word = get_class_word, CODE (NOC_TYPE) },
  { "noc", NULL, get_network, WEFT_FIELD_NUMBER, FILTER, .doc = N_ ("Network: 0 or 1"),
    CODE (NOC_FLAGS) },
  { "noc", N_ ("NoC"), get_network_name, WEFT_FIELD_TEXT, TABLE, CODE (NOC_FLAGS) },
  { "sx", NULL, WEFT_PART (coordinate, NOC_SX), WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Column of the core that issued it"), CODE (NOC_SX) },
  { "sy", NULL, WEFT_PART (coordinate, NOC_SY), WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Row of the core that issued it"), CODE (NOC_SY) },
  { "dx", NULL, WEFT_PART (coordinate, NOC_DX), WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Column of the other tile, or where a rectangle starts"), CODE (NOC_DX) },
  { "dy", NULL, WEFT_PART (coordinate, NOC_DY), WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Row of the other tile, or where a rectangle starts"), CODE (NOC_DY) },
  { "other", N_ ("Other tile"), get_other, WEFT_FIELD_TEXT, TABLE | SEARCH,
    .doc = N_ ("Or the rectangle of a multicast"), .cost = 2, .codes = weft_noc_codes_other },
  { "bytes", N_ ("Bytes"), get_bytes, WEFT_FIELD_COUNT, FILTER | TABLE,
    .doc = N_ ("Bytes as the record has them"), .numbers = weft_noc_numbers_bytes },
  { "vc", NULL, get_channel, WEFT_FIELD_NUMBER, FILTER, .doc = N_ ("Virtual channel; −1: unset"),
    TYPED (NOC_VC) },
  { "vc", N_ ("VC"), get_set_channel, WEFT_FIELD_NUMBER, TABLE | WEFT_FIELD_QUERY,
    .doc = N_ ("Virtual channel; — is unset"), CODE (NOC_VC) },
  { "done", N_ ("≤ Cycles"), get_bound, WEFT_FIELD_NUMBER, TABLE,
    .doc = N_ ("To the end of the barrier after it"), .cost = 20,
    .numbers = weft_noc_numbers_bound },
  { "run", NULL, get_run, WEFT_FIELD_NUMBER, FILTER, .doc = N_ ("Id of the run on the host"),
    .cost = 2, CODE (NOC_CONTEXT) },
  { "op", N_ ("Op"), get_op, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH, .doc = N_ ("Name of the op"),
    .cost = 2, CODE (NOC_CONTEXT) },
  { "zone", NULL, get_zone, WEFT_FIELD_TEXT, FILTER,
    .doc = N_ ("Zone that a transfer was issued in"), .cost = 20, .codes = weft_noc_codes_zone },
  { "read", NULL, WEFT_PART (is_of_class, WEFT_NOC_READ), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("A read"), CODE (NOC_TYPE) },
  { "write", NULL, WEFT_PART (is_of_class, WEFT_NOC_WRITE), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("A write"), CODE (NOC_TYPE) },
  { "transfer", NULL, is_transfer, WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("Payload goes over the network"), .cost = 20, .numbers = weft_noc_numbers_transfer },
  { "multicast", NULL, is_multicast, WEFT_FIELD_FLAG, FILTER, .doc = N_ ("To a rectangle of tiles"),
    TYPED (NOC_FLAGS) },
  { "fabric", NULL, WEFT_PART (is_of_class, WEFT_NOC_FABRIC), WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("From chip to chip"), CODE (NOC_TYPE) },
  { "saturated", NULL, is_saturated, WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("8160 bytes or more: the device counts no further"), TYPED (NOC_BYTES) },
  { "line", N_ ("Line"), get_line, WEFT_FIELD_NUMBER, FILTER | TABLE | WEFT_FIELD_NAMES_ROW,
    .doc = N_ ("Line of the file where the record begins, from 1"), .part = NOC_LINE,
    .numbers = weft_noc_numbers_column },
  { "name", N_ ("Zone, or calls of dataflow_api.h"), get_calls, WEFT_FIELD_TEXT,
    TABLE | WEFT_FIELD_LAST, TYPED (NOC_NAME) },
  { "name", N_ ("Name"), get_calls, WEFT_FIELD_TEXT, SEARCH, TYPED (NOC_NAME) },

  { "timestamp", NULL, .flags = DUMP, MEMBER (timestamp) },
  { "proc", NULL, .flags = DUMP, MEMBER (proc) },
  { "sx", NULL, .flags = DUMP, MEMBER (sx) },
  { "sy", NULL, .flags = DUMP, MEMBER (sy) },
  { "device", N_ ("Device"), get_device, WEFT_FIELD_NUMBER, INSPECT | DUMP, CODE (NOC_CONTEXT) },
  { "run_host_id", NULL, get_run, WEFT_FIELD_NUMBER, DUMP, CODE (NOC_CONTEXT) },
  { "op", N_ ("Op"), get_known_op, WEFT_FIELD_TEXT, INSPECT | DUMP, .dump_key = "op_name",
    CODE (NOC_CONTEXT) },
  { "line", N_ ("Line"), get_line, WEFT_FIELD_NUMBER, INSPECT, .part = NOC_LINE,
    .numbers = weft_noc_numbers_column },
  { "calls", N_ ("Calls"), .flags = INSPECT | WEFT_FIELD_LAST, .of = event_calls },
  { "noc", N_ ("Network"), .flags = INSPECT, .of = shown_network },
  { "other", N_ ("Other tile"), .flags = INSPECT, .of = other_tile },
  { "rectangle", N_ ("Rectangle"), .flags = INSPECT, .of = rectangle },
  { "bytes", N_ ("Bytes"), .flags = INSPECT, .unit = WEFT_UNIT_BYTES, .of = some_bytes },
  { "size", N_ ("Size"), .flags = INSPECT,
    .doc = N_ ("The device counts no further than 255 pieces of 32 bytes"), .of = saturated_size },
  { "vc", N_ ("Virtual channel"), .flags = INSPECT, .of = shown_channel },

  { "type", NULL, .flags = DUMP, .of = event_type },
  { "class", NULL, .flags = DUMP, .of = event_class },
  { "noc", NULL, .flags = DUMP, .of = event_network },
  { "vc", NULL, get_channel, WEFT_FIELD_NUMBER, DUMP, TYPED (NOC_VC) },
  { "num_bytes", NULL, get_bytes, WEFT_FIELD_COUNT, DUMP, .numbers = weft_noc_numbers_bytes },
  { "saturated", NULL, .flags = DUMP | WEFT_FIELD_ALWAYS, .of = event_saturated },
  { "mcast_start", NULL, .flags = DUMP | WEFT_FIELD_PLACE, .of = rectangle_start },
  { "mcast_end", NULL, .flags = DUMP | WEFT_FIELD_PLACE, .of = rectangle_end },
  { "dx", NULL, .flags = DUMP, .of = other_x },
  { "dy", NULL, .flags = DUMP, .of = other_y },
  { "zone", NULL, .flags = DUMP, .of = zone_name },
  { "zone_phase", NULL, .flags = DUMP, .of = zone_phase },
};

const WeftSchema weft_noc_event_schema = { "noc_event", "Records of a NoC capture",
                                           fields,      G_N_ELEMENTS (fields),
                                           0,           sizeof (WeftNocRecord) };

/* --- what some events have besides ------------------------------------------------------------ */

static WeftCell
as_flag (gconstpointer data G_GNUC_UNUSED, gint64 holds)
{
  return weft_cell_flag (holds != 0);
}

#define DEBUG(name) .member = WEFT_MEMBER (WeftNocDebug, name)

static const WeftField debug_fields[] = {
  { "dst_addr", NULL, .flags = DUMP, DEBUG (dst_addr) },
  { "src_addr", NULL, .flags = DUMP, DEBUG (src_addr) },
  { "noc_status_counter", NULL, .flags = DUMP, DEBUG (status_counter) },
  { "posted", NULL, .flags = DUMP | WEFT_FIELD_ALWAYS, DEBUG (posted), .as = as_flag },
};

const WeftSchema weft_noc_debug_schema = { "noc_debug",
                                           "What debug captures add to an event",
                                           debug_fields,
                                           G_N_ELEMENTS (debug_fields),
                                           0,
                                           sizeof (WeftNocDebug) };

static WeftCell
as_known (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number != WEFT_NOC_UNKNOWN ? weft_cell_signed (number) : weft_cell_none ();
}

static WeftCell
get_reach (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNocFabric *fabric = item;

  return weft_cell_text (fabric->start_distance != WEFT_NOC_UNKNOWN
                           ? g_strdup_printf ("%d, %d", fabric->start_distance, fabric->range)
                           : NULL);
}

#define FABRIC(name) .member = WEFT_MEMBER (WeftNocFabric, name), .as = as_known

static const WeftField fabric_fields[] = {
  { "eth_chan", N_ ("Ethernet channel"), .flags = INSPECT | DUMP, FABRIC (eth_channel) },
  { "hops", N_ ("Hops"), .flags = INSPECT | DUMP, FABRIC (hops) },
  { "reach", N_ ("Distance and range"), .flags = INSPECT, .of = get_reach },
  { "start_distance", NULL, .flags = DUMP, FABRIC (start_distance) },
  { "range", NULL, .flags = DUMP, FABRIC (range) },
  { "ns_hops", NULL, .flags = DUMP, FABRIC (north_south_hops) },
  { "e_hops", NULL, .flags = DUMP, FABRIC (east_hops) },
  { "w_hops", NULL, .flags = DUMP, FABRIC (west_hops) },
  { "dst_device_id", NULL, .flags = DUMP, FABRIC (dst_device) },
};

const WeftSchema weft_noc_fabric_schema = {
  "noc_fabric",          "What fabric events add", fabric_fields, G_N_ELEMENTS (fabric_fields), 0,
  sizeof (WeftNocFabric)
};

/* --- transfers -------------------------------------------------------------------------------- */

static WeftCell
as_tile (gconstpointer data, gint64 tile)
{
  return weft_cell_text (weft_noc_describe_tile (data, (guint) tile));
}

static WeftCell
count_links (gconstpointer data, gint64 route)
{
  guint n_series, n_links;

  weft_noc_capture_get_route (data, (guint32) route, &n_series, &n_links);
  return weft_cell_count (n_links);
}

/* A getter of what some transfers have. */
#define TRANSFER_WITH(name, flag, cell) \
  static WeftCell name (gconstpointer data, gconstpointer item) \
  { \
    const WeftNocTransfer *transfer = item; \
    return (transfer->flags & (flag)) != 0 ? (cell) : weft_cell_none (); \
  }

TRANSFER_WITH (get_tree, WEFT_TRANSFER_UNDECIDED, text_cell (_ ("≈ undecided")))
TRANSFER_WITH (get_done, WEFT_TRANSFER_BOUNDED, weft_cell_signed (transfer->done))
TRANSFER_WITH (get_bounded, WEFT_TRANSFER_BOUNDED,
               weft_cell_count (weft_cycles_between (transfer->issue, transfer->done)))

static WeftCell
get_transfer_zone (gconstpointer data, gint64 zone)
{
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (data, &n_zones);

  return zone < n_zones ? name_cell (data, zones[zone].name_id) : weft_cell_none ();
}

static WeftCell
as_device_of (gconstpointer data, gint64 record)
{
  return get_device (data, (guint) record);
}

static WeftCell
get_is_read (gconstpointer data G_GNUC_UNUSED, gint64 flags)
{
  return weft_cell_flag ((flags & WEFT_TRANSFER_READ) != 0);
}

static WeftCell
get_is_multicast (gconstpointer data G_GNUC_UNUSED, gint64 flags)
{
  return weft_cell_flag ((flags & WEFT_TRANSFER_MULTICAST) != 0);
}

#define TRANSFER(name) .member = WEFT_MEMBER (WeftNocTransfer, name)
#define QUERY WEFT_FIELD_QUERY

static const WeftField transfer_fields[] = {
  { "event", .type = WEFT_FIELD_NUMBER, .flags = QUERY, TRANSFER (record),
    .doc = "rowid of its event" },
  { "device", .type = WEFT_FIELD_NUMBER, .flags = QUERY, TRANSFER (record), .as = as_device_of,
    .codes = weft_noc_codes_transfer_device, .doc = "Id of the device" },
  { "noc", .type = WEFT_FIELD_NUMBER, .flags = QUERY, TRANSFER (noc), .doc = "Network: 0 or 1" },
  { "cycle", .type = WEFT_FIELD_NUMBER, .flags = QUERY, TRANSFER (issue),
    .doc = "Cycle of the issue, from the zero of the trace" },
  { "from", N_ ("From"), .flags = INSPECT | DUMP | WEFT_FIELD_PLACE, TRANSFER (from),
    .as = as_tile },
  { "to", N_ ("To"), .flags = INSPECT | DUMP | WEFT_FIELD_PLACE, TRANSFER (to), .as = as_tile },
  { "bytes", N_ ("Bytes"), .flags = INSPECT | DUMP, .unit = WEFT_UNIT_BYTES, TRANSFER (bytes) },
  { "links", N_ ("Links"), .flags = INSPECT | DUMP, TRANSFER (route), .as = count_links },
  { "tree", N_ ("Tree"), .flags = INSPECT,
    .doc = N_ ("Its source lies inside the rectangle; documents do not say how such a tree looks"),
    .of = get_tree },
  { "bounded", N_ ("Bounded after"), .flags = INSPECT, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("From its issue to the end of the first barrier after it"), .of = get_bounded },
  { "done", NULL, .flags = DUMP, .of = get_done, .numbers = weft_noc_numbers_transfer_done },
  { "demand_start", NULL, .flags = DUMP, TRANSFER (start) },
  { "demand_end", NULL, .flags = DUMP, TRANSFER (finish) },
  { "zone", .type = WEFT_FIELD_TEXT, .flags = QUERY, TRANSFER (zone), .as = get_transfer_zone,
    .codes = weft_noc_codes_transfer_zone, .doc = "The innermost zone that it was issued in" },
  { "read", .type = WEFT_FIELD_FLAG, .flags = QUERY, TRANSFER (flags), .as = get_is_read,
    .doc = "A read: its payload comes from the tile that was asked" },
  { "multicast", .type = WEFT_FIELD_FLAG, .flags = QUERY, TRANSFER (flags), .as = get_is_multicast,
    .doc = "To a rectangle of tiles" },
};

const WeftSchema weft_noc_transfer_schema = { "noc_transfer",
                                              "Transfers over a NoC",
                                              transfer_fields,
                                              G_N_ELEMENTS (transfer_fields),
                                              0,
                                              sizeof (WeftNocTransfer) };

/* --- filters ---------------------------------------------------------------------------------- */

const WeftLanguage *
weft_noc_language (void)
{
  static const WeftLanguage language = { &weft_noc_event_schema, NULL, 0,
                                         "bytes >= 1024 && noc == 1" };

  return &language;
}

/* --- values for completion -------------------------------------------------------------------- */

/* Whether names of that number stand in the field at all. */
static void
mark_used (WeftNocTrace *trace, WeftFieldGet get, guint8 *used, guint n)
{
  guint32 n_records = weft_noc_trace_get_n_records (trace);

  for (guint32 i = 0; get == get_op && i < weft_noc_trace_get_n_contexts (trace); i++)
    {
      guint32 name = weft_noc_context_row (trace, i)->op_name;

      if (name < n)
        used[name] = TRUE;
    }
  for (guint32 record = 0; get != get_op && record < n_records; record++)
    {
      gboolean of_event = weft_noc_type (trace, record) < NOC_TYPE_ZONE_START;
      guint32 name = weft_table_get_u32 (&trace->records, NOC_NAME, record);

      if (of_event == (get == get_event_type) && name < n)
        used[name] = TRUE;
    }
}

static void
add_word (GStrvBuilder *words, const char *word)
{
  g_autofree char *valid = g_utf8_make_valid (word, -1);

  g_strv_builder_add (words, valid);
}

char **
weft_noc_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  guint n = weft_noc_trace_get_n_names (trace);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree guint8 *used = NULL;

  if (field->word != NULL)
    return weft_field_list_texts (field, NULL, 0);
  for (guint i = 0; field->get == get_processor && i < weft_noc_trace_get_n_procs (trace); i++)
    add_word (words, weft_noc_trace_get_proc (trace, i));
  if (field->get == get_processor || field->type != WEFT_FIELD_TEXT)
    return g_strv_builder_end (words);
  used = g_new0 (guint8, n + 1);
  mark_used (trace, field->get, used, n);
  for (guint i = 0; i < n; i++)
    if (used[i])
      add_word (words, spell_type (weft_noc_trace_get_name (trace, i)));
  return g_strv_builder_end (words);
}
