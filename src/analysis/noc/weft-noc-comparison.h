/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-noc-stats.h"

G_BEGIN_DECLS

/* Two captures of one chip, link by link. */

typedef struct
{
  gint32 device; /* id */
  guint32 link;
  gboolean differs;                   /* by more than the tolerance, in bytes or a utilization */
  const WeftNocSeriesStats *sides[2]; /* NULL: no transfer takes the link there, */
  /* and these are 0: */
  guint64 bytes[2];
  double mean[2]; /* barrier-bounded utilizations */
  double peak[2];
} WeftNocLinkPair;

typedef struct
{
  const WeftNocStats *sides[2];
  GArray *pairs; /* WeftNocLinkPair, by device and link */
  guint n_different;
} WeftNocComparison;

/* `tolerance` is in percent of the larger side. Both must outlive the comparison. NULL, with
 * G_IO_ERROR_INVALID_ARGUMENT, where their grids differ. */
WeftNocComparison *weft_noc_comparison_new (const WeftNocStats *first, const WeftNocStats *second,
                                            double tolerance, GError **error);
void weft_noc_comparison_free (WeftNocComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocComparison, weft_noc_comparison_free)

/* Valid as long as the comparison. */
WeftFacts weft_noc_comparison_get_facts (const WeftNocComparison *self);

G_END_DECLS
