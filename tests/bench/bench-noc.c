/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench-floor.h"
#include "bench-memory.h"
#include "verdict.h"
#include "weft-load.h"
#include "weft-noc-figure.h"
#include "weft-noc-flows.h"
#include "weft-noc-matrix.h"
#include "weft-noc-stats.h"
#include "weft-paint-pixels.h"

/* The costs of a NoC trace: loading and indexing it, memory, brushing intervals, frames of the map.
 *
 * bench-noc [FILE]: without a file a trace of half a million events is made up. Times are those of
 * the processor, of all threads. */

#define N_RUNS 60000 /* of a read, a write, a barrier's two ends: ×2 */
#define N_BRUSHES 400
#define N_FRAMES 40
#define N_RUNS_OF_FRAME 3 /* of which the fastest counts: a busy machine disturbs any */
#define N_FLOWS 200
#define N_SUMS 50
#define LOAD_LIMIT 25.0
#define MEMORY_LIMIT 0.35 /* 80 bytes of about 230 a record */

static double
now (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
write_event (FILE *file, guint core, guint64 time, const char *type, guint bytes, int dx, int dy)
{
  fprintf (
    file,
    ",\n  {\n    \"dx\": %d,\n    \"dy\": %d,\n    \"noc\": \"NOC_%u\",\n    \"num_bytes\": %u,"
    "\n    \"op_name\": \"made\",\n    \"proc\": \"%s\",\n    \"run_host_id\": 1024,\n"
    "    \"src_device_id\": 0,\n    \"sx\": %u,\n    \"sy\": %u,\n    \"timestamp\": "
    "%" G_GUINT64_FORMAT ",\n    \"type\": \"%s\",\n    \"vc\": 1\n  }",
    dx, dy, core % 2, bytes, core % 2 != 0 ? "BRISC" : "NCRISC", 1 + core / 2 % 4, 1 + core / 8 % 5,
    time, type);
}

static char *
make_trace (void)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("weft-noc-XXXXXX.json", &path, NULL);
  FILE *file = fdopen (fd, "w");

  fprintf (file,
           "[\n  {\"proc\": \"BRISC\", \"sx\": 1, \"sy\": 1, \"zone\": \"K\", \"zone_phase\": "
           "\"ZONE_START\", \"timestamp\": 0}");
  for (guint core = 0; core < 40; core++)
    for (guint i = 0; i < 2 * N_RUNS / 40; i++)
      {
        guint64 time = 100 + (guint64) i * 400 + core;
        guint tile = (core * 7 + i) % 6;

        write_event (file, core, time, "READ", 2048, tile % 2 * 5, (int) tile * 2 % 12);
        write_event (file, core, time + 40, "READ", 1024, 5, (int) (i % 12));
        write_event (file, core, time + 60, "READ_BARRIER_START", 0, -1, -1);
        write_event (file, core, time + 300, "READ_BARRIER_END", 0, -1, -1);
      }
  fprintf (file, "\n]\n");
  fclose (file);
  return path;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
print_times (const char *what, double *seconds, guint n)
{
  double p99;

  qsort (seconds, n, sizeof *seconds, compare);
  p99 = seconds[(n * 99 + 99) / 100 - 1] * 1e3;
  printf ("%s: median %.2f ms, p99 %.2f ms, longest %.2f ms\n", what, seconds[n / 2] * 1e3, p99,
          seconds[n - 1] * 1e3);
  return p99;
}

static void
brush (WeftNocDemand *demand, gint64 last)
{
  WeftNocFigure *figures = g_new (WeftNocFigure, weft_noc_demand_get_n_used (demand) + 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double seconds[N_BRUSHES];

  for (guint i = 0; i < N_BRUSHES; i++)
    {
      gint64 from = (gint64) (g_rand_double (random) * (double) last);
      gint64 to = from + 1 + (gint64) (g_rand_double (random) * (double) (last - from));
      double start = now ();

      weft_noc_demand_measure (demand, from, to, figures);
      seconds[i] = now () - start;
    }
  print_times ("Brush an interval, every link, interface and controller", seconds, N_BRUSHES);
  g_free (figures);
}

/* The window's worker derives this as well, once for each interval that is brushed. */
static void
derive (WeftNocDemand **demands, gint64 last)
{
  WeftNocCapture *capture = weft_noc_demand_get_capture (demands[0]);
  WeftCycleRange ranges[] = { { 0, last / 20 }, { 0, last + 1 } };
  WeftNocWanted wanted = { .n_any = 1, .any = { weft_noc_demand_get_used (demands[0], 0) } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      double start = now ();
      g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, &ranges[i], NULL, NULL, NULL);
      g_autoptr (GArray) routes = weft_noc_sum_routes (capture, 0, &ranges[i], NULL);
      g_autoptr (WeftNocMatrix) matrix = weft_noc_matrix_new (capture, routes);
      g_autoptr (WeftNocRanks) ranks = weft_noc_ranks_new (capture, 0, &wanted, &ranges[i], NULL);

      printf ("Tables, matrix and ranks of %s: %.2f ms\n",
              i == 0 ? "a twentieth of the time" : "all of the time", (now () - start) * 1e3);
    }
}

/* Flows of all of the time, which every brush sums anew. */
static void
sum_flows (WeftNocCapture *capture)
{
  double seconds[N_SUMS];
  guint n = 0;

  for (guint i = 0; i < N_SUMS; i++)
    {
      double start = now ();
      g_autoptr (GArray) flows = weft_noc_flows_sum (capture, &WEFT_CYCLE_RANGE_ALL, NULL);

      seconds[i] = now () - start;
      n = flows->len;
    }
  printf ("%u flows of all of the time: ", n);
  print_times ("sum them", seconds, N_SUMS);
}

/* The map so many times as large as it fits, around its middle, and moved a little from frame to frame. */
static void
draw_zoom (const WeftNocMap *map, WeftStyle *style, const char *name, double zoom)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, FLOOR_WIDTH, FLOOR_HEIGHT);
  WeftPaintList *list = weft_paint_list_new ();
  const WeftNocViewport fit =
    weft_noc_layout_fit (weft_noc_map_get_layout (map), 0, 0, FLOOR_WIDTH, FLOOR_HEIGHT);
  g_autofree char *what =
    g_strdup_printf ("frame of a NoC, %s, %g times as large as it fits, p99", name, zoom);
  double seconds[N_FRAMES];
  Floor floor = floor_begin ();

  for (guint i = 0; i < N_FRAMES; i++)
    {
      const WeftNocViewport viewport = { .x = (fit.x - FLOOR_WIDTH / 2) * zoom + FLOOR_WIDTH / 2
                                              + 0.5 * i,
                                         .y = (fit.y - FLOOR_HEIGHT / 2) * zoom + FLOOR_HEIGHT / 2,
                                         .pitch_x = fit.pitch_x * zoom,
                                         .pitch_y = fit.pitch_y * zoom };

      seconds[i] = G_MAXDOUBLE;
      for (guint run = 0; run < N_RUNS_OF_FRAME; run++)
        {
          double start = floor_thread_time ();

          weft_paint_list_clear (list);
          weft_noc_map_paint (map, &viewport, 0, 0, 0, FLOOR_WIDTH, FLOOR_HEIGHT, list);
          weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
          seconds[i] = MIN (seconds[i], (floor_thread_time () - start) / 1e3);
        }
      floor_take (&floor);
    }
  verdict_row (&(VerdictRow){ what, "ms", print_times ("frames at 1920 × 1080", seconds, N_FRAMES),
                              FLOOR_FRAME_NAME, floor_end (&floor), FLOOR_FRAME_LIMIT });
  weft_paint_list_free (list);
  cairo_surface_destroy (surface);
}

