/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-setup.h"

#include <glib/gi18n-lib.h>

#include "weft-tooltip.h"

struct _WeftNocSetup
{
  GtkWidget parent_instance;

  WeftNocState *state;
  GtkWidget *box;
  GtkWidget *chips;
  GtkWidget *description; /* of the chip: its file, or what is wrong with that */
  GtkWidget *clocks;      /* in sight where there are several devices: */
  GtkWidget *rows;        /* a row for each */
  guint n_clocks;
  GtkFileChooserNative *chooser; /* while it is open */
};

G_DEFINE_FINAL_TYPE (WeftNocSetup, weft_noc_setup, GTK_TYPE_WIDGET)

/* --- the chip ----------------------------------------------------------------------------------- */

/* "As the trace tells", then every chip that is compiled in. */
static char **
list_chips (void)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **titles;

  g_strv_builder_add (builder, _ ("As the trace tells"));
  for (const char *const *name = weft_noc_topology_list (); *name != NULL; name++)
    {
      g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_builtin (*name, 2, 2);

      g_strv_builder_add (builder, topology->title);
    }
  titles = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return titles;
}

static void
chip_chosen (WeftNocSetup *self)
{
  guint choice = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chips));

  if (choice == GTK_INVALID_LIST_POSITION)
    return;
  gtk_label_set_text (GTK_LABEL (self->description), "");
  weft_noc_state_set_chip (self->state, choice > 0 ? weft_noc_topology_list ()[choice - 1] : NULL,
                           NULL);
}

static void
use_file (WeftNocSetup *self, const char *path)
{
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
file_chosen (WeftNocSetup *self, int response)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL)
    use_file (self, path);
  g_clear_object (&self->chooser);
}

static void
file_clicked (WeftNocSetup *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (_ ("Description of a Chip"), GTK_WINDOW (root),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Use"), NULL);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (file_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
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

static GtkWidget *
add_text (GtkWidget *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
build (WeftNocSetup *self)
{
  g_auto (GStrv) titles = list_chips ();
  GtkWidget *file = gtk_button_new_with_label (_ ("Use a Description…"));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (add_text (self->box, _ ("Chip")), "heading");
  self->chips = gtk_drop_down_new_from_strings ((const char *const *) titles);
  g_signal_connect_object (self->chips, "notify::selected", G_CALLBACK (chip_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), self->chips);
  weft_tooltip_set (file, _ ("A JSON file with the grid of tiles and what its parts can "
                             "carry; the help tells its members"));
  g_signal_connect_object (file, "clicked", G_CALLBACK (file_clicked), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), file);
  self->description = add_text (self->box, "");
  self->clocks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_visible (self->clocks, FALSE);
  gtk_widget_add_css_class (add_text (self->clocks, _ ("Clocks")), "heading");
  add_text (self->clocks,
            _ ("Each device has a clock of its own, which begins at its first record. "
               "Where you know how they stand to each other, say so here."));
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->clocks), self->rows);
  gtk_box_append (GTK_BOX (self->box), self->clocks);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
weft_noc_setup_dispose (GObject *object)
{
  WeftNocSetup *self = WEFT_NOC_SETUP (object);

  g_clear_object (&self->chooser);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_noc_setup_parent_class)->dispose (object);
}

static void
weft_noc_setup_class_init (WeftNocSetupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_noc_setup_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_noc_setup_init (WeftNocSetup *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_noc_setup_new (WeftNocState *state)
{
  WeftNocSetup *self = g_object_new (WEFT_TYPE_NOC_SETUP, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_clocks), self, G_CONNECT_SWAPPED);
  show_clocks (self);
  return GTK_WIDGET (self);
}
