/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-description-private.h"
#include "weft-description-text.h"
#include "weft-time-map.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_SOURCES 64
#define MAX_ITEMS 64
#define MAX_SIDE 255

#define FAIL_AT_LINE(self, line, ...) \
  weft_diagnostics_add ((self)->diagnostics, WEFT_SEVERITY_ERROR, (line), 1, __VA_ARGS__)

typedef struct
{
  WeftDescription *description;
  WeftDiagnostics *diagnostics;
  gint64 line;   /* of the entry that is read */
  gint64 column; /* of its value */
  guint source;  /* of the item that is read */
  gboolean reads;
  gint64 unit_numerator; /* seconds = time × numerator ÷ denominator; 0: it is cycles */
  gint64 unit_denominator;
  gint64 unit_line;
} Parser;

static void fail_at (Parser *self, gsize place, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
fail_at (Parser *self, gsize place, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  weft_diagnostics_add_valist (self->diagnostics, WEFT_SEVERITY_ERROR, self->line,
                               self->column + (gint64) place, NULL, format, arguments);
  va_end (arguments);
}

/* --- fields ------------------------------------------------------------------------------------- */

/* The number of a field, which is new where there was none of that name; G_MAXUINT: there are too many. */
static guint
intern_field (WeftDescription *self, const char *name)
{
  for (guint i = 0; i < self->fields->len; i++)
    if (strcmp (self->fields->pdata[i], name) == 0)
      return i;
  if (self->fields->len == WEFT_DESCRIPTION_MAX_FIELDS || *name == '\0')
    return G_MAXUINT;
  g_ptr_array_add (self->fields, g_strdup (name));
  return self->fields->len - 1;
}

/* A line has the groups of its pattern; what columns a table has is not known yet. */
static guint
find_field (const char *name, gpointer data)
{
  Parser *self = data;
  WeftDescriptionSource *source = self->description->sources->pdata[self->source];

  if (self->description->input != WEFT_DESCRIPTION_LINES)
    return intern_field (self->description, name);
  for (guint i = 0; i < weft_described_pattern_get_n_names (source->pattern); i++)
    {
      guint group;

      if (strcmp (weft_described_pattern_get_name (source->pattern, i, &group), name) == 0)
        return source->fields[i];
    }
  return G_MAXUINT;
}

/* --- settings ----------------------------------------------------------------------------------- */

static WeftDescribedPattern *
take_pattern (Parser *self, const char *text)
{
  g_autofree char *message = NULL;
  gsize place;
  WeftDescribedPattern *pattern = weft_described_pattern_new (text, &place, &message);

  if (pattern == NULL)
    /* TRANSLATORS: what PCRE2 says, in English */
    fail_at (self, place, _ ("This is no regular expression: %s"), message);
  return pattern;
}

static GStrv
take_list (const char *text)
{
  GStrv list = g_strsplit (text, ";", -1);
  guint n = 0;

  for (guint i = 0; list[i] != NULL; i++)
    if (*g_strstrip (list[i]) != '\0')
      list[n++] = list[i];
    else
      g_free (list[i]);
  list[n] = NULL;
  return list;
}

static void
set_name (Parser *self, const char *text)
{
  g_free (self->description->name);
  self->description->name = g_strdup (text);
}

static void
set_reads (Parser *self, const char *text)
{
  static const char *const words[] = { "lines", "csv", "sqlite" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], text) == 0)
      {
        self->description->input = i;
        self->reads = TRUE;
        return;
      }
  fail_at (self, 0, _ ("Expected “lines”, “csv” or “sqlite”"));
}

static void
set_makes (Parser *self, const char *text)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; weft_description_makers[i] != NULL; i++)
    {
      if (strcmp (weft_description_makers[i]->word, text) == 0)
        {
          self->description->maker = weft_description_makers[i];
          return;
        }
      g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", weft_description_makers[i]->word);
    }
  fail_at (self, 0, _ ("Expected one of: %s"), words->str);
}

static void
set_files (Parser *self, const char *text)
{
  g_strfreev (self->description->files);
  self->description->files = take_list (text);
}

static void
set_first_line (Parser *self, const char *text)
{
  g_clear_pointer (&self->description->first_line, weft_described_pattern_free);
  self->description->first_line = take_pattern (self, text);
}

