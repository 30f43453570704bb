/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-sheet.h"

#include <glib/gi18n-lib.h>

#include "weft-fact-json.h"
#include "weft-number.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-trace-private.h"
#include "weft-timeline-words.h"
#include "weft-words.h"

/* Rows that a list in the inspector has at most. */
#define MAX_LISTED 8u

/* Takes `value`. */
static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .tooltip = tooltip });
  g_free (value);
}

/* Takes all texts but `tooltip`. */
static void
take_link (WeftFactSection *section, char *name, char *value, char *extra, const char *tooltip,
           char *target)
{
  weft_fact_section_add (
    section,
    &(WeftFact){
      .name = name, .value = value, .extra = extra, .tooltip = tooltip, .target = target });
  g_free (name);
  g_free (value);
  g_free (extra);
  g_free (target);
}

static char *
link_row (guint32 row)
{
  return g_strdup_printf ("row:%u", row);
}

static char *
name_of (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  return weft_timeline_shorten_name (snapshot, weft_timeline_name (snapshot->trace, row));
}

/* The note that a list goes on. */
static void
take_rest (WeftFactSection *section, guint n, guint listed)
{
  g_autofree char *number = NULL;

  if (n <= listed)
    return;
  number = weft_number_count (n - listed);
  take (section, _ ("More"), g_strdup (number), NULL);
}

/* --- an event ------------------------------------------------------------------------------------- */

/* A moment as people count it, and on hover as the file has it. */
static void
take_moment (WeftFactSection *section, const WeftTimelineSnapshot *snapshot, const char *name,
             gint64 time)
{
  g_autofree char *number = weft_number_integer (time);
  g_autofree char *tooltip =
    g_strdup_printf (_ ("From the first event on; on the trace’s own clock %s ns"), number);

  take (section, name, weft_timeline_format_moment (snapshot, time), tooltip);
}

static void
take_field (WeftFactSection *section, const WeftTimelineSnapshot *snapshot, const WeftField *field,
            guint32 row)
{
  g_auto (WeftCell) cell = weft_field_get (field, snapshot, row);
  guint32 parent = row < snapshot->index->n_events ? snapshot->index->parents[row] : WEFT_NO_ROW;

  if (!weft_cell_is_known (&cell))
    return;
  if (field->unit == WEFT_UNIT_CYCLE)
    take_moment (section, snapshot, _ (field->title), cell.integer);
  else if (g_str_equal (field->key, "parent") && parent != WEFT_NO_ROW)
    {
      double share = 100 * (double) weft_timeline_span (snapshot->trace, row)
                     / (double) MAX (weft_timeline_span (snapshot->trace, parent), 1);
      g_autofree char *percent = weft_number_percent (share);

      take_link (
        section, g_strdup (_ (field->title)), name_of (snapshot, parent), g_strdup (percent),
        _ ("The slice that contains it, and its share of that one’s time"), link_row (parent));
    }
  else
    take (section, _ (field->title), weft_timeline_format_cell (snapshot, field, &cell),
          field->doc != NULL ? _ (field->doc) : NULL);
}

static const char *
describe_role (const WeftTimelineRoles *roles, guint32 row)
{
  switch (roles != NULL && row < roles->n_events ? (WeftTimelineRole) roles->roles[row]
                                                 : WEFT_TIMELINE_ROLE_NONE)
    {
    case WEFT_TIMELINE_ROLE_KERNEL:
      return _ ("A kernel of the device");
    case WEFT_TIMELINE_ROLE_COPY:
      return _ ("A copy of memory by the device");
    case WEFT_TIMELINE_ROLE_FILL:
      return _ ("Memory that the device sets");
    case WEFT_TIMELINE_ROLE_WAIT:
      return _ ("The stream waits: no work");
    case WEFT_TIMELINE_ROLE_ANNOTATION:
      return _ ("An annotation: no work of its own");
    case WEFT_TIMELINE_ROLE_CALL:
      return _ ("A call of the device’s runtime or driver");
    case WEFT_TIMELINE_ROLE_SYNC:
      return _ ("A call that waits for the device");
    case WEFT_TIMELINE_ROLE_NONE:
    case WEFT_TIMELINE_N_ROLES:
    default:
      return NULL;
    }
}

