/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-findings.h"

#include "weft-span-items.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-trace-private.h"
#include "weft-timeline-words.h"
#include "weft-wide-sum.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* Kernels that a sentence names. */
#define MAX_KERNELS 3

static double
share_of (WeftWideSum part, WeftWideSum whole)
{
  return whole > 0 ? CLAMP ((double) part / (double) whole, 0, 1) : 0;
}

/* Takes `text` and `target`. What is about little of the time tells nothing. */
static void
take (GArray *findings, const char *key, WeftFindingKind kind, double share, char *text,
      const char *definition, char *target)
{
  weft_findings_add_cost (findings,
                          &(WeftFinding){ .key = key,
                                          .kind = kind,
                                          .text = text,
                                          .figure = weft_findings_format_share (share),
                                          .definition = definition,
                                          .target = target,
                                          .weight = share },
                          share);
}

/* From the first to the last work of a device. */
static gint64
get_span (const WeftTimelineDeviceStats *device)
{
  return device->last - device->first;
}

static const char *
get_title (const WeftTimelineStats *stats, const WeftTimelineDeviceStats *device)
{
  return stats->roles->list[device->device].title;
}

/* The device with the most of some time; NULL: none has any. */
#define FIND_DEVICE(stats, which) \
  ({ \
    const WeftTimelineDeviceStats *found_ = NULL; \
    for (guint i_ = 0; i_ < (stats)->n_devices; i_++) \
      if ((stats)->devices[i_].which > (found_ != NULL ? found_->which : 0)) \
        found_ = &(stats)->devices[i_]; \
    found_; \
  })

/* --- kernels ------------------------------------------------------------------------------------------ */

/* How long kernels of a name were under way on some device; those at the same time on one device count
 * once. */
static WeftWideSum
measure_kernel (const WeftTimelineStats *stats, guint32 name)
{
  const WeftTimelineIndex *index = stats->snapshot->index;
  const WeftTimelineTrace *trace = stats->snapshot->trace;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (WeftSpanItem));
  WeftWideSum time = 0;

  for (guint device = 0; device < stats->n_devices; device++)
    {
      g_autofree WeftSpanItem *scratch = NULL;
      WeftSpans spans = { 0 };

      g_array_set_size (items, 0);
      for (guint i = 0; i < index->n_tracks; i++)
        for (guint32 k = 0; stats->roles->devices[i] == device && k < index->tracks[i].n_rows; k++)
          {
            guint32 row = index->tracks[i].rows[k];
            const WeftSpanItem item = { weft_timeline_start (trace, row),
                                        weft_timeline_end (trace, row), row };

            if (weft_timeline_name (trace, row) == name
                && stats->roles->roles[row] == WEFT_TIMELINE_ROLE_KERNEL)
              g_array_append_val (items, item);
          }
      scratch = g_new (WeftSpanItem, items->len / 2 + 1);
      weft_span_items_sort ((WeftSpanItem *) (gpointer) items->data, items->len, scratch);
      weft_span_items_unite ((const WeftSpanItem *) (gconstpointer) items->data, items->len,
                             &spans);
      time += spans.sum;
      weft_spans_clear (&spans);
    }
  return time;
}

static int
compare_totals (gconstpointer a, gconstpointer b)
{
  const WeftTimelineNameStats *x = *(const WeftTimelineNameStats *const *) a,
                              *y = *(const WeftTimelineNameStats *const *) b;

  if (x->sum.total != y->sum.total)
    return x->sum.total < y->sum.total ? 1 : -1;
  return (x->name > y->name) - (x->name < y->name);
}

static GPtrArray *
list_kernels (const WeftTimelineStats *stats)
{
  GPtrArray *kernels = g_ptr_array_new ();

  for (guint i = 0; i < stats->n_names; i++)
    if (stats->names[i].role == WEFT_TIMELINE_ROLE_KERNEL)
      g_ptr_array_add (kernels, &stats->names[i]);
  g_ptr_array_sort (kernels, compare_totals);
  return kernels;
}

static char *
link_name (const WeftTimelineNameStats *name)
{
  return g_strdup_printf ("name:%u", name->name);
}

/* Kernels that a sentence names, and their shares of the time in which the devices had work. */
typedef struct
{
  char *names[MAX_KERNELS];
  char *shares[MAX_KERNELS];
  char *length; /* of the first */
  double most;  /* the share of the first */
  guint n;
} Kernels;

