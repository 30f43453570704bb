/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-expression-eval.h"
#include "weft-noc-fields.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *weft_cli_noc_arch;
char *weft_cli_noc_topology;
char **weft_cli_noc_offsets;

const GOptionEntry weft_cli_noc_info_options[] = { WEFT_CLI_NOC_CHIP_OPTIONS, G_OPTION_ENTRY_NULL };

/* --- captures ----------------------------------------------------------------------------------- */

/* "1=5000". */
static gboolean
parse_offset (const char *text, WeftNocOffset *offset)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  guint64 device, cycles;

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXINT32, &device, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT32, &cycles, NULL))
    return FALSE;
  *offset = (WeftNocOffset){ (gint32) device, (guint32) cycles };
  return TRUE;
}

/* The offsets of the command line; NULL after a complaint. */
static const GArray *
get_offsets (void)
{
  static GArray *offsets;

  if (offsets != NULL)
    return offsets;
  offsets = g_array_new (FALSE, FALSE, sizeof (WeftNocOffset));
  for (char **text = weft_cli_noc_offsets; text != NULL && *text != NULL; text++)
    {
      WeftNocOffset offset;

      if (!parse_offset (*text, &offset))
        {
          weft_cli_complain (_ ("“%s” is not a valid --offset. It is a device and how many cycles "
                                "later its clock is put: 1=5000."),
                             *text);
          g_clear_pointer (&offsets, g_array_unref);
          return NULL;
        }
      g_array_append_val (offsets, offset);
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

WeftNocCapture *
weft_cli_noc_capture (WeftTrace *trace, const WeftNocOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftNocCapture *capture = weft_noc_capture_new (WEFT_NOC_TRACE (trace), options, NULL, &error);

  if (capture == NULL)
    weft_cli_complain (_ ("The topology can't be used: %s"), error->message);
  return capture;
}

gboolean
weft_cli_noc_filter (const WeftCliRequest *request, const WeftNocCapture *capture,
                     WeftBitset **records)
{
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;
  WeftTextPlace place;

  *records = NULL;
  if (request->filter == NULL)
    return TRUE;
  filter = weft_expression_parse (weft_noc_language (), request->filter, &place, &error);
  if (filter != NULL)
    {
      *records =
        weft_expression_run (filter, capture, weft_noc_capture_get_n_records (capture), NULL, NULL);
      return TRUE;
    }
  shown = weft_expression_show_error (request->filter, &place, error);
  weft_cli_complain ("--filter: %s", shown);
  return FALSE;
}

/* --- what all commands say ------------------------------------------------------------------------ */

void
weft_cli_noc_write_place (WeftJsonWriter *writer, const char *key, int x, int y)
{
  weft_json_writer_key (writer, key);
  weft_json_writer_begin_array (writer);
  weft_json_writer_signed (writer, x);
  weft_json_writer_signed (writer, y);
  weft_json_writer_end_array (writer);
}

static const char *
reason_word (WeftNocChipReason reason)
{
  static const char *const words[] = { "chosen",      "named",   "cluster_type", "ethernet_tiles",
                                       "coordinates", "sources", "default",      "inferred" };

  return words[reason];
}

void
weft_cli_noc_write_head (WeftJsonWriter *writer, const WeftNocCapture *capture)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);
  WeftNocChipReason reason;
  const WeftNocTopology *chip = weft_noc_capture_get_topology (capture, &reason);

  weft_json_writer_unsigned_member (writer, "events", counts->n_events);
  weft_json_writer_unsigned_member (writer, "zone_records", counts->n_zone_records);
  weft_json_writer_unsigned_member (writer, "transfers", counts->n_transfers);
  weft_json_writer_unsigned_member (writer, "transfer_bytes", counts->transfer_bytes);
  weft_json_writer_string_member (writer, "arch", weft_noc_topology_get_name (chip));
  weft_json_writer_string_member (writer, "arch_reason", reason_word (reason));
  weft_cli_noc_write_place (writer, "grid", (int) weft_noc_topology_get_width (chip),
                            (int) weft_noc_topology_get_height (chip));
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "first", 0);
  weft_json_writer_signed_member (writer, "last", weft_noc_capture_get_last (capture));
  weft_json_writer_end_object (writer);
  weft_json_writer_key (writer, "devices");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < weft_noc_capture_get_n_devices (capture); i++)
    weft_json_writer_signed (writer, weft_noc_capture_get_device_id (capture, i));
  weft_json_writer_end_array (writer);
  weft_json_writer_boolean_member (
    writer, "modelled", weft_noc_trace_is_modelled (weft_noc_capture_get_trace (capture)));
}

static void
print_chip (const WeftNocCapture *capture)
{
  WeftNocChipReason reason;
  const WeftNocTopology *chip = weft_noc_capture_get_topology (capture, &reason);
  g_autoptr (GString) devices = g_string_new (NULL);

  weft_cli_print_field (_ ("Chip"), _ ("%s, %u × %u tiles: %s"), weft_noc_topology_get_title (chip),
                        weft_noc_topology_get_width (chip), weft_noc_topology_get_height (chip),
                        weft_noc_chip_reason_to_string (reason));
  for (guint i = 0; i < weft_noc_capture_get_n_devices (capture); i++)
    g_string_append_printf (devices, "%s%d", i > 0 ? ", " : "",
                            weft_noc_capture_get_device_id (capture, i));
  weft_cli_print_field (_ ("Devices"), "%s", devices->str);
}

