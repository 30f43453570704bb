/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-bus.h"
#include "weft-bus-jsonl-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_bus (weft_bus_jsonl_reader_new, FUZZ_CUT_LINES, data, size);
  return 0;
}
