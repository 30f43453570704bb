/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-palette-match.h"

static void
test_letters (void)
{
  g_assert_cmpuint (weft_palette_match ("", "Zoom in"), >, 0);
  g_assert_cmpuint (weft_palette_match ("zi", "Zoom in"), >, 0);
  g_assert_cmpuint (weft_palette_match ("zoom  IN ", "Zoom in"), >, 0);
  g_assert_cmpuint (weft_palette_match ("zx", "Zoom in"), ==, 0);
  g_assert_cmpuint (weft_palette_match ("iz", "Zoom in"), ==, 0);
  g_assert_cmpuint (weft_palette_match ("zoom inn", "Zoom in"), ==, 0);
  g_assert_cmpuint (weft_palette_match ("a", ""), ==, 0);
  g_assert_cmpuint (weft_palette_match ("ÄÖ", "ä über ö"), >, 0);
}

/* The first of two titles is the better one. */
static void
test_order (void)
{
  static const struct
  {
    const char *pattern, *better, *worse;
  } pairs[] = {
    { "zi", "Zoom in", "Organizing" },
    { "filter", "Filter the rows", "Show or hide the filter bar" },
    { "cf", "Clear the filter", "Close the drawer for now" },
    { "bo", "Bookmark", "A book of sorrow" },
    { "next", "Next tab", "Not every xylophone tone" },
    { "tab", "Next tab", "The panel below" },
    { "zoom", "Zoom in", "Zoom to the whole trace" },
    { "go", "Go to a place", "Show or hide the go-to bar" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      guint better = weft_palette_match (pairs[i].pattern, pairs[i].better);
      guint worse = weft_palette_match (pairs[i].pattern, pairs[i].worse);

      g_test_message ("%s: %u, %u", pairs[i].pattern, better, worse);
      g_assert_cmpuint (better, >, worse);
    }
}

/* Of long titles only the beginning counts, and nothing is written beyond. */
static void
test_long (void)
{
  g_autofree char *title = g_strnfill (5000, 'a'), *pattern = g_strnfill (500, 'a');

  g_assert_cmpuint (weft_palette_match (pattern, title), >, 0);
  g_assert_cmpuint (weft_palette_match ("b", title), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette-match/letters", test_letters);
  g_test_add_func ("/palette-match/order", test_order);
  g_test_add_func ("/palette-match/long", test_long);
  return g_test_run ();
}
