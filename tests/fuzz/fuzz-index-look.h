/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-trace.h"

/* Pipeline traces that came out of index files. */

/* Whether the bytes are read as gem5's log, not as Kanata's. */
static inline gboolean
fuzz_is_o3 (const guint8 *data, gsize size)
{
  return g_strstr_len ((const char *) data, (gssize) size, "O3PipeView") != NULL;
}

static inline FuzzLog
fuzz_show (WeftPipelineTrace *trace, WeftTextStore *store)
{
  FuzzLog log = { .store = weft_text_store_ref (store) };

  weft_trace_set_text (WEFT_TRACE (trace), store);
  log.pictures = (Fixture){ .trace = g_object_ref (trace),
                            .rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL),
                            .renderer = weft_pipeline_renderer_new (),
                            .style = fuzz_style () };
  log.pictures.scene =
    (WeftPipelineScene){ .rows = log.pictures.rows, .style = log.pictures.style };
  weft_pipeline_rows_update (log.pictures.rows);
  return log;
}

/* Whatever there is of it can be looked at. */
static inline void
fuzz_look_at_all (WeftPipelineTrace *trace, WeftTextStore *store, gboolean pictures)
{
  FuzzLog log = fuzz_show (trace, store);
  guint32 *pixels[4] = { NULL };

  g_free (dump_trace (WEFT_TRACE (trace), DUMP_ALL));
  fuzz_check_texts (&log);
  fuzz_check_stats (&log);
  if (pictures)
    fuzz_paint (&log, pixels);
  for (guint i = 0; i < 4; i++)
    g_free (pixels[i]);
  fixture_clear (&log.pictures);
  weft_text_store_unref (log.store);
}
