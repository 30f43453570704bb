/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame-walk.h"

#include "timeline-fixture.h"

/* Going about in a flame graph by keys, and finding a node again in that of another range. */

/* a takes longest and has two in it, of which b takes longer; d stands beside it. */
#define SLICE(name, from, length) \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" #from ",\"dur\":" #length ",\"name\":\"" name "\"}"

static const char text[] = "{\"traceEvents\":[" SLICE ("a", 0, 100) "," SLICE (
  "b", 10, 50) "," SLICE ("c", 70, 20) "," SLICE ("d", 100, 40) "]}";

enum
{
  A,
  B,
  C,
  D
};

static WeftTimelineFlame *
make_flame (gint64 from, gint64 to)
{
  g_autoptr (WeftTimelineSnapshot) snapshot = timeline_fixture_read (text);
  g_autoptr (WeftTimelineCallTree) tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);

  return weft_timeline_flame_new (tree, from, to, NULL);
}

static void
assert_path (const WeftTimelineFlame *flame, guint32 node, const char *expected)
{
  g_autofree char *path = weft_timeline_flame_get_path (flame, node);

  g_assert_cmpstr (path, ==, expected);
}

static void
test_step (void)
{
  const guint32 none = WEFT_TIMELINE_NO_NODE;
  static const struct
  {
    guint32 root, node;
    int on, down;
    guint32 expected;
  } steps[] = {
    { WEFT_TIMELINE_NO_NODE, WEFT_TIMELINE_NO_NODE, 1, 0, A },
    { B, WEFT_TIMELINE_NO_NODE, 0, 1, B },
    { D + 1, WEFT_TIMELINE_NO_NODE, 1, 0, A },
    { WEFT_TIMELINE_NO_NODE, A, 0, 1, B },
    { WEFT_TIMELINE_NO_NODE, B, 0, 1, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, D, 0, 1, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, C, 0, -1, A },
    { WEFT_TIMELINE_NO_NODE, A, 0, -1, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, A, 1, 0, D },
    { WEFT_TIMELINE_NO_NODE, D, 1, 0, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, D, -1, 0, A },
    { WEFT_TIMELINE_NO_NODE, A, -1, 0, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, B, 1, 0, C },
    { WEFT_TIMELINE_NO_NODE, C, 1, 0, WEFT_TIMELINE_NO_NODE },
    { WEFT_TIMELINE_NO_NODE, C, -1, 0, B },
    /* A node that is shown alone is not left. */
    { A, A, 1, 0, WEFT_TIMELINE_NO_NODE },
    { A, A, 0, -1, WEFT_TIMELINE_NO_NODE },
    { A, B, 0, -1, A },
    { WEFT_TIMELINE_NO_NODE, A, 0, 0, WEFT_TIMELINE_NO_NODE },
  };
  g_autoptr (WeftTimelineFlame) flame = make_flame (G_MININT64, G_MAXINT64);
  g_autoptr (WeftTimelineFlame) empty = make_flame (1000000, 1000001);

  g_assert_cmpuint (flame->n_nodes, ==, 4);
  assert_path (flame, A, "a");
  assert_path (flame, B, "a;b");
  assert_path (flame, C, "a;c");
  assert_path (flame, D, "d");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("step %u", i);
      g_assert_cmpuint (
        weft_timeline_flame_step (flame, steps[i].root, steps[i].node, steps[i].on, steps[i].down),
        ==, steps[i].expected);
    }
  g_assert_cmpuint (empty->n_nodes, ==, 0);
  g_assert_cmpuint (weft_timeline_flame_step (empty, none, none, 1, 0), ==, none);
}

/* A node is the same in the graph of another range by the names that lead to it, wherever it stands there. */
static void
test_names (void)
{
  g_autoptr (WeftTimelineFlame) flame = make_flame (G_MININT64, G_MAXINT64);
  /* 20 µs of a, the last 10 of c, and all of d, which comes first, as it takes longest there. */
  g_autoptr (WeftTimelineFlame) part = make_flame (80000, 140000);

  for (guint32 node = 0; node < flame->n_nodes; node++)
    {
      g_autoptr (GArray) names = weft_timeline_flame_list_names (flame, node);
      g_autofree char *path = weft_timeline_flame_get_path (flame, node);
      guint32 found = weft_timeline_flame_find_names (part, names);

      g_assert_cmpuint (weft_timeline_flame_find_names (flame, names), ==, node);
      if (node == B)
        g_assert_cmpuint (found, ==, WEFT_TIMELINE_NO_NODE);
      else
        assert_path (part, found, path);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-flame-walk/step", test_step);
  g_test_add_func ("/timeline-flame-walk/names", test_names);
  return g_test_run ();
}
