/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-other-numbers.h"

/* Objects and lists in one another go no deeper. */
#define MAX_DEPTH 8

typedef struct
{
  WeftNpuReading *reading;
  const char *of;
  const char *const *known;
  gint64 time;
  GString *name; /* of the series, as far as it is known */
} Pass;

static void add_value (Pass *self, const WeftJsonValue *value, guint depth);

static void
add_point (Pass *self, double number)
{
  gsize length = self->name->len;
  guint32 name;

  if (self->of != NULL)
    g_string_append_printf (self->name, " · %s", self->of);
  name = weft_npu_writer_intern (self->reading->writer, self->name->str, self->name->len);
  if (!weft_npu_writer_add_point (self->reading->writer, name, self->time, number))
    self->reading->n_lost_points++;
  g_string_truncate (self->name, length);
}

/* Banks and the like are counted: "[3]" whether they stand in a list or are members with such keys. */
static void
append_key (Pass *self, const char *key, gsize length)
{
  gboolean is_number = length > 0;

  for (gsize i = 0; i < length; i++)
    is_number = is_number && g_ascii_isdigit (key[i]);
  if (is_number && self->name->len > 0)
    g_string_append_printf (self->name, " [%.*s]", (int) length, key);
  else
    {
      if (self->name->len > 0)
        g_string_append (self->name, " · ");
      g_string_append_len (self->name, key, (gssize) length);
    }
}

/* The member that says which of several an object is, as an element of a list. */
static const char *const number_words[] = { "id", "bank", "bank_id", "spm_bank", "index", NULL };

static void
add_members (Pass *self, const WeftJsonValue *object, const char *const *known, guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *place = NULL;
  gsize before = self->name->len;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      const char *bytes;
      gsize length;

      if (known != NULL && weft_json_is_among (&key, known))
        continue;
      bytes = weft_json_get_string (&key, scratch, &length);
      /* The details of an event are its own. */
      if (depth > 0 || !weft_json_is_string (&key, "details", 7))
        append_key (self, bytes, length);
      add_value (self, &member.self, depth + 1);
      g_string_truncate (self->name, before);
    }
}

/* The number that an element of a list says it has; `number` where it says none. */
static gint64
find_number (const WeftJsonValue *element, gint64 number)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (element->kind == WEFT_JSON_OBJECT
         && weft_json_next_member (element, &place, &key, NULL, &member))
    if (member.self.kind == WEFT_JSON_INTEGER && weft_json_is_among (&key, number_words))
      return member.self.integer;
  return number;
}

static void
add_elements (Pass *self, const WeftJsonValue *list, guint depth)
{
  const char *place = NULL;
  gsize before = self->name->len;
  WeftJsonRecord element;

  for (gint64 i = 0; weft_json_next_element (list, &place, NULL, &element); i++)
    {
      g_string_append_printf (self->name, " [%" G_GINT64_FORMAT "]",
                              find_number (&element.self, i));
      if (element.self.kind == WEFT_JSON_OBJECT && depth < MAX_DEPTH)
        add_members (self, &element.self, number_words, depth + 1);
      else
        add_value (self, &element.self, depth + 1);
      g_string_truncate (self->name, before);
    }
}

static void
add_value (Pass *self, const WeftJsonValue *value, guint depth)
{
  if (weft_json_is_number (value))
    add_point (self, weft_json_get_real (value));
  else if (value->kind == WEFT_JSON_OBJECT && depth < MAX_DEPTH)
    add_members (self, value, NULL, depth);
  else if (value->kind == WEFT_JSON_ARRAY && depth < MAX_DEPTH)
    add_elements (self, value, depth);
}

void
weft_npu_other_numbers_add (WeftNpuReading *reading, const WeftJsonValue *object, const char *of,
                            const char *const *known, gint64 time)
{
  g_autoptr (GString) name = g_string_new (NULL);
  Pass pass = { reading, of, known, time, name };

  add_members (&pass, object, pass.known, 0);
}
