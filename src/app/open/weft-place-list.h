/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Places where files are looked for: what was open lately, the user's home, the samples, what the
 * user has among the desktop's bookmarks, what is mounted for people to use, and the whole machine.
 *
 * Signal "chosen" (GFile, nullable): a folder was chosen, or (NULL) what was open lately. */

#define WEFT_TYPE_PLACE_LIST (weft_place_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlaceList, weft_place_list, WEFT, PLACE_LIST, GtkWidget)

/* Marks the place that is shown; NULL: what was open lately. None where it is none of them. */
void weft_place_list_set_current (WeftPlaceList *self, GFile *folder);

G_END_DECLS
