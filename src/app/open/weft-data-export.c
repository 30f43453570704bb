/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* fopencookie() */

#include "weft-data-export.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdarg.h>
#include <unistd.h>

#include "weft-cli-family.h"
#include "weft-handover.h"
#include "weft-passing-file.h"
#include "weft-runner.h"

struct _WeftDataExport
{
  GObject parent_instance;

  WeftTrace *trace;
  guint format;
  char *filter;
  gboolean has_range;
  WeftCycleRange range;

  /* the worker's, but for the count */
  char *path;
  int fd;
  int error_number; /* why the first write failed; 0: none did */
  GCancellable *cancellable;
  WeftLock lock;
  guint64 written;
};

G_DEFINE_FINAL_TYPE (WeftDataExport, weft_data_export, G_TYPE_OBJECT)

static const struct
{
  const char *word, *title, *suffix;
} formats[] = {
  { "csv", N_ ("Table of its rows (CSV)"), "csv" },
  { "chrome", N_ ("Chrome and Perfetto (JSON)"), "json" },
  { "perfetto", N_ ("Perfetto (track events)"), "pftrace" },
  { "html", N_ ("Report (HTML)"), "html" },
  { "annotated", N_ ("Accesses with what is derived of them (JSON Lines)"), "jsonl" },
  { "summary", N_ ("Summary (JSON)"), "json" },
};

const char *
weft_data_export_get_format_title (const char *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].word, format))
      return _ (formats[i].title);
  return format;
}

const char *
weft_data_export_get_suffix (const char *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].word, format))
      return formats[i].suffix;
  return "txt";
}

const char *const *
weft_data_export_list_formats (WeftTrace *trace)
{
  const WeftCliFamily *family = weft_cli_family_of (trace);

  return family != NULL && family->run[WEFT_CLI_EXPORT] != NULL ? family->words[WEFT_CLI_FORMATS]
                                                                : NULL;
}

/* --- writing ------------------------------------------------------------------------------------ */

/* A write that fails ends the export: writers look at their stream. */
static ssize_t
write_bytes (void *cookie, const char *bytes, size_t n)
{
  WeftDataExport *self = cookie;
  size_t done = 0;

  if (g_cancellable_is_cancelled (self->cancellable) || self->error_number != 0)
    return 0;
  while (done < n)
    {
      ssize_t part = write (self->fd, bytes + done, n - done);

      if (part > 0)
        done += (size_t) part;
      else if (part == 0 || errno != EINTR)
        {
          self->error_number = part == 0 ? ENOSPC : errno;
          return 0;
        }
    }
  weft_lock (&self->lock);
  self->written += n;
  weft_unlock (&self->lock);
  return (ssize_t) n;
}

static gboolean
set_failed (WeftDataExport *self, int number, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number),
               _ ("“%s” can't be written: %s"), name, g_strerror (number));
  return FALSE;
}

/* Into the open file. */
static gboolean
write_all (WeftDataExport *self, GError **error)
{
  const cookie_io_functions_t functions = { .write = write_bytes };
  const WeftCliFamily *family = weft_cli_family_of (self->trace);
  WeftCliRequest request = { .path = self->path,
                             .filter = self->filter,
                             .has_range = self->has_range,
                             .range = self->range,
                             .format = self->format,
                             .format_word = family->words[WEFT_CLI_FORMATS][self->format],
                             .output = self->path,
                             .stream = fopencookie (self, "w", functions) };
  g_autofree char *complaints = NULL;
  int status;

  weft_cli_complaints_begin ();
  status = family->run[WEFT_CLI_EXPORT](self->trace, &request);
  complaints = weft_cli_complaints_end ();
  fclose (request.stream);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->error_number != 0)
    return set_failed (self, self->error_number, error);
  if (status == WEFT_CLI_SUCCESS)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       *complaints != '\0' ? complaints
                                           : _ ("The trace can't be written in this format."));
  return FALSE;
}

/* Beside the file, whose place it takes in the end. */
static gboolean
write_file (WeftDataExport *self, GError **error)
{
  g_autofree char *beside = NULL;
  gboolean done;

  self->fd = weft_passing_file_open (self->path, 0666, &beside);
  if (self->fd < 0)
    return set_failed (self, errno, error);
  done = write_all (self, error);
  if (done && fsync (self->fd) != 0 && errno != EINVAL && errno != EROFS)
    done = set_failed (self, errno, error);
  close (self->fd);
  if (done && !weft_passing_file_keep (beside, self->path))
    done = set_failed (self, errno, error);
  if (!done)
    weft_passing_file_drop (beside);
  return done;
}

/* The question is the export, and the answer that export done. */
static void
clear_question (gpointer question)
{
  g_object_unref (*(WeftDataExport **) question);
}

static gpointer
write_question (gconstpointer question, GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  WeftDataExport *self = *(WeftDataExport *const *) question;

  return write_file (self, error) ? g_object_ref (self) : NULL;
}

static const WeftDerivation writing = {
  .name = "WeftDataExportWriting",
  .question_size = sizeof (WeftDataExport *),
  .clear_question = clear_question,
  .derive = write_question,
  .free_value = g_object_unref,
};

void
weft_data_export_run_async (WeftDataExport *self, const char *path, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  WeftDataExport *question = g_object_ref (self);

  g_free (self->path);
  self->path = g_strdup (path);
  g_set_object (&self->cancellable, cancellable);
  self->written = 0;
  self->error_number = 0;
  weft_runner_derive_async (&writing, &question, self, cancellable, callback, user_data);
}

gboolean
weft_data_export_run_finish (WeftDataExport *self, GAsyncResult *result, GError **error)
{
  g_autoptr (WeftDataExport) done = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  done = weft_runner_derive_finish (result, error);
  return done != NULL;
}

guint64
weft_data_export_get_written (WeftDataExport *self)
{
  guint64 written;

  weft_lock (&self->lock);
  written = self->written;
  weft_unlock (&self->lock);
  return written;
}

/* --- the object --------------------------------------------------------------------------------- */

static void
weft_data_export_finalize (GObject *object)
{
  WeftDataExport *self = WEFT_DATA_EXPORT (object);

  g_object_unref (self->trace);
  g_clear_object (&self->cancellable);
  g_free (self->filter);
  g_free (self->path);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_data_export_parent_class)->finalize (object);
}

static void
weft_data_export_class_init (WeftDataExportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_data_export_finalize;
}

static void
weft_data_export_init (WeftDataExport *self)
{
  pthread_mutex_init (&self->lock, NULL);
}

WeftDataExport *
weft_data_export_new (WeftTrace *trace, guint format, const char *filter,
                      const WeftCycleRange *range)
{
  WeftDataExport *self = g_object_new (WEFT_TYPE_DATA_EXPORT, NULL);

  self->trace = g_object_ref (trace);
  self->format = format;
  self->filter = g_strdup (filter);
  self->has_range = range != NULL;
  self->range = range != NULL ? *range : WEFT_CYCLE_RANGE_ALL;
  return self;
}
