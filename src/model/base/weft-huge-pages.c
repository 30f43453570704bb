/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-huge-pages.h"

#include <stdint.h>
#include <sys/mman.h>

void
weft_huge_pages_use (void *memory, size_t size)
{
  uintptr_t start = ((uintptr_t) memory + WEFT_HUGE_PAGE - 1) & ~(WEFT_HUGE_PAGE - 1);
  uintptr_t end = ((uintptr_t) memory + size) & ~(WEFT_HUGE_PAGE - 1);

  /* Systems without them refuse, which is no loss. */
  if (start < end)
    madvise ((void *) start, end - start, MADV_HUGEPAGE);
}
