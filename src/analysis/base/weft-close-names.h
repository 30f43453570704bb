/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The names (of const char *) that somebody may have meant who wrote `word`, the closest first, at
 * most three: (transfer full) (nullable: none is close), separated by commas. */
char *weft_close_names_list (const char *word, GPtrArray *names);

G_END_DECLS
