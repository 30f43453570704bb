/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-comparison.h"

#include "weft-expression.h"
#include "weft-number.h"
#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Names in the sentence. */
#define MAX_NAMES 3

/* One of the sides, by name. */
typedef struct
{
  char *name;
  double number;
  guint64 count;
  guint32 role;
} Named;

static void
clear_row (gpointer data)
{
  g_free (((WeftTimelineCompared *) data)->name);
}

static void
clear_named (gpointer data)
{
  g_free (((Named *) data)->name);
}

/* --- rows --------------------------------------------------------------------------------------------- */

/* Takes `row`'s name. */
static void
add (WeftComparison *self, double tolerance, WeftTimelineCompared row)
{
  if (isnan (row.numbers[0]) && isnan (row.numbers[1]))
    {
      g_free (row.name);
      return;
    }
  row.differs = weft_compared_differs (row.numbers, tolerance);
  self->n_different += row.differs ? 1 : 0;
  g_array_append_val (self->rows, row);
}

static GArray *
new_list (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Named));

  g_array_set_clear_func (list, clear_named);
  return list;
}

/* Takes `name`. The second of a name is "name (2)". */
static void
append (GArray *list, GHashTable *seen, char *name, double number, guint64 count, guint32 role)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (seen, name)) + 1;
  Named named = { n > 1 ? g_strdup_printf ("%s (%u)", name, n) : g_strdup (name), number, count,
                  role };

  g_hash_table_insert (seen, name, GUINT_TO_POINTER (n));
  g_array_append_val (list, named);
}

static GHashTable *
new_seen (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static int
compare_differences (gconstpointer a, gconstpointer b)
{
  const WeftTimelineCompared *x = a, *y = b;
  double by_x = fabs (weft_compared_get_delta (x->numbers));
  double by_y = fabs (weft_compared_get_delta (y->numbers));

  if (by_x != by_y)
    return by_x < by_y ? 1 : -1;
  return strcmp (x->name, y->name);
}

/* Takes both lists. What both have stands in the order of the first, or where `sort` is set what differs
 * most first. */
static void
compare_lists (WeftComparison *self, WeftTimelineComparedGroup group, const char *what,
               double tolerance, GArray *a, GArray *b, gboolean sort)
{
  g_autoptr (GHashTable) second = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (WeftTimelineCompared));

  for (guint i = 0; i < b->len; i++)
    g_hash_table_insert (second, g_array_index (b, Named, i).name, &g_array_index (b, Named, i));
  for (guint i = 0; i < a->len; i++)
    {
      const Named *first = &g_array_index (a, Named, i),
                  *other = g_hash_table_lookup (second, first->name);
      const WeftTimelineCompared row = {
        group,
        g_strdup (first->name),
        what,
        "ns",
        { first->number, other != NULL ? other->number : (double) NAN },
        { first->count, other != NULL ? other->count : 0 },
        FALSE,
        first->role,
      };

      g_array_append_val (rows, row);
      g_hash_table_remove (second, first->name);
    }
  for (guint i = 0; i < b->len; i++)
    if (g_hash_table_contains (second, g_array_index (b, Named, i).name))
      {
        const Named *only = &g_array_index (b, Named, i);
        const WeftTimelineCompared row = {
          group,
          g_strdup (only->name),
          what,
          "ns",
          { NAN, only->number },
          { 0, only->count },
          FALSE,
          only->role,
        };

        g_array_append_val (rows, row);
      }
  if (sort)
    g_array_sort (rows, compare_differences);
  for (guint i = 0; i < rows->len; i++)
    add (self, tolerance, g_array_index (rows, WeftTimelineCompared, i));
  g_array_unref (a);
  g_array_unref (b);
}

/* --- the whole and devices ---------------------------------------------------------------------------- */

