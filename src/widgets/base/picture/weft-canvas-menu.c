/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-canvas-menu.h"

#include <glib/gi18n-lib.h>

#define MENU_KEY "weft-menu"

typedef struct
{
  WeftCanvasMenuFill fill;
  WeftCanvasMenuPress press;
  GtkWidget *popover; /* NULL before it was opened */
} Menu;

static Menu *
get_menu (GtkWidget *canvas)
{
  return g_object_get_data (G_OBJECT (canvas), MENU_KEY);
}

static GtkWidget *
get_popover (GtkWidget *canvas)
{
  return get_menu (canvas) != NULL ? get_menu (canvas)->popover : NULL;
}

void
weft_canvas_menu_append_choice (GMenu *menu, const char *title, const char *action,
                                const char *const *choices)
{
  g_autoptr (GMenu) submenu = g_menu_new ();

  for (guint i = 0; choices[i] != NULL; i += 2)
    {
      g_autofree char *detailed = g_strdup_printf ("%s::%s", action, choices[i]);

      g_menu_append (submenu, _ (choices[i + 1]), detailed);
    }
  g_menu_append_submenu (menu, _ (title), G_MENU_MODEL (submenu));
}

/* Items whose action nobody has are left out by GTK. */
static void
append (GMenu *menu, const char *words, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (_ (words), action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
  g_menu_append_item (menu, item);
}

static GMenuModel *
create_model (GtkWidget *canvas)
{
  g_autoptr (GMenu) places = g_menu_new (), marks = g_menu_new (), family = g_menu_new ();
  GMenu *menu = g_menu_new ();

  append (places, N_ ("Zoom to the Selection"), "view.fit");
  append (places, N_ ("Show All"), "view.fit-all");
  append (places, N_ ("Back"), "view.back");
  append (marks, N_ ("Set or Take Away a Cursor Here"), "page.cursor");
  append (marks, N_ ("Add Bookmark"), "page.bookmark");
  append (marks, N_ ("Fold Empty Stretches"), "options.fold-empty");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (places));
  get_menu (canvas)->fill (canvas, family);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (family));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (marks));
  return G_MENU_MODEL (menu);
}

GtkWidget *
weft_canvas_menu_open (GtkWidget *canvas, double x, double y)
{
  GtkWidget *popover = get_popover (canvas);

  if (popover == NULL)
    {
      g_autoptr (GMenuModel) model = create_model (canvas);

      popover = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
      gtk_widget_set_halign (popover, GTK_ALIGN_START);
      gtk_widget_set_parent (popover, canvas);
      get_menu (canvas)->popover = popover;
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_trigger_tooltip_query (canvas);
  return popover;
}

gboolean
weft_canvas_menu_is_open (GtkWidget *canvas)
{
  return get_popover (canvas) != NULL && gtk_widget_get_mapped (get_popover (canvas));
}

void
weft_canvas_menu_allocate (GtkWidget *canvas)
{
  if (get_popover (canvas) != NULL)
    gtk_popover_present (GTK_POPOVER (get_popover (canvas)));
}

void
weft_canvas_menu_remove (GtkWidget *canvas)
{
  if (get_menu (canvas) != NULL)
    g_clear_pointer (&get_menu (canvas)->popover, gtk_widget_unparent);
}

/* The menu is about the thing that was pressed. */
static void
pressed (GtkWidget *canvas, int n_press G_GNUC_UNUSED, double x, double y, GtkGesture *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (canvas);
  get_menu (canvas)->press (canvas, x, y);
  weft_canvas_menu_open (canvas, x, y);
}

static gboolean
on_key (GtkWidget *widget, GVariant *args G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  weft_canvas_menu_open (widget, gtk_widget_get_width (widget) / 2.0,
                         gtk_widget_get_height (widget) / 2.0);
  return TRUE;
}

void
weft_canvas_menu_add (GtkWidget *canvas, WeftCanvasMenuFill fill, WeftCanvasMenuPress press)
{
  Menu *menu = g_new0 (Menu, 1);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  const char *const triggers[] = { "Menu", "<Shift>F10" };

  menu->fill = fill;
  menu->press = press;
  g_object_set_data_full (G_OBJECT (canvas), MENU_KEY, menu, g_free);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), canvas);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (click));
  for (guint i = 0; i < G_N_ELEMENTS (triggers); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string (triggers[i]),
                        gtk_callback_action_new (on_key, NULL, NULL)));
  gtk_widget_add_controller (canvas, keys);
}
