/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-expression.h"
#include "weft-histogram.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Figures of programs in a live trace, or in a part of its time, that do not change any more.
 * Of evicted rows nothing is known but what stays of them for the whole session. Lengths are ns.
 * (WeftLiveStats is a frame of the protocol.) */

#define WEFT_TYPE_LIVE_FIGURES (weft_live_figures_get_type ())
G_DECLARE_FINAL_TYPE (WeftLiveFigures, weft_live_figures, WEFT, LIVE_FIGURES, GObject)

/* The time of the figures is looked at in so many parts of equal length. */
#define WEFT_LIVE_TIME_PARTS 24

typedef struct
{
  WeftHistogram lengths; /* of the rows there are; first, for weft-histogram-cells.h */
  guint32 program;
  guint64
    n; /* without a range: of the whole session, exact whatever was evicted, or lost on the way here and
              * summed up by the daemon; all else is of the rows there are */
  double share;                         /* of the time of all programs, 0 to 1 */
  WeftCycleRange longest;               /* the longest of those rows; empty: none takes any time */
  double rate;                          /* of those rows, per second of the range */
  guint32 starts[WEFT_LIVE_TIME_PARTS]; /* how often it began in each part of the time */
} WeftLiveProgramFigures;

typedef struct
{
  WeftHistogram gaps; /* between programs, without stalls and what was lost; first, likewise */
  WeftLiveLane lane;
  gint64 from, to;   /* the part of the range that the rows cover; from = to where none do */
  guint64 busy_ns;   /* union of its programs */
  guint64 stall_ns;  /* the dispatcher waited */
  guint64 lost_ns;   /* what happened then is not known */
  guint64 unseen_ns; /* of from to to: its rows were evicted before they were counted */
  guint64
    dark_ns; /* of the range: before its first record or since its connection was lost; nothing is
                      * known of that */
  WeftCycleRange longest_gap, longest_stall, longest_loss; /* empty: there is none */
  guint64 n_programs;
  double utilization; /* busy ÷ time that was seen; NaN where there is none */
  double uncertainty; /* lost ÷ that time: the utilization may be more by so much */
} WeftLiveStreamFigures;

/* A host, and its streams together. */
typedef struct
{
  WeftLiveHost host;
  guint number; /* from 0 */
  guint n_streams;
  guint64 delivered, lost;
} WeftLiveHostFigures;

/* The time whose rows were counted, in ns. */
static inline double
weft_live_stream_figures_get_seen (const WeftLiveStreamFigures *stream)
{
  return (double) (stream->to - stream->from) - (double) stream->unseen_ns;
}

/* The rows that the figures of programs are of. */
typedef enum
{
  WEFT_LIVE_SCOPE_SESSION, /* all that there ever were */
  WEFT_LIVE_SCOPE_MEMORY,  /* those that are left */
  WEFT_LIVE_SCOPE_RANGE,
} WeftLiveScope;

struct _WeftLiveFigures
{
  GObject parent_instance;

  WeftLiveTrace *trace;
  WeftCycleRange range;
  gint64 from, to;      /* the part of the range that all lanes still have rows of */
  gboolean is_filtered; /* programs are of the records that pass a filter, streams of all */
  GArray *programs;     /* WeftLiveProgramFigures, those that took the most time first */
  GArray *streams;      /* WeftLiveStreamFigures, by lane */
  GArray *hosts;        /* WeftLiveHostFigures */
  guint64 n_programs;   /* rows of programs in the range */
  GArray *findings;     /* of a whole session, for who asks for them; nullable */
  WeftLiveScope scope;
  gboolean is_dark[WEFT_LIVE_TIME_PARTS]; /* of some time of the part some stream says nothing */
};

/* Reads all rows of the range (NULL: all), and counts the programs of those for which the filter (nullable)
 * holds. NULL where it was cancelled. Any thread. */
WeftLiveFigures *weft_live_figures_new (WeftLiveTrace *trace, const WeftCycleRange *range,
                                        const WeftExpression *filter, GCancellable *cancellable);

G_END_DECLS
