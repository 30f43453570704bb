/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-device-reader.h"

#include "weft-load-error.h"
#include "weft-noc-device-log.h"
#include "weft-noc-ops.h"
#include "weft-noc-run.h"
#include "weft-noc-sidecars.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  WeftReader base;

  WeftNocTrace *trace;
  WeftNocWriter *writer;
  WeftNocDeviceLog *log;
  WeftNocOps *ops;      /* NULL before the first lines: nobody hears of diagnostics before */
  GHashTable *contexts; /* WeftNocRun: the number of its context, plus 1 */
  char *title;
  char *path; /* (nullable) */
  gint64 line;
  gboolean has_part;
  gboolean exhausted;
} WeftNocDeviceReader;

static guint32
find_context (WeftNocDeviceReader *self, const WeftNocDeviceMark *mark)
{
  const WeftNocRun run = { .run = mark->run, .device = mark->device };
  gpointer found = g_hash_table_lookup (self->contexts, &run);
  guint32 context;

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;
  context = weft_noc_writer_add_context (self->writer, mark->device, mark->run,
                                         weft_noc_ops_get (self->ops, mark->device, mark->run));
  if (context != WEFT_NO_ROW)
    g_hash_table_insert (self->contexts, g_memdup2 (&run, sizeof run),
                         GUINT_TO_POINTER (context + 1));
  return context;
}

static void
on_mark (const WeftNocDeviceMark *mark, gpointer data)
{
  WeftNocDeviceReader *self = data;

  if (!self->exhausted)
    self->exhausted = !weft_noc_device_mark_add (self->writer, mark, find_context (self, mark));
}

static void
begin (WeftNocDeviceReader *self, const char *name)
{
  if (!self->has_part && !weft_noc_writer_begin_part (self->writer, name))
    self->exhausted = TRUE;
  self->has_part = TRUE;
}

/* Reads the files beside the log. */
static void
look_around (WeftNocDeviceReader *self)
{
  if (self->ops != NULL)
    return;
  self->ops = weft_noc_ops_read (self->path, self->base.diagnostics);
  if (self->path != NULL)
    weft_noc_trace_set_cluster (self->trace,
                                weft_noc_sidecars_read (self->path, self->base.diagnostics));
}

static gboolean
weft_noc_device_reader_feed (WeftReader *reader, const char *bytes, gsize length,
                             guint64 offset G_GNUC_UNUSED, GError **error)
{
  WeftNocDeviceReader *self = (WeftNocDeviceReader *) reader;
  const char *at = bytes, *end = bytes + length;

  look_around (self);
  begin (self, self->title);
  while (at < end && !self->exhausted)
    {
      const char *eol = memchr (at, '\n', (gsize) (end - at));

      if (eol == NULL)
        eol = end;
      weft_noc_device_log_take (self->log, at, (gsize) (eol - at), ++self->line);
      at = eol + 1;
    }
  self->trace->arch = weft_noc_device_log_get_arch (self->log);
  self->trace->hertz = weft_noc_device_log_get_hertz (self->log);
  if (self->exhausted)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
                 _ ("There is no memory or disk left for the rest of “%s”. What came before is "
                    "shown."),
                 self->title);
  return !self->exhausted;
}

static void
weft_noc_device_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftNocDeviceReader *self = (WeftNocDeviceReader *) reader;

  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_WARNING, ++self->line, 1,
                        _ ("The line is too long to be a record; it is skipped"));
}

static void
weft_noc_device_reader_begin_part (WeftReader *reader, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  begin ((WeftNocDeviceReader *) reader, name);
}

static void
weft_noc_device_reader_publish (WeftReader *reader)
{
  weft_noc_trace_publish (((WeftNocDeviceReader *) reader)->trace);
}

static void
weft_noc_device_reader_clear (WeftReader *reader)
{
  WeftNocDeviceReader *self = (WeftNocDeviceReader *) reader;

  g_clear_pointer (&self->log, weft_noc_device_log_free);
  g_clear_pointer (&self->ops, weft_noc_ops_free);
  g_clear_pointer (&self->writer, weft_noc_writer_free);
  g_hash_table_unref (self->contexts);
  g_free (self->title);
  g_free (self->path);
}

static const WeftReaderClass reader_class = {
  .feed = weft_noc_device_reader_feed,
  .skip_line = weft_noc_device_reader_skip_line,
  .begin_part = weft_noc_device_reader_begin_part,
  .publish = weft_noc_device_reader_publish,
  .clear = weft_noc_device_reader_clear,
};

WeftReader *
weft_noc_device_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftNocTrace) trace =
    weft_noc_trace_new (setup->title, setup->context, setup->storage);
  WeftNocDeviceReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->title = g_strdup (setup->title);
  self->path = g_strdup (setup->path);
  self->trace = trace;
  self->writer = weft_noc_writer_new (trace);
  self->log = weft_noc_device_log_new (self->base.diagnostics, on_mark, self);
  self->contexts = g_hash_table_new_full (weft_noc_run_hash, weft_noc_run_equal, g_free, NULL);
  weft_trace_set_format (self->base.trace, _ ("tt-metal device log"));
  return &self->base;
}

char **
weft_noc_device_reader_list_parts (const char *directory)
{
  g_autofree char *path = weft_noc_device_log_find (directory);
  g_auto (GStrv) parts = NULL;

  if (path == NULL)
    return NULL;
  parts = g_new0 (char *, 2);
  parts[0] = g_steal_pointer (&path);
  return g_steal_pointer (&parts);
}
