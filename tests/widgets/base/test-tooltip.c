/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tooltip.h"

#include "on-display.h"

/* A widget's hover text: to who looks, and to who listens. */

static gboolean
ask (GtkWidget *widget)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean says = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 0, 0, FALSE, tooltip, &says);
  g_object_unref (tooltip);
  return says;
}

static void
test_text (void)
{
  GtkWidget *button = g_object_ref_sink (gtk_button_new ());

  g_assert_null (weft_tooltip_get (button));
  g_assert_false (ask (button));
  weft_tooltip_set (button, "Does it");
  weft_tooltip_set (button, "Does it again");
  g_assert_cmpstr (weft_tooltip_get (button), ==, "Does it again");
  g_assert_true (gtk_widget_get_has_tooltip (button));
  g_assert_true (ask (button));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Does it again");
  weft_tooltip_set (button, "");
  g_assert_null (weft_tooltip_get (button));
  g_assert_false (gtk_widget_get_has_tooltip (button));
  g_assert_false (ask (button));
  g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (button),
                                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_object_unref (button);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tooltip/text", test_text);
  return g_test_run ();
}
