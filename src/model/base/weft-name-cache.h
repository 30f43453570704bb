/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-string-pool.h"

#include <glib.h>

G_BEGIN_DECLS

/* Interns names for one writer, most of which repeat soon: short ones are known by their bytes, without
 * asking the pool. */

typedef struct
{
  guint64 words[3]; /* its bytes, padded with zeros */
  guint32 length;
  guint32 id;
} WeftNameCacheEntry;

typedef struct
{
  WeftStringPool *pool;
  WeftNameCacheEntry entries[256];
} WeftNameCache;

void weft_name_cache_init (WeftNameCache *self, WeftStringPool *pool);

/* The id that weft_string_pool_intern() gives. */
guint32 weft_name_cache_intern (WeftNameCache *self, const char *name, gsize length);

G_END_DECLS
