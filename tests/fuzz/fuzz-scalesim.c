/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-npu.h"
#include "weft-npu-scalesim-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_npu (weft_npu_scalesim_reader_new, TRUE, data, size);
  return 0;
}
