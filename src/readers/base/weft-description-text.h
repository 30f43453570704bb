/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"

G_BEGIN_DECLS

/* The text of a format description: sections of keys and values, as in a key file of the desktop. GLib's
 * reader of those keeps no places, which mistakes are told with, and takes the \d of a pattern for an escape.
 * Values are as they stand in the text, without the blanks around them. */

typedef struct
{
  char *key;
  char *value;
  gint64 line;
  gint64 column; /* of the value; both from 1, in bytes */
} WeftDescriptionEntry;

typedef struct
{
  char *title; /* "Slice dma" */
  gint64 line;
  GArray *entries; /* WeftDescriptionEntry, in the order of the text */
} WeftDescriptionSection;

/* (nullable): the entry of that key, of which a section has one. */
const WeftDescriptionEntry *weft_description_section_find (const WeftDescriptionSection *section,
                                                           const char *key);

/* The sections: (transfer full) (element-type WeftDescriptionSection). Lines that are none of a key file
 * become diagnostics. */
GPtrArray *weft_description_text_parse (const char *text, gsize length,
                                        WeftDiagnostics *diagnostics);

G_END_DECLS
