/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-options.h"
#include "weft-clock.h"
#include "weft-expression-eval.h"
#include "weft-noc-fields.h"
#include "weft-noc-offsets.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

char *weft_cli_noc_arch;
char *weft_cli_noc_topology;
char **weft_cli_noc_offsets;

const GOptionEntry weft_cli_noc_info_options[] = { WEFT_CLI_NOC_CHIP_OPTIONS, G_OPTION_ENTRY_NULL };

/* --- captures ----------------------------------------------------------------------------------- */

/* The offsets of the command line, which are good until the next call; NULL after a complaint. */
static const GArray *
get_offsets (void)
{
  static GArray *offsets;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&offsets, g_array_unref);
  offsets = g_array_new (FALSE, FALSE, sizeof (WeftNocOffset));
  for (char **text = weft_cli_noc_offsets; text != NULL && *text != NULL; text++)
    if (!weft_noc_offsets_add (offsets, *text, &error))
      {
        weft_cli_complain ("%s", error->message);
        return NULL;
      }
  return offsets;
}

gboolean
weft_cli_noc_get_options (WeftNocOptions *options)
{
  g_autofree char *names = NULL;

  *options = (WeftNocOptions){ .arch = weft_cli_noc_arch,
                               .topology_path = weft_cli_noc_topology,
                               .offsets = get_offsets () };
  if (options->offsets == NULL)
    return FALSE;
  if (weft_cli_noc_arch == NULL || g_strv_contains (weft_noc_topology_list (), weft_cli_noc_arch))
    return TRUE;
  names = g_strjoinv (", ", (char **) weft_noc_topology_list ());
  weft_cli_complain (_ ("“%s” is not a valid --arch. Valid are: %s."), weft_cli_noc_arch, names);
  return FALSE;
}

/* Whether the trace has the devices whose clocks are put later. FALSE after a complaint. */
static gboolean
has_devices (const WeftNocCapture *capture, const GArray *offsets)
{
  for (guint i = 0, place; i < offsets->len; i++)
    {
      const gint32 device = g_array_index (offsets, WeftNocOffset, i).device;
      g_autofree char *text = g_strdup_printf ("%d", device);

      if (weft_noc_capture_find_device (capture, device, &place))
        continue;
      weft_cli_complain (_ ("The trace has no device “%s”."), text);
      return FALSE;
    }
  return TRUE;
}

int
weft_cli_noc_capture (WeftTrace *trace, WeftBitset *other_noc, WeftNocCapture **capture)
{
  g_autoptr (GError) error = NULL;
  WeftNocOptions options;

  *capture = NULL;
  if (!weft_cli_noc_get_options (&options))
    return WEFT_CLI_USAGE;
  options.other_noc = other_noc;
  *capture =
    weft_noc_capture_new (WEFT_NOC_TRACE (trace), &options, g_cancellable_get_current (), &error);
  if (*capture != NULL && has_devices (*capture, options.offsets))
    return WEFT_CLI_SUCCESS;
  if (*capture != NULL)
    g_clear_pointer (capture, weft_noc_capture_unref);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    weft_cli_complain ("%s", error->message);
  else
    weft_cli_complain (_ ("The topology can't be used: %s"), error->message);
  return WEFT_CLI_UNUSABLE;
}

int
weft_cli_noc_open (WeftTrace *trace, const char *filter, WeftNocCapture **capture,
                   WeftBitset **records)
{
  g_autoptr (WeftExpression) expression = NULL;
  int status = weft_cli_noc_capture (trace, NULL, capture);

  *records = NULL;
  if (status != WEFT_CLI_SUCCESS)
    return status;
  if (!weft_cli_parse_filter (filter, weft_noc_language (), &expression))
    return WEFT_CLI_USAGE;
  if (expression != NULL)
    *records = weft_expression_run (expression, *capture, weft_noc_capture_get_n_records (*capture),
                                    g_cancellable_get_current (), NULL);
  return WEFT_CLI_SUCCESS;
}

WeftNocStats *
weft_cli_noc_sum_up (WeftNocCapture *capture, const WeftBitset *records,
                     const WeftCycleRange *range, WeftNocDemand ***demands)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  *demands = weft_noc_demands_new (capture, records, cancellable, NULL);
  return *demands != NULL ? weft_noc_stats_new (*demands, range, records, cancellable, NULL) : NULL;
}

WeftNocStats *
weft_cli_noc_measure (WeftTrace *trace, const char *filter, const WeftCycleRange *range)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;
  WeftNocDemand **demands;
  WeftNocStats *stats;

  if (weft_cli_noc_open (trace, filter, &capture, &records) != WEFT_CLI_SUCCESS)
    return NULL;
  stats = weft_cli_noc_sum_up (capture, records, range, &demands);
  weft_noc_demands_free (demands);
  return stats;
}

/* --- what info and stats say ---------------------------------------------------------------------- */

