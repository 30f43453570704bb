/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-fields.h"

#include "weft-live-host.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- records ------------------------------------------------------------------------------------ */

const char *
weft_live_kind_to_string (guint kind)
{
  static const char *const words[WEFT_LIVE_N_ROW_KINDS] = { "program", "stall", "device_loss",
                                                            "loss" };

  return words[kind];
}

static WeftCell
record_kind (gconstpointer data G_GNUC_UNUSED, gconstpointer row)
{
  guint kind = ((const WeftLiveRow *) row)->kind;

  return weft_cell_word (kind, weft_live_kind_to_string (kind));
}

static WeftCell
as_program (gconstpointer trace, gint64 program)
{
  return program != WEFT_NO_ROW ? weft_cell_word (
           (guint) program, weft_live_trace_get_program ((gpointer) trace, (guint) program))
                                : weft_cell_none ();
}

static WeftCell
as_name (gconstpointer trace, gint64 program)
{
  WeftCell cell = as_program (trace, program);

  return cell.type != WEFT_CELL_NONE ? cell : weft_cell_text (g_strdup ("—"));
}

static WeftCell
as_sources (gconstpointer trace, gint64 program)
{
  return weft_cell_text (program != WEFT_NO_ROW
                           ? weft_live_trace_get_sources ((gpointer) trace, (guint) program)
                           : NULL);
}

static WeftCell
record_length (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveRow *row = item;

  return weft_cell_signed (row->end - row->start);
}

/* Where there are several. */
static WeftCell
as_host (gconstpointer trace, gint64 host)
{
  if (weft_live_trace_get_n_hosts ((gpointer) trace) < 2)
    return weft_cell_none ();
  return weft_cell_text (weft_live_host_make_title ((gpointer) trace, (guint) host));
}

static WeftCell
as_flags (gconstpointer data G_GNUC_UNUSED, gint64 flags)
{
  return flags != 0 ? weft_cell_count ((guint64) flags) : weft_cell_none ();
}

static char *
show_flags (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  if (cell->count & WEFT_LIVE_REVERSED)
    return g_strdup (_ ("ends before it starts"));
  if (cell->count & WEFT_LIVE_NO_END)
    return g_strdup (_ ("its end is not known"));
  return g_strdup (cell->count & WEFT_LIVE_BAD_CLOCK ? _ ("its clock is not trusted") : "—");
}

static char *
show_where (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return g_strdup (cell->count == WEFT_LIVE_KIND_LOSS ? _ ("in the device, which counted them")
                                                      : _ ("between the host and this viewer"));
}

#define DUMP WEFT_FIELD_DUMP
#define INSPECT WEFT_FIELD_INSPECT
#define PROGRAM WEFT_FIELD_KIND (WEFT_LIVE_KIND_PROGRAM)
#define RUN (PROGRAM | WEFT_FIELD_KIND (WEFT_LIVE_KIND_STALL))
#define LOSS (WEFT_FIELD_KIND (WEFT_LIVE_KIND_LOSS) | WEFT_FIELD_KIND (WEFT_LIVE_KIND_MISSING))
#define ALL (RUN | LOSS)
#define ROW(name) .member = WEFT_MEMBER (WeftLiveLaneRow, row.name)
#define LANE(name) \
  .member = WEFT_MEMBER (WeftLiveLane, name), .through = WEFT_THROUGH (WeftLiveLaneRow, lane)

