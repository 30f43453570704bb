/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-route.h"

#include <glib/gstdio.h>
#include <string.h>

/* Routes against a walk that goes hop by hop and knows only the rules as the format's document
 * words them, for all pairs of tiles of all chips on both networks. */

typedef struct
{
  const char *name;
  guint width;
  guint height;
} Chip;

static const Chip chips[] = {
  { "wormhole_b0", 10, 12 },
  { "blackhole", 17, 12 },
  { "torus", 5, 4 },
  { "torus", 1, 3 },
};

/* The next tile, and the way to it, of a packet that is at (*x, *y). FALSE once it is there. */
static gboolean
step (guint noc, int width, int height, int *x, int *y, int dx, int dy, WeftNocDirection *direction)
{
  if (noc == 0 && *x != dx)
    {
      *x = *x == width - 1 ? 0 : *x + 1;
      *direction = WEFT_NOC_EAST;
    }
  else if (noc == 0 && *y != dy)
    {
      *y = *y == height - 1 ? 0 : *y + 1;
      *direction = WEFT_NOC_SOUTH;
    }
  else if (noc == 1 && *y != dy)
    {
      *y = *y == 0 ? height - 1 : *y - 1;
      *direction = WEFT_NOC_NORTH;
    }
  else if (noc == 1 && *x != dx)
    {
      *x = *x == 0 ? width - 1 : *x - 1;
      *direction = WEFT_NOC_WEST;
    }
  else
    return FALSE;
  return TRUE;
}

static void
check_pair (WeftNocRoute *route, const WeftNocTopology *topology, const Chip *chip, guint noc,
            guint from, guint to)
{
  int x = (int) (from % chip->width), y = (int) (from / chip->width);
  WeftNocDirection direction;
  guint n = 0, at = from;

  weft_noc_route_unicast (route, topology, noc, from, to);
  while (step (noc, (int) chip->width, (int) chip->height, &x, &y, (int) (to % chip->width),
               (int) (to / chip->width), &direction))
    {
      guint link = route->links[n++];

      g_assert_cmpuint (n, <=, route->n_links);
      g_assert_cmpuint (weft_noc_link_get_noc (topology, link), ==, noc);
      g_assert_cmpuint (weft_noc_link_get_from (topology, link), ==, at);
      g_assert_cmpuint (weft_noc_link_get_direction (link), ==, direction);
      at = weft_noc_link_get_to (topology, link);
      g_assert_cmpuint (at, ==, (guint) y * chip->width + (guint) x);
    }
  g_assert_cmpuint (n, ==, route->n_links);
  g_assert_cmpuint (n, ==, weft_noc_count_hops (topology, noc, from, to));
  g_assert_cmpuint (at, ==, to);
  g_assert_cmpuint (route->n_receivers, ==, 1);
  g_assert_cmpuint (route->receivers[0], ==, to);
}

static void
test_all_pairs (gconstpointer data)
{
  const Chip *chip = data;
  g_autoptr (WeftNocTopology) topology =
    weft_noc_topology_new_builtin (chip->name, chip->width, chip->height);
  g_auto (WeftNocRoute) route;
  guint n_tiles = topology->n_tiles;

  g_assert_cmpuint (topology->width, ==, chip->width);
  g_assert_cmpuint (topology->height, ==, chip->height);
  weft_noc_route_init (&route, topology);
  for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
    for (guint from = 0; from < n_tiles; from++)
      for (guint to = 0; to < n_tiles; to++)
        check_pair (&route, topology, chip, noc, from, to);
}

