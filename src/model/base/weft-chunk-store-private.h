/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chunk-store.h"

/* For the tables of a store (weft-table.c): `size` zeroed bytes of address space, aligned to 64, that take memory page
 * by page as they are touched, whatever the back end; they stay as long as the store. NULL with errno set when there is
 * none. */
void *weft_chunk_store_reserve (WeftChunkStore *store, size_t size);
