/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* The user's marks in a trace: bookmarks, which have a name and lead back to a place, and
 * cursors, between which distances are read. Every view state has them, in order of time. Main
 * thread only.
 *
 * Signal "changed", without arguments but the marks. */

#define WEFT_TYPE_MARKS (weft_marks_get_type ())
G_DECLARE_FINAL_TYPE (WeftMarks, weft_marks, WEFT, MARKS, GObject)

typedef struct
{
  gint64 time;     /* tick */
  char *name;      /* NULL: a cursor */
  GVariant *place; /* of a bookmark: see weft_view_state_save_place() */
} WeftMark;

/* There are no more cursors than this; another one takes the place of the nearest. */
#define WEFT_MAX_CURSORS 8u

/* The marks of a state, which owns them: (transfer none). */
WeftMarks *weft_marks_get (WeftViewState *state);

guint weft_marks_get_n (WeftMarks *self);
const WeftMark *weft_marks_get_mark (WeftMarks *self, guint index);

/* Marks where the picture stands, under a name ("": the time that is marked, in words): the index
 * of the bookmark. */
guint weft_marks_add_bookmark (WeftMarks *self, gint64 time, const char *name);

/* Sets a cursor, or takes the one at that very time away. */
void weft_marks_toggle_cursor (WeftMarks *self, gint64 time);
void weft_marks_clear_cursors (WeftMarks *self);

void weft_marks_rename (WeftMarks *self, guint index, const char *name);
void weft_marks_remove (WeftMarks *self, guint index);

/* A jump to a mark. */
void weft_marks_show (WeftMarks *self, guint index);

/* A jump to the next bookmark (`by` 1) or the one before (−1), as seen from the middle of what is in
 * sight; behind the last comes the first. FALSE where there is none. */
gboolean weft_marks_step (WeftMarks *self, int by);

/* How far the cursors are apart, one after the other: "Δ 12 cycles · 30 cycles". (transfer full),
 * "" with fewer than two. */
char *weft_marks_describe (WeftMarks *self);

/* Appends the marks as rulers show them to `axis_marks` (of WeftAxisMark): bookmarks with their
 * names, the first cursor with its time, the others with what lies between. The labels live in
 * `labels`. */
void weft_marks_add_to_ruler (WeftMarks *self, GStringChunk *labels, GArray *axis_marks);

/* Paints breaks, marks and results of a search over an overview of [first, last), which is `width` pixels
 * wide and `height` high. */
void weft_marks_paint_overview (WeftMarks *self, gint64 first, gint64 last, int width, int height,
                                WeftPaintList *list);

/* Takes the place of all marks, or writes them. */
void weft_marks_read_key_file (WeftMarks *self, GKeyFile *file, const char *group);
void weft_marks_write_key_file (WeftMarks *self, GKeyFile *file, const char *group);

G_END_DECLS
