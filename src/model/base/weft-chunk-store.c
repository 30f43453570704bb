/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-chunk-store-private.h"

#include "weft-exhausted.h"
#include "weft-handover.h"
#include "weft-huge-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Chunks are cut from arenas: one mapping call and one file extension serve many chunks, and an
 * arena is aligned for huge pages, which spares most of the page faults of a fast load. */
#define ARENA_SIZE ((size_t) 32 << 20)
#define CHUNK_ALIGN ((size_t) 4096)

/* Address space is cut from mappings of so much, since each costs a call of the system to make, and one to undo; but what
 * is mapped and never touched counts where the memory of a program is limited (RLIMIT_DATA). */
#define RESERVE_SIZE ((size_t) 8 << 20)
#define RESERVE_ALIGN ((size_t) 64)

/* Memory of chunks that nobody needs now; of more than this only the addresses are kept. */
#define MAX_SPARE ((size_t) 32 << 20)

#define TMPFS_MAGIC 0x01021994
#define RAMFS_MAGIC 0x858458f6

typedef struct _Arena Arena;
struct _Arena
{
  Arena *next;
  char *base;
  size_t size;
  size_t used;
  bool is_huge; /* what was not cut from it yet */
};

/* A chunk that nobody reads any more; it lies in that chunk. */
typedef struct _Spare Spare;
struct _Spare
{
  Spare *next;
  size_t size;
  size_t kept; /* bytes of it that are in memory */
};

struct _WeftChunkStore
{
  WeftChunkBackend backend;
  int fd;
  off_t file_size;
  Arena *arenas;
  Arena *reserves; /* of address space */
  Spare *spares;
  size_t spare_size; /* Σ kept */
  size_t allocated;
  size_t eager_from; /* chunks beyond so many bytes get their memory at once, in huge pages */
};

bool
weft_chunk_store_is_memory (const char *directory)
{
  struct statfs info;

  if (statfs (directory, &info) != 0)
    return true;
  return (unsigned long) info.f_type == TMPFS_MAGIC || (unsigned long) info.f_type == RAMFS_MAGIC;
}

static const char *
disk_directory (void)
{
  const char *directory = getenv ("TMPDIR");

  if (directory != NULL && !weft_chunk_store_is_memory (directory))
    return directory;
  return "/var/tmp";
}

int
weft_chunk_store_open_file (const char *directory)
{
  if (directory == NULL)
    directory = disk_directory ();
  if (!weft_chunk_store_is_memory (directory))
    return open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  errno = EMEDIUMTYPE;
  return -1;
}

WeftChunkStore *
weft_chunk_store_new (WeftChunkBackend backend, const char *directory)
{
  WeftChunkStore *store;
  int fd = -1;

  if (backend == WEFT_CHUNKS_FILE)
    {
      fd = weft_chunk_store_open_file (directory);
      if (fd < 0)
        return NULL;
    }
  store = calloc (1, sizeof *store);
  if (store == NULL)
    weft_exhausted ("a store of rows");
  store->backend = backend;
  store->eager_from = SIZE_MAX;
  store->fd = fd;
  return store;
}

static void
free_arenas (Arena *first)
{
  for (Arena *arena = first, *next; arena != NULL; arena = next)
    {
      next = arena->next;
      munmap (arena->base, arena->size);
      free (arena);
    }
}

void
weft_chunk_store_free (WeftChunkStore *store)
{
  if (store == NULL)
    return;
  free_arenas (store->arenas);
  free_arenas (store->reserves);
  if (store->fd >= 0)
    close (store->fd);
  free (store);
}

/* Nothing is mapped where only so much would be left after it: others ask for memory by functions that end the
 * program where there is none. */
#define LEFT_FOR_OTHERS ((size_t) 16 << 20)

static char *
map_anonymous (size_t size)
{
  size_t slack = size + WEFT_HUGE_PAGE + LEFT_FOR_OTHERS;
  char *raw =
    mmap (NULL, slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  char *base;

  if (raw == MAP_FAILED)
    return NULL;
  base = (char *) (((uintptr_t) raw + WEFT_HUGE_PAGE - 1) & ~(uintptr_t) (WEFT_HUGE_PAGE - 1));
  if (base > raw)
    munmap (raw, (size_t) (base - raw));
  munmap (base + size, slack - size - (size_t) (base - raw));
  return base;
}

static char *
map_file (WeftChunkStore *store, size_t size)
{
  char *base;
  int error = posix_fallocate (store->fd, store->file_size, (off_t) size);

  if (error != 0)
    {
      errno = error;
      return NULL;
    }
  base = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, store->fd, store->file_size);
  if (base == MAP_FAILED)
    return NULL;
  store->file_size += (off_t) size;
  return base;
}

static Arena *
add_arena (WeftChunkStore *store, size_t size)
{
  Arena *arena = calloc (1, sizeof *arena);

  if (arena == NULL)
    return NULL;
  arena->size = size > ARENA_SIZE ? size : ARENA_SIZE;
  arena->base = store->backend == WEFT_CHUNKS_FILE ? map_file (store, arena->size)
                                                   : map_anonymous (arena->size);
  if (arena->base == NULL)
    {
      free (arena);
      return NULL;
    }
  arena->next = store->arenas;
  store->arenas = arena;
  return arena;
}

WEFT_UNCHECKED static void
write_spare (Spare *spare, Spare value)
{
  spare->next = value.next;
  spare->size = value.size;
  spare->kept = value.kept;
}

