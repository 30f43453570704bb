/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-filterable.h"
#include "weft-live-compare-view.h"
#include "weft-live-table.h"
#include "weft-live-writer.h"
#include "weft-load.h"
#include "weft-search-results.h"
#include "weft-tracks-view.h"

#include "live-frames.h"
#include "said.h"

/* A recording that is looked at in a window. */
typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveState *state;
  GtkWidget *window;
} Shown;

static char *
get_sample (const char *name)
{
  return g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
}

static WeftLiveTrace *
load_trace (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return g_object_ref (WEFT_LIVE_TRACE (weft_load_get_trace (load)));
}

static void
shown_show (Shown *self, GtkWidget *child)
{
  gtk_window_set_child (GTK_WINDOW (self->window), child);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
shown_open (Shown *self, WeftLiveTrace *trace)
{
  self->trace = trace;
  self->state = weft_live_state_new (trace);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 500);
  shown_show (self,
              weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state)),
                                    WEFT_PICTURE_WHOLE));
}

static void
shown_open_sample (Shown *self)
{
  g_autofree char *path = get_sample ("live-two-chips.weftlive");

  shown_open (self, load_trace (path));
}

static void
shown_close (Shown *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->state);
  g_object_unref (self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_close)

/* --- what there is ------------------------------------------------------------------------------ */

/* By going through the rows: how many records of a program longer than `longer` there are on a chip, and how
 * long they are together. */
static guint
count_rows (WeftLiveTrace *trace, const char *program, guint32 chip, gint64 longer, gint64 *total)
{
  guint held = weft_live_trace_hold (trace), n = 0;
  guint n_lanes = weft_live_trace_get_n_lanes (trace);

  *total = 0;
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      WeftLiveLane info;
      guint32 row, end;

      weft_live_trace_get_lane (trace, lane, &info);
      weft_live_trace_get_rows (trace, lane, &row, &end);
      for (; row < end; row++)
        {
          WeftLiveRow value;

          weft_live_trace_get_row (trace, lane, row, &value);
          if ((chip != G_MAXUINT32 && info.chip != chip) || value.program == WEFT_NO_ROW
              || !g_str_equal (weft_live_trace_get_program (trace, value.program), program)
              || value.end - value.start <= longer)
            continue;
          n++;
          *total += value.end - value.start;
        }
    }
  weft_live_trace_release (trace, held);
  return n;
}

static gboolean
is_answered (gpointer data)
{
  Shown *self = data;
  WeftLiveFigures *figures = weft_live_state_get_figures (self->state);

  return !weft_filterable_is_pending (WEFT_FILTERABLE (self->state)) && figures != NULL
         && figures->is_filtered
              == (weft_live_records_state_get_filter (WEFT_LIVE_RECORDS_STATE (self->state))
                  != NULL);
}

static void
set_filter (Shown *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), text, NULL, &error);
  g_assert_no_error (error);
  wait_until (is_answered, self);
}

/* --- filters ------------------------------------------------------------------------------------ */

static guint
count_listed (GtkWidget *table)
{
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (table));

  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

/* A filter holds for the table of records, the programs and the status line; streams stay whole. */
static void
test_filter (void)
{
  g_auto (Shown) shown;
  g_autofree char *text = NULL, *expected = NULL, *without = NULL;
  const WeftLiveProgramFigures *program;
  WeftLiveFigures *figures;
  GtkWidget *table;
  gint64 total;
  guint n;

  shown_open_sample (&shown);
  set_filter (&shown, "");
  table = weft_live_records_table_new (shown.state);
  shown_show (&shown, table);
  wait_settled ();
  g_assert_cmpuint (count_listed (table), ==, 526);
  set_filter (&shown, "program == \"ff1_matmul\" && chip == 1 && length_ns > 6800000");
  n = count_rows (shown.trace, "ff1_matmul", 1, 6800000, &total);
  g_assert_cmpuint (n, >, 5);
  wait_settled ();
  g_assert_cmpuint (count_listed (table), ==, n);
  figures = weft_live_state_get_figures (shown.state);
  g_assert_cmpuint (figures->programs->len, ==, 1);
  program = &g_array_index (figures->programs, WeftLiveProgramFigures, 0);
  g_assert_cmpuint (program->n, ==, n);
  g_assert_cmpuint (program->lengths.total, ==, (guint64) total);
  g_assert_cmpuint (g_array_index (figures->streams, WeftLiveStreamFigures, 0).n_programs, ==, 264);
  text = weft_view_state_describe (WEFT_VIEW_STATE (shown.state), WEFT_STATUS_ROWS);
  expected = g_strdup_printf ("%u of 526 records · 0 lost", n);
  g_assert_cmpstr (text, ==, expected);
  set_filter (&shown, "");
  without = weft_view_state_describe (WEFT_VIEW_STATE (shown.state), WEFT_STATUS_ROWS);
  g_assert_cmpstr (without, ==, "526 records · 0 lost");
}

