/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-findings.h"
#include "weft-noc-findings.h"

#include <stdio.h>

typedef struct
{
  WeftNocDemand **demands;
  const WeftNocStats *stats;
} Figures;

static GArray *
find (gconstpointer data)
{
  const Figures *figures = data;
  WeftNocOptions options;

  /* They were good for the capture. */
  weft_cli_noc_get_options (&options);
  return weft_noc_findings_new (figures->demands, figures->stats, &options,
                                g_cancellable_get_current (), NULL);
}

/* A link, a tile or a controller, and the cycles. */
static void
write_target (WeftReport *report, const char *target, gconstpointer data)
{
  const Figures *figures = data;
  const WeftNocCapture *capture = weft_noc_demand_get_capture (figures->demands[0]);
  guint device, index;
  gint64 from, to;

  if (sscanf (target, "%*[a-z]:%u:%u", &device, &index) != 2)
    return;
  weft_cli_noc_report_device (report, capture, device);
  if (g_str_has_prefix (target, "link:"))
    weft_cli_noc_report_link (report, capture, index);
  else if (g_str_has_prefix (target, "tile:"))
    weft_cli_noc_report_tile (report, capture, "tile", index);
  else
    weft_report_count (report, "controller", index);
  if (sscanf (target, "%*[a-z]:%*u:%*u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) != 2)
    return;
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", from);
  weft_report_signed (report, "end", to);
  weft_report_end (report);
}

void
weft_cli_noc_report_findings (WeftReport *report, WeftNocDemand **demands,
                              const WeftNocStats *stats)
{
  weft_cli_report_findings (report, find, write_target, &(Figures){ demands, stats });
}
