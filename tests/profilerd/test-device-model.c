/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "viewer.h"
#include "weft-device-model.h"

#include <math.h>

#define SECOND 1000000000ull
#define START (100 * SECOND)

typedef struct
{
  WeftHub *hub;
  WeftDeviceModel *model;
  Viewer viewer;
} Session;

static void
session_open_with (Session *session, const WeftModelOptions *options)
{
  session->hub = hub_new (WEFT_HUB_HISTORY_BYTES, WEFT_HUB_HISTORY_RECORDS);
  session->model = weft_device_model_new (options, session->hub);
  viewer_open (&session->viewer, session->hub, WEFT_LIVE_FROM_HISTORY);
}

static void
session_open (Session *session, guint faults, guint n_devices, double rate)
{
  WeftModelOptions options = weft_model_options_default ();

  options.faults = faults;
  options.n_devices = n_devices;
  options.rate = rate;
  options.start_ns = START;
  session_open_with (session, &options);
}

static void
session_close (Session *session)
{
  viewer_close (&session->viewer);
  weft_device_model_free (session->model);
  weft_hub_free (session->hub);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_close)

/* The equation of the format page, in each device, and what the hub and the viewer know of it. */
static void
assert_session (Session *session)
{
  hub_assert_ledger (session->hub);
  viewer_drain (&session->viewer);
  for (guint i = 0; i < session->hub->streams->len; i++)
    {
      WeftLiveLane lane = viewer_lane (&session->viewer, i);
      WeftModelCounters counters;

      weft_device_model_get_counters (session->model, i, &counters);
      g_assert_cmpuint (counters.signals, ==,
                        counters.pages + counters.overwritten + counters.erased + counters.pending);
      g_assert_cmpuint (counters.fifo_most, <=, 31);
      g_assert_cmpuint (counters.d2h_most, <=, 64);
      g_assert_cmpuint (lane.delivered, ==,
                        ((WeftHubStream *) session->hub->streams->pdata[i])->ingested);
      g_assert_cmpuint (weft_live_lane_get_lost (&lane), ==, 0);
      if (lane.device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS)
        g_assert_cmpuint (lane.device_lost, <=, counters.overwritten + counters.erased);
    }
}

/* Runs for `seconds`, in steps as a timer would make them. */
static void
run (Session *session, double seconds)
{
  for (double t = 0; t <= seconds; t += 0.1)
    {
      weft_device_model_advance (session->model, START + (guint64) (t * SECOND));
      assert_session (session);
    }
}

static void
end (Session *session)
{
  weft_device_model_end (session->model);
  assert_session (session);
  for (guint i = 0; i < session->hub->streams->len; i++)
    {
      WeftLiveLane lane = viewer_lane (&session->viewer, i);
      WeftModelCounters counters;

      weft_device_model_get_counters (session->model, i, &counters);
      g_assert_cmpuint (counters.pending, ==, 0);
      g_assert_true (lane.ended);
      if (lane.device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS)
        g_assert_cmpuint (lane.device_lost, ==, counters.overwritten + counters.erased);
    }
}

static void
test_default (void)
{
  g_auto (Session) session;
  WeftModelCounters counters;

  session_open (&session, 0, 3, 12000);
  run (&session, 2);
  end (&session);
  weft_device_model_get_counters (session.model, 1, &counters);
  g_assert_cmpuint (counters.commands, >, 20000);
  g_assert_cmpuint (counters.commands, <, 28000);
  /* nothing is lost in a device that has time */
  g_assert_cmpuint (counters.erased, <, counters.signals / 100);
  g_assert_cmpuint (counters.unprofiled, >, 10);
  g_assert_cmpuint (weft_live_trace_get_n_programs (session.viewer.trace), ==, 12);
  for (guint i = 0; i < 12; i++)
    {
      WeftLiveTotal total;

      weft_live_trace_get_total (session.viewer.trace, i, &total);
      g_assert_cmpuint (total.n, >, 0);
    }
}

/* At 1.28 µs the A/B design loses every sixth or seventh record, silently. */
static void
test_flood (void)
{
  g_auto (Session) session;
  WeftModelCounters counters;
  double lost;

  session_open (&session, WEFT_FAULT_FLOOD, 2, 12000);
  run (&session, 0.5);
  end (&session);
  weft_device_model_get_counters (session.model, 0, &counters);
  lost = (double) (counters.overwritten + counters.erased) / (double) counters.signals;
  g_test_message ("lost %.1f %%, overwritten %" G_GUINT64_FORMAT ", erased %" G_GUINT64_FORMAT
                  ", torn %" G_GUINT64_FORMAT,
                  100 * lost, counters.overwritten, counters.erased, counters.torn);
  g_assert_cmpfloat (lost, >, 0.13);
  g_assert_cmpfloat (lost, <, 0.17);
  g_assert_cmpuint (counters.commands, >, 370000);
}

