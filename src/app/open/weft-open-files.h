/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks in the desktop's own chooser for traces to open, or for a file to write. */

/* `files` holds one GFile or more. `parent` is the window that asked. */
typedef void (*WeftFilesChosen) (GtkWindow *parent, GListModel *files);

typedef struct
{
  const char *title;  /* translated */
  const char *accept; /* translated, a mnemonic */
  gboolean several;   /* more files than one can be chosen */
  GFile *folder;      /* where to begin; NULL: where files were opened from last */
  WeftFilesChosen chosen;

  /* Where a file is to be written: its name unless the user finds another, the file that it is by now
   * (nullable), and, translated, what it may be (nullable). `name` NULL: traces are opened. */
  const char *name;
  GFile *file;
  const char *kind;

  gboolean is_folder; /* a folder is asked for, which holds the files of one trace */
} WeftFilesQuestion;

/* Asks over `parent`, unless that is asked already. `question` is copied. Nothing is called where the
 * user gives up. `settings` remembers where files were opened from: not looked at where one is
 * written. Returns the chooser: (transfer none); it goes with the answer, or with `parent`. */
GtkFileChooserNative *weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question,
                                           GSettings *settings);

/* Takes the chooser over `parent` away, where there is one. */
void weft_open_files_stop (GtkWindow *parent);

G_END_DECLS
