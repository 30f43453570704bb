/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kernel's id of this boot, as HELLO and WELCOME carry it: times of the monotonic clocks of two
 * processes are comparable where theirs is the same. FALSE, and zeros, where the kernel does not
 * say. */
gboolean weft_live_get_boot_id (guint8 boot[16]);

G_END_DECLS
