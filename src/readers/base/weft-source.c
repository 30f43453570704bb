/* SPDX-License-Identifier: GPL-3.0-or-later */
#define ZLIB_CONST
#include "weft-source.h"

#include "weft-load-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* Inputs above these sizes are better not held in memory. */
#define HUGE_TEXT ((guint64) 4 << 30)
#define HUGE_COMPRESSED ((guint64) 1 << 30)

/* How much of compressed input is taken at once. */
#define RAW_SIZE ((gsize) 256 << 10)

/* How many bytes tell the kinds apart. */
#define MAGIC_LENGTH 4

typedef enum
{
  KIND_UNKNOWN, /* nothing was read yet */
  KIND_PLAIN,
  KIND_GZIP,
  KIND_ZSTD,
} Kind;

struct _WeftSource
{
  WeftInput *input;
  WeftGrowth growth;
  Kind kind;
  WeftTextStore *text;
  guint64 start;
  WeftFileSum *sum; /* (nullable) of a plain file, so far */

  guint8 *raw; /* what was taken from the input and not yet used */
  gsize raw_start;
  gsize raw_end;
  guint64 used;    /* bytes of the input used so far */
  gboolean inside; /* a member or frame has begun and not ended */
  gboolean ended;
  GError *error; /* to be returned by the next read */

  z_stream gzip;
  ZSTD_DStream *zstd;
};

WeftSource *
weft_source_open (const char *path, GError **error)
{
  WeftInput *input = weft_input_open (path, error);
  WeftSource *self;

  if (input == NULL)
    return NULL;
  self = g_new0 (WeftSource, 1);
  self->input = input;
  self->raw = g_malloc (RAW_SIZE);
  return self;
}

WeftSource *
weft_source_open_behind (const char *path, int fd, WeftTextStore *text, WeftFileSum *sum,
                         GError **error)
{
  const guint64 start = weft_text_store_get_length (text);
  WeftInput *input = weft_input_open_behind (path, fd, start, error);
  WeftSource *self;

  if (input == NULL)
    {
      weft_file_sum_free (sum);
      return NULL;
    }
  self = g_new0 (WeftSource, 1);
  self->input = input;
  self->kind = KIND_PLAIN;
  self->text = weft_text_store_ref (text);
  self->start = start;
  self->sum = sum;
  return self;
}

void
weft_source_free (WeftSource *self)
{
  if (self == NULL)
    return;
  if (self->kind == KIND_GZIP)
    inflateEnd (&self->gzip);
  ZSTD_freeDStream (self->zstd);
  weft_input_free (self->input);
  g_clear_pointer (&self->text, weft_text_store_unref);
  g_clear_pointer (&self->sum, weft_file_sum_free);
  g_clear_error (&self->error);
  g_free (self->raw);
  g_free (self);
}

/* The functions below leave an error in self->error, to be returned once all text before it was. */

/* Takes more of the input behind what is left of it: as weft_input_read(). */
static gssize
fill_raw (WeftSource *self, gboolean wait, GCancellable *cancellable)
{
  gssize n;

  if (self->raw_start == self->raw_end)
    self->raw_start = self->raw_end = 0;
  n = weft_input_read (self->input, self->raw + self->raw_end, RAW_SIZE - self->raw_end, wait,
                       cancellable, &self->error);
  if (n > 0)
    self->raw_end += (gsize) n;
  return n;
}

static void
use_raw (WeftSource *self, gsize n)
{
  self->raw_start += n;
  self->used += n;
}

/* --- which kind it is ------------------------------------------------------------------------- */

static Kind
recognize (const guint8 *head, gsize length)
{
  static const guint8 gzip[] = { 0x1f, 0x8b };
  static const guint8 zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
  static const guint8 skippable[] = { 0x2a, 0x4d, 0x18 }; /* after 0x50 to 0x5f: RFC 8878, 3.1.2 */

  if (length >= sizeof gzip && memcmp (head, gzip, sizeof gzip) == 0)
    return KIND_GZIP;
  if (length >= sizeof zstd && memcmp (head, zstd, sizeof zstd) == 0)
    return KIND_ZSTD;
  if (length >= MAGIC_LENGTH && (head[0] & 0xf0) == 0x50
      && memcmp (head + 1, skippable, sizeof skippable) == 0)
    return KIND_ZSTD;
  return KIND_PLAIN;
}

