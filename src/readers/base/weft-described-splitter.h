/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* Takes lines apart into their fields as a description says: as they are read, and later again for whoever
 * looks at one of them. */

struct _WeftDescribedSplitter
{
  gatomicrefcount ref_count;
  WeftDescription *description; /* held */

  /* Of a table: set before its first row is made. */
  GStrv columns; /* (nullable) their names */
  guint n_columns;
  guint *targets; /* the fields that they are; G_MAXUINT: none */
  guint n_needed; /* columns up to the last that is one */

  _Atomic guint64 is_off; /* of sources whose patterns are not looked at any more; the reader's */
};

WeftDescribedSplitter *weft_described_splitter_new (WeftDescription *description);
WeftDescribedSplitter *weft_described_splitter_ref (WeftDescribedSplitter *self);
void weft_described_splitter_unref (WeftDescribedSplitter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDescribedSplitter, weft_described_splitter_unref)

/* The names of a table's columns from its first line: (transfer full). */
GStrv weft_described_splitter_read_header (const WeftDescription *description, const char *text,
                                           gsize length);

/* Takes the names of a table's columns, (transfer full). FALSE: `missing` (transfer none) is a field that is
 * none of them. */
gboolean weft_described_splitter_take_columns (WeftDescribedSplitter *self, GStrv columns,
                                               const char **missing);

/* The source that a line is of, by the patterns of the description, and its fields; G_MAXUINT: none.
 * `gave_up` (nullable): the source whose pattern could not be held against it, if any. */
guint weft_described_splitter_match (const WeftDescribedSplitter *self, WeftPatternMatch *match,
                                     const char *text, gsize length, WeftDescribedField *fields,
                                     guint *gave_up);

/* Leaves the pattern of a source alone from now on. */
void weft_described_splitter_turn_off (WeftDescribedSplitter *self, guint source);

/* The fields of a table's row. FALSE: a quote in it does not end. */
gboolean weft_described_splitter_split (const WeftDescribedSplitter *self, const char *text,
                                        gsize length, WeftDescribedField *fields);

/* All fields of a line as {"args":{…}}: (transfer full) (nullable). */
char *weft_described_splitter_write (const WeftDescribedSplitter *self, const char *text,
                                     gsize length);

/* Appends a member whose value is a number where it is written as one. Any bytes. */
void weft_described_append_member (GString *json, const char *name, const char *text, gsize length);

G_END_DECLS
