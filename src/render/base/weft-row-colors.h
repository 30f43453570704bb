/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* Colours of the things of a picture by a column of facts about them: by steps of a ramp where it has numbers, by
 * categories where it has words. A thing that no fact is about is hatched, which no value is. Immutable once others
 * have it; any thread. */

/* Things are in classes, of which these two are not classes of values: words beyond those that have a colour of their
 * own, and no value. */
#define WEFT_ROW_COLORS_OTHER (WEFT_STYLE_N_CATEGORIES - 2)
#define WEFT_ROW_COLORS_NONE (WEFT_STYLE_N_CATEGORIES - 1)

typedef struct
{
  gatomicrefcount ref_count;
  char *title;      /* of the column */
  char *source;     /* the query; nullable */
  gboolean partial; /* that was asked while the trace still grew */
  gboolean is_ramp; /* classes are steps of equal length from `least` to `most` */
  double least;
  double most;
  char *low; /* both in words */
  char *high;
  char
    *names[WEFT_ROW_COLORS_OTHER]; /* of words, the most frequent first; NULL from `n_classes` on */
  guint n_classes;
  guint n_others;  /* words that have no colour of their own */
  guint8 *classes; /* by thing */
  guint32 n_rows;
  guint32 n_valued; /* things that have a value */
  const char
    *things; /* what kind of things they are, where a picture has several; NULL: its rows */
  gpointer numbering; /* that their numbers are places in; NULL: the trace */
  GDestroyNotify free_numbering;
} WeftRowColors;

/* Row i of the facts is about the thing items[i], G_MAXUINT32: about none; of several rows about the same one the last
 * counts. NULL where `column` has neither a number nor a word. Where it has both,
 * numbers are taken as words, as one number alone is. */
WeftRowColors *weft_row_colors_new (const WeftFacts *facts, guint column, const guint32 *items);

/* Says what they were asked by, before others have them. */
void weft_row_colors_set_source (WeftRowColors *self, const char *source, gboolean partial);

/* Says whose the numbers of things are, before others have the colours: `things` lives for ever, `numbering` (nullable)
 * is taken. */
void weft_row_colors_set_things (WeftRowColors *self, const char *things, gpointer numbering,
                                 GDestroyNotify free_numbering);

WeftRowColors *weft_row_colors_ref (WeftRowColors *self);
void weft_row_colors_unref (WeftRowColors *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftRowColors, weft_row_colors_unref)

static inline guint
weft_row_colors_classify (const WeftRowColors *self, guint32 row)
{
  return row < self->n_rows ? self->classes[row] : WEFT_ROW_COLORS_NONE;
}

/* The colour of a class, and that of WEFT_ROW_COLORS_NONE, which goes with weft_row_colors_hatch(). */
WeftColor weft_row_colors_get (const WeftRowColors *self, const WeftStyle *style, guint class);

WeftColor weft_row_colors_get_none (const WeftStyle *style);

/* The name of a class; NULL: it is a step of the ramp. */
const char *weft_row_colors_name (const WeftRowColors *self, guint class);

/* The entries of a legend, of which there may be up to `max`: returns how many. They live as long as the colours. The
 * picture has `n_things`, and how many of them have no value is said. */
guint weft_row_colors_list (const WeftRowColors *self, const WeftStyle *style, guint64 n_things,
                            WeftTrackLegendEntry *entries, guint max);

/* The hatch of what has no value, over a box in the colour of its class. */
void weft_row_colors_hatch (const WeftStyle *style, int x, int y, int width, int height,
                            WeftPaintList *list);

/* As weft_track_view_box(), of a thing of a class. */
void weft_row_colors_paint_box (const WeftRowColors *self, guint class, const WeftTrackView *view,
                                WeftPaintList *list, gint64 first, gint64 last, int y, int height,
                                const char *text);

G_END_DECLS
