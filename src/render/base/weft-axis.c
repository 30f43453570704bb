/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-axis.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "weft-break.h"
#include "weft-clock.h"
#include "weft-number.h"

#define TICKS_PER_PX_MIN 1e-6
#define TICKS_PER_PX_MAX 1e16

#define MINUS "\342\210\222" /* U+2212 */
#define DECIMALS 9

/* Of the unit of a label, where a clock makes times of ticks. */
#define PARTS 1000

/* Logical pixels. */
#define LABEL_GAP 14
#define LABEL_INSET 4
#define MINOR_GAP 6

/* --- 64-bit arithmetic that cannot overflow ------------------------------------------------ */

/* |a − b|, which may be as much as 2⁶⁴ − 1. */
static uint64_t
distance (int64_t a, int64_t b)
{
  return a > b ? (uint64_t) a - (uint64_t) b : (uint64_t) b - (uint64_t) a;
}

static double
difference (int64_t a, int64_t b)
{
  return a >= b ? (double) distance (a, b) : -(double) distance (a, b);
}

/* a + `whole`, which may be further than any int64 reaches; NaN counts as 0. */
static inline int64_t
add_whole (int64_t a, double whole)
{
  __extension__ __int128 sum = a;

  /* Nearly always, and several times for each column of pixels. */
  if (fabs (whole) < 0x1p62 && a > -(INT64_C (1) << 62) && a < INT64_C (1) << 62)
    return a + (int64_t) whole;
  if (!isnan (whole))
    sum += (__int128) CLAMP (whole, -0x1p66, 0x1p66);
  return (int64_t) CLAMP (sum, INT64_MIN, INT64_MAX);
}

/* --- mapping ------------------------------------------------------------------------------- */

double
weft_axis_place_to_px (const WeftAxis *axis, int64_t place)
{
  return (difference (place, axis->origin) - axis->origin_fraction) / axis->ticks_per_px;
}

double
weft_axis_to_px (const WeftAxis *axis, int64_t tick)
{
  return weft_axis_place_to_px (axis,
                                axis->folds != NULL ? weft_folds_lay (axis->folds, tick) : tick);
}

/* The same as floor(), for which processors that lack an instruction call a function, several times for each column of
 * pixels. */
static inline double
round_down (double value)
{
  double whole;

  if (!(fabs (value) < 0x1p62))
    return floor (value);
  whole = (double) (int64_t) value;
  return whole - (whole > value);
}

int64_t
weft_axis_to_tick (const WeftAxis *axis, double x)
{
  double whole = round_down (x * axis->ticks_per_px + axis->origin_fraction);
  int64_t place = add_whole (axis->origin, whole);

  return axis->folds != NULL ? weft_folds_find (axis->folds, place) : place;
}

static void
move_origin (WeftAxis *axis, double ticks)
{
  double position = axis->origin_fraction + ticks;
  double whole = floor (position);
  int64_t origin = add_whole (axis->origin, whole);

  axis->origin_fraction = position - whole;
  /* Past the ends, or so far that a fraction has no meaning. */
  if (!(axis->origin_fraction >= 0 && axis->origin_fraction < 1) || origin == INT64_MAX
      || origin == INT64_MIN)
    axis->origin_fraction = 0;
  axis->origin = origin;
}

void
weft_axis_zoom (WeftAxis *axis, double x, double factor)
{
  double before = axis->ticks_per_px;
  double after = CLAMP (before * factor, TICKS_PER_PX_MIN, TICKS_PER_PX_MAX);

  g_return_if_fail (factor > 0 && isfinite (x));

  axis->ticks_per_px = after;
  move_origin (axis, x * (before - after));
}

void
weft_axis_scroll (WeftAxis *axis, double dx)
{
  g_return_if_fail (isfinite (dx));

  move_origin (axis, dx * axis->ticks_per_px);
}

/* --- labels -------------------------------------------------------------------------------- */

/* Appends text where there is room. */
static void
put (char *buffer, size_t *length, const char *text)
{
  size_t n = strlen (text);

  if (*length + n >= WEFT_AXIS_LABEL_SIZE)
    return;
  memcpy (buffer + *length, text, n + 1);
  *length += n;
}