/* In the order of dumps; people read some of a program in another one. */
static const WeftField record_fields[] = {
  { "stream", .type = WEFT_FIELD_COUNT, .flags = DUMP | ALL, LANE (stream) },
  { "host", .type = WEFT_FIELD_TEXT, .flags = DUMP | ALL, LANE (host), .as = as_host },
  { "chip", .type = WEFT_FIELD_COUNT, .flags = DUMP | ALL, LANE (chip) },
  { "kind", .type = WEFT_FIELD_TEXT, .flags = DUMP | ALL, .of = record_kind },
  { "program", .type = WEFT_FIELD_TEXT, .flags = DUMP | ALL, ROW (program), .as = as_program },
  { "name", N_ ("Name"), .type = WEFT_FIELD_TEXT, .flags = INSPECT | PROGRAM, ROW (program),
    .as = as_name },
  { "start_ns", N_ ("Start"), .type = WEFT_FIELD_NUMBER, .flags = DUMP | INSPECT | ALL,
    .unit = WEFT_UNIT_CYCLE, ROW (start) },
  { "end_ns", .type = WEFT_FIELD_NUMBER, .flags = DUMP | ALL, ROW (end) },
  { "length_ns", N_ ("Length"), .type = WEFT_FIELD_NUMBER, .flags = INSPECT | ALL,
    .unit = WEFT_UNIT_CYCLES, .of = record_length },
  { "lost", N_ ("Records"), .type = WEFT_FIELD_COUNT, .flags = DUMP | INSPECT | LOSS, ROW (aux),
    .show = weft_field_show_name },
  { "where", N_ ("Where"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | LOSS, ROW (kind),
    .show = show_where },
  { "runtime_id", N_ ("Runtime id"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | PROGRAM,
    ROW (runtime_id), .show = weft_field_show_name },
  { "start_ticks", N_ ("Start ticks"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | PROGRAM,
    .doc = N_ ("Of the device's own clock"), ROW (start_ticks) },
  { "end_ticks", N_ ("End ticks"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | PROGRAM,
    ROW (end_ticks) },
  { "start_ticks", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (start_ticks) },
  { "end_ticks", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (end_ticks) },
  { "runtime_id", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (runtime_id) },
  { "epoch", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (epoch) },
  { "epoch", N_ ("Clock epoch"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | PROGRAM,
    .doc = N_ ("Which synchronisation its times are by"), ROW (epoch),
    .show = weft_field_show_name },
  { "subdevice", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (subdevice) },
  { "flags", .type = WEFT_FIELD_COUNT, .flags = DUMP | RUN, ROW (flags) },
  { "flags", N_ ("Flag"), .type = WEFT_FIELD_COUNT, .flags = INSPECT | PROGRAM, ROW (flags),
    .as = as_flags, .show = show_flags },
  { "sources", N_ ("Sources"), .type = WEFT_FIELD_TEXT, .flags = INSPECT | PROGRAM, ROW (program),
    .as = as_sources },
};

#define RECORDS(title, n, about) \
  { \
    .name = (title), .doc = (about), .fields = record_fields, \
    .n_fields = G_N_ELEMENTS (record_fields), .kind = WEFT_FIELD_KIND (n), \
    .item_size = sizeof (WeftLiveLaneRow) \
  }

const WeftSchema weft_live_record_schemas[] = {
  [WEFT_LIVE_KIND_PROGRAM] = RECORDS ("live_program", 0, "Runs of programs on live devices"),
  [WEFT_LIVE_KIND_STALL] = RECORDS ("live_stall", 1, "Times in which the dispatcher waited"),
  [WEFT_LIVE_KIND_LOSS] = RECORDS ("live_device_loss", 2, "Records that a device lost"),
  [WEFT_LIVE_KIND_MISSING] = RECORDS ("live_loss", 3, "Records that were lost on the way"),
};

/* --- lanes -------------------------------------------------------------------------------------- */

static WeftCell
lane_arch (gconstpointer data G_GNUC_UNUSED, gconstpointer lane)
{
  return weft_cell_text (g_strdup (((const WeftLiveLane *) lane)->arch));
}

WeftCell
weft_live_lane_lost_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer lane)
{
  return weft_cell_count (weft_live_lane_get_lost (lane));
}

WeftCell
weft_live_lane_device_loss_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveLane *lane = item;

  switch (lane->device_loss)
    {
    case WEFT_LIVE_DEVICE_LOSES_NOTHING:
      return weft_cell_text (g_strdup ("none"));
    case WEFT_LIVE_DEVICE_COUNTS_LOSS:
      return weft_cell_text (g_strdup_printf ("%" G_GUINT64_FORMAT, lane->device_lost));
    default: /* what is told all the same is not all */
      return weft_cell_text (
        lane->device_lost == 0
          ? g_strdup ("not observable")
          : g_strdup_printf ("at least %" G_GUINT64_FORMAT, lane->device_lost));
    }
}

static gboolean
is_fitted (const WeftLiveLane *lane)
{
  return lane->has_sync && lane->sync.method == WEFT_LIVE_SYNC_REGRESSION;
}

WeftCell
weft_live_lane_clock_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveLane *lane = item;

  return is_fitted (lane) ? weft_cell_real (lane->sync.ghz) : weft_cell_none ();
}

static WeftCell
lane_nominal (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveLane *lane = item;

  return lane->has_sync && !is_fitted (lane) ? weft_cell_real (lane->sync.ghz) : weft_cell_none ();
}

static char *
show_clock (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return g_strdup_printf ("≈ %.6f GHz", cell->real);
}

WeftCell
weft_live_lane_error_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveLane *lane = item;

  return is_fitted (lane) ? weft_cell_count (lane->sync.error_ns) : weft_cell_none ();
}

static const WeftField lane_fields[] = {
  { "arch", N_ ("Architecture"), .type = WEFT_FIELD_TEXT, .flags = INSPECT, .of = lane_arch },
  { "delivered", N_ ("Records"), .type = WEFT_FIELD_COUNT, .flags = INSPECT,
    .member = WEFT_MEMBER (WeftLiveLane, delivered) },
  { "lost", N_ ("Lost on the way"), .type = WEFT_FIELD_COUNT, .flags = INSPECT,
    .of = weft_live_lane_lost_cell },
  { "device_loss", N_ ("Device loss"), .type = WEFT_FIELD_TEXT, .flags = INSPECT,
    .doc = N_ ("Real firmware does not say what it loses: that is not the same as nothing"),
    .of = weft_live_lane_device_loss_cell },
  { "frequency_ghz", N_ ("Clock"), .type = WEFT_FIELD_REAL, .flags = INSPECT,
    .of = weft_live_lane_clock_cell, .show = show_clock },
  { "nominal_ghz", N_ ("Clock"), .type = WEFT_FIELD_REAL, .flags = INSPECT,
    .doc = N_ ("The nominal one: the device did not answer"), .of = lane_nominal,
    .show = show_clock },
  { "sync_error_ns", N_ ("Sync error"), .type = WEFT_FIELD_COUNT, .flags = INSPECT,
    .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("The order of events on two devices is known beyond the sum of theirs"),
    .of = weft_live_lane_error_cell },
};

const WeftSchema weft_live_lane_schema = {
  .name = "live_stream",
  .doc = "Streams of live sessions: a lane of the picture each",
  .fields = lane_fields,
  .n_fields = G_N_ELEMENTS (lane_fields),
  .item_size = sizeof (WeftLiveLane),
};

char *
weft_live_format_time (gint64 ns)
{
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "µs", 1e3 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (fabs ((double) ns) >= units[i].ns)
      return g_strdup_printf ("%.4g %s", (double) ns / units[i].ns, units[i].unit);
  return g_strdup_printf ("%" G_GINT64_FORMAT " ns", ns);
}
