/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "go-to.h"
#include "noc-stage.h"
#include "weft-noc-state.h"
#include "weft-noc-tables-view.h"
#include "weft-paint-pixels.h"
#include "weft-printable.h"
#include "weft-stats-view.h"

/* Where rows, links and what is typed lead to on the map of a NoC, and its picture on paper. */

/* The inspector says it. */
static void
assert_said (View *view, const char *text)
{
  g_autofree char *facts = NULL;

  next_result (view);
  facts = get_facts (view);
  if (strstr (facts, text) == NULL)
    g_error ("“%s” is not in “%s”", text, facts);
}

static void
assert_selected (View *view, WeftNocThingKind kind, guint index)
{
  g_assert_cmpint (weft_noc_state_get_selected (view->state)->kind, ==, kind);
  g_assert_cmpuint (weft_noc_state_get_selected (view->state)->index, ==, index);
}

/* --- rows ----------------------------------------------------------------------------------------- */

/* Places stand between quotes in a row, as they have commas; a controller has a name and no place. */
static void
assert_same_places (const char *row, const char *selected)
{
  g_auto (GStrv) quoted = g_strsplit (row, "\"", -1);
  g_auto (GStrv) cells = g_strsplit (row, ",", -1);

  if (g_strv_length (quoted) < 3)
    g_assert_nonnull (strstr (selected, cells[1]));
  for (guint i = 0; quoted[i] != NULL; i++)
    if (i % 2 == 1)
      g_assert_nonnull (strstr (selected, quoted[i]));
}

/* A row that is picked is selected on the map, by the name that it has in the table. */
static void
test_rows (void)
{
  static const struct
  {
    const char *page;
    guint table;
    WeftNocThingKind kind;
  } rows[] = { { "links", WEFT_NOC_BY_LINK, WEFT_NOC_LINK },
               { "tiles", WEFT_NOC_BY_TILE, WEFT_NOC_TILE },
               { "controllers", WEFT_NOC_BY_CONTROLLER, WEFT_NOC_CONTROLLER } };
  View view;
  GtkWidget *stats;

  view_open (&view);
  stats = weft_stats_view_new (WEFT_VIEW_STATE (view.state), &weft_noc_stats);
  gtk_window_set_child (GTK_WINDOW (view.window), stats);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *table = weft_stats_view_get_content (WEFT_STATS_VIEW (stats), rows[i].page);
      WeftFacts facts = weft_noc_tables_get (&view.seen->tables, rows[i].table);
      g_autoptr (WeftNocResult) result = g_object_ref (view.seen);

      for (guint row = 0; row < facts.n_rows; row++)
        {
          g_autoptr (GString) cells = g_string_new (NULL);
          g_autofree char *selected = NULL;

          g_signal_emit_by_name (table, "picked", row);
          g_assert_cmpint (weft_noc_state_get_selected (view.state)->kind, ==, rows[i].kind);
          weft_facts_append_csv_row (&facts, row, cells);
          selected =
            weft_noc_state_describe_thing (view.state, weft_noc_state_get_selected (view.state));
          g_assert_nonnull (selected);
          assert_same_places (cells->str, selected);
        }
    }
  view_close (&view);
}

/* --- what is typed, and links ----------------------------------------------------------------------- */

/* Tiles by column and row; others are not there, and the message says which are. */
static void
test_go_to (void)
{
  g_autoptr (GError) beyond = NULL;
  View view;

  view_open (&view);
  go_to_place (view.state, "2,1");
  assert_selected (&view, WEFT_NOC_TILE, 12);
  assert_said (&view, "Tile (2,1)");
  go_to_place (view.state, "tile 3, 2");
  assert_selected (&view, WEFT_NOC_TILE, 23);
  beyond = go_to (view.state, "10,0");
  g_assert_error (beyond, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (beyond->message, "columns 0 to 9 and rows 0 to 11"));
  assert_selected (&view, WEFT_NOC_TILE, 23);
  view_close (&view);
}

