/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-unknown.h"
#include "weft-kept-texts.h"
#include "weft-pipeline-writer.h"

G_BEGIN_DECLS

/* How JSON becomes ops of a WeftPipelineTrace. It is the first member of the reader. */

typedef struct
{
  WeftJsonReading json;
  WeftPipelineWriter *writer;
  WeftTextStore *texts; /* NULL: nothing was read yet, or there is no room, which is said */
  WeftJsonUnknown *unknown;
  GString *document;   /* members of the document that are not known, a line each */
  WeftJsonSchema *any; /* of values whose members are not looked at */
  gint64 line;         /* of the value that is read: the reader says so */
  gint64 last;         /* the tick behind the last in which something happened */
} WeftPipelineJson;

/* A reader as weft_reader_new() makes it, that begins with a WeftPipelineJson. The tables are kept, not
 * copied. */
gpointer weft_pipeline_json_new (const WeftReaderClass *class, gsize size,
                                 const WeftReaderSetup *setup, const WeftJsonShape *shape,
                                 const WeftJsonHandler *handler);

/* For WeftJsonHandler: counts a member of the document that the reader does not know, and keeps its value for the
 * detail of the first op. `data` is the reader. */
void weft_pipeline_json_unwanted (const WeftJsonValue *key, guint64 offset, gpointer data);
void weft_pipeline_json_unwanted_value (const GString *value, guint64 length, gpointer data);

/* For WeftReaderClass. */
gboolean weft_pipeline_json_feed (WeftReader *reader, const char *bytes, gsize length,
                                  guint64 offset, GError **error);
void weft_pipeline_json_publish (WeftReader *reader);
gboolean weft_pipeline_json_is_whole (WeftReader *reader, GError **error);
void weft_pipeline_json_clear (WeftReader *reader);

/* After weft_json_reading_end(), which may still find values: says what was not known. Then takes
 * `resources` ((transfer full), nullable) for the trace, and publishes it. */
void weft_pipeline_json_finish (WeftPipelineJson *self, WeftPipelineResources *resources);

/* Keeps a text: weft_kept_texts_add(). */
WeftKeptText weft_pipeline_json_keep (WeftPipelineJson *self, const char *text, gsize length);

/* Starts a stage of the pipeline's own lane. */
void weft_pipeline_json_start (WeftPipelineJson *self, guint32 op, const char *stage, gint64 tick);

/* Appends "key: value" of each member of the object that is not among the keys (nullable) to be left out, a
 * line each, and counts those that are not among the `known`. */
void weft_pipeline_json_append_members (WeftPipelineJson *self, const WeftJsonValue *object,
                                        const char *const *known, const char *const *left_out,
                                        GString *text);

G_END_DECLS
