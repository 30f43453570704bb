/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-search.h"

#include "weft-events-state.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-result.h"

/* All events are searched, in their order. */
static guint32
get_item (gpointer data G_GNUC_UNUSED, guint row)
{
  return row;
}

static gint64
get_time (gpointer data, guint row)
{
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (data, row, &event);
  return event.start;
}

static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftTimelineResult *result = weft_events_state_get_result (source);
  WeftTimelineRows *all;

  if (result == NULL)
    return NULL;
  all = g_new0 (WeftTimelineRows, 1);
  weft_timeline_rows_init (all, result->question.snapshot, NULL);
  *rows = (WeftFactSearchRows){ weft_timeline_rows_get_facts (all, WEFT_FIELD_SEARCH), get_item,
                                get_time };
  return all;
}

static void
close_rows (gpointer data)
{
  weft_timeline_rows_clear (data);
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
  WeftTimelineResult *result = weft_events_state_get_result (source);

  if (result == NULL || !weft_bitset_includes (result->rows, item))
    return FALSE;
  weft_events_state_show_row (WEFT_EVENTS_STATE (source), item, TRUE);
  return weft_events_state_get_selected (WEFT_EVENTS_STATE (source)) == item;
}

void
weft_timeline_search_init (WeftFactSourceInterface *iface)
{
  iface->schema = &weft_timeline_event_schema;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
