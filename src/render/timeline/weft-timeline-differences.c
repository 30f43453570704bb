/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-differences.h"

#include "weft-number.h"
#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Lines that there are at most, and logical pixels at text scale 1: of a line, and of a column of
 * numbers. */
#define MAX_LINES 40u
#define LINE_HEIGHT 20
#define NUMBER_WIDTH 86
#define DIFFERENCE_WIDTH 150

/* The second one's surplus; where one has nothing of it, all of the other's. */
static double
get_difference (const WeftTimelineCompared *row)
{
  double a = isnan (row->numbers[0]) ? 0 : row->numbers[0];
  double b = isnan (row->numbers[1]) ? 0 : row->numbers[1];

  return b - a;
}

static gboolean
is_listed (const WeftTimelineCompared *row)
{
  return row->differs && g_strcmp0 (row->unit, "ns") == 0 && get_difference (row) != 0
         && row->group != WEFT_TIMELINE_COMPARE_PROCESS
         && row->group != WEFT_TIMELINE_COMPARE_THREAD;
}

/* The rows of the comparison that are lines: (transfer full) (element-type guint). */
static GArray *
list_lines (const WeftComparison *comparison)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < comparison->rows->len && lines->len < MAX_LINES; i++)
    if (is_listed (&g_array_index (comparison->rows, WeftTimelineCompared, i)))
      g_array_append_val (lines, i);
  return lines;
}

int
weft_timeline_differences_measure (const WeftComparison *comparison, const WeftStyle *style)
{
  g_autoptr (GArray) lines = list_lines (comparison);

  return ((int) lines->len + 1) * weft_style_text_px (style, LINE_HEIGHT);
}

guint
weft_timeline_differences_hit_test (const WeftComparison *comparison, const WeftStyle *style,
                                    double y)
{
  g_autoptr (GArray) lines = list_lines (comparison);
  int line = (int) floor (y / weft_style_text_px (style, LINE_HEIGHT)) - 1;

  return line >= 0 && line < (int) lines->len ? g_array_index (lines, guint, line) : G_MAXUINT;
}

/* --- painting ------------------------------------------------------------------------------------- */

/* Where the columns stand, device pixels. */
typedef struct
{
  const WeftStyle *style;
  WeftPaintList *list;
  int height; /* of a line */
  int gap;
  int name; /* width of the names */
  int numbers[2];
  int difference;
  int bar;   /* where the bars begin, */
  int width; /* and how wide they are together */
  double most;
} Columns;

static void
lay_out (Columns *self, int width)
{
  int number = weft_style_text_px (self->style, NUMBER_WIDTH);
  int difference = weft_style_text_px (self->style, DIFFERENCE_WIDTH), rest;

  self->height = weft_style_text_px (self->style, LINE_HEIGHT);
  self->gap = weft_style_px (self->style, 8);
  rest = MAX (width - 2 * number - difference - 6 * self->gap, 0);
  self->name = rest * 3 / 5;
  self->numbers[0] = self->gap + self->name + self->gap;
  self->numbers[1] = self->numbers[0] + number + self->gap;
  self->difference = self->numbers[1] + number + self->gap;
  self->bar = self->difference + difference + self->gap;
  self->width = MAX (width - self->bar - self->gap, 0);
}

static void
write_cell (const Columns *self, int x, int y, int width, WeftTextAlign align, WeftColorRole role,
            const char *text)
{
  weft_paint_list_text (self->list, x, y, width, self->height, WEFT_FONT_UI_SMALL,
                        weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), align, WEFT_FIT_END,
                        weft_style_color (self->style, role), text, -1);
}

static char *
format_number (double number)
{
  return isnan (number) ? g_strdup ("—") : weft_timeline_format_time ((gint64) number);
}

/* "+1.20 ms (+12.3 %)". */
static char *
format_difference (const WeftTimelineCompared *row)
{
  double difference = get_difference (row);
  g_autofree char *time = weft_timeline_format_time ((gint64) fabs (difference));
  g_autofree char *percent = NULL;
  const char *sign = difference < 0 ? "−" : "+";

  if (isnan (row->numbers[0]) || isnan (row->numbers[1]) || row->numbers[0] <= 0)
    return g_strconcat (sign, time, NULL);
  percent = weft_number_percent (100 * fabs (difference) / row->numbers[0]);
  return g_strdup_printf ("%s%s (%s%s)", sign, time, sign, percent);
}

