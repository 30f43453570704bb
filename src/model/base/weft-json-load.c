/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-load.h"

#include <glib/gi18n-lib.h>

/* The bracket that is one too many; NULL: there is none. Those in strings and comments count: json-glib has its own
 * opinion of where these end. */
static const char *
find_too_many (const char *text, gsize length)
{
  const char *end = text + length;
  guint n = 0;

  for (const char *p = text; p < end; p++)
    if ((*p == '[' || *p == '{') && ++n > WEFT_JSON_MAX_BRACKETS)
      return p;
  return NULL;
}

static void
set_too_many (const char *text, const char *place, GError **error)
{
  const char *start = text;
  guint line = 1;

  for (const char *p = text; p < place; p++)
    if (*p == '\n')
      {
        line++;
        start = p + 1;
      }
  g_set_error (error, JSON_PARSER_ERROR, JSON_PARSER_ERROR_PARSE, "<data>:%u:%u: %s", line,
               (guint) (place - start) + 1, _ ("there are too many arrays and objects"));
}

static void
mend (GError **error)
{
  if (error != NULL && !g_utf8_validate ((*error)->message, -1, NULL))
    {
      char *valid = g_utf8_make_valid ((*error)->message, -1);

      g_free ((*error)->message);
      (*error)->message = valid;
    }
}

gboolean
weft_json_load (JsonParser *parser, const char *text, gsize length, GError **error)
{
  const char *too_many = find_too_many (text, length);

  if (too_many != NULL)
    {
      set_too_many (text, too_many, error);
      return FALSE;
    }
  if (json_parser_load_from_data (parser, text, (gssize) length, error))
    return TRUE;
  mend (error);
  return FALSE;
}

gboolean
weft_json_load_file (JsonParser *parser, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, error)
         && weft_json_load (parser, text, length, error);
}
