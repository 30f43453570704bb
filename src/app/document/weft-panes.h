/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A page's parts: the content, a panel at its end side, a drawer under both. The borders between
 * them can be dragged, and moved with the arrow keys while they have the focus. Where there is no
 * room for all, the panels lie over the content instead, one at a time, and only when asked for.
 *
 * Properties: "content", "side", "bottom" (widgets); "side-width", "bottom-height" (logical
 * pixels); "show-side", "show-bottom": whether the panels are wanted where there is room; "narrow"
 * (read-only). */

#define WEFT_TYPE_PANES (weft_panes_get_type ())
G_DECLARE_FINAL_TYPE (WeftPanes, weft_panes, WEFT, PANES, GtkWidget)

typedef enum
{
  WEFT_PANE_NONE,
  WEFT_PANE_SIDE,
  WEFT_PANE_BOTTOM,
} WeftPane;

gboolean weft_panes_get_narrow (WeftPanes *self);

/* Whether the panel can be seen, and the change of that: of what is wanted, or of what lies over
 * the content. Signal "shown": another panel can be seen, or not any more. */
gboolean weft_panes_is_shown (WeftPanes *self, WeftPane pane);
void weft_panes_show (WeftPanes *self, WeftPane pane, gboolean shown);

/* Takes away what lies over the content. FALSE: nothing does. */
gboolean weft_panes_uncover (WeftPanes *self);

G_END_DECLS
