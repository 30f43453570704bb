/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

/* Writes JSON (RFC 8259) to a stream, as fast as a dump of a million ops needs it: no tree, one
 * buffer. Commas are its business; keys and nesting are the caller's. The output is always valid
 * UTF-8: bytes that belong to no character become U+FFFD each, as g_utf8_make_valid() does it, and
 * so do NULs. It does not depend on the locale. */

typedef struct _WeftJsonWriter WeftJsonWriter;

/* Starts writing to `stream`, which stays the caller's. */
WeftJsonWriter *weft_json_writer_new (FILE *stream);

/* Hands what is buffered to the stream, and ends. Whether that worked is the stream's to tell
 * (ferror). */
void weft_json_writer_free (WeftJsonWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonWriter, weft_json_writer_free)

void weft_json_writer_begin_object (WeftJsonWriter *self);
void weft_json_writer_end_object (WeftJsonWriter *self);
void weft_json_writer_begin_array (WeftJsonWriter *self);
void weft_json_writer_end_array (WeftJsonWriter *self);

/* A key; its value comes next. `key` is plain ASCII that needs no escape. */
void weft_json_writer_key (WeftJsonWriter *self, const char *key);

/* The same for any bytes. */
void weft_json_writer_any_key (WeftJsonWriter *self, const char *key);

/* Values. `text` is any bytes up to its zero, or NULL for null; a real that is not finite is null,
 * and others have the fewest digits that read back as the same double. */
void weft_json_writer_string (WeftJsonWriter *self, const char *text);
void weft_json_writer_signed (WeftJsonWriter *self, gint64 value);
void weft_json_writer_unsigned (WeftJsonWriter *self, guint64 value);
void weft_json_writer_real (WeftJsonWriter *self, double value);
void weft_json_writer_boolean (WeftJsonWriter *self, gboolean value);
void weft_json_writer_null (WeftJsonWriter *self);

/* Members of an object: a key and its value. */
void weft_json_writer_string_member (WeftJsonWriter *self, const char *key, const char *text);
void weft_json_writer_signed_member (WeftJsonWriter *self, const char *key, gint64 value);
void weft_json_writer_unsigned_member (WeftJsonWriter *self, const char *key, guint64 value);
void weft_json_writer_real_member (WeftJsonWriter *self, const char *key, double value);

/* So many thousandths, to the digit: 1234500 is 1234.5. */
void weft_json_writer_thousandths_member (WeftJsonWriter *self, const char *key, gint64 value);

/* Ends a document with a newline; another may follow (JSON Lines). */
void weft_json_writer_newline (WeftJsonWriter *self);

G_END_DECLS