static void
set_header (Parser *self, const char *text)
{
  g_strfreev (self->description->header);
  self->description->header = take_list (text);
}

static void
set_table (Parser *self, const char *text)
{
  g_free (self->description->table);
  self->description->table = g_strdup (text);
}

static void
set_separator (Parser *self, const char *text)
{
  if (strcmp (text, "tab") == 0)
    self->description->separator = '\t';
  else if (strcmp (text, "blank") == 0)
    self->description->separator = ' ';
  else if (strlen (text) == 1 && *text != '"')
    self->description->separator = *text;
  else
    fail_at (self, 0, _ ("Expected one character, “tab” or “blank”"));
}

static void
set_comment (Parser *self, const char *text)
{
  g_free (self->description->comment);
  self->description->comment = *text != '\0' ? g_strdup (text) : NULL;
}

static void
set_columns (Parser *self, const char *text)
{
  g_strfreev (self->description->columns);
  self->description->columns = take_list (text);
}

static void
set_unit (Parser *self, const char *text)
{
  static const struct
  {
    const char *word;
    gint64 numerator, denominator;
  } units[] = { { "cycles", 0, 1 },   { "ps", 1, 1000000000000 }, { "ns", 1, 1000000000 },
                { "us", 1, 1000000 }, { "ms", 1, 1000 },          { "s", 1, 1 } };

  self->unit_line = self->line;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].word, text) == 0)
      {
        self->unit_numerator = units[i].numerator;
        self->unit_denominator = units[i].denominator;
        return;
      }
  fail_at (self, 0, _ ("Expected cycles, ps, ns, us, ms or s"));
}

