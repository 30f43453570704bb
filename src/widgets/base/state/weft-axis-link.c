/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-axis-link.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _WeftAxisLink
{
  GObject parent_instance;

  WeftTimeAxis *shared;
  WeftTimeAxis *own;
  WeftViewState *state;
  WeftTimeMap map;
  gboolean leads;
  gboolean moving; /* one of them is being set from the other */
  guint return_idle;
};

G_DEFINE_FINAL_TYPE (WeftAxisLink, weft_axis_link, G_TYPE_OBJECT)

typedef gint64 (*Map) (const WeftTimeMap *map, gint64 tick, double *fraction);

/* --- units ------------------------------------------------------------------------------------ */

static double
get_value (WeftRatio ratio)
{
  return (double) ratio.numerator / (double) ratio.denominator;
}

WeftRatio
weft_axis_link_suggest (const WeftTimeUnit *shared, const WeftTimeUnit *own)
{
  if (shared->ticks_per_second > 0 && own->ticks_per_second > 0)
    return weft_ratio_approximate (shared->ticks_per_second / own->ticks_per_second);
  return weft_ratio_approximate ((double) shared->ticks_per_unit / (double) own->ticks_per_unit);
}

WeftTimeUnit
weft_axis_link_share_unit (const WeftTimeUnit *own, WeftRatio ratio)
{
  WeftTimeUnit unit = *own;
  gint64 ticks;

  unit.zero = 0;
  unit.ticks_per_second *= get_value (ratio);
  if (own->ticks_per_unit % ratio.denominator == 0
      && !__builtin_mul_overflow (own->ticks_per_unit / ratio.denominator, ratio.numerator, &ticks))
    {
      unit.ticks_per_unit = ticks;
      return unit;
    }
  /* Its units are no whole number of ticks. */
  unit.unit = WEFT_AXIS_COUNT;
  unit.name = N_ ("ticks");
  unit.ticks_per_unit = 1;
  return unit;
}

/* --- from one to the other -------------------------------------------------------------------- */

/* `scale` is how many ticks of the target one of the source takes. */
static WeftTimeSpan
map_span (const WeftTimeMap *time, WeftTimeSpan span, Map map, double scale)
{
  double whole;

  span.start = map (time, span.start, &whole);
  span.fraction = whole + span.fraction * scale;
  whole = floor (span.fraction);
  span.start += (gint64) whole;
  span.fraction -= whole;
  span.length *= scale;
  return span;
}

static void
map_visible (WeftAxisLink *self, WeftTimeAxis *from, WeftTimeAxis *to, Map map, double scale)
{
  WeftTimeSpan span = *weft_time_axis_get_visible (from);

  if (span.length <= 0)
    return;
  span = map_span (&self->map, span, map, scale);
  weft_time_axis_set_visible (to, &span);
}

WeftTimeSpan
weft_axis_link_find_span (const WeftTimeMap *map, const WeftTimeSpan *shared)
{
  return map_span (map, *shared, weft_time_map_to_trace, 1 / get_value (map->ratio));
}

static void
map_cursor (WeftAxisLink *self, WeftTimeAxis *from, WeftTimeAxis *to, Map map)
{
  gint64 tick;

  if (weft_time_axis_get_cursor (from, &tick))
    weft_time_axis_set_cursor (to, map (&self->map, tick, NULL));
  else
    weft_time_axis_unset_cursor (to);
}

static void
map_selection (WeftAxisLink *self, WeftTimeAxis *from, WeftTimeAxis *to, Map map)
{
  gint64 first, last;

  if (!weft_time_axis_get_selection (from, &first, &last))
    weft_time_axis_select (to, 0, 0);
  else
    {
      first = map (&self->map, first, NULL);
      last = map (&self->map, last, NULL);
      /* A range within one tick of the target is that tick. */
      weft_time_axis_select (to, first, MAX (last, first + 1));
    }
}

/* Each signal of one axis, done to the other. */
#define FOLLOW(name, condition, action) \
  static void name (WeftAxisLink *self) \
  { \
    if (self->moving || !(condition)) \
      return; \
    self->moving = TRUE; \
    action; \
    self->moving = FALSE; \
  }

FOLLOW (shared_visible, TRUE,
        map_visible (self, self->shared, self->own, weft_time_map_to_trace,
                     1 / get_value (self->map.ratio)))
FOLLOW (lead_visible, TRUE,
        map_visible (self, self->own, self->shared, weft_time_map_to_shared,
                     get_value (self->map.ratio)))
FOLLOW (shared_cursor, TRUE, map_cursor (self, self->shared, self->own, weft_time_map_to_trace))
FOLLOW (own_cursor, TRUE, map_cursor (self, self->own, self->shared, weft_time_map_to_shared))
FOLLOW (shared_selection, TRUE,
        map_selection (self, self->shared, self->own, weft_time_map_to_trace))
