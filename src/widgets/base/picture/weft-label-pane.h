/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How wide the labels beside a picture are: as wide as they need or as the user wants them, narrow while
 * they are but a ruler, and in pictures below one another the same. All widths are logical pixels. */

typedef struct _WeftLabelPane WeftLabelPane;

/* Of the labels that are the paned's start child: the paned lives longer. `width` is that of labels which
 * need less. */
WeftLabelPane *weft_label_pane_new (GtkPaned *paned, int width);
void weft_label_pane_free (WeftLabelPane *self);

/* The width that the user wants; 0 where they have not said: then as labels need it. Here and below
 * `self` is nullable: a picture that goes has no labels any more. */
void weft_label_pane_set_wanted (WeftLabelPane *self, int width);
int weft_label_pane_get_wanted (const WeftLabelPane *self);

/* Labels need that width for none to be cut; they never give it back, as a picture whose labels go and
 * come would jump. They don't take more than a limit. */
void weft_label_pane_need (WeftLabelPane *self, int width);

/* As weft_picture_view_set_narrow(). */
void weft_label_pane_set_narrow (WeftLabelPane *self, int width);

/* Keeps these labels as wide as those of `peer` and its peers. To be called once. */
void weft_label_pane_join (WeftLabelPane *self, WeftLabelPane *peer);

G_END_DECLS