/* While the host does not read, signals overwrite each other and buffers are torn. */
static void
test_d2h (void)
{
  g_auto (Session) session;
  WeftModelCounters counters;

  session_open (&session, WEFT_FAULT_D2H | WEFT_FAULT_FLOOD, 1, 12000);
  run (&session, 1);
  end (&session);
  weft_device_model_get_counters (session.model, 0, &counters);
  g_assert_cmpuint (counters.d2h_most, ==, 64);
  g_assert_cmpuint (counters.overwritten, >, 1000);
  g_assert_cmpuint (counters.torn, >, 0);
}

static void
test_terminate (void)
{
  guint64 terminated = 0;

  for (guint i = 0; i < 20; i++)
    {
      g_auto (Session) session;
      WeftModelCounters counters;

      session_open (&session, WEFT_FAULT_FLOOD, 8, 12000);
      weft_device_model_advance (session.model, START + SECOND / 100 + i * SECOND / 1000);
      end (&session);
      for (guint device = 0; device < 8; device++)
        {
          weft_device_model_get_counters (session.model, device, &counters);
          terminated += counters.terminated;
        }
    }
  g_assert_cmpuint (terminated, >, 0);
}

/* The viewer's times of ticks are when the programs ran, to within the error that is claimed. */
static void
assert_clock (Session *session, guint device)
{
  WeftLiveLane lane = viewer_lane (&session->viewer, device);
  guint32 first, end_row;
  WeftLiveRow row;
  guint64 truth;

  g_assert_true (lane.has_sync);
  g_assert_cmpfloat (fabs (lane.sync.ghz / weft_device_model_get_ghz (session->model, device) - 1),
                     <, 50e-6);
  weft_live_trace_get_rows (session->viewer.trace, device, &first, &end_row);
  weft_live_trace_get_row (session->viewer.trace, device, end_row - 1, &row);
  truth = weft_device_model_get_ticks (session->model, device, (guint64) row.start);
  g_assert_cmpfloat (fabs ((double) (gint64) (truth - row.start_ticks)) / lane.sync.ghz, <,
                     50e-6 * SECOND);
}

static void
test_clock (gconstpointer faults)
{
  g_auto (Session) session;

  session_open (&session, GPOINTER_TO_UINT (faults), 2, 2000);
  run (&session, 0.5);
  assert_clock (&session, 0);
  assert_clock (&session, 1);
  end (&session);
}

/* A drift and an offset that are known are found, within 50 ppm. */
static void
test_known_clock (void)
{
  static const double drifts[] = { -1000, -37.5, 0, 250 };

  for (guint i = 0; i < G_N_ELEMENTS (drifts); i++)
    {
      g_auto (Session) session;
      WeftModelOptions options = weft_model_options_default ();
      WeftLiveLane lane;

      options.n_devices = 1;
      options.start_ns = START;
      options.drift_ppm = drifts[i];
      options.has_ticks = TRUE;
      options.ticks = 123456789;
      session_open_with (&session, &options);
      run (&session, 0.2);
      lane = viewer_lane (&session.viewer, 0);
      g_assert_cmpfloat_with_epsilon ((lane.sync.ghz / 1.35 - 1) * 1e6, drifts[i], 50);
      g_assert_cmpuint (weft_device_model_get_ticks (session.model, 0, START), ==, 123456789);
      assert_clock (&session, 0);
    }
}

/* The programs that run are those asked for, in lengths that keep to the weights. */
static void
test_mix (void)
{
  g_auto (Session) session;
  WeftModelOptions options = weft_model_options_default ();
  WeftLiveTotal heavy, light;

  options.n_devices = 1;
  options.start_ns = START;
  g_assert_true (weft_model_mix_parse (&options.mix, "heavy=3,light,light"));
  session_open_with (&session, &options);
  run (&session, 0.5);
  g_assert_cmpuint (weft_live_trace_get_n_programs (session.viewer.trace), ==, 2);
  g_assert_cmpstr (weft_live_trace_get_program (session.viewer.trace, 0), ==, "heavy");
  weft_live_trace_get_total (session.viewer.trace, 0, &heavy);
  weft_live_trace_get_total (session.viewer.trace, 1, &light);
  g_assert_cmpfloat_with_epsilon ((double) light.n / (double) heavy.n, 2, 0.05);
  g_assert_cmpfloat_with_epsilon ((double) heavy.sum_ns / (double) heavy.n,
                                  3 * (double) light.sum_ns / (double) light.n, 2000);
}

