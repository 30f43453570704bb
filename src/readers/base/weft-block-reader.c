/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-block-reader.h"

#include "weft-handover.h"

#include <string.h>

/* One is parsed, one is filled; the others are ready or empty, so that neither thread waits for the
 * other as long as both are about as fast. Three make a load from zstd a twentieth slower. */
#define N_BUFFERS 8

/* Blocks of bytes are larger, and take longer. */
#define N_BUFFERS_OF_BYTES 6

/* A reader that is the faster one is woken for so many empty ones, as being woken takes a good part of what filling one
 * does. As many are full by then, so that the others do not wait for it. */
#define N_REFILLED 3

/* The first block is small, so that the first rows show at once. */
#define FIRST_SIZE (WEFT_BLOCK_SIZE / 8)

typedef struct
{
  WeftBlock block;
  WeftScanJob job;
  char *memory; /* NULL before it is needed */
  gsize size;   /* get_size() bytes, or as many as a long line needs */
} Buffer;

struct _WeftBlockReader
{
  WeftSource *source;
  WeftBlockShapeFunc decide; /* (nullable) */
  gpointer decide_data;
  GCancellable *caller; /* (nullable) */
  gulong caller_handler;
  GCancellable *cancellable;
  WeftThread *thread;
  WeftQueue *empty;
  WeftQueue *full;
  WeftScanPool *pool; /* of the buffers that are full */
  Buffer buffers[N_BUFFERS];
  Buffer *current; /* the one that the consumer has */
  Buffer *rest;    /* after the end: the one with what was not handed over, */
  gsize rest_length;

  /* the thread's own, and the consumer's after the thread has ended */
  guint64 offset;    /* of the first byte in the buffer that is filled */
  gsize searched;    /* bytes of that buffer which are known to hold no newline */
  gboolean skipping; /* inside a line that is too long */
  gboolean skipped;  /* such a line stands before the buffer, */
  guint64 skipped_offset;
  WeftBlockShape shape;
  gboolean began;
  gboolean ended;
  GError *error;
};

/* Adds text behind the `length` bytes that the buffer holds. Returns the new length. */
static gsize
fill (WeftBlockReader *self, Buffer *buffer, gsize length)
{
  gsize size = self->began ? buffer->size : FIRST_SIZE;
  gssize n = weft_source_read (self->source, buffer->memory + length, size - length,
                               self->cancellable, &self->error);

  self->began = TRUE;
  if (n > 0)
    return length + (gsize) n;
  self->ended = TRUE;
  return length;
}

/* How much of the buffer's `length` bytes can be handed over. */
static gsize
measure_block (WeftBlockReader *self, const Buffer *buffer, gsize length)
{
  const char *newline;

  if (self->shape == WEFT_BLOCKS_OF_BYTES)
    return length;
  if (self->ended && self->error == NULL && !weft_source_may_grow (self->source))
    return length;
  newline = memrchr (buffer->memory + self->searched, '\n', length - self->searched);
  self->searched = length;
  return newline != NULL ? (gsize) (newline - buffer->memory) + 1 : 0;
}

static void
resize (Buffer *buffer, gsize size)
{
  if (buffer->memory != NULL && buffer->size == size)
    return;
  buffer->memory = g_realloc (buffer->memory, size);
  buffer->size = size;
}

/* Of buffers to be filled. */
static gsize
get_size (const WeftBlockReader *self)
{
  return self->shape == WEFT_BLOCKS_OF_LINES ? WEFT_BLOCK_OF_LINES_SIZE : WEFT_BLOCK_SIZE;
}

/* Buffers from `first` to before `end` can be filled. */
static void
add_empty (WeftBlockReader *self, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    weft_queue_push (self->empty, &self->buffers[i]);
}

static Buffer *
take_empty (WeftBlockReader *self)
{
  Buffer *buffer = weft_queue_pop_of (self->empty, N_REFILLED);

  if (buffer != NULL)
    resize (buffer, get_size (self));
  return buffer;
}

/* Hands over the first `length` bytes, and carries the `rest` behind them into the next buffer,
 * which it returns; NULL where nobody wants more. */
