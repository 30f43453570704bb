/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-facts.h"
#include "weft-filterable.h"
#include "weft-runner.h"
#include "weft-tracks-state.h"

G_BEGIN_DECLS

/* The state of a view that is all tracks of events, which are rows of the trace: they can be
 * filtered, what is shown of them is derived on a worker, and one may be selected. A family derives
 * its own from it and says how its rows are asked for and found.
 *
 * Signal "result": there is another result. */

#define WEFT_TYPE_EVENTS_STATE (weft_events_state_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftEventsState, weft_events_state, WEFT, EVENTS_STATE, WeftTracksState)

/* The parts of a result that are shown. */
typedef struct
{
  WeftTrackScene *scene; /* (transfer none) */
  gint64 first;          /* the time that the trace covers: [first, last) */
  gint64 last;
  gint64 start_first; /* what is worth looking at first; nothing where it is empty */
  gint64 start_last;
  WeftFolds *folds; /* (transfer none) (nullable): of the stretches in which nothing happens */
} WeftEventsPicture;

/* A family gives all of these, but those that say which row is selected, and where a row stands. */
struct _WeftEventsStateClass
{
  WeftTracksStateClass parent_class;

  /* Asks the runner for what passes `filter` (transfer full) (nullable: all) and statistics of
   * `range`. */
  void (*ask) (WeftEventsState *self, WeftExpression *filter, const WeftCycleRange *range);

  /* There is a result, and it shows this; it goes into the tracks next. */
  void (*take_result) (WeftEventsState *self, WeftResult *result, WeftEventsPicture *picture);

  /* Places in the runner's question: of a WeftExpression *, the filter, and of a gboolean, whether the
   * trace is still read, so that the result is of a part of it. */
  gsize filter_offset;
  gsize loading_offset;

  /* How many rows of the result pass its filter. */
  void (*count_rows) (WeftResult *result, guint64 *shown, guint64 *all);

  /* "60 of 1 234 events", from both numbers in words, the second of which is `n_all`:
   * (transfer full). */
  char *(*describe_count) (const char *shown, const char *all, guint64 n_all);

  /* Where a row of the result is. FALSE where it is nowhere. Not asked of a family that says by itself
   * which row is selected, and selects one. */
  gboolean (*find_row) (WeftResult *result, guint32 row, WeftTrackHit *hit);

  guint32 (*get_selected) (WeftEventsState *self);
  void (*show_row) (WeftEventsState *self, guint32 row, gboolean jump);

  /* The row that is nearest to a line of the file; WEFT_NO_ROW: none. */
  guint32 (*find_line) (WeftResult *result, gint64 line);

  /* The table of what passes the filter. */
  WeftFacts (*get_facts) (WeftResult *result);

  /* Of searches: the fields of rows, and the table of all rows with those that are searched, which lives as
   * long as the result; when what stands in a place of that begins; the rows of the trace that pass the filter
   * (nullable: all). Where places, of this table or that of what passes, are no rows: which row one is, and
   * where a row stands. */
  const WeftSchema *schema;
  WeftFacts (*get_all) (WeftResult *result);
  gint64 (*get_time) (gpointer data, guint place);
  const WeftBitset *(*get_passing) (WeftResult *result);
  guint32 (*get_item) (gpointer data, guint place);
  guint (*find_place) (WeftResult *result, guint32 row);

  /* Of filters. */
  const WeftLanguage *(*get_language) (void);
  char **(*list_values) (int function, const WeftField *field, gpointer trace);
};

/* A property of the family's state that is kept at `offset` of its struct, as an int or gboolean: what
 * is shown depends on it, so another one is asked for when it is set. */
void weft_events_state_class_add_option (WeftEventsStateClass *klass, GParamSpec *pspec,
                                         glong offset);

/* In place of weft_tracks_state_set_up(); asks for a first result. */
void weft_events_state_set_up (WeftEventsState *self, WeftTrace *trace, const WeftTimeUnit *unit,
                               WeftRunner *runner);

/* (transfer none) */
WeftRunner *weft_events_state_get_runner (WeftEventsState *self);

/* The latest result, of the family's type: (transfer none) (nullable). */
gpointer weft_events_state_get_result (gpointer self);

/* Asks again: what the family shows is another. */
void weft_events_state_ask (WeftEventsState *self);

/* The selected row; WEFT_NO_ROW: none. */
guint32 weft_events_state_get_selected (WeftEventsState *self);

/* Selects the event in `row`, brings it into sight where it is not, or (`jump`) into the middle. */
void weft_events_state_show_row (WeftEventsState *self, guint32 row, gboolean jump);

G_END_DECLS
