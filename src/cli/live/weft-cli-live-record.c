/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-text.h"
#include "weft-live-session.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <stdio.h>

static GCancellable *interrupted;
static gboolean several; /* daemons are listened to */

/* Ctrl+C ends the recording as its time does. */
static void
interrupt (int number G_GNUC_UNUSED)
{
  g_cancellable_cancel (interrupted);
}

static void
say_news (const WeftLiveStatus *status, gpointer user_data G_GNUC_UNUSED)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *clock = g_date_time_format (now, "%T");
  g_autofree char *time =
    several ? g_strdup_printf ("%s: %s", clock, status->path) : g_strdup (clock);

  if (status->state == WEFT_LIVE_CONNECTING)
    weft_cli_complain (_ ("%s: nobody answers yet. What comes from there is recorded from when "
                          "somebody does."),
                       time);
  else if (status->state == WEFT_LIVE_LOST)
    weft_cli_complain (_ ("%s: the connection was lost. %s The recording goes on when a daemon "
                          "answers there again."),
                       time, status->message != NULL ? status->message : "");
  else
    weft_cli_complain (_ ("%s: a daemon answers again, and the recording goes on."), time);
}

static int
record (const char *const *sockets, const char *output, double seconds)
{
  g_autoptr (WeftLiveSession) session = sockets != NULL
                                          ? weft_live_session_new_of_hosts (sockets, NULL, 1)
                                          : weft_live_session_new (NULL, NULL, 1);
  struct sigaction action = { .sa_handler = interrupt };
  g_auto (WeftLiveStatus) status = { 0 };
  g_autoptr (GError) error = NULL;

  several = weft_live_session_get_n_hosts (session) > 1;
  interrupted = g_cancellable_new ();
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  weft_live_session_record (session, output);
  if (!weft_live_session_run (session, seconds, interrupted, say_news, NULL, &error))
    weft_cli_complain ("%s", error->message);
  g_clear_object (&interrupted);
  weft_live_session_get_status (session, &status);
  if (status.recording_error != NULL)
    weft_cli_complain ("%s", status.recording_error);
  return error == NULL && status.recording_error == NULL ? WEFT_CLI_SUCCESS : WEFT_CLI_UNUSABLE;
}

static int
run_record (char **arguments)
{
  g_auto (GStrv) sockets = NULL;
  g_autofree char *output = NULL;
  double seconds = 0;
  const GOptionEntry entries[] = {
    { "socket", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &sockets,
      N_ ("Where the daemon listens, the usual place without; may be repeated, for several hosts"),
      N_ ("PATH") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("The recording"), N_ ("FILE") },
    { "for", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, N_ ("How long, without until it is interrupted"),
      N_ ("SECONDS") },
    G_OPTION_ENTRY_NULL
  };
  g_auto (GStrv) rest =
    weft_cli_parse_options (&weft_cli_record, WEFT_CLI_N_TASKS, arguments, entries, "", NULL);

  if (rest == NULL)
    return WEFT_CLI_USAGE;
  if (sockets != NULL && g_strv_length (sockets) > WEFT_LIVE_MAX_HOSTS)
    {
      weft_cli_complain (_ ("--socket: a recording is of %u hosts at most."), WEFT_LIVE_MAX_HOSTS);
      return WEFT_CLI_USAGE;
    }
  if (rest[0] != NULL || output == NULL || seconds < 0)
    {
      weft_cli_complain (rest[0] != NULL  ? _ ("record takes no FILE but that of --output.")
                         : output == NULL ? _ ("record needs --output FILE.")
                                          : _ ("--for: a time is 0 or more seconds."));
      return WEFT_CLI_USAGE;
    }
  return record ((const char *const *) sockets, output, seconds);
}

const WeftCliCommand weft_cli_record = { "record", N_ ("Record what a real-time profiler says"),
                                         run_record };
