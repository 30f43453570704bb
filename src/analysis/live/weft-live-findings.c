/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-findings.h"

#include "weft-live-host.h"

#include "weft-live-fields.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  const WeftLiveFigures *figures;
  GArray *findings;
} Search;

/* --- words -------------------------------------------------------------------------------------- */

/* Takes `text` and `figure`; what weighs next to nothing is left out. */
static void
take (Search *self, const char *key, WeftFindingKind kind, double weight, char *text, char *figure,
      const char *definition, const WeftCycleRange *where)
{
  char *target =
    g_strdup_printf ("time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, where->from, where->to);

  weft_findings_add_cost (self->findings,
                          &(WeftFinding){ .key = key,
                                          .kind = kind,
                                          .text = text,
                                          .figure = figure,
                                          .definition = definition,
                                          .target = target,
                                          .weight = weight },
                          weight);
}

static char *
format_length (const WeftCycleRange *span)
{
  return weft_live_format_time (span->to - span->from);
}

static const WeftLiveStreamFigures *
get_stream (const Search *self, guint lane)
{
  return &g_array_index (self->figures->streams, WeftLiveStreamFigures, lane);
}

/* Of the time of a stream that was seen. */
static double
share_of_stream (const WeftLiveStreamFigures *stream, double ns)
{
  double seen = weft_live_stream_figures_get_seen (stream);

  return seen > 0 ? CLAMP (ns / seen, 0, 1) : 0;
}

/* --- programs ----------------------------------------------------------------------------------- */

static void
find_busiest (Search *self)
{
  const GArray *programs = self->figures->programs;
  const WeftLiveProgramFigures *program;
  g_autofree char *share = NULL, *runs = NULL;

  if (programs->len < 2)
    return;
  program = &g_array_index (programs, WeftLiveProgramFigures, 0);
  if (!(program->share > 0))
    return;
  share = weft_findings_format_share (program->share);
  runs = weft_number_count (program->lengths.n_values);
  take (self, "busiest-program", WEFT_FINDING_TRAFFIC, program->share,
        g_strdup_printf (_ ("%s takes the most time of all programs: %s of it, in %s runs."),
                         weft_live_trace_get_program (self->figures->trace, program->program),
                         share, runs),
        weft_findings_format_share (program->share),
        _ ("The program whose runs are longest in sum, as far as they are in memory. Ranked by its "
           "share of the time of all programs. It leads to its longest run."),
        &program->longest);
}

/* Beside half of its like, a run costs the more the more its program runs. */
static void
find_slow_run (Search *self)
{
  const WeftLiveProgramFigures *worst = NULL;
  double weight = 0;
  g_autofree char *longest = NULL, *usual = NULL;

  for (guint i = 0; i < self->figures->programs->len; i++)
    {
      const WeftLiveProgramFigures *program =
        &g_array_index (self->figures->programs, WeftLiveProgramFigures, i);
      double median, its = 0;

      /* it has been named, and has not run yet */
      if (program->lengths.n_values == 0)
        continue;
      median = (double) weft_histogram_get_percentile (&program->lengths, 500);
      /* A run that is not even twice as long stands out for nobody. */
      if ((double) program->lengths.max >= 2 * median && program->lengths.max > 0)
        its = program->share * (1 - median / (double) program->lengths.max) / 2;
      if (its > weight)
        {
          worst = program;
          weight = its;
        }
    }
  if (worst == NULL)
    return;
  longest = weft_live_format_time ((gint64) worst->lengths.max);
  usual = weft_live_format_time ((gint64) weft_histogram_get_percentile (&worst->lengths, 500));
  take (self, "slowest-run", WEFT_FINDING_SLOW, weight,
        g_strdup_printf (_ ("A run of %s took %s; half of all its runs took at most %s."),
                         weft_live_trace_get_program (self->figures->trace, worst->program),
                         longest, usual),
        g_strdup (longest),
        _ ("The longest run of a program. Ranked by half of the part of it that is beyond the "
           "median, times the program’s share of the time of all programs."),
        &worst->longest);
}

/* --- streams ------------------------------------------------------------------------------------ */

static double
get_idle_share (const WeftLiveStreamFigures *stream)
{
  double seen = weft_live_stream_figures_get_seen (stream);

  return share_of_stream (stream, seen - (double) stream->busy_ns - (double) stream->stall_ns
                                    - (double) stream->lost_ns);
}

static double
get_stall_share (const WeftLiveStreamFigures *stream)
{
  return share_of_stream (stream, (double) stream->stall_ns);
}

/* The lane with the largest share of that; G_MAXUINT: none has any. */
static guint
find_lane (const Search *self, double (*get_share) (const WeftLiveStreamFigures *stream))
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < self->figures->streams->len; i++)
    if (get_share (get_stream (self, i))
        > (found != G_MAXUINT ? get_share (get_stream (self, found)) : 0))
      found = i;
  return found;
}

