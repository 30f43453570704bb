/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "weft-axis.h"
#include "weft-clock.h"

G_BEGIN_DECLS

/* The time that views look at: its unit, how far it goes, the part that is in sight, where the
 * cursor is and which range is brushed. Every view state has one; states that have the same one (of
 * two runs that are compared, of a chart below a picture) scroll, zoom and brush together, each in
 * pixels of its own. Main thread only.
 *
 * Times are ticks of the trace; ranges are half-open.
 *
 * Signals, all without arguments but the axis:
 *   "unit"       the unit or its rate changed
 *   "range"      how far the time goes changed, or what of it is folded
 *   "visible"    the part in sight changed
 *   "cursor"     the cursor moved, came or went
 *   "selection"  the brushed range changed */

#define WEFT_TYPE_TIME_AXIS (weft_time_axis_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimeAxis, weft_time_axis, WEFT, TIME_AXIS, GObject)

typedef struct
{
  WeftAxisUnit unit;
  const char *name;        /* for WEFT_AXIS_COUNT: "cycles", static, to be translated; else NULL */
  gint64 ticks_per_unit;   /* ≥ 1 */
  gint64 zero;             /* the tick that is written as 0 */
  double ticks_per_second; /* 0: not known */
  gboolean in_time;        /* of counts whose rate is known, the time is written first */
} WeftTimeUnit;

/* One tick is one cycle, and nobody knows how long that is. */
#define WEFT_TIME_UNIT_CYCLES ((WeftTimeUnit){ WEFT_AXIS_COUNT, "cycles", 1, 0, 0, FALSE })

/* A part of time that need not begin or end with a tick. Where ticks are folded, it is counted in the
 * places that they are laid in. */
typedef struct
{
  gint64 start;
  double fraction; /* how far into that tick it begins, 0 to below 1 */
  double length;   /* ticks; 0: nothing is in sight yet */
} WeftTimeSpan;

/* Whether it can be in sight: one that was kept in a file may be anything. */
gboolean weft_time_span_is_valid (const WeftTimeSpan *span);

/* As a value that can be kept, and back: FALSE where that is none, or none that can be in sight. */
GVariant *weft_time_span_write (const WeftTimeSpan *span);
gboolean weft_time_span_read (GVariant *value, WeftTimeSpan *span);

WeftTimeAxis *weft_time_axis_new (const WeftTimeUnit *unit);

const WeftTimeUnit *weft_time_axis_get_unit (WeftTimeAxis *self);
void weft_time_axis_set_unit (WeftTimeAxis *self, const WeftTimeUnit *unit);

/* Shown times count from that tick on. Those of traces that count ticks do not. */
void weft_time_axis_count_from (WeftTimeAxis *self, gint64 zero);

/* How many ticks a second has by what a trace itself says, which it may say only while it is read; 0:
 * not known. It holds until the user says otherwise. */
double weft_time_axis_get_known_rate (WeftTimeAxis *self);
void weft_time_axis_set_known_rate (WeftTimeAxis *self, double ticks_per_second);

/* How long a tick is, and whether times come first. Without a rate where the unit is a time itself, as
 * nothing stands beside that. */
WeftClock weft_time_axis_get_clock (WeftTimeAxis *self);

/* How far the time goes: all that its owners' traces cover. `owner` is a pointer that tells them
 * apart; first = last takes its part away. */
void weft_time_axis_set_range (WeftTimeAxis *self, gpointer owner, gint64 first, gint64 last);

/* FALSE where no trace covers anything; then both are 0. */
gboolean weft_time_axis_get_range (WeftTimeAxis *self, gint64 *first, gint64 *last);

/* The part that one of the owners covers: FALSE where it is nothing. */
gboolean weft_time_axis_get_part (WeftTimeAxis *self, gpointer owner, gint64 *first, gint64 *last);

/* --- what is folded --- */

/* Stretches of an owner's trace that can be drawn shorter than they are (nullable), as long as the time
 * is its alone: where others have the same time, nothing is. The part in sight stays; "range" tells. The same
 * again change nothing, nor what of them was opened. */
void weft_time_axis_set_folds (WeftTimeAxis *self, gpointer owner, WeftFolds *folds);

/* The stretches that are folded now: (nullable). */
WeftFolds *weft_time_axis_get_folds (WeftTimeAxis *self);

/* Whether there is anything to fold, folded or not. */
gboolean weft_time_axis_can_fold (WeftTimeAxis *self);

