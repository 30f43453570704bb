/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The commands of the command palette: actions by a title for people. */
typedef struct
{
  const char *action; /* with its target: "page.drawer('table')" */
  const char *title;  /* marked for translation */
  const char *keys;   /* of actions whose keys are the picture's: "f"; NULL: the application's */
} WeftCommand;

/* The commands that every window has, those of a trace, and those of its picture. */
const WeftCommand *weft_palette_list_commands (guint *n_commands);

G_END_DECLS
