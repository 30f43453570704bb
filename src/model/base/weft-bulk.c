/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-bulk.h"

#include "weft-chunk-store.h"
#include "weft-exhausted.h"
#include "weft-huge-pages.h"
#include "weft-memory-budget.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Less than this is memory, whatever the budget says: a file would take as much for its pages. */
#define SMALL ((size_t) 64 << 10)

/* Stands before the bytes. */
typedef struct
{
  size_t size;   /* of the bytes, */
  size_t taken;  /* what of the budget they took, */
  size_t mapped; /* and what is mapped, with this; 0: nothing is */
  bool is_file;
} Head;

/* Bytes that lie in files. */
static _Atomic size_t on_disk;

#define HEAD_SIZE ((size_t) 64)

static Head *
head_of (const void *bulk)
{
  return (Head *) ((char *) bulk - HEAD_SIZE);
}

static void *
enter (Head *head, Head value)
{
  *head = value;
  return (char *) head + HEAD_SIZE;
}

/* Mapped by itself, so that all of it goes back to the system. */
static Head *
map_memory (size_t size)
{
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
  weft_huge_pages_use (memory, size);
  return memory;
}

/* NULL: the system has no more. `taken` is given back then. */
static void *
make_memory (size_t size, size_t taken)
{
  const size_t all = HEAD_SIZE + size, mapped = size < SMALL ? 0 : all;
  Head *head = mapped != 0 ? map_memory (all) : calloc (1, all);

  if (head == NULL)
    {
      weft_memory_budget_give (taken);
      return NULL;
    }
  return enter (head, (Head){ size, taken, mapped, false });
}

/* NULL with errno set. `has_disk`: whether there is a folder for such a file at all. */
static void *
make_file (size_t size, bool *has_disk)
{
  int fd = weft_chunk_store_open_file (NULL);
  void *memory = MAP_FAILED;
  int error = errno;

  *has_disk = fd >= 0;
  if (fd < 0)
    return NULL;
  error = posix_fallocate (fd, 0, (off_t) (HEAD_SIZE + size));
  if (error == 0)
    {
      memory = mmap (NULL, HEAD_SIZE + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      error = errno;
    }
  close (fd);
  errno = error;
  if (memory == MAP_FAILED)
    return NULL;
  atomic_fetch_add (&on_disk, size);
  return enter (memory, (Head){ size, 0, HEAD_SIZE + size, true });
}

void *
weft_bulk_alloc (size_t size)
{
  bool has_disk = false;
  void *bulk = NULL;

  if (size > PTRDIFF_MAX - HEAD_SIZE)
    {
      errno = ENOMEM;
      return NULL;
    }
  if (size < SMALL)
    return make_memory (size, 0);
  if (weft_memory_budget_take (size))
    bulk = make_memory (size, size);
  if (bulk == NULL)
    bulk = make_file (size, &has_disk);
  if (bulk != NULL)
    return bulk;
  if (!has_disk)
    return make_memory (size, 0);
  return weft_memory_budget_overdraw (size) ? make_memory (size, size) : NULL;
}

void *
weft_bulk_alloc_anyway (size_t size)
{
  void *bulk = weft_bulk_alloc (size);

  if (bulk == NULL)
    bulk = make_memory (size, 0);
  if (bulk == NULL)
    weft_exhausted ("what is derived of the trace");
  return bulk;
}

void *
weft_bulk_alloc_items (size_t n, size_t item_size)
{
  size_t size;

  return weft_bulk_alloc (__builtin_mul_overflow (n, item_size, &size) ? SIZE_MAX : size);
}

/* `other` (nullable) takes the place of `bulk` (nullable). */
static void *
replace (void *bulk, void *other, size_t size)
{
  if (other == NULL || bulk == NULL)
    return other;
  memcpy (other, bulk, size < head_of (bulk)->size ? size : head_of (bulk)->size);
  weft_bulk_free (bulk);
  return other;
}

void *
weft_bulk_resize (void *bulk, size_t size)
{
  return replace (bulk, weft_bulk_alloc (size), size);
}

void *
weft_bulk_resize_anyway (void *bulk, size_t size)
{
  return replace (bulk, weft_bulk_alloc_anyway (size), size);
}

void
weft_bulk_free (void *bulk)
{
  Head *head;

  if (bulk == NULL)
    return;
  head = head_of (bulk);
  weft_memory_budget_give (head->taken);
  if (head->is_file)
    atomic_fetch_sub (&on_disk, head->size);
  if (head->mapped != 0)
    munmap (head, head->mapped);
  else
    free (head);
}

void
weft_bulk_settle (void)
{
#ifdef __GLIBC__
  if (atomic_load (&on_disk) > 0)
    malloc_trim (0);
#endif
}
