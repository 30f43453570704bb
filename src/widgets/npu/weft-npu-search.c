/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-search.h"

#include "weft-events-state.h"
#include "weft-npu-fields.h"
#include "weft-npu-result.h"

/* All events are searched, in their order. */
static guint32
get_item (gpointer data G_GNUC_UNUSED, guint row)
{
  return row;
}

static gint64
get_time (gpointer data, guint row)
{
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (data, row, &event);
  return event.start;
}

static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftNpuResult *result = weft_events_state_get_result (source);
  WeftNpuRows *all;

  if (result == NULL)
    return NULL;
  all = g_new0 (WeftNpuRows, 1);
  weft_npu_rows_init (all, result->question.snapshot, NULL);
  *rows =
    (WeftFactSearchRows){ weft_npu_rows_get_facts (all, WEFT_FIELD_SEARCH), get_item, get_time };
  return all;
}

static void
close_rows (gpointer data)
{
  weft_npu_rows_clear (data);
  g_free (data);
}

static guint
get_selected (WeftFactSource *source)
{
  guint32 selected = weft_events_state_get_selected (WEFT_EVENTS_STATE (source));

  return selected != WEFT_NO_ROW ? selected : 0;
}

/* An event without a time is in the table alone. */
static gboolean
show_item (WeftFactSource *source, guint32 item)
{
  WeftNpuResult *result = weft_events_state_get_result (source);

  if (result == NULL || !weft_bitset_includes (result->rows, item))
    return FALSE;
  weft_events_state_show_row (WEFT_EVENTS_STATE (source), item, TRUE);
  return weft_events_state_get_selected (WEFT_EVENTS_STATE (source)) == item;
}

void
weft_npu_search_init (WeftFactSourceInterface *iface)
{
  iface->schema = &weft_npu_event_schema;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
