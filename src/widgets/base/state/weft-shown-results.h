/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-row-colors.h"
#include "weft-series.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Results of queries that a picture shows: colours of its things, and graphs below it over its time. Every view state
 * has them. Main thread only.
 *
 * Signal "changed", without arguments but the results. */

#define WEFT_TYPE_SHOWN_RESULTS (weft_shown_results_get_type ())
G_DECLARE_FINAL_TYPE (WeftShownResults, weft_shown_results, WEFT, SHOWN_RESULTS, GObject)

typedef struct
{
  char *title; /* of the column */
  WeftFieldUnit unit;
  char *source;     /* the query: a graph of the same one and title takes its place */
  gboolean partial; /* that was asked while the trace still grew, */
  gint64 until;     /* when it reached so far: later times it says nothing of. G_MAXINT64: of all */
  WeftSeries series;
} WeftShownGraph;

void weft_shown_graph_free (WeftShownGraph *graph);

/* There are no more graphs than this. */
#define WEFT_MAX_SHOWN_GRAPHS 8u

/* The results of a state, which owns them: (transfer none). */
WeftShownResults *weft_shown_results_get (WeftViewState *state);

/* Whether the picture can have colours of a query: a family says so of its states, before they are shown. */
void weft_shown_results_set_colorable (WeftShownResults *self);
gboolean weft_shown_results_is_colorable (WeftShownResults *self);

/* Colours in the place of those that a picture has by itself; NULL: those. Those of the same query as before are no step
 * to undo. */
void weft_shown_results_set_colors (WeftShownResults *self, WeftRowColors *colors);
WeftRowColors *
weft_shown_results_get_colors (WeftShownResults *self); /* (transfer none) (nullable) */

/* Those that a state's picture has now, held: (transfer full) (nullable). */
WeftRowColors *weft_shown_results_ref_colors (WeftViewState *state);

/* Takes the graph, below the others or in the place of its predecessor, which is no step to undo. FALSE where there is no room for it: it is freed. */
gboolean weft_shown_results_add_graph (WeftShownResults *self, WeftShownGraph *graph);
guint weft_shown_results_get_n_graphs (WeftShownResults *self);
const WeftShownGraph *weft_shown_results_get_graph (WeftShownResults *self, guint index);
void weft_shown_results_remove_graph (WeftShownResults *self, guint index);

/* Whether a track, or colours, of the query are shown. */
gboolean weft_shown_results_has_track (WeftShownResults *self, const char *source);
gboolean weft_shown_results_has_colors (WeftShownResults *self, const char *source);

/* The queries whose results are shown, as an array of whether it is the colours', and the query: (transfer full) (nullable),
 * NULL where there are none. `partial`: those alone that were asked while the trace still grew. */
#define WEFT_SHOWN_RESULTS_TYPE G_VARIANT_TYPE ("a(bs)")
GVariant *weft_shown_results_save (WeftShownResults *self, gboolean partial);

/* Whether something was shown or taken away, and how it was before that. */
gboolean weft_shown_results_can_undo (WeftShownResults *self);
void weft_shown_results_undo (WeftShownResults *self);

G_END_DECLS