static void
clear_kernels (Kernels *kernels)
{
  for (guint i = 0; i < kernels->n; i++)
    {
      g_free (kernels->names[i]);
      g_free (kernels->shares[i]);
    }
  g_free (kernels->length);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Kernels, clear_kernels)

/* Kernels that differ in their templates' arguments alone have one short name: then a sentence can't tell
 * them apart. */
static gboolean
has_name (const Kernels *kernels, const char *name)
{
  for (guint i = 0; i < kernels->n; i++)
    if (g_str_equal (kernels->names[i], name))
      return TRUE;
  return FALSE;
}

static void
measure_kernels (const WeftTimelineStats *stats, const GPtrArray *list, Kernels *kernels)
{
  WeftWideSum busy = 0;

  for (guint i = 0; i < stats->n_devices; i++)
    busy += stats->devices[i].busy;
  for (guint i = 0; i < MIN (list->len, MAX_KERNELS); i++)
    {
      const WeftTimelineNameStats *kernel = g_ptr_array_index (list, i);
      const WeftWideSum time = measure_kernel (stats, kernel->name);
      double share = share_of (time, busy);
      g_autofree char *name = weft_timeline_shorten_name (stats->snapshot, kernel->name);

      if (share < WEFT_FINDINGS_MIN_SHARE || has_name (kernels, name))
        break;
      if (i == 0)
        {
          kernels->most = share;
          kernels->length = weft_timeline_format_time (weft_wide_sum_get (time));
        }
      kernels->names[i] = g_steal_pointer (&name);
      kernels->shares[i] = weft_findings_format_share (share);
      kernels->n++;
    }
}

static char *
tell_kernels (const Kernels *kernels)
{
  char *const *names = kernels->names, *const *shares = kernels->shares;

  switch (kernels->n)
    {
    case 1:
      return g_strdup_printf (_ ("%s takes %s, %s of the time in which devices have work."),
                              names[0], kernels->length, shares[0]);
    case 2:
      /* Translators: a kernel, its time, its share; then the next kernel and its share. */
      return g_strdup_printf (_ ("%s takes %s, %s of the time in which devices have work; then "
                                 "comes %s with %s."),
                              names[0], kernels->length, shares[0], names[1], shares[1]);
    default:
      return g_strdup_printf (_ ("%s takes %s, %s of the time in which devices have work; then "
                                 "come %s with %s and %s with %s."),
                              names[0], kernels->length, shares[0], names[1], shares[1], names[2],
                              shares[2]);
    }
}

static void
find_kernels (GArray *findings, const WeftTimelineStats *stats)
{
  g_autoptr (GPtrArray) list = list_kernels (stats);
  g_auto (Kernels) kernels = { 0 };

  measure_kernels (stats, list, &kernels);
  if (kernels.n == 0)
    return;
  take (findings, "top-kernels", WEFT_FINDING_SLOW, kernels.most, tell_kernels (&kernels),
        _ ("By name, the time in which some kernel was under way, and its share of the time in "
           "which the devices had work: kernels, copies, memory that was set. Kernels on several "
           "streams of a device at once count once. The weight is the first one's share."),
        link_name (g_ptr_array_index (list, 0)));
}

/* --- time without work -------------------------------------------------------------------------------- */

static void
find_idle (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineDeviceStats *device = FIND_DEVICE (stats, idle);
  g_autofree char *share = NULL, *idle = NULL, *gap = NULL, *host = NULL;
  char *text;

  if (device == NULL)
    return;
  share = weft_findings_format_share (share_of (device->idle, get_span (device)));
  idle = weft_timeline_format_time (device->idle);
  gap = weft_timeline_format_time (device->gap.to - device->gap.from);
  if (device->gap_host != WEFT_NO_ROW)
    {
      host = weft_timeline_shorten_name (
        stats->snapshot, weft_timeline_name (stats->snapshot->trace, device->gap_host));
      text = g_strdup_printf (_ ("%s has no work for %s, %s of the time between its first and its "
                                 "last; for %s at once, while the host is mostly in %s."),
                              get_title (stats, device), idle, share, gap, host);
    }
  else
    text = g_strdup_printf (
      _ ("%s has no work for %s, %s of the time between its first and its last; for %s at once."),
      get_title (stats, device), idle, share, gap);
  take (findings, "device-idle", WEFT_FINDING_IDLE, share_of (device->idle, get_span (device)),
        text,
        _ ("Of the device with the most of it, the time between its first and its last work in "
           "which it had no kernel, copy or memory to set on any stream, the longest stretch of "
           "that, and the slice that the launching thread spent most of it in. The weight is the "
           "share."),
        g_strdup_printf ("time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, device->gap.from,
                         device->gap.to));
}

