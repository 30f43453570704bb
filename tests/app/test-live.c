/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"
#include "weft-live-session.h"
#include "weft-settings.h"

#include "live-frames.h"

#include <gtk/gtk.h>

/* Writes 40 MiB of records. Whether the oldest of them have left memory. */
static gboolean
overflows (WeftLiveTrace *trace)
{
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_begin (bytes, 1, 0);
  for (guint64 seq = 0; seq < 800000; seq += 1000)
    {
      frames_records (bytes, 1, seq, 1000);
      g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
      weft_live_writer_publish (writer);
      g_byte_array_set_size (bytes, 0);
    }
  return weft_live_trace_get_evicted (trace, 0) != G_MININT64;
}

/* A session keeps what the settings grant it, a recording all that it has. */
static void
test_memory (void)
{
  GSettings *settings = weft_settings_get_default ();
  const int granted[] = { 16, 256 };

  for (guint i = 0; i < G_N_ELEMENTS (granted); i++)
    {
      g_autoptr (WeftLiveSession) session =
        weft_live_session_new ("/nonexistent/view.sock", g_main_context_default (), 0);
      WeftLiveTrace *trace = weft_live_session_get_trace (session);
      g_autoptr (WeftLiveTrace) recording =
        weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
      g_autoptr (WeftViewState) live = NULL;
      g_autoptr (WeftViewState) recorded = NULL;

      g_settings_set_int (settings, "live-memory", granted[i]);
      live = weft_family_find (WEFT_TRACE (trace))->create_state (WEFT_TRACE (trace));
      recorded = weft_live_family.create_state (WEFT_TRACE (recording));
      g_assert_cmpint (overflows (trace), ==, granted[i] == 16);
      g_assert_false (overflows (recording));
    }
  g_settings_reset (settings, "live-memory");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live/memory", test_memory);
  return g_test_run ();
}
