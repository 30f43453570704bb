/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-paint-list.h"
#include "weft-style.h"
#include "weft-trace.h"
#include "weft-track-figure.h"

G_BEGIN_DECLS

/* A small picture of a trace, from which one sees what kind of file it is and what it is about: the
 * first ops of a pipeline, the map of a network, the tracks of what has tracks. No header, no
 * minimap, no legend. Beside it the words for what a trace is made of. */

/* The box that a picture fills. */
typedef struct
{
  WeftStyle *style;
  int width; /* device pixels */
  int height;
  GCancellable *cancellable; /* nullable */
  WeftPaintList *list;       /* where the picture is appended */
  guint64 n_shown;           /* how many of the trace's rows it is of */
} WeftThumbnail;

/* A family's own functions. */
typedef struct
{
  GType (*get_trace_type) (void);

  /* Appends the picture; FALSE where there is nothing to draw, or when cancelled. */
  gboolean (*paint) (WeftTrace *trace, WeftThumbnail *picture);

  /* The rows there are so far; of `is_few`, those that are told only when all was read. */
  guint64 (*count_rows) (WeftTrace *trace);
  gboolean is_few;

  /* A format with "%s" for the number: "%s ops", "more than %s ops" where not all was read, and "The
   * first %s ops"; translated. */
  const char *(*get_rows_format) (guint64 n, gboolean whole);
  const char *(*get_part_format) (guint64 n);
} WeftThumbnailKind;

extern const WeftThumbnailKind
  *const weft_thumbnail_kinds[]; /* weft-thumbnails.c; ends with NULL */

/* Appends the picture of what the trace holds, opaque, with its corner at (0, 0), `width` × `height`
 * device pixels. On any thread, of a trace that no reader adds to any more. `n_shown` is how many of
 * the trace's rows (ops, accesses, events, programs) the picture is of. FALSE, with nothing appended
 * that is worth to be shown, where there is nothing to draw, or when cancelled. */
gboolean weft_thumbnail_paint (WeftTrace *trace, WeftStyle *style, int width, int height,
                               GCancellable *cancellable, WeftPaintList *list, guint64 *n_shown);

/* "1 234 ops", or "more than 1 234 ops" where not all of the file was read: (transfer full). */
char *weft_thumbnail_describe_rows (WeftTrace *trace, gboolean whole);

/* "The first 30 ops", or "All of it": (transfer full). */
char *weft_thumbnail_describe_part (WeftTrace *trace, guint64 n_shown, gboolean whole);

/* For families: all of the time that the figure knows of, in tracks below one another. */
void weft_thumbnail_paint_tracks (WeftTrackScene *scene, WeftTrackFigure *figure,
                                  WeftThumbnail *picture);

/* For families: the formats of those whose rows are events. */
const char *weft_thumbnail_events_format (guint64 n, gboolean whole);
const char *weft_thumbnail_events_part_format (guint64 n);

G_END_DECLS
