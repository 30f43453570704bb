/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-described-report.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"

G_BEGIN_DECLS

/* All that is known of how a description was read, in the index file of its trace: by which description, the columns of a
 * table, and the report. */

void weft_described_report_put (const WeftDescribedReport *self, WeftIndexWriter *writer);

/* (transfer full) (nullable): the description is gone, or another, or the reader is bad. */
WeftDescribedReport *weft_described_report_take (WeftIndexReader *reader);

G_END_DECLS
