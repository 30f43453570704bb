/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-roofline.h"

#include "weft-npu-bound.h"
#include "weft-npu-missing.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Dots, in logical pixels: so large that a letter can be read in them. */
#define DOT 15

/* Layers of a dot that are told by name. */
#define MAX_TOLD 12u

/* How dots of a phase look. */
typedef enum
{
  SHAPE_SQUARE,
  SHAPE_DIAMOND,
  SHAPE_TRIANGLE,
  SHAPE_OCTAGON,
  N_SHAPES
} Shape;

/* Layers of one phase at the same place. */
typedef struct
{
  guint part; /* the first of them in the statistics */
  GArray *parts;
  int x, y;
} Dot;

typedef struct
{
  const WeftNpuStats *stats;
  const WeftStyle *style;
  WeftPaintList *list;
  int x, y, width, height; /* of the plot */
  double low_x, high_x;    /* logarithms of MACs per byte */
  double low_y, high_y;    /* and of MACs per cycle */
  GArray *phases;          /* names of the phases that have a dot */
  GArray *dots;            /* Dot */
} Roofline;

/* FALSE where the part has no bytes or no MACs. */
static gboolean
get_place (const WeftNpuPartStats *part, double *intensity, double *rate)
{
  double bytes = (double) part->sum.read + (double) part->sum.write, cycles = 0;

  for (guint kind = 0; kind < WEFT_NPU_N_LANE_KINDS; kind++)
    cycles = MAX (cycles, (double) part->sum.cycles[kind]);
  if (bytes <= 0 || part->sum.macs <= 0 || cycles <= 0)
    return FALSE;
  *intensity = (double) part->sum.macs / bytes;
  *rate = (double) part->sum.macs / cycles;
  return TRUE;
}

static int
to_x (const Roofline *self, double intensity)
{
  return self->x
         + (int) lrint ((log10 (intensity) - self->low_x) / (self->high_x - self->low_x)
                        * self->width);
}

static int
to_y (const Roofline *self, double rate)
{
  return self->y + self->height
         - (int) lrint ((log10 (rate) - self->low_y) / (self->high_y - self->low_y) * self->height);
}

static void
find_limits (Roofline *self)
{
  const WeftNpuStats *stats = self->stats;
  double peak = (double) stats->bandwidth->peak;
  double ridge = stats->roof / peak;

  self->low_x = floor (log10 (ridge) - 1);
  self->high_x = ceil (log10 (ridge) + 1);
  self->high_y = ceil (log10 (stats->roof) + 0.1);
  self->low_y = G_MAXDOUBLE;
  for (guint i = 0; i < stats->n_parts; i++)
    {
      double intensity, rate;

      if (!get_place (&stats->parts[i], &intensity, &rate))
        continue;
      self->low_x = MIN (self->low_x, floor (log10 (intensity)));
      self->high_x = MAX (self->high_x, ceil (log10 (intensity)));
      self->low_y = MIN (self->low_y, floor (log10 (rate)));
      self->high_y = MAX (self->high_y, ceil (log10 (rate)));
    }
  /* The bandwidth's slope begins at the left edge. */
  self->low_y = MIN (self->low_y, floor (log10 (peak) + self->low_x));
}

/* --- dots ------------------------------------------------------------------------------------------- */

static void
clear_dot (gpointer data)
{
  g_array_unref (((Dot *) data)->parts);
}

static void
roofline_clear (Roofline *self)
{
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->dots, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Roofline, roofline_clear)

static const WeftNpuPartStats *
get_part (const Roofline *self, const Dot *dot)
{
  return &self->stats->parts[dot->part];
}

static void
add_phase (Roofline *self, guint32 phase)
{
  for (guint i = 0; i < self->phases->len; i++)
    if (g_array_index (self->phases, guint32, i) == phase)
      return;
  g_array_append_val (self->phases, phase);
}

