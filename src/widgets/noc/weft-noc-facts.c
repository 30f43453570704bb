/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-facts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "weft-cycle-range.h"
#include "weft-noc-fields.h"
#include "weft-noc-trace-private.h"
#include "weft-noc-verdict.h"
#include "weft-words.h"

/* Entries of a ranking. */
#define MAX_RANKS 6

/* --- words -------------------------------------------------------------------------------------- */

static char *
format_tile (WeftNocResult *result, guint tile)
{
  return weft_noc_describe_tile (result->capture, tile);
}

static char *
format_share (double share)
{
  return isnan (share) ? g_strdup ("—") : g_strdup_printf (_ ("≈ %.1f %%"), share * 100);
}

static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .tooltip = tooltip });
  g_free (value);
}

static void
take_bytes (WeftFactSection *section, const char *name, guint64 bytes)
{
  g_autofree char *exact = weft_number_exact_bytes (bytes);

  take (section, name, weft_number_bytes (bytes), exact);
}

static void
take_field (WeftFactSection *section, const WeftField *field, const WeftCell *cell,
            const WeftClock *clock)
{
  const char *title = _ (field->title), *doc = field->doc != NULL ? _ (field->doc) : NULL;
  g_autofree char *number = NULL;

  if (field->unit == WEFT_UNIT_SHARE)
    take (section, title, format_share (cell->real), doc);
  else if (field->unit == WEFT_UNIT_BYTES)
    take_bytes (section, title, cell->count);
  else if (field->unit == WEFT_UNIT_CYCLES)
    take (section, title, weft_words_length (clock, cell->count), doc);
  else if (field->unit == WEFT_UNIT_CYCLE)
    {
      number = weft_words_cycle (cell->integer);
      take (section, title, weft_clock_format (clock, cell->integer, number), doc);
    }
  else if ((field->flags & WEFT_FIELD_LAST) != 0)
    weft_fact_section_add (section, &(WeftFact){ .name = title, .note = cell->text });
  else
    take (section, title,
          cell->type == WEFT_CELL_TEXT ? weft_cell_to_string (cell)
                                       : weft_number_integer (cell->integer),
          doc);
}

/* The fields with the flag that the row has; a share that is not known as well. */
static void
take_fields (WeftFactSection *section, const WeftSchema *schema, guint flag, gconstpointer data,
             guint row, gconstpointer item, const WeftClock *clock)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, flag, field)
    {
      g_auto (WeftCell) cell = weft_field_get_item (field, data, row, item);

      if (weft_cell_is_known (&cell) || field->unit == WEFT_UNIT_SHARE)
        take_field (section, field, &cell, clock);
    }
}

/* --- things ------------------------------------------------------------------------------------- */

static const WeftNocSeriesStats *
find_link (WeftNocResult *result, const WeftNocThing *thing)
{
  for (guint i = 0; i < result->stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (result->stats->links, WeftNocSeriesStats, i);

      if (link->device == thing->device && link->series == thing->index)
        return link;
    }
  return NULL;
}

static const WeftNocTileStats *
find_tile (WeftNocResult *result, const WeftNocThing *thing)
{
  for (guint i = 0; i < result->stats->tiles->len; i++)
    {
      const WeftNocTileStats *tile = &g_array_index (result->stats->tiles, WeftNocTileStats, i);

      if (tile->device == thing->device && tile->tile == thing->index)
        return tile;
    }
  return NULL;
}

static char *
describe_series (WeftNocResult *result, guint32 series)
{
  WeftNocSeries info;

  weft_noc_capture_get_series (result->capture, series, &info);
  return weft_noc_describe_series (result->capture, &info);
}

static char *
describe_tile (WeftNocResult *result, const WeftNocThing *thing)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (result->capture, NULL);
  const WeftNocTileStats *stats = find_tile (result, thing);
  g_autofree char *place = format_tile (result, thing->index);
  const char *type = weft_tile_type_to_string (topology->types[thing->index]);
  g_autofree char *sent = weft_number_bytes (stats != NULL ? stats->sent_bytes : 0);
  g_autofree char *received = weft_number_bytes (stats != NULL ? stats->received_bytes : 0);

  return g_strdup_printf (_ ("%s %s: sends %s, receives %s"), type, place, sent, received);
}

