/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-overlay.h"

#include "log-stage.h"

/* The critical path over the picture of a pipeline, in both layouts and from near and far. */

#define WIDTH 800
#define HEIGHT 400

typedef struct
{
  Stage stage;
  WeftPipelineStudy *study;
} Overlay;

static gboolean
has_path (gpointer study)
{
  WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (study);

  return shown != NULL && shown->path != NULL && !weft_pipeline_study_is_stale (study);
}

static void
overlay_open (Overlay *self)
{
  stage_open (&self->stage);
  made_log_fill (&self->stage.log, 600);
  stage_publish (&self->stage, 400);
  weft_pipeline_state_resize (self->stage.state, WIDTH, HEIGHT);
  self->study = weft_pipeline_study_of (self->stage.state);
}

/* Pixels in the colour of the path; of all columns that have one, the first and the last. */
static guint
count_path (Overlay *self, int *first, int *last)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->stage.state));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  guint n = 0;

  weft_pipeline_overlay_snapshot (self->study, self->stage.state, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    {
      gsk_render_node_draw (node, cr);
      gsk_render_node_unref (node);
    }
  cairo_surface_flush (surface);
  for (int x = 0; x < WIDTH; x++)
    for (int y = 0; y < HEIGHT; y++)
      {
        const guint8 *row =
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

        if (((const guint32 *) (gconstpointer) row)[x]
            != weft_style_color (style, WEFT_COLOR_ERROR))
          continue;
        *first = n == 0 ? x : *first;
        *last = x;
        n++;
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* The path is drawn while it is asked for. It goes on without a gap, so that it reaches from side to side of what is in
 * its midst. */
static void
test_path (void)
{
  Overlay self;
  int first, last;

  overlay_open (&self);
  weft_pipeline_study_ask (self.study);
  g_assert_cmpuint (count_path (&self, &first, &last), ==, 0);
  weft_pipeline_study_set_shows_path (self.study, TRUE);
  weft_pipeline_study_ask (self.study);
  wait_until (has_path, self.study);
  for (double factor = 1; factor > 0.001; factor /= 10)
    {
      WeftPipelineViewport viewport = *weft_pipeline_state_get_viewport (self.stage.state);

      viewport.px_per_cycle = 20 * factor;
      viewport.px_per_row = 20 * factor;
      weft_pipeline_state_set_viewport (self.stage.state, viewport);
      g_assert_cmpuint (count_path (&self, &first, &last), >, 0);
      g_assert_cmpint (first, <, WIDTH / 3);
    }
  weft_pipeline_study_set_shows_path (self.study, FALSE);
  g_assert_cmpuint (count_path (&self, &first, &last), ==, 0);
  stage_close (&self.stage);
}

/* Where all ops begin at the same place, so do the steps of the path. */
static void
test_straightened (void)
{
  Overlay self;
  int first, last, first_before, last_before;

  overlay_open (&self);
  weft_pipeline_study_set_shows_path (self.study, TRUE);
  weft_pipeline_study_ask (self.study);
  wait_until (has_path, self.study);
  g_assert_cmpuint (count_path (&self, &first_before, &last_before), >, 0);
  weft_pipeline_state_set_layout (self.stage.state, WEFT_PIPELINE_STRAIGHTENED);
  wait_settled ();
  g_assert_cmpuint (count_path (&self, &first, &last), >, 0);
  g_assert_cmpint (last - first, <, last_before - first_before);
  stage_close (&self.stage);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-overlay/path", test_path);
  g_test_add_func ("/pipeline-overlay/straightened", test_straightened);
  return g_test_run ();
}