static void
set_frequency (Parser *self, const char *text)
{
  static const struct
  {
    const char *word;
    gint64 hertz;
  } units[] = { { " Hz", 1 }, { " kHz", 1000 }, { " MHz", 1000000 }, { " GHz", 1000000000 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      WeftDescribedNumber number;

      if (g_str_has_suffix (text, units[i].word)
          && weft_described_number_read (text, strlen (text) - strlen (units[i].word), &number)
          && weft_described_number_scale (&number, units[i].hertz * 2, 2, &self->description->hertz)
          && self->description->hertz > 0 && self->description->hertz <= 1000000000000)
        return;
    }
  self->description->hertz = 0;
  fail_at (self, 0, _ ("Expected a frequency such as “1.35 GHz”, up to 1000 GHz"));
}

static void
set_never (Parser *self, const char *text)
{
  g_free (self->description->never);
  self->description->never = g_strdup (text);
}

static guint
take_side (Parser *self, const char *text)
{
  WeftDescribedNumber number;

  if (weft_described_number_read (text, strlen (text), &number) && number.nano == 0
      && number.whole >= 1 && number.whole <= MAX_SIDE)
    return (guint) number.whole;
  fail_at (self, 0, _ ("Expected a whole number from 1 to %d"), MAX_SIDE);
  return 0;
}

static void
set_width (Parser *self, const char *text)
{
  self->description->width = take_side (self, text);
}

static void
set_height (Parser *self, const char *text)
{
  self->description->height = take_side (self, text);
}

/* --- sources ------------------------------------------------------------------------------------ */

static WeftDescriptionSource *
get_last_source (Parser *self)
{
  GPtrArray *sources = self->description->sources;

  return sources->pdata[sources->len - 1];
}

static void
set_pattern (Parser *self, const char *text)
{
  WeftDescriptionSource *source = get_last_source (self);

  source->line = self->line;
  source->column = self->column;
  source->pattern = take_pattern (self, text);
  if (source->pattern == NULL)
    return;
  for (guint i = 0; i < weft_described_pattern_get_n_names (source->pattern); i++)
    {
      guint group, field = G_MAXUINT;
      const char *name = weft_described_pattern_get_name (source->pattern, i, &group);

      if (i < WEFT_DESCRIPTION_MAX_FIELDS)
        field = source->fields[i] = intern_field (self->description, name);
      if (field == G_MAXUINT)
        {
          fail_at (self, 0, _ ("A format can have %d fields"), WEFT_DESCRIPTION_MAX_FIELDS);
          g_clear_pointer (&source->pattern, weft_described_pattern_free);
          return;
        }
    }
}

static void
set_ignored (Parser *self, const char *text)
{
  if (strcmp (text, "yes") != 0 && strcmp (text, "no") != 0)
    fail_at (self, 0, _ ("Expected “yes” or “no”"));
  get_last_source (self)->is_ignored = strcmp (text, "yes") == 0;
}

static void
set_query (Parser *self, const char *text)
{
  get_last_source (self)->line = self->line;
  get_last_source (self)->column = self->column;
  get_last_source (self)->query = g_strdup (text);
}

/* --- sections that are of no family --------------------------------------------------------------- */

static const struct
{
  WeftDescriptionSetting setting;
  void (*set) (Parser *self, const char *text);
} settings[] = {
  { { "Format", "Name", "What the format is called in the program." }, set_name },
  { { "Format", "Reads",
      "Needed. `lines`: lines that match patterns; `csv`: rows of a table in text; `sqlite`: "
      "answers "
      "to queries of a database." },
    set_reads },
  { { "Format", "Makes", "Needed. What becomes of them: `pipeline`, `timeline` or `noc`." },
    set_makes },
  { { "Recognise", "File",
      "Names that such files have, with `*` and `?`, separated by `;`. That of a compressed file "
      "counts without its `.gz` or `.zst`." },
    set_files },
  { { "Recognise", "Line", "A regular expression that matches one of the first 100 lines." },
    set_first_line },
  { { "Recognise", "Header", "csv: columns that the first line has, separated by `;`." },
    set_header },
  { { "Recognise", "Table", "sqlite: a table that the database has." }, set_table },
  { { "CSV", "Separator",
      "What stands between two columns: one character, `tab` or `blank`. A comma unless this says "
      "otherwise." },
    set_separator },
  { { "CSV", "Columns",
      "The names of the columns, separated by `;`, where the file has no line that says them." },
    set_columns },
  { { "CSV", "Comment", "What lines begin with that are no rows." }, set_comment },
  { { "Time", "Unit",
      "What times are written in: `cycles` (unless this says otherwise), `ps`, `ns`, `us`, `ms` or "
      "`s`." },
    set_unit },
  { { "Time", "Frequency",
      "Such as `1.35 GHz`. Pipelines and NoCs count cycles, timelines nanoseconds: what is written "
      "in the other is converted with it, and rounded down." },
    set_frequency },
  { { "Time", "Never", "How a time is written that never was, such as `0`." }, set_never },
  { { "Grid", "Width", "noc: how many tiles the chip has across, up to 255," }, set_width },
  { { "Grid", "Height", "noc: and down." }, set_height },
  { { "Line …", "Pattern",
      "Needed. lines: a regular expression (PCRE2) of bytes. Each `(?<name>…)` in it is a field." },
    set_pattern },
  { { "Line …", "Ignore", "`yes`: such lines are known, and nothing is made of them." },
    set_ignored },
  { { "Query …", "SQL", "Needed. sqlite: a `SELECT`, whose columns are the fields." }, set_query },
};

const WeftDescriptionSetting *
weft_description_get_setting (guint index)
{
  return index < G_N_ELEMENTS (settings) ? &settings[index].setting : NULL;
}

/* "Line …" is any section whose first word is "Line". */
static gboolean
is_section (const char *pattern, const char *title)
{
  const char *blank = strchr (pattern, ' ');

  if (blank == NULL)
    return strcmp (pattern, title) == 0;
  return strncmp (pattern, title, (gsize) (blank - pattern) + 1) == 0;
}

static gboolean
is_setting_section (const char *title)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (is_section (settings[i].setting.section, title))
      return TRUE;
  return FALSE;
}

static void
fail_key (Parser *self, const WeftDescriptionEntry *entry, const char *title, const char *keys)
{
  FAIL_AT_LINE (self, entry->line,
                /* TRANSLATORS: a key, a section, and a list of keys */
                _ ("There is no key “%s” in “[%s]”; there are: %s"), entry->key, title, keys);
}

static void
set_entry (Parser *self, const char *title, const WeftDescriptionEntry *entry)
{
  g_autoptr (GString) keys = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (is_section (settings[i].setting.section, title))
      {
        if (strcmp (settings[i].setting.key, entry->key) == 0)
          {
            settings[i].set (self, entry->value);
            return;
          }
        g_string_append_printf (keys, "%s%s", keys->len > 0 ? ", " : "", settings[i].setting.key);
      }
  fail_key (self, entry, title, keys->str);
}

