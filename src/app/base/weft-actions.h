/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Actions of an object as a table: what each calls, and what there must be for it. */
typedef struct
{
  const char *name;

  /* Called as handler (object, parameter or asked state, action), and may leave out the last ones,
   * as a swapped handler of a signal may. */
  GCallback handler;

  const char *type;  /* of the parameter; NULL: there is none */
  const char *state; /* the first one, as text; an action without a parameter is asked to change
                      * it. NULL: there is none */
  guint needs; /* bits, which the object knows: the action is on while all of them are there */
} WeftAction;

void weft_actions_add (GActionMap *map, const WeftAction *actions, guint n_actions,
                       gpointer object);

/* Turns each on or off, as `there` has what it needs. */
void weft_actions_enable (GActionMap *map, const WeftAction *actions, guint n_actions, guint there);

/* Says what the state is; takes a floating one. */
void weft_actions_set_state (GActionMap *map, const char *name, GVariant *state);

/* An action that a class of widgets has: with its group, "win.open". */
typedef struct
{
  const char *name;
  GCallback handler; /* called as handler (widget, name, parameter), or with less */
  const char *type;  /* of the parameter; NULL: there is none */
} WeftWidgetAction;

void weft_actions_install (GtkWidgetClass *klass, const WeftWidgetAction *actions, guint n_actions);

G_END_DECLS