void
weft_cli_noc_report_place (WeftReport *report, const char *key, int x, int y)
{
  weft_report_begin_list (report, key);
  weft_report_signed (report, NULL, x);
  weft_report_signed (report, NULL, y);
  weft_report_end (report);
}

void
weft_cli_noc_report_tile (WeftReport *report, const WeftNocCapture *capture, const char *key,
                          guint tile)
{
  guint width = weft_noc_capture_get_topology (capture, NULL)->width;

  weft_cli_noc_report_place (report, key, (int) (tile % width), (int) (tile / width));
}

void
weft_cli_noc_report_device (WeftReport *report, const WeftNocCapture *capture, guint device)
{
  if (weft_noc_capture_get_n_devices (capture) > 1)
    weft_report_signed (report, "device", weft_noc_capture_get_device_id (capture, device));
}

void
weft_cli_noc_report_noc (WeftReport *report, guint noc)
{
  weft_report_text (report, "noc", noc == 0 ? "NOC_0" : "NOC_1");
}

void
weft_cli_noc_report_link (WeftReport *report, const WeftNocCapture *capture, guint32 link)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);

  weft_cli_noc_report_noc (report, weft_noc_link_get_noc (topology, link));
  weft_cli_noc_report_tile (report, capture, "from", weft_noc_link_get_from (topology, link));
  weft_cli_noc_report_tile (report, capture, "to", weft_noc_link_get_to (topology, link));
}

static const char *
reason_word (WeftNocChipReason reason)
{
  static const char *const words[] = { "chosen",         "named",       "cluster_type",
                                       "ethernet_tiles", "coordinates", "sources",
                                       "default",        "described",   "inferred" };

  return words[reason];
}

static void
report_chip (WeftReport *report, const WeftNocCapture *capture)
{
  WeftNocChipReason reason;
  const WeftNocTopology *chip = weft_noc_capture_get_topology (capture, &reason);
  guint width = chip->width, height = chip->height;

  weft_report_text (report, "arch", chip->name);
  weft_report_text (report, "arch_reason", reason_word (reason));
  weft_cli_noc_report_place (report, "grid", (int) width, (int) height);
  weft_report_line (report, _ ("Chip"), _ ("%s, %u × %u tiles: %s"), chip->title, width, height,
                    weft_noc_chip_reason_to_string (reason));
}

static void
report_devices (WeftReport *report, const WeftNocCapture *capture)
{
  g_autoptr (GString) devices = g_string_new (NULL);

  weft_report_begin_list (report, "devices");
  for (guint i = 0; i < weft_noc_capture_get_n_devices (capture); i++)
    {
      int id = weft_noc_capture_get_device_id (capture, i);

      weft_report_signed (report, NULL, id);
      g_string_append_printf (devices, "%s%d", i > 0 ? ", " : "", id);
    }
  weft_report_end (report);
  weft_report_line (report, _ ("Devices"), "%s", devices->str);
}

static void
say_warnings (WeftReport *report, const WeftNocCounts *counts)
{
  if (counts->n_saturated > 0)
    weft_report_line (
      report, _ ("Saturated"),
      g_dngettext (GETTEXT_PACKAGE, "%s size of 8160 bytes, which may have been larger",
                   "%s sizes of 8160 bytes, which may have been larger", counts->n_saturated),
      weft_report_say_count (report, counts->n_saturated));
  if (counts->n_unresolved > 0)
    weft_report_line (
      report, _ ("Unresolved"),
      g_dngettext (GETTEXT_PACKAGE, "%s read or write without bytes, network or a tile on the grid",
                   "%s reads and writes without bytes, network or a tile on the grid",
                   counts->n_unresolved),
      weft_report_say_count (report, counts->n_unresolved));
  if (counts->n_undecided > 0)
    weft_report_line (report, _ ("Undecided"),
                      g_dngettext (GETTEXT_PACKAGE, "≈ %s multicast from inside its rectangle",
                                   "≈ %s multicasts from inside their rectangle",
                                   counts->n_undecided),
                      weft_report_say_count (report, counts->n_undecided));
  if (counts->n_unbounded > 0)
    weft_report_line (
      report, _ ("Unbounded"),
      g_dngettext (GETTEXT_PACKAGE,
                   "%s transfer without a barrier after it: it has an issue demand only",
                   "%s transfers without a barrier after them: they have an issue demand only",
                   counts->n_unbounded),
      weft_report_say_count (report, counts->n_unbounded));
  if (counts->n_unbalanced_zones > 0)
    weft_report_line (report, _ ("Zones"),
                      counts->has_zone_ends ? _ ("%s unbalanced: markers were dropped")
                                            : _ ("%s, without ends in this dialect"),
                      weft_report_say_count (report, counts->n_unbalanced_zones));
  if (counts->n_unpaired_barriers > 0)
    weft_report_line (report, _ ("Barriers"),
                      g_dngettext (GETTEXT_PACKAGE, "%s without its other end",
                                   "%s without their other end", counts->n_unpaired_barriers),
                      weft_report_say_count (report, counts->n_unpaired_barriers));
}

