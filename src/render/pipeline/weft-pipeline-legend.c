/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-legend.h"

#include <glib/gi18n-lib.h>

#include "weft-number.h"
#include "weft-pipeline-arrows.h"
#include "weft-pipeline-attribution.h"
#include "weft-pipeline-drawing.h"
#include "weft-pipeline-latency-class.h"

/* Which colour is what: entries flow from left to right in as many lines as they need. */

#define MAX_ENTRIES 96
#define N_CLASS_SAMPLES 512

/* Stages whose colours are shown as they are where two pictures meet. */
#define N_MIXED 3

typedef struct
{
  WeftPipelineDrawing *drawing;
  double font_size;
  int left;
  int right;
  int x; /* of the next entry */
  int y; /* of its line */
  int line;
  gboolean paints;
} Legend;

/* The colours of the first stages of two pictures. */
typedef struct
{
  WeftColor fills[2][N_MIXED];
  guint n_fills[2];
} Meeting;

static int
measure_text (const Legend *legend, const char *text)
{
  return weft_glyph_atlas_measure (legend->drawing->style->atlas, WEFT_FONT_UI_SMALL,
                                   legend->font_size, text, -1);
}

/* Moves to a place of that width; into the next line where this one is full. */
static void
make_room (Legend *legend, int width)
{
  if (legend->x + width > legend->right && legend->x > legend->left)
    {
      legend->x = legend->left;
      legend->y += legend->line;
    }
}

static void
paint_text (const Legend *legend, int x, int width, const char *text, WeftColorRole role)
{
  weft_paint_list_text (legend->drawing->list, x, legend->y, width, legend->line,
                        WEFT_FONT_UI_SMALL, legend->font_size, WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (legend->drawing->style, role), text, -1);
}

static void
add_heading (Legend *legend, const char *text)
{
  int width = measure_text (legend, text);

  make_room (legend, width);
  if (legend->paints)
    paint_text (legend, legend->x, width + 1, text, WEFT_COLOR_TEXT_MUTED);
  legend->x += width + weft_style_px (legend->drawing->style, 8);
}

static void
paint_swatch (const Legend *legend, int x, int width, const WeftLook *look, int hatch,
              WeftColorRole hatch_role)
{
  const WeftStyle *style = legend->drawing->style;
  int height = weft_style_text_px (style, 11), y = legend->y + (legend->line - height) / 2;

  weft_paint_list_fill (legend->drawing->list, x, y, width, height, look->fill);
  if (hatch >= 0)
    weft_paint_list_hatch (legend->drawing->list, x, y, width, height, (WeftHatch) hatch,
                           CLAMP (weft_style_px (style, 6), 3, 64),
                           weft_style_color (style, hatch_role));
  weft_paint_list_frame (legend->drawing->list, x, y, width, height, 1, look->border);
}

static void
add_entry (Legend *legend, const WeftLook *look, int hatch, WeftColorRole hatch_role,
           const char *text)
{
  const WeftStyle *style = legend->drawing->style;
  int swatch = weft_style_text_px (style, 16), gap = weft_style_px (style, 5);
  int width = measure_text (legend, text);

  make_room (legend, swatch + gap + width);
  if (legend->paints)
    {
      paint_swatch (legend, legend->x, swatch, look, hatch, hatch_role);
      paint_text (legend, legend->x + swatch + gap, width + 1, text, WEFT_COLOR_TEXT);
    }
  legend->x += swatch + gap + width + weft_style_px (style, 14);
}

static void
add_kind (Legend *legend, guint kind, gboolean is_first)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  const WeftKindLook *look = &colors->kinds[kind];
  g_autofree char *lane_name = NULL;
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (legend->drawing->snapshot->trace, (WeftKind) kind, &info);
  lane_name = g_strdup_printf (_ ("lane %s"), info.lane);
  if (is_first && colors->n_lanes > 1)
    add_heading (legend, lane_name);
  add_entry (legend, &look->live, look->over ? WEFT_HATCH_UP : -1, WEFT_COLOR_WAIT_HATCH,
             info.name);
}

/* The kinds that have entries, lane by lane. There may be many more of both than there are entries. */
static guint
choose_kinds (const WeftPipelineColors *colors, guint *chosen)
{
  guint n = 0;

  for (guint kind = 0; kind < colors->n_kinds; kind++)
    {
      const WeftKindLook *look = &colors->kinds[kind];
      guint place;

      if (colors->classes != NULL && !look->over)
        continue;
      if (n == MAX_ENTRIES && look->lane >= colors->kinds[chosen[n - 1]].lane)
        continue;
      n = MIN (n, MAX_ENTRIES - 1);
      for (place = n; place > 0 && colors->kinds[chosen[place - 1]].lane > look->lane; place--)
        chosen[place] = chosen[place - 1];
      chosen[place] = kind;
      n++;
    }
  return n;
}

