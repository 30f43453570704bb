/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-family.h"

#include <string.h>

/* --- painters ------------------------------------------------------------------------------------- */

static const WeftCliPainter *
find_painter (const WeftCliFamily *self)
{
  for (guint i = 0; weft_cli_painters[i] != NULL; i++)
    if (weft_cli_painters[i]->family == self)
      return weft_cli_painters[i];
  return NULL;
}

const char *const *
weft_cli_family_get_words (const WeftCliFamily *self, WeftCliWords which)
{
  static const char *const none[] = { NULL };
  const WeftCliPainter *painter = find_painter (self);
  const char *const *words = self->words[which];

  if (which == WEFT_CLI_VIEWS)
    words = painter != NULL ? painter->views : NULL;
  return words != NULL ? words : none;
}

const char *const *
weft_cli_family_get_titles (const WeftCliFamily *self)
{
  return find_painter (self)->titles;
}

const GOptionEntry *
weft_cli_family_get_options (const WeftCliFamily *self, WeftCliTask task)
{
  const WeftCliPainter *painter = find_painter (self);

  if (task == WEFT_CLI_RENDER)
    return painter != NULL ? painter->options : NULL;
  return self->options[task];
}

WeftCliRun
weft_cli_family_get_run (const WeftCliFamily *self, WeftCliTask task)
{
  const WeftCliPainter *painter = find_painter (self);

  if (task == WEFT_CLI_RENDER)
    return painter != NULL ? painter->render : NULL;
  return self->run[task];
}

/* --- words --------------------------------------------------------------------------------------- */

static void
add_words (GPtrArray *list, const WeftCliFamily *family, WeftCliWords which)
{
  for (const char *const *word = weft_cli_family_get_words (family, which); *word != NULL; word++)
    if (!g_ptr_array_find_with_equal_func (list, *word, g_str_equal, NULL))
      g_ptr_array_add (list, (gpointer) *word);
}

static char **
end_words (GPtrArray *list, WeftCliWords which)
{
  if (which == WEFT_CLI_FORMATS)
    g_ptr_array_add (list, (gpointer) WEFT_CLI_SQLITE);
  g_ptr_array_add (list, NULL);
  return g_strdupv ((char **) list->pdata);
}

char **
weft_cli_family_list_own_words (const WeftCliFamily *self, WeftCliWords which)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  add_words (list, self, which);
  return end_words (list, which);
}

char **
weft_cli_family_list_words (WeftCliWords which)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    add_words (list, weft_cli_families[i], which);
  return end_words (list, which);
}

char *
weft_cli_family_join_words (WeftCliWords which)
{
  g_auto (GStrv) words = weft_cli_family_list_words (which);

  return g_strjoinv (", ", words);
}

/* --- options ------------------------------------------------------------------------------------- */

static gboolean
has_option (const WeftCliFamily *self, WeftCliTask task, const GOptionEntry *option)
{
  for (const GOptionEntry *entry = weft_cli_family_get_options (self, task);
       entry != NULL && entry->long_name != NULL; entry++)
    if (strcmp (entry->long_name, option->long_name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether the option is among those before it: families may share one. */
static gboolean
is_known (WeftCliTask task, guint n_families, const GOptionEntry *option)
{
  for (guint i = 0; i < n_families; i++)
    if (has_option (weft_cli_families[i], task, option))
      return TRUE;
  return FALSE;
}

void
weft_cli_family_add_options (GOptionContext *context, WeftCliTask task)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    for (const GOptionEntry *entry = weft_cli_family_get_options (weft_cli_families[i], task);
         entry != NULL && entry->long_name != NULL; entry++)
      {
        const GOptionEntry entries[] = { *entry, G_OPTION_ENTRY_NULL };

        if (!is_known (task, i, entry))
          g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
      }
}

static gboolean
is_given (const GOptionEntry *entry)
{
  switch (entry->arg)
    {
    case G_OPTION_ARG_NONE:
      return *(const gboolean *) entry->arg_data;
    case G_OPTION_ARG_INT:
      return *(const int *) entry->arg_data != 0;
    case G_OPTION_ARG_INT64:
      return *(const gint64 *) entry->arg_data != 0;
    case G_OPTION_ARG_DOUBLE:
      return *(const double *) entry->arg_data != 0;
    default:
      return *(const gpointer *) entry->arg_data != NULL;
    }
}

static void
clear_option (const GOptionEntry *entry)
{
  switch (entry->arg)
    {
    case G_OPTION_ARG_NONE:
      *(gboolean *) entry->arg_data = FALSE;
      break;
    case G_OPTION_ARG_INT:
      *(int *) entry->arg_data = 0;
      break;
    case G_OPTION_ARG_INT64:
      *(gint64 *) entry->arg_data = 0;
      break;
    case G_OPTION_ARG_DOUBLE:
      *(double *) entry->arg_data = 0;
      break;
    case G_OPTION_ARG_STRING_ARRAY:
    case G_OPTION_ARG_FILENAME_ARRAY:
      g_clear_pointer ((char ***) entry->arg_data, g_strfreev);
      break;
    default:
      g_clear_pointer ((char **) entry->arg_data, g_free);
    }
}

void
weft_cli_family_clear_options (WeftCliTask task)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    for (const GOptionEntry *entry = weft_cli_family_get_options (weft_cli_families[i], task);
         entry != NULL && entry->long_name != NULL; entry++)
      clear_option (entry);
}

const char *
weft_cli_family_find_foreign_option (const WeftCliFamily *self, WeftCliTask task)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    for (const GOptionEntry *entry = weft_cli_family_get_options (weft_cli_families[i], task);
         weft_cli_families[i] != self && entry != NULL && entry->long_name != NULL; entry++)
      if (is_given (entry) && !has_option (self, task, entry))
        return entry->long_name;
  return NULL;
}

/* --- families -------------------------------------------------------------------------------------- */

const WeftCliFamily *
weft_cli_family_of (WeftTrace *trace)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    if (G_TYPE_CHECK_INSTANCE_TYPE (trace, weft_cli_families[i]->get_type ()))
      return weft_cli_families[i];
  g_return_val_if_reached (NULL);
}

const WeftCliFamily *
weft_cli_family_of_address (const char *path)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    if (weft_cli_families[i]->is_address != NULL && weft_cli_families[i]->is_address (path))
      return weft_cli_families[i];
  return NULL;
}

const WeftCliFamily *
weft_cli_family_of_runs (void)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    if (weft_cli_families[i]->compare_runs != NULL)
      return weft_cli_families[i];
  g_return_val_if_reached (NULL);
}
