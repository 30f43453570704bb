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

/* A file that changed is compared by so many pieces of the text that was read, evenly
 * spread from its head on, and the one before its end. */
#define MAX_PIECES 64
#define PIECE_SIZE 64
#define FIRST_STRIDE ((guint64) 1024)

/* Texts are short; so many bytes of them are written to a spill file at once, on a thread of its own,
 * since the file system takes as long for them as a reader takes to find them. */
#define BUFFER_SIZE ((gsize) 256 << 10)

typedef struct
{
  guint64 offset;
  guint length;
  char bytes[PIECE_SIZE];
} Piece;

typedef enum
{
  KIND_FILE,
  KIND_SPILL,
  KIND_INDEX,
} Kind;

struct _WeftTextStore
{
  gatomicrefcount ref_count;
  int fd; /* −1: index */
  Kind kind;

  WeftIndexReader *index; /* index: whose text this is */
  const char *text;

  guint64 quota;
  _Atomic guint64 length; /* bytes that were read, or spilled */
  _Atomic guint64 dropped;
  atomic_bool has_refused;

  /* spill: the one that keeps texts */
  guint64 buffer_start; /* the place of the buffer's first byte */
  WeftThread *thread;   /* which writes; NULL before the first buffer is full */
  WeftQueue *full;
  WeftQueue *empty; /* closed where the disk is full */

  WeftLock lock;    /* of what follows */
  guint64 written;  /* spill: bytes in the file; behind them comes what is being written, */
  char *pending;    /* a whole buffer, or nothing: NULL; */
  char *buffer;     /* behind that, up to the length, what is in this */
  struct stat seen; /* when the pieces were last known to hold */
  guint64 stride;   /* between them, so that there are never more than MAX_PIECES */
  guint n_pieces;
  Piece pieces[MAX_PIECES];
  Piece tail;
  gboolean intact;
};

static WeftTextStore *
text_store_new (int fd, Kind kind)
{
  WeftTextStore *store = g_new0 (WeftTextStore, 1);

  g_atomic_ref_count_init (&store->ref_count);
  store->fd = fd;
  store->kind = kind;
  store->quota = WEFT_SPILL_QUOTA;
  store->stride = FIRST_STRIDE;
  store->intact = TRUE;
  pthread_mutex_init (&store->lock, NULL);
  return store;
}