/* Those that cover one another by more than half are one. */
static void
add_dot (Roofline *self, guint part, int x, int y)
{
  int reach = weft_style_px (self->style, DOT) / 2;
  Dot fresh = { part, NULL, x, y };

  for (guint i = 0; i < self->dots->len; i++)
    {
      Dot *dot = &g_array_index (self->dots, Dot, i);

      if (get_part (self, dot)->phase == self->stats->parts[part].phase && ABS (dot->x - x) <= reach
          && ABS (dot->y - y) <= reach)
        {
          g_array_append_val (dot->parts, part);
          return;
        }
    }
  fresh.parts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (fresh.parts, part);
  g_array_append_val (self->dots, fresh);
}

static void
place_dots (Roofline *self)
{
  self->phases = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->dots = g_array_new (FALSE, FALSE, sizeof (Dot));
  g_array_set_clear_func (self->dots, clear_dot);
  for (guint i = 0; i < self->stats->n_parts; i++)
    {
      double intensity, rate;

      if (!get_place (&self->stats->parts[i], &intensity, &rate))
        continue;
      add_phase (self, self->stats->parts[i].phase);
      add_dot (self, i, to_x (self, intensity), to_y (self, rate));
    }
}

/* Prefill and decode look the same in all runs, as in the band of phases. */
static Shape
get_shape (const Roofline *self, guint32 phase, WeftColor *color)
{
  const char *name = weft_npu_trace_get_name (self->stats->snapshot->trace, phase);

  if (g_strcmp0 (name, "PREFILL") == 0)
    {
      *color = weft_style_category (self->style, 3);
      return SHAPE_SQUARE;
    }
  if (g_strcmp0 (name, "DECODE") == 0)
    {
      *color = weft_style_category (self->style, 6);
      return SHAPE_DIAMOND;
    }
  *color = weft_style_category (self->style, name != NULL ? 1 : 4);
  return name != NULL ? SHAPE_TRIANGLE : SHAPE_OCTAGON;
}

static void
paint_shape (const Roofline *self, Shape shape, double x, double y, double half, WeftColor color)
{
  const double slant = 0.4142 * half, wide = 1.3 * half;
  const WeftPoint square[] = {
    { x - half, y - half }, { x + half, y - half }, { x + half, y + half }, { x - half, y + half }
  };
  const WeftPoint diamond[] = {
    { x, y - wide }, { x + wide, y }, { x, y + wide }, { x - wide, y }
  };
  const WeftPoint triangle[] = { { x, y - wide }, { x + wide, y + half }, { x - wide, y + half } };
  const WeftPoint octagon[] = { { x - slant, y - half }, { x + slant, y - half },
                                { x + half, y - slant }, { x + half, y + slant },
                                { x + slant, y + half }, { x - slant, y + half },
                                { x - half, y + slant }, { x - half, y - slant } };
  static const gsize n_points[N_SHAPES] = { 4, 4, 3, 8 };
  const WeftPoint *const points[N_SHAPES] = { square, diamond, triangle, octagon };

  weft_paint_list_polygon (self->list, points[shape], n_points[shape], color);
}

/* The shape of a phase with its letter, rimmed so that it stands out before another. */
static void
paint_mark (const Roofline *self, guint32 phase, int x, int y)
{
  double half = weft_style_px (self->style, DOT) / 2.0, rim = weft_style_px (self->style, 1);
  double size = weft_style_font_size (self->style, WEFT_FONT_UI_SMALL);
  int box = weft_style_text_px (self->style, 24);
  g_autofree char *name = weft_npu_format_name (self->stats->snapshot, phase);
  g_autofree char *letter = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), 1));
  WeftColor color;
  Shape shape = get_shape (self, phase, &color);

  paint_shape (self, shape, x, y, half + rim, weft_style_color (self->style, WEFT_COLOR_CANVAS));
  paint_shape (self, shape, x, y, half, color);
  weft_paint_list_text (self->list, x - box / 2, y - box / 2, box, box, WEFT_FONT_UI_SMALL, size,
                        WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, weft_color_text_on (color), letter, -1);
}