static void
begin_decoding (WeftSource *self)
{
  if (self->kind == KIND_GZIP && inflateInit2 (&self->gzip, 16 + MAX_WBITS) != Z_OK)
    g_error ("zlib can’t be used: it has no memory, or is older than its header");
  if (self->kind == KIND_ZSTD)
    self->zstd = ZSTD_createDStream ();
  if (self->kind == KIND_ZSTD && self->zstd == NULL)
    g_error ("zstd can’t be used: it has no memory");
}

/* Reads the first bytes, which say what it is. */
static void
begin (WeftSource *self, GCancellable *cancellable)
{
  int file = weft_input_get_file (self->input);
  gssize n = 1;

  while (self->raw_end < MAGIC_LENGTH && n > 0)
    n = fill_raw (self, TRUE, cancellable);
  if (n < 0)
    return;
  self->kind = recognize (self->raw, self->raw_end);
  begin_decoding (self);
  self->text = self->kind == KIND_PLAIN && file >= 0 ? weft_text_store_new_for_file (file)
                                                     : weft_text_store_new_spill ();
}

/* --- plain ------------------------------------------------------------------------------------ */

/* As weft_input_read(), from what begin() took and then straight from the input. */
static gssize
read_plain (WeftSource *self, guint8 *buffer, gsize size, gboolean wait, GCancellable *cancellable)
{
  gssize n = (gssize) MIN (size, self->raw_end - self->raw_start);

  if (n == 0)
    n = weft_input_read (self->input, buffer, size, wait, cancellable, &self->error);
  else
    {
      memcpy (buffer, self->raw + self->raw_start, (gsize) n);
      use_raw (self, (gsize) n);
    }
  if (n > 0 && self->sum != NULL)
    weft_file_sum_add (self->sum, buffer, (gsize) n);
  return n;
}

/* --- compressed ------------------------------------------------------------------------------- */

static void
set_damaged (WeftSource *self, const char *reason)
{
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, self->used);

  g_set_error (&self->error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
               _ ("The compressed data of “%s” is damaged at byte %s (%s). What came before is "
                  "shown."),
               weft_source_get_title (self), place, reason);
}

static void
set_cut (WeftSource *self)
{
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, self->used);

  g_set_error (&self->error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
               _ ("“%s” ends in the middle of the compressed data at byte %s. What came before is "
                  "shown."),
               weft_source_get_title (self), place);
}

/* Zeros between and after members are padding, as gzip itself takes them. */
static void
skip_padding (WeftSource *self)
{
  while (self->raw_start < self->raw_end && self->raw[self->raw_start] == 0)
    use_raw (self, 1);
}

/* Turns raw bytes into text until one of them runs out. Returns the bytes of text. */
static gsize
decode_gzip (WeftSource *self, guint8 *buffer, gsize size)
{
  z_stream *gzip = &self->gzip;
  int result = Z_OK;

  gzip->next_out = buffer;
  gzip->avail_out = (uInt) size;
  while (result == Z_OK && gzip->avail_out > 0)
    {
      if (!self->inside)
        skip_padding (self);
      if (!self->inside && self->raw_start == self->raw_end)
        break;
      self->inside = TRUE;
      gzip->next_in = self->raw + self->raw_start;
      gzip->avail_in = (uInt) (self->raw_end - self->raw_start);
      result = inflate (gzip, Z_NO_FLUSH);
      use_raw (self, self->raw_end - self->raw_start - gzip->avail_in);
      if (result == Z_STREAM_END)
        {
          self->inside = FALSE;
          result = inflateReset (gzip);
        }
    }
  if (result != Z_OK && result != Z_BUF_ERROR)
    set_damaged (self, gzip->msg != NULL ? gzip->msg : zError (result));
  return size - gzip->avail_out;
}

static gsize
decode_zstd (WeftSource *self, guint8 *buffer, gsize size)
{
  ZSTD_outBuffer out = { buffer, size, 0 };
  gsize text_before, raw_before;

  do
    {
      ZSTD_inBuffer in = { self->raw + self->raw_start, self->raw_end - self->raw_start, 0 };
      size_t result;

      if (!self->inside && in.size == 0)
        break;
      text_before = out.pos;
      raw_before = self->raw_start;
      result = ZSTD_decompressStream (self->zstd, &out, &in);
      if (ZSTD_isError (result))
        {
          /* Frames of versions before 0.8 claim all of the room then, which nothing was written to. */
          out.pos = text_before;
          set_damaged (self, ZSTD_getErrorName (result));
          break;
        }
      use_raw (self, in.pos);
      self->inside = result != 0;
    }
  while (out.pos < size && (out.pos > text_before || self->raw_start > raw_before));
  return out.pos;
}

