/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "viewer.h"
#include "weft-device-model.h"

#include <malloc.h>

/* A day of a daemon, as fast as its devices' clocks can be turned on: one program with a device that stays, and each
 * quarter of an hour another, each with faults of its own, and another viewer. What is counted adds up at any moment,
 * and from six in the evening on, when as much is kept of those that have ended as ever is, the daemon grows by nothing
 * but the SYNCs of the stream that stays. */

#define SECOND G_GUINT64_CONSTANT (1000000000)
#define START (100 * SECOND)
#define QUARTER 900u /* seconds of an hour's */
#define N_QUARTERS (24u * 4)
#define LOOK_SECONDS 4           /* that a viewer lets go by */
#define RATE 40                  /* programs per second and device */
#define HISTORY_BYTES (4u << 20) /* of all streams */
#define N_HISTORY 20000u
#define N_SYNCS (6u * 360) /* of a stream, from then on */
#define SYNC_BYTES 300u

static const guint faults[] = { 0,
                                WEFT_FAULT_WRAP32 | WEFT_FAULT_SYNC_DUPLICATE,
                                WEFT_FAULT_REVERSED | WEFT_FAULT_SYNC_LATE,
                                WEFT_FAULT_ID_FIFO | WEFT_FAULT_D2H,
                                WEFT_FAULT_ID_REUSE | WEFT_FAULT_SYNC_ECHO,
                                WEFT_FAULT_UNOBSERVABLE | WEFT_FAULT_FREQUENCY };

static WeftDeviceModel *
begin_session (WeftHub *hub, guint number, guint64 now_ns)
{
  WeftModelOptions options = weft_model_options_default ();

  options.producer[0] = (guint8) (number + 1);
  options.seed = number;
  options.n_devices = 1;
  options.rate = RATE;
  options.faults = faults[number % G_N_ELEMENTS (faults)];
  options.start_ns = now_ns;
  return weft_device_model_new (&options, hub);
}

static void
check (WeftDeviceModel *model)
{
  WeftModelCounters counters;

  weft_device_model_get_counters (model, 0, &counters);
  g_assert_cmpuint (counters.signals, ==,
                    counters.pages + counters.overwritten + counters.erased + counters.pending);
}

/* Who says nothing for five seconds is taken for dead. */
static void
say_something (Viewer *viewer, guint64 now_ns)
{
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_ping (bytes, WEFT_LIVE_PING, &(WeftLivePing){ .nonce = 1 });
  viewer_say (viewer, bytes, now_ns);
}

/* A quarter, second by second, as a timer would make them; its viewer comes at the beginning and goes at the end.
 * Returns how many records it got. */
static guint64
run_quarter (WeftHub *hub, WeftDeviceModel *stays, WeftDeviceModel *goes, guint64 *now_ns)
{
  g_auto (Viewer) viewer;
  guint64 n_records = 0;

  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  say_something (&viewer, *now_ns);
  for (guint second = 0; second < QUARTER; second++)
    {
      *now_ns += SECOND;
      weft_device_model_advance (stays, *now_ns);
      weft_device_model_advance (goes, *now_ns);
      weft_hub_tick (hub, *now_ns);
      if (second % LOOK_SECONDS > 0)
        continue;
      say_something (&viewer, *now_ns);
      viewer_drain (&viewer);
      g_assert_false (viewer.peer->over);
    }
  hub_assert_ledger (hub);
  check (stays);
  check (goes);
  for (guint i = 0; i < weft_live_trace_get_n_lanes (viewer.trace); i++)
    n_records += viewer_lane (&viewer, i).delivered;
  return n_records;
}

static void
test_day (void)
{
  WeftHub *hub = hub_new (HISTORY_BYTES, N_HISTORY);
  guint64 now_ns = START, n_records = 0;
  WeftDeviceModel *stays = begin_session (hub, N_QUARTERS, now_ns);
  gsize at_six = 0, used = 0;

  for (guint quarter = 0; quarter < N_QUARTERS; quarter++)
    {
      WeftDeviceModel *goes = begin_session (hub, quarter, now_ns);

      n_records += run_quarter (hub, stays, goes, &now_ns);
      weft_device_model_end (goes);
      weft_hub_tick (hub, now_ns);
      weft_device_model_free (goes);
      used = mallinfo2 ().uordblks;
      if (quarter + 1 == N_QUARTERS * 3 / 4)
        at_six = used;
    }
  g_test_message ("%" G_GUINT64_FORMAT
                  " records; %u streams are kept; %.1f MB at six, %.1f at midnight",
                  n_records, hub->streams->len, (double) at_six / 1e6, (double) used / 1e6);
  g_assert_cmpuint (n_records, >, N_QUARTERS * QUARTER * RATE);
  g_assert_cmpuint (used, <=, at_six + at_six / 50 + N_SYNCS * SYNC_BYTES);
  weft_device_model_free (stays);
  weft_hub_free (hub);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/day/24-hours", test_day);
  return g_test_run ();
}
