/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* Memory of so much alignment and size can be a huge page. */
#define WEFT_HUGE_PAGE ((size_t) 2 << 20)

/* Asks for huge pages as far as they fit into memory that is fresh and will be filled: entering small ones can cost
 * more than what is written to them, most of all in virtual machines. Any thread. */
void weft_huge_pages_use (void *memory, size_t size);

/* Fresh memory of at least `size` bytes, which then says how many there are: as far as they are many, whole huge pages. Free
 * it with free(). NULL: there is no room. Any thread. */
void *weft_huge_pages_alloc (size_t *size);