static void
put_grouped (char *buffer, size_t *length, WeftAxisWide value)
{
  char digits[41], *first = digits + sizeof digits - 1;
  g_autofree char *grouped = NULL;

  *first = '\0';
  do
    *--first = (char) ('0' + (int) (value % 10));
  while ((value /= 10) != 0);
  grouped = weft_number_group_digits (first);
  put (buffer, length, grouped);
}

/* Appends rest ÷ unit as a decimal fraction, without noughts at its end. */
static void
put_fraction (char *buffer, size_t *length, uint64_t rest, uint64_t unit)
{
  char digits[DECIMALS + 1];
  int n = 0;
  int last = 0;

  for (; rest != 0 && n < DECIMALS; n++)
    {
      __extension__ unsigned __int128 next = (unsigned __int128) rest * 10;

      digits[n] = (char) ('0' + (int) (next / unit));
      rest = (uint64_t) (next % unit);
      if (digits[n] != '0')
        last = n + 1;
    }
  digits[last] = '\0';
  if (last == 0)
    return;
  put (buffer, length, weft_number_get_point ());
  put (buffer, length, digits);
}

char *
weft_axis_format_integer (int64_t value, char buffer[WEFT_AXIS_LABEL_SIZE])
{
  size_t length = 0;

  buffer[0] = '\0';
  if (value < 0)
    put (buffer, &length, MINUS);
  put_grouped (buffer, &length, distance (value, 0));
  return buffer;
}

static WeftAxisWide
divide_down (WeftAxisWide a, WeftAxisWide b)
{
  return a / b - (a % b < 0);
}

/* `parts` from zero, in units of the labels. */
static char *
format_parts (const WeftAxisSteps *steps, WeftAxisWide parts, char buffer[WEFT_AXIS_LABEL_SIZE])
{
  WeftAxisWide value = parts < 0 ? -parts : parts;
  int64_t unit = MAX (steps->label_unit, 1);
  size_t length = 0;

  buffer[0] = '\0';
  if (parts < 0)
    put (buffer, &length, MINUS);
  put_grouped (buffer, &length, value / unit);
  put_fraction (buffer, &length, (uint64_t) (value % unit), (uint64_t) unit);
  return buffer;
}

char *
weft_axis_format_line (const WeftAxisSteps *steps, const WeftAxisLine *line,
                       char buffer[WEFT_AXIS_LABEL_SIZE])
{
  return format_parts (steps, line->parts, buffer);
}

char *
weft_axis_format (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t tick,
                  char buffer[WEFT_AXIS_LABEL_SIZE])
{
  WeftAxisWide since = ((WeftAxisWide) tick - axis->zero) * steps->parts;

  return format_parts (steps, divide_down (since + steps->ticks / 2, steps->ticks), buffer);
}

/* --- ticks --------------------------------------------------------------------------------- */

/* The largest step that an axis of these units can have. */
static int64_t
largest_step (int64_t ticks_per_unit)
{
  static const int leads[] = { 5, 2, 1 };
  int64_t limit = INT64_MAX / ticks_per_unit;
  int64_t power = 1;

  while (power <= limit / 10)
    power *= 10;
  for (unsigned i = 0; i < G_N_ELEMENTS (leads); i++)
    {
      if (limit / power >= leads[i])
        return leads[i] * power;
    }
  return 1;
}

/* The smallest 1, 2 or 5 · 10ⁿ, in units, that is `wanted` or more; 1 at least. */
static int64_t
round_up_step (double wanted, int64_t largest)
{
  int64_t step = 1;

  while (step < wanted && step < largest)
    {
      int64_t lead = step;

      while (lead >= 10)
        lead /= 10;
      step = lead == 2 ? step / 2 * 5 : step * 2;
    }
  return step;
}

