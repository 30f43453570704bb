/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-time-axis.h"

#include <math.h>
#include <string.h>

#include "weft-number.h"

#include <glib/gi18n-lib.h>

#define MINUS "\342\210\222" /* U+2212 */
#define SPAN_TYPE "(xdd)"    /* of a span that is kept */

/* The part of time that one owner's trace covers. */
typedef struct
{
  gpointer owner;
  gint64 first;
  gint64 last;
} Part;

struct _WeftTimeAxis
{
  GObject parent_instance;

  WeftTimeUnit unit;
  double known_rate; /* ticks per second by a trace itself, 0: not known */
  GArray *parts;     /* Part, none of them empty */
  WeftTimeSpan visible;
  GHashTable *foldable; /* owner → WeftFolds */
  WeftFolds *chosen;    /* nullable: what would be folded, but for */
  WeftFolds *left;      /* what was opened: likewise */
  WeftFolds *folds;     /* likewise: those that are folded */
  gboolean folding;
  gboolean has_cursor;
  gint64 cursor;
  gint64 selection_first; /* not below the last: nothing is brushed */
  gint64 selection_last;
};

enum
{
  PROP_0,
  PROP_FOLD_EMPTY,
  N_PROPS
};
enum
{
  UNIT,
  RANGE,
  VISIBLE,
  CURSOR,
  SELECTION,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_QUARK (weft - go - to - error - quark, weft_go_to_error)
G_DEFINE_FINAL_TYPE (WeftTimeAxis, weft_time_axis, G_TYPE_OBJECT)

static void
weft_time_axis_finalize (GObject *object)
{
  WeftTimeAxis *self = WEFT_TIME_AXIS (object);

  g_array_unref (self->parts);
  g_hash_table_unref (self->foldable);
  g_clear_pointer (&self->chosen, weft_folds_unref);
  g_clear_pointer (&self->left, weft_folds_unref);
  g_clear_pointer (&self->folds, weft_folds_unref);
  G_OBJECT_CLASS (weft_time_axis_parent_class)->finalize (object);
}

static void
weft_time_axis_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FOLD_EMPTY)
    g_value_set_boolean (value, WEFT_TIME_AXIS (object)->folding);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_time_axis_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FOLD_EMPTY)
    weft_time_axis_set_folding (WEFT_TIME_AXIS (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_time_axis_class_init (WeftTimeAxisClass *klass)
{
  static const char *const names[N_SIGNALS] = { "unit", "range", "visible", "cursor", "selection" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = weft_time_axis_finalize;
  object_class->get_property = weft_time_axis_get_property;
  object_class->set_property = weft_time_axis_set_property;
  properties[PROP_FOLD_EMPTY] =
    g_param_spec_boolean ("fold-empty", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WEFT_TYPE_TIME_AXIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
weft_time_axis_init (WeftTimeAxis *self)
{
  self->unit = WEFT_TIME_UNIT_CYCLES;
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  self->foldable = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) weft_folds_unref);
  self->folding = TRUE;
}

static void
emit (WeftTimeAxis *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

WeftTimeAxis *
weft_time_axis_new (const WeftTimeUnit *unit)
{
  WeftTimeAxis *self = g_object_new (WEFT_TYPE_TIME_AXIS, NULL);

  self->unit = *unit;
  self->known_rate = unit->ticks_per_second;
  return self;
}

const WeftTimeUnit *
weft_time_axis_get_unit (WeftTimeAxis *self)
{
  return &self->unit;
}

void
weft_time_axis_set_unit (WeftTimeAxis *self, const WeftTimeUnit *unit)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  self->unit = *unit;
  emit (self, UNIT);
}

void
weft_time_axis_count_from (WeftTimeAxis *self, gint64 zero)
{
  WeftTimeUnit unit;

  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  unit = self->unit;
  if (unit.unit == WEFT_AXIS_COUNT || unit.zero == zero)
    return;
  unit.zero = zero;
  weft_time_axis_set_unit (self, &unit);
}

double
weft_time_axis_get_known_rate (WeftTimeAxis *self)
{
  return self->known_rate;
}

void
weft_time_axis_set_known_rate (WeftTimeAxis *self, double ticks_per_second)
{
  WeftTimeUnit unit = self->unit;
  gboolean is_chosen = unit.ticks_per_second != self->known_rate;

  if (ticks_per_second <= 0 || ticks_per_second == self->known_rate)
    return;
  self->known_rate = unit.ticks_per_second = ticks_per_second;
  if (!is_chosen)
    weft_time_axis_set_unit (self, &unit);
}

WeftClock
weft_time_axis_get_clock (WeftTimeAxis *self)
{
  const WeftTimeUnit *unit = &self->unit;

  if (unit->unit != WEFT_AXIS_COUNT)
    return (WeftClock){ 0, FALSE };
  return (WeftClock){ llround (CLAMP (unit->ticks_per_second, 0, 1e18)), unit->in_time };
}

/* --- what there is, and what is in sight ---------------------------------------------------------- */

static Part *
find_part (WeftTimeAxis *self, gpointer owner)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = &g_array_index (self->parts, Part, i);

      if (part->owner == owner)
        return part;
    }
  return NULL;
}

void
weft_time_axis_get_seen (WeftTimeAxis *self, gint64 *first, gint64 *last)
{
  const WeftTimeSpan *span = &self->visible;
  WeftAxisWide length = (WeftAxisWide) CLAMP (ceil (span->fraction + span->length), 0, 0x1p65);

  *first = weft_folds_find (self->folds, span->start);
  *last = weft_folds_find (self->folds, (gint64) MIN (span->start + length, G_MAXINT64));
}

/* Of one trace alone: where others have the same time, nothing of it can be folded. */
static WeftFolds *
find_foldable (WeftTimeAxis *self)
{
  GHashTableIter iter;
  gpointer owner, folds;

  g_hash_table_iter_init (&iter, self->foldable);
  while (self->parts->len <= 1 && g_hash_table_iter_next (&iter, &owner, &folds))
    if (self->parts->len == 0 || find_part (self, owner) != NULL)
      return folds;
  return NULL;
}

static gboolean
take (WeftFolds **place, WeftFolds *folds)
{
  if (*place == folds)
    return FALSE;
  if (folds != NULL)
    weft_folds_ref (folds);
  g_clear_pointer (place, weft_folds_unref);
  *place = folds;
  return TRUE;
}

gint64
weft_time_axis_lay (WeftTimeAxis *self, gint64 tick)
{
  return weft_folds_lay (self->folds, tick);
}

gint64
weft_time_axis_find (WeftTimeAxis *self, gint64 place)
{
  return weft_folds_find (self->folds, place);
}

typedef gint64 (*MapTime) (const WeftFolds *folds, gint64 time);

/* Parts of a tick stay as they are, so that where nothing is folded the part is the same. */
static WeftTimeSpan
map_span (const WeftFolds *folds, const WeftTimeSpan *span, MapTime map)
{
  double end = CLAMP (span->fraction + span->length, 0, 0x1p62), whole = floor (end);
  gint64 first, last;
  double length;

  if (folds == NULL || span->length <= 0)
    return *span;
  if (__builtin_add_overflow (span->start, (gint64) whole, &last))
    last = G_MAXINT64;
  first = map (folds, span->start);
  last = map (folds, last);
  length = (double) ((WeftAxisWide) last - first) + (end - whole) - span->fraction;
  return (WeftTimeSpan){ first, span->fraction, MAX (length, 1) };
}

WeftTimeSpan
weft_time_axis_lay_span (WeftTimeAxis *self, const WeftTimeSpan *ticks)
{
  return map_span (self->folds, ticks, weft_folds_lay);
}

WeftTimeSpan
weft_time_axis_find_span (WeftTimeAxis *self, const WeftTimeSpan *places)
{
  return map_span (self->folds, places, weft_folds_find);
}

/* The part in sight stays there. TRUE where something else is folded now, or can be. */
static gboolean
update_folds (WeftTimeAxis *self)
{
  WeftTimeSpan seen = weft_time_axis_find_span (self, &self->visible);
  gboolean other = take (&self->chosen, find_foldable (self));
  const WeftCycleRange *fold;

  if (other)
    take (&self->left, self->chosen);
  if (!take (&self->folds, self->folding ? self->left : NULL))
    return other;
  fold = weft_folds_at (self->folds, seen.start);
  /* Of what is within a fold, nothing is left to see but that. */
  if (fold != NULL && (double) (fold->to - seen.start) >= seen.fraction + seen.length)
    seen = (WeftTimeSpan){ fold->from, 0, (double) (fold->to - fold->from) };
  self->visible = weft_time_axis_lay_span (self, &seen);
  return TRUE;
}

void
weft_time_axis_set_range (WeftTimeAxis *self, gpointer owner, gint64 first, gint64 last)
{
  const Part part = { owner, first, last };
  Part *old;

  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  old = find_part (self, owner);
  if (old != NULL ? old->first == first && old->last == last : first >= last)
    return;
  if (old == NULL)
    g_array_append_val (self->parts, part);
  else if (first < last)
    *old = part;
  else
    g_array_remove_index (self->parts, (guint) (old - (Part *) self->parts->data));
  update_folds (self);
  emit (self, RANGE);
}

gboolean
weft_time_axis_get_range (WeftTimeAxis *self, gint64 *first, gint64 *last)
{
  *first = *last = 0;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);

      *first = i == 0 ? part->first : MIN (*first, part->first);
      *last = i == 0 ? part->last : MAX (*last, part->last);
    }
  return self->parts->len > 0;
}