static guint
add_kinds (Legend *legend)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  guint chosen[MAX_ENTRIES];
  guint n = choose_kinds (colors, chosen);

  for (guint i = 0; i < n; i++)
    add_kind (legend, chosen[i],
              i == 0 || colors->kinds[chosen[i]].lane != colors->kinds[chosen[i - 1]].lane);
  return n;
}

static char *
describe_reason (WeftPipelineTrace *trace, guint op_class)
{
  if (op_class == WEFT_OP_CLASS_NONE)
    return g_strdup (_ ("none said"));
  if (op_class == WEFT_OP_CLASS_OTHER)
    return g_strdup (_ ("other reasons"));
  return g_strdup (weft_pipeline_attribution_get_reason_name (trace, op_class));
}

/* "thread 3", "8 – 10", "≥ 362": (transfer full). */
static char *
describe_class (const WeftPipelineColors *colors, WeftPipelineTrace *trace, guint op_class)
{
  const guint16 *bounds = weft_latency_bounds;

  if (colors->scheme == WEFT_SCHEME_THREAD)
    return g_strdup_printf (_ ("thread %u"), op_class);
  if (colors->scheme == WEFT_SCHEME_REASON)
    return describe_reason (trace, op_class);
  if (op_class == 0)
    return g_strdup_printf ("< %u", bounds[0]);
  if (op_class == WEFT_N_LATENCY_BOUNDS)
    return g_strdup_printf ("≥ %u", bounds[op_class - 1]);
  return g_strdup_printf ("%u – %u", bounds[op_class - 1], bounds[op_class] - 1u);
}

/* Reasons are known without looking at ops. */
static void
note_reasons (WeftPipelineTrace *trace, gboolean *seen)
{
  guint32 n_reasons = weft_pipeline_attribution_get_n_reasons (trace);

  for (guint32 i = 0; i < MIN (n_reasons, WEFT_OP_CLASS_OTHER + 1); i++)
    seen[i] = TRUE;
  seen[WEFT_OP_CLASS_NONE] = TRUE;
}

/* All steps of the ramp side by side, with what stands at its ends. */
static void
add_ramp (Legend *legend, const WeftRowColors *by)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  int step = weft_style_text_px (legend->drawing->style, 6);

  add_heading (legend, by->low);
  make_room (legend, (int) by->n_classes * step);
  for (guint i = 0; i < by->n_classes && legend->paints; i++)
    {
      WeftColor fill = colors->classes[2 * i].live.fill;
      WeftLook look = { .fill = fill, .border = fill };

      paint_swatch (legend, legend->x + (int) i * step, step, &look, -1, WEFT_COLOR_WAIT_HATCH);
    }
  legend->x += (int) by->n_classes * step + weft_style_px (legend->drawing->style, 5);
  add_heading (legend, by->high);
}

/* The look of ops that a query says nothing of, and their number. */
static void
add_no_value (Legend *legend, const WeftRowColors *by)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  guint32 n_ops = legend->drawing->snapshot->n_ops;
  g_autofree char *count = NULL, *text = NULL;

  if (n_ops <= by->n_valued)
    return;
  count = weft_number_count (n_ops - by->n_valued);
  text = g_strdup_printf ("%s (%s)", weft_row_colors_name (by, WEFT_ROW_COLORS_NONE), count);
  add_entry (legend, &colors->classes[2 * WEFT_ROW_COLORS_NONE].live, WEFT_HATCH_DOWN,
             WEFT_COLOR_UNKNOWN_HATCH, text);
}

/* The values that a query said of ops. */
static void
add_values (Legend *legend, const WeftRowColors *by)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;

  add_heading (legend, by->title);
  if (by->is_ramp)
    add_ramp (legend, by);
  for (guint i = 0; i < by->n_classes && !by->is_ramp; i++)
    add_entry (legend, &colors->classes[2 * i].live, -1, WEFT_COLOR_WAIT_HATCH,
               weft_row_colors_name (by, i));
  if (by->n_others > 0)
    add_entry (legend, &colors->classes[2 * WEFT_ROW_COLORS_OTHER].live, -1, WEFT_COLOR_WAIT_HATCH,
               weft_row_colors_name (by, WEFT_ROW_COLORS_OTHER));
  add_no_value (legend, by);
}

