/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-paint-list.h"
#include "weft-pipeline-viewport.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Draws pipelines into paint lists and says what is where. A renderer holds scratch memory: each
 * thread uses its own, any number at a time. Every function locks the rows itself. */

typedef struct _WeftPipelineRenderer WeftPipelineRenderer;

WeftPipelineRenderer *weft_pipeline_renderer_new (void);
void weft_pipeline_renderer_free (WeftPipelineRenderer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineRenderer, weft_pipeline_renderer_free)

/* The colours of WEFT_SCHEME_CUSTOM. `color` may be called on any thread, and returns
 * WEFT_COLOR_NONE for kinds that keep the colour they have by stage. */
typedef struct
{
  WeftColor (*color) (const WeftKindInfo *info, gpointer user_data);
  gpointer user_data;
  guint serial; /* another one whenever colours change */
} WeftPipelineCustom;

/* What is drawn. The pointers stay valid during the call. */
typedef struct
{
  WeftPipelineRows *rows;
  WeftStyle *style;
  const WeftPipelineCustom *custom; /* nullable */
  WeftClock clock;
  WeftPipelineViewport viewport;
} WeftPipelineScene;

/* A rectangle of the viewport's endless picture. Lists hold it with its corner at (0, 0). */
typedef struct
{
  gint64 x;
  gint64 y;
  int width;
  int height;
} WeftPipelineArea;

/* --- painting: all of these append to `list` ---------------------------------------------- */

/* The canvas: background, zebra, ops, arrows; opaque. The same pixels for any area that holds
 * them. One call for a strip of tiles is cheaper than one for each tile. */
void weft_pipeline_renderer_paint_canvas (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene,
                                          const WeftPipelineArea *area, WeftPaintList *list);

/* The label pane, as high as the canvas: the part `area`, whose x counts from the pane's left edge,
 * of a pane that is `width` wide. Labels while rows are legible, otherwise a ruler of op
 * numbers. */
void weft_pipeline_renderer_paint_labels (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene,
                                          const WeftPipelineArea *area, int width,
                                          WeftPaintList *list);

/* Whether each row has its label; else the pane is a ruler of ops, which needs less room. */
gboolean weft_pipeline_labels_are_legible (const WeftPipelineViewport *viewport,
                                           const WeftStyle *style);

/* The revision of what the canvas and the labels show between two heights: what was painted there
 * under the rows' generation of that number or later still holds. Not to be called under the rows'
 * lock. */
guint weft_pipeline_canvas_get_revision (const WeftPipelineScene *scene, gint64 y, int height);
guint weft_pipeline_labels_get_revision (const WeftPipelineScene *scene, gint64 y, int height);

/* The arrows from and to one op, straight and whatever the viewport says, and its outline, lit up:
 * for the op under the pointer. */
void weft_pipeline_renderer_paint_op (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      guint32 op, const WeftPipelineArea *area,
                                      WeftPaintList *list);

/* The ruler in a box as wide as the canvas, weft_axis_ruler_height() high. */
void weft_pipeline_renderer_paint_ruler (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                         const WeftAxisExtras *extras, int x, int y, int width,
                                         int height, WeftPaintList *list);

/* The minimap in a box: ops in flight over all cycles of the log, what was flushed and what
 * stalled, and a frame around the cycles that the viewport shows. */
void weft_pipeline_renderer_paint_minimap (WeftPipelineRenderer *self,
                                           const WeftPipelineScene *scene, int x, int y, int width,
                                           int height, WeftPaintList *list);

/* The minimap's cycle at `x` pixels from the left edge of a minimap `width` wide. */
gint64 weft_pipeline_minimap_get_cycle (const WeftPipelineExtent *extent, int width, double x);

/* The legend: stages with their colours, lane by lane, and the looks of what was flushed and what
 * stalled. Height that it needs at a width; painted into a box. */
int weft_pipeline_renderer_measure_legend (WeftPipelineRenderer *self,
                                           const WeftPipelineScene *scene, int width);
void weft_pipeline_renderer_paint_legend (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene, int x, int y, int width,
                                          int height, WeftPaintList *list);

/* The colour of a kind in the scene's scheme, opaque (by thread or latency: of thread 0, or
 * of the shortest). */
WeftColor weft_pipeline_renderer_get_color (WeftPipelineRenderer *self,
                                            const WeftPipelineScene *scene, WeftKind kind);

/* --- hit testing -------------------------------------------------------------------------- */

typedef enum
{
  WEFT_PIPELINE_HIT_NOTHING,
  WEFT_PIPELINE_HIT_ROW, /* beside the stages of an op */
  WEFT_PIPELINE_HIT_CELL,
  WEFT_PIPELINE_HIT_TICK,  /* a stage of length 0 */
  WEFT_PIPELINE_HIT_STORE, /* the mark where a store completed */
  WEFT_PIPELINE_HIT_ARROW,
  WEFT_PIPELINE_HIT_AGGREGATE, /* a pixel of shares */
} WeftPipelineHitType;

/* How long ops of an aggregate were in stages of a kind, in op-cycles. */
typedef struct
{
  WeftKind kind;
  double amount; /* flushed ops included */
  double flushed;
} WeftPipelineShare;

typedef struct
{
  WeftPipelineHitType type;
  gint64 cycle; /* under the point, of the layout's kind */
  guint32 row;  /* all but NOTHING, an AGGREGATE of one op too; of an arrow the consumer's */
  guint32 op;
  guint stage_index; /* CELL and TICK: among the op's stages in start order */
  WeftStage stage;
  guint32 producer; /* ARROW: ops */
  guint32 consumer;
  gint64 dependency_type;
  guint32 first_row; /* AGGREGATE: rows and cycles, half-open */
  guint32 last_row;
  gint64 first_cycle;
  gint64 last_cycle;
  guint32 n_ops; /* in these rows, and how many of them were flushed */
  guint32 n_flushed;
  double capacity; /* op-cycles that the box could hold: rows × cycles */
  GArray *shares;  /* of WeftPipelineShare, by kind; NULL but for AGGREGATE */
} WeftPipelineHit;

void weft_pipeline_hit_clear (WeftPipelineHit *hit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftPipelineHit, weft_pipeline_hit_clear)

/* What is at the point of the canvas. Fills `hit`, which is cleared with
 * weft_pipeline_hit_clear(). */
void weft_pipeline_renderer_hit_test (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                      double x, double y, WeftPipelineHit *hit);

/* The op whose label is at y of the label pane, WEFT_NO_ROW: none; its row in `row` (nullable). */
guint32 weft_pipeline_renderer_hit_label (WeftPipelineRenderer *self,
                                          const WeftPipelineScene *scene, double y, guint32 *row);

/* The tooltip for a hit, lines of plain text: (transfer full) (nullable where nothing is hit). */
char *weft_pipeline_renderer_describe (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                       const WeftPipelineHit *hit);

G_END_DECLS
