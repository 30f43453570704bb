/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads XiangShan's table LifeTimeCommitTrace, in a database of SQLite (docs/formats/xiangshan.md). */

WeftReader *weft_pipeline_xiangshan_reader_new (const WeftReaderSetup *setup);

/* Whether `head`, the beginning of the input, is of such a database. */
WeftSniff weft_pipeline_xiangshan_reader_sniff (const char *head, gsize length);

G_END_DECLS