static void
compare_runs (WeftComparison *self, const WeftTimelineStats *const *stats, double tolerance)
{
  const struct
  {
    const char *what;
    const char *unit;
    double numbers[2];
  } rows[] = {
    { "time_ns", "ns", { (double) stats[0]->n_ns, (double) stats[1]->n_ns } },
    { "slices", NULL, { (double) stats[0]->sum.count, (double) stats[1]->sum.count } },
    { "instants", NULL, { (double) stats[0]->n_instants, (double) stats[1]->n_instants } },
    { "flows", NULL, { (double) stats[0]->n_flows, (double) stats[1]->n_flows } },
    { "devices", NULL, { stats[0]->n_devices, stats[1]->n_devices } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add (self, tolerance,
         (WeftTimelineCompared){ .group = WEFT_TIMELINE_COMPARE_RUN,
                                 .name = g_strdup (""),
                                 .what = rows[i].what,
                                 .unit = rows[i].unit,
                                 .numbers = { rows[i].numbers[0], rows[i].numbers[1] },
                                 .counts = { stats[0]->sum.count, stats[1]->sum.count } });
}

static double
get_real (gint64 number)
{
  return number != WEFT_TIMELINE_NONE ? (double) number : (double) NAN;
}

/* A number of a device; NAN of one that is not there. */
static double
get_device_number (const WeftTimelineStats *stats, guint number, guint which)
{
  const WeftTimelineDeviceStats *device;

  if (number >= stats->n_devices)
    return (double) NAN;
  device = &stats->devices[number];
  switch (which)
    {
    case 0:
      return (double) device->busy;
    case 1:
      return (double) device->idle;
    case 2:
      return (double) device->kernels;
    case 3:
      return (double) device->copies;
    case 4:
      return (double) device->exposed;
    case 5:
      return (double) device->starved;
    case 6:
      return get_real (device->delay_p50);
    case 7:
      return get_real (device->bytes);
    default:
      g_return_val_if_reached ((double) NAN);
    }
}

static void
compare_devices (WeftComparison *self, const WeftTimelineStats *const *stats, double tolerance)
{
  static const char *const words[] = { "busy_ns",       "idle_ns",         "kernel_ns",
                                       "copy_ns",       "exposed_copy_ns", "starved_ns",
                                       "launch_p50_ns", "copy_bytes" };
  guint n = MAX (stats[0]->n_devices, stats[1]->n_devices);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (words); k++)
      {
        const WeftTimelineStats *named = stats[i < stats[0]->n_devices ? 0 : 1];
        WeftTimelineCompared row = { .group = WEFT_TIMELINE_COMPARE_DEVICE,
                                     .what = words[k],
                                     .unit = g_str_equal (words[k], "copy_bytes") ? "bytes" : "ns",
                                     .name = g_strdup (named->roles->list[i].title) };

        for (guint side = 0; side < 2; side++)
          {
            row.numbers[side] = get_device_number (stats[side], i, k);
            if (i < stats[side]->n_devices)
              row.counts[side] = stats[side]->devices[i].n_kernels
                                 + stats[side]->devices[i].n_copies
                                 + stats[side]->devices[i].n_fills;
          }
        add (self, tolerance, row);
      }
}

/* --- processes, threads, names ------------------------------------------------------------------------ */

/* A title without the id of what is called so: (transfer full), UTF-8. */
static char *
drop_id (const char *title, const char *id)
{
  g_autofree char *valid = g_utf8_make_valid (title, -1);
  g_auto (GStrv) words = g_strsplit (valid, " ", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (!g_str_equal (words[i], id))
      g_string_append_printf (rest, "%s%s", rest->len > 0 ? " " : "", words[i]);
  return g_string_free (rest, FALSE);
}

/* A process goes by its labels, "GPU 0", or else its name without its id: (transfer full), UTF-8. */
static char *
name_process (const WeftTimelineSnapshot *snapshot, guint number)
{
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_process (snapshot, number, &process);
  if (process.labels != NULL && *process.labels != '\0')
    return g_utf8_make_valid (process.labels, -1);
  if (process.name != NULL)
    return g_utf8_make_valid (process.name, -1);
  return drop_id (process.title, process.pid);
}

/* The same of a thread; ids of streams are the same from run to run. */
static char *
name_track (const WeftTimelineSnapshot *snapshot, const WeftTimelineTrackStats *stats)
{
  g_autofree char *process = name_process (snapshot, stats->process), *title = NULL;
  gboolean keeps_id = stats->device != WEFT_TIMELINE_NO_DEVICE;
  WeftTimelineTrack track;

  weft_timeline_snapshot_get_track (snapshot, stats->track, &track);
  keeps_id |= track.kind == WEFT_TIMELINE_ASYNC;
  title = drop_id (track.title, keeps_id ? "" : track.tid);
  if (*title == '\0')
    return g_steal_pointer (&process);
  return *process != '\0' ? g_strdup_printf ("%s · %s", process, title) : g_steal_pointer (&title);
}

static GArray *
list_processes (const WeftTimelineStats *stats)
{
  g_autoptr (GHashTable) seen = new_seen ();
  GArray *list = new_list ();

  for (guint i = 0; i < stats->n_processes; i++)
    append (list, seen, name_process (stats->snapshot, stats->processes[i].process),
            (double) stats->processes[i].busy, stats->processes[i].sum.count,
            WEFT_TIMELINE_ROLE_NONE);
  return list;
}

static GArray *
list_tracks (const WeftTimelineStats *stats)
{
  g_autoptr (GHashTable) seen = new_seen ();
  GArray *list = new_list ();

  for (guint i = 0; i < stats->n_threads; i++)
    append (list, seen, name_track (stats->snapshot, &stats->threads[i]),
            (double) stats->threads[i].busy, stats->threads[i].sum.count, WEFT_TIMELINE_ROLE_NONE);
  for (guint i = 0; i < stats->n_streams; i++)
    append (list, seen, name_track (stats->snapshot, &stats->streams[i]),
            (double) stats->streams[i].busy, stats->streams[i].sum.count, WEFT_TIMELINE_ROLE_NONE);
  return list;
}

static GArray *
list_names (const WeftTimelineStats *stats)
{
  g_autoptr (GHashTable) seen = new_seen ();
  GArray *list = new_list ();

  for (guint i = 0; i < stats->n_names; i++)
    {
      const char *name =
        weft_timeline_trace_get_name (stats->snapshot->trace, stats->names[i].name);

      append (list, seen, name != NULL ? g_utf8_make_valid (name, -1) : g_strdup (""),
              (double) stats->names[i].sum.self, stats->names[i].sum.count, stats->names[i].role);
    }
  return list;
}

/* --- the sentence ------------------------------------------------------------------------------------- */

/* "gemm (−1.2 ms), add (+0.3 ms)": what changed most; NULL where nothing did. */
static char *
list_changes (const WeftComparison *self)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->rows->len && n < MAX_NAMES; i++)
    {
      const WeftTimelineCompared *row = &g_array_index (self->rows, WeftTimelineCompared, i);
      double change = weft_compared_get_delta (row->numbers);
      g_autofree char *name = NULL, *time = NULL;

      if (row->group != WEFT_TIMELINE_COMPARE_NAME || !row->differs || change == 0
          || row->role == WEFT_TIMELINE_ROLE_ANNOTATION)
        continue;
      name = *row->name != '\0' ? weft_timeline_shorten (row->name) : g_strdup ("—");
      time = weft_timeline_format_time ((gint64) change);
      g_string_append_printf (list, "%s%s (%s%s)", n > 0 ? ", " : "", name, change > 0 ? "+" : "",
                              time);
      n++;
    }
  return n > 0 ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
}

