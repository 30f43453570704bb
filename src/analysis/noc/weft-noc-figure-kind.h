/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The two figures of demand: see weft-noc-demand.h. */

typedef struct _WeftNocDemand WeftNocDemand;

typedef enum
{
  WEFT_NOC_BARRIER_BOUNDED,
  WEFT_NOC_ISSUE_DEMAND,
  WEFT_NOC_N_FIGURES
} WeftNocFigureKind;

/* The cycles that a peak is the mean over, counted from time zero. */
#define WEFT_NOC_BUCKET 256

/* The index needs at most so many bytes; of more than 2.8 million transfers, 10 MiB and 20 bytes for
 * each. */
#define WEFT_NOC_DEMAND_MEMORY ((gsize) 64 << 20)

/* Sums that stand behind the places of series. */
enum
{
  WEFT_NOC_TOTAL_NOC_0, /* bytes on all links of the network */
  WEFT_NOC_TOTAL_NOC_1,
  WEFT_NOC_TOTAL_ACTIVE, /* transfers under way */
  WEFT_NOC_N_TOTALS
};