/* --- launches ----------------------------------------------------------------------------------------- */

static void
find_launches (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineDeviceStats *device = FIND_DEVICE (stats, starved);
  g_autofree char *p50 = NULL, *p99 = NULL, *starved = NULL, *all = NULL, *time = NULL,
                  *share = NULL;

  if (device == NULL)
    return;
  p50 = weft_timeline_format_time (device->delay_p50);
  p99 = weft_timeline_format_time (device->delay_p99);
  starved = weft_number_count (device->n_starved);
  all = weft_number_count (device->n_delays);
  time = weft_timeline_format_time (device->starved);
  share = weft_findings_format_share (share_of (device->starved, get_span (device)));
  take (
    findings, "launch-delay", WEFT_FINDING_WAIT, share_of (device->starved, get_span (device)),
    g_strdup_printf (_ ("%s waits for launches for %s, %s of its time; kernels launched when it "
                        "had nothing left to "
                        "do: %s of %s. From launch to start it takes %s (p50), %s (p99)."),
                     get_title (stats, device), time, share, starved, all, p50, p99),
    _ ("Kernels whose launching call, known by flow or correlation, began after all work before "
       "them on the device had ended, and the time without work before them; percentiles of "
       "the time from the start of that call to the start of the kernel. The weight is that "
       "time without work as a share of the time between the device's first and last work."),
    g_strdup_printf ("row:%u", device->longest_wait));
}

/* --- copies ------------------------------------------------------------------------------------------- */

static void
find_copies (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineDeviceStats *device = FIND_DEVICE (stats, exposed);
  g_autofree char *exposed = NULL, *share = NULL, *copies = NULL, *bytes = NULL;

  if (device == NULL)
    return;
  exposed = weft_timeline_format_time (device->exposed);
  share = weft_findings_format_share (share_of (device->exposed, get_span (device)));
  copies = weft_timeline_format_time (device->copies);
  bytes = device->bytes != WEFT_TIMELINE_NONE ? weft_number_bytes ((guint64) device->bytes)
                                              : g_strdup ("—");
  take (
    findings, "exposed-copies", WEFT_FINDING_TRAFFIC, share_of (device->exposed, get_span (device)),
    g_strdup_printf (_ ("Copies of %s take %s and move %s; for %s, %s of its time, no kernel runs "
                        "beside them."),
                     get_title (stats, device), copies, bytes, exposed, share),
    _ (
      "Of the device with the most of it, the time in which a copy was under way and no kernel on "
      "any stream; the bytes are those that its copies name. The weight is that time as a share of "
      "the time between the device's first and last work."),
    g_strdup_printf ("row:%u", device->exposed_copy));
}

/* --- without a device --------------------------------------------------------------------------------- */

static void
find_self_time (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineNameStats *name = NULL;
  g_autofree char *title = NULL, *self = NULL, *share = NULL, *slices = NULL;

  for (guint i = 0; i < stats->n_names && name == NULL; i++)
    if (stats->names[i].role != WEFT_TIMELINE_ROLE_ANNOTATION)
      name = &stats->names[i];
  if (name == NULL || stats->sum.self <= 0)
    return;
  title = weft_timeline_shorten_name (stats->snapshot, name->name);
  self = weft_timeline_format_time (name->sum.self);
  share = weft_findings_format_share (name->sum.share);
  slices = weft_timeline_format_slices (name->sum.count);
  take (findings, "most-self-time", WEFT_FINDING_SLOW, name->sum.share,
        g_strdup_printf (_ ("Most time goes into %s itself: %s, %s of all self time, in %s."),
                         title, self, share, slices),
        _ ("Slices by name: the time of each in which no other slice was under way within it. The "
           "weight is its share of that of all slices."),
        link_name (name));
}

