/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-family.h"

#include "weft-cli-load.h"
#include "weft-cli-options.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const task_names[WEFT_CLI_N_TASKS] = { "info",   "dump",   "stats",
                                                          "render", "export", "compare" };

/* --- words --------------------------------------------------------------------------------------- */

static void
add_words (GPtrArray *list, const char *const *words)
{
  for (; words != NULL && *words != NULL; words++)
    if (!g_ptr_array_find_with_equal_func (list, *words, g_str_equal, NULL))
      g_ptr_array_add (list, g_strdup (*words));
}

static char **
end_list (GPtrArray *list)
{
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (list, FALSE);
}

char **
weft_cli_family_list_views (void)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    add_words (list, weft_cli_families[i]->views);
  return end_list (list);
}

char **
weft_cli_family_list_keys (void)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    add_words (list, weft_cli_families[i]->keys);
  return end_list (list);
}

char **
weft_cli_family_list_formats (void)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    add_words (list, weft_cli_families[i]->formats);
  return end_list (list);
}

gboolean
weft_cli_family_check_word (const char *option, const char *word, char **words)
{
  guint place;

  return weft_cli_parse_word (option, word, (const char *const *) words, &place);
}

/* --- options ------------------------------------------------------------------------------------- */

/* Whether the option is among those before it: families may share one. */
static gboolean
is_known (WeftCliTask task, guint n_families, const GOptionEntry *option)
{
  for (guint i = 0; i < n_families; i++)
    for (const GOptionEntry *entry = weft_cli_families[i]->options[task];
         entry != NULL && entry->long_name != NULL; entry++)
      if (strcmp (entry->long_name, option->long_name) == 0)
        return TRUE;
  return FALSE;
}

void
weft_cli_family_add_options (GOptionContext *context, WeftCliTask task)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    for (const GOptionEntry *entry = weft_cli_families[i]->options[task];
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

/* An option that was given and is another family's: (nullable). */
static const char *
find_foreign_option (const WeftCliFamily *self, WeftCliTask task)
{
  for (guint i = 0; weft_cli_families[i] != NULL; i++)
    for (const GOptionEntry *entry = weft_cli_families[i]->options[task];
         weft_cli_families[i] != self && entry != NULL && entry->long_name != NULL; entry++)
      if (is_given (entry))
        return entry->long_name;
  return NULL;
}

/* --- running --------------------------------------------------------------------------------------- */

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

static gboolean
find_word (const char *option, const char *word, const char *const *words, guint *place)
{
  static const char *const none[] = { NULL };

  return weft_cli_parse_word (option, word, words != NULL ? words : none, place);
}

int
weft_cli_family_run (WeftCliTask task, WeftTrace *trace, WeftCliRequest *request)
{
  const WeftCliFamily *self = weft_cli_family_of (trace);
  const char *option = find_foreign_option (self, task);

  if (option != NULL)
    {
      weft_cli_complain (_ ("--%s is not for this kind of trace (%s)."), option, self->name);
      return WEFT_CLI_USAGE;
    }
  if (self->run[task] == NULL)
    {
      weft_cli_complain (_ ("“%s” is not for this kind of trace (%s)."), task_names[task],
                         self->name);
      return WEFT_CLI_USAGE;
    }
  if (!find_word ("--view", request->view_word, self->views, &request->view)
      || !find_word ("--by", request->key_word, self->keys, &request->key)
      || !find_word ("--format", request->format_word, self->formats, &request->format))
    return WEFT_CLI_USAGE;
  return self->run[task](trace, request);
}

int
weft_cli_family_run_on_file (WeftCliTask task, WeftCliRequest *request)
{
  int status, done;
  g_autoptr (WeftTrace) trace = weft_cli_load_or_complain (request->path, &status);

  if (trace == NULL)
    return status;
  request->partial = status != WEFT_CLI_SUCCESS;
  done = weft_cli_family_run (task, trace, request);
  return done != WEFT_CLI_SUCCESS ? done : status;
}