/* A mesh has no way around its edges. */
static void
test_mesh (void)
{
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin ("mesh", 6, 5);
  g_auto (WeftNocRoute) route;

  weft_noc_route_init (&route, topology);
  for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
    for (guint from = 0; from < 30; from++)
      for (guint to = 0; to < 30; to++)
        {
          int dx = (int) (to % 6) - (int) (from % 6), dy = (int) (to / 6) - (int) (from / 6);
          guint at = from;

          weft_noc_route_unicast (&route, topology, noc, from, to);
          g_assert_cmpuint (route.n_links, ==, (guint) (ABS (dx) + ABS (dy)));
          for (guint i = 0; i < route.n_links; i++)
            {
              gboolean along_x = i < (guint) ABS (dx);
              WeftNocDirection direction = weft_noc_link_get_direction (route.links[i]);

              if (noc == 1)
                along_x = i >= (guint) ABS (dy);
              g_assert_cmpuint (weft_noc_link_get_from (topology, route.links[i]), ==, at);
              g_assert_true (along_x == (direction == WEFT_NOC_EAST || direction == WEFT_NOC_WEST));
              at = weft_noc_link_get_to (topology, route.links[i]);
            }
          g_assert_cmpuint (at, ==, to);
        }
}

/* --- trees -------------------------------------------------------------------------------------- */

/* Every link begins where another has ended, or at the source; no tile is entered twice, and each
 * receiver is entered. */
static void
check_tree (const WeftNocRoute *route, const WeftNocTopology *topology, guint from)
{
  g_autofree guint8 *entered = g_new0 (guint8, topology->n_tiles);

  entered[from] = 1;
  for (guint i = 0; i < route->n_links; i++)
    {
      g_assert_true (entered[weft_noc_link_get_from (topology, route->links[i])]);
      g_assert_false (entered[weft_noc_link_get_to (topology, route->links[i])]);
      entered[weft_noc_link_get_to (topology, route->links[i])] = 1;
    }
  for (guint i = 0; i < route->n_receivers; i++)
    {
      g_assert_true (entered[route->receivers[i]]);
      g_assert_cmpuint (route->receivers[i], !=, from);
      g_assert_true (weft_noc_topology_takes_multicast (topology, route->receivers[i]));
    }
}

#define TILE(x, y) ((y) *10u + (x))

/* The check values of the document. */
static void
test_check_values (void)
{
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin ("wormhole_b0", 0, 0);
  g_auto (WeftNocRoute) route;
  guint n_unicast = 0;

  weft_noc_route_init (&route, topology);
  weft_noc_route_multicast (&route, topology, 0, TILE (1, 1), TILE (6, 7), TILE (8, 9));
  check_tree (&route, topology, TILE (1, 1));
  g_assert_cmpuint (route.n_links, ==, 19);
  g_assert_cmpuint (route.n_receivers, ==, 9);
  g_assert_false (route.undecided);

  weft_noc_route_multicast (&route, topology, 1, TILE (9, 11), TILE (8, 9), TILE (6, 7));
  check_tree (&route, topology, TILE (9, 11));
  g_assert_cmpuint (route.n_links, ==, 11);
  g_assert_cmpuint (route.n_receivers, ==, 9);

  /* Around both edges, with the source inside: columns 8, 9, 0, 1, 2 and rows 9 to 3. */
  weft_noc_route_multicast (&route, topology, 0, TILE (1, 1), TILE (8, 9), TILE (2, 3));
  check_tree (&route, topology, TILE (1, 1));
  g_assert_true (route.undecided);
  /* Tensix columns 8, 9, 1, 2 in rows 9, 10, 11, 1, 2, 3, but for the source; row 0 has none. */
  g_assert_cmpuint (route.n_receivers, ==, 4 * 6 - 1);

  /* A bundle of unicasts would take other links. */
  weft_noc_route_multicast (&route, topology, 0, TILE (1, 1), TILE (6, 7), TILE (8, 9));
  for (guint i = 0; i < route.n_receivers; i++)
    n_unicast += weft_noc_count_hops (topology, 0, TILE (1, 1), route.receivers[i]);
  g_assert_cmpuint (n_unicast, >, 19);
}

