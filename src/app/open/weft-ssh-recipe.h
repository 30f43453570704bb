/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the socket of a daemon on another computer comes here: by ssh, which forwards it. */

/* Where the socket of `host` ("lab3", "user@lab3"; empty: none in particular) lies on this side: in the directory that
 * a program in a sandbox sees, too. (transfer full) */
char *weft_ssh_recipe_get_socket (const char *host);

/* The line that brings it there: (transfer full). */
char *weft_ssh_recipe_make_line (const char *host);

G_END_DECLS