void
weft_timeline_sheet_write_event (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot,
                                 const WeftTimelineRoles *roles, guint32 row)
{
  guint32 id = weft_timeline_name (snapshot->trace, row);
  g_autofree char *title = weft_timeline_format_name (snapshot, id);
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  const WeftField *field;

  if (describe_role (roles, row) != NULL)
    take (section, _ ("What it is"), g_strdup (describe_role (roles, row)), NULL);
  WEFT_FOR_EACH_FIELD (&weft_timeline_event_schema, WEFT_FIELD_INSPECT, field)
    take_field (section, snapshot, field, row);
  if ((weft_timeline_flags (snapshot->trace, row) & WEFT_TIMELINE_OPEN) != 0)
    take (section, _ ("End"), g_strdup (_ ("It has not ended")),
          _ ("It is drawn to the end of the trace, and counts until then"));
  if (id != WEFT_NO_NAME)
    take_link (section, g_strdup (_ ("All of this name")), NULL, NULL,
               _ ("Has all slices of this name stand out, and tells how often and how long"),
               g_strdup_printf ("name:%u", id));
}

/* --- what it belongs together with ---------------------------------------------------------------- */

/* One side of the flows; the time between the starts stands beside each. */
static void
write_ties (WeftFactSheet *sheet, const char *title, const WeftTimelineSnapshot *snapshot,
            const WeftTimelineStudy *study, gboolean incoming)
{
  WeftFactSection *section = NULL;
  guint n = 0;

  for (guint i = 0; i < study->ties->len; i++)
    {
      const WeftTimelineTie *tie = &g_array_index (study->ties, WeftTimelineTie, i);
      guint32 other = incoming ? tie->from : tie->to;
      gint64 delay = weft_timeline_start (snapshot->trace, tie->to)
                     - weft_timeline_start (snapshot->trace, tie->from);

      if ((incoming ? tie->to : tie->from) != study->row || n++ >= MAX_LISTED)
        continue;
      if (section == NULL)
        section = weft_fact_sheet_add (sheet, title);
      take_link (
        section, name_of (snapshot, other),
        weft_timeline_format_track (snapshot, weft_timeline_track (snapshot->trace, other)),
        weft_timeline_format_time (delay), _ ("From start to start"), link_row (other));
    }
  if (section != NULL)
    take_rest (section, n, MAX_LISTED);
}

static void
write_sums (WeftFactSheet *sheet, const char *title, const WeftTimelineSnapshot *snapshot,
            const GArray *sums, gboolean self, const char *tooltip)
{
  WeftFactSection *section;

  if (sums->len == 0)
    return;
  section = weft_fact_sheet_add (sheet, title);
  for (guint i = 0; i < MIN (sums->len, MAX_LISTED); i++)
    {
      const WeftTimelineStudied *sum = &g_array_index (sums, WeftTimelineStudied, i);
      g_autofree char *count = weft_number_count (sum->count);

      take_link (
        section, weft_timeline_shorten_name (snapshot, sum->name), g_strdup_printf ("× %s", count),
        weft_timeline_format_time (self ? sum->self : sum->total), tooltip, link_row (sum->first));
    }
  take_rest (section, sums->len, MAX_LISTED);
}

void
weft_timeline_sheet_write_study (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot,
                                 const WeftTimelineStudy *study)
{
  write_ties (sheet, _ ("Comes from"), snapshot, study, TRUE);
  write_ties (sheet, _ ("Leads to"), snapshot, study, FALSE);
  write_sums (
    sheet, study->is_part ? _ ("Launched, at least") : _ ("Launched"), snapshot, study->launched,
    FALSE,
    _ ("Work of devices that it or a slice within it launched, by name: how often, and how "
       "long in all. The link leads to the first."));
  write_sums (sheet, _ ("Within it, by self time"), snapshot, study->within, TRUE,
              _ ("Slices within it by name: how often, and how long while no other slice was under "
                 "way in them. The link leads to the first."));
}

/* --- arguments ------------------------------------------------------------------------------------ */

void
weft_timeline_sheet_write_arguments (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot,
                                     guint32 row)
{
  g_autofree char *text = NULL, *end = NULL;
  WeftFactSection *section;

  if ((weft_timeline_flags (snapshot->trace, row) & WEFT_TIMELINE_HAS_ARGS) == 0)
    return;
  section = weft_fact_sheet_add (sheet, _ ("Arguments"));
  text = weft_timeline_snapshot_get_text (snapshot, row);
  end = weft_timeline_snapshot_get_end_text (snapshot, row);
  if (text == NULL)
    {
      take (section, _ ("Text"), g_strdup ("—"),
            _ ("The file has changed since it was read, or its text was not kept"));
      return;
    }
  weft_fact_json_write_member (section, text, "args");
  if (end != NULL)
    weft_fact_json_write_member (section, end, "args");
}