/* As weft_input_read(), decompressed. What the decoder still holds comes before more input. */
static gssize
read_compressed (WeftSource *self, guint8 *buffer, gsize size, gboolean wait,
                 GCancellable *cancellable)
{
  gssize taken = 1;

  while (taken > 0)
    {
      gsize n = self->kind == KIND_GZIP ? decode_gzip (self, buffer, size)
                                        : decode_zstd (self, buffer, size);

      if (n > 0)
        return (gssize) n;
      if (self->error != NULL)
        return -1;
      taken = fill_raw (self, wait, cancellable);
    }
  /* Far more files are cut short than are written by a compressor that is still at work. */
  if (taken < 0 || !self->inside || self->growth == WEFT_GROWTH_SURE)
    return taken;
  set_cut (self);
  return -1;
}

/* --- reading ---------------------------------------------------------------------------------- */

static gssize
read_some (WeftSource *self, guint8 *buffer, gsize size, gboolean wait, GCancellable *cancellable)
{
  if (self->kind == KIND_PLAIN)
    return read_plain (self, buffer, size, wait, cancellable);
  return read_compressed (self, buffer, size, wait, cancellable);
}

gssize
weft_source_read (WeftSource *self, void *buffer, gsize size, GCancellable *cancellable,
                  GError **error)
{
  gsize length = 0;

  if (self->error == NULL && self->kind == KIND_UNKNOWN)
    begin (self, cancellable);
  while (length < size && self->error == NULL && !self->ended)
    {
      gssize n =
        read_some (self, (guint8 *) buffer + length, size - length, length == 0, cancellable);

      if (n == WEFT_INPUT_LATER)
        break;
      if (n > 0)
        length += (gsize) n;
      self->ended = n == 0;
    }
  if (length > 0 || self->error == NULL)
    return (gssize) length;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return -1;
}

/* --- growing ---------------------------------------------------------------------------------- */

gboolean
weft_source_can_grow (WeftSource *self)
{
  return weft_input_get_file (self->input) >= 0;
}

void
weft_source_set_growth (WeftSource *self, WeftGrowth growth)
{
  self->growth = weft_source_can_grow (self) ? growth : WEFT_GROWTH_NONE;
}

gboolean
weft_source_may_grow (WeftSource *self)
{
  return self->growth == WEFT_GROWTH_SURE
         || (self->growth == WEFT_GROWTH_LIKELY && weft_input_is_fresh (self->input));
}

gboolean
weft_source_resume (WeftSource *self, GError **error)
{
  if (!weft_input_resume (self->input, error))
    return FALSE;
  if (self->text != NULL && !weft_text_store_is_intact (self->text))
    {
      weft_load_error_set_replaced (error, weft_source_get_title (self));
      return FALSE;
    }
  self->ended = FALSE;
  return TRUE;
}

gboolean
weft_source_is_inside (WeftSource *self)
{
  return self->inside;
}

guint64
weft_source_get_start (WeftSource *self)
{
  return self->start;
}

void
weft_source_set_sums (WeftSource *self, gboolean sums)
{
  g_clear_pointer (&self->sum, weft_file_sum_free);
  if (sums)
    self->sum = weft_file_sum_new ();
}

WeftFileSum *
weft_source_copy_sum (WeftSource *self)
{
  return self->kind == KIND_PLAIN && self->sum != NULL ? weft_file_sum_copy (self->sum) : NULL;
}

WeftTextStore *
weft_source_get_text (WeftSource *self)
{
  return self->text;
}

const char *
weft_source_get_title (WeftSource *self)
{
  return weft_input_get_title (self->input);
}

void
weft_source_get_progress (WeftSource *self, guint64 *done, guint64 *total)
{
  weft_input_get_progress (self->input, done, total);
}

gboolean
weft_source_is_compressed (WeftSource *self)
{
  return self->kind == KIND_GZIP || self->kind == KIND_ZSTD;
}

gboolean
weft_source_is_huge (WeftSource *self)
{
  guint64 done, total;

  weft_source_get_progress (self, &done, &total);
  return total > (weft_source_is_compressed (self) ? HUGE_COMPRESSED : HUGE_TEXT);
}