static void
test_mix_text (void)
{
  static const char *const wrong[] = { "",    ",",    "a,",    "=2",   "a=",     "a=x",
                                       "a=0", "a=-1", "a=101", "a=1 ", "\xff=1", "a=nan" };
  g_autoptr (GString) many = g_string_new ("p");
  WeftModelMix mix;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (weft_model_mix_parse (&mix, wrong[i]));
  for (guint i = 0; i < 15; i++)
    g_string_append_printf (many, ",p%u", i);
  g_assert_true (weft_model_mix_parse (&mix, many->str));
  g_assert_cmpuint (mix.n_programs, ==, 16);
  g_string_append (many, ",more");
  g_assert_false (weft_model_mix_parse (&mix, many->str));
  g_assert_true (weft_model_mix_parse (&mix, "a=2,b=1,a"));
  g_assert_cmpuint (mix.n_programs, ==, 2);
  g_assert_cmpuint (mix.n_steps, ==, 3);
  g_assert_cmpfloat_with_epsilon (mix.mean_weight, 5.0 / 3, 1e-9);
}

/* The sync error is honest: with good samples it is below a microsecond. */
static void
test_sync_quality (void)
{
  g_auto (Session) session;
  WeftLiveLane lane;

  session_open (&session, 0, 1, 2000);
  run (&session, 0.2);
  lane = viewer_lane (&session.viewer, 0);
  g_assert_cmpuint (lane.sync.n_offered, ==, 100);
  g_assert_cmpuint (lane.sync.n_used, >, 80);
  g_assert_cmpuint (lane.sync.error_ns, <, 1000);
  g_assert_cmpuint (lane.sync.error_ns, >, 100);
}

static void
test_no_answer (void)
{
  g_auto (Session) session;
  WeftLiveLane lane;

  session_open (&session, WEFT_FAULT_SYNC_NONE, 1, 2000);
  run (&session, 0.2);
  lane = viewer_lane (&session.viewer, 0);
  g_assert_cmpint (lane.sync.method, ==, WEFT_LIVE_SYNC_NOMINAL);
  g_assert_cmpuint (lane.sync.first_timestamp, ==, 0);
  g_assert_cmpuint (lane.sync.n_used, ==, 0);
}

static void
test_frequency (void)
{
  g_auto (Session) session;
  WeftLiveLane lane;

  session_open (&session, WEFT_FAULT_FREQUENCY, 1, 1000);
  run (&session, 8);
  lane = viewer_lane (&session.viewer, 0);
  g_assert_cmpuint (lane.n_syncs, ==, 2);
  g_assert_cmpuint (lane.sync.epoch, ==, 2);
  g_assert_cmpfloat (fabs (lane.sync.drift_ppm - 200), <, 50);
  assert_clock (&session, 0);
}

static void
test_reversed (void)
{
  g_auto (Session) session;
  WeftLiveLane lane;

  session_open (&session, WEFT_FAULT_REVERSED, 1, 50000);
  run (&session, 1);
  lane = viewer_lane (&session.viewer, 0);
  g_assert_cmpuint (lane.n_reversed, >, 3);
  g_assert_cmpuint (lane.n_reversed, <, 40);
}

static void
test_id_fifo (void)
{
  g_auto (Session) session;
  WeftModelCounters counters;

  session_open (&session, WEFT_FAULT_ID_FIFO, 1, 10000);
  run (&session, 0.5);
  weft_device_model_get_counters (session.model, 0, &counters);
  g_assert_cmpuint (counters.fifo_most, ==, 31);
  g_assert_cmpuint (counters.fifo_spins, >, 50);
  g_assert_cmpuint (viewer_lane (&session.viewer, 0).stall_ns, >, 0);
}