/* FALSE: there are too many. */
static gboolean
add_source (Parser *self, const WeftDescriptionSection *section)
{
  WeftDescriptionSource *source;

  if (self->description->sources->len == MAX_SOURCES)
    return FALSE;
  source = g_new0 (WeftDescriptionSource, 1);
  source->title = g_strdup (section->title);
  source->line = section->line;
  g_ptr_array_add (self->description->sources, source);
  return TRUE;
}

static void
read_settings (Parser *self, const WeftDescriptionSection *section)
{
  gboolean is_source =
    is_section ("Line …", section->title) || is_section ("Query …", section->title);

  if (is_source && !add_source (self, section))
    {
      FAIL_AT_LINE (self, section->line, _ ("“[%s]” is one too many"), section->title);
      return;
    }
  for (guint i = 0; i < section->entries->len; i++)
    {
      const WeftDescriptionEntry *entry =
        &g_array_index (section->entries, WeftDescriptionEntry, i);

      self->line = entry->line;
      self->column = entry->column;
      set_entry (self, section->title, entry);
    }
}

/* --- sections of the family ----------------------------------------------------------------------- */

static const WeftDescriptionKind *
find_kind (Parser *self, const char *title, guint *index)
{
  const WeftDescriptionKind *kinds = self->description->maker->kinds;
  gsize length = strcspn (title, " ");

  for (*index = 0; kinds[*index].name != NULL; ++*index)
    if (strlen (kinds[*index].name) == length && strncmp (kinds[*index].name, title, length) == 0)
      return &kinds[*index];
  return NULL;
}

/* The place of the key; G_MAXUINT: there is none. `rest` is what follows the point of "Stage.". */
static guint
find_key (const WeftDescriptionKind *kind, const char *name, const char **rest)
{
  for (guint i = 0; kind->keys[i].name != NULL; i++)
    {
      gsize length = strlen (kind->keys[i].name);

      *rest = NULL;
      if (kind->keys[i].name[length - 1] != '.' && strcmp (kind->keys[i].name, name) == 0)
        return i;
      *rest = name + length;
      if (kind->keys[i].name[length - 1] == '.' && strncmp (kind->keys[i].name, name, length) == 0
          && name[length] != '\0')
        return i;
    }
  return G_MAXUINT;
}

static WeftDescribedValue *
take_value (Parser *self, WeftDescribedType type, const char *text)
{
  gsize place = 0;
  WeftDescribedValue *value = type == WEFT_DESCRIBED_TEXT
                                ? weft_described_value_new_text (text, find_field, self, &place)
                                : weft_described_value_new_number (text, find_field, self, &place);

  if (value == NULL && text[place] == '{')
    fail_at (self, place, _ ("“%s” has no such field"),
             ((WeftDescriptionSource *) self->description->sources->pdata[self->source])->title);
  else if (value == NULL)
    fail_at (self, place,
             _ ("Expected fields and whole numbers here, such as “{start}+{length}*64”"));
  return value;
}

static void
fail_value_key (Parser *self, const WeftDescriptionKind *kind, const WeftDescriptionEntry *entry)
{
  g_autoptr (GString) keys = g_string_new ("From, If, Is");

  for (guint i = 0; kind->keys[i].name != NULL; i++)
    g_string_append_printf (keys, ", %s%s", kind->keys[i].name,
                            g_str_has_suffix (kind->keys[i].name, ".") ? "…" : "");
  fail_key (self, entry, kind->name, keys->str);
}

static void
set_value (Parser *self, WeftDescriptionItem *item, const WeftDescriptionKind *kind,
           const WeftDescriptionEntry *entry)
{
  const char *rest = NULL;
  guint key = find_key (kind, entry->key, &rest);
  WeftDescribedValue *value;

  self->line = entry->line;
  self->column = entry->column;
  if (strcmp (entry->key, "From") == 0)
    return;
  if (strcmp (entry->key, "If") == 0)
    item->condition = take_value (self, WEFT_DESCRIBED_TEXT, entry->value);
  else if (strcmp (entry->key, "Is") == 0)
    item->accepted = take_list (entry->value);
  else if (key == G_MAXUINT)
    fail_value_key (self, kind, entry);
  else
    {
      value = take_value (self, kind->keys[key].type, entry->value);
      if (value != NULL && rest != NULL)
        {
          const WeftDescribedNamed named = { key, g_strdup (rest), value };

          g_array_append_val (item->named, named);
        }
      else
        item->values[key] = value;
    }
}

