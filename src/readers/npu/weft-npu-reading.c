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
  self->scanner = weft_json_scanner_new (shape, handler, self);
  self->scratch = g_string_new (NULL);
  return self;
}

/* --- elements ---------------------------------------------------------------------------------- */

void
weft_npu_reading_begin (WeftNpuReading *self, const WeftJsonRecord *record)
{
  gint64 line, column;

  weft_json_scanner_locate (self->scanner, record->offset, &line, &column);
  self->record = record;
  self->event = (WeftNpuEvent){
    .lane = WEFT_NPU_NO_LANE,
    .name = WEFT_NO_NAME,
    .layer = WEFT_NO_NAME,
    .tile = WEFT_NO_NAME,
    .phase = WEFT_NO_NAME,
    .role = WEFT_NO_NAME,
    .color = WEFT_NO_NAME,
    .token = WEFT_NPU_NONE,
    .command = WEFT_NPU_NONE,
    .bytes = WEFT_NPU_NONE,
    .aligned = WEFT_NPU_NONE,
    .macs = WEFT_NPU_NONE,
    .qbits = WEFT_NPU_NO_BITS,
    .weight_bits = WEFT_NPU_NO_BITS,
    .activation_bits = WEFT_NPU_NO_BITS,
    .bank = WEFT_NPU_NONE,
    .address = WEFT_NPU_NONE,
    .dram_address = WEFT_NPU_NONE,
    .offset = WEFT_NPU_NONE,
    .line = line,
    .length = record->self.length,
  };
}

void
weft_npu_reading_keep (WeftNpuReading *self)
{
  self->event.place = weft_text_store_keep (self->texts, self->record->self.text,
                                            self->record->self.length, self->record->offset);
}

void
weft_npu_reading_skip (WeftNpuReading *self, const char *message)
{
  weft_npu_writer_get_next (self->writer)->n_skipped++;
  WEFT_NPU_SAY (self, WEFT_SEVERITY_WARNING, self->record->offset, "%s", message);
}

guint32
weft_npu_reading_intern (WeftNpuReading *self, const WeftJsonValue *value)
{
  gsize length;
  const char *bytes;

  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return WEFT_NO_NAME;
  bytes = weft_json_get_string (value, self->scratch, &length);
  return weft_npu_writer_intern (self->writer, bytes, length);
}

guint
weft_npu_reading_get_lane (WeftNpuReading *self, WeftNpuLaneKind kind, guint32 name, gint64 id)
{
  gint64 line, column;

  weft_json_scanner_locate (self->scanner, self->record->offset, &line, &column);
  return weft_npu_writer_get_lane (self->writer, kind, name, id, line, column);
}

void
weft_npu_reading_no_number (guint64 offset, gpointer data)
{
  WeftNpuReading *self = data;

  if (!self->failed)
    WEFT_NPU_SAY (self, WEFT_SEVERITY_WARNING, offset,
                  _ ("“NaN” and “Infinity” are no JSON, although Python writes them; the number is "
                     "unknown"));
}

/* --- the end ----------------------------------------------------------------------------------- */

static void
say_fault (WeftNpuReading *self)
{
  guint64 offset;
  WeftJsonFault fault = weft_json_scanner_get_fault (self->scanner, &offset);

  self->failed = TRUE;
  WEFT_NPU_SAY (self, WEFT_SEVERITY_ERROR, offset, _ ("%s. What came before is shown"),
                weft_json_fault_to_string (fault));
}

gboolean
weft_npu_reading_end (WeftNpuReading *self)
{
  if (!self->failed && !weft_json_scanner_finish (self->scanner))
    say_fault (self);
  if (self->n_lost_points > 0)
    weft_diagnostics_add (
      self->base.diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
      _ ("The trace has more than %d numbers over time; the others are left out"),
      WEFT_NPU_MAX_SERIES);
  return !self->failed;
}

void
weft_npu_reading_lack (WeftNpuReading *self, const char *message)
{
  self->failed = TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_ERROR, 1, 1, "%s", message);
}

/* --- the reader -------------------------------------------------------------------------------- */

/* Whether all went well so far. */
gboolean
weft_npu_reading_is_whole (WeftReader *reader, GError **error)
{
  WeftNpuReading *self = (WeftNpuReading *) reader;
  g_autofree char *message = NULL;

  if (!self->failed)
    return TRUE;
  message = self->describe_failure (weft_trace_get_title (reader->trace));
  g_set_error_literal (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED, message);
  return FALSE;
}

gboolean
weft_npu_reading_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                       GError **error)
{
  WeftNpuReading *self = (WeftNpuReading *) reader;

  self->texts = weft_trace_get_text (reader->trace);
  if (!weft_json_scanner_feed (self->scanner, bytes, length, offset) && !self->failed)
    say_fault (self);
  if (self->failed)
    return weft_npu_reading_is_whole (reader, error);
  if (!weft_npu_writer_is_full (self->writer))
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
               _ ("There is no memory or disk left for this trace; close other documents and open "
                  "it again"));
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

  weft_json_scanner_free (self->scanner);
  weft_npu_writer_free (self->writer);
  g_string_free (self->scratch, TRUE);
}

const char *
weft_npu_find_document (const char *head, const char *end)
{
  if (end - head >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    head += 3;
  while (head < end && *head != 0 && strchr (" \t\r\n", *head) != NULL)
    head++;
  return head;
}