static void
draw (WeftNocDemand **demands)
{
  static const double zooms[] = { 0.25, 0.5, 1, 2, 4, 16 };
  g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *style = weft_style_new (&options, NULL);
  g_autoptr (GArray) flows =
    weft_noc_flows_sum (weft_noc_demand_get_capture (demands[0]), &WEFT_CYCLE_RANGE_ALL, NULL);
  WeftNocMapOptions map_options = {
    .stats = stats, .style = style, .peak = TRUE, .nocs = 3, .flows = flows, .max_flows = N_FLOWS
  };
  g_autoptr (WeftNocMap) with_flows = weft_noc_map_new (&map_options);
  g_autoptr (WeftNocMap) without = NULL;
  guint n_drawn;

  map_options.flows = NULL;
  without = weft_noc_map_new (&map_options);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      draw_zoom (without, style, "links", zooms[i]);
      draw_zoom (with_flows, style, "links and flows", zooms[i]);
    }
  weft_noc_map_get_n_flows (with_flows, &n_drawn);
  printf ("%u flows\n", n_drawn);
  weft_style_unref (style);
}

/* Seconds of the processor that it takes to read the file and look for the ends of its lines. */
static double
read_bare (const char *path, gsize *size)
{
  g_autofree char *block = g_malloc (1 << 20);
  double start = now ();
  FILE *file = fopen (path, "r");
  guint n_lines = 0;
  gsize n;

  for (*size = 0; (n = fread (block, 1, 1 << 20, file)) > 0; *size += n)
    for (const char *at = block; (at = memchr (at, '\n', n - (gsize) (at - block))) != NULL; at++)
      n_lines++;
  fclose (file);
  g_assert_cmpuint (n_lines, >, 0);
  return now () - start;
}

