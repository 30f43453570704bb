/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-trace.h"
#include "weft-pipeline-xiangshan-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_reader (weft_pipeline_xiangshan_reader_new, data, size);
  return 0;
}
