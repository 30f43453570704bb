/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-search.h"

#include "weft-events-state.h"
#include "weft-noc-fields.h"
#include "weft-noc-result.h"

typedef struct
{
  WeftNocResult *result;
  WeftNocEvents events;
} Opened;

/* All records are searched, in their order. */
static guint32
get_item (gpointer data G_GNUC_UNUSED, guint row)
{
  return row;
}

static gint64
get_time (gpointer data, guint row)
{
  return weft_noc_capture_get_cycle (data, row);
}

static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftNocResult *result = weft_events_state_get_result (source);
  Opened *opened;

  if (result == NULL)
    return NULL;
  opened = g_new0 (Opened, 1);
  opened->result = g_object_ref (result);
  weft_noc_events_init (&opened->events, result->capture, NULL);
  *rows = (WeftFactSearchRows){ weft_noc_events_get (&opened->events, WEFT_FIELD_SEARCH), get_item,
                                get_time };
  return opened;
}

static void
close_rows (gpointer data)
{
  Opened *opened = data;

  weft_noc_events_clear (&opened->events);
  g_object_unref (opened->result);
  g_free (opened);
}

static guint
get_selected (WeftFactSource *source)
{
  guint32 selected = weft_events_state_get_selected (WEFT_EVENTS_STATE (source));

  return selected != WEFT_NO_ROW ? selected : 0;
}

static gboolean
show_item (WeftFactSource *source, guint32 item)
{
  WeftNocResult *result = weft_events_state_get_result (source);

  if (result == NULL || !weft_bitset_includes (result->records, item))
    return FALSE;
  weft_events_state_show_row (WEFT_EVENTS_STATE (source), item, TRUE);
  return TRUE;
}

void
weft_noc_search_init (WeftFactSourceInterface *iface)
{
  iface->schema = &weft_noc_event_schema;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
