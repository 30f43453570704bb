/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A number over time, of which each point holds until the next: a counter. Zero-initialize, add all
 * points, finish; then immutable, for any thread. */

typedef struct
{
  gint64 time;
  double value;
} WeftSeriesPoint;

/* The least and the most of some points. */
typedef struct
{
  double least;
  double most;
} WeftSeriesBounds;

typedef struct
{
  WeftSeriesPoint *points; /* by time */
  guint32 n_points;
  WeftSeriesBounds
    *blocks; /* of so many points each, so that a picture of all costs no more than one of few */
  double bottom; /* 0, or the least value below it */
  double top;    /* the largest value; above `bottom` */
} WeftSeries;

/* Makes room for so many points at once. */
void weft_series_reserve (WeftSeries *self, guint32 n_points);

/* Adds one, for which there is room. Of those at the same time the last one counts. */
void weft_series_add (WeftSeries *self, gint64 time, double value);
void weft_series_finish (WeftSeries *self);
void weft_series_clear (WeftSeries *self);

/* Its values in [first, last). */
typedef struct
{
  double least;
  double most;
  double final; /* at the end */
} WeftSeriesExtent;

/* FALSE where there is no point before `last`. */
gboolean weft_series_measure (const WeftSeries *self, gint64 first, gint64 last,
                              WeftSeriesExtent *extent);

G_END_DECLS
