/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-handover.h"

/* Two threads write a number, and nothing orders them: a run where ThreadSanitizer does not say so sees nothing. */

static int number;

static void *
write_number (void *data)
{
  number = (int) (intptr_t) data;
  return NULL;
}

int
main (void)
{
  WeftThread *a = weft_thread_start ("a", write_number, (void *) 1);
  WeftThread *b = weft_thread_start ("b", write_number, (void *) 2);

  weft_thread_join (a);
  weft_thread_join (b);
  return number == 0;
}
