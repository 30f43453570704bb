/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-folder-item.h"
#include "weft-preview.h"

G_BEGIN_DECLS

/* What a chosen file is: a picture of it, what is in it, its name, size and time. A file is read in
 * the background once it was chosen for a moment, and no longer than it stays so.
 *
 * Signals:
 *   "changed"         what is known of the file changed
 *   "whole" (GFile)   the folder that is shown is to be opened as one capture */

#define WEFT_TYPE_PREVIEW_PANE (weft_preview_pane_get_type ())
G_DECLARE_FINAL_TYPE (WeftPreviewPane, weft_preview_pane, WEFT, PREVIEW_PANE, GtkWidget)

/* Shows what is known of the chosen items; of several only how many they are and how large. */
void weft_preview_pane_set_items (WeftPreviewPane *self, GPtrArray *items);

/* What was found of the one that is chosen: (transfer none) (nullable) while that is not known. */
WeftPreview *weft_preview_pane_get_preview (WeftPreviewPane *self);

/* Beside the list the picture is above the words, below the list (`wide`) beside them. */
void weft_preview_pane_set_wide (WeftPreviewPane *self, gboolean wide);

G_END_DECLS