static int64_t
choose_minor (int64_t units, double px, double gap)
{
  static const int parts[] = { 10, 5, 4, 2 };
  int64_t lead = units;

  while (lead >= 10)
    lead /= 10;
  for (unsigned i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      /* Only parts that are 1, 2 or 5 · 10ⁿ themselves. */
      bool is_even = lead == 1 ? parts[i] != 4 : lead == 2 ? parts[i] != 5 : parts[i] % 5 == 0;

      if (is_even && units % parts[i] == 0 && px / parts[i] >= gap)
        return units / parts[i];
    }
  return 0;
}

static void
name_unit (const WeftAxis *axis, int64_t step_units, WeftAxisSteps *steps)
{
  static const struct
  {
    int64_t units;
    const char *name;
  } times[] = {
    { 1000000000, "s" },
    { 1000000, "ms" },
    { 1000, "µs" },
  };
  int64_t ticks_per_unit = MAX (axis->ticks_per_unit, 1);

  steps->label_unit = ticks_per_unit;
  steps->label_name = axis->unit_name != NULL ? axis->unit_name : "";
  if (axis->unit != WEFT_AXIS_NANOSECONDS)
    return;
  steps->label_name = "ns";
  for (unsigned i = 0; i < G_N_ELEMENTS (times); i++)
    {
      if (step_units >= times[i].units)
        {
          steps->label_unit = ticks_per_unit * times[i].units;
          steps->label_name = times[i].name;
          return;
        }
    }
}

static WeftAxisSteps
choose_tick_steps (const WeftAxis *axis, double label_width, double minor_gap)
{
  int64_t ticks_per_unit = MAX (axis->ticks_per_unit, 1);
  double px_per_unit = (double) ticks_per_unit / axis->ticks_per_px;
  int64_t units = round_up_step (label_width / px_per_unit, largest_step (ticks_per_unit));
  WeftAxisSteps steps = { .ticks = 1, .parts = 1 };

  steps.major = units * ticks_per_unit;
  steps.minor = choose_minor (units, (double) units * px_per_unit, minor_gap) * ticks_per_unit;
  name_unit (axis, units, &steps);
  return steps;
}

/* The parts are thousandths of the unit that suits the step. */
static WeftAxisSteps
choose_clock_steps (const WeftAxis *axis, double label_width, double minor_gap)
{
  static const struct
  {
    int64_t per_second;
    const char *name;
  } units[] = {
    { 1000000000000, "ps" }, { 1000000000, "ns" }, { 1000000, "µs" }, { 1000, "ms" }, { 1, "s" },
  };
  double px_per_second = (double) axis->hertz / axis->ticks_per_px;
  WeftAxisSteps steps = { .ticks = axis->hertz, .label_unit = PARTS };
  unsigned i = 0;
  double px;

  do
    {
      px = px_per_second / (double) units[i].per_second / PARTS;
      steps.major = round_up_step (fmax (label_width / px, PARTS), largest_step (PARTS));
    }
  while (steps.major >= 1000 * PARTS && ++i < G_N_ELEMENTS (units));
  i = MIN (i, G_N_ELEMENTS (units) - 1);
  steps.parts = units[i].per_second * PARTS;
  steps.label_name = units[i].name;
  steps.minor = choose_minor (steps.major, (double) steps.major * px, minor_gap);
  return steps;
}

static WeftAxisSteps
choose_steps (const WeftAxis *axis, double label_width, double minor_gap)
{
  return axis->hertz > 0 ? choose_clock_steps (axis, label_width, minor_gap)
                         : choose_tick_steps (axis, label_width, minor_gap);
}

WeftAxisSteps
weft_axis_choose_steps (const WeftAxis *axis, double label_width)
{
  return choose_steps (axis, fmax (label_width, 1), MINOR_GAP);
}

int64_t
weft_axis_get_reach (int64_t zero, int64_t first, int64_t last)
{
  uint64_t furthest = MAX (distance (first, zero), distance (last, zero));
  int64_t reach = 9;

  while ((uint64_t) reach < furthest && reach <= (INT64_MAX - 9) / 10)
    reach = reach * 10 + 9;
  return first < zero ? -reach : reach;
}

