/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-index.h"

#include "weft-handover.h"
#include "weft-index-cache.h"
#include "weft-index-label.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A log that has got more than this part of what its index file holds gets another. */
#define RENEWED_SHARE 8

/* A file that was written to so many nanoseconds ago may get more; and one that was written to even later can be written
 * to again without its time being another. */
#define RECENT (G_GINT64_CONSTANT (10) * 1000000000)
#define SAME_TIME (G_GINT64_CONSTANT (50) * 1000000)

struct _WeftLoadIndex
{
  gatomicrefcount ref_count; /* the load's and the writer's */
  char *title;               /* as the load calls it */
  char *source;              /* the full path, */
  char *given;               /* and that which the load was told, where other files lie beside it */
  char **parts;              /* the files that the load reads of a directory; NULL: it is a file, */
  int fd;                    /* which is this */
  WeftReadFlags flags;
  WeftFileStamp stamp; /* as the load began */
  gboolean may_change; /* unseen */
  gboolean
    may_grow; /* more may come: it gets no index file now, and uses one only if it can go on then */
  gint64 begin; /* monotonic time */
  gint64 began; /* nanoseconds since 1970, by the clock of files */
  char *beside; /* what is known of files beside it; NULL: none are read */

  WeftIndexReader *reader; /* of the trace that was restored; NULL: none was */
  WeftLoadPoint *
    point; /* where that ends, or, once it is to be kept, where the load has ended; NULL: nobody can go on */
  WeftTextStore
    *text; /* what the index file has of a compressed file's text; NULL: the file is plain */
  GPtrArray *texts;    /* those of a directory's files; NULL: nobody needs them */
  guint64 length;      /* bytes of the file that it is of */
  GArray *diagnostics; /* WeftDiagnostic, whose messages are the reader's */

  WeftThread *thread; /* that writes; NULL: none */
  GCancellable *cancellable;
  WeftTrace *trace;
  const WeftFormat *format;
};

static _Atomic gint64 index_after = -1;

/* Threads that write. */
static WeftLock lock = WEFT_LOCK_INIT;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static guint n_writers;

void
weft_load_index_set_after (gint64 microseconds)
{
  atomic_store (&index_after, microseconds);
}

void
weft_load_index_set_default (void)
{
  const char *milliseconds = g_getenv ("WEFT_INDEX_AFTER");

  weft_load_index_set_after (milliseconds != NULL ? g_ascii_strtoll (milliseconds, NULL, 10) * 1000
                                                  : G_USEC_PER_SEC);
}

void
weft_load_index_wait (void)
{
  weft_lock (&lock);
  while (n_writers > 0)
    pthread_cond_wait (&written, &lock);
  weft_unlock (&lock);
}

static void
count_writers (int change)
{
  weft_lock (&lock);
  n_writers += (guint) change;
  pthread_cond_broadcast (&written);
  weft_unlock (&lock);
}

static void
index_unref (WeftLoadIndex *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_strfreev (self->parts);
  g_free (self->title);
  free (self->source);
  g_free (self->given);
  g_free (self->beside);
  g_clear_pointer (&self->reader, weft_index_reader_unref);
  weft_load_point_free (self->point);
  g_clear_pointer (&self->text, weft_text_store_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->trace);
  g_array_unref (self->diagnostics);
  g_free (self);
}

