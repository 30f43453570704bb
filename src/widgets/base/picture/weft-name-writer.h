/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-style.h"
#include "weft-tile-view.h"

G_BEGIN_DECLS

/* Writes the names of long things over the tiles that show them, each once, in what is in sight of the thing
 * (weft-track-names.h). Texts are drawn once and kept, so that a frame only places them. Main thread only. */

typedef struct _WeftNameWriter WeftNameWriter;

WeftNameWriter *weft_name_writer_new (void);
void weft_name_writer_free (WeftNameWriter *self);

/* Writes those of the tiles that are shown, whose notes are WeftTrackNames, in device pixels. */
void weft_name_writer_snapshot (WeftNameWriter *self, WeftTileView *tiles, WeftStyle *style,
                                GtkSnapshot *snapshot);

G_END_DECLS
