/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-session.h"

#include <stdio.h>

/* A session as the window has one, which begins to record when it is told to: record-late SOCKET FILE
 * says "live" when it is connected; a line then begins the recording, and the end of the input ends it. */
int
main (int argc, char **argv)
{
  g_autoptr (WeftLiveSession) session = NULL;
  g_auto (WeftLiveStatus) status = { 0 };
  WeftTrace *trace;
  guint seen = 0;
  char line[64];

  if (argc != 3)
    return 64;
  session = weft_live_session_new (argv[1], NULL, 1 << 20);
  trace = WEFT_TRACE (weft_live_session_get_trace (session));
  weft_live_session_start (session);
  do
    {
      seen = weft_trace_wait (trace, seen);
      weft_live_status_clear (&status);
      weft_live_session_get_status (session, &status);
    }
  while (status.state != WEFT_LIVE_RUNNING);
  puts ("live");
  fflush (stdout);
  if (fgets (line, sizeof line, stdin) != NULL)
    weft_live_session_record (session, argv[2]);
  while (fgets (line, sizeof line, stdin) != NULL)
    ;
  weft_live_session_stop (session);
  weft_live_status_clear (&status);
  weft_live_session_get_status (session, &status);
  if (status.recording_error != NULL)
    fprintf (stderr, "%s\n", status.recording_error);
  return status.recording_error != NULL;
}
