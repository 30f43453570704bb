/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-description-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  GPtrArray *sections;
  WeftDiagnostics *diagnostics;
  gint64 line;
} Parser;

static void
clear_entry (gpointer data)
{
  WeftDescriptionEntry *entry = data;

  g_free (entry->key);
  g_free (entry->value);
}

static void
free_section (gpointer data)
{
  WeftDescriptionSection *section = data;

  g_free (section->title);
  g_array_unref (section->entries);
  g_free (section);
}

/* "[Slice dma]" */
static void
begin_section (Parser *self, char *line)
{
  WeftDescriptionSection *section;
  char *end = strchr (line, ']');

  if (end == NULL || end[1] != '\0' || end == line + 1)
    weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, self->line, 1,
                          _ ("Expected a title between “[” and “]”"));
  if (end != NULL)
    *end = '\0';
  section = g_new0 (WeftDescriptionSection, 1);
  section->title = g_strdup (g_strstrip (line + 1));
  section->line = self->line;
  section->entries = g_array_new (FALSE, FALSE, sizeof (WeftDescriptionEntry));
  g_array_set_clear_func (section->entries, clear_entry);
  g_ptr_array_add (self->sections, section);
}

const WeftDescriptionEntry *
weft_description_section_find (const WeftDescriptionSection *section, const char *key)
{
  for (guint i = 0; i < section->entries->len; i++)
    {
      const WeftDescriptionEntry *entry =
        &g_array_index (section->entries, WeftDescriptionEntry, i);

      if (strcmp (entry->key, key) == 0)
        return entry;
    }
  return NULL;
}

static void
add_entry (Parser *self, char *line)
{
  WeftDescriptionSection *section =
    self->sections->len > 0 ? self->sections->pdata[self->sections->len - 1] : NULL;
  char *equals = strchr (line, '='), *value;
  WeftDescriptionEntry entry;

  if (equals == NULL || equals == line || section == NULL)
    {
      weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, self->line, 1,
                            section == NULL && equals != NULL
                              ? _ ("The key stands before the first section")
                              : _ ("Expected “[Section]”, “Key=value” or “# comment”"));
      return;
    }
  *equals = '\0';
  for (value = equals + 1; g_ascii_isspace (*value); value++)
    ;
  entry = (WeftDescriptionEntry){ .key = g_strdup (g_strstrip (line)),
                                  .line = self->line,
                                  .column = value - line + 1 };
  entry.value = g_strdup (g_strchomp (value));
  if (weft_description_section_find (section, entry.key) != NULL)
    {
      weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, self->line, 1,
                            _ ("“%s” stands twice in this section"), entry.key);
      clear_entry (&entry);
      return;
    }
  g_array_append_val (section->entries, entry);
}

GPtrArray *
weft_description_text_parse (const char *text, gsize length, WeftDiagnostics *diagnostics)
{
  Parser self = { .sections = g_ptr_array_new_with_free_func (free_section),
                  .diagnostics = diagnostics };
  const char *end = length > 0 ? text + length : text; /* nothing may lie nowhere */

  for (const char *p = text, *eol; p < end; p = eol + 1)
    {
      g_autofree char *line = NULL;

      eol = memchr (p, '\n', (gsize) (end - p));
      if (eol == NULL)
        eol = end;
      line = g_strndup (p, (gsize) (eol - p));
      g_strchomp (line);
      self.line++;
      if (!g_utf8_validate (line, -1, NULL))
        weft_diagnostics_add (diagnostics, WEFT_SEVERITY_ERROR, self.line, 1,
                              _ ("The line is not UTF-8"));
      else if (*line == '[')
        begin_section (&self, line);
      else if (*line != '\0' && *line != '#')
        add_entry (&self, line);
    }
  return self.sections;
}