static void
print_warnings (const WeftNocCapture *capture)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);
  g_autofree char *saturated = weft_number_count (counts->n_saturated);
  g_autofree char *unresolved = weft_number_count (counts->n_unresolved);
  g_autofree char *undecided = weft_number_count (counts->n_undecided);
  g_autofree char *unbounded = weft_number_count (counts->n_unbounded);
  g_autofree char *zones = weft_number_count (counts->n_unbalanced_zones);
  g_autofree char *barriers = weft_number_count (counts->n_unpaired_barriers);

  if (counts->n_saturated > 0)
    weft_cli_print_field (
      _ ("Saturated"),
      g_dngettext (GETTEXT_PACKAGE, "%s size of 8160 bytes, which may have been larger",
                   "%s sizes of 8160 bytes, which may have been larger", counts->n_saturated),
      saturated);
  if (counts->n_unresolved > 0)
    weft_cli_print_field (_ ("Unresolved"),
                          g_dngettext (GETTEXT_PACKAGE,
                                       "%s read or write without bytes, network or a tile on "
                                       "the grid",
                                       "%s reads and writes without bytes, network or a tile on "
                                       "the grid",
                                       counts->n_unresolved),
                          unresolved);
  if (counts->n_undecided > 0)
    weft_cli_print_field (_ ("Undecided"),
                          g_dngettext (GETTEXT_PACKAGE, "≈ %s multicast from inside its rectangle",
                                       "≈ %s multicasts from inside their rectangle",
                                       counts->n_undecided),
                          undecided);
  if (counts->n_unbounded > 0)
    weft_cli_print_field (_ ("Unbounded"),
                          g_dngettext (GETTEXT_PACKAGE,
                                       "%s transfer without a barrier after it: it has an "
                                       "issue demand only",
                                       "%s transfers without a barrier after them: they have an "
                                       "issue demand only",
                                       counts->n_unbounded),
                          unbounded);
  if (counts->n_unbalanced_zones > 0)
    weft_cli_print_field (_ ("Zones"),
                          counts->has_zone_ends ? _ ("%s unbalanced: markers were dropped")
                                                : _ ("%s, without ends in this dialect"),
                          zones);
  if (counts->n_unpaired_barriers > 0)
    weft_cli_print_field (_ ("Barriers"),
                          g_dngettext (GETTEXT_PACKAGE, "%s without its other end",
                                       "%s without their other end", counts->n_unpaired_barriers),
                          barriers);
}

void
weft_cli_noc_print_head (const WeftNocCapture *capture)
{
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);
  g_autofree char *events = weft_number_count (counts->n_events);
  g_autofree char *zones = weft_number_count (counts->n_zone_records);
  g_autofree char *transfers = weft_number_count (counts->n_transfers);
  g_autofree char *bytes = weft_number_exact_bytes (counts->transfer_bytes);
  g_autofree char *last = weft_number_integer (weft_noc_capture_get_last (capture));

  print_chip (capture);
  if (weft_noc_trace_is_modelled (weft_noc_capture_get_trace (capture)))
    weft_cli_print_field (_ ("Source"), _ ("modelled by another tool"));
  weft_cli_print_field (_ ("Events"),
                        g_dngettext (GETTEXT_PACKAGE, "%s, and %s zone record",
                                     "%s, and %s zone records", counts->n_zone_records),
                        events, zones);
  weft_cli_print_field (_ ("Transfers"), _ ("%s with %s"), transfers, bytes);
  weft_cli_print_field (_ ("Cycles"), _ ("0 to %s"), last);
  print_warnings (capture);
}

int
weft_cli_noc_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftNocOptions options;
  g_autoptr (WeftNocCapture) capture = NULL;

  if (!weft_cli_noc_get_options (&options))
    return WEFT_CLI_USAGE;
  capture = weft_cli_noc_capture (trace, &options);
  if (capture == NULL)
    return WEFT_CLI_UNUSABLE;
  if (request->json)
    weft_cli_noc_write_head (request->writer, capture);
  else
    weft_cli_noc_print_head (capture);
  return WEFT_CLI_SUCCESS;
}

const WeftCliFamily weft_cli_noc = {
  .name = "noc",
  .get_type = weft_noc_trace_get_type,
  .views = weft_cli_noc_views,
  .keys = weft_cli_noc_keys,
  .options = { [WEFT_CLI_INFO] = weft_cli_noc_info_options,
               [WEFT_CLI_DUMP] = weft_cli_noc_info_options,
               [WEFT_CLI_STATS] = weft_cli_noc_stats_options,
               [WEFT_CLI_RENDER] = weft_cli_noc_render_options,
               [WEFT_CLI_COMPARE] = weft_cli_noc_info_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_noc_info,
           [WEFT_CLI_DUMP] = weft_cli_noc_dump,
           [WEFT_CLI_STATS] = weft_cli_noc_stats,
           [WEFT_CLI_RENDER] = weft_cli_noc_render,
           [WEFT_CLI_COMPARE] = weft_cli_noc_compare },
};
