/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-hit-test.h"

#include "weft-pipeline-arrows.h"
#include "weft-pipeline-drawing.h"
#include "weft-pipeline-measure.h"
#include "weft-pipeline-stage-cells.h"

/* The same geometry as painting, gone through from what lies on top. */

#define ARROW_REACH 3.0 /* how far from an arrow it is still meant, in logical pixels */

/* --- cells -------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineDrawing *drawing;
  gint64 x;
  guint part;
  guint n_parts;
  WeftOp op;
} Probe;

static guint
part_at (const WeftPipelineViewport *viewport, guint32 row, guint n_parts, gint64 y)
{
  gint64 top = weft_pipeline_viewport_row_edge (viewport, row);
  gint64 height = weft_pipeline_viewport_row_edge (viewport, (gint64) row + 1) - top;
  guint part = 0;

  while (part + 1 < n_parts && y >= top + height * (part + 1) / n_parts)
    part++;
  return part;
}

static gint64
edge_of (const Probe *probe, gint64 cycle)
{
  const WeftPipelineViewport *viewport = probe->drawing->viewport;

  return weft_pipeline_viewport_cycle_edge (
    viewport, weft_pipeline_layout_cycle (viewport, cycle, probe->op.fetch));
}

static gboolean
is_near (const Probe *probe, gint64 edge)
{
  int width = weft_pipeline_tick_width (probe->drawing->style);

  return probe->x >= edge - width / 2 - 1 && probe->x <= edge - width / 2 + width;
}

/* The topmost stage under the probe that is a tick, over lane 0, or neither; −1: none. */
static int
find_stage (const Probe *probe, gboolean tick, gboolean over)
{
  const WeftStageBuffer *stages = &probe->drawing->self->stages;

  for (guint i = stages->n_stages; i-- > 0;)
    {
      const WeftStage *stage = &stages->stages[i];
      const WeftKindLook *kind =
        weft_pipeline_colors_get (&probe->drawing->self->colors, stage->kind, 0);

      if ((stage->start == stage->end && !stage->open) != tick
          || MIN (kind->lane, probe->n_parts - 1) != probe->part || (!tick && kind->over != over))
        continue;
      if (tick
            ? is_near (probe, edge_of (probe, stage->start))
            : probe->x >= edge_of (probe, stage->start) && probe->x < edge_of (probe, stage->end))
        return (int) i;
    }
  return -1;
}

static void
hit_op (Probe *probe, WeftPipelineHit *hit)
{
  int stage = find_stage (probe, TRUE, FALSE);

  hit->type = WEFT_PIPELINE_HIT_TICK;
  if (stage < 0 && probe->op.store != WEFT_NO_CYCLE
      && is_near (probe, edge_of (probe, probe->op.store)))
    {
      hit->type = WEFT_PIPELINE_HIT_STORE;
      return;
    }
  if (stage < 0)
    {
      hit->type = WEFT_PIPELINE_HIT_CELL;
      stage = find_stage (probe, FALSE, TRUE);
    }
  if (stage < 0)
    stage = find_stage (probe, FALSE, FALSE);
  if (stage < 0)
    {
      hit->type = WEFT_PIPELINE_HIT_ROW;
      return;
    }
  hit->stage_index = (guint) stage;
  hit->stage = probe->drawing->self->stages.stages[stage];
}

/* --- arrows ------------------------------------------------------------------------------- */

typedef struct
{
  WeftPoint point;
  double nearest;
  gboolean curved;
  double row_height;
  WeftPipelineArrow arrow;
} Seeker;

