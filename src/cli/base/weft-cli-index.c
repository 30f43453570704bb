/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-text.h"
#include "weft-index-cache.h"
#include "weft-load-index.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether the index file is of `source` (NULL: of any), and what it says of itself. */
static gboolean
read_label (const char *path, const char *source, WeftIndexLabel *label, WeftIndexReader **reader)
{
  *reader = weft_index_reader_open (path);
  *label = (WeftIndexLabel){ .source = NULL };
  if (*reader != NULL && !weft_index_label_take (label, *reader))
    label->format = NULL;
  return source == NULL || g_strcmp0 (label->source, source) == 0;
}

/* In a word: whether the next load of its file uses it. */
static const char *
describe (const WeftIndexLabel *label, WeftIndexReader *reader)
{
  static const char *const words[] = {
    [WEFT_INDEX_CURRENT] = "current",
    [WEFT_INDEX_GROWN] = "grown",
    [WEFT_INDEX_STALE] = "stale",
  };

  return label->format != NULL ? words[weft_load_index_judge (label, reader)] : "unusable";
}

/* Of what was derived from its trace nobody is told. */
static void
print_entry (const WeftIndexEntry *entry, const char *source)
{
  g_autoptr (WeftIndexReader) reader = NULL;
  g_autoptr (GDateTime) used = g_date_time_new_from_unix_local (entry->used);
  g_autofree char *time = used != NULL ? g_date_time_format (used, "%F %H:%M") : NULL;
  g_autofree char *size = weft_number_bytes (entry->size);
  WeftIndexLabel label;

  if (!entry->is_derived && read_label (entry->path, source, &label, &reader))
    {
      g_autofree char *shown =
        weft_cli_format_text (label.source != NULL ? label.source : entry->path);

      printf ("%-8s  %10s  %s  %s\n", describe (&label, reader), size, time != NULL ? time : "—",
              shown);
    }
}

static void
clear_entry (const WeftIndexEntry *entry, const char *source)
{
  g_autoptr (WeftIndexReader) reader = NULL;
  WeftIndexLabel label;

  if (read_label (entry->path, source, &label, &reader))
    g_unlink (entry->path);
}

/* Does it to all index files, or those of the files. */
static void
go_through (char **files, void (*act) (const WeftIndexEntry *entry, const char *source))
{
  g_autoptr (GPtrArray) entries = weft_index_cache_list ();

  for (guint i = 0; i < entries->len; i++)
    {
      if (files[0] == NULL)
        act (g_ptr_array_index (entries, i), NULL);
      for (guint k = 0; files[k] != NULL; k++)
        {
          g_autofree char *full = g_canonicalize_filename (files[k], NULL);
          char *source = realpath (full, NULL);

          act (g_ptr_array_index (entries, i), source != NULL ? source : full);
          free (source);
        }
    }
}

/* Loads the file for its index. */
static int
make_index (const char *file)
{
  g_autoptr (WeftIndexReader) reader = NULL;
  g_autofree char *path = NULL, *shown = weft_cli_format_text (file);
  WeftIndexLabel label;
  int status;
  WeftTrace *trace = weft_cli_load_or_complain (file, &status);
  char *source = realpath (file, NULL);
  gboolean made = FALSE;

  weft_load_index_wait ();
  g_clear_object (&trace);
  if (source != NULL)
    {
      path = weft_index_cache_get_path (source);
      made = read_label (path, source, &label, &reader) && label.format != NULL;
    }
  free (source);
  if (status != WEFT_CLI_SUCCESS || made)
    return status;
  weft_cli_complain (
    _ ("No index file is kept of “%s”: only of files and folders, but recordings, that were read "
       "whole, have at most 1,000 diagnostics, and are no longer being written, where the disk has "
       "room."),
    shown);
  return WEFT_CLI_UNUSABLE;
}

static int
run_index (char **arguments)
{
  gboolean list = FALSE, clear = FALSE;
  const GOptionEntry entries[] = {
    { "list", 0, 0, G_OPTION_ARG_NONE, &list,
      N_ ("List index files, those of the FILEs or all: state, size, last use, file"), NULL },
    { "clear", 0, 0, G_OPTION_ARG_NONE, &clear,
      N_ ("Delete index files, those of the FILEs or all"), NULL },
    G_OPTION_ENTRY_NULL
  };
  g_auto (GStrv) files = weft_cli_parse_options (
    &weft_cli_index, WEFT_CLI_N_TASKS, arguments, entries, _ ("[FILE…]"),
    _ ("Without --list and --clear, index files of the FILEs are made now."));
  int status = WEFT_CLI_SUCCESS;

  if (files == NULL)
    return WEFT_CLI_USAGE;
  if (list && clear)
    {
      weft_cli_complain (_ ("Choose one of --list and --clear."));
      return WEFT_CLI_USAGE;
    }
  if (!list && !clear && files[0] == NULL)
    {
      weft_cli_complain (_ ("“%s” needs the name of a FILE, --list or --clear."), "index");
      return WEFT_CLI_USAGE;
    }
  if (list || clear)
    {
      go_through (files, list ? print_entry : clear_entry);
      return WEFT_CLI_SUCCESS;
    }
  weft_load_index_set_after (0);
  for (guint i = 0; files[i] != NULL; i++)
    {
      int ended = make_index (files[i]);

      status = MAX (status, ended);
    }
  return status;
}

const WeftCliCommand weft_cli_index = {
  "index", N_ ("Keep what was read, so that it is there at once next time"), run_index
};
