/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-options.h"
#include "weft-expression-eval.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-words.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

char *weft_cli_npu_frequency;

const GOptionEntry weft_cli_npu_clock_options[] = { WEFT_CLI_NPU_CLOCK_OPTION,
                                                    WEFT_CLI_INCLUSIVE_ENDS_OPTION,
                                                    G_OPTION_ENTRY_NULL };

const GOptionEntry weft_cli_npu_ends_options[] = { WEFT_CLI_INCLUSIVE_ENDS_OPTION,
                                                   G_OPTION_ENTRY_NULL };

/* "1.2GHz", "800 MHz", in MHz; 0 where it is no such thing. */
static double
parse_megahertz (const char *text)
{
  static const struct
  {
    const char *name;
    double megahertz;
  } units[] = {
    { "Hz", 1e-6 },
    { "kHz", 1e-3 },
    { "MHz", 1 },
    { "GHz", 1e3 },
  };
  char *end;
  double number = g_ascii_strtod (text, &end);

  while (*end == ' ')
    end++;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (end != text && g_ascii_strcasecmp (end, units[i].name) == 0)
      return number * units[i].megahertz;
  return 0;
}

gboolean
weft_cli_npu_get_clock (WeftClock *clock)
{
  *clock = (WeftClock){ 0 };
  if (weft_cli_npu_frequency == NULL)
    return TRUE;
  *clock = weft_clock_new (parse_megahertz (weft_cli_npu_frequency), FALSE);
  if (clock->hertz > 0)
    return TRUE;
  weft_cli_complain (
    _ ("--clock: “%s” is no frequency up to 100 GHz with its unit, such as 1.2GHz."),
    weft_cli_npu_frequency);
  return FALSE;
}

char *
weft_cli_npu_summarize (guint64 n_events, gint64 cycles, const WeftClock *clock)
{
  g_autofree char *events = weft_npu_format_number ((gint64) n_events);
  g_autofree char *words = weft_number_signed_cycles (cycles);
  g_autofree char *time = weft_clock_format (clock, cycles, words);

  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s event · %s", "%s events · %s", n_events), events, time);
}

gboolean
weft_cli_npu_filter (const WeftCliRequest *request, WeftNpuSnapshot *snapshot, WeftBitset **rows)
{
  g_autoptr (WeftExpression) filter = NULL;

  *rows = NULL;
  if (!weft_cli_parse_filter (request->filter, weft_npu_language (), &filter))
    return FALSE;
  if (filter != NULL)
    *rows = weft_expression_run (filter, snapshot, snapshot->n_events, g_cancellable_get_current (),
                                 NULL);
  return TRUE;
}

WeftNpuStats *
weft_cli_npu_measure (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;
  g_autoptr (WeftNpuPath) path = NULL;
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_npu_filter (request, snapshot, &rows))
    return NULL;
  bandwidth = weft_npu_bandwidth_new (snapshot);
  path = weft_npu_path_new (snapshot);
  return weft_npu_stats_new (snapshot, bandwidth, path, &request->range, rows,
                             g_cancellable_get_current ());
}

/* --- the family ------------------------------------------------------------------------------------- */

const WeftCliFamily weft_cli_npu = {
  .name = "npu",
  .get_type = weft_npu_trace_get_type,
  .words = { [WEFT_CLI_KEYS] = weft_npu_table_words, [WEFT_CLI_FORMATS] = weft_cli_npu_formats },
  .compare_runs = weft_cli_npu_compare_runs,
  .options = { [WEFT_CLI_INFO] = weft_cli_npu_ends_options,
               [WEFT_CLI_DUMP] = weft_cli_npu_ends_options,
               [WEFT_CLI_COMPARE] = weft_cli_npu_ends_options,
               [WEFT_CLI_STATS] = weft_cli_npu_clock_options,
               [WEFT_CLI_EXPORT] = weft_cli_npu_clock_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_npu_info,
           [WEFT_CLI_DUMP] = weft_cli_npu_dump,
           [WEFT_CLI_STATS] = weft_cli_npu_stats,
           [WEFT_CLI_EXPORT] = weft_cli_npu_export,
           [WEFT_CLI_COMPARE] = weft_cli_npu_compare },
};
