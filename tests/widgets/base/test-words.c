/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-words.h"

#include <math.h>

static void
check_ratio (double ratio, guint decimals, const char *expected)
{
  g_autofree char *text = weft_number_ratio (ratio, decimals);

  g_assert_cmpstr (text, ==, expected);
}

/* What is not 0 does not look like it, and what is not known does not either. */
static void
test_ratio (void)
{
  check_ratio (2.6347, 3, "2.635");
  check_ratio (0.0003, 3, "0.0003");
  check_ratio (-0.00004, 1, "-0.00004");
  check_ratio (0, 3, "0.000");
  check_ratio (1e-12, 3, "0.000000000");
  check_ratio ((double) NAN, 3, "—");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/words/ratio", test_ratio);
  return g_test_run ();
}
