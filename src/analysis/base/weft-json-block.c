/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-block.h"

#include "weft-number.h"

/* Deeper values are shown as they stand in the file. */
#define MAX_DEPTH 4

typedef struct
{
  WeftJsonBlockVisit visit;
  gpointer data;
} Visitor;

static void visit_value (const Visitor *self, const char *name, const WeftJsonValue *value,
                         guint depth);

/* FALSE where it has no member. */
static gboolean
visit_members (const Visitor *self, const char *prefix, const WeftJsonValue *object, guint depth)
{
  const char *place = NULL;
  gboolean has_any = FALSE;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      g_autofree char *own = weft_json_block_get_text (&key);
      g_autofree char *name =
        prefix != NULL ? g_strconcat (prefix, " · ", own, NULL) : g_steal_pointer (&own);

      visit_value (self, name, &member.self, depth + 1);
      has_any = TRUE;
    }
  return has_any;
}

/* Likewise of a list. */
static gboolean
visit_elements (const Visitor *self, const char *name, const WeftJsonValue *list, guint depth)
{
  const char *place = NULL;
  WeftJsonRecord element;
  guint i = 0;

  for (; weft_json_next_element (list, &place, NULL, &element); i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s [%u]", name != NULL ? name : "", i);

      visit_value (self, inner, &element.self, depth + 1);
    }
  return i > 0;
}

static void
visit_value (const Visitor *self, const char *name, const WeftJsonValue *value, guint depth)
{
  if (value->kind == WEFT_JSON_OBJECT && depth < MAX_DEPTH
      && visit_members (self, name, value, depth))
    return;
  if (value->kind == WEFT_JSON_ARRAY && depth < MAX_DEPTH
      && visit_elements (self, name, value, depth))
    return;
  self->visit (name, value, self->data);
}

void
weft_json_block_visit_value (const char *name, const WeftJsonValue *value, WeftJsonBlockVisit visit,
                             gpointer data)
{
  const Visitor visitor = { visit, data };

  visit_value (&visitor, name, value, 0);
}

void
weft_json_block_visit (const char *text, WeftJsonBlockVisit visit, gpointer data)
{
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (text != NULL
      && weft_json_scan (NULL, text, strlen (text), 0, WEFT_JSON_AT_END, &record, &scan)
           == WEFT_JSON_OK)
    weft_json_block_visit_value (NULL, &record.self, visit, data);
}

char *
weft_json_block_get_text (const WeftJsonValue *value)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *bytes = value->text;
  gsize length = value->length;

  if (value->kind == WEFT_JSON_STRING)
    bytes = weft_json_get_string (value, scratch, &length);
  return g_utf8_make_valid (bytes, (gssize) length);
}

char *
weft_json_block_format (const WeftJsonValue *value)
{
  return value->kind == WEFT_JSON_INTEGER ? weft_number_integer (value->integer)
                                          : weft_json_block_get_text (value);
}
