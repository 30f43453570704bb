/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-noc.h"
#include "weft-noc-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_noc (weft_noc_reader_new, FALSE, data, size);
  return 0;
}
