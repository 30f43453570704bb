/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads what llvm-mca writes with -timeline -json (docs/formats/llvm-mca.md), a code region at a
 * time. */

WeftReader *weft_pipeline_mca_reader_new (const WeftReaderSetup *setup);

/* Whether `head`, the beginning of the input, is such JSON. */
WeftSniff weft_pipeline_mca_reader_sniff (const char *head, gsize length);

G_END_DECLS