gboolean
weft_time_axis_get_part (WeftTimeAxis *self, gpointer owner, gint64 *first, gint64 *last)
{
  const Part *part = find_part (self, owner);

  *first = part != NULL ? part->first : 0;
  *last = part != NULL ? part->last : 0;
  return part != NULL;
}

gboolean
weft_time_axis_get_extent (WeftTimeAxis *self, gint64 *first, gint64 *last)
{
  gboolean any = weft_time_axis_get_range (self, first, last);

  *first = weft_folds_lay (self->folds, *first);
  *last = weft_folds_lay (self->folds, *last);
  return any;
}

gint64
weft_time_axis_get_middle (WeftTimeAxis *self)
{
  return weft_folds_find (self->folds, self->visible.start + (gint64) (self->visible.length / 2));
}

/* --- what is folded of it ------------------------------------------------------------------------- */

void
weft_time_axis_set_folds (WeftTimeAxis *self, gpointer owner, WeftFolds *folds)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (weft_folds_equal (folds, g_hash_table_lookup (self->foldable, owner)))
    return;
  if (folds != NULL)
    g_hash_table_replace (self->foldable, owner, weft_folds_ref (folds));
  else
    g_hash_table_remove (self->foldable, owner);
  if (update_folds (self))
    emit (self, RANGE);
}

