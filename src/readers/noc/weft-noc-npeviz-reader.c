/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-noc-npeviz-reader.h"

#include "weft-noc-soc-reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A timeline says what it is within so many bytes, or is none. */
#define SNIFF_SIZE ((gsize) 64 << 10)

#define TRANSFER_KEYS(M) \
  M (TRANSFER_SRC, "src") \
  M (TRANSFER_DST, "dst") \
  M (TRANSFER_BYTES, "total_bytes") \
  M (TRANSFER_START, "start_cycle") \
  M (TRANSFER_END, "end_cycle") \
  M (TRANSFER_TYPE, "noc_event_type") \
  M (TRANSFER_ZONES, "zones") \
  M (TRANSFER_ROUTE, "route")

enum
{
  TRANSFER_KEYS (WEFT_JSON_SLOT)
};

static const char *const transfer_keys[] = { TRANSFER_KEYS (WEFT_JSON_PATH) NULL };

#define STEP_KEYS(M) \
  M (STEP_START, "start_cycle") \
  M (STEP_END, "end_cycle") \
  M (STEP_DEMAND, "link_demand") \
  M (STEP_MULTICAST, "mcast_write_link_util")

enum
{
  STEP_KEYS (WEFT_JSON_SLOT)
};

static const char *const step_keys[] = { STEP_KEYS (WEFT_JSON_PATH) NULL };

static const char *const info_keys[] = { "mcast_write_link_util", NULL };

static const char *const route_keys[] = { "noc_type", NULL };

const WeftJsonMember weft_npeviz_members[] = {
  { "common_info", WEFT_NPEVIZ_INFO, NULL },
  { "noc_transfers", WEFT_NPEVIZ_TRANSFERS, transfer_keys },
  { "timestep_data", WEFT_NPEVIZ_STEPS, step_keys },
  { "soc_descriptor", WEFT_NPEVIZ_SOC, NULL },
  { NULL, 0, NULL },
};

WeftSniff
weft_npeviz_sniff (const char *head, gsize length)
{
  gsize seen = MIN (length, SNIFF_SIZE);

  if (memmem (head, seen, "\"common_info\"", 13) != NULL
      || memmem (head, seen, "\"noc_transfers\"", 15) != NULL)
    return WEFT_SNIFF_YES;
  return length < SNIFF_SIZE ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}

/* --- values ----------------------------------------------------------------------------------- */

/* A cycle or a count: FALSE where it is no whole number of at least 0. */
static gboolean
get_count (const WeftJsonRecord *record, guint slot, guint64 *count)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0)
    return FALSE;
  *count = (guint64) value->integer;
  return TRUE;
}

static WeftNocText
get_text (const WeftJsonValue *value)
{
  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return (WeftNocText){ "", 0 };
  return (WeftNocText){ value->text, value->length };
}

/* [device, row, column], with more behind for links; returns how many of the numbers there are. */
static guint
get_place (const WeftJsonValue *array, gint64 place[3])
{
  WeftJsonRecord element;
  const char *at = NULL;
  guint n = 0;

  if (array == NULL || array->kind != WEFT_JSON_ARRAY)
    return 0;
  while (n < 3 && weft_json_next_element (array, &at, NULL, &element))
    {
      if (element.self.kind != WEFT_JSON_INTEGER || element.self.integer < 0
          || element.self.integer > G_MAXINT16)
        return n;
      place[n++] = element.self.integer;
    }
  return n;
}

/* The network that "NOC0…" names. */
static guint
get_network (const WeftJsonValue *value)
{
  if (value == NULL || value->kind != WEFT_JSON_STRING || value->length < 4
      || memcmp (value->text, "NOC", 3) != 0 || (value->text[3] != '0' && value->text[3] != '1'))
    return WEFT_NOC_UNDEFINED;
  return (guint) (value->text[3] - '0');
}

/* --- transfers -------------------------------------------------------------------------------- */

