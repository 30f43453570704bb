/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-bus.h"
#include "fuzz-mutator.h"
#include "weft-bus-btr1-reader.h"

/* The header, then records. */
#define HEADER_SIZE ((gsize) 8)
#define RECORD_SIZE ((gsize) 48)

static gsize
find_record (const guint8 *data G_GNUC_UNUSED, gsize size, gsize at)
{
  return MIN (at == 0 ? HEADER_SIZE : RECORD_SIZE, size - at);
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  return seed % 4 < 3 ? fuzz_mutate_pieces (find_record, data, size, max_size, seed)
                      : LLVMFuzzerMutate (data, size, max_size);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_bus (weft_bus_btr1_reader_new, FUZZ_CUT_ANYWHERE, data, size);
  return 0;
}
