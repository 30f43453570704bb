/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-status.h"

void
weft_live_status_copy (const WeftLiveStatus *from, WeftLiveStatus *to)
{
  *to = *from;
  to->message = g_strdup (from->message);
  to->recording_path = g_strdup (from->recording_path);
  to->recording_error = g_strdup (from->recording_error);
}

void
weft_live_status_clear (WeftLiveStatus *status)
{
  g_clear_pointer (&status->message, g_free);
  g_clear_pointer (&status->recording_path, g_free);
  g_clear_pointer (&status->recording_error, g_free);
}
