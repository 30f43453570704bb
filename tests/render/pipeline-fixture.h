/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-pipeline-drawing.h"
#include "weft-pipeline-measure.h"
#include "weft-pipeline-renderer.h"
#include "weft-pipeline-writer.h"

/* Traces that are made by hand or read from files, and their pictures: for tests of pipelines. */

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineRows *rows;
  WeftPipelineRenderer *renderer;
  WeftPipelineExtent extent;
  WeftStyle *style;
  WeftPipelineScene scene;
} Fixture;

static inline WeftStyle *
fixture_style (WeftTheme theme)
{
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = theme;
  return weft_style_new (&options, NULL);
}

/* Takes the trace. */
static inline void
fixture_init (Fixture *fixture, WeftPipelineTrace *trace, WeftRowsFilter filter, int width,
              int height)
{
  fixture->trace = trace;
  fixture->rows = weft_pipeline_rows_new (trace, filter);
  weft_pipeline_rows_straighten (fixture->rows);
  fixture->renderer = weft_pipeline_renderer_new ();
  fixture->style = fixture_style (WEFT_THEME_DARK);
  weft_pipeline_rows_update (fixture->rows);
  weft_pipeline_extent_read (fixture->rows, &fixture->extent);
  fixture->scene = (WeftPipelineScene){ .rows = fixture->rows, .style = fixture->style };
  fixture->scene.viewport =
    weft_pipeline_viewport_open (&fixture->extent, fixture->style, width, height);
}

static inline void
fixture_clear (Fixture *fixture)
{
  /* A test that skips has none. */
  if (fixture->trace == NULL)
    return;
  weft_pipeline_renderer_free (fixture->renderer);
  weft_style_unref (fixture->style);
  g_object_unref (fixture->rows);
  g_object_unref (fixture->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* --- traces ------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineWriter *writer;
  WeftKind kinds[9]; /* eight of lane 0, and a stall in lane 1 */
  gint64 last;
} Builder;

static inline void
builder_init (Builder *builder)
{
  static const char *const names[] = { "F", "Dc", "Rn", "Ds", "Sc", "X", "Wb", "Cm" };

  builder->trace = weft_pipeline_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  builder->writer = weft_pipeline_writer_new (builder->trace, WEFT_PIPELINE_KANATA);
  builder->last = G_MININT64;
  for (guint i = 0; i < 8; i++)
    builder->kinds[i] =
      weft_pipeline_writer_intern_kind (builder->writer, "0", 1, names[i], strlen (names[i]));
  builder->kinds[8] = weft_pipeline_writer_intern_kind (builder->writer, "1", 1, "stl", 3);
}

static inline void
builder_reach (Builder *builder, gint64 cycle)
{
  builder->last = MAX (builder->last, cycle);
}

static inline guint32
builder_op (Builder *builder, gint64 cycle)
{
  guint32 n = weft_pipeline_writer_get_n_ops (builder->writer);

  builder_reach (builder, cycle);
  return weft_pipeline_writer_begin_op (builder->writer, n, n, 0, n + 1, cycle);
}

static inline void
builder_stage (Builder *builder, guint32 op, guint kind, gint64 cycle)
{
  builder_reach (builder, cycle);
  weft_pipeline_writer_start_stage (builder->writer, op, builder->kinds[kind], cycle);
}

static inline void
builder_end (Builder *builder, guint32 op, gboolean flushed, gint64 cycle)
{
  builder_reach (builder, cycle);
  weft_pipeline_writer_end_op (builder->writer, op, flushed ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED, op,
                               cycle);
}

static inline WeftPipelineTrace *
builder_finish (Builder *builder)
{
  weft_pipeline_writer_publish (builder->writer, builder->last);
  weft_pipeline_writer_free (builder->writer);
  return builder->trace;
}

/* An out-of-order core: four ops a cycle, waits and misses that hold up what follows, stalls in
 * lane 1, squashes, stages without length, dependencies, and an op here and there that never
 * ends. */
static inline WeftPipelineTrace *
make_random_trace (guint32 n_ops, gint64 origin, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gint64 cycle = origin, commit = origin;
  guint squash = 0;
  Builder builder;

  builder_init (&builder);
  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 op = builder_op (&builder, cycle);
      gint64 at = cycle, wait = g_rand_int_range (rand, 0, 12);

      if (squash == 0 && g_rand_int_range (rand, 0, 500) == 0)
        squash = (guint) g_rand_int_range (rand, 5, 150);
      for (guint stage = 0; stage < 4; stage++)
        builder_stage (&builder, op, stage, at++);
      builder_stage (&builder, op, 4, at);
      builder_stage (&builder, op, 5, at += wait);
      weft_pipeline_writer_set_consumes (builder.writer, op, at);
      at += g_rand_int_range (rand, 0, 100) < 3 ? 90 : 1;
      weft_pipeline_writer_set_produces (builder.writer, op, at - 1);
      if (squash > 0)
        builder_end (&builder, op, TRUE, at);
      else
        {
          builder_stage (&builder, op, 6, at);
          builder_stage (&builder, op, 7, ++at);
          if (at + 4 < commit)
            builder_stage (&builder, op, 8, at + 2);
          commit = MAX (commit, at + 1);
          if (i % 977 != 400)
            builder_end (&builder, op, FALSE, commit);
        }
      squash -= squash > 0;
      if (i > 4)
        weft_pipeline_writer_add_dependency (builder.writer, op, i - g_rand_int_range (rand, 1, 5),
                                             i % 3, cycle);
      if (i % 4 == 3)
        cycle = MAX (cycle + 1, commit - 100);
    }
  return builder_finish (&builder);
}

/* A trace of the folder of real ones; NULL, and the test is skipped, where there is none. */
static inline char *
find_shared (const char *name)
{
  const char *folder = g_getenv ("WEFT_SHARED_TRACES");
  g_autofree char *path = NULL;

  if (folder != NULL)
    path = g_build_filename (folder, "kanata", name, NULL);
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip_printf ("%s is not beside the checkout", name);
      return NULL;
    }
  return g_steal_pointer (&path);
}

static inline WeftPipelineTrace *
load_trace (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return g_object_ref (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
}

/* --- pictures ----------------------------------------------------------------------------- */

/* The pixels of an area of the canvas: (transfer full). */
static inline guint32 *
paint_area (Fixture *fixture, gint64 x, gint64 y, int width, int height)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, (gsize) width * (gsize) height);

  weft_pipeline_renderer_paint_canvas (fixture->renderer, &fixture->scene,
                                       &(WeftPipelineArea){ x, y, width, height }, list);
  weft_paint_pixels_draw (list, fixture->style->atlas, pixels, width, height, width * 4, 0, 0);
  weft_paint_list_free (list);
  return pixels;
}