static Buffer *
hand_over (WeftBlockReader *self, Buffer *buffer, gsize length, gsize rest)
{
  Buffer *next = take_empty (self);

  if (next == NULL)
    return NULL;
  if (rest >= next->size) /* a buffer that is full cannot be read into */
    resize (next, buffer->size);
  memcpy (next->memory, buffer->memory + length, rest);
  self->searched = rest;
  buffer->block = (WeftBlock){ .skipped = self->skipped,
                               .skipped_offset = self->skipped_offset,
                               .bytes = buffer->memory,
                               .length = length,
                               .offset = self->offset };
  self->skipped = FALSE;
  self->offset += length;
  buffer->job.bytes = buffer->memory;
  buffer->job.length = length;
  weft_scan_pool_add (self->pool, &buffer->job);
  return weft_queue_push (self->full, buffer) ? next : NULL;
}

/* The buffer's `length` bytes are the beginning of a line that is too long: drops them. */
static Buffer *
begin_skipping (WeftBlockReader *self, Buffer *buffer, gsize length)
{
  gboolean is_first = self->offset == 0;

  if (self->skipped)
    buffer = hand_over (self, buffer, 0, length);
  self->skipped = TRUE;
  self->skipped_offset = self->offset;
  self->skipping = TRUE;
  self->searched = 0;
  self->offset += length;
  /* A text that begins so can be refused now: the line may never end. */
  if (is_first)
    buffer = hand_over (self, buffer, 0, 0);
  if (buffer != NULL)
    resize (buffer, get_size (self));
  return buffer;
}

/* Drops bytes of the line that is too long. Returns how many behind it are left in the buffer. */
static gsize
skip (WeftBlockReader *self, Buffer *buffer, gsize length)
{
  const char *newline = memchr (buffer->memory, '\n', length);
  gsize n = newline != NULL ? (gsize) (newline - buffer->memory) + 1 : length;

  self->skipping = newline == NULL;
  self->searched = 0;
  self->offset += n;
  memmove (buffer->memory, buffer->memory + n, length - n);
  return length - n;
}

/* Looks at the text's beginning, the buffer's `length` bytes, for how it is to be handed over.
 * FALSE as long as more of it is needed. */
static gboolean
decide_shape (WeftBlockReader *self, const Buffer *buffer, gsize length)
{
  if (self->shape != WEFT_BLOCKS_UNDECIDED)
    return TRUE;
  if (length > 0)
    self->shape = self->decide (buffer->memory, length, self->decide_data);
  if (self->shape == WEFT_BLOCKS_UNDECIDED && (self->ended || length == WEFT_BLOCK_SIZE))
    self->shape = WEFT_BLOCKS_OF_LINES;
  if (self->shape == WEFT_BLOCKS_OF_LINES)
    add_empty (self, N_BUFFERS_OF_BYTES, N_BUFFERS);
  return self->shape != WEFT_BLOCKS_UNDECIDED;
}

/* Fills the buffer, which holds `length` bytes, and hands over what can be. Returns the buffer
 * to go on with, and what it holds. */
static Buffer *
make_block (WeftBlockReader *self, Buffer *buffer, gsize *length)
{
  gsize n = fill (self, buffer, *length);
  gsize whole;

  *length = n;
  if (!decide_shape (self, buffer, n))
    return buffer;
  if (self->skipping)
    n = skip (self, buffer, n);
  whole = measure_block (self, buffer, n);
  *length = n - whole;
  if (whole > 0 || (self->ended && self->skipped))
    return hand_over (self, buffer, whole, n - whole);
  if (n < buffer->size)
    return buffer;
  if (buffer->size < WEFT_MAX_LINE)
    {
      resize (buffer, MIN (buffer->size * 2, WEFT_MAX_LINE));
      return buffer;
    }
  *length = 0;
  return begin_skipping (self, buffer, n);
}

static void *
run (void *data)
{
  WeftBlockReader *self = data;
  Buffer *buffer = self->rest != NULL ? self->rest : take_empty (self);
  gsize length = self->rest_length;

  while (buffer != NULL && !self->ended)
    buffer = make_block (self, buffer, &length);
  self->rest = buffer;
  self->rest_length = length;
  weft_queue_close (self->full);
  return NULL;
}

static void
start (WeftBlockReader *self)
{
  self->full = weft_queue_new (N_BUFFERS);
  self->thread = weft_thread_start ("weft-read", run, self);
}

