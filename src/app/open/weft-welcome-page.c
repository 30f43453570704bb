/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-welcome-page.h"

#include <glib/gi18n-lib.h>

#include "weft-format.h"
#include "weft-recent-list.h"
#include "weft-session-file.h"
#include "weft-width-layout.h"
#include "weft-wrap-box.h"

/* How many recent files are shown. */
#define N_RECENT 6

struct _WeftWelcomePage
{
  AdwBin parent_instance;

  GtkWidget *text;
  GtkWidget *recent;
  GtkWidget *session_button;
  GtkWidget *samples;
  GtkWidget *list;
  guint samples_idle;
};

G_DEFINE_FINAL_TYPE (WeftWelcomePage, weft_welcome_page, ADW_TYPE_BIN)

static const struct
{
  const char *name;
  const char *title;
  const char *subtitle;
} samples[] = {
  { "kanata-core.log", N_ ("A Core’s Pipeline"),
    N_ ("Which op was in which stage when, what it waited for, what was flushed") },
  { "noc-eight-cores.json", N_ ("A Network on Chip"),
    N_ ("Eight cores that read, write and wait at barriers: links, routes, controllers") },
  { "npu-two-layers.json", N_ ("A Run of an NPU"),
    N_ ("Two layers and four tokens: engines, bandwidth, roofline") },
  { "timeline-three-steps.json", N_ ("A Timeline of a Training Run"),
    N_ ("Three steps: operators, kernels, copies, and what the device waits for") },
  { "saturnis-bus.jsonl", N_ ("A Shared Bus"),
    N_ ("Three masters: who waited, for whom, and where") },
  { "live-two-chips.weftlive", N_ ("A Live Session, Recorded"),
    N_ ("Two modelled chips: which program ran when, and for how long") },
  { "core-and-bus.weftspace", N_ ("Core and Bus on One Time Axis"),
    N_ ("A workspace: two traces that share a cursor") },
};

static char *
get_samples (void)
{
  const char *folder = g_getenv ("WEFT_SAMPLES");

  return g_strdup (folder != NULL ? folder : WEFT_SAMPLES_DIR);
}

/* Only those that are installed. Their words take as long to lay out as all the rest of the first window does, which
 * is there without them. */
static gboolean
add_samples (gpointer data)
{
  WeftWelcomePage *self = data;
  g_autofree char *folder = get_samples ();
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GFile) file = g_file_new_build_filename (folder, samples[i].name, NULL);
      g_autofree char *uri = g_file_get_uri (file);
      GtkWidget *row;

      if (!g_file_query_exists (file, NULL))
        continue;
      any = TRUE;
      row = g_object_new (ADW_TYPE_ACTION_ROW, "title", _ (samples[i].title), "subtitle",
                          _ (samples[i].subtitle), "activatable", TRUE, NULL);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->samples), row);
    }
  gtk_widget_set_visible (self->samples, any);
  self->samples_idle = 0;
  return G_SOURCE_REMOVE;
}

static void
weft_welcome_page_map (GtkWidget *widget)
{
  WeftWelcomePage *self = WEFT_WELCOME_PAGE (widget);

  gtk_widget_set_visible (self->session_button, weft_session_file_exists ());
  gtk_widget_set_visible (self->recent, weft_recent_list_fill (WEFT_RECENT_LIST (self->list)) > 0);
  GTK_WIDGET_CLASS (weft_welcome_page_parent_class)->map (widget);
}

static void
weft_welcome_page_dispose (GObject *object)
{
  g_clear_handle_id (&WEFT_WELCOME_PAGE (object)->samples_idle, g_source_remove);
  G_OBJECT_CLASS (weft_welcome_page_parent_class)->dispose (object);
}

static void
weft_welcome_page_class_init (WeftWelcomePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_welcome_page_dispose;
  widget_class->map = weft_welcome_page_map;
  g_type_ensure (WEFT_TYPE_WIDTH_LAYOUT);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-welcome-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWelcomePage, text);
  gtk_widget_class_bind_template_child (widget_class, WeftWelcomePage, recent);
  gtk_widget_class_bind_template_child (widget_class, WeftWelcomePage, session_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWelcomePage, samples);
}

static void
weft_welcome_page_init (WeftWelcomePage *self)
{
  g_autofree char *formats = weft_format_list ();
  g_autofree char *text = g_strdup_printf (
    /* TRANSLATORS: a list of formats */
    _ ("Pipelines of CPU cores, networks on a chip, runs of NPUs, accesses to a bus, programs on a "
       "live device, cycle by cycle.\n\nOpen a trace, or drop it here. Known are %s, also "
       "compressed with gzip or zstd."),
    formats);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_text (GTK_LABEL (self->text), text);
  self->list = weft_recent_list_new (N_RECENT);
  gtk_widget_add_css_class (weft_recent_list_get_box (WEFT_RECENT_LIST (self->list)), "boxed-list");
  gtk_widget_add_css_class (weft_recent_list_get_box (WEFT_RECENT_LIST (self->list)), "welcome");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->recent), self->list);
  gtk_widget_set_visible (self->samples, FALSE);
  self->samples_idle = g_idle_add_full (G_PRIORITY_LOW, add_samples, self, NULL);
}