/* --- the plot --------------------------------------------------------------------------------------- */

static void
paint_label (const Roofline *self, int x, int y, int width, WeftTextAlign align, const char *text)
{
  weft_paint_list_text (self->list, x, y, width, weft_style_text_px (self->style, 16),
                        WEFT_FONT_UI_SMALL, weft_style_font_size (self->style, WEFT_FONT_UI_SMALL),
                        align, WEFT_FIT_END, weft_style_color (self->style, WEFT_COLOR_TEXT_MUTED),
                        text, -1);
}

/* "0.01", "10 000": (transfer full). */
static char *
format_decade (double decade)
{
  return decade < 0 || decade > 15 ? g_strdup_printf ("%g", pow (10, decade))
                                   : weft_npu_format_number (llrint (pow (10, decade)));
}

static void
paint_axes (const Roofline *self)
{
  WeftColor grid = weft_style_color (self->style, WEFT_COLOR_GRID);
  int label = weft_style_text_px (self->style, 64), line = weft_style_text_px (self->style, 16);

  for (double decade = self->low_x; decade <= self->high_x; decade++)
    {
      int x = to_x (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      weft_paint_list_fill (self->list, x, self->y, 1, self->height, grid);
      paint_label (self, x - label / 2, self->y + self->height, label, WEFT_ALIGN_CENTER, text);
    }
  for (double decade = self->low_y; decade <= self->high_y; decade++)
    {
      int y = to_y (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      weft_paint_list_fill (self->list, self->x, y, self->width, 1, grid);
      paint_label (self, self->x - label - 4, y - line / 2, label, WEFT_ALIGN_END, text);
    }
  paint_label (self, self->x, self->y + self->height + line, self->width, WEFT_ALIGN_CENTER,
               _ ("MACs per byte of DRAM"));
  paint_label (self, self->x, self->y - line, self->width, WEFT_ALIGN_START, _ ("MACs per cycle"));
}

/* Bandwidth up to the ridge, and level from there on; what is left of the ridge is bound by the one, and
 * what is right of it by the other. */
static void
paint_roofs (const Roofline *self)
{
  double peak = (double) self->stats->bandwidth->peak, roof = self->stats->roof;
  double ridge = roof / peak, left = pow (10, self->low_x);
  const WeftPoint points[] = { { to_x (self, left), to_y (self, left * peak) },
                               { to_x (self, ridge), to_y (self, roof) },
                               { self->x + self->width, to_y (self, roof) } };
  const WeftStroke stroke = { weft_style_color (self->style, WEFT_COLOR_TEXT), 2, 0, 0 };
  const WeftStroke divide = { weft_style_color (self->style, WEFT_COLOR_TEXT_MUTED), 1, 4, 0 };
  g_autofree char *best = weft_npu_format_number ((gint64) roof);
  g_autofree char *compute =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "≈ %s MAC per cycle, the best that was seen",
                                  "≈ %s MACs per cycle, the best that was seen", (gulong) roof),
                     best);
  g_autofree char *memory = weft_npu_format_rate (peak);
  double place = left * pow (ridge / left, 0.75);
  int line = weft_style_text_px (self->style, 16), middle = to_x (self, ridge), gap = line / 2;
  int foot = self->y + self->height - line;

  weft_paint_list_line (self->list, middle, to_y (self, roof), middle, self->y + self->height,
                        &divide);
  weft_paint_list_polyline (self->list, points, G_N_ELEMENTS (points), &stroke);
  paint_label (self, self->x, to_y (self, roof) - line - 2, self->width - 4, WEFT_ALIGN_END,
               compute);
  /* Above the slope, where no layer can be. */
  paint_label (self, self->x + 4, to_y (self, place * peak) - line,
               to_x (self, place) - self->x - line, WEFT_ALIGN_END, memory);
  paint_label (self, self->x, foot, middle - gap - self->x, WEFT_ALIGN_END,
               _ ("← bound by bandwidth"));
  paint_label (self, middle + gap, foot, self->x + self->width - middle - gap, WEFT_ALIGN_START,
               _ ("bound by compute →"));
}

