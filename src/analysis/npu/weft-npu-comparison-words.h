/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-comparison.h"

G_BEGIN_DECLS

/* In what two NPU runs differ, in words for people, the same in windows and on terminals. All results
 * are (transfer full) UTF-8. */

/* The conclusion, one sentence: what B read, wrote and took more than A, in which layers most of that
 * is, and how it was configured otherwise. `a` and `b` are what the runs are called; where they are called
 * the same, they are A and B. */
char *weft_npu_comparison_conclude (const WeftNpuComparison *self, const char *a, const char *b);

/* "6.6 MiB", "115 068", "91.3 %": a number of that unit; "—" for NAN. */
char *weft_npu_comparison_format (double number, WeftFieldUnit unit);

/* A change with its sign: "+6.6 MiB", "−12", "0", "+1.2 pp". */
char *weft_npu_comparison_format_delta (double delta, WeftFieldUnit unit);

G_END_DECLS