WeftTextStore *
weft_text_store_new_for_file (int fd)
{
  WeftTextStore *store = text_store_new (fcntl (fd, F_DUPFD_CLOEXEC, 0), KIND_FILE);

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
  store = text_store_new (fd, KIND_SPILL);
  store->full = weft_queue_new (1);
  store->empty = weft_queue_new (1);
  store->buffer = g_malloc (BUFFER_SIZE);
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

static void
end_thread (WeftTextStore *store)
{
  char *buffer;

  weft_queue_close (store->full);
  weft_queue_close (store->empty);
  if (store->thread != NULL)
    weft_thread_join (store->thread);
  while ((buffer = weft_queue_pop (store->empty)) != NULL)
    g_free (buffer);
  weft_queue_free (store->full);
  weft_queue_free (store->empty);
}

void
weft_text_store_unref (WeftTextStore *store)
{
  if (!g_atomic_ref_count_dec (&store->ref_count))
    return;
  if (store->kind == KIND_SPILL)
    end_thread (store);
  if (store->fd >= 0)
    close (store->fd);
  g_clear_pointer (&store->index, weft_index_reader_unref);
  g_free (store->pending);
  g_free (store->buffer);
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

/* --- whether the file is still the one that was read --------------------------------------------- */

static gboolean
same_times (const struct stat *a, const struct stat *b)
{
  return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec
         && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec
         && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

static gboolean
take_piece (WeftTextStore *store, Piece *piece, guint64 offset, guint length)
{
  piece->offset = offset;
  piece->length = length;
  return read_fully (store->fd, piece->bytes, length, offset);
}

static gboolean
holds_piece (WeftTextStore *store, const Piece *piece)
{
  char bytes[PIECE_SIZE];

  return read_fully (store->fd, bytes, piece->length, piece->offset)
         && memcmp (bytes, piece->bytes, piece->length) == 0;
}

/* Where the file changed: did it grow, or was it written anew? Under the lock. */
static gboolean
check_pieces (WeftTextStore *store)
{
  struct stat now;

  if (!store->intact || fstat (store->fd, &now) != 0)
    return FALSE;
  if (same_times (&now, &store->seen))
    return TRUE;
  store->seen = now;
  if (!holds_piece (store, &store->tail))
    return FALSE;
  for (guint i = 0; i < store->n_pieces; i++)
    if (!holds_piece (store, &store->pieces[i]))
      return FALSE;
  return TRUE;
}

/* Takes pieces of the text up to `length`. Under the lock. */
static gboolean
take_pieces (WeftTextStore *store, guint64 length)
{
  guint n_tail = (guint) MIN (length, PIECE_SIZE);

  while (store->n_pieces * store->stride + PIECE_SIZE <= length)
    {
      if (store->n_pieces == MAX_PIECES)
        {
          for (guint i = 0; i < MAX_PIECES / 2; i++)
            store->pieces[i] = store->pieces[2 * i];
          store->n_pieces = MAX_PIECES / 2;
          store->stride *= 2;
          continue;
        }
      if (!take_piece (store, &store->pieces[store->n_pieces], store->n_pieces * store->stride,
                       PIECE_SIZE))
        return FALSE;
      store->n_pieces++;
    }
  return take_piece (store, &store->tail, length - n_tail, n_tail);
}

void
weft_text_store_extend (WeftTextStore *store, guint64 length)
{
  if (store->kind != KIND_FILE)
    return;
  weft_lock (&store->lock);
  store->intact = check_pieces (store) && take_pieces (store, length);
  atomic_store (&store->length, length);
  weft_unlock (&store->lock);
}

gboolean
weft_text_store_is_file (WeftTextStore *store)
{
  return store->kind == KIND_FILE;
}

gboolean
weft_text_store_is_intact (WeftTextStore *store)
{
  gboolean intact;

  if (store->kind != KIND_FILE)
    return TRUE;
  weft_lock (&store->lock);
  intact = store->intact = check_pieces (store);
  weft_unlock (&store->lock);
  return intact;
}

/* --- text ------------------------------------------------------------------------------------------ */

static gboolean
write_fully (int fd, const void *buffer, gsize length, guint64 offset)
{
  while (length > 0)
    {
      gssize n = pwrite (fd, buffer, length, (off_t) offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      buffer = (const char *) buffer + n;
      offset += (guint64) n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* Writes full buffers into the file, until the disk is full; what could not be written stays in
 * memory. */
static void *
write_buffers (void *data)
{
  WeftTextStore *store = data;
  char *pending;

  while ((pending = weft_queue_pop (store->full)) != NULL
         && write_fully (store->fd, pending, BUFFER_SIZE, store->written))
    {
      weft_lock (&store->lock);
      store->written += BUFFER_SIZE;
      store->pending = NULL;
      weft_unlock (&store->lock);
      if (!weft_queue_push (store->empty, pending))
        g_free (pending);
    }
  weft_queue_close (store->empty);
  return NULL;
}

/* The buffer is full: gets another one. FALSE where the disk is full. */
static gboolean
flush (WeftTextStore *store)
{
  char *full = store->buffer, *next;

  if (store->thread == NULL)
    {
      store->thread = weft_thread_start ("weft-spill", write_buffers, store);
      weft_queue_push (store->empty, g_malloc (BUFFER_SIZE));
    }
  next = weft_queue_pop (store->empty);
  if (next == NULL)
    return FALSE;
  weft_lock (&store->lock);
  store->pending = full;
  store->buffer = next;
  weft_unlock (&store->lock);
  store->buffer_start += BUFFER_SIZE;
  weft_queue_push (store->full, full);
  return TRUE;
}

void
weft_text_store_spill (WeftTextStore *store, const void *bytes, gsize length)
{
  guint64 end = atomic_load_explicit (&store->length, memory_order_relaxed); /* our own */
  guint64 dropped = atomic_load_explicit (&store->dropped, memory_order_relaxed);

  if (dropped > 0 || length > store->quota || end > store->quota - length)
    {
      atomic_fetch_add (&store->dropped, length);
      return;
    }
  while (length > 0)
    {
      gsize used = (gsize) (end - store->buffer_start), n;

      if (used == BUFFER_SIZE)
        {
          if (!flush (store))
            {
              atomic_fetch_add (&store->dropped, length);
              return;
            }
          used = 0;
        }
      n = MIN (length, BUFFER_SIZE - used);
      memcpy (store->buffer + used, bytes, n);
      bytes = (const char *) bytes + n;
      length -= n;
      end += n;
      /* Readers look at what lies below the length alone. */
      atomic_store_explicit (&store->length, end, memory_order_release);
    }
}

guint64
weft_text_store_keep (WeftTextStore *store, const void *bytes, gsize length, guint64 offset)
{
  guint64 place;

  if (store == NULL || store->kind != KIND_SPILL)
    return offset;
  place = atomic_load (&store->length);
  weft_text_store_spill (store, bytes, length);
  return place;
}

/* Copies the end of the text [offset, offset + *length) as far as it lies in `memory`, which begins
 * at `start`, and takes it off the length. */
static void
copy_end (const char *memory, guint64 start, guint64 offset, char *buffer, gsize *length)
{
  guint64 from = MAX (offset, start);
  gsize n;

  if (offset + *length <= start)
    return;
  n = (gsize) (offset + *length - from);
  memcpy (buffer + (from - offset), memory + (from - start), n);
  *length -= n;
}

/* Whether there is such text. */
static gboolean
is_kept (WeftTextStore *store, guint64 offset, gsize length)
{
  guint64 kept = atomic_load_explicit (&store->length, memory_order_acquire);

  return offset <= kept && length <= kept - offset;
}

static gboolean
read_index (WeftTextStore *store, guint64 offset, char *buffer, gsize length)
{
  if (!is_kept (store, offset, length))
    return FALSE;
  if (length > 0)
    memcpy (buffer, store->text + offset, length);
  return TRUE;
}

/* Reads kept text, which lies in the file, in the buffer that is being written, in the one that is
 * filled, or across them. */
static gboolean
read_spill (WeftTextStore *store, guint64 offset, char *buffer, gsize length)
{
  if (!is_kept (store, offset, length))
    return FALSE;
  weft_lock (&store->lock);
  copy_end (store->buffer, store->written + (store->pending != NULL ? BUFFER_SIZE : 0), offset,
            buffer, &length);
  if (store->pending != NULL)
    copy_end (store->pending, store->written, offset, buffer, &length);
  weft_unlock (&store->lock);
  return read_fully (store->fd, buffer, length, offset);
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
read_text (WeftTextStore *store, guint64 offset, void *buffer, gsize length)
{
  if (store->kind == KIND_SPILL)
    return read_spill (store, offset, buffer, length);
  if (store->kind == KIND_INDEX)
    return read_index (store, offset, buffer, length);
  return weft_text_store_is_intact (store) && read_fully (store->fd, buffer, length, offset);
}

gboolean
weft_text_store_read (WeftTextStore *store, guint64 offset, void *buffer, gsize length)
{
  const gboolean is_read = read_text (store, offset, buffer, length);

  if (!is_read)
    atomic_store (&store->has_refused, true);
  return is_read;
}

gboolean
weft_text_store_has_refused (WeftTextStore *store)
{
  return atomic_load (&store->has_refused);
}

/* --- index files ----------------------------------------------------------------------------------- */

void
weft_text_store_put (WeftTextStore *store, WeftIndexWriter *writer)
{
  const guint64 length = weft_text_store_get_length (store);
  g_autofree char *piece = g_malloc (BUFFER_SIZE);

  weft_index_writer_put_number (writer, length);
  weft_index_writer_begin_block (writer);
  for (guint64 at = 0; at < length && weft_index_writer_is_good (writer); at += BUFFER_SIZE)
    {
      const gsize n = (gsize) MIN (length - at, BUFFER_SIZE);

      /* Text that can't be read leaves a block of another size than it has to have. */
      if (!weft_text_store_read (store, at, piece, n))
        break;
      weft_index_writer_add (writer, piece, n);
    }
  weft_index_writer_end_block (writer);
}

WeftTextStore *
weft_text_store_take (WeftIndexReader *reader)
{
  const gsize length = (gsize) weft_index_reader_take_at_most (reader, G_MAXSIZE);
  const void *text = weft_index_reader_take_block (reader, length);
  WeftTextStore *store;

  if (!weft_index_reader_is_good (reader))
    return NULL;
  store = text_store_new (-1, KIND_INDEX);
  store->index = weft_index_reader_ref (reader);
  store->text = text;
  store->length = length;
  return store;
}