WeftFolds *
weft_time_axis_get_folds (WeftTimeAxis *self)
{
  return self->folds;
}

gboolean
weft_time_axis_can_fold (WeftTimeAxis *self)
{
  return self->chosen != NULL;
}

void
weft_time_axis_set_folding (WeftTimeAxis *self, gboolean folding)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (self->folding == folding)
    return;
  self->folding = folding;
  take (&self->left, self->chosen);
  if (update_folds (self))
    emit (self, RANGE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLD_EMPTY]);
}

void
weft_time_axis_open_fold (WeftTimeAxis *self, gint64 tick)
{
  g_autoptr (WeftFolds) left = NULL;

  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (weft_folds_at (self->folds, tick) == NULL)
    return;
  left = weft_folds_open (self->folds, tick);
  /* That the last one is opened is what the property says. */
  if (left == NULL)
    {
      weft_time_axis_set_folding (self, FALSE);
      return;
    }
  take (&self->left, left);
  if (update_folds (self))
    emit (self, RANGE);
}

gboolean
weft_time_span_is_valid (const WeftTimeSpan *span)
{
  return span->fraction >= 0 && span->fraction < 1 && span->length > 0
         && span->length <= (double) G_MAXINT64;
}

GVariant *
weft_time_span_write (const WeftTimeSpan *span)
{
  return g_variant_new (SPAN_TYPE, span->start, span->fraction, span->length);
}