/* --- a name --------------------------------------------------------------------------------------- */

static void
write_lengths (WeftFactSection *section, const WeftTimelineSum *sum)
{
  take (section, _ ("Total"), weft_timeline_format_time (sum->total),
        _ ("Slices at the same time count each"));
  take (section, _ ("Self time"), weft_timeline_format_time (sum->self),
        _ ("While no other slice was under way in them"));
  take (section, _ ("Share"), weft_number_percent (100 * sum->share),
        _ ("Of the self time of all slices"));
  take (section, _ ("Shortest"), weft_timeline_format_time (sum->min), NULL);
  take (section, _ ("Mean"), weft_timeline_format_time ((gint64) sum->mean), NULL);
  take (section, _ ("p50"), weft_timeline_format_time (sum->p50), NULL);
  take (section, _ ("p99"), weft_timeline_format_time (sum->p99), NULL);
  if (sum->longest != WEFT_NO_ROW)
    take_link (section, g_strdup (_ ("Longest")), weft_timeline_format_time (sum->max), NULL, NULL,
               link_row (sum->longest));
}

/* Nanoseconds in which devices had work, of all devices together. */
static guint64
get_busy (const WeftTimelineStats *stats)
{
  gint64 busy = 0;

  for (guint i = 0; i < stats->n_devices; i++)
    busy += stats->devices[i].busy;
  return (guint64) busy;
}

void
weft_timeline_sheet_write_name (WeftFactSheet *sheet, const WeftTimelineStats *stats, guint32 name)
{
  g_autofree char *title = weft_timeline_format_name (stats->snapshot, name);
  const WeftTimelineNameStats *found = NULL;
  const char *text = weft_timeline_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *quoted = text != NULL ? weft_expression_quote (text) : NULL;
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);

  for (guint i = 0; i < stats->n_names && found == NULL; i++)
    if (stats->names[i].name == name)
      found = &stats->names[i];
  if (found == NULL)
    {
      take (section, _ ("Slices"), g_strdup (_ ("none here")), NULL);
      return;
    }
  take (section, _ ("Slices"), weft_number_count (found->sum.count), NULL);
  if (weft_timeline_role_is_work ((WeftTimelineRole) found->role))
    take (section, _ ("Of busy time"),
          weft_words_share ((guint64) found->sum.total, get_busy (stats)),
          _ ("Its total by the time in which devices had work"));
  write_lengths (section, &found->sum);
  if (quoted != NULL)
    take_link (section, g_strdup (_ ("Show these alone")), NULL, NULL, NULL,
               g_strdup_printf ("filter:name == %s", quoted));
}

/* --- sums ----------------------------------------------------------------------------------------- */

static void
write_gap (WeftFactSection *section, const WeftTimelineStats *stats,
           const WeftTimelineDeviceStats *device)
{
  if (device->gap.from >= device->gap.to)
    return;
  take_link (section, g_strdup (_ ("Longest without work")),
             weft_timeline_format_time (device->gap.to - device->gap.from), NULL,
             _ ("Between its first and its last work here"),
             g_strdup_printf ("time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, device->gap.from,
                              device->gap.to));
  if (device->gap_host != WEFT_NO_ROW)
    take_link (section, g_strdup (_ ("The host then")), name_of (stats->snapshot, device->gap_host),
               NULL, _ ("The slice that the launching thread spent most of that time in"),
               link_row (device->gap_host));
}

static void
write_device (WeftFactSheet *sheet, const WeftTimelineStats *stats,
              const WeftTimelineDeviceStats *device)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, stats->roles->list[device->device].title);
  guint64 range = (guint64) MAX (stats->n_ns, 0);

  take (section, _ ("Busy"), weft_words_share ((guint64) device->busy, range),
        _ ("Some kernel, copy or memory to set was under way on some stream"));
  take (section, _ ("Without work"), weft_timeline_format_time (device->idle),
        _ ("Between its first and its last work here"));
  write_gap (section, stats, device);
  take (section, _ ("Kernels"), weft_number_count (device->n_kernels), NULL);
  if (device->n_copies > 0)
    {
      take (section, _ ("Copies"), weft_number_count (device->n_copies), NULL);
      take (section, _ ("Copies, exposed"), weft_timeline_format_time (device->exposed),
            _ ("While no kernel was under way"));
    }
  if (device->n_delays > 0)
    {
      take (section, _ ("Launch to start, p50"), weft_timeline_format_time (device->delay_p50),
            NULL);
      take (section, _ ("Launch to start, p99"), weft_timeline_format_time (device->delay_p99),
            NULL);
    }
}