static const WeftNocControllerStats *
find_controller (WeftNocResult *result, const WeftNocThing *thing)
{
  for (guint i = 0; i < result->stats->controllers->len; i++)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (result->stats->controllers, WeftNocControllerStats, i);

      if (controller->device == thing->device && controller->controller == thing->index)
        return controller;
    }
  return NULL;
}

static char *
describe_controller (WeftNocResult *result, const WeftNocThing *thing)
{
  const WeftNocControllerStats *stats = find_controller (result, thing);
  g_autofree char *bytes_read = weft_number_bytes (stats != NULL ? stats->bytes_read : 0);
  g_autofree char *written = weft_number_bytes (stats != NULL ? stats->bytes_written : 0);

  return g_strdup_printf (_ ("DRAM controller c%u: %s read, %s written"), thing->index, bytes_read,
                          written);
}

/* The two tiles of a pair. */
static void
get_pair (WeftNocResult *result, const WeftNocThing *thing, guint *from, guint *to)
{
  guint n_tiles = weft_noc_capture_get_topology (result->capture, NULL)->n_tiles;

  *from = thing->index / n_tiles;
  *to = thing->index % n_tiles;
}

static guint64
get_pair_bytes (WeftNocResult *result, guint device, guint from, guint to)
{
  const WeftNocMatrix *matrix = g_ptr_array_index (result->matrices, device);

  for (guint row = 0; row < matrix->n_rows; row++)
    for (guint column = 0; column < matrix->n_columns && matrix->rows[row] == from; column++)
      if (matrix->columns[column] == to)
        return weft_noc_matrix_get (matrix, row, column);
  return 0;
}

static char *
describe_pair (WeftNocResult *result, const WeftNocThing *thing)
{
  g_autofree char *sender = NULL;
  g_autofree char *receiver = NULL;
  g_autofree char *bytes = NULL;
  guint from, to;

  get_pair (result, thing, &from, &to);
  sender = format_tile (result, from);
  receiver = format_tile (result, to);
  bytes = weft_number_bytes (get_pair_bytes (result, thing->device, from, to));
  return g_strdup_printf (_ ("%s sends %s to %s"), sender, bytes, receiver);
}

/* Both writes and reads may take the route. */
static const WeftNocFlow *
find_flow (WeftNocResult *result, const WeftNocThing *thing)
{
  for (guint i = 0; i < result->flows->len; i++)
    {
      const WeftNocFlow *flow = &g_array_index (result->flows, WeftNocFlow, i);

      if (flow->device == thing->device && flow->route == thing->index)
        return flow;
    }
  return NULL;
}

/* "Read (0,1) → (2,1) on NOC_0: 16.0 KiB in 8 transfers" */
static char *
describe_flow (WeftNocResult *result, const WeftNocThing *thing)
{
  const WeftNocFlow *flow = find_flow (result, thing);
  g_autofree char *name = NULL, *bytes = NULL;

  if (flow == NULL)
    return NULL;
  name = weft_noc_flow_describe (result->capture, flow);
  bytes = weft_number_bytes (flow->bytes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s in %u transfer",
                                       "%s: %s in %u transfers", flow->n_transfers),
                          name, bytes, flow->n_transfers);
}

