/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-reader.h"

G_BEGIN_DECLS

/* Texts of ops that stand nowhere in the file as they are shown, such as labels whose tabs are escaped or
 * details made of several fields. They can't be read back from the file, and are kept in a store of
 * their own, which takes the place of the trace's. */

/* A text that several ops may have. */
typedef struct
{
  guint64 place;
  gsize length;
} WeftKeptText;

/* Before the first text. (transfer full) (nullable): there is no room for any, which is said. */
WeftTextStore *weft_kept_texts_open (WeftReader *reader);

/* Keeps a text, in which "\n" of two characters ends a line. `store` is nullable. */
WeftKeptText weft_kept_texts_add (WeftTextStore *store, const char *text, gsize length);

G_END_DECLS
