/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "wait.h"
#include "weft-view-state.h"

typedef struct
{
  gboolean done;
  GError *error;
} Arrival;

static inline void
on_arrived (GObject *state, GAsyncResult *result, gpointer data)
{
  Arrival *arrival = data;
  g_autofree char *message =
    weft_view_state_go_to_finish (WEFT_VIEW_STATE (state), result, &arrival->error);

  arrival->done = TRUE;
}

/* Goes to what was typed, and waits until it is there. The error: (transfer full), NULL where there was none. */
static inline GError *
go_to (gpointer state, const char *text)
{
  Arrival arrival = { FALSE, NULL };

  weft_view_state_go_to_async (WEFT_VIEW_STATE (state), text, NULL, on_arrived, &arrival);
  wait_until (is_set, &arrival.done);
  return arrival.error;
}

/* Goes to what is there. */
static inline void
go_to_place (gpointer state, const char *text)
{
  g_autoptr (GError) error = go_to (state, text);

  g_assert_no_error (error);
}