char *
weft_noc_describe_thing (WeftNocResult *result, const WeftNocThing *thing)
{
  const WeftNocSeriesStats *link;
  const WeftNocChipLink *cable;
  g_autofree char *name = NULL;
  g_autofree char *bytes = NULL;

  switch (thing->kind)
    {
    case WEFT_NOC_TILE:
      return describe_tile (result, thing);
    case WEFT_NOC_LINK:
      link = find_link (result, thing);
      name = describe_series (result, thing->index);
      if (link == NULL)
        return g_strdup_printf (_ ("%s: no traffic"), name);
      bytes = weft_number_bytes (link->bytes);
      if (isnan (link->mean[WEFT_NOC_BARRIER_BOUNDED]))
        return g_strdup_printf (_ ("%s: %s at an unknown rate, as no barrier bounds them"), name,
                                bytes);
      return g_strdup_printf (_ ("%s: %s, mean ≈ %.1f %%, peak ≈ %.1f %% of capacity"), name, bytes,
                              100 * link->mean[WEFT_NOC_BARRIER_BOUNDED],
                              100 * link->peak[WEFT_NOC_BARRIER_BOUNDED]);
    case WEFT_NOC_CABLE:
      if (thing->index >= result->stats->fabric->chip_links->len)
        return NULL;
      cable = &g_array_index (result->stats->fabric->chip_links, WeftNocChipLink, thing->index);
      bytes = weft_number_bytes (cable->bytes);
      return g_strdup_printf (_ ("Device %d channel %d → device %d channel %d: ≈ %s, inferred"),
                              cable->from_device, cable->from_channel, cable->to_device,
                              cable->to_channel, bytes);
    case WEFT_NOC_CONTROLLER:
      return describe_controller (result, thing);
    case WEFT_NOC_PAIR:
      return describe_pair (result, thing);
    case WEFT_NOC_FLOW:
      return describe_flow (result, thing);
    case WEFT_NOC_NOTHING:
    default:
      return NULL;
    }
}

static char *
name_rank (WeftNocResult *result, WeftNocRankKind kind, guint32 key)
{
  switch (kind)
    {
    case WEFT_NOC_RANK_CORE:
      return format_tile (result, key);
    case WEFT_NOC_RANK_ZONE:
      return key == G_MAXUINT32
               ? g_strdup (_ ("in no zone"))
               : g_utf8_make_valid (weft_noc_trace_get_name (result->question.trace, key), -1);
    case WEFT_NOC_RANK_TYPE:
    default:
      return g_strdup (weft_noc_get_type (key)->name);
    }
}

/* How many flows go over the thing, and whether the map shows all of them. */
static void
take_flows (WeftFactSection *section, WeftNocResult *result, const WeftNocThing *thing)
{
  g_autofree char *count = weft_number_count (result->own_flows->len);

  if (!weft_noc_thing_equal (thing, &result->thing))
    return;
  take (section, _ ("Flows"),
        result->own_flows->len > WEFT_NOC_SELECTED_FLOWS
          ? g_strdup_printf (_ ("%s, the %u of most bytes drawn"), count, WEFT_NOC_SELECTED_FLOWS)
          : g_steal_pointer (&count),
        _ ("Who sends to whom over it, and how"));
}

/* Nothing while the answer about this thing is on its way. */
static void
write_ranks (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing)
{
  static const char *const titles[WEFT_NOC_N_RANKS] = { N_ ("Cores on it"), N_ ("Zones on it"),
                                                        N_ ("Types on it") };
  const WeftNocRanks *ranks = result->ranks;

  if (ranks == NULL || !weft_noc_thing_equal (thing, &result->thing))
    return;
  for (guint kind = 0; kind < WEFT_NOC_N_RANKS && ranks->n_transfers > 0; kind++)
    {
      WeftFactSection *section = weft_fact_sheet_add (sheet, _ (titles[kind]));

      for (guint i = 0; i < MIN (ranks->ranks[kind]->len, MAX_RANKS); i++)
        {
          const WeftNocRank *rank = &g_array_index (ranks->ranks[kind], WeftNocRank, i);
          g_autofree char *name = name_rank (result, (WeftNocRankKind) kind, rank->key);
          g_autofree char *bytes = weft_number_bytes (rank->bytes);
          g_autofree char *share = weft_words_share (rank->bytes, ranks->bytes);
          g_autofree char *target = kind == WEFT_NOC_RANK_CORE
                                      ? g_strdup_printf ("tile %u %u", thing->device, rank->key)
                                      : NULL;

          weft_fact_section_add (
            section, &(WeftFact){ .name = name, .value = bytes, .extra = share, .target = target });
        }
      if (ranks->ranks[kind]->len > MAX_RANKS)
        take (section, _ ("More"), weft_number_count (ranks->ranks[kind]->len - MAX_RANKS), NULL);
    }
}