/* The label of a line near `ticks` from zero. */
static size_t
count_characters (const WeftAxisSteps *steps, WeftAxisWide ticks)
{
  char label[WEFT_AXIS_LABEL_SIZE];
  WeftAxisWide parts = ticks * steps->parts / steps->ticks;

  return (size_t) g_utf8_strlen (format_parts (steps, parts - parts % steps->major, label), -1);
}

WeftAxisSteps
weft_axis_get_steps (const WeftAxis *axis, const WeftStyle *style, int width)
{
  int gap = weft_style_px (style, LABEL_GAP);
  int minor_gap = weft_style_px (style, MINOR_GAP);
  const WeftAxisWide ends[] = { (WeftAxisWide) weft_axis_to_tick (axis, 0) - axis->zero,
                                (WeftAxisWide) weft_axis_to_tick (axis, width) - axis->zero,
                                axis->reach };
  WeftAxisSteps steps;
  size_t n = 4;
  int digit_width;

  weft_glyph_atlas_get_metrics (style->atlas, WEFT_FONT_UI_SMALL,
                                weft_style_font_size (style, WEFT_FONT_UI_SMALL), NULL, NULL,
                                &digit_width);
  steps = choose_steps (axis, (double) n * digit_width + gap, minor_gap);
  /* The unit of the labels, and with it their length, follows from the steps: look twice. */
  for (int i = 0; i < 2; i++)
    {
      for (unsigned j = 0; j < G_N_ELEMENTS (ends); j++)
        n = MAX (n, count_characters (&steps, ends[j]));
      steps = choose_steps (axis, (double) n * digit_width + gap, minor_gap);
    }
  return steps;
}

/* --- lines --------------------------------------------------------------------------------- */

static bool
place_line (const WeftAxis *axis, const WeftAxisSteps *steps, WeftAxisLine *line)
{
  WeftAxisWide ticks = line->parts * steps->ticks;
  WeftAxisWide whole = divide_down (ticks, steps->parts);
  WeftAxisWide tick = axis->zero + whole;

  line->tick = (int64_t) tick;
  line->fraction = (double) (ticks - whole * steps->parts) / (double) steps->parts;
  return tick >= INT64_MIN && tick <= INT64_MAX;
}

bool
weft_axis_first (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t step, int64_t from,
                 WeftAxisLine *line)
{
  const WeftCycleRange *fold;

  g_return_val_if_fail (step > 0, false);

  do
    {
      WeftAxisWide since = ((WeftAxisWide) from - axis->zero) * steps->parts;

      line->parts = -divide_down (-since, (WeftAxisWide) step * steps->ticks) * step;
      if (!place_line (axis, steps, line))
        return false;
      fold = weft_folds_at (axis->folds, line->tick);
      from = fold != NULL ? fold->to : from;
    }
  while (fold != NULL);
  return true;
}

bool
weft_axis_next (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t step, WeftAxisLine *line)
{
  const WeftCycleRange *fold;

  line->parts += step;
  if (!place_line (axis, steps, line))
    return false;
  fold = weft_folds_at (axis->folds, line->tick);
  return fold == NULL || weft_axis_first (axis, steps, step, fold->to, line);
}

double
weft_axis_line_to_px (const WeftAxis *axis, const WeftAxisLine *line)
{
  return weft_axis_to_px (axis, line->tick) + line->fraction / axis->ticks_per_px;
}

/* --- painting ------------------------------------------------------------------------------ */

typedef struct
{
  const WeftAxis *axis;
  const WeftStyle *style;
  WeftPaintList *list;
  WeftAxisSteps steps;
  int x;
  int y;
  int width;
  int height;
  int label_end; /* labels end before this */
  WeftColor color;
  const GArray *flags; /* Flag, of the marks in sight; nullable */
} Ruler;

/* Where the label of a mark is. */
typedef struct
{
  const WeftAxisMark *mark;
  int x; /* of its line */
  int left;
  int width; /* 0: there is no room for it */
} Flag;

/* Whether a label of a mark has taken that place. */
static bool
is_taken (const Ruler *ruler, int left, int width)
{
  for (guint i = 0; ruler->flags != NULL && i < ruler->flags->len; i++)
    {
      const Flag *flag = &g_array_index (ruler->flags, Flag, i);

      if (flag->width > 0 && left < flag->left + flag->width && left + width > flag->left)
        return true;
    }
  return false;
}