/* A row of the table leads to its record in the picture, and what is known of it. */
static void
test_row (void)
{
  g_auto (Shown) shown;
  const WeftLiveListing *listing;
  const WeftTrackHit *selected;
  WeftLiveRow row;
  guint32 place;

  shown_open_sample (&shown);
  wait_settled ();
  set_filter (&shown, "program == \"sdpa_decode\" && chip == 1");
  listing = weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (shown.state));
  place = weft_live_listing_get_place (listing, 7);
  g_assert_true (weft_live_records_state_show_place (WEFT_LIVE_RECORDS_STATE (shown.state),
                                                     listing->records, place, TRUE));
  wait_settled ();
  selected =
    weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (shown.state)));
  g_assert_true (selected->on_track);
  g_assert_cmpuint (selected->track, ==, 1);
  weft_live_trace_read_row (shown.trace, 1, (guint32) selected->thing, &row);
  g_assert_cmpstr (weft_live_trace_get_program (shown.trace, row.program), ==, "sdpa_decode");
  g_assert_cmpuint (
    weft_live_records_state_get_selected_place (WEFT_LIVE_RECORDS_STATE (shown.state)), ==, place);
  g_assert_cmpuint (weft_live_listing_find (listing, place), ==, 7);
}

/* --- what is listed ----------------------------------------------------------------------------- */

static gboolean
is_listed (gpointer data)
{
  const WeftLiveListing *listing =
    weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (data));

  return listing != NULL && listing->records->n_rows == 2000;
}

static void
take (WeftLiveWriter *writer, GByteArray *bytes)
{
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  g_byte_array_set_size (bytes, 0);
}

/* Records are listed while their table is in sight, and not before or after. */
static void
test_lazy (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (Shown) shown;
  WeftLiveTrace *trace =
    weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
  WeftLiveWriter *writer = weft_live_writer_new (trace);
  GtkWidget *table;

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1000);
  take (writer, bytes);
  shown_open (&shown, trace);
  table = g_object_ref_sink (weft_live_records_table_new (shown.state));
  frames_records (bytes, 1, 1000, 1000);
  take (writer, bytes);
  wait_settled ();
  g_assert_null (weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (shown.state)));
  shown_show (&shown, table);
  wait_until (is_listed, shown.state);
  wait_settled ();
  g_assert_cmpuint (count_listed (table), ==, 2000);
  gtk_window_set_child (GTK_WINDOW (shown.window), NULL);
  frames_records (bytes, 1, 2000, 1000);
  take (writer, bytes);
  wait_settled ();
  g_assert_cmpuint (count_listed (table), ==, 2000);
  g_object_unref (table);
  weft_live_writer_free (writer);
}

/* --- search ------------------------------------------------------------------------------------- */

static gboolean
is_searched (gpointer results)
{
  return !weft_search_results_is_running (results);
}

static void
search (WeftSearchResults *results, const char *text)
{
  const WeftSearchQuery query = { .text = text, .fields = G_MAXUINT32 };

  g_assert_true (weft_search_results_set_query (results, &query, NULL));
  wait_until (is_searched, results);
}

/* Every run whose program's name or sources match is found, and one that the filter hides is not gone to. */
static void
test_search (void)
{
  g_auto (Shown) shown;
  WeftSearchResults *results;
  gint64 total;

  shown_open_sample (&shown);
  set_filter (&shown, "");
  results = weft_search_results_get (WEFT_SEARCHABLE (shown.state));
  search (results, "sdpa_compute");
  g_assert_cmpuint (weft_search_results_get_n_hits (results), ==,
                    count_rows (shown.trace, "sdpa_decode", G_MAXUINT32, -1, &total));
  g_assert_true (weft_search_results_show (results, 3));
  g_assert_cmpuint (
    weft_live_records_state_get_selected_place (WEFT_LIVE_RECORDS_STATE (shown.state)), ==,
    weft_search_results_get_hit (results, 3)->item);
  set_filter (&shown, "program == \"rotary\"");
  g_assert_false (weft_search_results_show (results, 4));
}

