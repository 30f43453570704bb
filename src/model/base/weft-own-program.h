/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One of Weft's own programs that nobody calls: (transfer full), its path. It lies where $WEFT_LIBEXECDIR says, beside
 * the running program where that was built, or where it was installed. */
char *weft_own_program_find (const char *name);

G_END_DECLS