static int
measure_label (const Ruler *ruler, const char *label)
{
  return weft_glyph_atlas_measure (ruler->style->atlas, WEFT_FONT_UI_SMALL,
                                   weft_style_font_size (ruler->style, WEFT_FONT_UI_SMALL), label,
                                   -1);
}

typedef void (*RulerFunction) (const Ruler *ruler, const WeftAxisLine *line, int x);

/* Calls `function` for every line that is visible, and the one before, whose label may be. */
static void
visit_lines (const Ruler *ruler, int64_t step, RulerFunction function)
{
  double px = (double) step * (double) ruler->steps.ticks / (double) ruler->steps.parts;
  int64_t from = weft_folds_find (ruler->axis->folds, add_whole (ruler->axis->origin, -ceil (px)));
  WeftAxisLine line;
  bool is_line = step > 0 && weft_axis_first (ruler->axis, &ruler->steps, step, from, &line);

  /* Lines stand further apart than a pixel, but for axes that exceed all of int64. */
  for (int i = 0; is_line && i <= ruler->width + 2; i++)
    {
      double x = weft_axis_line_to_px (ruler->axis, &line);

      if (x >= ruler->width)
        return;
      function (ruler, &line, ruler->x + weft_paint_coord (x));
      is_line = weft_axis_next (ruler->axis, &ruler->steps, step, &line);
    }
}

static void
paint_line (const Ruler *ruler, const WeftAxisLine *line G_GNUC_UNUSED, int x)
{
  weft_paint_list_fill (ruler->list, x, ruler->y, weft_style_px (ruler->style, 1), ruler->height,
                        ruler->color);
}

static void
paint_minor_tick (const Ruler *ruler, const WeftAxisLine *line G_GNUC_UNUSED, int x)
{
  int height = MAX (ruler->height / 5, 2);

  weft_paint_list_fill (ruler->list, x, ruler->y + ruler->height - height,
                        weft_style_px (ruler->style, 1), height, ruler->color);
}

/* Where the label of a line must end: before the unit, and the next fold. */
static int
get_label_end (const Ruler *ruler, const WeftAxisLine *line)
{
  guint n;
  const WeftCycleRange *folds = weft_folds_get (ruler->axis->folds, &n);

  for (guint i = 0; i < n; i++)
    if (folds[i].from > line->tick)
      return MIN (ruler->label_end,
                  ruler->x + weft_paint_coord (weft_axis_to_px (ruler->axis, folds[i].from))
                    - weft_style_px (ruler->style, LABEL_INSET));
  return ruler->label_end;
}