/* The source that "From" names; the only one where it is missing. G_MAXUINT, after a diagnostic: none. */
static guint
find_source (Parser *self, const WeftDescriptionSection *section)
{
  GPtrArray *sources = self->description->sources;
  const WeftDescriptionEntry *from = weft_description_section_find (section, "From");

  for (guint i = 0; from != NULL && i < sources->len; i++)
    {
      const char *blank = strchr (((WeftDescriptionSource *) sources->pdata[i])->title, ' ');

      if (blank != NULL && strcmp (blank + 1, from->value) == 0)
        return i;
    }
  if (from != NULL)
    {
      self->line = from->line;
      self->column = from->column;
      fail_at (self, 0, _ ("There is no line or query of that name"));
      return G_MAXUINT;
    }
  if (sources->len == 1)
    return 0;
  FAIL_AT_LINE (self, section->line,
                _ ("“[%s]” needs “From”, the name of the line or query that it is made from"),
                section->title);
  return G_MAXUINT;
}

static void
free_named (gpointer data)
{
  WeftDescribedNamed *named = data;

  g_free (named->name);
  weft_described_value_free (named->value);
}

static void
read_item (Parser *self, const WeftDescriptionSection *section)
{
  guint index;
  const WeftDescriptionKind *kind = find_kind (self, section->title, &index);
  WeftDescriptionItem *item;

  if (kind == NULL || self->description->items->len == MAX_ITEMS)
    {
      FAIL_AT_LINE (self, section->line,
                    kind == NULL ? _ ("There is no section “[%s]” for what the format makes")
                                 : _ ("“[%s]” is one too many"),
                    section->title);
      return;
    }
  self->source = find_source (self, section);
  if (self->source == G_MAXUINT)
    return;
  item = g_new0 (WeftDescriptionItem, 1);
  item->description = self->description;
  item->index = self->description->items->len;
  item->kind = index;
  item->title = g_strdup (section->title);
  item->line = section->line;
  item->source = self->source;
  item->named = g_array_new (FALSE, FALSE, sizeof (WeftDescribedNamed));
  g_array_set_clear_func (item->named, free_named);
  g_ptr_array_add (self->description->items, item);
  for (guint i = 0; i < section->entries->len; i++)
    set_value (self, item, kind, &g_array_index (section->entries, WeftDescriptionEntry, i));
  for (guint i = 0; kind->keys[i].name != NULL; i++)
    if (kind->keys[i].is_required && item->values[i] == NULL
        && weft_description_section_find (section, kind->keys[i].name) == NULL)
      weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, section->line, 1,
                            _ ("“[%s]” needs “%s”"), section->title, kind->keys[i].name);
  if (item->accepted != NULL && item->condition == NULL)
    FAIL_AT_LINE (self, section->line, _ ("“[%s]” has “Is” without “If”"), section->title);
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* How times become those of the trace. */
static void
set_scale (Parser *self)
{
  WeftDescription *description = self->description;
  gboolean is_in_cycles = description->maker->is_in_cycles;
  gboolean is_written_in_cycles = self->unit_numerator == 0;
  gint64 numerator = 1, denominator = 1;
  WeftRatio ratio;

  if (!is_in_cycles && !is_written_in_cycles)
    {
      numerator = MAX (1000000000 / self->unit_denominator, 1);
      denominator = MAX (self->unit_denominator / 1000000000, 1);
    }
  else if (is_in_cycles != is_written_in_cycles && description->hertz == 0)
    weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, MAX (self->unit_line, 1), 1,
                          is_in_cycles
                            ? _ ("“[Time]” needs “Frequency”: what is made counts cycles")
                            : _ ("“[Time]” needs “Unit”, or “Frequency” where that is cycles: what "
                                 "is made counts nanoseconds"));
  else if (is_in_cycles != is_written_in_cycles)
    {
      numerator = is_in_cycles ? description->hertz : 1000000000;
      denominator = is_in_cycles ? self->unit_denominator : description->hertz;
    }
  ratio = weft_ratio_reduce (numerator, denominator);
  description->numerator = ratio.numerator;
  description->denominator = ratio.denominator;
}

