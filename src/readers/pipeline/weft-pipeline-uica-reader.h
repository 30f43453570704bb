/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads what uiCA writes with -json (docs/formats/uica.md), a cycle at a time. */

WeftReader *weft_pipeline_uica_reader_new (const WeftReaderSetup *setup);

/* Whether `head`, the beginning of the input, is such JSON. */
WeftSniff weft_pipeline_uica_reader_sniff (const char *head, gsize length);

G_END_DECLS