/* Whether what can be folded is: the property "fold-empty", at first TRUE. Both ends what was opened
 * one by one. */
void weft_time_axis_set_folding (WeftTimeAxis *self, gboolean folding);

/* Draws the fold that a tick lies in as long as it is. Does nothing where there is none. */
void weft_time_axis_open_fold (WeftTimeAxis *self, gint64 tick);

/* The place of a tick, and the first tick at a place; of a part of time in ticks, that in places, and the
 * other way round. */
gint64 weft_time_axis_lay (WeftTimeAxis *self, gint64 tick);
gint64 weft_time_axis_find (WeftTimeAxis *self, gint64 place);
WeftTimeSpan weft_time_axis_lay_span (WeftTimeAxis *self, const WeftTimeSpan *ticks);
WeftTimeSpan weft_time_axis_find_span (WeftTimeAxis *self, const WeftTimeSpan *places);

/* "12.4 ms without events", of the fold that a tick lies in: (transfer full) (nullable). */
char *weft_time_axis_describe_fold (WeftTimeAxis *self, gint64 tick);

/* --- what is in sight --- */

/* How far the time goes, in places: as weft_time_axis_get_range(). */
gboolean weft_time_axis_get_extent (WeftTimeAxis *self, gint64 *first, gint64 *last);

/* The ticks in sight, half-open, and the one in the middle. */
void weft_time_axis_get_seen (WeftTimeAxis *self, gint64 *first, gint64 *last);
gint64 weft_time_axis_get_middle (WeftTimeAxis *self);

void weft_time_axis_set_visible (WeftTimeAxis *self, const WeftTimeSpan *span);

/* Shows all that traces cover, where they cover anything. */
void weft_time_axis_show_all (WeftTimeAxis *self);
const WeftTimeSpan *weft_time_axis_get_visible (WeftTimeAxis *self);

/* Whether the latest there is is in sight, and bringing it there, as close as now. */
gboolean weft_time_axis_shows_end (WeftTimeAxis *self);
void weft_time_axis_show_end (WeftTimeAxis *self);

void weft_time_axis_set_cursor (WeftTimeAxis *self, gint64 tick);
void weft_time_axis_unset_cursor (WeftTimeAxis *self);
gboolean weft_time_axis_get_cursor (WeftTimeAxis *self, gint64 *tick);

/* Brushes a range; first ≥ last clears it. */
void weft_time_axis_select (WeftTimeAxis *self, gint64 first, gint64 last);

/* The same of what lies in the axis's range of it: one that was kept in a file may be anything. */
void weft_time_axis_select_within (WeftTimeAxis *self, gint64 first, gint64 last);
gboolean weft_time_axis_get_selection (WeftTimeAxis *self, gint64 *first, gint64 *last);

/* A point in time for people, from the unit's zero: "12 345 cycles", and where the rate is known how
 * long that is: "12 345 cycles (12.3 µs)", or "12.345 µs (12 345 cycles)". (transfer full) */
char *weft_time_axis_format_time (WeftTimeAxis *self, gint64 tick);

/* Likewise a length of time, in ticks. */
char *weft_time_axis_format_duration (WeftTimeAxis *self, gint64 ticks);

/* A range of time with its length: "1 200 – 1 450 cycles · Δ 250 cycles". (transfer full) */
char *weft_time_axis_format_range (WeftTimeAxis *self, gint64 first, gint64 last);

/* How much is in sight, and where that is not all, of how much: "39 cycles of 401 cycles". (transfer
 * full) */
char *weft_time_axis_format_zoom (WeftTimeAxis *self);

/* Errors of going to places. Messages are translated, and say what would be right. */
#define WEFT_GO_TO_ERROR (weft_go_to_error_quark ())
GQuark weft_go_to_error_quark (void);

typedef enum
{
  WEFT_GO_TO_ERROR_SYNTAX,
  WEFT_GO_TO_ERROR_NOT_FOUND,
} WeftGoToError;

/* "1,000", "1_000", with the unit before or behind: the time in units, from the unit's zero. FALSE with
 * an error of WEFT_GO_TO_ERROR where it is no such time, or not one that a trace covers. */
gboolean weft_time_axis_parse_time (WeftTimeAxis *self, const char *text, gint64 *tick,
                                    GError **error);

/* The axis as rulers and grids paint it, for what is in sight in `width` device pixels. FALSE where
 * nothing is. */
gboolean weft_time_axis_get_ruler (WeftTimeAxis *self, int width, WeftAxis *ruler);

G_END_DECLS