/* A thing that findings name is selected, and its time brushed where they say it. */
static void
test_links (void)
{
  WeftViewState *state;
  gint64 from, to;
  View view;

  view_open (&view);
  state = WEFT_VIEW_STATE (view.state);
  weft_view_state_follow_link (state, "tile 0 12");
  assert_selected (&view, WEFT_NOC_TILE, 12);
  g_assert_false (weft_time_axis_get_selection (weft_view_state_get_axis (state), &from, &to));
  weft_view_state_follow_link (state, "tile:0:23:10:500");
  assert_selected (&view, WEFT_NOC_TILE, 23);
  g_assert_true (weft_time_axis_get_selection (weft_view_state_get_axis (state), &from, &to));
  g_assert_cmpint (from, ==, 10);
  g_assert_cmpint (to, ==, 500);
  /* A moment is as long as can be brushed. */
  weft_view_state_follow_link (state, "link:0:3:20:20");
  assert_selected (&view, WEFT_NOC_LINK, 3);
  g_assert_true (weft_time_axis_get_selection (weft_view_state_get_axis (state), &from, &to));
  g_assert_cmpint (from, ==, 20);
  g_assert_cmpint (to, ==, 21);
  weft_view_state_follow_link (state, "controller:0:1");
  assert_selected (&view, WEFT_NOC_CONTROLLER, 1);
  weft_view_state_follow_link (state, "nothing of it");
  assert_selected (&view, WEFT_NOC_CONTROLLER, 1);
  view_close (&view);
}

/* By steps as long as what is brushed; beyond the end it begins again, and never before the start. */
static void
test_steps (void)
{
  WeftTimeAxis *axis;
  gint64 first, last, from, to;
  View view;

  view_open (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  g_assert_true (weft_time_axis_get_range (axis, &first, &last));
  weft_noc_state_step (view.state, 1);
  g_assert_true (weft_time_axis_get_selection (axis, &from, &to));
  g_assert_cmpint (from, ==, first);
  weft_time_axis_select (axis, first + 100, first + 150);
  weft_noc_state_step (view.state, 1);
  g_assert_true (weft_time_axis_get_selection (axis, &from, &to));
  g_assert_cmpint (from, ==, first + 150);
  g_assert_cmpint (to, ==, first + 200);
  weft_noc_state_step (view.state, -4);
  g_assert_true (weft_time_axis_get_selection (axis, &from, &to));
  g_assert_cmpint (from, ==, first);
  g_assert_cmpint (to, ==, first + 50);
  weft_time_axis_select (axis, last - 50, last);
  weft_noc_state_step (view.state, 1);
  g_assert_true (weft_time_axis_get_selection (axis, &from, &to));
  g_assert_cmpint (from, ==, first);
  view_close (&view);
}

/* --- controls --------------------------------------------------------------------------------------- */

static void
choose (View *view, const char *dropdown, guint choice)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_child (view, dropdown)), choice);
}

/* The map is drawn as is chosen above it. */
static void
test_manner (void)
{
  const WeftNocManner *manner;
  View view;

  view_open (&view);
  manner = weft_noc_state_get_manner (view.state);
  g_assert_cmpuint (manner->nocs, ==, 3);
  choose (&view, "networks", 1);
  g_assert_cmpuint (manner->nocs, ==, 1);
  choose (&view, "networks", 2);
  g_assert_cmpuint (manner->nocs, ==, 2);
  choose (&view, "figure", 0);
  g_assert_cmpint (manner->figure, ==, WEFT_NOC_BARRIER_BOUNDED);
  choose (&view, "figure", 1);
  g_assert_cmpint (manner->figure, ==, WEFT_NOC_ISSUE_DEMAND);
  choose (&view, "share", 1);
  g_assert_false (manner->peak);
  choose (&view, "share", 0);
  g_assert_true (manner->peak);
  choose (&view, "traffic", 1);
  g_assert_true (manner->fabric);
  view_close (&view);
}