/* The threads, or the latencies, of ops here and there; all reasons. */
static void
add_classes (Legend *legend)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  WeftPipelineRows *rows = legend->drawing->rows;
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);
  gboolean seen[WEFT_N_OP_CLASSES] = { FALSE };

  for (guint i = 0; i < MIN (n_rows, N_CLASS_SAMPLES); i++)
    {
      guint32 row = (guint32) ((guint64) n_rows * i / MIN (n_rows, N_CLASS_SAMPLES));

      seen[weft_pipeline_colors_classify (colors, legend->drawing->snapshot,
                                          weft_pipeline_rows_get_op (rows, row))] = TRUE;
    }
  if (colors->scheme == WEFT_SCHEME_REASON)
    {
      note_reasons (legend->drawing->snapshot->trace, seen);
      add_heading (legend, _ ("stall reason"));
    }
  if (colors->scheme == WEFT_SCHEME_LATENCY)
    add_heading (legend, _ ("latency in cycles"));
  for (guint i = 0; i < WEFT_N_OP_CLASSES; i++)
    {
      g_autofree char *name =
        seen[i] ? describe_class (colors, legend->drawing->snapshot->trace, i) : NULL;

      if (seen[i])
        add_entry (legend, &colors->classes[2 * i].live, -1, WEFT_COLOR_WAIT_HATCH, name);
    }
}

/* The types of arrows that the log has, as far as they are drawn. */
static void
add_arrows (Legend *legend)
{
  const WeftStyle *style = legend->drawing->style;
  guint32 types = weft_pipeline_trace_get_dependency_types (legend->drawing->snapshot->trace);
  int length = weft_style_text_px (style, 22), gap = weft_style_px (style, 5);

  for (guint type = 0; type < 32 && legend->drawing->viewport->arrows != WEFT_ARROWS_OFF; type++)
    {
      g_autofree char *words = weft_pipeline_arrow_describe_type (type);
      WeftStroke stroke = { weft_pipeline_arrow_get_color (style, type),
                            (float) weft_style_px (style, 1.5), 0,
                            (float) weft_style_px (style, 6) };
      int width = measure_text (legend, words);
      double y;

      if ((types & 1u << type) == 0)
        continue;
      make_room (legend, length + gap + width);
      y = legend->y + legend->line / 2.0;
      if (legend->paints)
        {
          weft_paint_list_line (legend->drawing->list, legend->x, y, legend->x + length, y,
                                &stroke);
          paint_text (legend, legend->x + length + gap, width + 1, words, WEFT_COLOR_TEXT);
        }
      legend->x += length + gap + width + weft_style_px (style, 14);
    }
}

static void
set_place (Legend *legend, int x, int y, int width, gboolean paints)
{
  const WeftStyle *style = legend->drawing->style;
  int padding = weft_style_px (style, 6);

  legend->font_size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  legend->line = weft_style_text_px (style, 20);
  legend->left = legend->x = x + padding;
  legend->right = x + width - padding;
  legend->y = y + padding / 2;
  legend->paints = paints;
}

/* Below the line that was begun last. */
static int
get_end (const Legend *legend)
{
  return legend->y + legend->line + weft_style_px (legend->drawing->style, 6) / 2;
}

/* Goes through all entries; returns the height. */
static int
lay_out (Legend *legend, int x, int y, int width, gboolean paints)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  guint n_entries;

  set_place (legend, x, y, width, paints);
  if (colors->op_colors != NULL)
    add_values (legend, colors->op_colors);
  else if (colors->classes != NULL)
    add_classes (legend);
  n_entries = add_kinds (legend);
  if (colors->n_kinds > n_entries && colors->classes == NULL)
    add_heading (legend, "…");
  if (colors->n_kinds > 0)
    add_entry (legend, &colors->kinds[0].flushed, WEFT_HATCH_DOWN, WEFT_COLOR_FLUSH_HATCH,
               _ ("flushed"));
  add_arrows (legend);
  return get_end (legend) - y;
}

int
weft_pipeline_renderer_measure_legend (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                       int width)
{
  WeftPipelineDrawing drawing;
  Legend legend = { .drawing = &drawing };
  int height;

  g_return_val_if_fail (self != NULL && scene != NULL, 0);

  weft_pipeline_drawing_begin (&drawing, self, scene, NULL, NULL);
  height = lay_out (&legend, 0, 0, width, FALSE);
  weft_pipeline_drawing_end (&drawing);
  return height;
}