gboolean
weft_time_span_read (GVariant *value, WeftTimeSpan *span)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE (SPAN_TYPE)))
    return FALSE;
  g_variant_get (value, SPAN_TYPE, &span->start, &span->fraction, &span->length);
  return weft_time_span_is_valid (span);
}

void
weft_time_axis_set_visible (WeftTimeAxis *self, const WeftTimeSpan *span)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self) && span->length >= 0);

  if (self->visible.start == span->start && self->visible.fraction == span->fraction
      && self->visible.length == span->length)
    return;
  self->visible = *span;
  emit (self, VISIBLE);
}

void
weft_time_axis_show_all (WeftTimeAxis *self)
{
  gint64 first, last;

  if (weft_time_axis_get_range (self, &first, &last))
    weft_time_axis_set_visible (self, &(WeftTimeSpan){ first, 0, (double) last - (double) first });
}

const WeftTimeSpan *
weft_time_axis_get_visible (WeftTimeAxis *self)
{
  return &self->visible;
}

gboolean
weft_time_axis_shows_end (WeftTimeAxis *self)
{
  gint64 first, last;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), FALSE);

  return weft_time_axis_get_extent (self, &first, &last)
         && (double) (last - self->visible.start) <= self->visible.fraction + self->visible.length;
}

void
weft_time_axis_show_end (WeftTimeAxis *self)
{
  WeftTimeSpan span;
  gint64 first, last;

  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (!weft_time_axis_get_extent (self, &first, &last))
    return;
  /* Not a part of a tick to the left of it: weft_time_axis_shows_end() is to hold. */
  span.start = last - (gint64) MIN (floor (self->visible.length), (double) (last - first));
  span.fraction = 0;
  span.length = self->visible.length;
  weft_time_axis_set_visible (self, &span);
}

/* --- cursor and selection --------------------------------------------------------------------------- */

void
weft_time_axis_set_cursor (WeftTimeAxis *self, gint64 tick)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (self->has_cursor && self->cursor == tick)
    return;
  self->has_cursor = TRUE;
  self->cursor = tick;
  emit (self, CURSOR);
}

void
weft_time_axis_unset_cursor (WeftTimeAxis *self)
{
  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  if (!self->has_cursor)
    return;
  self->has_cursor = FALSE;
  emit (self, CURSOR);
}

gboolean
weft_time_axis_get_cursor (WeftTimeAxis *self, gint64 *tick)
{
  *tick = self->cursor;
  return self->has_cursor;
}

void
weft_time_axis_select (WeftTimeAxis *self, gint64 first, gint64 last)
{
  gboolean had;

  g_return_if_fail (WEFT_IS_TIME_AXIS (self));

  had = self->selection_first < self->selection_last;
  if (had ? self->selection_first == first && self->selection_last == last : first >= last)
    return;
  self->selection_first = first;
  self->selection_last = last;
  emit (self, SELECTION);
}

void
weft_time_axis_select_within (WeftTimeAxis *self, gint64 first, gint64 last)
{
  gint64 least, most;

  if (weft_time_axis_get_range (self, &least, &most))
    weft_time_axis_select (self, MAX (first, least),
                           MIN (last, most < G_MAXINT64 ? most + 1 : most));
}

gboolean
weft_time_axis_get_selection (WeftTimeAxis *self, gint64 *first, gint64 *last)
{
  *first = self->selection_first;
  *last = self->selection_last;
  return *first < *last;
}

/* --- words --------------------------------------------------------------------------------------------- */

/* A number of nanoseconds to the last of them, in the unit that suits it: "12.345 µs". */
static char *
format_nanoseconds (gint64 nanoseconds)
{
  const WeftClock clock = { .hertz = 1000000000 };

  return nanoseconds != 0 ? weft_clock_format_exact (&clock, nanoseconds) : g_strdup ("0 ns");
}