/* The amounts, routes and figures of what there are statistics of. */
static void
take_stats (WeftFactSection *section, WeftNocResult *result, WeftNocTable table,
            gconstpointer stats, const WeftNocThing *thing, const WeftClock *clock)
{
  const WeftSchema *schema = &weft_noc_table_schemas[table];

  if (stats == NULL)
    {
      take (section, _ ("Traffic"), g_strdup (_ ("none")), NULL);
      return;
    }
  take_fields (section, schema, WEFT_NOC_AMOUNTS, &result->tables, 0, stats, clock);
  take_flows (section, result, thing);
  take_fields (section, schema, WEFT_FIELD_INSPECT, &result->tables, 0, stats, clock);
}

static void
write_link (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
            const WeftClock *clock)
{
  const WeftNocSeriesStats *link = find_link (result, thing);
  g_autofree char *name = describe_series (result, thing->index);
  WeftFactSection *section = weft_fact_sheet_add (sheet, name);

  take_stats (section, result, WEFT_NOC_BY_LINK, link, thing, clock);
  if (link != NULL)
    write_ranks (sheet, result, thing);
}

/* The most important partners of a tile: to whom it sends, or from whom it takes. */
static void
write_partners (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
                gboolean receives)
{
  const WeftNocMatrix *matrix = g_ptr_array_index (result->matrices, thing->device);
  guint n_own = receives ? matrix->n_columns : matrix->n_rows;
  guint n_other = receives ? matrix->n_rows : matrix->n_columns;
  const guint16 *own = receives ? matrix->columns : matrix->rows;
  const guint16 *other = receives ? matrix->rows : matrix->columns;
  WeftFactSection *section = NULL;
  guint place = 0, n_shown = 0;
  guint64 below = G_MAXUINT64;

  while (place < n_own && own[place] != thing->index)
    place++;
  while (place < n_own && n_shown < MAX_RANKS)
    {
      guint best = G_MAXUINT;
      guint64 bytes = 0;

      for (guint i = 0; i < n_other; i++)
        {
          guint64 cell = receives ? weft_noc_matrix_get (matrix, i, place)
                                  : weft_noc_matrix_get (matrix, place, i);

          if (cell > bytes && cell < below)
            {
              bytes = cell;
              best = i;
            }
        }
      if (best == G_MAXUINT)
        return;
      if (section == NULL)
        section =
          weft_fact_sheet_add (sheet, receives ? _ ("Receives most from") : _ ("Sends most to"));
      below = bytes;
      /* All partners of as many bytes. */
      for (guint i = 0; i < n_other && n_shown < MAX_RANKS; i++)
        {
          guint64 cell = receives ? weft_noc_matrix_get (matrix, i, place)
                                  : weft_noc_matrix_get (matrix, place, i);
          g_autofree char *name = NULL;
          g_autofree char *value = NULL;
          g_autofree char *target = NULL;

          if (cell != bytes)
            continue;
          name = format_tile (result, other[i]);
          value = weft_number_bytes (bytes);
          target = g_strdup_printf ("tile %u %u", thing->device, other[i]);
          weft_fact_section_add (section,
                                 &(WeftFact){ .name = name, .value = value, .target = target });
          n_shown++;
        }
    }
}

static void
write_tile (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
            const WeftClock *clock)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (result->capture, NULL);
  const WeftNocTileStats *tile = find_tile (result, thing);
  g_autofree char *place = format_tile (result, thing->index);
  g_autofree char *title = g_strdup_printf (_ ("Tile %s"), place);
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  guint controller = topology->controllers[thing->index];

  take (section, _ ("Type"), g_strdup (weft_tile_type_to_string (topology->types[thing->index])),
        topology->harvested != NULL && topology->harvested[thing->index]
          ? _ ("Harvested: a core that this chip does without")
          : NULL);
  if (controller != WEFT_NO_CONTROLLER)
    take (section, _ ("Controller"), g_strdup_printf ("c%u", controller), NULL);
  take_stats (section, result, WEFT_NOC_BY_TILE, tile, thing, clock);
  if (tile != NULL && thing->device == result->thing.device)
    {
      write_partners (sheet, result, thing, FALSE);
      write_partners (sheet, result, thing, TRUE);
    }
}

