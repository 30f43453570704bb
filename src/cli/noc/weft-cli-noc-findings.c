/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-findings.h"
#include "weft-findings-kept.h"
#include "weft-noc-findings.h"

#include <stdio.h>

typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;   /* (nullable) */
  const WeftNocStats *stats; /* (nullable) */
} Figures;

static GArray *
make (const Figures *figures, const WeftNocOptions *options)
{
  WeftNocDemand **demands = NULL;
  g_autoptr (WeftNocStats) stats =
    figures->stats == NULL ? weft_cli_noc_sum_up (figures->capture, NULL, NULL, &demands) : NULL;
  GArray *findings = NULL;

  if (figures->stats != NULL || stats != NULL)
    findings = weft_noc_findings_new (figures->stats != NULL ? figures->demands : demands,
                                      figures->stats != NULL ? figures->stats : stats, options,
                                      g_cancellable_get_current (), NULL);
  weft_noc_demands_free (demands);
  return findings;
}

/* The file that findings are kept of: none where people say what the trace does not. */
static WeftTraceOrigin *
find_origin (const Figures *figures, const WeftNocOptions *options)
{
  if (options->arch != NULL || options->topology_path != NULL || options->offsets->len > 0)
    return NULL;
  return weft_trace_ref_origin (WEFT_TRACE (weft_noc_capture_get_trace (figures->capture)));
}

static GArray *
find (gconstpointer data)
{
  const Figures *figures = data;
  g_autoptr (WeftTraceOrigin) origin = NULL;
  WeftNocOptions options;
  GArray *findings;

  /* They were good for the capture. */
  weft_cli_noc_get_options (&options);
  origin = find_origin (figures, &options);
  findings = weft_findings_restore (origin);
  if (findings != NULL)
    return findings;
  findings = make (figures, &options);
  if (findings != NULL)
    weft_findings_keep (findings, origin);
  return findings;
}

/* A link, a tile or a controller. FALSE: there is none. */
static gboolean
write_place (WeftReport *report, const WeftNocCapture *capture, const char *target, guint device,
             guint index)
{
  const WeftNocTopology *chip = weft_noc_capture_get_topology (capture, NULL);
  const gboolean is_link = g_str_has_prefix (target, "link:");
  const gboolean is_tile = g_str_has_prefix (target, "tile:");

  if (device >= weft_noc_capture_get_n_devices (capture)
      || (is_link && index >= weft_noc_count_links (chip)) || (is_tile && index >= chip->n_tiles))
    return FALSE;
  weft_cli_noc_report_device (report, capture, device);
  if (is_link)
    weft_cli_noc_report_link (report, capture, index);
  else if (is_tile)
    weft_cli_noc_report_tile (report, capture, "tile", index);
  else
    weft_report_count (report, "controller", index);
  return TRUE;
}

/* A place, and the cycles. */
static void
write_target (WeftReport *report, const char *target, gconstpointer data)
{
  const Figures *figures = data;
  guint device, index;
  gint64 from, to;

  if (target == NULL || sscanf (target, "%*[a-z]:%u:%u", &device, &index) != 2
      || !write_place (report, figures->capture, target, device, index)
      || sscanf (target, "%*[a-z]:%*u:%*u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) != 2)
    return;
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", from);
  weft_report_signed (report, "end", to);
  weft_report_end (report);
}

void
weft_cli_noc_report_findings (WeftReport *report, WeftNocCapture *capture, WeftNocDemand **demands,
                              const WeftNocStats *stats)
{
  weft_cli_report_findings (report, find, write_target, &(Figures){ capture, demands, stats });
}
