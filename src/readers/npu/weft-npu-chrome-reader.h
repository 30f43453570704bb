/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads Chrome's trace events, as PyTorch, onnxruntime, OpenVINO and many others write them, into an
 * NPU trace, as docs/formats/chrome.md describes it: a thread is a lane, a slice an event of its
 * engine. */

WeftReader *weft_npu_chrome_reader_new (const WeftReaderSetup *setup);

/* Whether `head`, the beginning of an input, is such a trace. */
WeftSniff weft_npu_chrome_reader_sniff (const char *head, gsize length);

G_END_DECLS
