/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-noc.h"
#include "weft-noc-device-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_noc (weft_noc_device_reader_new, TRUE, data, size);
  return 0;
}
