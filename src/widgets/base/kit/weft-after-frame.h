/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The priority of what may wait for a frame, but not for ever: that just before GDK_PRIORITY_REDRAW. Where frames take
 * longer than the screen shows them, the next one is due when one ends, and nothing that stands behind it would ever
 * run. (Without GDK, which is not everywhere where this is used.) */
#define WEFT_PRIORITY_AFTER_FRAME (G_PRIORITY_HIGH_IDLE + 19)
