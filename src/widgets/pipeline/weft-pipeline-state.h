/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-pipeline-renderer.h"
#include "weft-pipeline-selection.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* The view state of a pipeline: with what every view shares, its rows, its viewport, and what is
 * selected and under the pointer. The brushed range of cycles and the cursor are those of the axis;
 * what is in sight of the axis is what the viewport shows, but in the straightened layout, which has
 * no time of the trace, and leaves the axis as it was.
 *
 * Lengths in viewports are device pixels.
 *
 * Properties, all of which notify:
 *   "hide-flushed"  (boolean) whether what was flushed has no rows
 *   "order"       (WeftRowsOrder) of the rows: by the fetch at first
 *   "follow"      (boolean, on at first) whether vertical movement takes the picture along sideways, so
 *                 that the execution stays in view
 *   "structures"  (boolean) whether the occupancy of the core's structures is shown below the picture
 *   "infer", "phases", "width"  (boolean, string, int) the WeftPipelineAssumptions of the trace */

GType weft_rows_order_get_type (void);
#define WEFT_TYPE_ROWS_ORDER (weft_rows_order_get_type ())

#define WEFT_TYPE_PIPELINE_STATE (weft_pipeline_state_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineState, weft_pipeline_state, WEFT, PIPELINE_STATE, WeftViewState)

/* A state for `trace`, and a worker that keeps its rows up to date while it grows. */
WeftPipelineState *weft_pipeline_state_new (WeftPipelineTrace *trace);

WeftPipelineTrace *weft_pipeline_state_get_trace (WeftPipelineState *self); /* (transfer none) */
WeftPipelineRows *weft_pipeline_state_get_rows (WeftPipelineState *self);   /* (transfer none) */

/* Whether more of its trace is to come. */
gboolean weft_pipeline_state_is_loading (WeftPipelineState *self);

/* The newest snapshot that the rows were made of: (transfer full). */
WeftPipelineSnapshot *weft_pipeline_state_ref_snapshot (WeftPipelineState *self);

const WeftPipelineExtent *weft_pipeline_state_get_extent (WeftPipelineState *self);

/* --- looks ------------------------------------------------------------------------------------- */

/* Scene for the renderer at the present viewport; valid until the state changes. */
void weft_pipeline_state_get_scene (WeftPipelineState *self, WeftPipelineScene *scene);

void weft_pipeline_state_set_layout (WeftPipelineState *self, WeftPipelineLayout layout);
void weft_pipeline_state_set_lanes (WeftPipelineState *self, WeftPipelineLanes lanes,
                                    gboolean fixed_op_height);
void weft_pipeline_state_set_scheme (WeftPipelineState *self, WeftPipelineScheme scheme);

/* Whether the log attributes stalls of ops to reasons, which WEFT_SCHEME_REASON shows. */
gboolean weft_pipeline_state_has_reasons (WeftPipelineState *self);

/* The colours of WEFT_SCHEME_CUSTOM (nullable), which must live as long as the program. */
void weft_pipeline_state_set_custom (WeftPipelineState *self, const WeftPipelineCustom *custom);
void weft_pipeline_state_set_arrows (WeftPipelineState *self, WeftPipelineArrows arrows);
gboolean weft_pipeline_state_get_hide_flushed (WeftPipelineState *self);
gboolean weft_pipeline_state_get_shows_structures (WeftPipelineState *self);

/* --- place -------------------------------------------------------------------------------------- */

const WeftPipelineViewport *weft_pipeline_state_get_viewport (WeftPipelineState *self);

/* Where the picture will stand when the present glide ends: what the next step starts from. */
const WeftPipelineViewport *weft_pipeline_state_get_target (WeftPipelineState *self);

/* The canvas has this size; the first call opens the picture at its first ops. */
void weft_pipeline_state_resize (WeftPipelineState *self, int width, int height);

/* Moves at once. */
void weft_pipeline_state_set_viewport (WeftPipelineState *self, WeftPipelineViewport viewport);

