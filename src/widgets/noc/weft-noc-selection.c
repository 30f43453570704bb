/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-state-private.h"

/* The value of all states of tracks; of the map the kind, the device's id, and the number there; the record. */
#define SELECTION_TYPE "(vuiuu)"

static WeftViewStateClass *
get_parent_class (WeftViewState *state)
{
  return g_type_class_peek_parent (WEFT_VIEW_STATE_GET_CLASS (state));
}

GVariant *
weft_noc_selection_save (WeftViewState *state)
{
  WeftNocResult *result = weft_noc_state_get_result (WEFT_NOC_STATE (state));
  const WeftNocThing *thing = weft_noc_state_get_selected (WEFT_NOC_STATE (state));
  gint32 device =
    result != NULL ? weft_noc_capture_get_device_id (result->capture, thing->device) : 0;

  return g_variant_new (SELECTION_TYPE, get_parent_class (state)->save_selection (state),
                        thing->kind, device, thing->index,
                        weft_events_state_get_selected (WEFT_EVENTS_STATE (state)));
}

/* Numbers are those of the file, which may have others by now. FALSE where there is no such thing. */
static gboolean
select_thing (WeftNocState *state, WeftNocResult *result, WeftNocThing thing, gint32 device)
{
  if (thing.kind == WEFT_NOC_NOTHING)
    return TRUE;
  if (!weft_noc_capture_find_device (result->capture, device, &thing.device)
      || !weft_noc_result_has_thing (result, &thing)
      || (thing.kind == WEFT_NOC_CABLE && thing.index >= result->stats->fabric->chip_links->len))
    return FALSE;
  weft_noc_state_select (state, &thing);
  return TRUE;
}

gboolean
weft_noc_selection_restore (WeftViewState *state, GVariant *selection)
{
  WeftNocResult *result = weft_noc_state_get_result (WEFT_NOC_STATE (state));
  g_autoptr (GVariant) tracks = NULL;
  WeftNocThing thing = { WEFT_NOC_NOTHING, 0, 0 };
  guint32 kind, record;
  gint32 device;

  if (result == NULL || !g_variant_is_of_type (selection, G_VARIANT_TYPE (SELECTION_TYPE)))
    return FALSE;
  g_variant_get (selection, SELECTION_TYPE, &tracks, &kind, &device, &thing.index, &record);
  thing.kind = (WeftNocThingKind) MIN (kind, WEFT_NOC_FLOW);
  if (record != WEFT_NO_ROW && record >= weft_noc_capture_get_n_records (result->capture))
    return FALSE;
  if (!select_thing (WEFT_NOC_STATE (state), result, thing, device))
    return FALSE;
  if (record != WEFT_NO_ROW)
    weft_events_state_show_row (WEFT_EVENTS_STATE (state), record, FALSE);
  /* It may be the thing alone that is still there. */
  return get_parent_class (state)->restore_selection (state, tracks)
         || thing.kind != WEFT_NOC_NOTHING;
}
