/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-words.h"

#include "weft-clock.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
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

/* Takes `value`. */
static void
add_line (GString *text, const char *title, char *value)
{
  g_string_append_printf (text, "\n%s: %s", title, value);
  g_free (value);
}

char *
weft_npu_format_cell (const WeftNpuSnapshot *snapshot, const WeftField *field, const WeftCell *cell)
{
  switch (field->unit)
    {
    case WEFT_UNIT_CYCLE:
      return weft_npu_format_number (cell->integer);
    case WEFT_UNIT_CYCLES:
      return weft_number_signed_cycles (cell->integer);
    case WEFT_UNIT_BYTES:
      return weft_npu_format_bytes (cell->integer);
    case WEFT_UNIT_RATE:
      return weft_npu_format_rate (cell->real);
    case WEFT_UNIT_ADDRESS:
      return g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case WEFT_UNIT_PLAIN:
    case WEFT_UNIT_SHARE:
    case WEFT_UNIT_PERCENT:
    default:
      if (cell->type == WEFT_CELL_REAL)
        return g_strdup_printf ("%.4g", cell->real);
      return cell->type == WEFT_CELL_SIGNED ? weft_npu_format_number (cell->integer)
                                            : weft_cell_to_string (cell);
    }
}

char *
weft_npu_describe_missing (const WeftNpuSnapshot *snapshot)
{
  if (snapshot->n_events > 0 || snapshot->n_samples > 0)
    return NULL;
  if (weft_npu_snapshot_is_summary (snapshot))
    return g_strdup (
      _ ("This file has the summary of a run, but neither events nor samples that could be drawn. "
         "What it says stands with the run's metadata, and can be compared with other runs."));
  return g_strdup (
    _ ("The trace has neither events nor samples: the run recorded nothing, or what it "
       "wrote could not be read. The diagnostics say more."));
}

char *
weft_npu_describe (const WeftNpuSnapshot *snapshot, guint32 row)
{
  WeftNpuEvent event;
  WeftNpuLane lane;
  const WeftField *field;
  GString *text;
  g_autofree char *name = NULL, *first = NULL, *last = NULL;

  weft_npu_snapshot_get_event (snapshot, row, &event);
  name = weft_npu_format_name (snapshot, event.name);
  first = weft_npu_format_number (event.start);
  last = weft_npu_format_number (event.end);
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
      add_line (text, _ ("Took"), weft_number_signed_cycles (event.end - event.start));
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("From %s to %s"), first, last);
    }
  else
    add_line (text, _ ("At"), g_steal_pointer (&first));
  WEFT_FOR_EACH_FIELD (&weft_npu_event_schema, WEFT_FIELD_HOVER, field)
    {
      g_auto (WeftCell) cell = weft_field_get (field, snapshot, row);

      if (weft_cell_is_known (&cell))
        add_line (text, _ (field->title), weft_npu_format_cell (snapshot, field, &cell));
    }
  return g_string_free (text, FALSE);
}
