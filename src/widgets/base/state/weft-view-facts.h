/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-sheet.h"
#include "weft-time-axis.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Writes what is known of every trace: its format, its diagnostics, and the length of its axis (nullable:
 * nothing in it takes time). */
void weft_view_facts_write (WeftFactSheet *sheet, WeftTrace *trace, WeftTimeAxis *axis);

G_END_DECLS
