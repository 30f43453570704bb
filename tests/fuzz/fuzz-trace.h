/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dump-trace.h"
#include "fuzz-pictured.h"
#include "fuzz.h"
#include "pipeline-fixture.h"
#include "same-rows.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-texts.h"
#include "weft-reader.h"

/* Invariants of a trace whatever was read: everything can be looked at, texts are UTF-8, and a log
 * that grew in pieces equals one that came at once. */

#define FUZZ_WIDTH 160
#define FUZZ_HEIGHT 120

typedef WeftReader *(*FuzzReaderNew) (const WeftReaderSetup *setup);

typedef struct
{
  WeftReader *reader;
  WeftTextStore *store;
  Fixture pictures;
} FuzzLog;

/* One for all: making a style reads fonts. */
static inline WeftStyle *
fuzz_style (void)
{
  static WeftStyle *style;

  if (style == NULL)
    style = fixture_style (WEFT_THEME_DARK);
  return weft_style_ref (style);
}

static inline void
fuzz_log_open (FuzzLog *log, FuzzReaderNew reader_new)
{
  const WeftReaderSetup setup = { .title = "fuzz", .storage = WEFT_STORAGE_MEMORY };
  WeftPipelineTrace *trace;

  log->reader = reader_new (&setup);
  trace = WEFT_PIPELINE_TRACE (g_object_ref (log->reader->trace));
  log->store = weft_text_store_new_spill ();
  weft_trace_set_text (WEFT_TRACE (trace), log->store);
  log->pictures = (Fixture){ .trace = trace,
                             .rows = weft_pipeline_rows_new (trace, WEFT_ROWS_HIDE_FLUSHED),
                             .renderer = weft_pipeline_renderer_new (),
                             .style = fuzz_style () };
  weft_pipeline_rows_straighten (log->pictures.rows);
  log->pictures.scene =
    (WeftPipelineScene){ .rows = log->pictures.rows, .style = log->pictures.style };
}

static inline void
fuzz_log_close (FuzzLog *log)
{
  fixture_clear (&log->pictures);
  weft_reader_free (log->reader);
  weft_text_store_unref (log->store);
}

/* Feeds the bytes [from, to), in a copy so that reading beyond them shows. */
static inline void
fuzz_log_feed (FuzzLog *log, const guint8 *data, gsize from, gsize to)
{
  g_autofree char *copy = to > from ? g_memdup2 (data + from, to - from) : NULL;

  weft_reader_feed (log->reader, copy, to - from, from, NULL);
}

/* Cuts, publications and updates anywhere, the same for the same bytes. */
static inline void
fuzz_log_grow (FuzzLog *log, const guint8 *data, gsize size)
{
  guint32 hash = (guint32) size;
  gsize from = 0;
  g_autoptr (GRand) random = NULL;

  for (gsize i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  random = g_rand_new_with_seed (hash);
  while (from < size)
    {
      gsize ahead = (gsize) g_rand_int_range (random, 0, (gint32) MIN (size - from, 400));
      const guint8 *eol = memchr (data + from + ahead, '\n', size - from - ahead);
      gsize to = eol != NULL ? (gsize) (eol - data) + 1 : size;

      fuzz_log_feed (log, data, from, to);
      if (g_rand_boolean (random))
        weft_reader_publish (log->reader);
      if (g_rand_boolean (random))
        weft_pipeline_rows_update (log->pictures.rows);
      from = to;
    }
}

static inline void
fuzz_check_text (char *text)
{
  g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
  g_free (text);
}

static inline void
fuzz_check_texts (const FuzzLog *log)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (log->pictures.rows);
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (log->pictures.trace));
  guint n_diagnostics = weft_diagnostics_get_n_kept (diagnostics);

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      fuzz_check_text (weft_pipeline_snapshot_get_label (snapshot, op));
      fuzz_check_text (weft_pipeline_snapshot_get_detail (snapshot, op));
    }
  for (guint i = 0; i < n_diagnostics; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_assert_cmpint (diagnostic.line, >=, 0);
      fuzz_check_text (g_steal_pointer (&diagnostic.message));
    }
}

static inline void
fuzz_paint (FuzzLog *log, guint32 *pixels[4])
{
  Fixture *pictures = &log->pictures;
  WeftPipelineViewport *viewport = &pictures->scene.viewport;

  weft_pipeline_extent_read (pictures->rows, &pictures->extent);
  for (guint i = 0; i < 4; i++)
    {
      *viewport =
        weft_pipeline_viewport_open (&pictures->extent, pictures->style, FUZZ_WIDTH, FUZZ_HEIGHT);
      viewport->layout = i & 1 ? WEFT_PIPELINE_STRAIGHTENED : WEFT_PIPELINE_TIME;
      if (i & 2)
        *viewport = weft_pipeline_viewport_fit_all (*viewport, &pictures->extent);
      pixels[i] = paint_area (pictures, 0, 0, FUZZ_WIDTH, FUZZ_HEIGHT);
    }
}

static inline void
fuzz_check_pictures (FuzzLog *one, FuzzLog *other)
{
  guint32 *left[4], *right[4];

  fuzz_paint (one, left);
  fuzz_paint (other, right);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpmem (left[i], FUZZ_WIDTH * FUZZ_HEIGHT * 4, right[i],
                       FUZZ_WIDTH * FUZZ_HEIGHT * 4);
      g_free (left[i]);
      g_free (right[i]);
    }
}

static inline void
fuzz_check_stats (const FuzzLog *log)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (log->pictures.rows);
  g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);

  g_assert_cmpuint (stats->n_ops, ==, snapshot->n_ops);
  g_assert_cmpuint (stats->n_ops, ==, stats->n_retired + stats->n_flushed + stats->n_open);
}

static inline void
fuzz_reader (FuzzReaderNew reader_new, const guint8 *data, gsize size)
{
  FuzzLog growing, fresh;

  fuzz_log_open (&growing, reader_new);
  fuzz_log_open (&fresh, reader_new);
  fuzz_log_grow (&growing, data, size);
  fuzz_log_feed (&fresh, data, 0, size);
  weft_reader_finish (growing.reader);
  weft_reader_finish (fresh.reader);
  weft_pipeline_rows_update (growing.pictures.rows);
  weft_pipeline_rows_update (fresh.pictures.rows);
  assert_same_dump (dump_trace (WEFT_TRACE (growing.pictures.trace), DUMP_ALL),
                    dump_trace (WEFT_TRACE (fresh.pictures.trace), DUMP_ALL));
  assert_same_rows (growing.pictures.rows, fresh.pictures.rows);
  fuzz_check_texts (&growing);
  fuzz_check_stats (&growing);
  if (fuzz_is_pictured (data, size))
    fuzz_check_pictures (&growing, &fresh);
  fuzz_log_close (&growing);
  fuzz_log_close (&fresh);
}
