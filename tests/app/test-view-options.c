/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-options.h"
#include "weft-bus-state.h"
#include "weft-document-memory.h"
#include "weft-npu-options.h"
#include "weft-pipeline-options.h"
#include "weft-settings.h"
#include "weft-timeline-options.h"

#include "test-homes.h"

/* The schema is not installed where tests run, so this is the one among the resources. */
static void
test_defaults (void)
{
  g_autoptr (WeftViewOptions) built_in = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autoptr (GKeyFile) a = g_key_file_new (), b = g_key_file_new ();
  g_autofree char *text_a = NULL, *text_b = NULL;

  weft_view_options_read_settings (options, weft_settings_get_default ());
  weft_view_options_write_key_file (built_in, a, "View");
  weft_view_options_write_key_file (options, b, "View");
  text_a = g_key_file_to_data (a, NULL, NULL);
  text_b = g_key_file_to_data (b, NULL, NULL);
  g_assert_cmpstr (text_a, ==, text_b);
  g_assert_nonnull (strstr (text_a, "layout=time\n"));
  g_assert_nonnull (strstr (text_a, "arrows=curve\n"));
  g_assert_nonnull (strstr (text_a, "follow=true\n"));
}

/* How a trace of each family is shown where nobody has asked for anything else. */
static void
test_families (void)
{
  static const struct
  {
    GType (*type) (void);
    const char *lines[8];
  } families[] = {
    { weft_bus_options_get_type, { "heat=count", "pages=-1" } },
    { weft_npu_options_get_type,
      { "scheme=engine", "logarithmic=false", "arrows=true", "path=true",
        "inclusive-ends=false" } },
    { weft_timeline_options_get_type,
      { "scheme=name", "flows=false", "counters=true", "tall=false" } },
    { weft_pipeline_options_get_type,
      { "lanes=overlaid", "order=fetch", "hide-flushed=false", "fixed-op-height=false",
        "structures=true", "infer=true", "colors=", "phases=" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autoptr (WeftViewOptions) options = g_object_new (families[i].type (), NULL);
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      weft_view_options_write_key_file (options, file, "View");
      text = g_key_file_to_data (file, NULL, NULL);
      lines = g_strsplit (text, "\n", -1);
      for (guint j = 0; j < G_N_ELEMENTS (families[i].lines) && families[i].lines[j] != NULL; j++)
        if (!g_strv_contains ((const char *const *) lines, families[i].lines[j]))
          g_error ("%s says not %s, but:\n%s", G_OBJECT_TYPE_NAME (options), families[i].lines[j],
                   text);
    }
}

static void
test_settings (void)
{
  GSettings *settings = weft_settings_get_default ();
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autoptr (WeftViewOptions) other = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  WeftPipelineLayout layout;
  gboolean hide;

  g_object_set (options, "layout", WEFT_PIPELINE_STRAIGHTENED, "hide-flushed", TRUE, NULL);
  weft_view_options_write_settings (options, settings);
  weft_view_options_read_settings (other, settings);
  g_object_get (other, "layout", &layout, "hide-flushed", &hide, NULL);
  g_assert_cmpint (layout, ==, WEFT_PIPELINE_STRAIGHTENED);
  g_assert_true (hide);
  g_settings_reset (settings, "layout");
  g_settings_reset (settings, "hide-flushed");
}

static void
count (gpointer data)
{
  (*(guint *) data)++;
}

static void
test_notify (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  guint n = 0;

  g_signal_connect_swapped (options, "notify", G_CALLBACK (count), &n);
  g_object_set (options, "scheme", WEFT_SCHEME_DEPTH, NULL);
  g_assert_cmpuint (n, ==, 1);
  g_object_set (options, "scheme", WEFT_SCHEME_DEPTH, NULL);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_actions (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  GActionGroup *actions = weft_view_options_create_actions (options);
  g_autoptr (GVariant) state = NULL;
  WeftPipelineArrows arrows;
  gboolean follow;

  g_action_group_activate_action (actions, "arrows", g_variant_new_string ("off"));
  g_object_get (options, "arrows", &arrows, NULL);
  g_assert_cmpint (arrows, ==, WEFT_ARROWS_OFF);
  state = g_action_group_get_action_state (actions, "arrows");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "off");

  g_action_group_activate_action (actions, "follow", NULL);
  g_object_get (options, "follow", &follow, NULL);
  g_assert_false (follow);
  g_object_unref (actions);
}

static void
test_memory (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autoptr (WeftViewOptions) other = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  WeftPipelineLanes lanes;
  WeftPipelineScheme scheme;

  g_assert_false (weft_document_memory_load ("/nowhere/a.log", other));
  g_object_set (options, "lanes", WEFT_LANES_SPLIT, "scheme", WEFT_SCHEME_SINGLE, NULL);
  weft_document_memory_save ("/nowhere/a.log", options);
  g_assert_false (weft_document_memory_load ("/nowhere/b.log", other));
  g_assert_true (weft_document_memory_load ("/nowhere/a.log", other));
  g_object_get (other, "lanes", &lanes, "scheme", &scheme, NULL);
  g_assert_cmpint (lanes, ==, WEFT_LANES_SPLIT);
  g_assert_cmpint (scheme, ==, WEFT_SCHEME_SINGLE);
}

static void
test_forget_oldest (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "weft", "documents", NULL);
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  for (guint i = 0; i < WEFT_DOCUMENT_MEMORY_SIZE + 20; i++)
    {
      g_autofree char *path = g_strdup_printf ("/nowhere/%u.log", i);

      weft_document_memory_save (path, options);
    }
  dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, WEFT_DOCUMENT_MEMORY_SIZE);
}

