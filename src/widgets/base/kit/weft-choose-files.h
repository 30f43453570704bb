/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Files that the user chooses in the desktop's own chooser. */

typedef struct
{
  const char *title;  /* translated */
  const char *accept; /* likewise, of the button (nullable) */
  GtkFileChooserAction action;
  gboolean multiple;
  const char *name; /* (nullable) that a new file has unless another is chosen */
} WeftFileChoice;

/* Opens the chooser over the widget `owner`, in place of one that is open there, and calls `chosen` for
 * each file. It closes when the owner goes. */
void weft_choose_files (gpointer owner, const WeftFileChoice *choice,
                        void (*chosen) (gpointer owner, const char *path));

G_END_DECLS
