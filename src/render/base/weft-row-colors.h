/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-track.h"

G_BEGIN_DECLS

/* Colours of the things of a picture by a column of facts about them: by steps of a ramp where it has numbers, by
 * categories where it has words. A thing that no fact is about has the colour of what is unknown. Immutable; any
 * thread. */

/* Things are in classes, of which these two are not classes of values: words beyond those that have a colour of their
 * own, and no value. */
#define WEFT_ROW_COLORS_OTHER (WEFT_STYLE_N_CATEGORIES - 2)
#define WEFT_ROW_COLORS_NONE (WEFT_STYLE_N_CATEGORIES - 1)

typedef struct
{
  gatomicrefcount ref_count;
  char *title;      /* of the column */
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
} WeftRowColors;

/* Row i of the facts is about the thing items[i], G_MAXUINT32: about none; of several rows about the same one the last
 * counts. NULL where `column` has neither a number nor a word. Where it has both,
 * numbers are taken as words. */
WeftRowColors *weft_row_colors_new (const WeftFacts *facts, guint column, const guint32 *items);
WeftRowColors *weft_row_colors_ref (WeftRowColors *self);
void weft_row_colors_unref (WeftRowColors *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftRowColors, weft_row_colors_unref)

static inline guint
weft_row_colors_classify (const WeftRowColors *self, guint32 row)
{
  return row < self->n_rows ? self->classes[row] : WEFT_ROW_COLORS_NONE;
}

/* The colour of a class. */
WeftColor weft_row_colors_get (const WeftRowColors *self, const WeftStyle *style, guint class);

/* The name of a class; NULL: it is a step of the ramp. */
const char *weft_row_colors_name (const WeftRowColors *self, guint class);

/* The entries of a legend, of which there may be up to `max`: returns how many. They live as long as the colours. */
guint weft_row_colors_list (const WeftRowColors *self, const WeftStyle *style,
                            WeftTrackLegendEntry *entries, guint max);

G_END_DECLS
