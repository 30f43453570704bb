/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "fuzz-pictured.h"
#include "fuzz.h"
#include "weft-noc-fields.h"
#include "weft-noc-figure.h"
#include "weft-noc-tables.h"
#include "weft-noc-verdict.h"
#include "weft-paint-pixels.h"
#include "weft-reader.h"

/* Invariants of a NoC trace whatever was read: it is the same however its blocks are cut, bytes are
 * conserved, everything can be looked at, and texts of tables can be written. */

#define FUZZ_WIDTH 200
#define FUZZ_HEIGHT 160

typedef WeftReader *(*FuzzReaderNew) (const WeftReaderSetup *setup);

/* `lines`: blocks end behind lines, but the last. */
static inline WeftNocTrace *
read_in_blocks (FuzzReaderNew reader_new, gboolean lines, const guint8 *data, gsize size,
                gsize block)
{
  WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = reader_new (&setup);
  g_autoptr (GError) error = NULL;

  for (gsize at = 0, end; at < size && error == NULL; at = end)
    {
      end = MIN (at + block, size);
      while (lines && end < size && data[end - 1] != '\n')
        end++;
      weft_reader_feed (reader, (const char *) data + at, end - at, at, &error);
    }
  g_assert_no_error (error);
  weft_reader_publish (reader);
  weft_reader_finish (reader);
  return WEFT_NOC_TRACE (g_object_ref (reader->trace));
}

static inline void
check_same (WeftNocTrace *a, WeftNocTrace *b)
{
  g_assert_cmpuint (weft_noc_trace_get_n_records (a), ==, weft_noc_trace_get_n_records (b));
  for (guint32 i = 0; i < weft_noc_trace_get_n_records (a); i++)
    {
      WeftNocRecord x, y;

      weft_noc_trace_get_record (a, i, &x);
      weft_noc_trace_get_record (b, i, &y);
      g_assert_cmpuint (x.timestamp, ==, y.timestamp);
      g_assert_cmpuint (x.bytes, ==, y.bytes);
      g_assert_cmpint (x.line, ==, y.line);
      g_assert_cmpstr (x.name, ==, y.name);
    }
}

static inline void
check_tables (const WeftNocStats *stats, const GArray *zones)
{
  WeftNocTables tables;
  g_autoptr (GString) csv = g_string_new (NULL);

  weft_noc_tables_init (&tables, stats, zones);
  for (guint i = 0; i < WEFT_NOC_N_TABLES; i++)
    {
      WeftFacts facts = weft_noc_tables_get (&tables, (WeftNocTable) i);

      weft_facts_append_csv (&facts, NULL, MIN (facts.n_rows, 200), csv);
    }
  g_assert_true (g_utf8_validate (csv->str, (gssize) csv->len, NULL));
  weft_noc_tables_clear (&tables);
}

static inline void
check_conservation (const WeftNocCapture *capture, const WeftNocStats *stats)
{
  guint64 expected = 0, on_links = 0;

  for (guint device = 0; device < weft_noc_capture_get_n_devices (capture); device++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

      for (guint32 i = 0; i < n; i++)
        {
          guint n_series, n_links;

          weft_noc_capture_get_route (capture, transfers[i].route, &n_series, &n_links);
          expected += (guint64) n_links * transfers[i].bytes;
        }
    }
  for (guint i = 0; i < stats->links->len; i++)
    on_links += g_array_index (stats->links, WeftNocSeriesStats, i).bytes;
  g_assert_cmpuint (on_links, ==, expected);
}

static inline void
check_picture (WeftNocDemand **demands, const WeftNocStats *stats)
{
  static WeftStyle *style;
  WeftStyleOptions options = weft_style_options_default ();
  WeftNocMapOptions map_options = { .stats = stats, .peak = TRUE, .nocs = 3 };
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, FUZZ_WIDTH, FUZZ_HEIGHT);
  g_autoptr (WeftNocMap) map = NULL;
  WeftNocFigurePicture figure = {
    .title = "fuzz", .stats = stats, .demands = demands, .width = FUZZ_WIDTH, .height = FUZZ_HEIGHT
  };

  if (style == NULL)
    style = weft_style_new (&options, NULL);
  map_options.style = figure.style = style;
  figure.map = map = weft_noc_map_new (&map_options);
  weft_noc_figure_paint_mesh (&figure, list);
  weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
}

static inline void
check_capture (WeftNocTrace *trace, gboolean pictured)
{
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  WeftNocDemand **demands = weft_noc_demands_new (capture, NULL, NULL, NULL);
  g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  g_autoptr (GArray) zones = weft_noc_judge_zones (demands, NULL, NULL);
  WeftCycleRange part = { weft_noc_capture_get_last (capture) / 3,
                          weft_noc_capture_get_last (capture) / 2 + 1 };
  g_autoptr (WeftNocStats) some = weft_noc_stats_new (demands, &part, NULL, NULL, NULL);

  check_conservation (capture, stats);
  g_assert_cmpuint (some->n_transfers, <=, stats->n_transfers);
  for (guint i = 0; demands[i] != NULL; i++)
    g_assert_cmpuint (weft_noc_demand_get_memory (demands[i]), <=, WEFT_NOC_DEMAND_MEMORY);
  check_tables (stats, zones);
  if (pictured)
    check_picture (demands, stats);
  weft_noc_demands_free (demands);
}

static inline void
fuzz_noc (FuzzReaderNew reader_new, gboolean lines, const guint8 *data, gsize size)
{
  g_autoptr (WeftNocTrace) whole = read_in_blocks (reader_new, lines, data, size, MAX (size, 1));
  g_autoptr (WeftNocTrace) pieces = read_in_blocks (reader_new, lines, data, size, 7);

  check_same (whole, pieces);
  check_capture (whole, fuzz_is_pictured (data, size));
}