/* The network of a transfer is that of the first piece of its route. */
static guint
get_route_network (const WeftJsonValue *route)
{
  g_autoptr (WeftJsonSchema) schema = NULL;
  g_autofree WeftJsonRecord *piece = NULL;
  const char *at = NULL;

  if (route == NULL || route->kind != WEFT_JSON_ARRAY)
    return WEFT_NOC_UNDEFINED;
  schema = weft_json_schema_new (route_keys);
  piece = g_new (WeftJsonRecord, 1);
  if (!weft_json_next_element (route, &at, schema, piece))
    return WEFT_NOC_UNDEFINED;
  return get_network (weft_json_record_get (piece, 0));
}

/* The smallest rectangle around the destinations, and whether they are several. FALSE where there is
 * none. */
static gboolean
get_destinations (const WeftJsonValue *array, WeftNocRow *row)
{
  WeftJsonRecord element;
  const char *at = NULL;
  gint64 place[3];
  guint n = 0;

  if (array == NULL || array->kind != WEFT_JSON_ARRAY)
    return FALSE;
  while (weft_json_next_element (array, &at, NULL, &element))
    {
      if (get_place (&element.self, place) != 3)
        return FALSE;
      if (n++ == 0)
        {
          row->dx = row->end_x = (gint16) place[2];
          row->dy = row->end_y = (gint16) place[1];
        }
      row->dx = MIN (row->dx, (gint16) place[2]);
      row->dy = MIN (row->dy, (gint16) place[1]);
      row->end_x = MAX (row->end_x, (gint16) place[2]);
      row->end_y = MAX (row->end_y, (gint16) place[1]);
    }
  if (n > 1)
    row->flags |= WEFT_NOC_MULTICAST;
  else
    row->end_x = row->end_y = WEFT_NOC_NOWHERE;
  return n > 0;
}

/* NOC_1's rectangles start at the bottom right. */
static void
turn_rectangle (WeftNocRow *row)
{
  gint16 x = row->dx, y = row->dy;

  if (row->noc != 1 || (row->flags & WEFT_NOC_MULTICAST) == 0)
    return;
  row->dx = row->end_x;
  row->dy = row->end_y;
  row->end_x = x;
  row->end_y = y;
}

/* `src` is where the payload comes from: of a read that is the tile that was asked. */
static void
set_places (WeftNocRow *row, const gint64 source[3])
{
  gint16 x = (gint16) source[2], y = (gint16) source[1];

  if (weft_noc_get_type (row->type)->klass == WEFT_NOC_READ)
    {
      row->sx = row->dx;
      row->sy = row->dy;
      row->dx = x;
      row->dy = y;
      return;
    }
  row->sx = x;
  row->sy = y;
  turn_rectangle (row);
}

static const char *
read_transfer (WeftNocWriter *writer, const WeftJsonRecord *record, gint64 line,
               gboolean *exhausted)
{
  WeftNocRow row = { .flags = WEFT_NOC_HAS_END, .vc = -1, .line = line };
  guint64 bytes, end;
  gint64 source[3];

  row.name = get_text (weft_json_record_get (record, TRANSFER_TYPE));
  row.type = weft_noc_find_type (row.name.text, row.name.length);
  row.noc = get_route_network (weft_json_record_get (record, TRANSFER_ROUTE));
  if (!get_count (record, TRANSFER_START, &row.time) || !get_count (record, TRANSFER_END, &end)
      || !get_count (record, TRANSFER_BYTES, &bytes) || bytes > G_MAXUINT32)
    return _ (
      "A transfer needs whole numbers as “start_cycle”, “end_cycle” and “total_bytes”; it is "
      "skipped.");
  if (get_place (weft_json_record_get (record, TRANSFER_SRC), source) != 3
      || !get_destinations (weft_json_record_get (record, TRANSFER_DST), &row))
    return _ ("A transfer needs “src” as [device, row, column] and “dst” as a list of such; it is "
              "skipped.");
  set_places (&row, source);
  row.bytes = (guint32) bytes;
  row.context =
    weft_noc_writer_get_context (writer, (gint32) source[0], G_MININT64, (WeftNocText){ "", 0 });
  row.extra = weft_noc_writer_add_end (writer, end);
  *exhausted =
    row.context == WEFT_NO_ROW || row.extra == WEFT_NO_ROW || !weft_noc_writer_add (writer, &row);
  return NULL;
}

/* --- demand ----------------------------------------------------------------------------------- */

