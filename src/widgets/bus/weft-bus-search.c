/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-search.h"

#include "weft-bus-fields.h"
#include "weft-bus-result.h"
#include "weft-events-state.h"

typedef struct
{
  WeftBusResult *result;
  WeftBusRows rows;
} Opened;

static guint32
get_item (gpointer data, guint row)
{
  return weft_bus_index_get_row (((const WeftBusRows *) data)->index, row);
}

static gint64
get_time (gpointer data, guint row)
{
  const WeftBusIndex *index = ((const WeftBusRows *) data)->index;
  WeftBusRecord record;

  weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index),
                                weft_bus_index_get_row (index, row), &record);
  return (gint64) record.first_attempt;
}

static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftBusResult *result = weft_events_state_get_result (source);
  Opened *opened;

  if (result == NULL)
    return NULL;
  opened = g_new0 (Opened, 1);
  opened->result = g_object_ref (result);
  opened->rows = (WeftBusRows){ result->question.snapshot, result->all, result->model, NULL };
  *rows = (WeftFactSearchRows){ weft_bus_rows_get_facts (&opened->rows, WEFT_FIELD_SEARCH),
                                get_item, get_time };
  return opened;
}

static void
close_rows (gpointer data)
{
  Opened *opened = data;

  g_object_unref (opened->result);
  g_free (opened);
}

static guint
get_selected (WeftFactSource *source)
{
  WeftBusResult *result = weft_events_state_get_result (source);
  guint32 selected = weft_events_state_get_selected (WEFT_EVENTS_STATE (source));

  return result != NULL && selected < result->question.snapshot->n_rows
           ? weft_bus_model_get_place (result->model, selected)
           : 0;
}

static gboolean
show_item (WeftFactSource *source, guint32 item)
{
  WeftBusResult *result = weft_events_state_get_result (source);

  if (result == NULL || !weft_bitset_includes (result->rows, item))
    return FALSE;
  weft_events_state_show_row (WEFT_EVENTS_STATE (source), item, TRUE);
  return TRUE;
}

void
weft_bus_search_init (WeftFactSourceInterface *iface)
{
  iface->schema = &weft_bus_access_schema;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
