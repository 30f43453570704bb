/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-scene.h"
#include "weft-npu-trace-private.h"
#include "weft-track-layout.h"

/* What the painters of an NPU run's tracks share. */

typedef struct
{
  WeftNpuSceneOptions options;
  double top;       /* of the bandwidth's axis, bytes per cycle, above 0 */
  char *heat_text;  /* of the legend */
  char *bank_text;  /* likewise; NULL: no bank is named */
  GArray *phases;   /* WeftNpuPhase, by start; they do not overlap */
  WeftColor *hints; /* by words of the trace: what colour they name, WEFT_COLOR_NONE for none */
  guint n_hints;
  gboolean has_hints; /* some word names a colour */
} WeftNpuScene;

/* Tokens of one phase that follow one another. */
typedef struct
{
  guint32 name;
  guint n_tokens;
  gint64 start;
  gint64 end;
} WeftNpuPhase;

/* (transfer full) */
GArray *weft_npu_find_phases (const WeftNpuSnapshot *snapshot);

/* The phase that touches [*first, *last), in words: (transfer full), and its time. NULL: there is
 * none. */
char *weft_npu_describe_phase (const WeftNpuScene *scene, gint64 *first, gint64 *last);

/* The ticks of a column of pixels, at least one of them: [*first, *last). */
void weft_npu_column_ticks (const WeftTrackView *view, int x, gint64 *first, gint64 *last);

/* The same for columns from left to right: `*edge` is the tick at the column's left edge, and becomes that of
 * the next. */
static inline void
weft_npu_next_column (const WeftTrackView *view, int x, gint64 *edge, gint64 *first, gint64 *last)
{
  *first = *edge;
  *edge = weft_track_view_tick (view, (double) x + 1);
  *last = MAX (*edge, *first + (*first < G_MAXINT64));
}

/* Part of a track's height that a sub-lane has. */
void weft_npu_get_sub (const WeftTrackView *view, guint n_subs, guint sub, int *y, int *height);

/* The colour of an engine's kind. */
WeftColor weft_npu_kind_color (const WeftStyle *style, WeftNpuLaneKind kind);

WeftColor weft_npu_phase_color (const WeftNpuScene *scene, const WeftStyle *style, guint32 name);

/* The painters, each of one sort of track. Coordinates are those of the list. */
void weft_npu_paint_lane (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                          WeftPaintList *list);
void weft_npu_paint_phases (const WeftNpuScene *scene, const WeftTrackView *view,
                            WeftPaintList *list);
void weft_npu_paint_tokens (const WeftNpuScene *scene, const WeftTrackView *view,
                            WeftPaintList *list);
void weft_npu_paint_markers (const WeftNpuScene *scene, const WeftTrackView *view,
                             WeftPaintList *list);
void weft_npu_paint_bandwidth (const WeftNpuScene *scene, const WeftTrackView *view,
                               WeftPaintList *list);
void weft_npu_paint_kv (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list);
void weft_npu_paint_heat (const WeftNpuScene *scene, gboolean is_write, const WeftTrackView *view,
                          WeftPaintList *list);
void weft_npu_paint_utilization (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                                 WeftPaintList *list);

void weft_npu_paint_series (const WeftNpuScene *scene, guint number, const WeftTrackView *view,
                            WeftPaintList *list);

void weft_npu_paint_bank (const WeftNpuScene *scene, guint place, const WeftTrackView *view,
                          WeftPaintList *list);

/* What a series was in [first, last), in words: (transfer full). */
char *weft_npu_describe_series (const WeftNpuScene *scene, guint number, gint64 first, gint64 last);

/* What goes from lane to lane, as WeftTrackPainter has it: arrows from events to those that waited for
 * them. */
void weft_npu_paint_arrows (gpointer data, WeftTrackLayout *layout, const WeftTrackView *view,
                            WeftPaintList *list);

/* The sub-lane of a lane's events that has the one in `row`; G_MAXUINT: none has. */
guint weft_npu_find_sub (const WeftNpuScene *scene, guint lane, guint32 row);

/* What the windows that touch [first, last) moved. */
typedef struct
{
  double read; /* bytes per cycle, on the average of the windows' cycles */
  double write;
  double kv;
  double top; /* the most that one window moved, read and write together */
  guint32 n_windows;
} WeftNpuFlow;

/* The least that the axis of bandwidth shows, bytes per cycle. */
double weft_npu_get_bottom (const WeftNpuScene *scene);

void weft_npu_get_flow (const WeftNpuBandwidth *bandwidth, gint64 first, gint64 last,
                        WeftNpuFlow *flow);

/* What is hit, as WeftTrackPainter has it. */
void weft_npu_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                        double y, WeftTrackHit *hit);
gboolean weft_npu_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from,
                        int direction, WeftTrackHit *hit);
