/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-list-area.h"

#include "on-display.h"

/* Ten things of 100 × 16, as many beside one another as there is room for. */
static int
measure (int width, gpointer data G_GNUC_UNUSED)
{
  int in_line = CLAMP (width / 100, 1, 10);

  return 16 * ((10 + in_line - 1) / in_line);
}

/* The claimed need holds wherever it is put: GTK asks how wide it has to be at a height only where
 * that is enough. */
static void
test_least (void)
{
  GtkWidget *area = g_object_ref_sink (weft_list_area_new (NULL, measure, NULL));
  int least, usual, width;

  gtk_widget_measure (area, GTK_ORIENTATION_VERTICAL, -1, &least, &usual, NULL, NULL);
  g_assert_cmpint (usual, ==, 160);
  for (width = 50; width < 2000; width += 50)
    {
      int height;

      gtk_widget_measure (area, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
      g_assert_cmpint (height, ==, measure (width, NULL));
      g_assert_cmpint (least, <=, height);
    }
  g_object_unref (area);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/list-area/least", test_least);
  return g_test_run ();
}
