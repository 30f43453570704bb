/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-reading.h"

#include <glib/gi18n-lib.h>

void
weft_json_reading_init (WeftJsonReading *self, const WeftJsonShape *shape,
                        const WeftJsonHandler *handler, gboolean is_file)
{
  self->shape = shape;
  self->handler = handler;
  self->scratch = g_string_new (NULL);
  self->base.scans = self->base.class->scan != NULL;
  if (is_file)
    self->scanner = weft_json_scanner_new (shape, handler, self);
}

void
weft_json_reading_clear (WeftJsonReading *self)
{
  weft_json_scanner_free (self->scanner);
  g_string_free (self->scratch, TRUE);
  g_free (self->file);
}

void
weft_json_reading_begin_file (WeftJsonReading *self, const char *path)
{
  weft_json_scanner_free (self->scanner);
  self->scanner = weft_json_scanner_new (self->shape, self->handler, self);
  self->texts = NULL;
  g_free (self->file);
  self->file = g_filename_display_basename (path);
  self->failed = FALSE;
}

/* --- what is said --------------------------------------------------------------------------------- */

void
weft_json_reading_say (WeftJsonReading *self, WeftSeverity severity, gint64 line, gint64 column,
                       const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  weft_diagnostics_add_valist (self->base.diagnostics, severity, line, column, self->file, format,
                               arguments);
  va_end (arguments);
}

void
weft_json_reading_no_number (guint64 offset, gpointer data)
{
  WeftJsonReading *self = data;

  if (!self->failed)
    WEFT_JSON_SAY (self, WEFT_SEVERITY_WARNING, offset,
                   _ ("“NaN” and “Infinity” are no JSON, although Python writes them; the number "
                      "is unknown"));
}

void
weft_json_reading_loose (guint64 offset, gpointer data)
{
  WeftJsonReading *self = data;

  if (!self->failed)
    WEFT_JSON_SAY (self, WEFT_SEVERITY_WARNING, offset,
                   _ ("JSON does not allow this within a string, a control character or a "
                      "backslash that escapes nothing; the string is shown without it, or as it "
                      "stands"));
}

void
weft_json_reading_fail (WeftJsonReading *self, guint64 offset, const char *message)
{
  self->failed = self->broken = TRUE;
  weft_json_scanner_stop (self->scanner);
  WEFT_JSON_SAY (self, WEFT_SEVERITY_ERROR, offset, "%s", message);
}

void
weft_json_reading_lack (WeftJsonReading *self, const char *message)
{
  self->failed = self->broken = TRUE;
  weft_json_reading_say (self, WEFT_SEVERITY_ERROR, 1, 1, "%s", message);
}

/* Where the scanner ended early, unless it was stopped by who has said why. */
static void
say_fault (WeftJsonReading *self)
{
  guint64 offset;
  WeftJsonFault fault = weft_json_scanner_get_fault (self->scanner, &offset);
  g_autofree char *message = NULL;

  if (self->failed)
    return;
  message =
    g_strdup_printf (_ ("%s. What came before is shown"), weft_json_fault_to_string (fault));
  weft_json_reading_fail (self, offset, message);
}

/* --- the file ------------------------------------------------------------------------------------- */

gboolean
weft_json_reading_feed (WeftJsonReading *self, const char *bytes, gsize length, guint64 offset)
{
  self->texts = self->file != NULL ? self->base.part_text : weft_trace_get_text (self->base.trace);
  weft_json_scanner_use (self->scanner, self->base.scanned, bytes);
  if (!self->failed && !weft_json_scanner_feed (self->scanner, bytes, length, offset))
    say_fault (self);
  return !self->failed;
}

void
weft_json_reading_scan (const WeftReader *reader, const char *bytes, gsize length,
                        WeftScanBatch *batch)
{
  const WeftJsonReading *self = (const WeftJsonReading *) reader;

  weft_json_scanner_scan_ahead (self->scanner, bytes, length, batch);
}

gboolean
weft_json_reading_end (WeftJsonReading *self)
{
  if (self->scanner != NULL && !self->failed && !weft_json_scanner_finish (self->scanner))
    say_fault (self);
  return !self->failed;
}

char *
weft_json_reading_word (const WeftJsonValue *value)
{
  return value != NULL && value->kind <= WEFT_JSON_STRING ? g_strndup (value->text, value->length)
                                                          : g_strdup ("");
}

const char *
weft_json_find_document (const char *head, const char *end)
{
  if (end - head >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    head += 3;
  while (head < end && *head != 0 && strchr (" \t\r\n", *head) != NULL)
    head++;
  return head;
}
