/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-json.h"

#include <string.h>

#include "weft-json-record.h"
#include "weft-number.h"
#include "weft-words.h"

/* Values are taken apart down to this depth; what is deeper is shown as it stands in the file. */
#define MAX_DEPTH 3

static void write_members (WeftFactSection *section, const char *prefix,
                           const WeftJsonValue *object, guint depth);

/* Texts of a file are any bytes, and may be long. */
static char *
make_text (const char *bytes, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (bytes, (gssize) length);

  return weft_words_shorten (valid);
}

static void
write_value (WeftFactSection *section, const char *name, const WeftJsonValue *value, guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *place = NULL, *bytes;
  WeftJsonRecord element;
  gsize length;
  guint i = 0;

  if (value->kind == WEFT_JSON_OBJECT && depth < MAX_DEPTH)
    write_members (section, name, value, depth + 1);
  else if (value->kind == WEFT_JSON_ARRAY && depth < MAX_DEPTH)
    while (weft_json_next_element (value, &place, NULL, &element))
      {
        g_autofree char *inner = g_strdup_printf ("%s [%u]", name, i++);

        write_value (section, inner, &element.self, depth + 1);
      }
  else if (value->kind == WEFT_JSON_STRING)
    {
      bytes = weft_json_get_string (value, scratch, &length);
      weft_fact_section_take (section, name, make_text (bytes, length));
    }
  else if (value->kind == WEFT_JSON_INTEGER)
    weft_fact_section_take (section, name, weft_number_integer (value->integer));
  else
    weft_fact_section_take (section, name, make_text (value->text, value->length));
}

/* (transfer full) */
static char *
make_name (const WeftJsonValue *key)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  gsize length;
  const char *bytes = weft_json_get_string (key, scratch, &length);

  return g_utf8_make_valid (bytes, (gssize) length);
}

static void
write_members (WeftFactSection *section, const char *prefix, const WeftJsonValue *object,
               guint depth)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *name = make_name (&key);
      g_autofree char *whole = prefix != NULL ? g_strconcat (prefix, " · ", name, NULL) : NULL;

      write_value (section, whole != NULL ? whole : name, &member.self, depth);
    }
}

gboolean
weft_fact_json_write_member (WeftFactSection *section, const char *text, const char *name)
{
  const char *const keys[] = { name, NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  const WeftJsonValue *value;
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (weft_json_scan (schema, text, strlen (text), 0, WEFT_JSON_AT_END | WEFT_JSON_LOOSE, &record,
                      &scan)
      != WEFT_JSON_OK)
    return FALSE;
  value = weft_json_record_get (&record, 0);
  if (value == NULL || value->kind != WEFT_JSON_OBJECT)
    return FALSE;
  write_members (section, NULL, value, 0);
  return TRUE;
}

/* --- blocks --------------------------------------------------------------------------------------- */

/* The elements of an array, each as a section. */
static void
write_elements (WeftFactSheet *sheet, const char *name, const WeftJsonValue *array)
{
  const char *place = NULL;
  WeftJsonRecord element;
  guint i = 0;

  while (weft_json_next_element (array, &place, NULL, &element))
    {
      g_autofree char *title = g_strdup_printf ("%s [%u]", name, i++);

      if (element.self.kind == WEFT_JSON_OBJECT)
        write_members (weft_fact_sheet_add (sheet, title), NULL, &element.self, 0);
      else
        write_value (weft_fact_sheet_add (sheet, name), title, &element.self, 0);
    }
}

static gboolean
has_section (const WeftJsonValue *value)
{
  const char *place = NULL;
  WeftJsonRecord element;

  return value->kind == WEFT_JSON_OBJECT
         || (value->kind == WEFT_JSON_ARRAY
             && weft_json_next_element (value, &place, NULL, &element)
             && element.self.kind == WEFT_JSON_OBJECT);
}

static void
write_apart (WeftFactSheet *sheet, const char *title, const WeftJsonValue *object)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *name = make_name (&key);

      if (!has_section (&member.self))
        write_value (section, name, &member.self, 0);
    }
  place = NULL;
  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *name = make_name (&key);

      if (!has_section (&member.self))
        continue;
      if (member.self.kind == WEFT_JSON_OBJECT)
        write_members (weft_fact_sheet_add (sheet, name), NULL, &member.self, 0);
      else
        write_elements (sheet, name, &member.self);
    }
}

void
weft_fact_json_write_block (WeftFactSheet *sheet, const char *title, const char *text,
                            gboolean apart)
{
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (text == NULL
      || weft_json_scan (NULL, text, strlen (text), 0, WEFT_JSON_AT_END | WEFT_JSON_LOOSE, &record,
                         &scan)
           != WEFT_JSON_OK
      || record.self.kind != WEFT_JSON_OBJECT)
    return;
  if (apart)
    write_apart (sheet, title, &record.self);
  else
    write_members (weft_fact_sheet_add (sheet, title), NULL, &record.self, 0);
}
