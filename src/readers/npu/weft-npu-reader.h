/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads traces of NPU simulators, one JSON document or JSON Lines, as docs/formats/npu.md describes
 * them. */

WeftReader *weft_npu_reader_new (const WeftReaderSetup *setup);

/* Whether `head`, the beginning of an input, is such a trace. */
WeftSniff weft_npu_reader_sniff (const char *head, gsize length);

G_END_DECLS
