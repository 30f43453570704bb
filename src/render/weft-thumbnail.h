/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-paint-list.h"
#include "weft-style.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* A small picture of a trace, from which one sees what kind of file it is and what it is about: the
 * first ops of a pipeline, the map of a network, the tracks of what has tracks. No header, no
 * minimap, no legend. */

/* Appends the picture of what the trace holds, opaque, with its corner at (0, 0), `width` × `height`
 * device pixels. On any thread, of a trace that no reader adds to any more. `n_shown` is how many of
 * the trace's rows (ops, accesses, events, programs) the picture is of. FALSE, with nothing appended
 * that is worth to be shown, where there is nothing to draw, or when cancelled. */
gboolean weft_thumbnail_paint (WeftTrace *trace, WeftStyle *style, int width, int height,
                               GCancellable *cancellable, WeftPaintList *list, guint64 *n_shown);

G_END_DECLS
