/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include "weft-pipeline-symbols-wire.h"

/* Answers of the program that reads symbols, whoever has taken it over: all that is taken of one lies within its
 * message. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *message = (const char *) data;
  WeftSymbolsAnswer answer;
  guint64 address = 0;

  memcpy (&address, message, MIN (size, sizeof address));
  g_assert_false (weft_symbols_answer_take (message, size, ~address, &answer));
  if (!weft_symbols_answer_take (message, size, address, &answer))
    return 0;
  g_assert_cmpuint (sizeof answer + answer.function + answer.file, ==, size);
  g_free (g_memdup2 (message + sizeof answer, answer.function));
  g_free (g_memdup2 (message + sizeof answer + answer.function, answer.file));
  return 0;
}