static void
forward_cancel (GCancellable *caller G_GNUC_UNUSED, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* The thread is cancelled by one of our own, so that it can be ended when the load ends for another
 * reason. `caller` is nullable. */
static void
set_cancellable (WeftBlockReader *self, GCancellable *caller)
{
  if (self->caller != NULL)
    g_cancellable_disconnect (self->caller, self->caller_handler);
  g_set_object (&self->caller, caller);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  if (caller != NULL)
    self->caller_handler = g_cancellable_connect (caller, G_CALLBACK (forward_cancel),
                                                  g_object_ref (self->cancellable), g_object_unref);
}

WeftBlockReader *
weft_block_reader_new (WeftSource *source, WeftBlockShapeFunc shape, gpointer user_data,
                       GCancellable *cancellable)
{
  WeftBlockReader *self = g_new0 (WeftBlockReader, 1);

  self->source = source;
  self->shape = shape == NULL ? WEFT_BLOCKS_OF_LINES : WEFT_BLOCKS_UNDECIDED;
  self->decide = shape;
  self->decide_data = user_data;
  self->offset = weft_source_get_start (source);
  set_cancellable (self, cancellable);
  self->empty = weft_queue_new (N_BUFFERS);
  self->pool = weft_scan_pool_new ();
  add_empty (self, 0, shape == NULL ? N_BUFFERS : N_BUFFERS_OF_BYTES);
  start (self);
  return self;
}

/* A text that may grow is looked at for hours: no memory but for what was kept of it. */
static void
end_thread (WeftBlockReader *self)
{
  if (self->thread == NULL)
    return;
  weft_thread_join (self->thread);
  self->thread = NULL;
  weft_scan_pool_stop (self->pool);
  for (guint i = 0; i < N_BUFFERS; i++)
    {
      weft_scan_job_clear (&self->buffers[i].job);
      if (&self->buffers[i] != self->rest)
        g_clear_pointer (&self->buffers[i].memory, g_free);
    }
}

void
weft_block_reader_scan (WeftBlockReader *self, WeftScanFunc scan, gconstpointer data)
{
  weft_scan_pool_begin (self->pool, scan, data);
}

gboolean
weft_block_reader_resume (WeftBlockReader *self, WeftGrowth growth, GCancellable *cancellable,
                          GError **error)
{
  if (!weft_source_resume (self->source, error))
    return FALSE;
  weft_source_set_growth (self->source, growth);
  set_cancellable (self, cancellable);
  self->ended = FALSE;
  weft_queue_free (self->full);
  start (self);
  return TRUE;
}

gboolean
weft_block_reader_has_rest (WeftBlockReader *self)
{
  return self->rest_length > 0 || self->skipping || weft_source_is_inside (self->source);
}

void
weft_block_reader_free (WeftBlockReader *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  weft_queue_close (self->empty);
  weft_queue_close (self->full);
  end_thread (self);
  set_cancellable (self, NULL);
  g_clear_object (&self->cancellable);
  weft_queue_free (self->empty);
  weft_queue_free (self->full);
  weft_scan_pool_free (self->pool);
  for (guint i = 0; i < N_BUFFERS; i++)
    g_free (self->buffers[i].memory);
  weft_source_free (self->source);
  g_clear_error (&self->error);
  g_free (self);
}

gboolean
weft_block_skip_newline (WeftBlock *block)
{
  gsize n = block->length > 1 && block->bytes[0] == '\r' ? 2 : 1;

  if (block->skipped || block->length == 0 || block->bytes[n - 1] != '\n')
    return FALSE;
  block->bytes += n;
  block->length -= n;
  block->offset += n;
  block->scanned = NULL;
  return TRUE;
}

const WeftBlock *
weft_block_reader_next (WeftBlockReader *self, int milliseconds, gboolean *late, GError **error)
{
  void *item;

  if (self->current != NULL)
    weft_queue_push (self->empty, g_steal_pointer (&self->current));
  *late = FALSE;
  if (milliseconds < 0)
    item = weft_queue_pop (self->full);
  else
    *late = !weft_queue_pop_within (self->full, (unsigned) milliseconds, &item);
  self->current = item;
  if (item != NULL)
    {
      self->current->block.scanned = weft_scan_pool_take (self->pool, &self->current->job);
      return &self->current->block;
    }
  if (*late)
    return NULL;
  end_thread (self);
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return NULL;
}
