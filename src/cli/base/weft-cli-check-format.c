/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-text.h"
#include "weft-described-report.h"
#include "weft-description-find.h"
#include "weft-load.h"
#include "weft-source.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

/* So much of a file shows whether it is recognised. */
#define HEAD_SIZE ((gsize) 64 << 10)

static void
print_place (const char *path, gint64 line, gint64 column, const char *text)
{
  g_autofree char *shown = weft_cli_format_text (text);

  printf ("%s:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ": %s\n", path, line, column, shown);
}

static void
print_fault (const WeftDiagnostic *diagnostic, gpointer path)
{
  g_autofree char *text =
    g_strdup_printf ("%s: %s", weft_severity_to_string (diagnostic->severity), diagnostic->message);

  print_place (path, diagnostic->line, diagnostic->column, text);
}

/* --- the description ------------------------------------------------------------------------------ */

static void
print_description (const WeftDescription *description, const char *path)
{
  g_autoptr (GString) fields = g_string_new (NULL);

  for (guint i = 0; i < description->fields->len; i++)
    g_string_append_printf (fields, "%s%s", i > 0 ? ", " : "",
                            (const char *) description->fields->pdata[i]);
  printf (_ ("%s: “%s” makes a %s. Its fields: %s\n"), path, description->name,
          description->maker->word, fields->str);
}

/* --- recognising ------------------------------------------------------------------------------------ */

static gsize
read_head (const char *path, char *head)
{
  g_autoptr (WeftSource) source = weft_source_open (path, NULL);
  gsize length = 0;
  gssize n = 1;

  while (source != NULL && length < HEAD_SIZE && n > 0)
    {
      n = weft_source_read (source, head + length, HEAD_SIZE - length, NULL, NULL);
      length += n > 0 ? (gsize) n : 0;
    }
  return length;
}

static void
print_recognition (const WeftDescription *description, const char *path)
{
  g_autofree char *head = g_malloc (HEAD_SIZE);
  WeftRecognition points[WEFT_N_RECOGNITIONS];
  gboolean is_recognised =
    weft_description_judge (description, path, head, read_head (path, head), points);
  gboolean is_said = FALSE;

  for (guint i = 0; i < WEFT_N_RECOGNITIONS; i++)
    {
      if (points[i].is_said)
        printf (points[i].holds ? _ ("  “%s” of [Recognise] holds\n")
                                : _ ("  “%s” of [Recognise] does not hold\n"),
                points[i].key);
      is_said = is_said || points[i].is_said;
    }
  if (is_recognised)
    printf (_ ("%s: recognised\n"), path);
  else
    printf (is_said
              ? _ ("%s: not recognised; “--as” has it read none the less\n")
              : _ ("%s: read with “--as” alone, as nothing is said of how it is recognised\n"),
            path);
}

/* --- what came of it ---------------------------------------------------------------------------------- */

static char *
count (guint64 n)
{
  return weft_number_count ((gint64) MIN (n, G_MAXINT64));
}

static void
print_sources (const WeftDescribedReport *report)
{
  for (guint i = 0; i < report->splitter->description->sources->len; i++)
    {
      const WeftDescriptionSource *source = report->splitter->description->sources->pdata[i];
      const WeftSourceReport *of = &report->sources[i];
      g_autofree char *n = count (of->n);
      g_autofree char *line = count ((guint64) of->first.line);

      if (of->n > 0)
        /* TRANSLATORS: a section of the description, a count, and a number */
        printf (_ ("  [%s]: %s, the first in line %s\n"), source->title, n, line);
      else
        printf (_ ("  [%s]: none\n"), source->title);
    }
}

static void
print_items (const WeftDescribedReport *report)
{
  for (guint i = 0; i < report->splitter->description->items->len; i++)
    {
      const WeftDescriptionItem *item = report->splitter->description->items->pdata[i];
      const WeftItemReport *of = &report->items[i];
      g_autofree char *made = count (of->n_made);
      g_autofree char *unreadable = count (of->n_unreadable);
      g_autofree char *stray = count (of->n_stray);

      printf (_ ("  [%s]: made %s, unreadable %s, out of place %s\n"), item->title, made,
              unreadable, stray);
    }
}

/* The bytes of a line that a source's pattern fits. */
static gsize
find_reach (const WeftDescriptionSource *source, const char *text)
{
  g_autoptr (WeftPatternMatch) match = weft_pattern_match_new ();

  return source->pattern != NULL
           ? weft_described_pattern_reach (source->pattern, match, text, strlen (text))
           : 0;
}

/* Where each pattern stops fitting the first line that none matches. */
static void
print_unread (const WeftDescribedReport *report, const char *path)
{
  const WeftDescription *description = report->splitter->description;
  const WeftDescribedPlace *first = &g_array_index (report->unread, WeftDescribedPlace, 0);
  g_autofree char *n = count (report->n_unread);
  gsize reach = 0;

  for (guint i = 0; i < description->sources->len && first->text != NULL; i++)
    {
      gsize reaches = find_reach (description->sources->pdata[i], first->text);

      reach = MAX (reach, reaches);
    }
  printf (_ ("Lines that nothing is made of: %s. The first:\n"), n);
  print_place (path, first->line, (gint64) reach + 1, first->text != NULL ? first->text : "");
  for (guint i = 0; i < description->sources->len && first->text != NULL; i++)
    {
      const WeftDescriptionSource *source = description->sources->pdata[i];

      if (source->pattern != NULL)
        printf (_ ("  [%s] fits up to column %u\n"), source->title,
                (guint) find_reach (source, first->text));
    }
}

static gboolean
check_trace (WeftDescription *description, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  const WeftDescribedReport *report = NULL;

  print_recognition (description, path);
  weft_load_set_description (load, description);
  weft_load_set_diagnostic_sink (load, print_fault, (gpointer) path);
  weft_load_run (load, NULL, &error);
  if (weft_load_get_trace (load) != NULL)
    report = weft_described_report_of (weft_load_get_trace (load));
  if (error != NULL)
    weft_cli_complain ("%s", error->message);
  if (report == NULL)
    return FALSE;
  print_sources (report);
  print_items (report);
  if (report->n_unread > 0)
    print_unread (report, path);
  return error == NULL && weft_described_report_count_faults (report) == 0;
}

static int
check_format (const char *path, const char *trace)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description = NULL;

  weft_diagnostics_set_sink (diagnostics, print_fault, (gpointer) path);
  description = weft_description_load (path, diagnostics);
  if (description == NULL)
    return WEFT_CLI_UNUSABLE;
  print_description (description, path);
  return trace == NULL || check_trace (description, trace) ? WEFT_CLI_SUCCESS : WEFT_CLI_FINDINGS;
}