FOLLOW (own_selection, TRUE, map_selection (self, self->own, self->shared, weft_time_map_to_shared))

static gboolean
go_back (gpointer data)
{
  WeftAxisLink *self = data;

  self->return_idle = 0;
  shared_visible (self);
  return G_SOURCE_REMOVE;
}

/* A picture that went where it likes comes back once it is there. */
static void
own_visible (WeftAxisLink *self)
{
  if (self->leads)
    lead_visible (self);
  else if (!self->moving && self->return_idle == 0)
    self->return_idle = g_idle_add (go_back, self);
}

/* Each is told how far the traces of the other go: of the shared time, as all of it may be scrolled
 * to; of the view's, only what its own trace covers, which is what the others must know. */
static void
map_ranges (WeftAxisLink *self)
{
  gint64 first, last;

  if (weft_time_axis_get_part (self->own, self->state, &first, &last))
    weft_time_axis_set_range (self->shared, self, weft_time_map_to_shared (&self->map, first, NULL),
                              weft_time_map_to_shared (&self->map, last - 1, NULL) + 1);
  else
    weft_time_axis_set_range (self->shared, self, 0, 0);
}

static void
shared_range (WeftAxisLink *self)
{
  gint64 first, last;

  if (weft_time_axis_get_range (self->shared, &first, &last))
    weft_time_axis_set_range (self->own, self, weft_time_map_to_trace (&self->map, first, NULL),
                              weft_time_map_to_trace (&self->map, last - 1, NULL) + 1);
}

/* The trace's zero is known only when it is read. */
static void
own_unit (WeftAxisLink *self)
{
  gint64 zero = weft_time_axis_get_unit (self->own)->zero;

  if (zero == self->map.zero)
    return;
  self->map.zero = zero;
  weft_axis_link_place (self, self->map.offset, self->map.ratio);
}

/* --- the link --------------------------------------------------------------------------------- */

const WeftTimeMap *
weft_axis_link_get_map (WeftAxisLink *self)
{
  return &self->map;
}

void
weft_axis_link_set_leads (WeftAxisLink *self, gboolean leads)
{
  self->leads = leads;
}

void
weft_axis_link_place (WeftAxisLink *self, gint64 offset, WeftRatio ratio)
{
  g_return_if_fail (WEFT_IS_AXIS_LINK (self) && ratio.numerator > 0 && ratio.denominator > 0);

  self->map.offset = offset;
  self->map.ratio = ratio;
  map_ranges (self);
  shared_range (self);
  shared_visible (self);
  shared_cursor (self);
  shared_selection (self);
}

static void
weft_axis_link_dispose (GObject *object)
{
  WeftAxisLink *self = WEFT_AXIS_LINK (object);

  g_clear_handle_id (&self->return_idle, g_source_remove);
  if (self->own != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->own, self);
      weft_time_axis_set_range (self->own, self, 0, 0);
    }
  if (self->shared != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->shared, self);
      weft_time_axis_set_range (self->shared, self, 0, 0);
    }
  g_clear_object (&self->own);
  g_clear_object (&self->shared);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_axis_link_parent_class)->dispose (object);
}

static void
weft_axis_link_class_init (WeftAxisLinkClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_axis_link_dispose;
}

static void
weft_axis_link_init (WeftAxisLink *self G_GNUC_UNUSED)
{
}

static void
follow (WeftAxisLink *self)
{
  const struct
  {
    WeftTimeAxis *axis;
    const char *signal;
    void (*follow) (WeftAxisLink *self);
  } followed[] = {
    { self->shared, "visible", shared_visible },
    { self->shared, "cursor", shared_cursor },
    { self->shared, "selection", shared_selection },
    { self->shared, "range", shared_range },
    { self->own, "visible", own_visible },
    { self->own, "cursor", own_cursor },
    { self->own, "selection", own_selection },
    { self->own, "range", map_ranges },
    { self->own, "unit", own_unit },
  };

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_swapped (followed[i].axis, followed[i].signal, G_CALLBACK (followed[i].follow),
                              self);
}

WeftAxisLink *
weft_axis_link_new (WeftTimeAxis *shared, WeftViewState *state, gint64 offset, WeftRatio ratio)
{
  WeftAxisLink *self = g_object_new (WEFT_TYPE_AXIS_LINK, NULL);

  self->shared = g_object_ref (shared);
  self->state = g_object_ref (state);
  self->own = g_object_ref (weft_view_state_get_axis (state));
  self->map.zero = weft_time_axis_get_unit (self->own)->zero;
  follow (self);
  weft_axis_link_place (self, offset, ratio);
  return self;
}