/* With nothing selected, the first result of all is the next. */
static void
test_search_first (void)
{
  g_auto (Shown) shown;
  WeftSearchResults *results;

  shown_open_sample (&shown);
  set_filter (&shown, "");
  results = weft_search_results_get (WEFT_SEARCHABLE (shown.state));
  search (results, "e");
  g_assert_cmpuint (weft_search_results_get_hit (results, 0)->item, ==, 0);
  g_assert_true (weft_search_results_step (results, 1));
  g_assert_cmpuint (
    weft_live_records_state_get_selected_place (WEFT_LIVE_RECORDS_STATE (shown.state)), ==, 0);
}

/* The places of a session's records move when more comes: a result still leads to its record. */
static void
test_search_grows (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (Shown) shown;
  WeftLiveTrace *trace =
    weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
  WeftLiveWriter *writer = weft_live_writer_new (trace);
  const WeftTrackHit *selected;
  WeftSearchResults *results;
  WeftSearchHit hit;

  frames_begin (bytes, 1, 0);
  frames_stream (bytes, 2, 0, 9);
  frames_definitions (bytes, 2, 0);
  frames_records (bytes, 1, 0, 1000);
  frames_records_from (bytes, 2, 0, 1000, 500);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  shown_open (&shown, trace);
  wait_until (is_answered, &shown);
  results = weft_search_results_get (WEFT_SEARCHABLE (shown.state));
  search (results, "a");
  hit = *weft_search_results_get_hit (results, weft_search_results_get_n_hits (results) - 1);
  g_assert_cmpuint (hit.item, >=, 1000);
  g_byte_array_set_size (bytes, 0);
  frames_records (bytes, 1, 1000, 1000);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  wait_settled ();
  g_assert_true (
    WEFT_SEARCHABLE_GET_IFACE (shown.state)->show (WEFT_SEARCHABLE (shown.state), &hit));
  selected =
    weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (shown.state)));
  g_assert_cmpuint (selected->track, ==, 1);
  g_assert_cmpint (selected->thing, ==, hit.item - 1000);
  g_assert_cmpint (selected->first, ==, hit.time);
  weft_live_writer_free (writer);
}

/* --- comparison --------------------------------------------------------------------------------- */

/* A recording of other programs: (transfer full), its path. */
static char *
write_other (const char *folder)
{
  char *path = g_build_filename (folder, "other.weftlive", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1000);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}

static gboolean
is_compared (gpointer view)
{
  return find_label (view, "A is this trace, B is “other.weftlive”.") != NULL;
}

static gboolean
is_refused (gpointer view)
{
  return find_label (view, "is a trace of another kind") != NULL;
}

/* Another recording is told of in a sentence and a table; a filter counts for both, and another kind of trace is
 * refused in words. */
static void
test_comparison (void)
{
  g_auto (Shown) shown;
  g_autofree char *folder = g_dir_make_tmp ("weft-live-XXXXXX", NULL);
  g_autofree char *path = write_other (folder), *other = get_sample ("kanata-core.log");
  GtkWidget *view;
  WeftViewState *second;

  shown_open_sample (&shown);
  set_filter (&shown, "");
  view = weft_live_compare_view_new (shown.state);
  shown_show (&shown, view);
  weft_compare_view_open (WEFT_COMPARE_VIEW (view), path);
  wait_until (is_compared, view);
  g_assert_nonnull (find_label (view, "ff1_matmul (only in “live-two-chips.weftlive”)"));
  second = weft_compare_view_get_other (WEFT_COMPARE_VIEW (view));
  set_filter (&shown, "program == \"rotary\"");
  wait_settled ();
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (second)), ==,
                   "program == \"rotary\"");
  weft_compare_view_open (WEFT_COMPARE_VIEW (view), other);
  wait_until (is_refused, view);
  remove (path);
  remove (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-records/filter", test_filter);
  g_test_add_func ("/live-records/row", test_row);
  g_test_add_func ("/live-records/lazy", test_lazy);
  g_test_add_func ("/live-records/search", test_search);
  g_test_add_func ("/live-records/search-first", test_search_first);
  g_test_add_func ("/live-records/search-grows", test_search_grows);
  g_test_add_func ("/live-records/comparison", test_comparison);
  return g_test_run ();
}
