/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"
#include "weft-format.h"

G_BEGIN_DECLS

/* Which format the input of a load is of, as far as is known: one of those that are built in, or one that is
 * described. */

typedef struct
{
  const char *path; /* (nullable) of the input, and what it is called: the load's */
  const char *title;
  const WeftFormat *format;     /* (nullable) */
  WeftDescription *description; /* (nullable) held */
  GString *faults;              /* of descriptions that were looked at, a line each */
} WeftLoadFormat;

/* `path` as above. `description` (nullable) is what the caller says that it is, whatever it looks like. */
void weft_load_format_init (WeftLoadFormat *self, const char *path, WeftDescription *description);
void weft_load_format_clear (WeftLoadFormat *self);

gboolean weft_load_format_is_known (const WeftLoadFormat *self);

/* Whether it is known to be of bytes, not of lines. */
gboolean weft_load_format_is_of_bytes (const WeftLoadFormat *self);

/* By the beginning of the input, cut anywhere: finds formats of bytes. */
WeftBlockShape weft_load_format_choose_shape (WeftLoadFormat *self, const char *head, gsize length);

/* By whole lines: finds those of lines. */
void weft_load_format_look (WeftLoadFormat *self, const char *text, gsize length,
                            gboolean is_beginning);

/* As what its index file is kept. */
const WeftFormat *weft_load_format_get_kept (const WeftLoadFormat *self);

/* The reader of it. `checks` are those of WeftTextCheck. */
WeftReader *weft_load_format_create (const WeftLoadFormat *self, const WeftReaderSetup *setup,
                                     guint *checks);

G_END_DECLS
