/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-result.h"

G_BEGIN_DECLS

/* Finds on a worker what is most telling of a whole NoC trace. The value of the runner is
 * (element-type WeftFinding); see weft-noc-findings.h. */
WeftRunner *weft_noc_findings_runner_new (void);

/* Asks for the findings of a result's capture. Does nothing while the trace is loaded, and where only a
 * part of it, or what would be, is shown. */
void weft_noc_ask_findings (WeftRunner *runner, WeftNocResult *result);

G_END_DECLS