WEFT_UNCHECKED static void *
take_spare (WeftChunkStore *store, size_t size)
{
  for (Spare **link = &store->spares; *link != NULL; link = &(*link)->next)
    if ((*link)->size == size)
      {
        Spare *spare = *link;

        *link = spare->next;
        store->spare_size -= spare->kept;
        return spare;
      }
  return NULL;
}

/* Zeros. */
static void *
cut_chunk (WeftChunkStore *store, size_t size)
{
  Arena *arena = store->arenas;
  bool is_eager;
  void *chunk;

  if (arena == NULL || arena->size - arena->used < size)
    arena = add_arena (store, size);
  if (arena == NULL)
    return NULL;
  is_eager = store->allocated + size > store->eager_from && store->backend == WEFT_CHUNKS_ANONYMOUS;
  if (is_eager && !arena->is_huge)
    weft_huge_pages_use (arena->base + arena->used, arena->size - arena->used);
  arena->is_huge = is_eager;
  chunk = arena->base + arena->used;
  arena->used += size;
  store->allocated += size;
#ifdef MADV_POPULATE_WRITE
  /* Older systems do not know it, and it is no loss if there is no memory for it yet. */
  if (is_eager)
    madvise (chunk, size, MADV_POPULATE_WRITE);
#endif
  return chunk;
}

static size_t
round_up (size_t size)
{
  return (size + CHUNK_ALIGN - 1) & ~(CHUNK_ALIGN - 1);
}

WEFT_UNCHECKED static void *
clear (void *chunk, size_t size)
{
#ifdef __SANITIZE_THREAD__
  for (size_t i = 0; i < size; i++) /* memset() is checked wherever it is called */
    ((volatile char *) chunk)[i] = 0;
  return chunk;
#else
  return memset (chunk, 0, size);
#endif
}

void *
weft_chunk_store_alloc (WeftChunkStore *store, size_t size)
{
  void *spare = take_spare (store, round_up (size));

  return spare != NULL ? clear (spare, round_up (size)) : cut_chunk (store, round_up (size));
}

void *
weft_chunk_store_alloc_uncleared (WeftChunkStore *store, size_t size)
{
  void *spare = take_spare (store, round_up (size));

  return spare != NULL ? spare : cut_chunk (store, round_up (size));
}

/* --- address space --------------------------------------------------------------------------------- */

static char *
map_space (size_t size)
{
  char *space =
    mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  /* Little of it is ever touched, here and there. */
  if (space != MAP_FAILED)
    madvise (space, size, MADV_NOHUGEPAGE);
  return space;
}

static Arena *
add_reserve (WeftChunkStore *store, size_t size)
{
  Arena *reserve = calloc (1, sizeof *reserve);

  if (reserve == NULL)
    return NULL;
  reserve->size = size > RESERVE_SIZE ? size : RESERVE_SIZE;
  reserve->base = map_space (reserve->size);
  /* Where addresses are few, as many as there must be. */
  if (reserve->base == MAP_FAILED)
    reserve->base = map_space (reserve->size = size);
  if (reserve->base == MAP_FAILED)
    {
      free (reserve);
      return NULL;
    }
  reserve->next = store->reserves;
  store->reserves = reserve;
  return reserve;
}

void *
weft_chunk_store_reserve (WeftChunkStore *store, size_t size)
{
  Arena *reserve = store->reserves;
  void *space;

  size = (size + RESERVE_ALIGN - 1) & ~(RESERVE_ALIGN - 1);
  if (reserve == NULL || reserve->size - reserve->used < size)
    reserve = add_reserve (store, size);
  if (reserve == NULL)
    return NULL;
  space = reserve->base + reserve->used;
  reserve->used += size;
  return space;
}

/* --- chunks ------------------------------------------------------------------------------------------ */

void
weft_chunk_store_set_eager (WeftChunkStore *store, size_t from)
{
  store->eager_from = from;
}

void
weft_chunk_store_forget (WeftChunkStore *store, void *start, size_t size)
{
  madvise (start, size, store->backend == WEFT_CHUNKS_FILE ? MADV_REMOVE : MADV_DONTNEED);
}

void
weft_chunk_store_give_end_back (WeftChunkStore *store, void *chunk, size_t n_used, size_t size)
{
  size_t from = round_up (n_used);

  /* A file keeps its place on the disk. */
  if (from < size && store->backend == WEFT_CHUNKS_ANONYMOUS && store->eager_from < SIZE_MAX)
    weft_chunk_store_forget (store, (char *) chunk + from, size - from);
}

void
weft_chunk_store_release (WeftChunkStore *store, void *chunk, size_t size)
{
  Spare *spare = chunk;
  bool keeps = store->spare_size < MAX_SPARE;

  size = round_up (size);
  if (!keeps)
    weft_chunk_store_forget (store, chunk, size);
  write_spare (spare, (Spare){ store->spares, size, keeps ? size : 0 });
  store->spares = spare;
  store->spare_size += spare->kept;
}

void
weft_chunk_store_trim (WeftChunkStore *store)
{
  for (Spare *spare = store->spares; spare != NULL; spare = spare->next)
    {
      Spare copy = *spare;

      if (copy.kept == 0)
        continue;
      weft_chunk_store_forget (store, spare, copy.size);
      copy.kept = 0;
      write_spare (spare, copy);
    }
  store->spare_size = 0;
}
