/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-findings.h"
#include "weft-noc-findings.h"

#include <stdio.h>

typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;   /* (nullable), */
  const WeftNocStats *stats; /* which these are then counted by */
  WeftNocOptions options;    /* of the capture */
} Figures;

static GArray *
make (gpointer data, GCancellable *cancellable, GError **error)
{
  const Figures *figures = data;
  WeftNocDemand **demands = NULL;
  g_autoptr (WeftNocStats) stats = NULL;
  GArray *findings = NULL;

  if (figures->demands != NULL)
    return weft_noc_findings_new (figures->demands, figures->stats, &figures->options, cancellable,
                                  error);
  stats = weft_cli_noc_sum_up (figures->capture, NULL, NULL, &demands);
  if (stats != NULL)
    findings = weft_noc_findings_new (demands, stats, &figures->options, cancellable, error);
  weft_noc_demands_free (demands);
  return findings;
}

static GArray *
find (gconstpointer data)
{
  const Figures *figures = data;

  return weft_noc_findings_find (figures->capture, &figures->options, make, (gpointer) figures,
                                 g_cancellable_get_current (), NULL);
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
  Figures figures = { capture, demands, stats, { NULL } };

  /* They were good for the capture. */
  weft_cli_noc_get_options (&figures.options);
  weft_cli_report_findings (report, find, write_target, &figures);
}
