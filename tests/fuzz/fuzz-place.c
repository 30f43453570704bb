/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-mutator.h"
#include "fuzz-text.h"
#include "weft-bus-state.h"
#include "weft-live-state.h"
#include "weft-load.h"
#include "weft-marks.h"
#include "weft-noc-state.h"
#include "weft-npu-state.h"
#include "weft-pipeline-state.h"
#include "weft-task.h"
#include "weft-timeline-state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sessions and saved places keep of a view, line by line: the digit of a family, a place, a selection, and marks as
 * in their file. Whatever it says, the view stands somewhere after it, at numbers that are some. */

#define WIDTH 800
#define HEIGHT 600
#define N_FAMILIES G_N_ELEMENTS (samples)

static const char *const samples[] = {
  "kanata-core.log",           "saturnis-bus.jsonl",   "npu-two-layers.json",
  "timeline-three-steps.json", "noc-eight-cores.json", "live-two-chips.weftlive",
};

static WeftTrace *
load (const char *name)
{
  g_autofree char *path = g_build_filename (SAMPLES, name, NULL);
  g_autoptr (WeftLoad) sample =
    weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());

  g_assert_true (weft_load_run (sample, NULL, NULL));
  return g_object_ref (weft_load_get_trace (sample));
}

static WeftViewState *
make_state (guint family, WeftTrace *trace)
{
  switch (family)
    {
    case 0:
      return WEFT_VIEW_STATE (weft_pipeline_state_new (WEFT_PIPELINE_TRACE (trace)));
    case 1:
      return WEFT_VIEW_STATE (weft_bus_state_new (WEFT_BUS_TRACE (trace)));
    case 2:
      return WEFT_VIEW_STATE (weft_npu_state_new (WEFT_NPU_TRACE (trace)));
    case 3:
      return WEFT_VIEW_STATE (weft_timeline_state_new (WEFT_TIMELINE_TRACE (trace)));
    case 4:
      return WEFT_VIEW_STATE (weft_noc_state_new (WEFT_NOC_TRACE (trace)));
    default:
      return WEFT_VIEW_STATE (weft_live_state_new (WEFT_LIVE_TRACE (trace)));
    }
}

static void
resize (WeftViewState *state)
{
  if (WEFT_IS_PIPELINE_STATE (state))
    weft_pipeline_state_resize (WEFT_PIPELINE_STATE (state), WIDTH, HEIGHT);
  else if (WEFT_IS_NOC_STATE (state))
    {
      weft_noc_state_resize (WEFT_NOC_STATE (state), WIDTH, HEIGHT);
      weft_time_axis_show_all (weft_view_state_get_axis (state)); /* as its widget does */
    }
  else
    weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state)), WIDTH, HEIGHT);
}

/* One of a family for all inputs, as opening takes longer than what is tried on it. */
static WeftViewState *
get_state (guint family)
{
  static WeftViewState *states[N_FAMILIES];

  if (states[family] == NULL)
    {
      g_autoptr (WeftTrace) trace = load (samples[family]);
      static gboolean is_awaited;

      /* Findings of the trace may not be known yet when the program ends. */
      if (!is_awaited)
        atexit (weft_task_wait_all);
      is_awaited = TRUE;
      states[family] = make_state (family, trace);
      while (!weft_view_state_is_open (states[family]))
        {
          resize (states[family]);
          g_main_context_iteration (NULL, FALSE);
        }
    }
  return states[family];
}

static void
check_numbers (GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    g_assert_true (isfinite (g_variant_get_double (value)));
  for (gsize i = 0; g_variant_is_container (value) && i < g_variant_n_children (value); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (value, i);

      check_numbers (child);
    }
}

static void
go (WeftViewState *state, const char *text)
{
  g_autoptr (GVariant) place = g_variant_parse (NULL, text, NULL, NULL, NULL), now = NULL;

  if (place == NULL)
    return;
  weft_view_state_restore_place (state, place, FALSE);
  weft_view_state_covers_place (state, place);
  now = weft_view_state_save_place (state);
  check_numbers (now);
}

static void
select_saved (WeftViewState *state, const char *text)
{
  g_autoptr (GVariant) selection = g_variant_parse (NULL, text, NULL, NULL, NULL), now = NULL;

  if (selection == NULL)
    return;
  weft_view_state_restore_selection (state, selection);
  now = weft_view_state_save_selection (state);
  if (now != NULL)
    check_numbers (now);
}

static void
describe (WeftViewState *state)
{
  for (guint part = 0; part <= WEFT_STATUS_ROWS; part++)
    {
      g_autofree char *text = weft_view_state_describe (state, part);

      g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
    }
}

/* Marks that could be read are the same once they were written and read again. */
static void
mark (WeftViewState *state, const char *text)
{
  g_autoptr (GKeyFile) file = g_key_file_new (), again = g_key_file_new ();
  g_autofree char *one = NULL, *other = NULL;
  WeftMarks *marks = weft_marks_get (state);

  g_key_file_load_from_data (file, text, strlen (text), G_KEY_FILE_NONE, NULL);
  weft_marks_read_key_file (marks, file, "marks");
  for (guint i = 0; i < MIN (weft_marks_get_n (marks), 3); i++)
    weft_marks_show (marks, i);
  weft_marks_write_key_file (marks, again, "marks");
  one = g_key_file_to_data (again, NULL, NULL);
  weft_marks_read_key_file (marks, again, "marks");
  weft_marks_write_key_file (marks, again, "marks");
  other = g_key_file_to_data (again, NULL, NULL);
  g_assert_cmpstr (one, ==, other);
}

/* A number becomes one that is odd. */
static gsize
change_number (guint8 *data, gsize size, gsize max_size, GRand *random)
{
  static const char *const odd[] = { "0",
                                     "1",
                                     "-1",
                                     "0.5",
                                     "nan",
                                     "inf",
                                     "-inf",
                                     "1e300",
                                     "1e-300",
                                     "-1e300",
                                     "4294967295",
                                     "9223372036854775807",
                                     "-9223372036854775808" };
  gsize start = size > 0 ? g_rand_int (random) % size : 0, end;

  while (start < size && data[start] != ' ' && data[start] != '(')
    start++;
  if (start == size)
    return size;
  for (end = ++start; end < size && strchr (",) \n", data[end]) == NULL;)
    end++;
  return fuzz_replace (data, size, max_size, start, end,
                       odd[g_rand_int_range (random, 0, G_N_ELEMENTS (odd))]);
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  return seed % 3 > 0 ? change_number (data, size, max_size, random)
                      : LLVMFuzzerMutate (data, size, max_size);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 4);
  WeftViewState *state;

  if (g_strv_length (lines) < 4)
    return 0;
  state = get_state ((guchar) *lines[0] % N_FAMILIES);
  go (state, lines[1]);
  select_saved (state, lines[2]);
  mark (state, lines[3]);
  describe (state);
  return 0;
}
