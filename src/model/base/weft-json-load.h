/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Arrays and objects of the small files that are read with json-glib, which calls itself for each level of them: a
 * stack ends at some 50,000. */
#define WEFT_JSON_MAX_BRACKETS 10000u

/* As json_parser_load_from_data (), but what has more of them is refused, and the error's message is UTF-8, though
 * json-glib quotes what it did not expect as it stands there. */
gboolean weft_json_load (JsonParser *parser, const char *text, gsize length, GError **error);

/* The same of a file. */
gboolean weft_json_load_file (JsonParser *parser, const char *path, GError **error);

G_END_DECLS
