/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The index files of a user: in $XDG_CACHE_HOME/weft/index, which nobody else may look into. Together they take no more
 * than a quota: those go first that were of use last the longest ago. Any thread. */

/* The folder: (transfer full). */
char *weft_index_cache_get_folder (void);

/* Makes the folder where it is not there. FALSE where it can't be. */
gboolean weft_index_cache_make (void);

/* Where the index file of the file at `source`, a full path, is, if there is one: (transfer full). */
char *weft_index_cache_get_path (const char *source);

/* The same of the file that holds what was derived from its trace (weft-trace-origin.h): `what` says what, in a word. */
char *weft_index_cache_get_derived_path (const char *source, const char *what);

/* Bytes that they may take: $WEFT_INDEX_QUOTA, or 10 GiB, or a tenth of a smaller disk. */
guint64 weft_index_cache_get_quota (void);

/* Bytes of the disk that they leave to others: 2 GiB, or a tenth of a smaller disk. */
guint64 weft_index_cache_get_reserve (void);

/* One was of use. */
void weft_index_cache_touch (const char *path);

/* Deletes what is beyond the quota, and what writers left that did not come to their end. */
void weft_index_cache_trim (void);

typedef struct
{
  char *path;
  guint64 size;
  gint64 used; /* seconds since 1970 */
  gboolean is_derived;
} WeftIndexEntry;

/* All of them, the last used first: WeftIndexEntry, (transfer full). */
GPtrArray *weft_index_cache_list (void);

G_END_DECLS