/* However late the host reads, records stand in the order in which things happened. */
static void
test_order (void)
{
  g_auto (Session) session;
  guint32 first, end_row;
  gint64 last = G_MININT64;

  session_open (&session, WEFT_FAULT_ID_FIFO | WEFT_FAULT_D2H, 1, 12000);
  run (&session, 1);
  weft_live_trace_get_rows (session.viewer.trace, 0, &first, &end_row);
  g_assert_cmpuint (end_row, >, 10000);
  for (guint32 i = first; i < end_row; i++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (session.viewer.trace, 0, i, &row);
      g_assert_cmpint (row.start, >=, last);
      last = row.end;
    }
}

/* Runtime ids that are given to other programs get keys of their own. */
static void
test_id_reuse (void)
{
  g_auto (Session) session;

  session_open (&session, WEFT_FAULT_ID_REUSE, 1, 10000);
  run (&session, 2.5);
  g_assert_cmpuint (weft_live_trace_get_n_programs (session.viewer.trace), ==, 24);
}

static void
test_unobservable (void)
{
  g_auto (Session) session;
  g_autofree char *ledger = NULL;

  session_open (&session, WEFT_FAULT_UNOBSERVABLE | WEFT_FAULT_FLOOD, 1, 10000);
  run (&session, 0.2);
  g_assert_cmpint (viewer_lane (&session.viewer, 0).device_loss, ==, WEFT_LIVE_DEVICE_LOSS_UNKNOWN);
  g_assert_cmpuint (viewer_lane (&session.viewer, 0).device_lost, ==, 0);
  ledger = weft_hub_print_ledger (session.hub);
  g_assert_nonnull (strstr (ledger, "\"device_loss\":\"not observable\""));
}

/* The same seed, whatever the steps of the timer. */
static void
test_same_seed (void)
{
  g_auto (Session) one;
  g_auto (Session) other;
  guint32 first, n_one, n_other;

  session_open (&one, 0, 1, 20000);
  session_open (&other, 0, 1, 20000);
  for (guint i = 1; i <= 100; i++)
    weft_device_model_advance (one.model, START + i * SECOND / 100);
  weft_device_model_advance (other.model, START + SECOND);
  viewer_drain (&one.viewer);
  viewer_drain (&other.viewer);
  weft_live_trace_get_rows (one.viewer.trace, 0, &first, &n_one);
  weft_live_trace_get_rows (other.viewer.trace, 0, &first, &n_other);
  g_assert_cmpuint (n_one, ==, n_other);
  g_assert_cmpuint (n_one, >, 15000);
  for (guint32 row = 0; row < n_one; row += 97)
    {
      WeftLiveRow left = { 0 }, right = { 0 };

      weft_live_trace_get_row (one.viewer.trace, 0, row, &left);
      weft_live_trace_get_row (other.viewer.trace, 0, row, &right);
      g_assert_cmpmem (&left, sizeof left, &right, sizeof right);
    }
}

int
main (int argc, char **argv)
{
  static const guint clock_faults[] = { 0,
                                        WEFT_FAULT_WRAP32,
                                        WEFT_FAULT_WRAP64,
                                        WEFT_FAULT_SYNC_DUPLICATE,
                                        WEFT_FAULT_SYNC_LATE,
                                        WEFT_FAULT_SYNC_ECHO,
                                        WEFT_FAULT_SYNC_ZERO };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-model/default", test_default);
  g_test_add_func ("/device-model/flood", test_flood);
  g_test_add_func ("/device-model/d2h", test_d2h);
  g_test_add_func ("/device-model/terminate", test_terminate);
  for (guint i = 0; i < G_N_ELEMENTS (clock_faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/device-model/clock/%u", clock_faults[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (clock_faults[i]), test_clock);
    }
  g_test_add_func ("/device-model/known-clock", test_known_clock);
  g_test_add_func ("/device-model/mix", test_mix);
  g_test_add_func ("/device-model/mix-text", test_mix_text);
  g_test_add_func ("/device-model/sync-quality", test_sync_quality);
  g_test_add_func ("/device-model/no-answer", test_no_answer);
  g_test_add_func ("/device-model/frequency", test_frequency);
  g_test_add_func ("/device-model/reversed", test_reversed);
  g_test_add_func ("/device-model/id-fifo", test_id_fifo);
  g_test_add_func ("/device-model/order", test_order);
  g_test_add_func ("/device-model/id-reuse", test_id_reuse);
  g_test_add_func ("/device-model/unobservable", test_unobservable);
  g_test_add_func ("/device-model/same-seed", test_same_seed);
  return g_test_run ();
}
