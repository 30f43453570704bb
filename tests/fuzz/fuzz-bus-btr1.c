/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-bus.h"
#include "weft-bus-btr1-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_bus (weft_bus_btr1_reader_new, FUZZ_CUT_ANYWHERE, data, size);
  return 0;
}
