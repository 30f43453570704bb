/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-json.h"

#include <string.h>

#include "weft-json-block.h"
#include "weft-words.h"

/* Texts of a file may be long. */
static void
take_value (const char *name, const WeftJsonValue *value, gpointer section)
{
  g_autofree char *text = weft_json_block_format (value);

  weft_fact_section_take (section, name, weft_words_shorten (text));
}

static void
write_value (WeftFactSection *section, const char *name, const WeftJsonValue *value)
{
  weft_json_block_visit_value (name, value, take_value, section);
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
  write_value (section, NULL, value);
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
        write_value (weft_fact_sheet_add (sheet, title), NULL, &element.self);
      else
        write_value (weft_fact_sheet_add (sheet, name), title, &element.self);
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
      g_autofree char *name = weft_json_block_get_text (&key);

      if (!has_section (&member.self))
        write_value (section, name, &member.self);
    }
  place = NULL;
  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *name = weft_json_block_get_text (&key);

      if (!has_section (&member.self))
        continue;
      if (member.self.kind == WEFT_JSON_OBJECT)
        write_value (weft_fact_sheet_add (sheet, name), NULL, &member.self);
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
    write_value (weft_fact_sheet_add (sheet, title), NULL, &record.self);
}
