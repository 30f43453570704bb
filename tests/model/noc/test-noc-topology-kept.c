/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-files.h"
#include "weft-noc-topology-kept.h"

/* Tiles of a chip come back from an index file as they were put there, unless they make no sense. */

#define WIDTH 4u
#define HEIGHT 3u

/* All that comes back of it: (transfer full). `is_good`: the file is. */
static WeftNocTopology *
put_and_take (const WeftNocTopology *chip, gboolean *is_good)
{
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (test_folder (), 1 << 20, 0, NULL);
  g_autoptr (WeftIndexReader) reader = NULL;
  WeftNocTopology *taken;

  weft_noc_topology_put (chip, writer);
  g_assert_true (weft_index_writer_finish (writer, test_path ("index")));
  reader = weft_index_reader_open (test_path ("index"));
  taken = weft_noc_topology_take (reader);
  *is_good = weft_index_reader_is_good (reader);
  return taken;
}

/* Of tiles of each type, with two controllers. */
static WeftNocTopology *
make_chip (gboolean has_harvested)
{
  WeftNocTopology *chip = weft_noc_topology_new_plain ("made", WIDTH, HEIGHT);

  chip->has_tensix = TRUE;
  chip->n_controllers = 2;
  for (guint tile = 0; tile < WIDTH * HEIGHT; tile++)
    {
      chip->types[tile] = (guint8) (tile % WEFT_N_TILE_TYPES);
      chip->controllers[tile] = tile % 3 < 2 ? tile % 3 : WEFT_NO_CONTROLLER;
    }
  if (has_harvested)
    {
      chip->harvested = g_new0 (guint8, WIDTH * HEIGHT);
      chip->harvested[5] = TRUE;
    }
  return chip;
}

static void
test_same (void)
{
  for (guint has_harvested = 0; has_harvested < 2; has_harvested++)
    {
      g_autoptr (WeftNocTopology) chip = make_chip (has_harvested != 0);
      gboolean is_good;
      g_autoptr (WeftNocTopology) same = put_and_take (chip, &is_good);

      g_assert_true (is_good);
      g_assert_cmpstr (same->name, ==, "made");
      g_assert_cmpuint (same->width, ==, WIDTH);
      g_assert_cmpuint (same->height, ==, HEIGHT);
      g_assert_true (same->has_tensix);
      g_assert_cmpuint (same->n_controllers, ==, 2);
      g_assert_cmpmem (same->types, WIDTH * HEIGHT, chip->types, WIDTH * HEIGHT);
      g_assert_cmpmem (same->controllers, WIDTH * HEIGHT * sizeof (guint), chip->controllers,
                       WIDTH * HEIGHT * sizeof (guint));
      g_assert_cmpint (same->harvested != NULL, ==, has_harvested);
      if (has_harvested != 0)
        g_assert_cmpmem (same->harvested, WIDTH * HEIGHT, chip->harvested, WIDTH * HEIGHT);
    }
}

static void
test_none (void)
{
  gboolean is_good;

  g_assert_null (put_and_take (NULL, &is_good));
  g_assert_true (is_good);
}

/* A type or a controller that is not there is refused, on whatever tile. */
static void
test_refused (void)
{
  for (guint tile = 0; tile < WIDTH * HEIGHT; tile++)
    for (guint wrong = 0; wrong < 2; wrong++)
      {
        g_autoptr (WeftNocTopology) chip = make_chip (FALSE);
        gboolean is_good;

        if (wrong == 0)
          chip->types[tile] = WEFT_N_TILE_TYPES;
        else
          chip->controllers[tile] = 2;
        g_assert_null (put_and_take (chip, &is_good));
        g_assert_false (is_good);
      }
}

/* As are more controllers than tiles. */
static void
test_controllers (void)
{
  g_autoptr (WeftNocTopology) chip = make_chip (FALSE);
  gboolean is_good;

  chip->n_controllers = WIDTH * HEIGHT + 1;
  g_assert_null (put_and_take (chip, &is_good));
  g_assert_false (is_good);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-topology-kept/same", test_same);
  g_test_add_func ("/noc-topology-kept/none", test_none);
  g_test_add_func ("/noc-topology-kept/refused", test_refused);
  g_test_add_func ("/noc-topology-kept/controllers", test_controllers);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
