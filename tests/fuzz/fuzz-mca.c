/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-trace.h"
#include "weft-pipeline-mca-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_reader (weft_pipeline_mca_reader_new, data, size);
  return 0;
}
