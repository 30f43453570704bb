/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"

#include "weft-cli-load.h"
#include "weft-load-index.h"
#include "weft-memory-budget.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes, with a unit or without. */
static gboolean
parse_memory (const char *option, const char *text, gpointer data G_GNUC_UNUSED, GError **error)
{
  static const char units[] = "KMGT";
  char *end;
  guint64 bytes;
  guint shift = 0;

  errno = 0;
  bytes = g_ascii_strtoull (text, &end, 10);
  if (*end != '\0' && strchr (units, *end) != NULL)
    shift = 10 * (guint) (strchr (units, *end++) - units + 1);
  if (errno != 0 || !g_ascii_isdigit (*text) || *end != '\0' || bytes > G_MAXUINT64 >> shift)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("%s needs a number of bytes, such as 500M or 2G, not “%s”."), option, text);
      return FALSE;
    }
  weft_memory_budget_set (bytes << shift);
  return TRUE;
}

static gboolean
parse_no_index (const char *option G_GNUC_UNUSED, const char *text G_GNUC_UNUSED,
                gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  weft_load_index_set_after (-1);
  return TRUE;
}

/* Of all commands that load a file. */
static const GOptionEntry load_options[] = {
  { "memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_memory,
    N_ ("Memory for packed rows (0: a quarter of what there is); the rest lies in a file"),
    N_ ("SIZE") },
  { "as", 0, 0, G_OPTION_ARG_FILENAME, &weft_cli_load_as,
    N_ ("Read the file as this description of a format says"), N_ ("NAME.weftformat") },
  { "no-index", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_no_index,
    N_ ("Read the whole file, and neither use nor leave an index file"), NULL },
  G_OPTION_ENTRY_NULL
};

char **
weft_cli_parse_options (const WeftCliCommand *command, WeftCliTask task, char **arguments,
                        const GOptionEntry *entries, const char *parameters,
                        const char *description)
{
  g_auto (GStrv) rest = NULL;
  const GOptionEntry remaining[] = { { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest,
                                       NULL, parameters },
                                     G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *program = g_strdup_printf ("weft-cli %s", command->name);
  g_auto (GStrv) copy = g_strdupv (arguments);
  g_autoptr (GError) error = NULL;

  /* Whoever keeps complaints is another program, which is not to end with our help. */
  if (weft_cli_complaints_are_kept ())
    g_option_context_set_help_enabled (context, FALSE);
  else
    g_set_prgname (program);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (task < WEFT_CLI_N_TASKS)
    weft_cli_family_add_options (context, task);
  if (*parameters != '\0')
    g_option_context_add_main_entries (context, load_options, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, remaining, GETTEXT_PACKAGE);
  if (g_option_context_parse_strv (context, &copy, &error))
    return rest != NULL ? g_steal_pointer (&rest) : g_new0 (char *, 1);
  weft_cli_complain ("%s", error->message);
  weft_cli_complain (_ ("“%s --help” lists the options."), program);
  return NULL;
}

char *
weft_cli_parse_file (const WeftCliCommand *command, WeftCliTask task, char **arguments,
                     const GOptionEntry *entries, const char *description)
{
  g_auto (GStrv) files =
    weft_cli_parse_options (command, task, arguments, entries, _ ("FILE"), description);

  if (files == NULL)
    return NULL;
  if (g_strv_length (files) == 1)
    return g_strdup (files[0]);
  if (files[0] == NULL)
    weft_cli_complain (_ ("“%s” needs the name of a FILE, or “-” for standard input."),
                       command->name);
  else
    weft_cli_complain (_ ("“%s” takes one FILE, not %u."), command->name, g_strv_length (files));
  return NULL;
}

/* An integer that fills [text, end). */
static gboolean
parse_integer (const char *text, const char *end, gint64 *value)
{
  char *stop;

  if (!g_ascii_isdigit (*text) && !(*text == '-' && g_ascii_isdigit (text[1])))
    return FALSE;
  errno = 0;
  *value = g_ascii_strtoll (text, &stop, 10);
  return errno == 0 && stop == end;
}

gboolean
weft_cli_parse_range (const char *option, const char *text, WeftCycleRange *range)
{
  const char *colon = text != NULL ? strchr (text, ':') : NULL;
  const char *end = text != NULL ? text + strlen (text) : NULL;

  *range = WEFT_CYCLE_RANGE_ALL;
  if (text == NULL)
    return TRUE;
  if (colon == NULL || (colon > text && !parse_integer (text, colon, &range->from))
      || (colon + 1 < end && !parse_integer (colon + 1, end, &range->to)))
    {
      weft_cli_complain (_ ("%s needs A:B, two integers of 64 bits of which either may be left "
                            "out, not “%s”."),
                         option, text);
      return FALSE;
    }
  if (range->from < range->to)
    return TRUE;
  weft_cli_complain (_ ("%s %s holds nothing: A must be less than B."), option, text);
  return FALSE;
}

gboolean
weft_cli_parse_size (const char *option, const char *text, int max, int *width, int *height)
{
  const char *times = text != NULL ? strchr (text, 'x') : NULL;
  gint64 x, y;

  if (text == NULL)
    return TRUE;
  if (times == NULL || !parse_integer (text, times, &x)
      || !parse_integer (times + 1, text + strlen (text), &y) || x < 1 || y < 1 || x > max
      || y > max)
    {
      weft_cli_complain (_ ("%s needs WxH, each 1 to %d, not “%s”."), option, max, text);
      return FALSE;
    }
  *width = (int) x;
  *height = (int) y;
  return TRUE;
}

gboolean
weft_cli_parse_word (const char *option, const char *text, const char *const *words, guint *index)
{
  g_autofree char *list = NULL;

  if (text == NULL)
    return TRUE;
  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], text) == 0)
      {
        *index = i;
        return TRUE;
      }
  list = g_strjoinv (", ", (char **) words);
  weft_cli_complain (_ ("%s does not know “%s”. It knows: %s."), option, text, list);
  return FALSE;
}

gboolean
weft_cli_parse_filter (const char *text, const WeftLanguage *language, WeftExpression **filter)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;
  WeftTextPlace place;

  *filter = text != NULL ? weft_expression_parse (language, text, &place, &error) : NULL;
  if (text == NULL || *filter != NULL)
    return TRUE;
  shown = weft_expression_show_error (text, &place, error);
  weft_cli_complain ("--filter: %s", shown);
  return FALSE;
}

gboolean
weft_cli_choose_report (gboolean json, gboolean csv, WeftReportFormat *format)
{
  if (json && csv)
    {
      weft_cli_complain (_ ("Choose one of --json and --csv."));
      return FALSE;
    }
  *format = json ? WEFT_REPORT_JSON : csv ? WEFT_REPORT_CSV : WEFT_REPORT_TEXT;
  return TRUE;
}
