/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-noc-writer.h"

G_BEGIN_DECLS

/* The fields of a line of comma-separated values, and lines of a file that lies beside a trace.
 * A field that begins with a quote ends with one, and two in it are one; any other is taken as it
 * stands, without the blanks around it. */

/* Fields beyond this many are counted, and not kept. */
#define WEFT_NOC_CSV_FIELDS 512u

typedef struct
{
  WeftNocText fields[WEFT_NOC_CSV_FIELDS]; /* in the line; doubled quotes are still double */
  guint n_fields;                          /* may be more than are kept */
} WeftNocCsvLine;

/* Takes a line without its newline apart. */
void weft_noc_csv_split (WeftNocCsvLine *self, const char *text, gsize length);

/* A field of the line, or an empty one where it has no such. */
WeftNocText weft_noc_csv_get (const WeftNocCsvLine *self, guint index);

/* The place of the field of that name, whatever its case; G_MAXUINT: there is none. */
guint weft_noc_csv_find (const WeftNocCsvLine *self, const char *name);

gboolean weft_noc_text_is (WeftNocText text, const char *word);

/* Plain digits, and nothing else. */
gboolean weft_noc_text_to_number (WeftNocText text, guint64 *number);

/* Called with each line and its number from 1. */
typedef void (*WeftNocLineFunc) (const char *line, gsize length, gint64 number, gpointer data);

/* Goes over the lines of a file. One that is longer than a MiB is left out. */
gboolean weft_noc_csv_read_file (const char *path, WeftNocLineFunc func, gpointer data,
                                 GError **error);

G_END_DECLS
