/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-row-text.h"
#include "weft-live-said.h"

#include "live-scene-fixture.h"

/* Colours that a query said for the records of a live trace: those of the first half are called "early", the others
 * "late". */

static WeftCell
read_word (gconstpointer data, guint part G_GNUC_UNUSED, guint row)
{
  return weft_cell_lent (row < *(const guint32 *) data / 2 ? "early" : "late");
}

static void
release (gpointer records)
{
  weft_live_records_unref (records);
}

/* The colours of all records that there are: (transfer full). */
static WeftRowColors *
say (WeftLiveTrace *trace)
{
  static const WeftField field = { "when", "When", .type = WEFT_FIELD_TEXT, .read = read_word };
  WeftLiveRecords *records = weft_live_records_new (trace);
  const WeftFacts facts = {
    .fields = &field, .n_columns = 1, .n_rows = records->n_rows, .data = &records->n_rows
  };
  g_autofree guint32 *items = g_new (guint32, records->n_rows);
  WeftRowColors *said;

  for (guint32 i = 0; i < records->n_rows; i++)
    items[i] = i;
  said = weft_row_colors_new (&facts, 0, items);
  weft_row_colors_set_things (said, NULL, records, release);
  return said;
}

static guint
find_class (const WeftRowColors *said, const char *name)
{
  for (guint i = 0; i < said->n_classes; i++)
    if (g_strcmp0 (weft_row_colors_name (said, i), name) == 0)
      return i;
  g_error ("nothing is “%s”", name);
}

/* Adds `n` records from number `first` on. */
static void
add_records (Scene *scene, guint first, guint n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_records (bytes, 1, first, n);
  g_assert_cmpint (frames_take (scene->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene->writer);
}

static void
set_said (Scene *scene, WeftRowColors *said)
{
  weft_track_scene_unref (scene->scene);
  scene->scene = weft_live_scene_new_with (scene->trace, NULL, NULL, said);
}

/* Runs have the colours of what was said of them and not those of their programs: as boxes, as rows in columns, and
 * where they are painted from sums. */
static void
test_painted (void)
{
  static const guint sizes[] = { 20, 4000, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Scene) scene;
      g_autoptr (WeftRowColors) said = NULL;
      g_autofree guint32 *early = NULL, *late = NULL;
      const gint64 half = (gint64) sizes[i] * 500, lost = (gint64) sizes[i] * 250;
      WeftColor colors[2];
      WeftTrackView view;

      scene_open (&scene, sizes[i], 0);
      said = say (scene.trace);
      set_said (&scene, said);
      colors[0] = weft_row_colors_get (said, scene.style, find_class (said, "early"));
      colors[1] = weft_row_colors_get (said, scene.style, find_class (said, "late"));
      early = paint (&scene, 0, half - 1000, &view);
      late = paint (&scene, half + lost + 1000, 2 * half + lost, &view);
      g_assert_cmpuint (count_color (early, colors[0]), >, WIDTH * HEIGHT / 3);
      g_assert_cmpuint (count_color (early, colors[1]), ==, 0);
      g_assert_cmpuint (count_color (late, colors[1]), >, WIDTH * HEIGHT / 3);
      g_assert_cmpuint (count_color (late, colors[0]), ==, 0);
    }
}

/* A stretch is told by the number of its own records, of which there may be too many, far behind as well. */
static void
test_stretch (void)
{
  g_auto (Scene) scene;
  g_autofree char *few = NULL, *many = NULL;
  guint32 first, end;
  gint64 from, to;

  scene_open (&scene, 20000, 0);
  weft_live_trace_get_rows (scene.trace, 0, &first, &end);
  g_assert_cmpuint (end - first, >=, 20000);
  from = weft_live_trace_get_row_start (scene.trace, 0, end - 10);
  to = weft_live_trace_get_row_start (scene.trace, 0, end - 1);
  few = weft_live_describe_stretch (scene.trace, 0, from, to);
  g_assert_true (g_str_has_prefix (few, "9 programs within "));
  from = weft_live_trace_get_row_start (scene.trace, 0, end - 10000);
  many = weft_live_describe_stretch (scene.trace, 0, from, to);
  g_assert_true (g_str_has_prefix (many, "More than 8192 records within "));
}

/* Of what came since nothing is said. The legend counts it. */
static void
test_since (void)
{
  g_auto (Scene) scene;
  g_autoptr (WeftRowColors) said = NULL;
  WeftTrackLegendEntry entries[8];
  g_autofree guint32 *pixels = NULL;
  guint n, n_without = 0;
  WeftTrackView view;

  scene_open (&scene, 400, 0);
  said = say (scene.trace);
  set_said (&scene, said);
  add_records (&scene, 500, 100);
  g_assert_cmpuint (weft_live_said_count (scene.trace), ==, said->n_rows + 100);
  g_assert_cmpuint (weft_live_said_classify (said, 0, 0), ==, find_class (said, "early"));
  g_assert_cmpuint (weft_live_said_classify (said, 0, said->n_rows), ==, WEFT_ROW_COLORS_NONE);
  pixels = paint (&scene, 501000, 600000, &view);
  g_assert_cmpuint (
    count_color (pixels, weft_row_colors_get (said, scene.style, find_class (said, "late"))), ==,
    0);
  g_assert_cmpuint (count_color (pixels, 0), <, WIDTH * HEIGHT / 2);
  n = scene.scene->painter->get_legend (scene.scene->data, scene.style, entries,
                                        G_N_ELEMENTS (entries));
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpstr (entries[find_class (said, "early")].name, ==, "early");
  for (guint i = 0; i < n; i++)
    if (entries[i].count == 100)
      n_without++;
  g_assert_cmpuint (n_without, ==, 1);
}

/* Records of all lanes are counted. */
static void
test_lanes (void)
{
  g_auto (Scene) scene;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 of_one;

  scene_open (&scene, 20, 0);
  of_one = weft_live_said_count (scene.trace);
  frames_stream (bytes, 2, 0, 8);
  frames_definitions (bytes, 2, 0);
  frames_records (bytes, 2, 0, 30);
  g_assert_cmpint (frames_take (scene.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene.writer);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (scene.trace), ==, 2);
  g_assert_cmpuint (weft_live_said_count (scene.trace), ==, of_one + 30);
}

/* Evicted records are drawn from sums, which nothing is said of any more. */
static void
test_evicted (void)
{
  g_auto (Scene) scene;
  g_autoptr (WeftRowColors) said = NULL;
  g_autofree guint32 *pixels = NULL;
  WeftTrackView view;

  scene_open (&scene, 1000000, 4 * 65536 * 52);
  said = say (scene.trace);
  set_said (&scene, said);
  pixels = paint (&scene, 0, 100000000, &view);
  g_assert_cmpuint (count_color (pixels, 0), <, WIDTH * HEIGHT * 2 / 3);
  for (guint i = 0; i < said->n_classes; i++)
    g_assert_cmpuint (count_color (pixels, weft_row_colors_get (said, scene.style, i)), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-said/painted", test_painted);
  g_test_add_func ("/live-said/since", test_since);
  g_test_add_func ("/live-said/stretch", test_stretch);
  g_test_add_func ("/live-said/lanes", test_lanes);
  g_test_add_func ("/live-said/evicted", test_evicted);
  return g_test_run ();
}