static void
write_controller (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
                  const WeftClock *clock)
{
  const WeftNocControllerStats *controller = find_controller (result, thing);
  g_autofree char *title = g_strdup_printf (_ ("DRAM controller c%u"), thing->index);

  take_stats (weft_fact_sheet_add (sheet, title), result, WEFT_NOC_BY_CONTROLLER, controller, thing,
              clock);
  if (controller != NULL)
    write_ranks (sheet, result, thing);
}

static void
take_tile (WeftFactSection *section, WeftNocResult *result, const char *name, guint device,
           guint tile)
{
  g_autofree char *value = format_tile (result, tile);
  g_autofree char *target = g_strdup_printf ("tile %u %u", device, tile);

  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .target = target });
}

static void
write_pair (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("From tile to tile"));
  guint from, to;

  get_pair (result, thing, &from, &to);
  take_tile (section, result, _ ("From"), thing->device, from);
  take_tile (section, result, _ ("To"), thing->device, to);
  take_bytes (section, _ ("Bytes"), get_pair_bytes (result, thing->device, from, to));
  if (result->ranks != NULL && weft_noc_thing_equal (thing, &result->thing))
    take (section, _ ("Transfers"), weft_number_count (result->ranks->n_transfers), NULL);
  take_flows (section, result, thing);
  write_ranks (sheet, result, thing);
}

static void
write_flow (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing)
{
  const WeftNocFlow *flow = find_flow (result, thing);
  g_autofree char *name = flow != NULL ? weft_noc_flow_describe (result->capture, flow) : NULL;
  WeftFactSection *section;

  if (flow == NULL)
    return;
  section = weft_fact_sheet_add (sheet, name);
  take_tile (section, result, _ ("From"), thing->device, flow->from);
  take_bytes (section, _ ("Bytes"), flow->bytes);
  take (section, _ ("Transfers"), weft_number_count (flow->n_transfers), NULL);
  write_ranks (sheet, result, thing);
}

void
weft_noc_write_thing (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
                      const WeftClock *clock)
{
  g_autofree char *text = NULL;

  if (thing->kind == WEFT_NOC_LINK)
    write_link (sheet, result, thing, clock);
  else if (thing->kind == WEFT_NOC_TILE)
    write_tile (sheet, result, thing, clock);
  else if (thing->kind == WEFT_NOC_CONTROLLER)
    write_controller (sheet, result, thing, clock);
  else if (thing->kind == WEFT_NOC_PAIR)
    write_pair (sheet, result, thing);
  else if (thing->kind == WEFT_NOC_FLOW)
    write_flow (sheet, result, thing);
  else if (thing->kind == WEFT_NOC_CABLE)
    {
      text = weft_noc_describe_thing (result, thing);
      if (text != NULL)
        weft_fact_section_add (weft_fact_sheet_add (sheet, _ ("Ethernet cable")),
                               &(WeftFact){ .note = text });
    }
}

/* --- records ------------------------------------------------------------------------------------ */

static void
write_transfer (WeftFactSheet *sheet, WeftNocResult *result, guint32 record, const WeftClock *clock)
{
  const WeftNocTransfer *transfer = weft_noc_capture_find_transfer (result->capture, record);
  WeftFactSection *section;
  WeftNocVerdict verdict;

  if (transfer == NULL)
    return;
  section = weft_fact_sheet_add (sheet, _ ("Transfer"));
  take_fields (section, &weft_noc_transfer_schema, WEFT_FIELD_INSPECT, result->capture, record,
               transfer, clock);
  weft_noc_judge_transfer (result->demands[weft_noc_capture_device_of (result->capture, record)],
                           transfer, &verdict);
  if (verdict.known)
    {
      g_autofree char *where = weft_noc_describe_series (result->capture, &verdict.info);

      take (
        section, _ ("Bottleneck"),
        g_strdup_printf (_ ("≈ %s, %.1f %%"), where, 100 * verdict.utilization),
        _ ("The busiest of all that it uses, by its mean barrier-bounded rate from the issue to "
           "that end, as a share of its capacity"));
    }
}

