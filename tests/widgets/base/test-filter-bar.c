/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-filter-bar.h"

#include "log-stage.h"

/* A log of 2,000 ops, 80 of which were flushed, and a bar that filters it. */
typedef struct
{
  Stage stage;
  WeftFilterBar *bar;
} Bar;

static void
open_bar (Bar *bar)
{
  stage_open (&bar->stage);
  made_log_fill (&bar->stage.log, 2000);
  stage_publish (&bar->stage, 1100);
  bar->bar = WEFT_FILTER_BAR (weft_filter_bar_new ());
  weft_filter_bar_set_state (bar->bar, WEFT_VIEW_STATE (bar->stage.state));
  stage_show (&bar->stage, GTK_WIDGET (bar->bar));
  weft_entry_bar_set_shown (WEFT_ENTRY_BAR (bar->bar), TRUE);
}

static void
close_bar (Bar *bar)
{
  stage_close (&bar->stage);
}

static gboolean
is_filtered (gpointer data)
{
  return !weft_filterable_is_pending (WEFT_FILTERABLE (((Bar *) data)->stage.state));
}

static guint32
count_rows (Bar *bar)
{
  wait_until (is_filtered, bar);
  return weft_pipeline_state_get_extent (bar->stage.state)->n_rows;
}

static void
test_filters (void)
{
  Bar bar;

  open_bar (&bar);
  weft_filter_bar_write (bar.bar, " tid == 1 ", TRUE);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bar.stage.state)), ==, "tid == 1");
  g_assert_cmpuint (count_rows (&bar), ==, 1000);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==,
                   "1\u202f000 of 2\u202f000 rows");

  /* Another one while the first is shown; then none of the rows; then all. */
  weft_filter_bar_write (bar.bar, "flushed", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 80);
  weft_filter_bar_write (bar.bar, "tid == 77", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 0);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==, "No row is left");
  weft_filter_bar_write (bar.bar, "  ", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 2000);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==, "");
  close_bar (&bar);
}

/* A mistake is said, and changes nothing; a correction is noticed at once. */
static void
test_mistakes (void)
{
  Bar bar;

  open_bar (&bar);
  weft_filter_bar_write (bar.bar, "tid == 1", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 1000);
  weft_filter_bar_write (bar.bar, "tid = 1", TRUE);
  g_assert_nonnull (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "Write =="));
  g_assert_true (
    g_str_has_prefix (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "Column 5: "));
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bar.stage.state)), ==, "tid == 1");
  weft_filter_bar_write (bar.bar, "tid == 0", FALSE);
  g_assert_null (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "Write =="));
  close_bar (&bar);
}

static void
check_candidates (Bar *bar, const char *text, const char *expected)
{
  GtkWidget *list = find_widget (GTK_WIDGET (bar->bar), GTK_TYPE_LIST_BOX);
  GString *joined = g_string_new (NULL);

  weft_filter_bar_write (bar->bar, text, FALSE);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    g_string_append_printf (joined, "%s%s", joined->len > 0 ? " " : "",
                            gtk_label_get_text (GTK_LABEL (find_widget (row, GTK_TYPE_LABEL))));
  g_assert_cmpstr (joined->str, ==, expected);
  g_string_free (joined, TRUE);
}

static void
test_completion (void)
{
  Bar bar;

  open_bar (&bar);
  check_candidates (&bar, "lat", "latency");
  check_candidates (&bar, "latency > 5 && stage(\"", "\"F\" \"X\" \"stl\"");
  check_candidates (&bar, "stage(\"X\").l", "length longest");
  check_candidates (&bar, "tid == 1 nonsense ", "");
  close_bar (&bar);
}

/* Control and the space bar bring up what could be written; the space bar alone writes. */
static void
test_space (void)
{
  Bar bar;
  WeftEntryBar *entry_bar;
  GtkWidget *list;

  open_bar (&bar);
  entry_bar = WEFT_ENTRY_BAR (bar.bar);
  list = find_widget (GTK_WIDGET (bar.bar), GTK_TYPE_LIST_BOX);
  g_assert_false (WEFT_ENTRY_BAR_GET_CLASS (entry_bar)->key (entry_bar, GDK_KEY_space, 0));
  g_assert_null (gtk_widget_get_first_child (list));
  g_assert_true (
    WEFT_ENTRY_BAR_GET_CLASS (entry_bar)->key (entry_bar, GDK_KEY_space, GDK_CONTROL_MASK));
  g_assert_nonnull (gtk_widget_get_first_child (list));
  close_bar (&bar);
}

/* The chip and others filter as well: the bar writes what they filter by. */
static void
test_from_elsewhere (void)
{
  Bar bar;

  open_bar (&bar);
  g_assert_true (
    weft_filterable_set_filter (WEFT_FILTERABLE (bar.stage.state), "flushed", NULL, NULL));
  g_assert_cmpuint (count_rows (&bar), ==, 80);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==,
                   "80 of 2\u202f000 rows");
  g_assert_true (weft_filterable_set_filter (WEFT_FILTERABLE (bar.stage.state), "", NULL, NULL));
  g_assert_cmpuint (count_rows (&bar), ==, 2000);
  close_bar (&bar);
}

/* Filters that follow one another faster than they are made: the last one counts. */
static void
test_haste (void)
{
  Bar bar;

  open_bar (&bar);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("latency > %u && label ~ /a/", i);

      weft_filter_bar_write (bar.bar, text, TRUE);
    }
  weft_filter_bar_write (bar.bar, "row < 10", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 10);
  /* A log that grows goes on with its filter. */
  made_log_fill (&bar.stage.log, 500);
  weft_pipeline_writer_publish (bar.stage.log.writer, 1500);
  weft_filter_bar_write (bar.bar, "row >= 2400", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 100);
  close_bar (&bar);
}

/* Of one row that there is, the bar and the status speak as of one. */
static void
test_one (void)
{
  Bar bar;
  g_autofree char *rows = NULL;

  stage_open (&bar.stage);
  made_log_begin (&bar.stage.log, 0, 0, "nop");
  stage_publish (&bar.stage, 10);
  bar.bar = WEFT_FILTER_BAR (weft_filter_bar_new ());
  weft_filter_bar_set_state (bar.bar, WEFT_VIEW_STATE (bar.stage.state));
  stage_show (&bar.stage, GTK_WIDGET (bar.bar));
  weft_filter_bar_write (bar.bar, "tid == 0", TRUE);
  g_assert_cmpuint (count_rows (&bar), ==, 1);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==, "1 of 1 row");
  weft_pipeline_state_resize (bar.stage.state, 100, 100);
  rows = weft_view_state_describe (WEFT_VIEW_STATE (bar.stage.state), WEFT_STATUS_ROWS);
  g_assert_cmpstr (rows, ==, "1 of 1 row");
  close_bar (&bar);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  g_test_add_func ("/filter-bar/filters", test_filters);
  g_test_add_func ("/filter-bar/mistakes", test_mistakes);
  g_test_add_func ("/filter-bar/completion", test_completion);
  g_test_add_func ("/filter-bar/space", test_space);
  g_test_add_func ("/filter-bar/from-elsewhere", test_from_elsewhere);
  g_test_add_func ("/filter-bar/haste", test_haste);
  g_test_add_func ("/filter-bar/one", test_one);
  return g_test_run ();
}
