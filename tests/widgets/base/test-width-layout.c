/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-width-layout.h"

#include "on-display.h"

/* --- a widget that counts what it is asked ----------------------------------------------------------- */

#define TEST_TYPE_ASKED (test_asked_get_type ())
G_DECLARE_FINAL_TYPE (TestAsked, test_asked, TEST, ASKED, GtkWidget)

struct _TestAsked
{
  GtkWidget parent_instance;

  guint n_widths; /* asked for at a height */
};

G_DEFINE_FINAL_TYPE (TestAsked, test_asked, GTK_TYPE_WIDGET)

static GtkSizeRequestMode
test_asked_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* As a text of 1,000 letters that breaks anywhere: it has 40,000 pixels. */
static void
test_asked_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = 40000 / (for_size > 0 ? for_size : 400);
      return;
    }
  TEST_ASKED (widget)->n_widths += for_size >= 0;
  *minimum = for_size > 0 ? 40000 / for_size : 40;
  *natural = MAX (*minimum, 400);
}

static void
test_asked_class_init (TestAskedClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = test_asked_measure;
  GTK_WIDGET_CLASS (klass)->get_request_mode = test_asked_get_request_mode;
}

static void
test_asked_init (TestAsked *self G_GNUC_UNUSED)
{
}

/* --- tests --------------------------------------------------------------------------------------------- */

/* Two texts below one another, in a bin with that layout, in a stack, which asks: (transfer none) the first text. */
static TestAsked *
show_texts (GtkWindow *window, GtkLayoutManager *layout)
{
  GtkWidget *stack = gtk_stack_new (), *bin = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *text;

  gtk_widget_set_layout_manager (bin, layout);
  text = g_object_new (TEST_TYPE_ASKED, NULL);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), g_object_new (TEST_TYPE_ASKED, NULL));
  gtk_box_append (GTK_BOX (bin), box);
  gtk_stack_add_child (GTK_STACK (stack), bin);
  gtk_window_set_default_size (window, 500, 400);
  gtk_window_set_child (window, stack);
  gtk_window_present (window);
  wait_until (is_mapped, text);
  wait_settled ();
  return TEST_ASKED (text);
}

/* Texts have all of the width, and the height that they need there, but aren't asked for widths at heights, as they
 * are below a bin of GTK's. */
static void
test_stack (void)
{
  GtkWidget *window = gtk_window_new (), *other = gtk_window_new ();
  TestAsked *text = show_texts (GTK_WINDOW (window), g_object_new (WEFT_TYPE_WIDTH_LAYOUT, NULL));

  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (text)), ==, 500);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (text)), ==, 80);
  g_assert_cmpuint (text->n_widths, ==, 0);
  text = show_texts (GTK_WINDOW (other), gtk_bin_layout_new ());
  g_assert_cmpuint (text->n_widths, >, 0);
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_window_destroy (GTK_WINDOW (other));
}

/* A hidden child takes no room, and the widest of all is what is needed. */
static void
test_children (void)
{
  GtkWidget *window = gtk_window_new (), *bin = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *wide = gtk_drawing_area_new (), *high = gtk_drawing_area_new ();
  int width, height;

  gtk_widget_set_layout_manager (bin, g_object_new (WEFT_TYPE_WIDTH_LAYOUT, NULL));
  gtk_widget_set_size_request (wide, 200, 10);
  gtk_widget_set_size_request (high, 20, 100);
  gtk_window_set_child (GTK_WINDOW (window), bin);
  gtk_box_append (GTK_BOX (bin), wide);
  gtk_box_append (GTK_BOX (bin), high);
  gtk_widget_measure (bin, GTK_ORIENTATION_HORIZONTAL, 50, &width, NULL, NULL, NULL);
  gtk_widget_measure (bin, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (width, ==, 200);
  g_assert_cmpint (height, ==, 100);
  gtk_widget_set_visible (wide, FALSE);
  gtk_widget_measure (bin, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, ==, 20);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/width-layout/stack", test_stack);
  g_test_add_func ("/width-layout/children", test_children);
  return g_test_run ();
}