static void
write_fabric (WeftFactSheet *sheet, WeftNocResult *result, guint32 record, const WeftClock *clock)
{
  WeftNocFabric fabric;
  WeftFactSection *section;

  if (!weft_noc_trace_get_fabric (result->question.trace, record, &fabric))
    return;
  section = weft_fact_sheet_add (sheet, _ ("Fabric"));
  take_fields (section, &weft_noc_fabric_schema, WEFT_FIELD_INSPECT, result->capture, record,
               &fabric, clock);
  for (guint32 i = 0; i < MIN (fabric.n_targets, MAX_RANKS); i++)
    {
      WeftNocFabricTarget target;

      weft_noc_trace_get_fabric_target (result->question.trace, &fabric, i, &target);
      take (section, _ ("Target on the other chip"),
            g_strdup_printf ("(%d,%d)", target.x, target.y), NULL);
    }
}

void
weft_noc_write_record (WeftFactSheet *sheet, WeftNocResult *result, guint32 index,
                       const WeftClock *clock)
{
  WeftNocRecord record;
  g_autofree char *name = NULL;

  weft_noc_trace_get_record (result->question.trace, index, &record);
  name = g_utf8_make_valid (record.is_event && record.type != WEFT_NOC_TYPE_OTHER
                              ? weft_noc_get_type (record.type)->name
                              : record.name,
                            -1);
  take_fields (weft_fact_sheet_add (sheet, name), &weft_noc_event_schema, WEFT_FIELD_INSPECT,
               result->capture, index, &record, clock);
  write_transfer (sheet, result, index, clock);
  write_fabric (sheet, result, index, clock);
}

/* --- the trace ---------------------------------------------------------------------------------- */

static void
write_warnings (WeftFactSection *section, const WeftNocCounts *counts)
{
  if (counts->n_saturated > 0)
    take (section, _ ("Saturated sizes"), weft_number_count (counts->n_saturated),
          _ ("Of 8160 bytes, which may have been larger: the device counts no further"));
  if (counts->n_unresolved > 0)
    take (section, _ ("Unresolved"), weft_number_count (counts->n_unresolved),
          _ ("Reads and writes without bytes, network or a tile on the grid"));
  if (counts->n_undecided > 0)
    take (section, _ ("Undecided trees"), weft_number_count (counts->n_undecided),
          _ ("Multicasts from inside their rectangle; documents do not say how their trees look"));
  if (counts->n_unbounded > 0)
    take (section, _ ("Without a barrier"), weft_number_count (counts->n_unbounded),
          _ ("Transfers that have an issue demand only"));
  if (counts->n_unbalanced_zones > 0)
    take (section, _ ("Unbalanced zones"), weft_number_count (counts->n_unbalanced_zones),
          counts->has_zone_ends ? _ ("Markers were dropped")
                                : _ ("No zone has an end in this dialect"));
}

/* The busiest link of all and how many ask more than there is, as one line each. */
static void
take_load (WeftFactSection *section, WeftNocResult *result, const WeftNocStats *stats,
           const char *busiest_name, const char *above_name)
{
  const WeftNocSeriesStats *busiest = NULL;
  g_autofree char *link = NULL;
  double peak = -1;

  for (guint i = 0; i < stats->links->len; i++)
    {
      const WeftNocSeriesStats *one = &g_array_index (stats->links, WeftNocSeriesStats, i);

      if (one->peak[WEFT_NOC_BARRIER_BOUNDED] > peak)
        {
          busiest = one;
          peak = one->peak[WEFT_NOC_BARRIER_BOUNDED];
        }
    }
  if (busiest == NULL)
    return;
  link = weft_noc_describe_series (result->capture, &busiest->info);
  take (section, busiest_name, g_strdup_printf (_ ("≈ %s, %.1f %%"), link, 100 * peak),
        _ (WEFT_NOC_BOUNDED_HELP));
  take (section, above_name, g_strdup_printf ("≈ %u", weft_noc_count_over_capacity (stats->links)),
        _ (WEFT_NOC_BOUNDED_HELP));
}