static void
find_longest (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineSnapshot *snapshot = stats->snapshot;
  guint32 longest = WEFT_NO_ROW;
  gint64 most = 0;
  g_autofree char *name = NULL, *time = NULL, *share = NULL;

  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (weft_timeline_kind (snapshot->trace, row) == WEFT_TIMELINE_SLICE
        && (weft_timeline_flags (snapshot->trace, row) & WEFT_TIMELINE_NO_TIME) == 0
        && stats->roles->roles[row] != WEFT_TIMELINE_ROLE_ANNOTATION
        && snapshot->index->parents[row] == WEFT_NO_ROW
        && weft_timeline_span (snapshot->trace, row) > most)
      {
        longest = row;
        most = weft_timeline_span (snapshot->trace, row);
      }
  if (longest == WEFT_NO_ROW)
    return;
  name = weft_timeline_shorten_name (snapshot, weft_timeline_name (snapshot->trace, longest));
  time = weft_timeline_format_time (most);
  share = weft_findings_format_share (share_of (most, stats->n_ns));
  take (findings, "longest-slice", WEFT_FINDING_SLOW, share_of (most, stats->n_ns),
        g_strdup_printf (_ ("The longest slice that lies in no other is %s: %s, %s of the trace."),
                         name, time, share),
        _ ("Of all threads. The weight is its length as a share of the trace."),
        g_strdup_printf ("row:%u", longest));
}

static void
find_thread (GArray *findings, const WeftTimelineStats *stats)
{
  const WeftTimelineTrackStats *busiest = NULL;
  g_autofree char *track = NULL, *busy = NULL, *share = NULL, *filter = NULL;

  for (guint i = 0; i < stats->n_threads; i++)
    if (stats->threads[i].sum.count > 0
        && stats->roles->roles[stats->threads[i].sum.longest] != WEFT_TIMELINE_ROLE_ANNOTATION
        && (busiest == NULL || stats->threads[i].busy > busiest->busy))
      busiest = &stats->threads[i];
  if (busiest == NULL)
    return;
  track = weft_timeline_format_track (stats->snapshot, busiest->track);
  busy = weft_timeline_format_time (busiest->busy);
  share = weft_findings_format_share (share_of (busiest->busy, stats->n_ns));
  filter = weft_timeline_facts_make_filter (stats, WEFT_TIMELINE_TABLE_THREAD,
                                            (guint) (busiest - stats->threads));
  take (
    findings, "busiest-thread", WEFT_FINDING_SLOW, share_of (busiest->busy, stats->n_ns),
    g_strdup_printf (_ ("The busiest thread is %s: for %s, %s of the trace."), track, busy, share),
    _ ("The time in which some slice of it was under way. The weight is its share of the "
       "trace."),
    g_strconcat ("filter:", filter, NULL));
}

GArray *
weft_timeline_findings_new (const WeftTimelineStats *stats)
{
  GArray *findings = weft_findings_new ();
  gboolean has_work = FALSE;

  for (guint i = 0; i < stats->n_devices; i++)
    has_work |= get_span (&stats->devices[i]) > 0;
  if (has_work)
    {
      find_kernels (findings, stats);
      find_idle (findings, stats);
      find_launches (findings, stats);
      find_copies (findings, stats);
    }
  else
    {
      find_self_time (findings, stats);
      find_longest (findings, stats);
      find_thread (findings, stats);
    }
  weft_findings_rank (findings);
  return findings;
}

static gboolean
fits (const char *target, gconstpointer data)
{
  const WeftTimelineSnapshot *snapshot = data;
  gint64 from, to;
  guint32 id;

  if (sscanf (target, "row:%" G_GUINT32_FORMAT, &id) == 1)
    return id < snapshot->n_events;
  if (sscanf (target, "name:%" G_GUINT32_FORMAT, &id) == 1)
    return id < weft_timeline_trace_get_n_names (snapshot->trace);
  if (sscanf (target, "time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) == 2)
    return from <= to;
  return g_str_has_prefix (target, "filter:");
}

GArray *
weft_timeline_findings_find (const WeftTimelineSnapshot *snapshot, WeftFindingsMake make,
                             gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = weft_timeline_snapshot_ref_origin (snapshot);

  return weft_findings_find (origin, fits, snapshot, make, data, cancellable, error);
}