/* The title, and at the right what the shapes of the dots say. */
static void
paint_head (const Roofline *self, int x, int y)
{
  double size = weft_style_font_size (self->style, WEFT_FONT_UI_SMALL);
  int line = weft_style_text_px (self->style, 16), dot = weft_style_px (self->style, DOT);
  int right = self->x + self->width;

  for (guint i = self->phases->len; i > 0; i--)
    {
      guint32 phase = g_array_index (self->phases, guint32, i - 1);
      g_autofree char *name = phase != WEFT_NO_NAME
                                ? weft_npu_format_name (self->stats->snapshot, phase)
                                : g_strdup (_ ("no phase"));
      int width =
        weft_glyph_atlas_measure (self->style->atlas, WEFT_FONT_UI_SMALL, size, name, -1) + 2;

      if (right - width - 3 * dot < x)
        break;
      paint_label (self, right - width, y, width, WEFT_ALIGN_START, name);
      right -= width + dot;
      paint_mark (self, phase, right, y + line / 2);
      right -= 2 * dot;
    }
  weft_paint_list_text (self->list, x, y, MAX (right - x, 0), line, WEFT_FONT_UI_SMALL, size,
                        WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (self->style, WEFT_COLOR_TEXT),
                        _ ("Roofline: layers by phase"), -1);
}

/* How many dots before this one are so near that their labels would hide this one's. */
static guint
count_close (const Roofline *self, guint index)
{
  const Dot *dot = &g_array_index (self->dots, Dot, index);
  int line = weft_style_text_px (self->style, 14);
  guint n = 0;

  for (guint i = 0; i < index; i++)
    {
      const Dot *other = &g_array_index (self->dots, Dot, i);

      if (ABS (other->x - dot->x) < 6 * line && ABS (other->y - dot->y) < line)
        n++;
    }
  return n;
}

/* "attn_0", "attn_0 ×4": (transfer full). */
static char *
name_dot (const Roofline *self, const Dot *dot)
{
  g_autofree char *name = weft_npu_format_name (self->stats->snapshot, get_part (self, dot)->layer);

  return dot->parts->len > 1 ? g_strdup_printf ("%s ×%u", name, dot->parts->len)
                             : g_steal_pointer (&name);
}

static void
paint_dots (const Roofline *self)
{
  int size = weft_style_px (self->style, DOT), line = weft_style_text_px (self->style, 16);
  int room = weft_style_text_px (self->style, 120);

  for (guint i = 0; i < self->dots->len; i++)
    {
      const Dot *dot = &g_array_index (self->dots, Dot, i);
      g_autofree char *name = name_dot (self, dot);
      guint n_close = count_close (self, i);

      paint_mark (self, get_part (self, dot)->phase, dot->x, dot->y);
      /* The first has its name at its right, the next one at its left. */
      if (n_close == 0)
        paint_label (self, dot->x + size, dot->y - line / 2, room, WEFT_ALIGN_START, name);
      else if (n_close == 1)
        paint_label (self, dot->x - size - room, dot->y - line / 2, room, WEFT_ALIGN_END, name);
    }
}

const char *
weft_npu_roofline_explain (const WeftNpuStats *stats)
{
  double intensity, rate;

  if (stats->bandwidth->peak == WEFT_NPU_NONE || stats->bandwidth->peak <= 0)
    return _ ("No roofline: DRAM’s peak is not known. “dram_peak_bw_bytes_per_cycle” of "
              "“config_snapshot” says it.");
  if (isnan (stats->roof))
    return _ ("No roofline: no event of a TE says its MACs. “details” with “macs”, or “m”, “n” and "
              "“k”, say them.");
  if (stats->n_parts == 0)
    return _ ("No roofline: no event here names its layer. “layer_id” of events says it.");
  for (guint i = 0; i < stats->n_parts; i++)
    if (get_place (&stats->parts[i], &intensity, &rate))
      return NULL;
  return _ (
    "No roofline: no layer here has both MACs and bytes of DRAM. “details” of DMA events say "
    "their “bytes” and “direction”.");
}