/* Rows of devices and of the whole name their measure; a name's is its self time. */
static const char *
describe_what (const WeftTimelineCompared *row)
{
  static const struct
  {
    const char *what;
    const char *title;
  } known[] = {
    { "time_ns", N_ ("Time from first to last event") },
    { "busy_ns", N_ ("with work") },
    { "idle_ns", N_ ("without work") },
    { "kernel_ns", N_ ("in kernels") },
    { "copy_ns", N_ ("in copies") },
    { "exposed_copy_ns", N_ ("in copies that no kernel hides") },
    { "starved_ns", N_ ("waiting for launches") },
    { "launch_p50_ns", N_ ("from launch to start, p50") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known) && row->group != WEFT_TIMELINE_COMPARE_NAME; i++)
    if (g_str_equal (known[i].what, row->what))
      return _ (known[i].title);
  return NULL;
}

/* (transfer full) */
static char *
make_title (const WeftTimelineCompared *row)
{
  const char *what = describe_what (row);

  if (what == NULL)
    return g_strdup (row->name);
  return *row->name != '\0' ? g_strdup_printf ("%s · %s", row->name, what) : g_strdup (what);
}

static void
paint_bar (const Columns *self, const WeftTimelineCompared *row, int y)
{
  double share = self->most > 0 ? get_difference (row) / self->most : 0;
  int middle = self->bar + self->width / 2, inset = weft_style_px (self->style, 3);
  int length = MAX ((int) lrint (fabs (share) * self->width / 2), 1);

  weft_paint_list_fill (self->list, share < 0 ? middle - length : middle, y + inset, length,
                        self->height - 2 * inset,
                        weft_style_diverging (self->style, share < 0 ? -0.8 : 0.8));
}

static void
paint_line (const Columns *self, const WeftTimelineCompared *row, int y)
{
  int number = weft_style_text_px (self->style, NUMBER_WIDTH);
  g_autofree char *a = format_number (row->numbers[0]), *b = format_number (row->numbers[1]);
  g_autofree char *difference = format_difference (row);
  g_autofree char *name = make_title (row);

  write_cell (self, self->gap, y, self->name, WEFT_ALIGN_START, WEFT_COLOR_TEXT, name);
  write_cell (self, self->numbers[0], y, number, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED, a);
  write_cell (self, self->numbers[1], y, number, WEFT_ALIGN_END, WEFT_COLOR_TEXT, b);
  write_cell (self, self->difference, y, weft_style_text_px (self->style, DIFFERENCE_WIDTH),
              WEFT_ALIGN_END, WEFT_COLOR_TEXT, difference);
  paint_bar (self, row, y);
}

static void
paint_head (const Columns *self)
{
  int number = weft_style_text_px (self->style, NUMBER_WIDTH);

  write_cell (self, self->gap, 0, self->name, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED,
              _ ("Devices, and self time by name"));
  write_cell (self, self->numbers[0], 0, number, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED, "A");
  write_cell (self, self->numbers[1], 0, number, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED, "B");
  write_cell (self, self->difference, 0, weft_style_text_px (self->style, DIFFERENCE_WIDTH),
              WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED, _ ("B − A"));
}

void
weft_timeline_differences_paint (const WeftComparison *comparison, const WeftStyle *style,
                                 WeftPaintList *list, int width, int height)
{
  g_autoptr (GArray) lines = list_lines (comparison);
  Columns columns = { .style = style, .list = list };

  lay_out (&columns, width);
  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  for (guint i = 0; i < lines->len; i++)
    columns.most = MAX (
      columns.most, fabs (get_difference (&g_array_index (comparison->rows, WeftTimelineCompared,
                                                          g_array_index (lines, guint, i)))));
  paint_head (&columns);
  weft_paint_list_fill (list, columns.bar + columns.width / 2, columns.height, 1,
                        height - columns.height, weft_style_color (style, WEFT_COLOR_GRID));
  for (guint i = 0; i < lines->len; i++)
    paint_line (
      &columns,
      &g_array_index (comparison->rows, WeftTimelineCompared, g_array_index (lines, guint, i)),
      ((int) i + 1) * columns.height);
}
