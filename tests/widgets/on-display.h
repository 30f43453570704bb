/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

#include "made-log.h"

/* What tests of panels share: a log of their own, its state, and a window for the panel. */

typedef struct
{
  MadeLog log;
  WeftPipelineState *state;
  GtkWidget *window;
} Stage;

typedef gboolean (*Condition) (gpointer data);

/* Runs the main loop until the condition holds; ends the test where it doesn't within 10 s. */
static inline void
wait_until (Condition condition, gpointer data)
{
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (!condition (data))
    {
      if (g_get_monotonic_time () > end)
        g_error ("waited in vain");
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static inline void
pass_time (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static inline gboolean
stage_has_rows (gpointer data)
{
  Stage *stage = data;

  return weft_pipeline_state_get_extent (stage->state)->n_rows
         == weft_pipeline_writer_get_n_ops (stage->log.writer);
}

/* Makes what was written readable, and waits until the state shows it. */
static inline void
stage_publish (Stage *stage, gint64 last)
{
  weft_pipeline_writer_publish (stage->log.writer, last);
  wait_until (stage_has_rows, stage);
}

static inline void
stage_open (Stage *stage)
{
  made_log_open (&stage->log, g_main_context_default ());
  stage->state = weft_pipeline_state_new (stage->log.trace);
  stage->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1200, 600);
}

static inline gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static inline void
stage_show (Stage *stage, GtkWidget *panel)
{
  gtk_window_set_child (GTK_WINDOW (stage->window), panel);
  gtk_window_present (GTK_WINDOW (stage->window));
  wait_until (is_mapped, panel);
}

/* The panel and all that it held must be gone. */
static inline void
stage_close (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  weft_trace_set_state (WEFT_TRACE (stage->log.trace), WEFT_TRACE_COMPLETE);
  pass_time (50);
  g_assert_finalize_object (stage->state);
  made_log_close (&stage->log);
}

/* Appends all widgets of a type below `widget` to the array, in the order of the tree. */
static inline void
collect_widgets (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_widgets (child, type, found);
}

/* The first visible label below `widget` whose text is, or holds, `text`; NULL. */
static inline GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      GtkWidget *label = g_ptr_array_index (labels, i);

      if (gtk_widget_get_mapped (label)
          && strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL)
        return label;
    }
  return NULL;
}

/* Runs xdotool; FALSE, and the test is skipped, where there is none. */
static inline gboolean
run_xdotool (const char *command)
{
  g_autofree char *line = g_strdup_printf ("xdotool %s", command);
  g_autofree char *path = g_find_program_in_path ("xdotool");

  if (path == NULL)
    {
      g_test_skip ("xdotool is not installed");
      return FALSE;
    }
  g_assert_true (g_spawn_command_line_sync (line, NULL, NULL, NULL, NULL));
  return TRUE;
}

/* Moves the pointer to a point of the widget, whose window lies at the corner of the screen. */
static inline gboolean
point_at_widget (GtkWidget *widget, GtkWidget *window, double x, double y)
{
  g_autofree char *command = NULL;
  double screen_x, screen_y;

  gtk_widget_translate_coordinates (widget, window, x, y, &screen_x, &screen_y);
  command = g_strdup_printf ("mousemove %d %d", (int) screen_x, (int) screen_y);
  return run_xdotool (command);
}

/* Every button below `widget` that is in sight has a name for those who don't see its icon. */
static inline void
check_names (GtkWidget *widget)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (widget, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkWidget *button = g_ptr_array_index (buttons, i);
      g_autoptr (GPtrArray) labels = g_ptr_array_new ();

      /* The button within a menu button is named by that. */
      if (GTK_IS_MENU_BUTTON (gtk_widget_get_parent (button)))
        button = gtk_widget_get_parent (button);
      collect_widgets (button, GTK_TYPE_LABEL, labels);
      g_assert_true (labels->len > 0
                     || gtk_test_accessible_has_property (GTK_ACCESSIBLE (button),
                                                          GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}