/* The plot within a box. FALSE: there is nothing to show. Clear it in any case. */
static gboolean
lay_out (Roofline *self, int x, int y, int width, int height)
{
  int left = weft_style_text_px (self->style, 72), line = weft_style_text_px (self->style, 16),
      right = weft_style_text_px (self->style, 26);

  self->x = x + left;
  self->y = y + 3 * line;
  self->width = MAX (width - left - right, 1);
  self->height = MAX (height - 6 * line, 1);
  if (weft_npu_roofline_explain (self->stats) != NULL)
    return FALSE;
  find_limits (self);
  place_dots (self);
  return TRUE;
}

void
weft_npu_roofline_paint (const WeftNpuStats *stats, const WeftStyle *style, WeftPaintList *list,
                         int x, int y, int width, int height)
{
  g_auto (Roofline) self = { .stats = stats, .style = style, .list = list };
  int line = weft_style_text_px (style, 16);

  if (!lay_out (&self, x, y, width, height))
    {
      weft_npu_paint_missing (weft_npu_roofline_explain (stats), style, list, x, y, width, height);
      return;
    }
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  paint_head (&self, x + line / 2, y + line / 4);
  paint_axes (&self);
  paint_roofs (&self);
  paint_dots (&self);
}

/* --- hover ------------------------------------------------------------------------------------------ */

/* The dot that is nearest, and no farther than a line of text is high: (nullable). */
static const Dot *
find_dot (const Roofline *self, int x, int y)
{
  int reach = weft_style_text_px (self->style, 16);
  gint64 nearest = (gint64) reach * reach;
  const Dot *found = NULL;

  for (guint i = 0; i < self->dots->len; i++)
    {
      const Dot *dot = &g_array_index (self->dots, Dot, i);
      gint64 dx = dot->x - x, dy = dot->y - y;

      if (dx * dx + dy * dy > nearest)
        continue;
      nearest = dx * dx + dy * dy;
      found = dot;
    }
  return found;
}

static void
tell_part (const Roofline *self, guint index, GString *text)
{
  const WeftNpuPartStats *part = &self->stats->parts[index];
  g_autofree char *layer = weft_npu_format_name (self->stats->snapshot, part->layer);
  WeftNpuBound bound = weft_npu_stats_bound (self->stats, &part->sum);
  double intensity, rate;

  get_place (part, &intensity, &rate);
  g_string_append_c (text, '\n');
  /* TRANSLATORS: a layer, its MACs per byte of DRAM and per cycle, and "bound by bandwidth" */
  g_string_append_printf (
    text, _ ("%s: %.4g MACs per byte, %.4g per cycle, %s"), layer, intensity, rate,
    bound.memory > bound.compute ? _ ("bound by bandwidth") : _ ("bound by compute"));
}

char *
weft_npu_roofline_describe (const WeftNpuStats *stats, const WeftStyle *style, int width,
                            int height, int x, int y)
{
  g_auto (Roofline) self = { .stats = stats, .style = style };
  const Dot *dot = lay_out (&self, 0, 0, width, height) ? find_dot (&self, x, y) : NULL;
  GString *text;

  if (dot == NULL)
    return NULL;
  text =
    g_string_new (get_part (&self, dot)->phase != WEFT_NO_NAME
                    ? weft_npu_trace_get_name (stats->snapshot->trace, get_part (&self, dot)->phase)
                    : _ ("no phase"));
  for (guint i = 0; i < MIN (dot->parts->len, MAX_TOLD); i++)
    tell_part (&self, g_array_index (dot->parts, guint, i), text);
  if (dot->parts->len > MAX_TOLD)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE, "and %u other", "and %u others", dot->parts->len - MAX_TOLD),
        dot->parts->len - MAX_TOLD);
    }
  return g_string_free (text, FALSE);
}
