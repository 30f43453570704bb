/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Where the chunks of a trace's columns live. Two back ends: anonymous memory, and a mapping of a
 * temporary file of our own, which the kernel may push out to disk. Chunks hold offsets and ids,
 * never pointers, so that either serves. Used by the one writer of a trace. */

typedef struct _WeftChunkStore WeftChunkStore;

typedef enum
{
  WEFT_CHUNKS_ANONYMOUS,
  WEFT_CHUNKS_FILE,
} WeftChunkBackend;

/* A new store. WEFT_CHUNKS_FILE puts a nameless file into `directory` (NULL: $TMPDIR if that is
 * on a disk, else /var/tmp); never on tmpfs, which is memory by another name. Returns NULL with
 * errno set when no such file can be made. */
WeftChunkStore *weft_chunk_store_new (WeftChunkBackend backend, const char *directory);

/* Unmaps every chunk that is still there. Nobody may read them any more. */
void weft_chunk_store_free (WeftChunkStore *store);

/* `size` zeroed bytes that never move, aligned to 4,096. NULL with errno set when memory or disk
 * are exhausted. */
void *weft_chunk_store_alloc (WeftChunkStore *store, size_t size);

/* The same, with any bytes, for those who write to all of it. */
void *weft_chunk_store_alloc_uncleared (WeftChunkStore *store, size_t size);

/* Chunks that come after `from` bytes of others get their memory at once, in huge pages where the system has them,
 * rather than page by page as they are written: for a trace that is large by then, and whose chunks fill up soon. */
void weft_chunk_store_set_eager (WeftChunkStore *store, size_t from);

/* Gives whole pages of a chunk back to the system; they are zeros from then on. */
void weft_chunk_store_forget (WeftChunkStore *store, void *start, size_t size);

/* Of a chunk of `size` bytes, of which nothing was written to behind the first `n_used`: gives the memory of the rest back to
 * the system, where it was taken before anything was written. It is still there to be written to. */
void weft_chunk_store_give_end_back (WeftChunkStore *store, void *chunk, size_t n_used,
                                     size_t size);

/* Keeps one chunk of `size` bytes for the next chunk of that size. */
void weft_chunk_store_release (WeftChunkStore *store, void *chunk, size_t size);

/* Gives the memory of released chunks back to the system: there is no next chunk for long. */
void weft_chunk_store_trim (WeftChunkStore *store);

/* A nameless file of our own in `directory`, as for WEFT_CHUNKS_FILE: its descriptor, or −1 with errno set. */
int weft_chunk_store_open_file (const char *directory);

/* Whether `directory` lies on a file system that is held in memory. */
bool weft_chunk_store_is_memory (const char *directory);
