/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-exhausted.h"

#include <stddef.h>
#include <stdlib.h>

static void (*ending) (const char *what);

void
weft_exhausted_call (void (*end) (const char *what))
{
  ending = end;
}

void
weft_exhausted (const char *what)
{
  if (ending != NULL)
    ending (what);
  abort ();
}