/* --- keys ---------------------------------------------------------------------------------------------------- */

static void
print_key (const char *name, const char *type, gboolean is_required, const char *doc)
{
  printf ("- `%s`%s%s: %s\n", name, type, is_required ? ", needed" : "", doc);
}

static void
print_kind (const WeftDescriptionKind *kind)
{
  static const char *const types[] = { "", ", a number", ", a time" };

  printf ("\n#### [%s …]\n\n%s\n\n", kind->name, kind->doc);
  for (const WeftDescriptionKey *key = kind->keys; key->name != NULL; key++)
    {
      g_autofree char *name =
        g_strconcat (key->name, g_str_has_suffix (key->name, ".") ? "…" : "", NULL);

      print_key (name, types[key->type], key->is_required, key->doc);
    }
}

/* The reference, in Markdown: it is a part of docs/formats/own.md. */
static void
print_keys (void)
{
  const char *section = "";
  const WeftDescriptionSetting *setting;

  for (guint i = 0; (setting = weft_description_get_setting (i)) != NULL; i++)
    {
      if (strcmp (section, setting->section) != 0)
        printf ("%s### [%s]\n\n", i > 0 ? "\n" : "", setting->section);
      section = setting->section;
      print_key (setting->key, "", FALSE, setting->doc);
    }
  for (guint i = 0; weft_description_makers[i] != NULL; i++)
    {
      const WeftDescriptionMaker *maker = weft_description_makers[i];

      printf ("\n### Makes=%s\n\n%s\n", maker->word, maker->doc);
      for (const WeftDescriptionKind *kind = maker->kinds; kind->name != NULL; kind++)
        print_kind (kind);
    }
}

static int
run_check_format (char **arguments)
{
  gboolean keys = FALSE;
  const GOptionEntry entries[] = { { "keys", 0, 0, G_OPTION_ARG_NONE, &keys,
                                     N_ ("Print all keys that a description can have"), NULL },
                                   G_OPTION_ENTRY_NULL };
  g_auto (GStrv) files = weft_cli_parse_options (
    &weft_cli_check_format, WEFT_CLI_N_TASKS, arguments, entries, _ ("NAME.weftformat [FILE]"),
    _ ("Exit status: 0 all of FILE was read; 1 not all of it; 2 no description; 64 usage."));

  if (files == NULL)
    return WEFT_CLI_USAGE;
  if (keys)
    {
      print_keys ();
      return WEFT_CLI_SUCCESS;
    }
  if (files[0] == NULL || (files[1] != NULL && files[2] != NULL))
    {
      weft_cli_complain (_ ("“check-format” needs a NAME.weftformat, and perhaps a FILE."));
      return WEFT_CLI_USAGE;
    }
  return check_format (files[0], files[1]);
}

const WeftCliCommand weft_cli_check_format = {
  "check-format", N_ ("Explain what the description of a format makes of a file, and what not"),
  run_check_format
};
