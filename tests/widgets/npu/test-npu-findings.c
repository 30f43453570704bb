/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "weft-facts-inspector.h"
#include "weft-filterable.h"
#include "weft-load.h"
#include "weft-npu-state.h"
#include "weft-npu-study.h"

#include "said.h"

/* A run, and its inspector in a window. */
typedef struct
{
  WeftNpuState *state;
  GtkWidget *inspector;
  GtkWidget *window;
} Npu;

static gboolean
is_answered (gpointer state)
{
  return weft_npu_state_get_result (state) != NULL
         && !weft_filterable_is_pending (WEFT_FILTERABLE (state));
}

static void
npu_show (Npu *npu)
{
  npu->inspector = weft_facts_inspector_new (WEFT_VIEW_STATE (npu->state));
  npu->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (npu->window), 400, 900);
  gtk_window_set_child (GTK_WINDOW (npu->window), npu->inspector);
  gtk_window_present (GTK_WINDOW (npu->window));
  wait_until (is_mapped, npu->inspector);
}

/* The trace at `path`; NULL: the sample. */
static void
npu_load (Npu *npu, const char *path)
{
  g_autofree char *sample =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "npu-two-layers.json", NULL);
  g_autoptr (WeftLoad) load =
    weft_load_new (path != NULL ? path : sample, WEFT_STORAGE_MEMORY, g_main_context_default ());
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  npu->state = weft_npu_state_new (WEFT_NPU_TRACE (weft_load_get_trace (load)));
  wait_until (is_answered, npu->state);
  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (npu->state)), 800, 600);
  npu_show (npu);
}

static void
npu_close (Npu *npu)
{
  gtk_window_destroy (GTK_WINDOW (npu->window));
  g_object_unref (npu->state);
}

static void
check_says (Npu *npu, const char *words)
{
  g_autofree char *said = get_said (npu->inspector);

  if (strstr (said, words) == NULL)
    g_error ("“%s” is not in:\n%s", words, said);
}

/* The row of a finding, which has its figure and leads on. */
static GtkWidget *
find_row (Npu *npu, const char *sentence)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (npu->inspector, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkWidget *button = buttons->pdata[i];

      if (gtk_widget_has_css_class (button, "weft-finding") && gtk_widget_get_visible (button)
          && find_label (button, sentence) != NULL)
        return button;
    }
  g_error ("no finding “%s”", sentence);
}

typedef struct
{
  Npu *npu;
  WeftCycleRange range;
} Wait;

static gboolean
is_brushed (gpointer data)
{
  const Wait *wait = data;
  const WeftNpuResult *result = weft_npu_state_get_result (wait->npu->state);

  return result->question.range.from == wait->range.from
         && result->question.range.to == wait->range.to;
}

/* Presses the finding: its time is brushed and in sight, something is selected, and no finding is told any
 * more. */
static void
press (Npu *npu, const char *sentence, gint64 from, gint64 to)
{
  WeftViewState *state = WEFT_VIEW_STATE (npu->state);
  const WeftTimeSpan *visible;
  Wait wait = { npu, { from, to } };

  g_signal_emit_by_name (find_row (npu, sentence), "clicked");
  wait_until (is_brushed, &wait);
  wait_settled ();
  g_assert_true (weft_view_state_has_selected (state));
  g_assert_null (weft_view_state_get_findings (state));
  visible = weft_time_axis_get_visible (weft_view_state_get_axis (state));
  g_assert_cmpint (visible->start, <=, from);
  g_assert_cmpfloat ((double) visible->start + visible->length, >=, (double) to - 1);
}

static void
step_back (Npu *npu)
{
  Wait wait = { npu, { G_MININT64, G_MAXINT64 } };

  while (weft_view_state_has_range (WEFT_VIEW_STATE (npu->state))
         || weft_view_state_has_selected (WEFT_VIEW_STATE (npu->state)))
    g_assert_true (weft_view_state_step_back (WEFT_VIEW_STATE (npu->state)));
  wait_until (is_brushed, &wait);
}

