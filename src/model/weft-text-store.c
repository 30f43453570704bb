/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-text-store.h"

#include "weft-chunk-store.h"
#include "weft-handover.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many bytes are compared at the head, and before the end, of a file that changed. */
#define FINGERPRINT 256

struct _WeftTextStore
{
  gatomicrefcount ref_count;
  int fd;
  gboolean is_spill;

  guint64 quota;
  _Atomic guint64 length; /* bytes that were read, or spilled */
  _Atomic guint64 dropped;

  WeftLock lock; /* of what follows */
  struct stat seen; /* when the fingerprints were last known to hold */
  guint64 tail_offset;
  char head[FINGERPRINT];
  char tail[FINGERPRINT];
  gboolean intact;
};

static WeftTextStore *
text_store_new (int fd, gboolean is_spill)
{
  WeftTextStore *store = g_new0 (WeftTextStore, 1);

  g_atomic_ref_count_init (&store->ref_count);
  store->fd = fd;
  store->is_spill = is_spill;
  store->quota = WEFT_SPILL_QUOTA;
  store->intact = TRUE;
  pthread_mutex_init (&store->lock, NULL);
  return store;
}

WeftTextStore *
weft_text_store_new_for_file (int fd)
{
  WeftTextStore *store = text_store_new (fcntl (fd, F_DUPFD_CLOEXEC, 0), FALSE);

  fstat (store->fd, &store->seen);
  return store;
}

WeftTextStore *
weft_text_store_new_spill (void)
{
  const char *directory = g_getenv ("TMPDIR");
  const char *quota = g_getenv ("WEFT_SPILL_QUOTA");
  WeftTextStore *store;
  int fd;

  if (directory == NULL || weft_chunk_store_is_memory (directory))
    directory = "/var/tmp";
  fd = open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    return NULL;
  store = text_store_new (fd, TRUE);
  if (quota != NULL)
    store->quota = g_ascii_strtoull (quota, NULL, 10);
  return store;
}

WeftTextStore *
weft_text_store_ref (WeftTextStore *store)
{
  g_atomic_ref_count_inc (&store->ref_count);
  return store;
}

void
weft_text_store_unref (WeftTextStore *store)
{
  if (!g_atomic_ref_count_dec (&store->ref_count))
    return;
  close (store->fd);
  pthread_mutex_destroy (&store->lock);
  g_free (store);
}

static gboolean
read_fully (int fd, void *buffer, gsize length, guint64 offset)
{
  while (length > 0)
    {
      gssize n = pread (fd, buffer, length, (off_t) offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      buffer = (char *) buffer + n;
      offset += (guint64) n;
      length -= (gsize) n;
    }
  return TRUE;
}

void
weft_text_store_extend (WeftTextStore *store, guint64 length)
{
  if (store->is_spill)
    return;
  weft_lock (&store->lock);
  store->tail_offset = length > FINGERPRINT ? length - FINGERPRINT : 0;
  if (!read_fully (store->fd, store->head, MIN (length, FINGERPRINT), 0)
      || !read_fully (store->fd, store->tail, length - store->tail_offset, store->tail_offset)
      || fstat (store->fd, &store->seen) != 0)
    store->intact = FALSE;
  atomic_store (&store->length, length);
  weft_unlock (&store->lock);
}

void
weft_text_store_spill (WeftTextStore *store, const void *bytes, gsize length)
{
  guint64 offset = atomic_load (&store->length);

  while (length > 0 && atomic_load (&store->dropped) == 0 && offset + length <= store->quota)
    {
      gssize n = pwrite (store->fd, bytes, length, (off_t) offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      bytes = (const char *) bytes + n;
      offset += (guint64) n;
      length -= (gsize) n;
    }
  atomic_store (&store->length, offset);
  atomic_fetch_add (&store->dropped, length);
}

guint64
weft_text_store_get_length (WeftTextStore *store)
{
  return atomic_load (&store->length);
}

guint64
weft_text_store_get_dropped (WeftTextStore *store)
{
  return atomic_load (&store->dropped);
}

static gboolean
same_times (const struct stat *a, const struct stat *b)
{
  return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec
         && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The file changed since the fingerprints were taken: it grew, or it was written anew. */
static gboolean
check_fingerprints (WeftTextStore *store, const struct stat *now)
{
  char bytes[FINGERPRINT];
  guint64 length = atomic_load (&store->length);
  gsize n_head = MIN (length, FINGERPRINT);
  gsize n_tail = length - store->tail_offset;

  return (guint64) now->st_size >= length
         && read_fully (store->fd, bytes, n_head, 0) && memcmp (bytes, store->head, n_head) == 0
         && read_fully (store->fd, bytes, n_tail, store->tail_offset)
         && memcmp (bytes, store->tail, n_tail) == 0;
}

gboolean
weft_text_store_is_intact (WeftTextStore *store)
{
  struct stat now;
  gboolean intact;

  if (store->is_spill)
    return TRUE;
  weft_lock (&store->lock);
  if (store->intact && fstat (store->fd, &now) == 0 && !same_times (&now, &store->seen))
    {
      store->intact = check_fingerprints (store, &now);
      store->seen = now;
    }
  intact = store->intact;
  weft_unlock (&store->lock);
  return intact;
}

gboolean
weft_text_store_read (WeftTextStore *store, guint64 offset, void *buffer, gsize length)
{
  if (store->is_spill && offset + length > atomic_load (&store->length))
    return FALSE;
  return weft_text_store_is_intact (store) && read_fully (store->fd, buffer, length, offset);
}
