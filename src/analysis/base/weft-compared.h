/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Two traces beside each other. Immutable once it is made. */
typedef struct
{
  GArray *rows; /* the family's own struct */
  guint n_different;
  char *sentence; /* what it comes to, translated */
} WeftComparison;

/* Without rows, which are structs of that size. (transfer full) */
WeftComparison *weft_comparison_new (guint row_size, GDestroyNotify clear_row);
void weft_comparison_free (WeftComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftComparison, weft_comparison_free)

/* A number in each of two traces that are compared, A's first; NAN where the trace does not have it. */

/* B − A; what a trace does not have counts 0. */
double weft_compared_get_delta (const double numbers[2]);

/* Whether they differ by more than `tolerance` percent of A's, or only one has it. */
gboolean weft_compared_differs (const double numbers[2], double tolerance);

/* For WeftField.of: one number; and of both B − A, and that as percent of A's. */
WeftCell weft_compared_number_cell (gconstpointer data, gconstpointer number);
WeftCell weft_compared_delta_cell (gconstpointer data, gconstpointer numbers);
WeftCell weft_compared_percent_cell (gconstpointer data, gconstpointer numbers);

/* For WeftField.as: 1 where a row differs, else 0. */
WeftCell weft_compared_differs_cell (gconstpointer data, gint64 differs);

/* "+12.3 %", "−12.3 %": (transfer full). */
char *weft_compared_format_percent (double percent);

/* “a.json” and “b.json”, or A and B where both are called the same: (transfer full). */
char **weft_compared_list_titles (WeftTrace *first, WeftTrace *second);

G_END_DECLS
