/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks for traces to open, in the desktop's own chooser. */

/* `files` holds one GFile or more. `parent` is the window that asked. */
typedef void (*WeftFilesChosen) (GtkWindow *parent, GListModel *files);

typedef struct
{
  const char *title;  /* translated */
  const char *accept; /* translated, a mnemonic */
  gboolean several;   /* more files than one can be chosen */
  GFile *folder;      /* where to begin; NULL: where files were opened from last */
  WeftFilesChosen chosen;
} WeftFilesQuestion;

/* Asks over `parent`, unless that is asked already. `question` is copied. Nothing is called where the
 * user gives up. Returns the chooser: (transfer none); it goes with the answer, or with `parent`. */
GtkFileChooserNative *weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question,
                                           GSettings *settings);

G_END_DECLS
