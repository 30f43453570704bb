/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-words.h"

#include "weft-clock.h"
#include "weft-npu-facts.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

char *
weft_npu_format_number (gint64 number)
{
  return number != WEFT_NPU_NONE ? weft_number_integer (number) : g_strdup ("—");
}

char *
weft_npu_format_bytes (gint64 bytes)
{
  return bytes != WEFT_NPU_NONE ? weft_number_bytes ((guint64) bytes) : g_strdup ("—");
}

char *
weft_npu_format_time (const WeftNpuSnapshot *snapshot, gint64 time)
{
  if (!snapshot->is_chrome)
    return weft_number_signed_cycles (time);
  if (time < 10000)
    {
      g_autofree char *count = weft_number_integer (time);

      return g_strdup_printf ("%s ns", count);
    }
  if (time < 10000000)
    return g_strdup_printf ("%.5g µs", (double) time / 1e3);
  return g_strdup_printf ("%.5g ms", (double) time / 1e6);
}

char *
weft_npu_format_rate (double rate)
{
  g_autofree char *number = g_strdup_printf ("%.4g", rate);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte per cycle", "%s bytes per cycle",
                                       g_str_equal (number, "1") ? 1 : 2),
                          number);
}

char *
weft_npu_format_name (const WeftNpuSnapshot *snapshot, guint32 name)
{
  const char *text = weft_npu_trace_get_name (snapshot->trace, name);

  return text != NULL ? g_utf8_make_valid (text, -1) : g_strdup ("—");
}

char *
weft_npu_format_moment (const WeftNpuSnapshot *snapshot, gint64 time)
{
  const WeftClock nanoseconds = { .hertz = 1000000000 };

  return snapshot->is_chrome ? weft_clock_format_exact (&nanoseconds, time - snapshot->first_cycle)
                             : weft_npu_format_number (time);
}

/* Takes `value`. */
static void
add_line (GString *text, const char *title, char *value)
{
  g_string_append_printf (text, "\n%s: %s", title, value);
  g_free (value);
}

static void
add_names (GString *text, const WeftNpuSnapshot *snapshot, const WeftNpuEvent *event)
{
  if (event->layer != WEFT_NO_NAME)
    add_line (text, _ ("Layer"), weft_npu_format_name (snapshot, event->layer));
  if (event->tile != WEFT_NO_NAME)
    add_line (text, _ ("Tile"), weft_npu_format_name (snapshot, event->tile));
  if (event->phase != WEFT_NO_NAME && event->type != WEFT_NPU_TOKEN)
    add_line (text, _ ("Phase"), weft_npu_format_name (snapshot, event->phase));
  if (event->token != WEFT_NPU_NONE)
    add_line (text, _ ("Token"), weft_npu_format_number (event->token));
}

char *
weft_npu_describe (const WeftNpuSnapshot *snapshot, guint32 row)
{
  WeftNpuEvent event;
  WeftNpuLane lane;
  GString *text;
  g_autofree char *name = NULL, *first = NULL, *last = NULL;

  weft_npu_snapshot_get_event (snapshot, row, &event);
  name = weft_npu_format_name (snapshot, event.name);
  first = weft_npu_format_moment (snapshot, event.start);
  last = weft_npu_format_moment (snapshot, event.end);
  text = g_string_new (name);
  if (event.lane != WEFT_NPU_NO_LANE)
    {
      g_autofree char *engine = NULL;

      weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
      engine = weft_npu_lane_to_string (&lane);
      g_string_append_printf (text, " · %s", engine);
    }
  if (event.end > event.start)
    {
      add_line (text, _ ("Took"), weft_npu_format_time (snapshot, event.end - event.start));
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("From %s to %s"), first, last);
    }
  else
    add_line (text, _ ("At"), g_steal_pointer (&first));
  add_names (text, snapshot, &event);
  if (event.bytes != WEFT_NPU_NONE || event.aligned != WEFT_NPU_NONE)
    add_line (text, (event.flags & WEFT_NPU_WRITE) != 0 ? _ ("Writes") : _ ("Reads"),
              weft_npu_format_bytes (weft_npu_event_moved (&event)));
  if (event.macs != WEFT_NPU_NONE)
    add_line (text, _ ("MACs"), weft_npu_format_number (event.macs));
  return g_string_free (text, FALSE);
}