/* Opens the file, or finds the files of the directory, and looks at them. FALSE: it is neither. */
static gboolean
begin (WeftLoadIndex *self, gint64 *newest)
{
  /* Nobody may open a pipe but who reads it: its writer would go on, and find nobody. */
  if (self->source == NULL)
    return FALSE;
  if (g_file_test (self->source, G_FILE_TEST_IS_REGULAR))
    self->fd = open (self->source, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  else if (g_file_test (self->source, G_FILE_TEST_IS_DIR))
    weft_format_of_directory (self->source, &self->parts);
  if (self->parts != NULL)
    return weft_file_stamp_look_several ((const char *const *) self->parts, &self->stamp, newest);
  if (self->fd < 0 || !weft_file_stamp_look (self->fd, &self->stamp))
    return FALSE;
  *newest = self->stamp.modified;
  return TRUE;
}

WeftLoadIndex *
weft_load_index_new (const char *path, WeftReadFlags flags, WeftGrowth growth)
{
  WeftLoadIndex *self;
  gint64 newest, age;

  if (atomic_load (&index_after) < 0)
    return NULL;
  self = g_new0 (WeftLoadIndex, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->title = g_filename_display_basename (path);
  self->source = realpath (path, NULL);
  self->given = g_canonicalize_filename (path, NULL);
  self->fd = -1;
  self->diagnostics = g_array_new (FALSE, FALSE, sizeof (WeftDiagnostic));
  if (!begin (self, &newest))
    {
      index_unref (self);
      return NULL;
    }
  age = g_get_real_time () * 1000 - newest;
  self->flags = flags;
  self->may_change = age < SAME_TIME;
  self->may_grow = growth == WEFT_GROWTH_SURE || (growth == WEFT_GROWTH_LIKELY && age < RECENT);
  self->begin = g_get_monotonic_time ();
  self->began = g_get_real_time () * 1000;
  self->cancellable = g_cancellable_new ();
  return self;
}

void
weft_load_index_stop (WeftLoadIndex *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->thread != NULL)
    weft_thread_join (g_steal_pointer (&self->thread));
}

void
weft_load_index_free (WeftLoadIndex *self)
{
  weft_load_index_stop (self);
  index_unref (self);
}

void
weft_load_index_let_go (WeftLoadIndex *self)
{
  if (self->thread != NULL)
    weft_thread_detach (g_steal_pointer (&self->thread));
  index_unref (self);
}

guint64
weft_load_index_get_length (WeftLoadIndex *self)
{
  return self->length;
}

gboolean
weft_load_index_is_behind (WeftLoadIndex *self)
{
  return self->length < self->stamp.size;
}

gboolean
weft_load_index_grows (WeftLoadIndex *self, WeftGrowth growth)
{
  return growth != WEFT_GROWTH_NONE && self->parts == NULL && self->format->sniff_bytes == NULL;
}

const WeftFormat *
weft_load_index_get_format (WeftLoadIndex *self)
{
  return self->format;
}

WeftSource *
weft_load_index_open_rest (WeftLoadIndex *self, WeftTrace *trace, GError **error)
{
  return weft_source_open_behind (self->given, self->fd, weft_trace_get_text (trace),
                                  weft_file_sum_copy (self->point->sum), error);
}

WeftReader *
weft_load_index_go_on (WeftLoadIndex *self, WeftTrace *trace, WeftTextCheck *check,
                       gboolean *mid_line)
{
  WeftReader *reader = NULL;

  if (self->point != NULL && weft_load_point_begins_line (self->point, self->fd))
    reader = self->format->go_on (trace, self->point->state);
  if (reader == NULL)
    return NULL;
  weft_load_point_begin_check (self->point, check);
  *mid_line = self->point->mid_line;
  return reader;
}

gboolean
weft_load_index_has_grown (WeftLoadIndex *self)
{
  return self->point != NULL && weft_file_stamp_look (self->fd, &self->stamp)
         && self->stamp.size > self->length && weft_file_sum_is_of (self->point->sum, self->fd);
}

/* Of a directory: whether it has the same files, as they were. */
static gboolean
is_of_directory (const WeftFileStamp *stamp, const char *path)
{
  g_auto (GStrv) parts = NULL;
  WeftFileStamp now;
  gint64 newest;

  weft_format_of_directory (path, &parts);
  return parts != NULL && weft_file_stamp_look_several ((const char *const *) parts, &now, &newest)
         && weft_file_stamp_looks_like (&now, stamp);
}

gboolean
weft_load_index_is_current (WeftLoadIndex *self)
{
  return self->parts != NULL ? is_of_directory (&self->stamp, self->source)
                             : weft_file_stamp_is_of (&self->stamp, self->source);
}

static gboolean
add_hash (WeftLoadIndex *self)
{
  return self->parts != NULL
           ? weft_file_stamp_hash_several ((const char *const *) self->parts, &self->stamp)
           : weft_file_stamp_hash (self->fd, &self->stamp);
}

/* Diagnostics are in this language. */
static const char *
get_language (void)
{
  return g_get_language_names ()[0];
}

/* --- files beside it ------------------------------------------------------------------------------------ */

/* Adds the file to the sum. FALSE where it is not known to be as it was when the load began, or can't be read. */
static gboolean
add_beside (const WeftLoadIndex *self, const char *path, GChecksum *sum)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  WeftFileStamp stamp;
  gboolean good = fd >= 0 && weft_file_stamp_look (fd, &stamp)
                  && MAX (stamp.modified, stamp.changed) < self->began - SAME_TIME
                  && weft_file_stamp_hash (fd, &stamp);

  if (fd >= 0)
    close (fd);
  if (!good)
    return FALSE;
  g_checksum_update (sum, (const guchar *) path, (gssize) strlen (path) + 1);
  g_checksum_update (sum, (const guchar *) &stamp.size, sizeof stamp.size);
  g_checksum_update (sum, (const guchar *) &stamp.modified, sizeof stamp.modified);
  g_checksum_update (sum, (const guchar *) &stamp.changed, sizeof stamp.changed);
  g_checksum_update (sum, stamp.hash, sizeof stamp.hash);
  return TRUE;
}

