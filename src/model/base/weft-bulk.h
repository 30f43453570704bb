/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* Memory that grows with a trace: what is derived of its rows, one value for each. As the packed rows themselves it is
 * taken from the budget (weft-memory-budget.h); what comes on top of that lies in a nameless file of its own, which the
 * kernel writes to disk when it needs room and reads again when it is looked at. The file has its place on the disk
 * before anything is written to it, so that a full disk is told here and nowhere else. Any thread. */

/* `size` zeroed bytes, aligned to 16; free with weft_bulk_free(). Where there is no room on the disk, they are memory
 * after all, for as long as weft_memory_budget_overdraw() lets them. NULL with errno set: there is no room at all. */
void *weft_bulk_alloc (size_t size);

/* The same of `n` items of `item_size` bytes; of weft_bulk_new(), of a type. */
void *weft_bulk_alloc_items (size_t n, size_t item_size);
#define weft_bulk_new(type, n) ((type *) weft_bulk_alloc_items (n, sizeof (type)))

/* The same, but where there is no room, memory all the same, for what there is no doing without: ends the program where the
 * system has none. */
void *weft_bulk_alloc_anyway (size_t size);

/* Another of `size` bytes, which begins with what `bulk` (nullable) has of them, in its place. NULL with errno set:
 * `bulk` is as it was. */
void *weft_bulk_resize (void *bulk, size_t size);

/* Likewise, as weft_bulk_alloc_anyway (). */
void *weft_bulk_resize_anyway (void *bulk, size_t size);

/* NULL is ignored. */
void weft_bulk_free (void *bulk);

/* Work that took much memory has ended: what it left unused goes back to the system, where memory is so little that some
 * of all this lies on disk. Takes a few milliseconds then. */
void weft_bulk_settle (void);

/* For a pointer of a function that is freed when it returns. */
#define weft_auto_bulk __attribute__ ((cleanup (weft_bulk_clear)))

static inline void
weft_bulk_clear (void *place)
{
  weft_bulk_free (*(void **) place);
}