void
weft_pipeline_renderer_paint_legend (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                     int x, int y, int width, int height, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  Legend legend = { .drawing = &drawing };

  g_return_if_fail (self != NULL && scene != NULL && list != NULL);

  weft_pipeline_drawing_begin (&drawing, self, scene, NULL, list);
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (scene->style, WEFT_COLOR_PANE));
  lay_out (&legend, x, y, width, TRUE);
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}

/* --- of two pictures ---------------------------------------------------------------------- */

/* The channel of a colour at the bit `shift`. */
static guint
get_channel (WeftColor color, guint shift)
{
  return color >> shift & 0xff;
}

WeftColor
weft_pipeline_overlay_mix (const WeftStyle *style, WeftColor under, WeftColor over)
{
  WeftColor mixed = 0xff000000u;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      guint a = get_channel (under, shift), b = get_channel (over, shift);

      mixed |= (weft_style_is_dark (style) ? MAX (a, b) : (a * b + 127) / 255) << shift;
    }
  return mixed;
}

/* The stages of lane 0, of the picture that is drawn. */
static void
note_fills (Meeting *meeting, guint which, const WeftPipelineColors *colors)
{
  for (guint kind = 0; kind < colors->n_kinds && meeting->n_fills[which] < N_MIXED; kind++)
    if (!colors->kinds[kind].over)
      meeting->fills[which][meeting->n_fills[which]++] = colors->kinds[kind].live.fill;
}

static void
add_stages (Legend *legend, const char *heading)
{
  const WeftPipelineColors *colors = &legend->drawing->self->colors;
  guint n_entries;

  add_heading (legend, heading);
  n_entries = add_kinds (legend);
  if (colors->n_kinds > n_entries)
    add_heading (legend, "…");
  if (colors->n_kinds > 0)
    add_entry (legend, &colors->kinds[0].flushed, WEFT_HATCH_DOWN, WEFT_COLOR_FLUSH_HATCH,
               _ ("flushed"));
}

/* Swatches side by side, and one text. */
static void
add_meeting (Legend *legend, const Meeting *meeting)
{
  const WeftStyle *style = legend->drawing->style;
  guint n = MIN (meeting->n_fills[0], meeting->n_fills[1]);
  int swatch = weft_style_text_px (style, 16), gap = weft_style_px (style, 5);
  const char *words = _ ("the same stage in both");
  int width = measure_text (legend, words);

  if (n == 0)
    return;
  make_room (legend, (int) n * swatch + gap + width);
  for (guint i = 0; i < n && legend->paints; i++)
    {
      WeftColor fill =
        weft_pipeline_overlay_mix (style, meeting->fills[0][i], meeting->fills[1][i]);
      WeftLook look = { .fill = fill, .border = weft_style_border_of (style, fill) };

      paint_swatch (legend, legend->x + (int) i * swatch, swatch, &look, -1, WEFT_COLOR_WAIT_HATCH);
    }
  if (legend->paints)
    paint_text (legend, legend->x + (int) n * swatch + gap, width + 1, words, WEFT_COLOR_TEXT);
  legend->x += (int) n * swatch + gap + width + weft_style_px (style, 14);
}

/* Of `width` at (x, y); returns the height. */
static int
lay_out_two (WeftPipelineRenderer *self, const WeftPipelineScene *scenes, int x, int y, int width,
             WeftPaintList *list)
{
  Meeting meeting = { 0 };
  int end = y;

  for (guint i = 0; i < 2; i++)
    {
      WeftPipelineDrawing drawing;
      Legend legend = { .drawing = &drawing };

      weft_pipeline_drawing_begin (&drawing, self, &scenes[i], NULL, list);
      set_place (&legend, x, end, width, list != NULL);
      note_fills (&meeting, i, &self->colors);
      add_stages (&legend, scenes[i].custom->heading);
      if (i == 1)
        add_meeting (&legend, &meeting);
      end = get_end (&legend);
      weft_pipeline_drawing_end (&drawing);
    }
  return end - y;
}

int
weft_pipeline_renderer_measure_overlay_legend (WeftPipelineRenderer *self,
                                               const WeftPipelineScene *scenes, int width)
{
  g_return_val_if_fail (self != NULL && scenes != NULL, 0);

  return lay_out_two (self, scenes, 0, 0, width, NULL);
}

void
weft_pipeline_renderer_paint_overlay_legend (WeftPipelineRenderer *self,
                                             const WeftPipelineScene *scenes, int x, int y,
                                             int width, int height, WeftPaintList *list)
{
  g_return_if_fail (self != NULL && scenes != NULL && list != NULL);

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (scenes[0].style, WEFT_COLOR_PANE));
  lay_out_two (self, scenes, x, y, width, list);
  weft_paint_list_pop_clip (list);
}
