/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The keys of a view, the same in every family, bound to actions that its class installs: view.fit,
 * view.fit-all, view.zoom-in, view.zoom-out, view.back, view.forward, view.step-back, view.pan (dd:
 * steps right and down), view.select (ii: rows down, things on), view.page (i: pages down),
 * view.edge (i: −1 the beginning, 1 the end); and the keys of cursors, bound to page.cursor and
 * page.clear-cursors. */

/* Logical pixels of one step of a key, and the zoom of one press. */
#define WEFT_KEY_STEP 48.0
#define WEFT_KEY_ZOOM 1.5

/* Installs the actions and binds the keys. */
void weft_view_keys_install (GtkWidgetClass *klass, GtkWidgetActionActivateFunc activate);

/* A held key repeats faster and faster. */
typedef struct
{
  gint64 last; /* µs */
  double factor;
} WeftKeyRepeat;

/* By how much a step is multiplied now: 1 for a single press. */
double weft_view_keys_accelerate (WeftKeyRepeat *repeat);

G_END_DECLS