/* "What if" is of the transfers of what was selected when it was asked, whatever is selected later. */
static void
test_other_network (void)
{
  const WeftNocThing tile = { WEFT_NOC_TILE, 0, 12 }, other = { WEFT_NOC_TILE, 0, 23 };
  GtkToggleButton *button;
  View view;

  view_open (&view);
  weft_noc_state_select (view.state, &tile);
  next_result (&view);
  button = GTK_TOGGLE_BUTTON (get_child (&view, "other_noc"));
  gtk_toggle_button_set_active (button, TRUE);
  g_assert_cmpuint (next_result (&view)->n_moved, ==, 2);
  weft_noc_state_select (view.state, &other);
  next_result (&view);
  g_assert_cmpuint (view.seen->question.moved.index, ==, 12);
  gtk_toggle_button_set_active (button, FALSE);
  g_assert_cmpuint (next_result (&view)->n_moved, ==, 0);
  view_close (&view);
}

static gboolean
is_brushed (gpointer data)
{
  gint64 from, to;

  return weft_time_axis_get_selection (data, &from, &to);
}

/* Playing goes on by itself, step by step, until it is stopped. */
static void
test_play (void)
{
  GtkToggleButton *button;
  WeftTimeAxis *axis;
  View view;

  view_open (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  button = GTK_TOGGLE_BUTTON (get_child (&view, "play"));
  g_assert_false (is_brushed (axis));
  gtk_toggle_button_set_active (button, TRUE);
  wait_until (is_brushed, axis);
  gtk_toggle_button_set_active (button, FALSE);
  wait_settled ();
  weft_time_axis_select (axis, 0, 0);
  wait_settled ();
  g_assert_false (is_brushed (axis));
  view_close (&view);
}

/* --- paper ------------------------------------------------------------------------------------------ */

static void
on_encoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GBytes **) data = weft_printable_encode_finish (WEFT_PRINTABLE (source), result, &error);
  g_assert_no_error (error);
}

static gboolean
is_there (gpointer data)
{
  return *(GBytes **) data != NULL;
}

static GBytes *
encode (View *view, gboolean whole)
{
  WeftPrintOptions options = { whole, WEFT_PICTURE_PNG, 600, 400, 1, WEFT_THEME_LIGHT };
  GBytes *bytes = NULL;

  weft_printable_encode_async (WEFT_PRINTABLE (view->state), &options, NULL, on_encoded, &bytes);
  wait_until (is_there, &bytes);
  return bytes;
}

/* The map of the brushed time, or of all of it, however it is brushed. */
static void
test_print (void)
{
  g_autoptr (GBytes) all = NULL;
  g_autoptr (GBytes) part = NULL;
  g_autoptr (GBytes) all_again = NULL;
  View view;

  view_open (&view);
  all = encode (&view, TRUE);
  /* The write alone. */
  weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (view.state)), 550, 600);
  next_result (&view);
  part = encode (&view, FALSE);
  all_again = encode (&view, TRUE);
  g_assert_true (g_bytes_equal (all, all_again));
  g_assert_false (g_bytes_equal (all, part));
  view_close (&view);
}

/* As long as nothing is known there is a canvas, and all of it. */
static void
test_print_nothing (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (NOC_TRACE);
  g_autoptr (WeftNocState) state = weft_noc_state_new (trace);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (state));
  WeftPrint print = weft_printable_copy (WEFT_PRINTABLE (state), TRUE);
  WeftPaintList *list = weft_paint_list_new ();
  guint32 pixels[20 * 10] = { 0 };

  print.paint (print.data, style, 20, 10, NULL, list);
  weft_paint_pixels_draw (list, style->atlas, pixels, 20, 10, 20 * 4, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (pixels); i++)
    g_assert_cmphex (pixels[i], ==, weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_paint_list_free (list);
  print.free_data (print.data);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-places/rows", test_rows);
  g_test_add_func ("/noc-places/go-to", test_go_to);
  g_test_add_func ("/noc-places/links", test_links);
  g_test_add_func ("/noc-places/steps", test_steps);
  g_test_add_func ("/noc-places/manner", test_manner);
  g_test_add_func ("/noc-places/other-network", test_other_network);
  g_test_add_func ("/noc-places/play", test_play);
  g_test_add_func ("/noc-places/print", test_print);
  g_test_add_func ("/noc-places/print-nothing", test_print_nothing);
  return g_test_run ();
}