/* Each finding is a row with its figure; the card that its press brings has the sentence's numbers. */
static void
test_cards (void)
{
  Npu npu;

  npu_load (&npu, NULL);
  g_assert_nonnull (find_label (find_row (&npu, "TE 0 is not busy in 90.3"), "90.3\u00a0%"));
  press (&npu, "TE 0 is not busy in 90.3", 480, 776);
  check_says (&npu, "TE 0 is not busy\nFor\t296 cycles\nCycles\t480 – 776\n");
  check_says (&npu, "What ran instead\nDMA 0\t");
  check_says (&npu, "\nDMA 1\t89.2\u00a0%\n");
  step_back (&npu);

  press (&npu, "DMA 0 stalls most, on queue_full: 4\u202f080 cycles in 20 stalls", 0, 204);
  check_says (&npu, "DMA 0 stalls on queue_full\nThis stall\t204 cycles\n");
  check_says (&npu, "All of them\t4\u202f080 cycles\nCount\t20\nOf the run\t44.2\u00a0%\n");
  step_back (&npu);

  press (&npu, "DRAM moves more than 80 % of its peak in 22.2", 0, 256);
  check_says (&npu, "DRAM\nCycles\t0 – 256\nAt most\t");
  check_says (&npu, ", 84.6\u00a0% of the peak\nAbove 80 % of the peak\t256 cycles\n");
  step_back (&npu);

  press (&npu, "4 of 4 layers are bound by bandwidth, most attn_0 in DECODE",
         weft_npu_state_get_result (npu.state)->whole->parts[4].first,
         weft_npu_state_get_result (npu.state)->whole->parts[4].last);
  check_says (&npu, "Layer attn_0 in DECODE\nBound by\tbandwidth\nBytes at the peak\t1\u202f420 "
                    "cycles\nMACs at the roof\t≈ 14 cycles\n");
  npu_close (&npu);
}

#define TOKEN(index, start, end) \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": " #index \
  ", \"start_cycle\": " #start ", \"end_cycle\": " #end "},"
#define WORK(layer, start, end) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", " \
  "\"layer_id\": \"" layer "\", \"start_cycle\": " #start ", \"end_cycle\": " #end "}"

static gboolean
has_study (gpointer data)
{
  g_autofree char *said = get_said (((Npu *) data)->inspector);

  return strstr (said, "Its layers") != NULL;
}

/* Selects a phase, and waits until the inspector tells of its layers. */
static void
select_phase (Npu *npu, gint64 last)
{
  const WeftTrackHit hit = {
    .on_track = TRUE, .track = WEFT_NPU_TRACK_PHASES, .thing = WEFT_TRACK_NO_THING, .last = last
  };

  step_back (npu);
  weft_tracks_select (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (npu->state)), &hit);
  wait_until (has_study, npu);
}

/* The slowest token stands beside the median one: from its finding, and from the list of tokens; a phase is
 * described too. */
static void
test_token (void)
{
  static const char text[] = "{\"version\": \"1.0\", \"timeline_events\": [" TOKEN (0, 0, 100)
    TOKEN (1, 100, 220) TOKEN (2, 220, 620) WORK ("a", 0, 50) "," WORK ("a", 100, 160) "," WORK (
      "a", 220, 280) "," WORK ("b", 300, 600) "]}";
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  Npu npu;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  npu_load (&npu, path);
  g_remove (path);
  g_rmdir (folder);
  check_says (&npu, "Tokens\nDECODE\t120 cycles\nSlowest of DECODE\ttoken 2, 400 cycles\n");
  press (&npu,
         "Token 2 of DECODE is the slowest, 280 cycles above the median of 120: layer b on TE +300 "
         "cycles.",
         220, 620);
  wait_until (has_study, &npu);
  check_says (&npu, "Token 2 of DECODE\nLatency\t400 cycles\nCycles\t220 – 620\n");
  check_says (&npu, "\nTE 0\t90.0\u00a0%\n");
  check_says (&npu, "Beside the median token, 1\nLatency\t+280 cycles\n");
  check_says (&npu, "\nb · TE\t+300 cycles\n");
  check_says (&npu, "Its layers\nb\t300 cycles\t0 bytes\na\t60 cycles\t0 bytes\n");

  select_phase (&npu, 620);
  check_says (&npu, "DECODE\nLatency\t620 cycles\nCycles\t0 – 620\nTokens\t3\nMedian\t120 cycles\n"
                    "Slowest\ttoken 2, 400 cycles\n");
  check_says (&npu, "\nTE 0\t75.8\u00a0%\n");
  check_says (&npu, "Its layers\nb\t300 cycles\t0 bytes\na\t170 cycles\t0 bytes\n");

  /* Another that begins with it. */
  select_phase (&npu, 220);
  check_says (&npu, "\nCycles\t0 – 220\n");
  check_says (&npu, "Its layers\na\t110 cycles\t0 bytes\n");
  npu_close (&npu);
}

static gboolean
has_title (gpointer inspector)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  gboolean found = FALSE;

  collect_widgets (inspector, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    found |= g_str_equal (gtk_label_get_text (labels->pdata[i]), "Findings so far");
  return found;
}

/* While a trace is read, what is told is so far. */
static void
test_so_far (void)
{
  g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("growing", NULL, WEFT_STORAGE_MEMORY);
  Npu npu = { .state = weft_npu_state_new (trace) };

  npu_show (&npu);
  wait_until (has_title, npu.inspector);
  npu_close (&npu);

  npu_load (&npu, NULL);
  g_assert_false (has_title (npu.inspector));
  npu_close (&npu);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-findings/cards", test_cards);
  g_test_add_func ("/npu-findings/token", test_token);
  g_test_add_func ("/npu-findings/so-far", test_so_far);
  return g_test_run ();
}