static double
distance_to_piece (WeftPoint p, WeftPoint a, WeftPoint b)
{
  double dx = b.x - a.x, dy = b.y - a.y;
  double square = dx * dx + dy * dy;
  double t = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;

  t = CLAMP (t, 0, 1);
  return hypot (p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}

static WeftPoint
point_on_curve (const WeftPoint p[4], double t)
{
  double s = 1 - t;
  double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;

  return (WeftPoint){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                      a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

static double
distance_to_arrow (const Seeker *seeker, const WeftPipelineArrow *arrow)
{
  enum
  {
    N_PIECES = 24
  };
  WeftPoint before = arrow->points[0];
  double nearest = G_MAXDOUBLE;

  if (arrow->is_far)
    return fabs (seeker->point.y - arrow->points[0].y) < seeker->row_height / 2
               && seeker->point.x >= arrow->points[0].x && seeker->point.x < arrow->points[3].x
             ? 0
             : G_MAXDOUBLE;
  if (!seeker->curved)
    return distance_to_piece (seeker->point, arrow->points[0], arrow->points[1]);
  for (int i = 1; i <= N_PIECES; i++)
    {
      WeftPoint next = point_on_curve (arrow->points, i / (double) N_PIECES);

      nearest = MIN (nearest, distance_to_piece (seeker->point, before, next));
      before = next;
    }
  return nearest;
}

static void
seek_arrow (const WeftPipelineArrow *arrow, gpointer user_data)
{
  Seeker *seeker = user_data;
  double distance = distance_to_arrow (seeker, arrow);

  if (distance > seeker->nearest)
    return;
  seeker->nearest = distance;
  seeker->arrow = *arrow;
}

static gboolean
hit_arrow (WeftPipelineDrawing *drawing, double x, double y, WeftPipelineHit *hit)
{
  double reach = ARROW_REACH * drawing->style->options.device_scale;
  int around = (int) ceil (reach);
  Seeker seeker = { .point = { x, y },
                    .nearest = reach,
                    .curved = drawing->viewport->arrows == WEFT_ARROWS_CURVE,
                    .row_height = drawing->viewport->px_per_row };

  if (weft_pipeline_arrow_opacity (drawing->viewport) <= 0)
    return FALSE;
  drawing->area = (WeftPipelineArea){ drawing->area.x - around, drawing->area.y - around,
                                      2 * around + 1, 2 * around + 1 };
  weft_pipeline_visit_arrows (drawing, WEFT_NO_ROW, seek_arrow, &seeker);
  if (seeker.nearest >= reach)
    return FALSE;
  hit->type = WEFT_PIPELINE_HIT_ARROW;
  hit->row = seeker.arrow.consumer_row;
  hit->op = hit->consumer = seeker.arrow.consumer;
  hit->producer = seeker.arrow.producer;
  hit->dependency_type = seeker.arrow.type;
  hit->is_far = seeker.arrow.is_far;
  return TRUE;
}

/* --- the canvas --------------------------------------------------------------------------- */

static void
hit_cells (WeftPipelineDrawing *drawing, double x, double y, WeftPipelineHit *hit)
{
  Probe probe = { .drawing = drawing, .x = drawing->area.x };
  WeftPipelineRenderer *self = drawing->self;
  guint32 last;

  weft_pipeline_drawing_get_rows (drawing, &hit->row, &last);
  if (hit->row >= last)
    return;
  hit->op = weft_pipeline_rows_get_op (drawing->rows, hit->row);
  probe.n_parts = weft_pipeline_row_parts (drawing->viewport, self->colors.n_lanes);
  probe.part = part_at (drawing->viewport, hit->row, probe.n_parts, drawing->area.y);
  weft_pipeline_snapshot_get_op (drawing->snapshot, hit->op, &probe.op);
  weft_pipeline_snapshot_get_stages (drawing->snapshot, hit->op, &self->stages);
  hit_op (&probe, hit);
  if (hit->type != WEFT_PIPELINE_HIT_TICK && hit->type != WEFT_PIPELINE_HIT_STORE)
    hit_arrow (drawing, x, y, hit);
}

void
weft_pipeline_renderer_hit_test (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                 double x, double y, WeftPipelineHit *hit)
{
  WeftPipelineArea area = { (gint64) floor (x), (gint64) floor (y), 1, 1 };
  WeftPipelineDrawing drawing;

  g_return_if_fail (self != NULL && scene != NULL && hit != NULL);

  *hit = (WeftPipelineHit){ .type = WEFT_PIPELINE_HIT_NOTHING };
  hit->cycle = weft_pipeline_viewport_x_to_cycle (&scene->viewport, x, NULL);
  weft_pipeline_drawing_begin (&drawing, self, scene, &area, NULL);
  if (weft_pipeline_viewport_shows_cells (&scene->viewport))
    hit_cells (&drawing, x, y, hit);
  else
    {
      weft_pipeline_measure_pixel (&drawing, area.x, area.y, hit);
      if (hit->n_ops > 0)
        {
          hit->type = WEFT_PIPELINE_HIT_AGGREGATE;
          hit->row = hit->first_row;
          hit->op = weft_pipeline_rows_get_op (drawing.rows, hit->row);
        }
      else
        weft_pipeline_hit_clear (hit);
    }
  weft_pipeline_drawing_end (&drawing);
}
