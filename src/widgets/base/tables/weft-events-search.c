/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-events-search.h"

#include "weft-table.h"

static const WeftSchema *
get_schema (WeftFactSource *source)
{
  return WEFT_EVENTS_STATE_GET_CLASS (source)->schema;
}

static guint32
get_same (gpointer data G_GNUC_UNUSED, guint place)
{
  return place;
}

/* The rows live as long as the result. */
static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  const WeftEventsStateClass *klass = WEFT_EVENTS_STATE_GET_CLASS (source);
  WeftResult *result = weft_events_state_get_result (source);

  if (result == NULL)
    return NULL;
  *rows =
    (WeftFactSearchRows){ klass->get_all (result),
                          klass->get_item != NULL ? klass->get_item : get_same, klass->get_time };
  return g_object_ref (result);
}

static guint
get_selected (WeftFactSource *source)
{
  const WeftEventsStateClass *klass = WEFT_EVENTS_STATE_GET_CLASS (source);
  WeftResult *result = weft_events_state_get_result (source);
  guint32 selected = weft_events_state_get_selected (WEFT_EVENTS_STATE (source));

  if (result == NULL || selected == WEFT_NO_ROW)
    return 0;
  return klass->find_place != NULL ? klass->find_place (result, selected) : selected;
}

/* An event that the picture has no place for is in the table alone. */
static gboolean
show_item (WeftFactSource *source, guint32 item)
{
  WeftEventsState *self = WEFT_EVENTS_STATE (source);
  WeftResult *result = weft_events_state_get_result (source);

  if (result == NULL
      || !weft_bitset_includes (WEFT_EVENTS_STATE_GET_CLASS (self)->get_passing (result), item))
    return FALSE;
  weft_events_state_show_row (self, item, TRUE);
  return weft_events_state_get_selected (self) == item;
}

void
weft_events_search_init (WeftFactSourceInterface *iface)
{
  iface->get_schema = get_schema;
  iface->open_rows = open_rows;
  iface->close_rows = g_object_unref;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