/* Finds what is known of the files that are read with one of the format; where they are looked for is part of it. FALSE
 * where it can't be known. */
static gboolean
look_beside (WeftLoadIndex *self, const WeftFormat *format, WeftTrace *trace)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GPtrArray) files = NULL;

  if (format->list_beside == NULL)
    return TRUE;
  files = format->list_beside (self->given, trace);
  g_checksum_update (sum, (const guchar *) self->given, (gssize) strlen (self->given) + 1);
  for (guint i = 0; i < files->len; i++)
    if (!add_beside (self, g_ptr_array_index (files, i), sum))
      return FALSE;
  g_free (self->beside);
  self->beside = g_strdup (g_checksum_get_string (sum));
  return TRUE;
}

/* --- restoring ------------------------------------------------------------------------------------------- */

static void
take_diagnostics (GArray *diagnostics, WeftIndexReader *reader)
{
  guint n = (guint) weft_index_reader_take_at_most (reader, WEFT_DIAGNOSTICS_KEPT);

  for (guint i = 0; i < n && weft_index_reader_is_good (reader); i++)
    {
      WeftDiagnostic diagnostic;

      diagnostic.severity =
        (WeftSeverity) weft_index_reader_take_at_most (reader, WEFT_N_SEVERITIES - 1);
      diagnostic.line = (gint64) weft_index_reader_take_number (reader);
      diagnostic.column = (gint64) weft_index_reader_take_number (reader);
      diagnostic.message = (char *) weft_index_reader_take_text (reader);
      if (diagnostic.message == NULL || !g_utf8_validate (diagnostic.message, -1, NULL))
        weft_index_reader_set_bad (reader);
      else
        g_array_append_val (diagnostics, diagnostic);
    }
}

/* Whether it can be of the file that the load is of, as it is or was before it got more, read as the load would. */
static gboolean
label_fits (const WeftLoadIndex *self, const WeftIndexLabel *label)
{
  return g_strcmp0 (label->source, self->source) == 0 && label->flags == self->flags
         && label->stamp.size <= self->stamp.size
         && (label->language == NULL || strcmp (label->language, get_language ()) == 0);
}

/* Whether it is, by what is in the file: where that was written to since, by all of it. */
static gboolean
bytes_fit (WeftLoadIndex *self, const WeftIndexLabel *label)
{
  const gboolean changed = !weft_file_stamp_looks_like (&label->stamp, &self->stamp);

  if ((changed || self->may_grow) && (self->point == NULL || self->format->go_on == NULL))
    return FALSE;
  if (!add_hash (self))
    return FALSE;
  return changed ? weft_load_point_begins_line (self->point, self->fd)
                     && weft_file_sum_is_of (self->point->sum, self->fd)
                 : weft_file_stamp_equal (&label->stamp, &self->stamp);
}