/* "“b.json” takes 10 µs longer than “a.json” (5.0 %)"; `titles` are theirs. */
static char *
say_time (const WeftTimelineCompared *time, char *const *titles)
{
  double change = weft_compared_get_delta (time->numbers);
  g_autofree char *by = weft_timeline_format_time ((gint64) fabs (change));
  g_autofree char *percent =
    weft_number_percent (time->numbers[0] > 0 ? 100 * fabs (change) / time->numbers[0] : NAN);

  if (!time->differs || change == 0)
    return g_strdup_printf (_ ("%s takes as long as %s"), titles[1], titles[0]);
  return g_strdup_printf (change > 0 ? _ ("%s takes %s longer than %s (%s)")
                                     : _ ("%s takes %s less than %s (%s)"),
                          titles[1], by, titles[0], percent);
}

static char *
make_sentence (const WeftComparison *self, char *const *titles)
{
  g_autofree char *time = NULL, *changes = list_changes (self);

  if (self->n_different == 0)
    return g_strdup_printf (_ ("%s differs from %s in no number."), titles[1], titles[0]);
  time = say_time (&g_array_index (self->rows, WeftTimelineCompared, 0), titles);
  if (changes == NULL)
    return g_strdup_printf (_ ("%s; no name’s self time differs."), time);
  return g_strdup_printf (_ ("%s; self time differs most in %s."), time, changes);
}

