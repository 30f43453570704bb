/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-json.h"

#include "weft-load-error.h"

#include <glib/gi18n-lib.h>

#define LANE "0"

/* So much is kept of members of the document that are not known. */
#define MAX_DOCUMENT ((gsize) 64 << 10)

gpointer
weft_pipeline_json_new (const WeftReaderClass *class, gsize size, const WeftReaderSetup *setup,
                        const WeftJsonShape *shape, const WeftJsonHandler *handler)
{
  static const char *const no_keys[] = { "", NULL };
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);
  WeftPipelineJson *self = weft_reader_new (class, size, trace);

  weft_json_reading_init (&self->json, shape, handler, TRUE);
  self->writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  self->unknown = weft_json_unknown_new ();
  self->document = g_string_new (NULL);
  self->any = weft_json_schema_new (no_keys);
  return self;
}

/* --- for WeftReaderClass ------------------------------------------------------------------------ */

gboolean
weft_pipeline_json_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                         GError **error)
{
  WeftPipelineJson *self = (WeftPipelineJson *) reader;

  if (self->texts == NULL)
    self->texts = weft_kept_texts_open (reader);
  if (!weft_json_reading_feed (&self->json, bytes, length, offset))
    return weft_pipeline_json_is_whole (reader, error);
  if (!weft_pipeline_writer_is_full (self->writer))
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

static gboolean
has_room (const WeftPipelineJson *self)
{
  return self->document->len < MAX_DOCUMENT;
}

void
weft_pipeline_json_unwanted (const WeftJsonValue *key, guint64 offset, gpointer data)
{
  WeftPipelineJson *self = data;
  gint64 line, column;

  weft_json_scanner_locate (self->json.scanner, offset, &line, &column);
  weft_json_unknown_add (self->unknown, key, line, has_room (self));
  if (has_room (self))
    g_string_append_printf (self->document, "\\n%.*s: ", (int) MIN (key->length, WEFT_JSON_SHOWN),
                            key->text);
}

void
weft_pipeline_json_unwanted_value (const GString *value, guint64 length, gpointer data)
{
  WeftPipelineJson *self = data;

  if (!has_room (self))
    return;
  g_string_append_len (self->document, value->str, (gssize) value->len);
  if (value->len < length)
    g_string_append_printf (self->document, "… (%" G_GUINT64_FORMAT " bytes)", length);
}

void
weft_pipeline_json_publish (WeftReader *reader)
{
  WeftPipelineJson *self = (WeftPipelineJson *) reader;

  weft_pipeline_writer_publish (self->writer, MAX (self->last - 1, 0));
}

gboolean
weft_pipeline_json_is_whole (WeftReader *reader, GError **error)
{
  WeftPipelineJson *self = (WeftPipelineJson *) reader;

  if (!self->json.broken)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of “%s” could be read as JSON; its diagnostics say why."),
               weft_trace_get_title (reader->trace));
  return FALSE;
}

void
weft_pipeline_json_clear (WeftReader *reader)
{
  WeftPipelineJson *self = (WeftPipelineJson *) reader;

  g_clear_pointer (&self->texts, weft_text_store_unref);
  weft_json_unknown_free (self->unknown);
  g_string_free (self->document, TRUE);
  weft_json_schema_free (self->any);
  weft_pipeline_writer_free (self->writer);
  weft_json_reading_clear (&self->json);
}

void
weft_pipeline_json_finish (WeftPipelineJson *self, WeftPipelineResources *resources)
{
  gboolean has_ops = weft_pipeline_writer_get_n_ops (self->writer) > 0;

  if (has_ops && self->document->len > 0)
    {
      WeftKeptText kept = weft_pipeline_json_keep (self, self->document->str, self->document->len);

      weft_pipeline_writer_add_detail (self->writer, 0, kept.place, kept.length);
    }
  weft_json_unknown_say (self->unknown, &self->json, has_ops);
  if (resources != NULL)
    weft_pipeline_trace_take_resources (weft_pipeline_writer_get_trace (self->writer), resources);
  weft_pipeline_json_publish (&self->json.base);
}

/* --- ops ---------------------------------------------------------------------------------------- */

WeftKeptText
weft_pipeline_json_keep (WeftPipelineJson *self, const char *text, gsize length)
{
  return weft_kept_texts_add (self->texts, text, length);
}

void
weft_pipeline_json_start (WeftPipelineJson *self, guint32 op, const char *stage, gint64 tick)
{
  WeftKind kind =
    weft_pipeline_writer_intern_kind (self->writer, LANE, strlen (LANE), stage, strlen (stage));

  weft_pipeline_writer_start_stage (self->writer, op, kind, tick);
}

/* "outer.inner" is no member of the object itself. */
static gboolean
is_among (const WeftJsonValue *key, const char *const *keys)
{
  for (; *keys != NULL; keys++)
    if (strchr (*keys, '.') == NULL && weft_json_is_string (key, *keys, strlen (*keys)))
      return TRUE;
  return FALSE;
}

void
weft_pipeline_json_append_members (WeftPipelineJson *self, const WeftJsonValue *object,
                                   const char *const *known, const char *const *left_out,
                                   GString *text)
{
  g_autofree WeftJsonRecord *member = g_new (WeftJsonRecord, 1);
  const char *place = NULL;
  WeftJsonValue key;

  while (weft_json_next_member (object, &place, &key, self->any, member))
    {
      if (left_out != NULL && is_among (&key, left_out))
        continue;
      if (!is_among (&key, known))
        weft_json_unknown_add (self->unknown, &key, self->line, TRUE);
      g_string_append_printf (text, "%s%.*s: ", text->len > 0 ? "\\n" : "", (int) key.length,
                              key.text);
      g_string_append_len (text, member->self.text, (gssize) member->self.length);
    }
}
