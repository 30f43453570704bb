/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Has a program of Weft speak its user's language, fail to write as on a full disk where a file would be larger than it may
 * be, and leave no file half written where a signal ends it. At its beginning; who handles a signal otherwise does so
 * after this. */
void weft_program_begin (void);

G_END_DECLS
