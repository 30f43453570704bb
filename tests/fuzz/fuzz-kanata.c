/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-mutator.h"
#include "fuzz-trace.h"
#include "weft-pipeline-kanata-reader.h"

static gsize
find_line (const guint8 *data, gsize size, gsize at)
{
  const guint8 *eol = memchr (data + at, '\n', size - at);

  return eol != NULL ? (gsize) (eol - data) + 1 - at : size - at;
}

/* A field between tabs becomes a number that is likely to be an op's, a lane's or a cycle's: returns the size then. */
static gsize
change_field (guint8 *data, gsize size, gsize max_size, GRand *random)
{
  static const char *const numbers[] = { "0",  "1",  "2",  "3",          "-1",
                                         "10", "64", "99", "4294967296", "9223372036854775807" };
  gsize start = size > 0 ? g_rand_int (random) % size : 0, end;

  while (start < size && data[start] != '\t')
    start++;
  if (start == size)
    return size;
  for (end = ++start; end < size && data[end] != '\t' && data[end] != '\n';)
    end++;
  return fuzz_replace (data, size, max_size, start, end,
                       numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))]);
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  switch (seed % 4)
    {
    case 0:
      return fuzz_mutate_pieces (find_line, data, size, max_size, seed);
    case 1:
    case 2:
      return change_field (data, size, max_size, random);
    default:
      return LLVMFuzzerMutate (data, size, max_size);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_reader (weft_pipeline_kanata_reader_new, data, size);
  return 0;
}