/* A count of units, with three decimals where ticks are finer: "12 345.500 cycles". */
static char *
format_count (const WeftTimeUnit *unit, gint64 ticks)
{
  guint64 amount = ticks < 0 ? 0 - (guint64) ticks : (guint64) ticks;
  guint64 per_unit = (guint64) unit->ticks_per_unit, rest = amount % per_unit;
  char number[WEFT_AXIS_LABEL_SIZE];

  if (rest == 0 && g_str_equal (unit->name, "cycles"))
    return weft_number_signed_cycles (ticks / unit->ticks_per_unit);
  weft_axis_format_integer ((gint64) (amount / per_unit), number);
  if (rest == 0)
    return g_strdup_printf ("%s%s %s", ticks < 0 ? MINUS : "", number, _ (unit->name));
  return g_strdup_printf ("%s%s.%03u %s", ticks < 0 ? MINUS : "", number,
                          (guint) (1000.0 * (double) rest / (double) per_unit), _ (unit->name));
}

static char *
format_ticks (WeftTimeAxis *self, gint64 ticks)
{
  const WeftTimeUnit *unit = &self->unit;
  WeftClock clock = weft_time_axis_get_clock (self);
  g_autofree char *count = NULL;

  if (unit->unit == WEFT_AXIS_NANOSECONDS)
    return format_nanoseconds (ticks / unit->ticks_per_unit);
  count = format_count (unit, ticks);
  return weft_clock_format (&clock, ticks, count);
}

char *
weft_time_axis_format_time (WeftTimeAxis *self, gint64 tick)
{
  gint64 since;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), NULL);

  if (__builtin_sub_overflow (tick, self->unit.zero, &since))
    since = tick < self->unit.zero ? G_MININT64 : G_MAXINT64;
  return format_ticks (self, since);
}

char *
weft_time_axis_format_duration (WeftTimeAxis *self, gint64 ticks)
{
  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), NULL);

  return format_ticks (self, ticks);
}

char *
weft_time_axis_describe_fold (WeftTimeAxis *self, gint64 tick)
{
  const WeftCycleRange *fold = weft_folds_at (self->folds, tick);
  g_autofree char *length = NULL;

  if (fold == NULL)
    return NULL;
  if (self->unit.unit == WEFT_AXIS_NANOSECONDS)
    length = weft_clock_format_seconds ((double) (fold->to - fold->from)
                                        / (double) self->unit.ticks_per_unit / 1e9);
  else
    length = weft_time_axis_format_duration (self, fold->to - fold->from);
  /* TRANSLATORS: a stretch of time in which nothing happens: "12.4 ms without events" */
  return g_strdup_printf (_ ("%s without events"), length);
}

char *
weft_time_axis_format_range (WeftTimeAxis *self, gint64 first, gint64 last)
{
  g_autofree char *from = NULL, *to = NULL, *length = NULL;
  const WeftTimeUnit *unit;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), NULL);

  unit = &self->unit;

  length =
    weft_time_axis_format_duration (self, (gint64) MIN ((WeftAxisWide) last - first, G_MAXINT64));
  to = weft_time_axis_format_time (self, last);
  if (unit->unit == WEFT_AXIS_COUNT && unit->ticks_per_unit == 1 && !unit->in_time)
    {
      /* The unit need not be written twice, nor how long it is since zero. */
      char number[WEFT_AXIS_LABEL_SIZE];

      from = g_strdup (weft_axis_format_integer (first - unit->zero, number));
      g_free (to);
      to = format_count (unit, last - unit->zero);
    }
  else
    from = weft_time_axis_format_time (self, first);
  return g_strdup_printf ("%s – %s · Δ %s", from, to, length);
}

/* Of a time nobody wants to know the ninth digit. */
static char *
format_length (WeftTimeAxis *self, double length)
{
  if (self->unit.unit == WEFT_AXIS_NANOSECONDS && length >= 1e4)
    {
      double step = pow (10, floor (log10 (length)) - 3);

      length = round (length / step) * step;
    }
  return format_ticks (self, length < 0x1p63 ? (gint64) length : G_MAXINT64);
}

