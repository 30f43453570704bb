/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Says at the lower edge of a window what the files are that are held over it.
 *
 * Signal "dropped" (GFile): for each of them. */

#define WEFT_TYPE_DROP_HINT (weft_drop_hint_get_type ())
G_DECLARE_FINAL_TYPE (WeftDropHint, weft_drop_hint, WEFT, DROP_HINT, AdwBin)

/* Files may be dropped anywhere on `overlay`, which holds the hint from now on: (transfer none). */
WeftDropHint *weft_drop_hint_add (GtkOverlay *overlay);

/* Says what the files are, as soon as that is known; NULL: none is held there. */
void weft_drop_hint_set_files (WeftDropHint *self, GdkFileList *files);

G_END_DECLS