/* Only the profiler's log has a clock. */
static void
report_clock (WeftReport *report, WeftNocTrace *trace, gint64 last)
{
  const WeftClock clock = { .hertz = weft_noc_trace_get_hertz (trace) };

  if (clock.hertz == 0)
    return;
  weft_report_begin (report, "clock");
  weft_report_signed (report, "hertz", clock.hertz);
  weft_report_real (report, "seconds", (double) last / (double) clock.hertz);
  weft_report_end (report);
  weft_report_line (
    report, _ ("Clock"), _ ("%.10g MHz: all of it took %s"), (double) clock.hertz / 1e6,
    weft_report_say (report, weft_clock_format_seconds ((double) last / (double) clock.hertz)));
}

static void
report_model (WeftReport *report, WeftNocTrace *trace)
{
  double mean, peak;

  weft_noc_trace_get_multicast_share (trace, &mean, &peak);
  weft_report_begin (report, "modelled_multicast");
  weft_report_real (report, "mean_utilization", mean);
  weft_report_real (report, "peak_utilization", peak);
  weft_report_end (report);
  weft_report_line (report, _ ("Source"), _ ("modelled by another tool"));
  if (!isnan (mean))
    weft_report_line (report, _ ("Multicast"), _ ("%s of all links' capacity, in that model"),
                      weft_report_say_percent (report, mean));
}

void
weft_cli_noc_report_amount (WeftReport *report, const WeftNocCapture *capture, const char *key,
                            guint64 amount)
{
  if (weft_noc_capture_has_traffic (capture))
    weft_report_count (report, key, amount);
  else
    weft_report_text (report, key, NULL);
}

static void
say_transfers (WeftReport *report, const WeftNocCapture *capture)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);

  if (weft_noc_capture_has_traffic (capture))
    weft_report_line (report, _ ("Transfers"), _ ("%s with %s"),
                      weft_report_say_count (report, counts->n_transfers),
                      weft_report_say (report, weft_number_exact_bytes (counts->transfer_bytes)));
  else
    weft_report_line (report, _ ("Transfers"), "%s",
                      _ ("— (a log of zones says nothing of the networks)"));
}

void
weft_cli_noc_report_head (WeftReport *report, const WeftNocCapture *capture)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);
  gint64 last = weft_noc_capture_get_last (capture);
  gboolean modelled = weft_noc_trace_is_modelled (weft_noc_capture_get_trace (capture));

  weft_report_count (report, "events", counts->n_events);
  weft_report_count (report, "zone_records", counts->n_zone_records);
  weft_cli_noc_report_amount (report, capture, "transfers", counts->n_transfers);
  weft_cli_noc_report_amount (report, capture, "transfer_bytes", counts->transfer_bytes);
  report_chip (report, capture);
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", 0);
  weft_report_signed (report, "last", last);
  weft_report_end (report);
  report_clock (report, weft_noc_capture_get_trace (capture), last);
  report_devices (report, capture);
  weft_report_flag (report, "modelled", modelled);
  if (modelled)
    report_model (report, weft_noc_capture_get_trace (capture));
  weft_report_line (report, _ ("Events"),
                    g_dngettext (GETTEXT_PACKAGE, "%s, and %s zone record",
                                 "%s, and %s zone records", counts->n_zone_records),
                    weft_report_say_count (report, counts->n_events),
                    weft_report_say_count (report, counts->n_zone_records));
  say_transfers (report, capture);
  weft_report_line (report, _ ("Cycles"), _ ("0 to %s"), weft_report_say_integer (report, last));
  say_warnings (report, counts);
}

static int
report_info (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  int status = weft_cli_noc_capture (trace, NULL, &capture);

  if (capture == NULL)
    return status;
  weft_cli_noc_report_head (request->report, capture);
  weft_cli_noc_report_findings (request->report, capture, NULL, NULL);
  return status;
}

const WeftCliFamily weft_cli_noc = {
  .name = "noc",
  .get_type = weft_noc_trace_get_type,
  .words = { [WEFT_CLI_KEYS] = weft_cli_noc_keys, [WEFT_CLI_FORMATS] = weft_cli_noc_formats },
  .options = { [WEFT_CLI_INFO] = weft_cli_noc_info_options,
               [WEFT_CLI_DUMP] = weft_cli_noc_info_options,
               [WEFT_CLI_STATS] = weft_cli_noc_stats_options,
               [WEFT_CLI_EXPORT] = weft_cli_noc_info_options,
               [WEFT_CLI_COMPARE] = weft_cli_noc_info_options },
  .run = { [WEFT_CLI_INFO] = report_info,
           [WEFT_CLI_DUMP] = weft_cli_noc_dump,
           [WEFT_CLI_STATS] = weft_cli_noc_stats,
           [WEFT_CLI_EXPORT] = weft_cli_noc_export,
           [WEFT_CLI_COMPARE] = weft_cli_noc_compare },
};