static void
print_rows (const char *path, double seconds, double memory)
{
  gsize size;
  double bare = read_bare (path, &size);

  verdict_row (&(VerdictRow){ "load a NoC trace, with its demand", "s", seconds,
                              "finding its lines", bare, LOAD_LIMIT });
  verdict_row (&(VerdictRow){ "memory of a NoC trace", "MB", memory / 1e6, "the file",
                              (double) size / 1e6, MEMORY_LIMIT });
}

int
main (int argc, char **argv)
{
  g_autofree char *made = argc < 2 ? make_trace () : NULL;
  const char *path = argc < 2 ? made : argv[1];
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftNocCapture) capture = NULL;
  WeftNocDemand **demands;
  gint64 wall = g_get_monotonic_time ();
  double start = now (), loaded, captured, indexed;
  guint64 before = read_own_memory (), after;
  gsize index = 0;
  guint64 n_events;

  if (!weft_load_run (load, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  loaded = now ();
  capture = weft_noc_capture_new (WEFT_NOC_TRACE (weft_load_get_trace (load)), NULL, NULL, NULL);
  captured = now ();
  demands = weft_noc_demands_new (capture, NULL, NULL, NULL);
  indexed = now ();
  wall = g_get_monotonic_time () - wall;
  after = read_own_memory ();
  for (guint i = 0; demands[i] != NULL; i++)
    index += weft_noc_demand_get_memory (demands[i]);
  n_events = weft_noc_capture_get_n_records (capture);
  printf ("%" G_GUINT64_FORMAT " records: %.3f s of processor (%.3f s on the clock): load %.3f, "
          "transfers %.3f, demand %.3f\n",
          n_events, indexed - start, (double) wall / 1e6, loaded - start, captured - loaded,
          indexed - captured);
  print_rows (path, indexed - start, ((double) after - (double) before) * 1024 - (double) index);
  printf ("a demand index of %.1f MB\n", (double) index / 1e6);
  brush (demands[0], weft_noc_capture_get_last (capture));
  derive (demands, weft_noc_capture_get_last (capture));
  sum_flows (capture);
  draw (demands);
  weft_noc_demands_free (demands);
  if (made != NULL)
    remove (made);
  return verdict_status ();
}