static void
check_sources (Parser *self)
{
  static const char *const needed[] = { "Pattern", NULL, "SQL" };
  WeftDescription *description = self->description;

  /* A table is one source, which needs no section. */
  if (description->input == WEFT_DESCRIPTION_CSV && description->sources->len == 0)
    {
      const WeftDescriptionSection section = { (char *) "Row", 1, NULL };

      add_source (self, &section);
      return;
    }
  if (description->sources->len == 0)
    FAIL_AT_LINE (self, 1, _ ("There is no section “[%s …]”"),
                  description->input == WEFT_DESCRIPTION_LINES ? "Line" : "Query");
  for (guint i = 0; i < description->sources->len; i++)
    {
      const WeftDescriptionSource *source = description->sources->pdata[i];
      gboolean is_line = g_str_has_prefix (source->title, "Line ");
      gboolean fits = description->input == WEFT_DESCRIPTION_LINES    ? is_line
                      : description->input == WEFT_DESCRIPTION_SQLITE ? !is_line
                                                                      : FALSE;

      if (!fits)
        FAIL_AT_LINE (self, source->line, _ ("“[%s]” does not belong to what the format reads"),
                      source->title);
      else if (source->pattern == NULL && source->query == NULL)
        weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, source->line, 1,
                              _ ("“[%s]” needs “%s”"), source->title, needed[description->input]);
    }
}

static gboolean
has_failed (Parser *self)
{
  return weft_diagnostics_count (self->diagnostics, WEFT_SEVERITY_ERROR) > 0;
}

static void
read_sections (Parser *self, GPtrArray *sections)
{
  WeftDescription *description = self->description;

  for (guint i = 0; i < sections->len; i++)
    if (is_setting_section (((WeftDescriptionSection *) sections->pdata[i])->title))
      read_settings (self, sections->pdata[i]);
  if (!self->reads || description->maker == NULL)
    {
      if (!has_failed (self))
        FAIL_AT_LINE (self, 1, _ ("“[Format]” needs “%s”"), self->reads ? "Makes" : "Reads");
      return;
    }
  check_sources (self);
  if (has_failed (self))
    return;
  set_scale (self);
  for (guint i = 0; i < sections->len; i++)
    if (!is_setting_section (((WeftDescriptionSection *) sections->pdata[i])->title))
      read_item (self, sections->pdata[i]);
  if (description->items->len == 0 && !has_failed (self))
    FAIL_AT_LINE (self, 1, _ ("Nothing is made: there is no section such as “[%s …]”"),
                  description->maker->kinds[0].name);
}

static int
compare_titles (gconstpointer a, gconstpointer b)
{
  const WeftDescriptionSection *const *x = a, *const *y = b;
  int order = strcmp ((*x)->title, (*y)->title);

  return order != 0 ? order : (*x)->line < (*y)->line ? -1 : 1;
}

static void
check_titles (Parser *self, GPtrArray *sections)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (sections, NULL, NULL);

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_titles);
  for (guint i = 1; i < sorted->len; i++)
    {
      const WeftDescriptionSection *before = sorted->pdata[i - 1], *section = sorted->pdata[i];

      if (strcmp (before->title, section->title) == 0)
        FAIL_AT_LINE (self, section->line, _ ("There is a section “[%s]” above already"),
                      section->title);
    }
}

WeftDescription *
weft_description_parse (const char *path, const char *text, gsize length,
                        WeftDiagnostics *diagnostics)
{
  Parser self = { .diagnostics = diagnostics, .unit_denominator = 1 };
  g_autoptr (GPtrArray) sections = weft_description_text_parse (text, length, diagnostics);
  g_autofree char *base = g_path_get_basename (path);

  self.description = weft_description_new (path);
  if (g_str_has_suffix (base, WEFT_DESCRIPTION_SUFFIX))
    base[strlen (base) - strlen (WEFT_DESCRIPTION_SUFFIX)] = '\0';
  self.description->name = g_strdup (base);
  check_titles (&self, sections);
  read_sections (&self, sections);
  if (!has_failed (&self))
    return self.description;
  weft_description_unref (self.description);
  return NULL;
}