static void
paint_label (const Ruler *ruler, const WeftAxisLine *line, int x)
{
  char label[WEFT_AXIS_LABEL_SIZE];
  int left = x + weft_style_px (ruler->style, LABEL_INSET);

  /* Digits that are cut off at the left edge would read as another number. */
  if (left < ruler->x)
    return;
  weft_axis_format_line (&ruler->steps, line, label);
  if (is_taken (ruler, left, measure_label (ruler, label)))
    return;
  weft_paint_list_text (ruler->list, left, ruler->y, get_label_end (ruler, line) - left,
                        ruler->height - ruler->height / 5, WEFT_FONT_UI_SMALL,
                        weft_style_font_size (ruler->style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_START,
                        WEFT_FIT_WHOLE, ruler->color, label, -1);
}

/* A time as short as people say it, a count exactly: (transfer full). */
static char *
format_length (const Ruler *ruler, const WeftCycleRange *fold)
{
  double length = (double) weft_cycles_between (fold->from, fold->to);
  WeftAxis axis = *ruler->axis;
  char label[WEFT_AXIS_LABEL_SIZE];

  if (axis.unit == WEFT_AXIS_NANOSECONDS)
    return weft_clock_format_seconds (length / 1e9 / (double) MAX (axis.ticks_per_unit, 1));
  if (axis.hertz > 0)
    return weft_clock_format_seconds (length / (double) axis.hertz);
  axis.zero = fold->from;
  return g_strdup (weft_axis_format (&axis, &ruler->steps, fold->to, label));
}

/* How long a fold is, where there is room between the strokes. */
static void
paint_length (const Ruler *ruler, const WeftCycleRange *fold, int left, int right)
{
  g_autofree char *label = format_length (ruler, fold);
  double size = weft_style_font_size (ruler->style, WEFT_FONT_UI_SMALL);
  int slant = weft_style_px (ruler->style, LABEL_INSET);

  if (measure_label (ruler, label) <= right - left - 2 * slant
      && !is_taken (ruler, left, right - left))
    weft_paint_list_text (ruler->list, left, ruler->y, right - left,
                          ruler->height - ruler->height / 5, WEFT_FONT_UI_SMALL, size,
                          WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE,
                          weft_style_color (ruler->style, WEFT_COLOR_TEXT_MUTED), label, -1);
}

static void
paint_folds (const Ruler *ruler)
{
  guint n;
  const WeftCycleRange *folds = weft_folds_get (ruler->axis->folds, &n);

  for (guint i = 0; i < n; i++)
    {
      double x0 = weft_axis_to_px (ruler->axis, folds[i].from);
      double x1 = weft_axis_to_px (ruler->axis, folds[i].to);
      int left = ruler->x + weft_paint_coord (x0), right = ruler->x + weft_paint_coord (x1);

      if (x1 <= 0 || x0 >= ruler->width)
        continue;
      weft_break_paint (ruler->style, ruler->list, left, right, ruler->y, ruler->height,
                        ruler->color);
      paint_length (ruler, &folds[i], left, right);
    }
}

static void
paint_unit (const Ruler *ruler)
{
  double size = weft_style_font_size (ruler->style, WEFT_FONT_UI_SMALL);
  int left = ruler->label_end;
  int right = ruler->x + ruler->width - weft_style_px (ruler->style, LABEL_INSET);

  weft_paint_list_fill (ruler->list, left, ruler->y, ruler->x + ruler->width - left,
                        ruler->height - weft_style_px (ruler->style, 1),
                        weft_style_color (ruler->style, WEFT_COLOR_PANE));
  if (is_taken (ruler, left, right - left))
    return;
  weft_paint_list_text (ruler->list, left, ruler->y, right - left,
                        ruler->height - ruler->height / 5, WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_END,
                        WEFT_FIT_WHOLE, weft_style_color (ruler->style, WEFT_COLOR_TEXT_MUTED),
                        ruler->steps.label_name, -1);
}

static void
paint_selection (const Ruler *ruler, const WeftAxisExtras *extras)
{
  WeftColor edge = weft_style_color (ruler->style, WEFT_COLOR_SELECTION_EDGE);
  int thickness = weft_style_px (ruler->style, 2);
  int x0 = ruler->x + weft_paint_coord (weft_axis_to_px (ruler->axis, extras->selection_start));
  int x1 = ruler->x + weft_paint_coord (weft_axis_to_px (ruler->axis, extras->selection_end));

  if (extras->selection_end <= extras->selection_start)
    return;
  weft_paint_list_fill (ruler->list, x0, ruler->y, MAX (x1 - x0, 1), ruler->height,
                        weft_style_color (ruler->style, WEFT_COLOR_SELECTION));
  weft_paint_list_fill (ruler->list, x0, ruler->y + ruler->height - thickness, MAX (x1 - x0, 1),
                        thickness, edge);
}

static const char *
get_mark_label (const Ruler *ruler, const WeftAxisMark *mark, char number[WEFT_AXIS_LABEL_SIZE])
{
  return mark->label != NULL ? mark->label
                             : weft_axis_format (ruler->axis, &ruler->steps, mark->tick, number);
}

/* The labels of marks stay inside of the ruler, and clear of one another: those that come last in the
 * list, the pointer's, are those that are read. */
static GArray *
place_flags (Ruler *ruler, const WeftAxisExtras *extras)
{
  GArray *flags = g_array_new (FALSE, FALSE, sizeof (Flag));
  int line = weft_style_px (ruler->style, 1);

  ruler->flags = flags;
  for (size_t i = extras->n_marks; i-- > 0;)
    {
      char number[WEFT_AXIS_LABEL_SIZE];
      Flag flag = { .mark = &extras->marks[i] };
      double px = weft_axis_to_px (ruler->axis, flag.mark->tick);
      int width;

      if (px < -1 || px > ruler->width)
        continue;
      flag.x = ruler->x + weft_paint_coord (px);
      width = measure_label (ruler, get_mark_label (ruler, flag.mark, number))
              + 2 * weft_style_px (ruler->style, LABEL_INSET);
      flag.left =
        flag.x + width <= ruler->x + ruler->width ? flag.x : MAX (flag.x + line - width, ruler->x);
      flag.width = is_taken (ruler, flag.left, width) ? 0 : width;
      g_array_append_val (flags, flag);
    }
  return flags;
}

/* A mark: a line, and its label on a flag. */
static void
paint_flag (const Ruler *ruler, const Flag *flag)
{
  char number[WEFT_AXIS_LABEL_SIZE];
  WeftColor color = flag->mark->color;
  int height = ruler->height - ruler->height / 5;

  weft_paint_list_fill (ruler->list, flag->x, ruler->y, weft_style_px (ruler->style, 1),
                        ruler->height, color);
  if (flag->width == 0)
    return;
  weft_paint_list_fill (ruler->list, flag->left, ruler->y, flag->width, height, color);
  weft_paint_list_text (ruler->list, flag->left, ruler->y, flag->width, height, WEFT_FONT_UI_SMALL,
                        weft_style_font_size (ruler->style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_CENTER,
                        WEFT_FIT_CLIP, weft_color_text_on (color | 0xff000000u),
                        get_mark_label (ruler, flag->mark, number), -1);
}

int
weft_axis_ruler_height (const WeftStyle *style)
{
  int ascent;
  int descent;

  weft_glyph_atlas_get_metrics (style->atlas, WEFT_FONT_UI_SMALL,
                                weft_style_font_size (style, WEFT_FONT_UI_SMALL), &ascent, &descent,
                                NULL);
  return (ascent + descent) * 5 / 4 + weft_style_px (style, 5);
}

void
weft_axis_paint_ruler (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list, int x,
                       int y, int width, int height, const WeftAxisExtras *extras)
{
  Ruler ruler = {
    axis, style,           list, weft_axis_get_steps (axis, style, width), x, y, width, height,
    0,    WEFT_COLOR_NONE, NULL
  };
  g_autoptr (GArray) flags = extras != NULL ? place_flags (&ruler, extras) : NULL;
  int line = weft_style_px (style, 1);
  int unit_width = measure_label (&ruler, ruler.steps.label_name);

  ruler.label_end = x + width - unit_width - 3 * weft_style_px (style, LABEL_INSET);
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  ruler.color = weft_style_color (style, WEFT_COLOR_GRID);
  visit_lines (&ruler, ruler.steps.minor, paint_minor_tick);
  visit_lines (&ruler, ruler.steps.major, paint_line);
  weft_paint_list_fill (list, x, y + height - line, width, line, ruler.color);
  ruler.color = weft_style_color (style, WEFT_COLOR_TEXT);
  visit_lines (&ruler, ruler.steps.major, paint_label);
  paint_folds (&ruler);
  paint_unit (&ruler);
  if (extras != NULL)
    {
      paint_selection (&ruler, extras);
      for (guint i = flags->len; i-- > 0;)
        paint_flag (&ruler, &g_array_index (flags, Flag, i));
    }
  weft_paint_list_pop_clip (list);
}

void
weft_axis_paint_grid (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list, int x,
                      int y, int width, int height)
{
  Ruler ruler = { axis,  style,  list, weft_axis_get_steps (axis, style, width),        x,   y,
                  width, height, 0,    weft_style_color (style, WEFT_COLOR_GRID_MINOR), NULL };

  weft_paint_list_push_clip (list, x, y, width, height);
  visit_lines (&ruler, ruler.steps.major, paint_line);
  weft_paint_list_pop_clip (list);
}
