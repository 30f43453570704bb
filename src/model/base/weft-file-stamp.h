/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tells whether a file is still the one that it was: its size, when it was changed, and a hash of parts of it. */

#define WEFT_FILE_HASH_SIZE 32

typedef struct
{
  guint64 size;
  gint64
    modified; /* nanoseconds since 1970 in which its bytes were changed last, as anybody may set it, */
  gint64 changed; /* and in which anything of it was */
  guint8 hash[WEFT_FILE_HASH_SIZE];
} WeftFileStamp;

/* Of the open file `fd`, without a hash. FALSE where it is no file. */
gboolean weft_file_stamp_look (int fd, WeftFileStamp *stamp);

/* Adds the hash: of its first and last 64 KiB, and of 64 pieces of 4 KiB between. FALSE where they can't be read. */
gboolean weft_file_stamp_hash (int fd, WeftFileStamp *stamp);

/* The same of all of these files together, each by its path: `newest` is when one of them was changed last. The times of
 * the stamp are sums then, of which all that can be said is whether they are the same. */
gboolean weft_file_stamp_look_several (const char *const *paths, WeftFileStamp *stamp,
                                       gint64 *newest);
gboolean weft_file_stamp_hash_several (const char *const *paths, WeftFileStamp *stamp);

/* Whether all but the hash is the same. */
gboolean weft_file_stamp_looks_like (const WeftFileStamp *a, const WeftFileStamp *b);

/* The same of the file at `path` as it is now. FALSE where that is none. */
gboolean weft_file_stamp_is_of (const WeftFileStamp *self, const char *path);

gboolean weft_file_stamp_equal (const WeftFileStamp *a, const WeftFileStamp *b);

G_END_DECLS
