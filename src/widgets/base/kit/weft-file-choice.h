/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The question of a file chooser. */

typedef struct
{
  const char *title;  /* translated */
  const char *accept; /* likewise, of the button, a mnemonic (nullable) */
  GtkFileChooserAction action;
  gboolean multiple;   /* of a file or folder that is opened */
  GFile *folder;       /* (nullable) where to begin */
  GListModel *filters; /* (nullable) of GtkFileFilter; the first one applies first */
  const char *name;    /* (nullable) that a new file has unless another is chosen */
  GFile *file;         /* (nullable) that the written file is by now, in place of folder and name */
} WeftFileChoice;

G_END_DECLS