/* The stamp has its hash. */
static void
set_origin (WeftLoadIndex *self, WeftTrace *trace, const char *format)
{
  g_autoptr (WeftTraceOrigin) origin = weft_trace_origin_new (
    &(WeftIndexLabel){ self->source, self->stamp, format, self->flags, self->beside, NULL });

  weft_trace_set_origin (trace, origin);
}

/* The file at `path` as far as it was read: (transfer full). NULL: it is gone. */
static WeftTextStore *
open_text (const char *path)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  WeftTextStore *text = NULL;
  WeftFileStamp stamp;

  if (fd < 0)
    return NULL;
  if (weft_file_stamp_look (fd, &stamp))
    {
      text = weft_text_store_new_for_file (fd);
      weft_text_store_extend (text, stamp.size);
    }
  close (fd);
  return text;
}

static void
take_texts (WeftLoadIndex *self, WeftIndexReader *reader)
{
  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return;
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_text_store_unref);
  for (guint i = 0; self->parts[i] != NULL; i++)
    {
      const gboolean is_kept = weft_index_reader_take_at_most (reader, 1) != 0;
      WeftTextStore *text = is_kept ? weft_text_store_take (reader) : open_text (self->parts[i]);

      if (text != NULL)
        g_ptr_array_add (self->texts, text);
      else
        weft_index_reader_set_bad (reader);
    }
}

static void
take_text (WeftLoadIndex *self, WeftIndexReader *reader)
{
  if (self->parts != NULL)
    take_texts (self, reader);
  else if (weft_index_reader_take_at_most (reader, 1) != 0)
    self->text = weft_text_store_take (reader);
}

static WeftTrace *
take_trace (WeftLoadIndex *self, WeftIndexReader *reader, WeftReaderSetup *setup)
{
  WeftIndexLabel label;
  const WeftFormat *format;
  const char *words;
  g_autoptr (WeftTrace) trace = NULL;

  if (!weft_index_label_take (&label, reader) || !label_fits (self, &label))
    return NULL;
  self->length = label.stamp.size;
  self->format = format = weft_format_of_name (label.format);
  words = weft_index_reader_take_text (reader);
  take_diagnostics (self->diagnostics, reader);
  self->point = weft_load_point_take (reader, self->length);
  take_text (self, reader);
  if (format == NULL || format->restore == NULL || words == NULL
      || !g_utf8_validate (words, -1, NULL) || !weft_index_reader_is_good (reader)
      || !bytes_fit (self, &label))
    return NULL;
  setup->part_texts = self->texts;
  trace = format->restore (setup, reader);
  if (trace == NULL || !look_beside (self, format, trace)
      || g_strcmp0 (self->beside, label.beside) != 0)
    return NULL;
  weft_trace_set_format (trace, words);
  if (!weft_load_index_is_behind (self))
    set_origin (self, trace, format->name);
  return g_steal_pointer (&trace);
}

static void
set_text (WeftLoadIndex *self, WeftTrace *trace)
{
  if (self->parts != NULL)
    return;
  if (self->text == NULL)
    self->text = weft_text_store_new_for_file (self->fd);
  weft_text_store_extend (self->text, self->length);
  weft_trace_set_text (trace, self->text);
}

WeftTrace *
weft_load_index_restore (WeftLoadIndex *self, WeftStorage storage, GMainContext *context)
{
  g_autofree char *path = weft_index_cache_get_path (self->source);
  g_autoptr (WeftIndexReader) reader = weft_index_reader_open (path);
  WeftReaderSetup setup = { self->title, self->source, context, storage, self->flags, NULL };
  WeftTrace *trace;

  if (reader == NULL)
    return NULL;
  trace = take_trace (self, reader, &setup);
  if (trace == NULL)
    {
      g_array_set_size (self->diagnostics, 0);
      g_clear_pointer (&self->point, weft_load_point_free);
      g_clear_pointer (&self->text, weft_text_store_unref);
      g_clear_pointer (&self->texts, g_ptr_array_unref);
      return NULL;
    }
  set_text (self, trace);
  self->reader = g_steal_pointer (&reader);
  weft_index_cache_touch (path);
  return trace;
}