/* Settings of another version, or of no program at all. */
static void
test_unusable (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  WeftPipelineLayout layout;
  WeftPipelineScheme scheme;
  gboolean follow;

  g_key_file_load_from_data (file, "[View]\nlayout=spiral\nscheme=depth\nfollow=perhaps\nnew=1\n",
                             -1, G_KEY_FILE_NONE, NULL);
  weft_view_options_read_key_file (options, file, "View");
  weft_view_options_read_key_file (options, file, "Missing");
  g_object_get (options, "layout", &layout, "scheme", &scheme, "follow", &follow, NULL);
  g_assert_cmpint (layout, ==, WEFT_PIPELINE_TIME);
  g_assert_cmpint (scheme, ==, WEFT_SCHEME_DEPTH);
  g_assert_true (follow);
}

/* One option of all families, which the time of what is shown has as well. */
static void
test_folding (void)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_VIEW_OPTIONS, NULL);
  g_autoptr (WeftTrace) trace = WEFT_TRACE (weft_bus_trace_new ("none", NULL, WEFT_STORAGE_MEMORY));
  g_autoptr (WeftViewState) state = WEFT_VIEW_STATE (weft_bus_state_new (WEFT_BUS_TRACE (trace)));
  WeftTimeAxis *axis = weft_view_state_get_axis (state);
  gboolean folds;

  g_object_set (options, "fold-empty", FALSE, NULL);
  weft_view_options_apply (options, state);
  g_object_get (axis, "fold-empty", &folds, NULL);
  g_assert_false (folds);
  weft_time_axis_set_folding (axis, TRUE);
  g_assert_true (weft_view_options_get (options, "fold-empty"));
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-options/defaults", test_defaults);
  g_test_add_func ("/view-options/families", test_families);
  g_test_add_func ("/view-options/settings", test_settings);
  g_test_add_func ("/view-options/notify", test_notify);
  g_test_add_func ("/view-options/actions", test_actions);
  g_test_add_func ("/view-options/unusable", test_unusable);
  g_test_add_func ("/document-memory/kept", test_memory);
  g_test_add_func ("/document-memory/forget-oldest", test_forget_oldest);
  g_test_add_func ("/view-options/folding", test_folding);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
