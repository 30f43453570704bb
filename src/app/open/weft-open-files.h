/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks for traces to open: in a window that shows what each file is, or in a sandbox, where files
 * are reachable through the desktop's chooser alone, in that. */

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

/* Asks over `parent`, or presents the window in which that was asked already. `question` is copied.
 * Nothing is called where the user gives up. */
void weft_open_files_ask (GtkWindow *parent, const WeftFilesQuestion *question,
                          GSettings *settings);

G_END_DECLS
