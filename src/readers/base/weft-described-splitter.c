/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-splitter.h"

#include <string.h>

WeftDescribedSplitter *
weft_described_splitter_new (WeftDescription *description)
{
  WeftDescribedSplitter *self = g_new0 (WeftDescribedSplitter, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->description = weft_description_ref (description);
  return self;
}

WeftDescribedSplitter *
weft_described_splitter_ref (WeftDescribedSplitter *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_described_splitter_unref (WeftDescribedSplitter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_description_unref (self->description);
  g_strfreev (self->columns);
  g_free (self->targets);
  g_free (self);
}

/* --- tables --------------------------------------------------------------------------------------- */

/* The cell at `p`, without the quotes around it; doubled quotes in it stay. Returns where it ends: at a
 * separator or the end; NULL where a quote does not end. */
static inline const char *
take_cell (const char *p, const char *end, char separator, WeftDescribedField *cell)
{
  const char *begin = p;

  if (p < end && *p == '"')
    {
      for (p++; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p += *p == '"' ? 2 : 1)
        ;
      if (p >= end)
        return NULL;
      *cell = (WeftDescribedField){ begin + 1, (gsize) (p - begin) - 1 };
      p++;
      return p == end || *p == separator ? p : NULL;
    }
  while (p < end && *p != separator)
    p++;
  *cell = (WeftDescribedField){ begin, (gsize) (p - begin) };
  return p;
}

static void
trim (WeftDescribedField *cell)
{
  while (cell->length > 0 && *cell->text == ' ')
    {
      cell->text++;
      cell->length--;
    }
  while (cell->length > 0 && cell->text[cell->length - 1] == ' ')
    cell->length--;
}

GStrv
weft_described_splitter_read_header (const WeftDescription *description, const char *text,
                                     gsize length)
{
  GPtrArray *names = g_ptr_array_new ();
  const char *p = text, *end = text + length;

  while (p != NULL && p <= end)
    {
      WeftDescribedField cell;

      p = take_cell (p, end, description->separator, &cell);
      if (p == NULL)
        break;
      trim (&cell);
      g_ptr_array_add (names, g_strndup (cell.text, cell.length));
      p++;
    }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (names, FALSE);
}

gboolean
weft_described_splitter_take_columns (WeftDescribedSplitter *self, GStrv columns,
                                      const char **missing)
{
  const GPtrArray *fields = self->description->fields;
  guint n_found = 0;

  self->columns = columns;
  self->n_columns = g_strv_length (columns);
  self->targets = g_new (guint, self->n_columns + 1);
  for (guint i = 0; i < self->n_columns; i++)
    self->targets[i] = G_MAXUINT;
  for (guint field = 0; field < fields->len; field++)
    for (guint i = 0; i < self->n_columns; i++)
      if (strcmp (columns[i], fields->pdata[field]) == 0 && self->targets[i] == G_MAXUINT)
        {
          self->targets[i] = field;
          self->n_needed = MAX (self->n_needed, i + 1);
          n_found++;
          break;
        }
      else if (i + 1 == self->n_columns)
        *missing = fields->pdata[field];
  return n_found == fields->len;
}

gboolean
weft_described_splitter_split (const WeftDescribedSplitter *self, const char *text, gsize length,
                               WeftDescribedField *fields)
{
  const char separator = self->description->separator;
  const char *p = text, *end = text + length;
  guint i;

  for (i = 0; i < self->n_needed && p <= end; i++)
    {
      WeftDescribedField cell;

      p = take_cell (p, end, separator, &cell);
      if (p == NULL)
        return FALSE;
      if (self->targets[i] != G_MAXUINT)
        fields[self->targets[i]] = cell;
      p++;
    }
  for (; i < self->n_needed; i++)
    if (self->targets[i] != G_MAXUINT)
      fields[self->targets[i]] = (WeftDescribedField){ NULL, 0 };
  return TRUE;
}

/* --- lines ---------------------------------------------------------------------------------------- */

void
weft_described_splitter_turn_off (WeftDescribedSplitter *self, guint source)
{
  self->is_off |= (guint64) 1 << source;
}

guint
weft_described_splitter_match (const WeftDescribedSplitter *self, WeftPatternMatch *match,
                               const char *text, gsize length, WeftDescribedField *fields,
                               guint *gave_up)
{
  const GPtrArray *sources = self->description->sources;

  for (guint i = 0; i < sources->len; i++)
    {
      const WeftDescriptionSource *source = sources->pdata[i];
      guint n = weft_described_pattern_get_n_names (source->pattern);
      WeftPatternAnswer answer =
        (self->is_off >> i & 1) == 0
          ? weft_described_pattern_match (source->pattern, match, text, length)
          : WEFT_PATTERN_OTHER;

      if (answer == WEFT_PATTERN_GAVE_UP && gave_up != NULL)
        *gave_up = i;
      if (answer != WEFT_PATTERN_MATCHES)
        continue;
      for (guint j = 0; j < n; j++)
        {
          guint group;
          gsize begin, end;

          weft_described_pattern_get_name (source->pattern, j, &group);
          fields[source->fields[j]] = weft_pattern_match_get (match, group, &begin, &end)
                                        ? (WeftDescribedField){ text + begin, end - begin }
                                        : (WeftDescribedField){ NULL, 0 };
        }
      return i;
    }
  return G_MAXUINT;
}

/* --- JSON ----------------------------------------------------------------------------------------- */

static void
append_string (GString *json, const char *text, gsize length)
{
  g_autofree char *bytes = g_strndup (text, length);
  g_autofree char *valid = g_utf8_make_valid (bytes, -1);

  g_string_append_c (json, '"');
  for (const char *p = valid; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (json, "\\%c", *p);
    else if ((guchar) *p < 0x20)
      g_string_append_printf (json, "\\u%04x", (guint) (guchar) *p);
    else
      g_string_append_c (json, *p);
  g_string_append_c (json, '"');
}

/* Whether JSON has the number the same way. */
static gboolean
is_plain_integer (const char *text, gsize length)
{
  gsize i = length > 1 && *text == '-';

  if (length == 0 || length > 18 || (text[i] == '0' && length > i + 1))
    return FALSE;
  for (; i < length; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return TRUE;
}

void
weft_described_append_member (GString *json, const char *name, const char *text, gsize length)
{
  if (json->len > 0 && json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  append_string (json, name, strlen (name));
  g_string_append_c (json, ':');
  if (is_plain_integer (text, length))
    g_string_append_len (json, text, (gssize) length);
  else
    append_string (json, text, length);
}

static void
write_row (const WeftDescribedSplitter *self, const char *text, gsize length, GString *json)
{
  const char *p = text, *end = text + length;

  for (guint i = 0; p <= end; i++, p++)
    {
      WeftDescribedField cell;
      g_autofree char *number = g_strdup_printf ("%u", i + 1);

      p = take_cell (p, end, self->description->separator, &cell);
      if (p == NULL)
        return;
      weft_described_append_member (json, i < self->n_columns ? self->columns[i] : number,
                                    cell.text, cell.length);
    }
}

static void
write_line (const WeftDescribedSplitter *self, const char *text, gsize length, GString *json)
{
  g_autoptr (WeftPatternMatch) match = weft_pattern_match_new ();
  WeftDescribedField fields[WEFT_DESCRIPTION_MAX_FIELDS];
  guint index = weft_described_splitter_match (self, match, text, length, fields, NULL);
  const WeftDescriptionSource *source;

  if (index == G_MAXUINT)
    return;
  source = self->description->sources->pdata[index];
  for (guint i = 0; i < weft_described_pattern_get_n_names (source->pattern); i++)
    {
      const WeftDescribedField *field = &fields[source->fields[i]];

      if (field->text != NULL)
        weft_described_append_member (json, self->description->fields->pdata[source->fields[i]],
                                      field->text, field->length);
    }
}

char *
weft_described_splitter_write (const WeftDescribedSplitter *self, const char *text, gsize length)
{
  GString *json = g_string_new ("{\"args\":{");

  if (length > 0 && text[length - 1] == '\r')
    length--;
  if (self->description->input == WEFT_DESCRIPTION_CSV)
    write_row (self, text, length, json);
  else
    write_line (self, text, length, json);
  g_string_append (json, "}}");
  return g_string_free (json, FALSE);
}
