/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Protocol Buffers' wire format: fields of a message, appended to its bytes. */

void weft_protobuf_unsigned (GString *message, guint field, guint64 value);
void weft_protobuf_signed (GString *message, guint field, gint64 value); /* int64, not sint64 */
void weft_protobuf_fixed64 (GString *message, guint field, guint64 value);
void weft_protobuf_double (GString *message, guint field, double value);

/* Any bytes: what is not UTF-8 becomes U+FFFD, as a string must be. */
void weft_protobuf_string (GString *message, guint field, const char *text);

/* A message that is there already. */
void weft_protobuf_message (GString *message, guint field, const GString *part);

/* A message within the message: what is appended from begin, which returns its place, until the end that gets that. */
gsize weft_protobuf_begin (GString *message, guint field);
void weft_protobuf_end (GString *message, gsize place);

G_END_DECLS
