/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-reading.h"

#include "weft-load-error.h"

#include <glib/gi18n-lib.h>

gpointer
weft_npu_reading_new (const WeftReaderClass *class, gsize size, const WeftReaderSetup *setup,
                      const WeftJsonShape *shape, const WeftJsonHandler *handler)
{
  g_autoptr (WeftNpuTrace) trace =
    weft_npu_trace_new (setup->title, setup->context, setup->storage);
  WeftNpuReading *self = weft_reader_new (class, size, trace);

  self->trace = trace;
  self->writer = weft_npu_writer_new (trace);
  weft_json_reading_init (&self->json, shape, handler, TRUE);
  return self;
}

/* --- elements ---------------------------------------------------------------------------------- */

void
weft_npu_reading_begin (WeftNpuReading *self, const WeftJsonRecord *record)
{
  gint64 line, column;

  weft_json_scanner_locate (self->json.scanner, record->offset, &line, &column);
  self->record = record;
  self->event = weft_npu_event_unsaid;
  self->event.line = line;
  self->event.length = record->self.length;
}

void
weft_npu_reading_keep (WeftNpuReading *self)
{
  self->event.place = weft_text_store_keep (self->json.texts, self->record->self.text,
                                            self->record->self.length, self->record->offset);
}

void
weft_npu_reading_skip (WeftNpuReading *self, const char *message)
{
  weft_npu_writer_get_next (self->writer)->n_skipped++;
  WEFT_JSON_SAY (&self->json, WEFT_SEVERITY_WARNING, self->record->offset, "%s", message);
}

guint32
weft_npu_reading_intern (WeftNpuReading *self, const WeftJsonValue *value)
{
  gsize length;
  const char *bytes;

  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return WEFT_NO_NAME;
  bytes = weft_json_get_string (value, self->json.scratch, &length);
  return weft_npu_writer_intern (self->writer, bytes, length);
}

guint
weft_npu_reading_get_lane (WeftNpuReading *self, WeftNpuLaneKind kind, guint32 name, gint64 id)
{
  gint64 line, column;

  weft_json_scanner_locate (self->json.scanner, self->record->offset, &line, &column);
  return weft_npu_writer_get_lane (self->writer, kind, name, id, line, column);
}

/* --- the end ----------------------------------------------------------------------------------- */

gboolean
weft_npu_reading_end (WeftNpuReading *self)
{
  weft_json_reading_end (&self->json);
  if (self->n_lost_points > 0)
    weft_diagnostics_add (
      self->json.base.diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
      _ ("The trace has more than %d numbers over time; the others are left out"),
      WEFT_NPU_MAX_SERIES);
  return !self->json.failed;
}

/* --- the reader -------------------------------------------------------------------------------- */

/* Whether all went well so far. */
gboolean
weft_npu_reading_is_whole (WeftReader *reader, GError **error)
{
  WeftNpuReading *self = (WeftNpuReading *) reader;

  if (!self->json.failed)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of “%s” could be read as an NPU trace; its diagnostics say why."),
               weft_trace_get_title (reader->trace));
  return FALSE;
}

gboolean
weft_npu_reading_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                       GError **error)
{
  WeftNpuReading *self = (WeftNpuReading *) reader;

  if (!weft_json_reading_feed (&self->json, bytes, length, offset))
    return weft_npu_reading_is_whole (reader, error);
  if (!weft_npu_writer_is_full (self->writer))
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

void
weft_npu_reading_publish (WeftReader *reader)
{
  weft_npu_writer_publish (((WeftNpuReading *) reader)->writer);
}

void
weft_npu_reading_clear (WeftReader *reader)
{
  WeftNpuReading *self = (WeftNpuReading *) reader;

  weft_npu_writer_free (self->writer);
  weft_json_reading_clear (&self->json);
}
