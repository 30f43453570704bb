/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The files that were open last, each with the folder it is in. It looks when it is shown. */

#define WEFT_TYPE_RECENT_POPOVER (weft_recent_popover_get_type ())
G_DECLARE_FINAL_TYPE (WeftRecentPopover, weft_recent_popover, WEFT, RECENT_POPOVER, GtkPopover)

G_END_DECLS