/* [device, row, column, "NOC0_EAST", bytes per cycle] */
static gboolean
read_demand (const WeftJsonValue *array, WeftNocModelled *modelled, WeftNocText *port)
{
  WeftJsonRecord element;
  const char *at = NULL;
  gint64 place[3];
  guint n = 0;

  if (get_place (array, place) != 3)
    return FALSE;
  modelled->device = (gint32) place[0];
  modelled->y = (int) place[1];
  modelled->x = (int) place[2];
  while (weft_json_next_element (array, &at, NULL, &element))
    {
      if (n == 3)
        {
          *port = get_text (&element.self);
          modelled->noc = get_network (&element.self);
          if (port->length < 6 || modelled->noc == WEFT_NOC_UNDEFINED)
            return FALSE;
          port->text += 5;
          port->length -= 5;
        }
      if (n == 4 && weft_json_is_number (&element.self))
        {
          modelled->rate = weft_json_get_real (&element.self);
          return TRUE;
        }
      n++;
    }
  return FALSE;
}

/* That tool's percentages as shares; NAN where there is none. */
static double
get_share (const WeftJsonRecord *record, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  return value != NULL && weft_json_is_number (value) ? weft_json_get_real (value) / 100 : NAN;
}

static const char *
read_step (WeftNocWriter *writer, WeftNocTrace *trace, const WeftJsonRecord *record,
           gboolean *exhausted)
{
  const WeftJsonValue *demand = weft_json_record_get (record, STEP_DEMAND);
  WeftNocModelled modelled;
  WeftJsonRecord element;
  const char *at = NULL;

  if (!get_count (record, STEP_START, &modelled.start)
      || !get_count (record, STEP_END, &modelled.end))
    return _ ("A step needs whole numbers as “start_cycle” and “end_cycle”; it is skipped.");
  trace->multicast_peak = fmax (trace->multicast_peak, get_share (record, STEP_MULTICAST));
  if (demand == NULL || demand->kind != WEFT_JSON_ARRAY)
    return NULL;
  while (weft_json_next_element (demand, &at, NULL, &element))
    {
      WeftNocText port;

      if (!read_demand (&element.self, &modelled, &port))
        return _ ("A link’s demand is [device, row, column, link, bytes per cycle]; this one is "
                  "skipped, with what follows in its step.");
      if (!weft_noc_writer_add_modelled (writer, &modelled, port))
        {
          *exhausted = TRUE;
          return NULL;
        }
    }
  return NULL;
}

static void
read_info (WeftNocTrace *trace, const WeftJsonValue *info)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (info_keys);
  g_autofree WeftJsonRecord *record = g_new (WeftJsonRecord, 1);
  const char *const *name = weft_noc_topology_list ();
  WeftJsonScan scan;

  weft_json_scan (schema, info->text, info->length, 0, WEFT_JSON_AT_END, record, &scan);
  trace->multicast_mean = get_share (record, 0);
  for (; *name != NULL; name++)
    {
      g_autofree char *arch = g_strdup_printf ("\"%s\"", *name);

      if (memmem (info->text, info->length, arch, strlen (arch)) != NULL)
        trace->arch = *name;
    }
}

static const char *
read_soc (WeftNocTrace *trace, const WeftJsonValue *object)
{
  WeftNocTopology *topology = NULL;
  const char *expected = weft_noc_soc_read (object, &topology);

  if (expected == NULL)
    weft_noc_trace_set_topology (trace, topology);
  return expected;
}

const char *
weft_npeviz_read (WeftNocWriter *writer, WeftNocTrace *trace, guint slot,
                  const WeftJsonRecord *record, gint64 line, gboolean *exhausted)
{
  *exhausted = FALSE;
  if (record->self.kind != WEFT_JSON_OBJECT)
    return _ ("An object is expected here; it is skipped.");
  switch (slot)
    {
    case WEFT_NPEVIZ_INFO:
      read_info (trace, &record->self);
      return NULL;
    case WEFT_NPEVIZ_TRANSFERS:
      return read_transfer (writer, record, line, exhausted);
    case WEFT_NPEVIZ_SOC:
      return read_soc (trace, &record->self);
    default:
      return read_step (writer, trace, record, exhausted);
    }
}