/* The tree as the document words it, hop by hop, and without the program's helpers. */
static guint
count_tree_links (const Chip *chip, guint noc, guint from, guint start, guint end)
{
  g_autoptr (GHashTable) links = g_hash_table_new (NULL, NULL);
  gboolean in_columns[256] = { FALSE }, in_rows[256] = { FALSE };
  guint w = chip->width, h = chip->height;
  guint dx = noc == 0 ? 1 : w - 1, dy = noc == 0 ? 1 : h - 1;
  guint n_columns = 0, n_rows = 0, x = from % w, y = from / w;

  for (guint c = start % w;; c = (c + dx) % w)
    {
      in_columns[c] = TRUE;
      n_columns++;
      if (c == end % w)
        break;
    }
  for (guint r = start / w;; r = (r + dy) % h)
    {
      in_rows[r] = TRUE;
      n_rows++;
      if (r == end / w)
        break;
    }
  while (!in_columns[x])
    {
      g_hash_table_add (links, GUINT_TO_POINTER ((y * w + x) * 2 + 1));
      x = (x + dx) % w;
    }
  for (;;)
    {
      if (in_rows[y])
        {
          guint left = n_columns, bx = x;

          n_rows--;
          for (left -= in_columns[bx]; left > 0; left -= in_columns[bx])
            {
              g_hash_table_add (links, GUINT_TO_POINTER ((y * w + bx) * 2 + 1));
              bx = (bx + dx) % w;
            }
        }
      if (n_rows == 0)
        return g_hash_table_size (links);
      g_hash_table_add (links, GUINT_TO_POINTER ((y * w + x) * 2 + 2));
      y = (y + dy) % h;
    }
}

static void
test_trees (gconstpointer data)
{
  const Chip *chip = data;
  g_autoptr (WeftNocTopology) topology =
    weft_noc_topology_new_builtin (chip->name, chip->width, chip->height);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_auto (WeftNocRoute) route;
  gint32 n_tiles = (gint32) topology->n_tiles;

  weft_noc_route_init (&route, topology);
  for (guint i = 0; i < 20000; i++)
    {
      guint noc = (guint) g_rand_int_range (random, 0, 2);
      guint from = (guint) g_rand_int_range (random, 0, n_tiles);
      guint start = (guint) g_rand_int_range (random, 0, n_tiles);
      guint end = (guint) g_rand_int_range (random, 0, n_tiles);

      weft_noc_route_multicast (&route, topology, noc, from, start, end);
      g_assert_cmpuint (route.n_links, ==, count_tree_links (chip, noc, from, start, end));
      if (!route.undecided)
        check_tree (&route, topology, from);
    }
}

static void
test_mesh_trees (void)
{
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin ("mesh", 6, 6);
  g_auto (WeftNocRoute) route;

  weft_noc_route_init (&route, topology);
  weft_noc_route_multicast (&route, topology, 0, 0, 6 * 2 + 2, 6 * 3 + 4);
  check_tree (&route, topology, 0);
  g_assert_cmpuint (route.n_receivers, ==, 6);
  g_assert_cmpuint (route.n_links, ==, 4 + 3 * 3);
}

/* --- topologies --------------------------------------------------------------------------------- */