/* "NOC_0 (0,1) → (1,1)", "(0,1)": of things that transfers go over. */
static char *
name_thing (WeftNocResult *result, const WeftNocThing *thing)
{
  g_autofree char *sender = NULL;
  g_autofree char *receiver = NULL;
  guint from, to;

  if (thing->kind == WEFT_NOC_LINK)
    return describe_series (result, thing->index);
  if (thing->kind == WEFT_NOC_CONTROLLER)
    return describe_series (
      result, weft_noc_capture_find_series (result->capture, WEFT_SERIES_CONTROLLER, thing->index));
  if (thing->kind == WEFT_NOC_FLOW)
    return describe_flow (result, thing);
  if (thing->kind == WEFT_NOC_TILE)
    return format_tile (result, thing->index);
  get_pair (result, thing, &from, &to);
  sender = format_tile (result, from);
  receiver = format_tile (result, to);
  return g_strdup_printf ("%s → %s", sender, receiver);
}

/* The transfers that take the other network, in words. */
static char *
describe_moved (WeftNocResult *result)
{
  const WeftNocThing *moved = &result->question.moved;
  const char *filtered = result->question.filter != NULL ? _ ("that pass the filter") : _ ("all");
  g_autofree char *thing = NULL;

  if (moved->kind == WEFT_NOC_NOTHING)
    return g_strdup (filtered);
  thing = name_thing (result, moved);
  return g_strdup_printf (_ ("%s, over %s"), filtered, thing);
}

/* Figures of the moved transfers on the other network. */
static void
write_what_if (WeftFactSheet *sheet, WeftNocResult *result)
{
  WeftFactSection *section;
  g_autofree char *over = NULL;

  if (result->plain_stats == NULL)
    return;
  section = weft_fact_sheet_add (sheet, _ ("What if: other NoC"));
  over = describe_moved (result);
  take (section, _ ("Moved"), weft_number_count (result->n_moved),
        _ ("Transfers that are taken to use the other network, by the same tiles"));
  weft_fact_section_add (section, &(WeftFact){ .name = _ ("Of"), .note = over });
  take_load (section, result, result->plain_stats, _ ("Busiest link, before"),
             _ ("Above capacity, before"));
  take_load (section, result, result->stats, _ ("Busiest link, then"), _ ("Above capacity, then"));
}

/* The summary of another tool's model. */
static void
write_model (WeftFactSection *section, WeftNocTrace *trace)
{
  double mean, peak;

  weft_noc_trace_get_multicast_share (trace, &mean, &peak);
  take (section, _ ("Source"), g_strdup (_ ("modelled by another tool")), NULL);
  if (!isnan (mean))
    take (section, _ ("Multicast writes"), weft_number_percent (100 * mean),
          _ ("Of all links' capacity, in that model"));
}

static void
write_traffic (WeftFactSheet *sheet, WeftNocResult *result, gboolean ranged)
{
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged ? _ ("In the brushed interval") : _ ("In all"));

  take (section, _ ("Transfers"), weft_number_count (result->stats->n_transfers),
        _ ("Issued in the interval"));
  take_bytes (section, _ ("Bytes"), result->stats->transfer_bytes);
  take (section, _ ("Links used"), weft_number_count (result->stats->links->len), NULL);
  take (section, _ ("Above capacity"),
        g_strdup_printf ("≈ %u", weft_noc_count_over_capacity (result->stats->links)),
        _ (WEFT_NOC_BOUNDED_HELP));
  write_what_if (sheet, result);
}

void
weft_noc_write_trace (WeftFactSheet *sheet, WeftNocResult *result, gboolean ranged)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (result->capture);
  WeftNocChipReason reason;
  const WeftNocTopology *chip = weft_noc_capture_get_topology (result->capture, &reason);
  WeftFactSection *section;

  if (weft_noc_capture_has_traffic (result->capture))
    write_traffic (sheet, result, ranged);
  section = weft_fact_sheet_add (sheet, _ ("Run"));
  weft_fact_section_add (section, &(WeftFact){ .name = _ ("Chip"),
                                               .value = chip->title,
                                               .note = weft_noc_chip_reason_to_string (reason) });
  if (weft_noc_trace_is_modelled (result->question.trace))
    write_model (section, result->question.trace);
  take (section, _ ("Events"), weft_number_count (counts->n_events), NULL);
  take (section, _ ("Zone records"), weft_number_count (counts->n_zone_records), NULL);
  write_warnings (section, counts);
}
