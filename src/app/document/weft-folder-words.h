/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder of a file as people write it: with ~ for their own. (transfer full) */
char *weft_folder_words (GFile *file);

G_END_DECLS
