/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-color-editor.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-color-table.h"
#include "weft-tooltip.h"

struct _WeftPipelineColorEditor
{
  AdwWindow parent_instance;

  WeftPipelineState *state;
  WeftViewOptions *options;
  WeftPipelineRenderer *renderer;
  GtkWidget *list;
  GtkWidget *reset;
};

G_DEFINE_FINAL_TYPE (WeftPipelineColorEditor, weft_pipeline_color_editor, ADW_TYPE_WINDOW)

/* --- colours ------------------------------------------------------------------------------------ */

static char *
get_colors (WeftPipelineColorEditor *self)
{
  char *colors;

  g_object_get (self->options, "colors", &colors, NULL);
  return colors;
}

static WeftColor
from_rgba (const GdkRGBA *rgba)
{
  return 0xff000000u | (WeftColor) (rgba->red * 255 + 0.5f) << 16
         | (WeftColor) (rgba->green * 255 + 0.5f) << 8 | (WeftColor) (rgba->blue * 255 + 0.5f);
}

static GdkRGBA
to_rgba (WeftColor color)
{
  return (GdkRGBA){ (float) (color >> 16 & 0xff) / 255, (float) (color >> 8 & 0xff) / 255,
                    (float) (color & 0xff) / 255, 1 };
}

static void update (WeftPipelineColorEditor *self);

void
weft_pipeline_color_editor_set (WeftPipelineColorEditor *self, const char *name, WeftColor color)
{
  g_autofree char *before = NULL, *after = NULL;

  g_return_if_fail (WEFT_IS_PIPELINE_COLOR_EDITOR (self));

  before = get_colors (self);
  after = weft_pipeline_color_table_set (before, name, color);
  g_object_set (self->options, "colors", after, "scheme", WEFT_SCHEME_CUSTOM, NULL);
  update (self);
}

static void
on_color_set (WeftPipelineColorEditor *self, GtkWidget *button)
{
  GdkRGBA rgba;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  weft_pipeline_color_editor_set (self, g_object_get_data (G_OBJECT (button), "name"),
                                  from_rgba (&rgba));
}

static void
on_reset (WeftPipelineColorEditor *self, GtkWidget *button)
{
  weft_pipeline_color_editor_set (self, g_object_get_data (G_OBJECT (button), "name"),
                                  WEFT_COLOR_NONE);
}

/* Without a colour of the user's a stage is coloured by its name again. */
static void
on_reset_all (WeftPipelineColorEditor *self)
{
  g_object_set (self->options, "colors", "", "scheme", WEFT_SCHEME_STAGE, NULL);
  update (self);
}

/* --- rows --------------------------------------------------------------------------------------- */

static GtkWidget *
create_row (WeftPipelineColorEditor *self, const char *name, const char *lanes, WeftColor color,
            gboolean chosen)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_color_button_new ();
  GtkWidget *reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  g_autofree char *title = g_markup_escape_text (*name != '\0' ? name : _ ("(no name)"), -1);
  g_autofree char *subtitle = g_markup_escape_text (lanes, -1);
  /* TRANSLATORS: %s is the name of a stage */
  g_autofree char *words =
    g_strdup_printf (_ ("Colour of %s"), *name != '\0' ? name : _ ("(no name)"));
  GdkRGBA rgba = to_rgba (color);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (button), FALSE);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  gtk_color_button_set_title (GTK_COLOR_BUTTON (button), words);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
  gtk_button_set_has_frame (GTK_BUTTON (reset), FALSE);
  gtk_widget_set_sensitive (reset, chosen);
  weft_tooltip_set (reset, _ ("Back to the usual colour"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Back to the usual colour"), -1);
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_object_set_data_full (G_OBJECT (reset), "name", g_strdup (name), g_free);
  g_signal_connect_swapped (button, "color-set", G_CALLBACK (on_color_set), self);
  g_signal_connect_swapped (reset, "clicked", G_CALLBACK (on_reset), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), reset);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

/* The lanes in which there is a stage of that name: "Lanes 0, 1". */
static char *
list_lanes (WeftPipelineTrace *trace, const char *name)
{
  g_autoptr (GString) lanes = g_string_new (NULL);
  guint n_kinds = weft_pipeline_trace_get_n_kinds (trace);

  for (guint kind = 0; kind < n_kinds; kind++)
    {
      WeftKindInfo info;
      g_autofree char *other = NULL, *lane = NULL;

      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      other = g_utf8_make_valid (info.name, -1);
      lane = g_utf8_make_valid (info.lane, -1);
      if (g_str_equal (other, name))
        g_string_append_printf (lanes, "%s%s", lanes->len > 0 ? ", " : "", lane);
    }
  /* TRANSLATORS: where a stage is met: "Lane 0", "Lane 0, 1" */
  return g_strdup_printf (_ ("Lane %s"), lanes->str);
}

static void
add_kind (WeftPipelineColorEditor *self, WeftKind kind, const char *colors, GHashTable *seen)
{
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->state);
  g_autofree char *name = NULL, *lanes = NULL;
  WeftPipelineScene scene;
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  name = g_utf8_make_valid (info.name, -1);
  if (g_hash_table_contains (seen, name))
    return;
  lanes = list_lanes (trace, name);
  weft_pipeline_state_get_scene (self->state, &scene);
  scene.viewport.scheme = WEFT_SCHEME_CUSTOM;
  scene.custom = weft_pipeline_color_table_get (colors);
  gtk_list_box_append (
    GTK_LIST_BOX (self->list),
    create_row (self, name, lanes, weft_pipeline_renderer_get_color (self->renderer, &scene, kind),
                weft_pipeline_color_table_find (colors, name) != WEFT_COLOR_NONE));
  g_hash_table_add (seen, g_steal_pointer (&name));
}

static void
update (WeftPipelineColorEditor *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_kinds = weft_pipeline_trace_get_n_kinds (weft_pipeline_state_get_trace (self->state));
  g_autofree char *colors = get_colors (self);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint kind = 0; kind < n_kinds; kind++)
    add_kind (self, (WeftKind) kind, colors, seen);
  gtk_widget_set_sensitive (self->reset, *colors != '\0');
}

/* --- the window ----------------------------------------------------------------------------------- */

static void
weft_pipeline_color_editor_dispose (GObject *object)
{
  WeftPipelineColorEditor *self = WEFT_PIPELINE_COLOR_EDITOR (object);

  g_clear_object (&self->state);
  g_clear_object (&self->options);
  g_clear_pointer (&self->renderer, weft_pipeline_renderer_free);
  G_OBJECT_CLASS (weft_pipeline_color_editor_parent_class)->dispose (object);
}

static void
weft_pipeline_color_editor_class_init (WeftPipelineColorEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_color_editor_dispose;
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-pipeline-color-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineColorEditor, list);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineColorEditor, reset);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_all);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_pipeline_color_editor_init (WeftPipelineColorEditor *self)
{
  self->renderer = weft_pipeline_renderer_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_pipeline_color_editor_new (GtkWindow *parent, WeftPipelineState *state,
                                WeftViewOptions *options)
{
  WeftPipelineColorEditor *self = g_object_new (WEFT_TYPE_PIPELINE_COLOR_EDITOR, "transient-for",
                                                parent, "destroy-with-parent", TRUE, NULL);

  self->state = g_object_ref (state);
  self->options = g_object_ref (options);
  update (self);
  return GTK_WIDGET (self);
}