/* Glides there within 150 ms, or moves at once where animations are off. */
void weft_pipeline_state_glide (WeftPipelineState *self, WeftPipelineViewport viewport);

/* Moves by device pixels; `dy` takes the picture along where it follows the execution. */
void weft_pipeline_state_pan (WeftPipelineState *self, double dx, double dy);

/* Zooms around a point of the canvas, gliding; factors as weft_pipeline_viewport_zoom(). */
void weft_pipeline_state_zoom (WeftPipelineState *self, double x, double y, double factor_x,
                               double factor_y);

/* The same at once: for pinching, which is smooth by itself. */
void weft_pipeline_state_zoom_now (WeftPipelineState *self, double x, double y, double factor_x,
                                   double factor_y);

/* To be called on every frame of the canvas. TRUE while a glide goes on. */
gboolean weft_pipeline_state_advance (WeftPipelineState *self, gint64 frame_time);

/* The selection comes into the window, as large as is pleasant; where it is there already, or nothing
 * is selected, the whole log does. */
void weft_pipeline_state_fit (WeftPipelineState *self);
void weft_pipeline_state_fit_all (WeftPipelineState *self);

/* To the size at which names are legible, around the pointer or the selected op. */
void weft_pipeline_state_zoom_to_read (WeftPipelineState *self);

/* To the same size, where the ops of the cycle at a point of the canvas come there. */
void weft_pipeline_state_zoom_to_cycle (WeftPipelineState *self, double x, double y);

/* "Adjust position": the first op in the window begins at its left edge. */
void weft_pipeline_state_adjust (WeftPipelineState *self);

/* Brings the op's fetch to the left edge, at a size at which names can be read; or (`gently`) moves only
 * where the op is out of sight, or too far out to be seen. */
void weft_pipeline_state_show_op (WeftPipelineState *self, guint32 op, gboolean gently);
/* Likewise, but with that cycle of the trace in sight, in the middle where the op is long. */
void weft_pipeline_state_show_op_at (WeftPipelineState *self, guint32 op, gint64 cycle);
void weft_pipeline_state_show_cycle (WeftPipelineState *self, gint64 cycle);

/* --- selection ------------------------------------------------------------------------------------ */

const WeftPipelineSelection *weft_pipeline_state_get_selection (WeftPipelineState *self);

/* Selects an op, or one of its stages, everywhere; ranges stay. */
void weft_pipeline_state_select (WeftPipelineState *self, guint32 op, guint stage);

/* Brushes a range of cycles (first < last) or of rows; clears it where first = last. */
void weft_pipeline_state_select_cycles (WeftPipelineState *self, gint64 first, gint64 last);
void weft_pipeline_state_select_rows (WeftPipelineState *self, guint32 first, guint32 last);

/* Moves the selection by rows, or among the stages of the op (at the ends: stays). */
void weft_pipeline_state_move_selection (WeftPipelineState *self, int rows, int stages);

/* --- hover ----------------------------------------------------------------------------------------- */

/* The hit at the pointer: (transfer none), type WEFT_PIPELINE_HIT_NOTHING when it is elsewhere. */
const WeftPipelineHit *weft_pipeline_state_get_hover (WeftPipelineState *self);

/* The pointer is at a point of the canvas, or (`inside` FALSE) nowhere. */
void weft_pipeline_state_set_pointer (WeftPipelineState *self, gboolean inside, double x, double y);

/* Whether the pointer is on the canvas, and where (device pixels). */
gboolean weft_pipeline_state_get_pointer (WeftPipelineState *self, double *x, double *y);

/* Hits a point of the canvas, at the present viewport. */
void weft_pipeline_state_hit_test (WeftPipelineState *self, double x, double y,
                                   WeftPipelineHit *hit);

/* The words for a hit: (transfer full) (nullable). */
char *weft_pipeline_state_describe (WeftPipelineState *self, const WeftPipelineHit *hit);

G_END_DECLS
