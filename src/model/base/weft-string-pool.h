/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-table.h"

/* Interned names: equal bytes get one small id, counted from 0 in order of first appearance. One
 * writer interns; any thread reads a name whose id it was given. Any bytes may stand in a name. */

typedef struct
{
  WeftTable bytes;   /* the names, each in one chunk and followed by a zero */
  WeftTable names;   /* offset, length */
  WeftMap64 by_hash; /* the writer's: first id with that hash; collisions chain by probing */
  uint64_t seed;     /* of the hash */
} WeftStringPool;

/* Longer names are cut to this many bytes. */
#define WEFT_NAME_MAX (WEFT_CHUNK_ROWS - 1)

/* The id that weft_string_pool_intern() returns when the store is exhausted. */
#define WEFT_NO_NAME UINT32_MAX

void weft_string_pool_init (WeftStringPool *pool, WeftChunkStore *store);
void weft_string_pool_clear (WeftStringPool *pool);

/* Writer: the id of the name of `length` bytes. */
uint32_t weft_string_pool_intern (WeftStringPool *pool, const char *name, size_t length);

/* Writer: finds the names that came into the tables otherwise, so that more can be interned. False where one is there
 * twice, which no writer does. */
bool weft_string_pool_learn (WeftStringPool *pool);

/* Any thread: the name as it stood in the file, zero-terminated; not necessarily UTF-8. Its
 * length is stored in `length` (nullable). Valid as long as the pool. */
const char *weft_string_pool_get (const WeftStringPool *pool, uint32_t id, size_t *length);

/* Any thread: how many names there are. */
uint32_t weft_string_pool_size (const WeftStringPool *pool);