static void
test_topologies (void)
{
  g_autoptr (WeftNocTopology) wormhole = weft_noc_topology_new_builtin ("wormhole_b0", 0, 0);
  g_autoptr (WeftNocTopology) blackhole = weft_noc_topology_new_builtin ("blackhole", 0, 0);

  for (const char *const *name = weft_noc_topology_list (); *name != NULL; name++)
    {
      g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin (*name, 3, 4);

      g_assert_cmpstr (topology->name, ==, *name);
    }
  g_assert_null (weft_noc_topology_new_builtin ("grayskull", 3, 4));
  g_assert_cmpuint (wormhole->types[TILE (5, 11)], ==, WEFT_TILE_DRAM);
  g_assert_cmpuint (wormhole->types[TILE (0, 3)], ==, WEFT_TILE_PCIE);
  g_assert_cmpuint (wormhole->types[TILE (0, 10)], ==, WEFT_TILE_ARC);
  g_assert_cmpuint (wormhole->controllers[TILE (5, 9)], ==, 3);
  g_assert_cmpuint (wormhole->controllers[TILE (1, 1)], ==, WEFT_NO_CONTROLLER);
  g_assert_cmpuint (wormhole->n_controllers, ==, 6);
  g_assert_cmpuint (blackhole->n_controllers, ==, 8);
  for (guint tile = 0; tile < blackhole->n_tiles; tile++)
    g_assert_true ((blackhole->types[tile] == WEFT_TILE_DRAM)
                   == (blackhole->controllers[tile] != WEFT_NO_CONTROLLER));
  g_assert_cmpfloat (weft_noc_topology_get_packet_rate (wormhole, 0), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_noc_topology_get_packet_rate (wormhole, 64), 2.75, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_noc_topology_get_packet_rate (wormhole, 384), 14.05, 1e-9);
  g_assert_cmpfloat (weft_noc_topology_get_packet_rate (wormhole, 1 << 20), ==, 30);
  g_assert_cmpfloat (weft_noc_topology_get_read_latency (wormhole, TILE (1, 1), TILE (1, 5)), ==,
                     154);
  g_assert_cmpfloat (weft_noc_topology_get_read_latency (blackhole, 18, 19), ==, 217);
  g_assert_cmpfloat (weft_noc_topology_get_write_latency (blackhole, 3), ==, 73);
  g_assert_true (weft_noc_topology_has_cluster_type (blackhole, "P150_X2"));
  g_assert_false (weft_noc_topology_has_cluster_type (blackhole, "N300"));
  g_assert_true (weft_noc_topology_has_cluster_type (wormhole, "n300"));
}

/* Changes of a good file of a user, and what is wrong then. */
static const struct
{
  const char *from; /* in a good file, */
  const char *to;   /* replaced by this */
  const char *says; /* NULL: it is good */
} user_files[] = {
  { "", "", NULL },
  { "[\"TD\", \"TT\"]", "[\"TDTT\"]", NULL },
  { "[\"TD\", \"TT\"]", "[]", "rows" },
  { "\"TD\"", "\"TDD\"", "rows" },
  { "\"TD\"", "\"TX\"", "rows" },
  { "\"wraps\": true", "\"wraps\": 1", "wraps" },
  { "\"link_rate\": 30", "\"link_rate\": -1", "link_rate" },
  { "\"link_rate\": 30", "\"link_rate\": \"30\"", "link_rate" },
  { "[[1, 0]]", "[[1, 7]]", "dram_controllers" },
  { "[[1, 0]]", "[[1]]", "dram_controllers" },
  { "[128, 5.5]", "[128]", "packet_rates" },
  { "[128, 5.5]", "[128, 5.5], [64, 7]", "packet_rates" },
  { "\"tensix\": 28.1", "\"dram\": 28.1", "tensix" },
  { "\"hop\": 10", "\"hops\": 10", "hop" },
  { "[\"TD\", \"TT\"]", "7", "rows" },
  { "[[[1, 0]]]", "{}", "dram_controllers" },
  { "[[128, 5.5]]", "\"128\"", "packet_rates" },
  { "{\"tensix\": 28.1}", "[]", "inject_rates" },
  { "{\"base\": 40, \"hop\": 10}", "40", "write_latency" },
};

/* A user's file may be wrong in many ways; none crashes, and each says where. */
static void
test_user_files (void)
{
  static const char good[] =
    "{\"name\": \"mine\", \"wraps\": true, \"rows\": [\"TD\", \"TT\"],"
    " \"dram_controllers\": [[[1, 0]]], \"link_rate\": 30, \"ethernet_link_rate\": 12,"
    " \"dram_controller_rate\": 20, \"inject_rates\": {\"tensix\": 28.1},"
    " \"absorb_rates\": {\"tensix\": 28}, \"packet_rates\": [[128, 5.5]],"
    " \"read_latency\": {\"tile\": 1, \"column\": 2, \"row\": 3, \"other\": 4},"
    " \"write_latency\": {\"base\": 40, \"hop\": 10}}";
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("weft-topology-XXXXXX", &path, NULL);

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (user_files); i++)
    {
      g_autoptr (GString) text = g_string_new (good);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftNocTopology) topology = NULL;

      if (*user_files[i].from != 0)
        g_assert_cmpuint (g_string_replace (text, user_files[i].from, user_files[i].to, 1), ==, 1);
      g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
      topology = weft_noc_topology_new_from_file (path, 0, 0, &error);
      if (user_files[i].says == NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (topology->title, ==, "mine");
          g_assert_cmpuint (topology->n_tiles, ==, 4);
          continue;
        }
      g_assert_null (topology);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, user_files[i].says));
    }
  g_unlink (path);
}