static gboolean
is_work (const WeftTimelineNameStats *name)
{
  return weft_timeline_role_is_work ((WeftTimelineRole) name->role);
}

static gboolean
is_of_host (const WeftTimelineNameStats *name)
{
  return !is_work (name) && name->role != WEFT_TIMELINE_ROLE_ANNOTATION
         && name->role != WEFT_TIMELINE_ROLE_WAIT;
}

static gboolean
is_any (const WeftTimelineNameStats *name G_GNUC_UNUSED)
{
  return TRUE;
}

static void
write_names (WeftFactSheet *sheet, const char *title, const WeftTimelineStats *stats,
             gboolean (*is_listed) (const WeftTimelineNameStats *name))
{
  WeftFactSection *section = NULL;
  guint n = 0;

  for (guint i = 0; i < stats->n_names; i++)
    {
      const WeftTimelineNameStats *name = &stats->names[i];

      if (!is_listed (name) || n++ >= MAX_LISTED)
        continue;
      if (section == NULL)
        section = weft_fact_sheet_add (sheet, title);
      take_link (section, weft_timeline_shorten_name (stats->snapshot, name->name),
                 weft_timeline_format_time (name->sum.self),
                 weft_number_percent (100 * name->sum.share),
                 _ ("Time while no other slice was under way in it, and the share of that of all "
                    "slices"),
                 g_strdup_printf ("name:%u", name->name));
    }
  if (section != NULL)
    take_rest (section, n, MAX_LISTED);
}

void
weft_timeline_sheet_write_sums (WeftFactSheet *sheet, const WeftTimelineStats *stats,
                                gboolean ranged, gboolean filtered)
{
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged     ? _ ("In the brushed range")
                                : filtered ? _ ("What the filter lets through")
                                           : _ ("All of the trace"));

  take (section, _ ("Time"), weft_timeline_format_time (stats->n_ns), NULL);
  take (section, _ ("Slices"), weft_number_count (stats->sum.count), NULL);
  if (stats->n_instants > 0)
    take (section, _ ("Instants"), weft_number_count (stats->n_instants), NULL);
  if (stats->n_flows > 0)
    take (section, _ ("Flows"), weft_number_count (stats->n_flows), NULL);
  for (guint i = 0; i < stats->n_devices; i++)
    if (stats->devices[i].last > stats->devices[i].first)
      write_device (sheet, stats, &stats->devices[i]);
  if (stats->n_devices > 0)
    {
      write_names (sheet, _ ("Devices, most time by name"), stats, is_work);
      write_names (sheet, _ ("Host, most self time by name"), stats, is_of_host);
    }
  else
    write_names (sheet, _ ("Most self time, by name"), stats, is_any);
}

/* --- files ---------------------------------------------------------------------------------------- */

static void
write_file (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot, guint number)
{
  const WeftTimelineFile *file = weft_timeline_snapshot_get_file (snapshot, number);
  WeftFactSection *section = weft_fact_sheet_add (sheet, file->title);

  if (file->base != WEFT_TIMELINE_NONE)
    take (section, _ ("Times count from"), weft_number_integer (file->base),
          _ ("Nanoseconds since 1970 (baseTimeNanoseconds)"));
  if (file->shift != 0)
    take (section, _ ("Moved by"), weft_timeline_format_time (file->shift),
          _ ("Added to its times, so that they are on the clock of all files"));
  if (file->metadata == NULL)
    take (section, _ ("Metadata"), g_strdup (_ ("none")),
          _ ("Nothing stands around the events of the file"));
  weft_fact_json_write_block (sheet, snapshot->n_files > 1 ? file->title : _ ("Metadata"),
                              file->metadata, TRUE);
}

void
weft_timeline_sheet_write_files (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot)
{
  for (guint i = 0; i < snapshot->n_files; i++)
    write_file (sheet, snapshot, i);
}
