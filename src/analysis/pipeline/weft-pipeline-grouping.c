/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-grouping.h"

#include "weft-pipeline-trace-private.h"

#include <string.h>

/* A group that still lasts, and the drift from which it set out. */
typedef struct
{
  guint32 group;
  gint64 level;
} Delay;

static WeftDifferenceGroup *
get_group (WeftPipelineGrouping *self, guint32 group)
{
  return &g_array_index (self->groups, WeftDifferenceGroup, group);
}

static Delay *
get_innermost (WeftPipelineGrouping *self)
{
  guint n = self->delays->len;

  return n > 0 ? &g_array_index (self->delays, Delay, n - 1) : NULL;
}

void
weft_pipeline_grouping_init (WeftPipelineGrouping *self, GArray *groups)
{
  *self = (WeftPipelineGrouping){ .groups = groups,
                                  .delays = g_array_new (FALSE, FALSE, sizeof (Delay)),
                                  .recent = WEFT_NO_GROUP };
}

void
weft_pipeline_grouping_clear (WeftPipelineGrouping *self)
{
  g_clear_pointer (&self->delays, g_array_unref);
}

/* Of two lengths of the same sign. */
static gint64
get_shorter (gint64 a, gint64 b)
{
  return a < 0 ? MAX (a, b) : MIN (a, b);
}

static gint64
get_longer (gint64 a, gint64 b)
{
  return a < 0 ? MIN (a, b) : MAX (a, b);
}

void
weft_pipeline_grouping_end_thread (WeftPipelineGrouping *self)
{
  gint64 drift = self->drift;

  for (guint i = self->delays->len; i-- > 0;)
    {
      const Delay *delay = &g_array_index (self->delays, Delay, i);
      WeftDifferenceGroup *group = get_group (self, delay->group);

      group->left = get_shorter (group->cycles, weft_ticks_between (delay->level, drift));
      drift = delay->level;
    }
  g_array_set_size (self->delays, 0);
  self->recent = WEFT_NO_GROUP;
  self->drift = 0;
}

/* Ends the groups whose delay the pair has made up for. Returns the innermost of them, and in `level`
 * where the outermost set out; WEFT_NO_GROUP: there is none. */
static guint32
absorb (WeftPipelineGrouping *self, const WeftGroupedPair *pair, gint64 *level)
{
  guint32 first = WEFT_NO_GROUP;
  const Delay *delay;

  while ((delay = get_innermost (self)) != NULL)
    {
      WeftDifferenceGroup *group = get_group (self, delay->group);

      if (group->cycles > 0 ? pair->drift > delay->level : pair->drift < delay->level)
        break;
      group->absorber = pair->pair;
      first = first == WEFT_NO_GROUP ? delay->group : first;
      *level = delay->level;
      g_array_set_size (self->delays, self->delays->len - 1);
    }
  return first;
}

static gboolean
is_beside (const WeftPipelineGrouping *self, const WeftGroupedPair *pair)
{
  if (self->recent == WEFT_NO_GROUP)
    return FALSE;
  return self->adjacent || pair->fetches[WEFT_LOG_A] < self->until[WEFT_LOG_A]
         || pair->fetches[WEFT_LOG_B] < self->until[WEFT_LOG_B];
}

static void
push_delay (WeftPipelineGrouping *self, guint32 group, gint64 level, gint64 drift)
{
  get_group (self, group)->cycles = weft_ticks_between (level, drift);
  g_array_append_val (self->delays, ((Delay){ group, level }));
}

/* The group that a difference belongs to which absorbs none and opens none. */
static guint32
find_group (WeftPipelineGrouping *self, const WeftGroupedPair *pair)
{
  const Delay *delay = get_innermost (self);
  WeftDifferenceGroup *group;
  gint64 drift = pair->drift;

  if (drift == self->drift)
    return is_beside (self, pair) ? self->recent : WEFT_NO_GROUP;
  /* a part of the delay is made up for */
  if (delay != NULL && (drift > self->drift) != (get_group (self, delay->group)->cycles > 0))
    return delay->group;
  if (!is_beside (self, pair))
    return WEFT_NO_GROUP;
  group = get_group (self, self->recent);
  if (group->cycles == 0)
    push_delay (self, self->recent, self->drift, drift);
  else if (delay != NULL && delay->group == self->recent)
    group->cycles = get_longer (group->cycles, weft_ticks_between (delay->level, drift));
  else
    return WEFT_NO_GROUP;
  return self->recent;
}

guint32
weft_pipeline_grouping_add_single (WeftPipelineGrouping *self, WeftDifferenceKind kind,
                                   guint32 pair)
{
  WeftDifferenceGroup group = { .kind = kind, .pair = pair, .absorber = WEFT_NO_ROW };

  g_array_append_val (self->groups, group);
  return self->groups->len - 1;
}

guint32
weft_pipeline_grouping_add_pair (WeftPipelineGrouping *self, const WeftGroupedPair *pair)
{
  gint64 level = self->drift;
  guint32 absorbed = absorb (self, pair, &level), group = WEFT_NO_GROUP;

  if (pair->differs)
    {
      if (absorbed == WEFT_NO_GROUP)
        group = find_group (self, pair);
      else if (self->delays->len > 0 || pair->drift == level)
        group = absorbed;
      if (group == WEFT_NO_GROUP)
        {
          group = weft_pipeline_grouping_add_single (self, WEFT_DIFFERENCE_TIMING, pair->pair);
          if (pair->drift != level)
            push_delay (self, group, level, pair->drift);
        }
      self->recent = group;
      for (int log = 0; log < WEFT_N_LOGS; log++)
        self->until[log] = pair->ends[log];
    }
  self->adjacent = pair->differs;
  self->drift = pair->drift;
  return group;
}

void
weft_pipeline_grouping_sort (GArray *groups, GArray *differences)
{
  g_autofree guint32 *places = g_new (guint32, groups->len);
  g_autoptr (GArray) sorted =
    g_array_sized_new (FALSE, FALSE, sizeof (WeftDifferenceGroup), groups->len);

  for (guint32 i = 0; i < differences->len; i++)
    {
      const WeftDifference *difference = &g_array_index (differences, WeftDifference, i);
      WeftDifferenceGroup *group = &g_array_index (groups, WeftDifferenceGroup, difference->group);

      group->n_differences++;
      if (group->pair == difference->pair)
        group->first = i;
    }
  for (guint32 i = 0; i < differences->len; i++)
    {
      WeftDifference *difference = &g_array_index (differences, WeftDifference, i);
      guint32 number = difference->group;

      if (g_array_index (groups, WeftDifferenceGroup, number).first != i)
        continue;
      places[number] = sorted->len;
      g_array_append_val (sorted, g_array_index (groups, WeftDifferenceGroup, number));
    }
  for (guint32 i = 0; i < differences->len; i++)
    {
      WeftDifference *difference = &g_array_index (differences, WeftDifference, i);

      difference->group = places[difference->group];
    }
  if (sorted->len > 0)
    memcpy (groups->data, sorted->data, sorted->len * sizeof (WeftDifferenceGroup));
}