/* Programs count cores without the columns and rows of other tiles: the core (1,1) of Wormhole is
 * their (0,0), and what is harvested is not counted. */
static void
test_logical (void)
{
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin ("wormhole_b0", 0, 0);
  guint logical;

  g_assert_false (weft_noc_topology_get_logical (topology, FALSE, 0, &logical));
  g_assert_true (weft_noc_topology_get_logical (topology, FALSE, 1, &logical));
  g_assert_cmpuint (logical, ==, 0);
  g_assert_false (weft_noc_topology_get_logical (topology, FALSE, 5, &logical));
  g_assert_true (weft_noc_topology_get_logical (topology, FALSE, 9, &logical));
  g_assert_cmpuint (logical, ==, 7);
  g_assert_false (weft_noc_topology_get_logical (topology, TRUE, 6, &logical));
  g_assert_true (weft_noc_topology_get_logical (topology, TRUE, 11, &logical));
  g_assert_cmpuint (logical, ==, 9);
  topology->harvested = g_new0 (guint8, topology->n_tiles);
  for (guint x = 0; x < topology->width; x++)
    topology->harvested[3 * topology->width + x] = TRUE;
  g_assert_false (weft_noc_topology_get_logical (topology, TRUE, 3, &logical));
  g_assert_true (weft_noc_topology_get_logical (topology, TRUE, 11, &logical));
  g_assert_cmpuint (logical, ==, 8);
}

#define N_FIRST 8

static gpointer
make_at_once (gpointer n_waiting)
{
  g_autoptr (WeftNocTopology) topology = NULL;

  g_atomic_int_add ((gint *) n_waiting, -1);
  while (g_atomic_int_get ((gint *) n_waiting) > 0)
    ;
  topology = weft_noc_topology_new_builtin ("mesh", 4, 4);
  g_assert_nonnull (topology);
  return NULL;
}

/* The first that a program makes, by several threads: those descriptions are registered then. */
static void
test_first_at_once (void)
{
  GThread *threads[N_FIRST];
  gint n_waiting = N_FIRST;

  if (!g_test_subprocess ())
    {
      for (guint i = 0; i < 40; i++)
        {
          g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
          g_test_trap_assert_passed ();
        }
      return;
    }
  for (guint i = 0; i < N_FIRST; i++)
    threads[i] = g_thread_new ("first", make_at_once, &n_waiting);
  for (guint i = 0; i < N_FIRST; i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (chips); i++)
    {
      g_autofree char *pairs = g_strdup_printf ("/noc-route/pairs/%u-%s", i, chips[i].name);
      g_autofree char *trees = g_strdup_printf ("/noc-route/trees/%u-%s", i, chips[i].name);

      g_test_add_data_func (pairs, &chips[i], test_all_pairs);
      g_test_add_data_func (trees, &chips[i], test_trees);
    }
  g_test_add_func ("/noc-route/mesh", test_mesh);
  g_test_add_func ("/noc-route/mesh-trees", test_mesh_trees);
  g_test_add_func ("/noc-route/check-values", test_check_values);
  g_test_add_func ("/noc-topology/compiled-in", test_topologies);
  g_test_add_func ("/noc-topology/logical", test_logical);
  g_test_add_func ("/noc-topology/user-files", test_user_files);
  g_test_add_func ("/noc-topology/first-at-once", test_first_at_once);
  return g_test_run ();
}