void
weft_load_index_add_diagnostics (WeftLoadIndex *self, WeftTrace *trace)
{
  for (guint i = 0; i < self->diagnostics->len; i++)
    {
      const WeftDiagnostic *diagnostic = &g_array_index (self->diagnostics, WeftDiagnostic, i);

      weft_diagnostics_add (weft_trace_get_diagnostics (trace), diagnostic->severity,
                            diagnostic->line, diagnostic->column, "%s", diagnostic->message);
    }
}

/* --- telling of it -------------------------------------------------------------------------------------- */

/* Whether a reader could go on with the trace, whose label was taken, in the open file. */
static gboolean
can_go_on (const WeftIndexLabel *label, WeftIndexReader *reader, int fd)
{
  const WeftFormat *format = weft_format_of_name (label->format);
  g_autoptr (GArray) diagnostics = g_array_new (FALSE, FALSE, sizeof (WeftDiagnostic));
  g_autoptr (WeftLoadPoint) point = NULL;

  if (format == NULL || format->go_on == NULL)
    return FALSE;
  weft_index_reader_take_text (reader);
  take_diagnostics (diagnostics, reader);
  point = weft_load_point_take (reader, label->stamp.size);
  return point != NULL && weft_index_reader_is_good (reader)
         && weft_load_point_begins_line (point, fd);
}

WeftIndexState
weft_load_index_judge (const WeftIndexLabel *label, WeftIndexReader *reader)
{
  const int fd = open (label->source, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  WeftFileStamp now = { 0 }, before = label->stamp;
  WeftIndexState state = WEFT_INDEX_STALE;

  if (fd < 0)
    return WEFT_INDEX_STALE;
  if (is_of_directory (&label->stamp, label->source))
    state = WEFT_INDEX_CURRENT;
  else if (weft_file_stamp_look (fd, &now) && weft_file_stamp_looks_like (&now, &label->stamp))
    state = WEFT_INDEX_CURRENT;
  else if (now.size >= before.size && can_go_on (label, reader, fd)
           && weft_file_stamp_hash (fd, &before) && weft_file_stamp_equal (&before, &label->stamp))
    state = now.size > before.size ? WEFT_INDEX_GROWN : WEFT_INDEX_CURRENT;
  close (fd);
  return state;
}

/* --- keeping --------------------------------------------------------------------------------------------- */

static void
put_diagnostics (WeftDiagnostics *diagnostics, WeftIndexWriter *writer)
{
  guint n = weft_diagnostics_get_n_kept (diagnostics);

  weft_index_writer_put_number (writer, n);
  for (guint i = 0; i < n; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      weft_index_writer_put_number (writer, diagnostic.severity);
      weft_index_writer_put_number (writer, (guint64) diagnostic.line);
      weft_index_writer_put_number (writer, (guint64) diagnostic.column);
      weft_index_writer_put_text (writer, diagnostic.message);
      weft_diagnostic_clear (&diagnostic);
    }
}

static void
put_text (WeftTextStore *text, WeftIndexWriter *writer)
{
  const gboolean is_file = weft_text_store_is_file (text);

  weft_index_writer_put_number (writer, !is_file);
  if (!is_file)
    weft_text_store_put (text, writer);
}

static void
put_texts (WeftLoadIndex *self, WeftIndexWriter *writer)
{
  if (self->parts == NULL)
    put_text (weft_trace_get_text (self->trace), writer);
  else
    weft_index_writer_put_number (writer, self->texts != NULL);
  for (guint i = 0; self->texts != NULL && i < self->texts->len; i++)
    put_text (g_ptr_array_index (self->texts, i), writer);
}

static void
write_file (WeftLoadIndex *self)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  g_autofree char *path = weft_index_cache_get_path (self->source);
  g_autoptr (WeftIndexWriter) writer = NULL;
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->trace);
  WeftIndexLabel label = { self->source, self->stamp,  self->format->name,
                           self->flags,  self->beside, NULL };

  if (!weft_index_cache_make ())
    return;
  if (weft_diagnostics_get_n_kept (diagnostics) > 0)
    label.language = get_language ();
  writer = weft_index_writer_new (folder, weft_index_cache_get_quota (),
                                  weft_index_cache_get_reserve (), self->cancellable);
  weft_index_label_put (&label, writer);
  weft_index_writer_put_text (writer, weft_trace_get_format (self->trace));
  put_diagnostics (diagnostics, writer);
  weft_load_point_put (self->point, writer);
  put_texts (self, writer);
  self->format->keep (self->trace, writer);
  /* All was read between the two looks at the file. */
  if (weft_load_index_is_current (self) && weft_index_writer_finish (writer, path))
    weft_index_cache_trim ();
}

