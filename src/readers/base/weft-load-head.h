/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-block-reader.h"

/* The beginning of an input, which is kept until one knows what format it has. */

typedef struct _WeftLoadHead WeftLoadHead;

WeftLoadHead *weft_load_head_new (void);
void weft_load_head_free (WeftLoadHead *self);

/* Keeps the block. Returns how much of it stands in the lines that formats are looked for in. */
gsize weft_load_head_add (WeftLoadHead *self, const WeftBlock *block);

/* Whether no format is looked for any further. */
gboolean weft_load_head_is_full (const WeftLoadHead *self);

/* The blocks that were kept; their bytes are valid until another one is. */
guint weft_load_head_get_n_blocks (const WeftLoadHead *self);
WeftBlock weft_load_head_get_block (const WeftLoadHead *self, guint index);

/* Says that the input called `title` has no known format, and what it is instead. `faults` are those of format
 * descriptions that were looked at, a line each. */
void weft_load_head_set_unrecognized (const WeftLoadHead *self, const char *title,
                                      const char *faults, GError **error);
