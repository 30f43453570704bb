/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-report.h"

G_BEGIN_DECLS

/* Makes the findings of what `data` is: (transfer full). */
typedef GArray *(*WeftCliFind) (gconstpointer data);

/* Writes where to look, as members of the finding. */
typedef void (*WeftCliWriteTarget) (WeftReport *report, const char *target, gconstpointer data);

/* Reports findings: for machines in English whatever the locale, with their keys and weights. */
void weft_cli_report_findings (WeftReport *report, WeftCliFind find,
                               WeftCliWriteTarget write_target, gconstpointer data);

G_END_DECLS