static void *
write_index (void *data)
{
  WeftLoadIndex *self = data;

  weft_thread_set_priority (WEFT_BEHIND_READERS);
  write_file (self);
  g_clear_object (&self->trace);
  index_unref (self);
  count_writers (-1);
  return NULL;
}

/* Not more is kept of diagnostics than of the trace itself. */
static gboolean
diagnostics_are_kept (WeftDiagnostics *diagnostics)
{
  guint64 n = 0;

  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    n += weft_diagnostics_count (diagnostics, (WeftSeverity) i);
  return n == weft_diagnostics_get_n_kept (diagnostics);
}

/* Whether the load took long enough for an index file, or so much came to an older one that it is better made anew. */
static gboolean
is_worth_it (const WeftLoadIndex *self)
{
  return g_get_monotonic_time () - self->begin >= atomic_load (&index_after)
         || (self->reader != NULL
             && self->stamp.size - self->length > self->length / RENEWED_SHARE);
}

/* The same of a directory's files, whose texts are found then. */
static gboolean
have_all_text (WeftLoadIndex *self, WeftTrace *trace, const WeftFormat *format)
{
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  if (format->list_texts == NULL)
    return TRUE;
  self->texts = format->list_texts (trace);
  for (guint i = 0; i < self->texts->len; i++)
    if (weft_text_store_get_dropped (g_ptr_array_index (self->texts, i)) > 0)
      return FALSE;
  return self->texts->len == g_strv_length (self->parts);
}

/* Whether all texts that were read can be read back: of all of the file, which still is the one of which the load began. */
static gboolean
has_all_text (WeftLoadIndex *self, WeftTrace *trace, const WeftFormat *format)
{
  WeftTextStore *text = weft_trace_get_text (trace);

  if (self->parts != NULL)
    return have_all_text (self, trace, format) && weft_load_index_is_current (self);
  if (text == NULL)
    return FALSE;
  if (weft_text_store_is_file (text))
    return weft_text_store_get_length (text) == self->stamp.size;
  return weft_text_store_get_dropped (text) == 0 && weft_load_index_is_current (self);
}

/* Whether all of the file is in the trace, which an index file can hold. */
static gboolean
is_whole (WeftLoadIndex *self, WeftTrace *trace, const WeftFormat *format)
{
  return format->restore != NULL && !self->may_change && !self->may_grow
         && has_all_text (self, trace, format)
         && diagnostics_are_kept (weft_trace_get_diagnostics (trace))
         && (format->can_keep == NULL || format->can_keep (trace));
}

void
weft_load_index_keep (WeftLoadIndex *self, WeftTrace *trace, const WeftFormat *format,
                      WeftLoadPoint *point)
{
  const gboolean worth_it = is_worth_it (self);

  weft_load_point_free (self->point);
  self->point = point;
  if ((!worth_it && self->reader == NULL) || !is_whole (self, trace, format)
      || !look_beside (self, format, trace) || !add_hash (self))
    return;
  set_origin (self, trace, format->name);
  if (!worth_it)
    return;
  self->trace = g_object_ref (trace);
  self->format = format;
  count_writers (1);
  g_atomic_ref_count_inc (&self->ref_count);
  self->thread = weft_thread_start ("weft-index", write_index, self);
}
