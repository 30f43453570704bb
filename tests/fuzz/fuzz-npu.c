/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-npu.h"
#include "weft-npu-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_npu (weft_npu_reader_new, FALSE, data, size);
  return 0;
}