/* Times may lie further apart than a number of ticks reaches. */
static double
subtract (gint64 to, gint64 from)
{
  return (double) ((WeftAxisWide) to - from);
}

char *
weft_time_axis_format_zoom (WeftTimeAxis *self)
{
  g_autofree char *part = NULL, *whole = NULL;
  double length, before, after;
  gint64 first, last, start, end;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), NULL);

  length = self->visible.length;
  weft_time_axis_get_seen (self, &start, &end);
  if (self->folds != NULL)
    length = subtract (end, start);
  if (!weft_time_axis_get_range (self, &first, &last))
    return format_length (self, length);
  /* The empty time before and after the trace is none of it. */
  before = subtract (first, start) - self->visible.fraction;
  after = self->visible.fraction + length - subtract (last, start);
  length = MAX (length - MAX (before, 0) - MAX (after, 0), 0);
  part = format_length (self, length);
  whole = format_length (self, subtract (last, first));
  if (g_str_equal (part, whole))
    return g_steal_pointer (&part);
  /* TRANSLATORS: how much of a trace is in sight: "39 cycles of 401 cycles" */
  return g_strdup_printf (_ ("%s of %s"), part, whole);
}

static gboolean
parse_time (const WeftTimeUnit *unit, const char *text, gint64 *tick)
{
  g_autofree char *digits = g_strdup (text);
  char *to = digits, *end;
  gint64 units, ticks;

  for (const char *from = text; *from != '\0'; from++)
    if (g_ascii_isdigit (*from) || *from == '-')
      *to++ = *from;
    else if (!g_ascii_isalpha (*from) && !g_ascii_isspace (*from) && strchr (",_", *from) == NULL)
      return FALSE;
  *to = '\0';
  units = g_ascii_strtoll (digits, &end, 10);
  return *digits != '\0' && *end == '\0'
         && !__builtin_mul_overflow (units, unit->ticks_per_unit, &ticks)
         && !__builtin_add_overflow (ticks, unit->zero, tick);
}

gboolean
weft_time_axis_parse_time (WeftTimeAxis *self, const char *text, gint64 *tick, GError **error)
{
  g_autofree char *from = NULL, *to = NULL;
  gint64 first, last;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), FALSE);

  if (!parse_time (&self->unit, text, tick))
    {
      g_set_error_literal (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
                           _ ("Write a time as a number, as in “1000”."));
      return FALSE;
    }
  if (weft_time_axis_get_range (self, &first, &last) && *tick >= first && *tick < last)
    return TRUE;
  from = weft_time_axis_format_time (self, first);
  to = weft_time_axis_format_time (self, last);
  g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
               _ ("That is not in the trace, which goes from %s to %s."), from, to);
  return FALSE;
}

gboolean
weft_time_axis_get_ruler (WeftTimeAxis *self, int width, WeftAxis *ruler)
{
  const WeftTimeUnit *unit;
  WeftClock clock;
  gint64 first, last;

  g_return_val_if_fail (WEFT_IS_TIME_AXIS (self), FALSE);

  unit = &self->unit;
  clock = weft_time_axis_get_clock (self);
  if (self->visible.length <= 0 || width <= 0)
    return FALSE;
  weft_time_axis_get_range (self, &first, &last);
  *ruler = (WeftAxis){
    .origin = self->visible.start,
    .origin_fraction = self->visible.fraction,
    .ticks_per_px = self->visible.length / width,
    .zero = unit->zero,
    .ticks_per_unit = unit->ticks_per_unit,
    .unit = unit->unit,
    .unit_name = unit->name != NULL ? _ (unit->name) : NULL,
    .hertz = weft_clock_shows_time (&clock) ? clock.hertz : 0,
    .reach = weft_axis_get_reach (unit->zero, first, last),
    .folds = self->folds,
  };
  return TRUE;
}