/* --- comparisons -------------------------------------------------------------------------------------- */

WeftComparison *
weft_timeline_comparison_new (const WeftTimelineStats *first, const WeftTimelineStats *second,
                              double tolerance)
{
  WeftComparison *self = weft_comparison_new (sizeof (WeftTimelineCompared), clear_row);
  const WeftTimelineStats *const stats[] = { first, second };
  g_auto (GStrv) titles = weft_compared_list_titles (WEFT_TRACE (first->snapshot->trace),
                                                     WEFT_TRACE (second->snapshot->trace));

  compare_runs (self, stats, tolerance);
  compare_devices (self, stats, tolerance);
  compare_lists (self, WEFT_TIMELINE_COMPARE_PROCESS, "busy_ns", tolerance, list_processes (first),
                 list_processes (second), FALSE);
  compare_lists (self, WEFT_TIMELINE_COMPARE_THREAD, "busy_ns", tolerance, list_tracks (first),
                 list_tracks (second), FALSE);
  compare_lists (self, WEFT_TIMELINE_COMPARE_NAME, "self_ns", tolerance, list_names (first),
                 list_names (second), TRUE);
  self->sentence = make_sentence (self, titles);
  return self;
}

char *
weft_timeline_comparison_make_filter (const WeftComparison *self, guint row)
{
  const WeftTimelineCompared *compared = &g_array_index (self->rows, WeftTimelineCompared, row);
  g_autofree char *quoted = weft_expression_quote (compared->name);

  if (compared->group != WEFT_TIMELINE_COMPARE_NAME)
    return g_strdup ("");
  return *compared->name != '\0' ? g_strdup_printf ("name == %s", quoted)
                                 : g_strdup ("!(name contains \"\")");
}

/* --- the table ---------------------------------------------------------------------------------------- */

/* For people, in the unit of the row. */
static char *
show_number (gconstpointer data, guint row, const WeftCell *cell)
{
  const WeftComparison *self = data;
  const char *unit = g_array_index (self->rows, WeftTimelineCompared, row).unit;
  gint64 number = cell->type == WEFT_CELL_SIGNED ? cell->integer : (gint64) cell->real;

  if (g_strcmp0 (unit, "ns") == 0)
    return weft_timeline_format_time (number);
  return weft_number_integer (number);
}

static WeftCell
as_group (gconstpointer data G_GNUC_UNUSED, gint64 group)
{
  static const char *const groups[] = { "run", "device", "process", "thread", "name" };

  return weft_cell_word ((guint) group, groups[group]);
}

static WeftCell
as_role (gconstpointer data G_GNUC_UNUSED, gint64 role)
{
  return weft_cell_word ((guint) role, weft_timeline_role_to_string ((WeftTimelineRole) role));
}

#define ROW(name) .member = WEFT_MEMBER (WeftTimelineCompared, name)
#define ROW_AT(name) .member = WEFT_MEMBER_AT (WeftTimelineCompared, name)

static const WeftField columns[] = {
  { "group", N_ ("Of"), ROW (group), .as = as_group },
  { "name", N_ ("Name"), .flags = WEFT_FIELD_LAST, ROW (name) },
  { "what", N_ ("What"), ROW (what) },
  { "role", N_ ("Role"), .doc = N_ ("What all slices of the name are for a device"), ROW (role),
    .as = as_role },
  { "count_a", N_ ("Slices of A"), ROW (counts[0]) },
  { "count_b", N_ ("Slices of B"), ROW (counts[1]) },
  { "a", N_ ("A"), .doc = N_ ("The first trace"), .of = weft_compared_number_cell,
    ROW_AT (numbers[0]), .show = show_number },
  { "b", N_ ("B"), .doc = N_ ("The second trace"), .of = weft_compared_number_cell,
    ROW_AT (numbers[1]), .show = show_number },
  { "delta", N_ ("B − A"), .of = weft_compared_delta_cell, ROW_AT (numbers), .show = show_number },
  { "percent", N_ ("B − A"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The difference by the first trace's number"), .of = weft_compared_percent_cell,
    ROW_AT (numbers) },
  { "differs", N_ ("Differs"), .doc = N_ ("By more than the tolerance"), ROW (differs),
    .as = weft_compared_differs_cell },
};

WeftFacts
weft_timeline_comparison_get_facts (const WeftComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->rows);
}
