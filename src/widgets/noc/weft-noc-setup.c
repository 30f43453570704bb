/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-setup.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"

struct _WeftNocSetup
{
  WeftPanel parent_instance;

  WeftNocState *state; /* the panel's */
  GtkWidget *chips;
  GtkStringList *titles;
  GtkWidget *description; /* of the chip: its file, or what is wrong with that */
  GtkWidget *clocks;      /* in sight where there are several devices: */
  GtkWidget *rows;        /* a row for each */
  guint n_clocks;
};

G_DEFINE_FINAL_TYPE (WeftNocSetup, weft_noc_setup, WEFT_TYPE_PANEL)

/* --- the chip ----------------------------------------------------------------------------------- */

/* "As the trace tells", then every chip that is compiled in. */
static void
list_chips (WeftNocSetup *self)
{
  for (const char *const *name = weft_noc_topology_list (); *name != NULL; name++)
    {
      g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin (*name, 2, 2);

      gtk_string_list_append (self->titles, topology->title);
    }
}

static void
chip_chosen (WeftNocSetup *self)
{
  guint choice = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chips));

  if (self->state == NULL || choice == GTK_INVALID_LIST_POSITION)
    return;
  gtk_label_set_text (GTK_LABEL (self->description), "");
  weft_noc_state_set_chip (self->state, choice > 0 ? weft_noc_topology_list ()[choice - 1] : NULL,
                           NULL);
}

static void
use_file (gpointer owner, const char *path)
{
  WeftNocSetup *self = owner;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_from_file (path, 2, 2, &error);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;

  if (topology == NULL)
    text = g_strdup_printf (_ ("“%s” is no description of a chip: %s"), name, error->message);
  else
    text = g_strdup_printf (_ ("%s, by “%s”"), topology->title, name);
  gtk_label_set_text (GTK_LABEL (self->description), text);
  if (topology != NULL)
    weft_noc_state_set_chip (self->state, NULL, path);
}

static void
file_clicked (WeftNocSetup *self)
{
  weft_choose_files (
    self, &(WeftFileChoice){ .title = _ ("Description of a Chip"), .accept = _ ("_Use") },
    use_file);
}

static void
logical_toggled (WeftNocSetup *self, GtkCheckButton *button)
{
  WeftNocManner manner;

  if (self->state == NULL)
    return;
  manner = *weft_noc_state_get_manner (self->state);
  manner.logical = gtk_check_button_get_active (button);
  weft_noc_state_set_manner (self->state, &manner);
}

/* --- clocks ------------------------------------------------------------------------------------- */

static void
offset_changed (GtkSpinButton *spin, WeftNocSetup *self)
{
  gint32 device = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (spin), "weft-device"));

  weft_noc_state_set_offset (self->state, device, (guint32) gtk_spin_button_get_value (spin));
}

static void
add_clock (WeftNocSetup *self, gint32 device)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *spin = gtk_spin_button_new_with_range (0, G_MAXUINT32, 1);
  g_autofree char *text = g_strdup_printf (_ ("Device %d begins at cycle"), device);
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), spin);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin),
                             weft_noc_state_get_offset (self->state, device));
  g_object_set_data (G_OBJECT (spin), "weft-device", GINT_TO_POINTER (device));
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (offset_changed), self, 0);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), spin);
  gtk_box_append (GTK_BOX (self->rows), row);
}

/* A trace may have more devices as it is loaded. */
static void
show_clocks (WeftNocSetup *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint n = result != NULL ? weft_noc_capture_get_n_devices (result->capture) : 0;
  GtkWidget *child;

  if (n == self->n_clocks)
    return;
  self->n_clocks = n;
  while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_box_remove (GTK_BOX (self->rows), child);
  gtk_widget_set_visible (self->clocks, n > 1);
  for (guint i = 0; i < n; i++)
    add_clock (self, weft_noc_capture_get_device_id (result->capture, i));
}

/* --- construction ------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WeftNocSetup *self = WEFT_NOC_SETUP (panel);

  self->state = weft_panel_get_state (panel);
  g_signal_connect_object (self->state, "result", G_CALLBACK (show_clocks), self,
                           G_CONNECT_SWAPPED);
  show_clocks (self);
}

static void
weft_noc_setup_class_init (WeftNocSetupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-noc-setup.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNocSetup, chips);
  gtk_widget_class_bind_template_child (widget_class, WeftNocSetup, titles);
  gtk_widget_class_bind_template_child (widget_class, WeftNocSetup, description);
  gtk_widget_class_bind_template_child (widget_class, WeftNocSetup, clocks);
  gtk_widget_class_bind_template_child (widget_class, WeftNocSetup, rows);
  gtk_widget_class_bind_template_callback (widget_class, chip_chosen);
  gtk_widget_class_bind_template_callback (widget_class, file_clicked);
  gtk_widget_class_bind_template_callback (widget_class, logical_toggled);
}

static void
weft_noc_setup_init (WeftNocSetup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  list_chips (self);
}