/* Of which chip a stream is; where there are several hosts, with its host. */
static char *
name_chip (const Search *self, guint lane)
{
  const WeftLiveLane *info = &get_stream (self, lane)->lane;
  g_autofree char *host = weft_live_host_make_title (self->figures->trace, info->host);

  return self->figures->hosts->len < 2 ? g_strdup_printf ("%u", info->chip)
                                       : g_strdup_printf ("%u (%s)", info->chip, host);
}

static void
find_idle (Search *self)
{
  guint lane = find_lane (self, get_idle_share);
  g_autofree char *share = NULL, *longest = NULL, *chip = NULL;
  double idle;

  if (lane == G_MAXUINT)
    return;
  idle = get_idle_share (get_stream (self, lane));
  share = weft_findings_format_share (idle);
  longest = format_length (&get_stream (self, lane)->longest_gap);
  chip = name_chip (self, lane);
  take (
    self, "idle-stream", WEFT_FINDING_IDLE, idle,
    g_strdup_printf (_ ("Chip %s runs nothing in %s of its time, longest for %s."), chip, share,
                     longest),
    weft_findings_format_share (idle),
    _ ("The stream with the largest share of its time in which no program ran, the dispatcher did "
       "not wait and nothing was lost. Ranked by that share."),
    &get_stream (self, lane)->longest_gap);
}

static void
find_stall (Search *self)
{
  guint lane = find_lane (self, get_stall_share);
  g_autofree char *share = NULL, *longest = NULL, *chip = NULL;
  double stalled;

  if (lane == G_MAXUINT)
    return;
  stalled = get_stall_share (get_stream (self, lane));
  share = weft_findings_format_share (stalled);
  longest = format_length (&get_stream (self, lane)->longest_stall);
  chip = name_chip (self, lane);
  take (
    self, "dispatch-stalls", WEFT_FINDING_WAIT, stalled,
    g_strdup_printf (_ ("The dispatcher of chip %s waits in %s of its time, longest for %s."), chip,
                     share, longest),
    weft_findings_format_share (stalled),
    _ ("The stream with the largest share of its time in which the dispatcher waited. Ranked by "
       "that share."),
    &get_stream (self, lane)->longest_stall);
}

static void
find_lost (Search *self)
{
  guint64 lost = 0, delivered = 0, most = 0;
  guint worst = 0;
  double share;
  g_autofree char *records = NULL, *part = NULL, *chip = NULL;

  for (guint i = 0; i < self->figures->streams->len; i++)
    {
      const WeftLiveLane *lane = &get_stream (self, i)->lane;
      guint64 its = weft_live_lane_get_lost (lane) + lane->device_lost;

      lost += its;
      delivered += lane->delivered;
      if (its > most)
        {
          most = its;
          worst = i;
        }
    }
  if (lost == 0)
    return;
  share = (double) lost / (double) (lost + delivered);
  records = weft_number_count (lost);
  part = weft_findings_format_share (share);
  chip = name_chip (self, worst);
  take (
    self, "lost-records", WEFT_FINDING_FAILURE, share,
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s record was lost, %s of all, on chip %s.",
                                  "%s records were lost, %s of all, most of them on chip %s.",
                                  (gulong) lost),
                     records, part, chip),
    weft_findings_format_share (share),
    _ ("Records that the device or somebody on the way had no room for; what happened then is not "
       "known. Ranked by their share of all records."),
    &get_stream (self, worst)->longest_loss);
}

GArray *
weft_live_findings_new (const WeftLiveFigures *figures)
{
  g_autoptr (GArray) findings = weft_findings_new ();
  Search self = { figures, findings };

  find_lost (&self);
  find_busiest (&self);
  find_idle (&self);
  find_stall (&self);
  find_slow_run (&self);
  weft_findings_rank (findings);
  return g_steal_pointer (&findings);
}
