/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks in the desktop's own chooser for traces to open, or for a file to write. */

/* `files` holds one GFile or more. `parent` is the window that asked. */
typedef void (*WeftTracesChosen) (GtkWindow *parent, GListModel *files);

typedef struct
{
  const char *title;  /* translated */
  const char *accept; /* translated, a mnemonic */
  gboolean several;   /* more files than one can be chosen */
  GFile *folder;      /* where to begin; NULL: where files were opened from last */
  WeftTracesChosen chosen;

  /* Where a file is to be written: its name unless the user finds another, the file that it is by now
   * (nullable), and, translated, what it may be (nullable). `name` NULL: traces are opened. */
  const char *name;
  GFile *file;
  const char *kind;

  gboolean is_folder; /* a folder is asked for, which holds the files of one trace */
} WeftFilesQuestion;

/* Asks over `parent`, unless that is asked already. Nothing is called where the user gives up. `settings`
 * remembers where files were opened from: not looked at where one is written. The chooser goes with the
 * answer, with weft_choose_files_stop(), or with `parent`. */
void weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question,
                          GSettings *settings);

G_END_DECLS
