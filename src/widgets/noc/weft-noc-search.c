/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-search.h"

#include <glib/gi18n-lib.h>

#include "weft-noc-state.h"

static const WeftSearchField fields[] = {
  { "core", N_ ("Core") },        { "proc", N_ ("Processor") }, { "type", N_ ("Type") },
  { "other", N_ ("Other tile") }, { "op", N_ ("Op") },          { "name", N_ ("Name") },
};

/* Of the table of records (weft-noc-events.c). */
static const guint8 columns[] = { 2, 3, 4, 6, 10, 12 };
#define LINE_COLUMN 11

typedef struct
{
  WeftNocResult *result;
  WeftNocEvents events;
} Opened;

static guint32
get_item (gpointer data, guint row)
{
  return weft_noc_events_get_record (data, row);
}

static gint64
get_time (gpointer data, guint row)
{
  return weft_noc_capture_get_cycle (((const WeftNocEvents *) data)->capture,
                                     weft_noc_events_get_record (data, row));
}

static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftNocResult *result = weft_noc_state_get_result (WEFT_NOC_STATE (source));
  Opened *opened;

  if (result == NULL)
    return NULL;
  opened = g_new0 (Opened, 1);
  opened->result = g_object_ref (result);
  weft_noc_events_init (&opened->events, result->capture, NULL);
  *rows = (WeftFactSearchRows){ weft_noc_events_get (&opened->events), get_item, get_time };
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
  guint32 selected = weft_noc_state_get_record (WEFT_NOC_STATE (source));

  return selected != WEFT_NO_ROW ? selected : 0;
}

static gboolean
show_item (WeftFactSource *source, guint32 item)
{
  WeftNocResult *result = weft_noc_state_get_result (WEFT_NOC_STATE (source));

  if (result == NULL || !weft_bitset_passes (result->records, item))
    return FALSE;
  weft_noc_state_show_record (WEFT_NOC_STATE (source), item, TRUE);
  return TRUE;
}

void
weft_noc_search_init (WeftFactSourceInterface *iface)
{
  iface->fields = (WeftFactSearchFields){ fields, columns, G_N_ELEMENTS (fields) };
  iface->name_column = LINE_COLUMN;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
  iface->show_item = show_item;
}
