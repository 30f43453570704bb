/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-huge-pages.h"

#include <stdint.h>
#include <stdlib.h>
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

/* Below that, more than half of a page would stay unused, which is cleared as well. A million bytes are above it. */
#define LEAST_SIZE (WEFT_HUGE_PAGE / 16 * 7)

void *
weft_huge_pages_alloc (size_t *size)
{
  void *memory;

  if (*size < LEAST_SIZE || *size > SIZE_MAX - WEFT_HUGE_PAGE)
    return malloc (*size);
  *size = (*size + WEFT_HUGE_PAGE - 1) & ~(WEFT_HUGE_PAGE - 1);
  memory = aligned_alloc (WEFT_HUGE_PAGE, *size);
  if (memory != NULL)
    weft_huge_pages_use (memory, *size);
  return memory;
}
