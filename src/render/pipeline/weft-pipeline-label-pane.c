/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-label-pane.h"

#include "weft-pipeline-drawing.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace-private.h"

#include <string.h>

/* The label pane: a label for each row while they are legible: what the instruction is, and beside it, in
 * columns of their own, the ids of the op. For smaller rows it is a ruler of ops: labels at 1-2-5
 * steps, with a mark at their height, and beside them for each line of pixels the longest latency and
 * the share of flushed ops. */

/* A font in which plain characters are painted one by one. */
typedef struct
{
  double size;
  int advance;          /* of every plain character; 0 where they differ */
  guint32 strings[128]; /* of one character, interned, and 1 more; 0: not yet */
} Font;

typedef struct
{
  WeftPipelineDrawing *drawing;
  const WeftPipelineArea *area;
  int width; /* of the pane, less what is beside the labels */
  int padding;
  Font name;
  Font id;
  int columns[WEFT_N_OP_IDS]; /* widths of the ids; 0: there is no room for it */
} Labels;

#define ELLIPSIS "…"
#define MAX_CHARACTERS 1024

/* The size of the ids, of that of the names; and how long they may be. */
#define ID_SIZE 0.85
#define MAX_DIGITS 16u

/* Characters that the name keeps before an id gives way, in the order in which they do. */
#define MIN_NAME 22

static const guint given_up[WEFT_N_OP_IDS] = { WEFT_OP_SIMULATOR_ID, WEFT_OP_THREAD_ID,
                                               WEFT_OP_RETIRE_ID, WEFT_OP_ID };

/* --- texts ---------------------------------------------------------------------------------------- */

/* Takes blanks that follow a blank out of the text: tools align columns with them, which a narrow
 * pane has no room for. */
static char *
squeeze (char *text)
{
  char *to = text;

  for (const char *from = text; from != NULL && *from != '\0'; from++)
    {
      char c = *from == '\t' || *from == '\n' ? ' ' : *from;

      if (c != ' ' || (to > text && to[-1] != ' '))
        *to++ = c;
    }
  if (to != NULL)
    *to = '\0';
  return text;
}

static char *
make_name (const WeftPipelineSnapshot *snapshot, const WeftOp *op)
{
  char *name = squeeze (weft_pipeline_snapshot_get_label (snapshot, op->op));

  return name != NULL ? name : g_strdup ("—");
}

/* "12", "s1000", "t0", "r94": (transfer full). */
static char *
make_id (const WeftPipelineSnapshot *snapshot, const WeftOp *op, guint id)
{
  static const char prefixes[WEFT_N_OP_IDS][2] = { "", "s", "t", "r" };
  const gint64 numbers[WEFT_N_OP_IDS] = { op->id, op->gid, op->tid, op->rid };
  g_autofree char *number = NULL;

  if (id == WEFT_OP_RETIRE_ID && op->rid == -1)
    return g_strdup ("—");
  number = weft_pipeline_trace_format_id (snapshot->trace, numbers[id]);
  return g_strconcat (prefixes[id], number, NULL);
}

/* Labels differ, but consist of the same few characters: where these are all as wide, they are put
 * together from what was shaped before, which takes a tenth of the time. */
static void
set_font (const Labels *labels, Font *font, double size)
{
  static const char *const probes[] = { "i", "W", "0", ":", ELLIPSIS };
  WeftGlyphAtlas *atlas = labels->drawing->style->atlas;

  font->size = size;
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      int advance = weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, size, probes[i], -1);

      if (i > 0 && advance != font->advance)
        advance = 0;
      font->advance = advance;
      if (advance == 0)
        return;
    }
}

static void
paint_piece (const Labels *labels, const Font *font, int x, int y, int height, WeftColor color,
             guint32 string)
{
  weft_paint_list_string (labels->drawing->list, x, y, font->advance * 2, height, WEFT_ALIGN_START,
                          WEFT_FIT_CLIP, color, string);
}

static guint32
character_string (const Labels *labels, Font *font, char c)
{
  guint32 *string = &font->strings[(guint8) c & 127];

  if (*string == 0)
    *string = 1 + weft_paint_list_intern (labels->drawing->list, WEFT_FONT_MONO, font->size, &c, 1);
  return *string - 1;
}

/* A text of plain characters, cut at its end. */
static void
paint_characters (const Labels *labels, Font *font, int x, int y, int width, int height,
                  WeftColor color, const char *text, gsize length)
{
  gsize room = (gsize) MAX (width / font->advance, 0);
  gsize n = length <= room ? length : MAX (room, 1) - 1;

  for (gsize i = 0; i < n; i++)
    if (text[i] != ' ')
      paint_piece (labels, font, x + (int) i * font->advance, y, height, color,
                   character_string (labels, font, text[i]));
  if (n < length && room > 0)
    paint_piece (
      labels, font, x + (int) n * font->advance, y, height, color,
      weft_paint_list_intern (labels->drawing->list, WEFT_FONT_MONO, font->size, ELLIPSIS, -1));
}

static void
paint_text (const Labels *labels, Font *font, int x, int y, int width, int height,
            WeftTextAlign align, WeftColor color, const char *text)
{
  gsize length = strlen (text);
  int room = width - (int) MIN (length, MAX_CHARACTERS) * font->advance;

  if (font->advance > 0 && weft_paint_text_is_plain (text, length))
    paint_characters (labels, font, align == WEFT_ALIGN_END ? x + MAX (room, 0) : x, y, width,
                      height, color, text, length);
  else
    weft_paint_list_text (labels->drawing->list, x, y, width, height, WEFT_FONT_MONO, font->size,
                          align, WEFT_FIT_END, color, text, (ptrdiff_t) length);
}

/* --- columns -------------------------------------------------------------------------------------- */

/* As many as leave the name room enough. */
static void
measure_ids (Labels *labels)
{
  WeftGlyphAtlas *atlas = labels->drawing->style->atlas;
  int digit = weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, labels->id.size, "0", -1);
  int character = weft_glyph_atlas_measure (atlas, WEFT_FONT_MONO, labels->name.size, "0", -1);
  int room = labels->width - 2 * labels->padding - MIN_NAME * character;

  for (guint id = 0; id < WEFT_N_OP_IDS; id++)
    {
      guint length = weft_pipeline_rows_get_id_length (labels->drawing->rows, (WeftOpIdKind) id);

      labels->columns[id] = (int) MIN (length + (id != WEFT_OP_ID), MAX_DIGITS) * digit;
      room -= labels->columns[id] + digit;
    }
  for (guint i = 0; i < WEFT_N_OP_IDS && room < 0; i++)
    {
      room += labels->columns[given_up[i]] + digit;
      labels->columns[given_up[i]] = 0;
    }
}

/* From the right edge on to the left; returns where the name ends. */
static int
paint_ids (Labels *labels, const WeftOp *op, int y, int height, double opacity)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  WeftColor color =
    weft_pipeline_faded (weft_style_color (drawing->style, WEFT_COLOR_TEXT_MUTED), opacity);
  int gap = MAX (labels->id.advance, labels->padding), right = labels->width - labels->padding;

  for (guint id = WEFT_N_OP_IDS; id-- > 0;)
    {
      g_autofree char *text = NULL;

      if (labels->columns[id] == 0)
        continue;
      text = make_id (drawing->snapshot, op, id);
      right -= labels->columns[id];
      paint_text (labels, &labels->id, right - (int) labels->area->x, y, labels->columns[id],
                  height, WEFT_ALIGN_END, color, text);
      right -= gap;
    }
  return right;
}

/* --- labels --------------------------------------------------------------------------------------- */

static WeftColor
get_color (const Labels *labels, const WeftOp *op, double opacity)
{
  WeftColor color = weft_style_color (
    labels->drawing->style, op->state == WEFT_OP_FLUSHED ? WEFT_COLOR_TEXT_MUTED : WEFT_COLOR_TEXT);

  return weft_pipeline_faded (color, opacity);
}

static void
read_op (const Labels *labels, guint32 row, WeftOp *op)
{
  weft_pipeline_snapshot_get_op (labels->drawing->snapshot,
                                 weft_pipeline_rows_get_op (labels->drawing->rows, row), op);
}

static void
paint_label (Labels *labels, guint32 row, int y, int height, double opacity)
{
  g_autofree char *name = NULL;
  int end;
  WeftOp op;

  read_op (labels, row, &op);
  name = make_name (labels->drawing->snapshot, &op);
  end = paint_ids (labels, &op, y, height, opacity);
  paint_text (labels, &labels->name, labels->padding - (int) labels->area->x, y,
              end - labels->padding, height, WEFT_ALIGN_START, get_color (labels, &op, opacity),
              name);
}

/* Where most rows are left out, what counts is which one it is. */
static void
paint_step (Labels *labels, guint32 row, int y, int height)
{
  g_autofree char *name = NULL, *text = NULL;
  WeftOp op;

  read_op (labels, row, &op);
  name = make_name (labels->drawing->snapshot, &op);
  text = g_strdup_printf ("%u: %s", row, name);
  paint_text (labels, &labels->name, labels->padding - (int) labels->area->x, y,
              labels->width - 2 * labels->padding, height, WEFT_ALIGN_START,
              get_color (labels, &op, 1), text);
}

static void
paint_each (Labels *labels, guint32 first, guint32 last, double opacity)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  WeftColor zebra = weft_pipeline_faded (weft_style_color (drawing->style, WEFT_COLOR_TEXT), 0.04);

  for (guint32 row = first; row < last; row++)
    {
      gint64 y0 = weft_pipeline_viewport_row_edge (drawing->viewport, row);
      gint64 y1 = weft_pipeline_viewport_row_edge (drawing->viewport, (gint64) row + 1);
      int y = weft_pipeline_local (y0, labels->area->y);

      if (row % 2 == 1)
        weft_paint_list_fill (drawing->list, 0, y, labels->area->width, (int) (y1 - y0), zebra);
      paint_label (labels, row, y, (int) (y1 - y0), opacity);
    }
}

/* --- beside the labels -------------------------------------------------------------------- */

typedef struct
{
  guint32 n_ops;
  guint32 n_flushed;
  double longest;       /* cycles */
  gint64 longest_ticks; /* of ops that were looked at by themselves and have ended */
} Line;

/* Adds the largest block that begins at `row` and ends by `last`, which is past the last row of all
 * where `to_end`. Returns the row after it; `row` where there is none. */
static gint64
add_block (const WeftPipelineDrawing *drawing, gint64 row, gint64 last, gboolean to_end, Line *line)
{
  guint shift = WEFT_PYRAMID_SHIFT, level = 0;
  WeftBlockSummary summary;

  if (row % (1 << shift) != 0 || (row + (1 << shift) > last && !to_end))
    return row;
  for (guint next = shift + WEFT_PYRAMID_FANOUT_SHIFT;
       row % ((gint64) 1 << next) == 0 && row + ((gint64) 1 << next) <= last;
       next += WEFT_PYRAMID_FANOUT_SHIFT)
    {
      shift = next;
      level++;
    }
  if (!weft_pipeline_rows_get_summary (drawing->rows, level, (guint32) (row >> shift), &summary))
    return row;
  line->n_ops += summary.n_ops;
  line->n_flushed += summary.n_flushed;
  line->longest = MAX (line->longest, (double) summary.longest);
  return row + summary.n_ops;
}

static void
add_op (const WeftPipelineDrawing *drawing, guint32 op, Line *line)
{
  const WeftPipelineSnapshot *snapshot = drawing->snapshot;
  const gint64 ticks = weft_op_ticks (snapshot, op);
  gint64 latency;

  line->n_ops++;
  line->n_flushed += weft_op_state (snapshot, op) == WEFT_OP_FLUSHED;
  /* It may yet be a cycle longer, as ends and fetches are rounded. */
  if (ticks <= line->longest_ticks - snapshot->ticks_per_cycle)
    return;
  if (ticks < G_MAXINT64) /* an open one may be shorter than others */
    line->longest_ticks = MAX (line->longest_ticks, ticks);
  latency = weft_ticks_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
  line->longest = MAX (line->longest, (double) latency);
}

/* From blocks where they are whole, as there may be millions of rows. */
static void
read_line (const WeftPipelineDrawing *drawing, gint64 first, gint64 last, Line *line)
{
  const gint64 n_rows = weft_pipeline_rows_get_n_rows (drawing->rows);
  gint64 row = MAX (first, 0), next;

  for (last = MIN (last, n_rows); row < last; row = next)
    {
      next = add_block (drawing, row, last, last == n_rows, line);
      if (next == row)
        add_op (drawing, weft_pipeline_rows_get_op (drawing->rows, (guint32) next++), line);
    }
}

static void
fill_line (guint32 *pixels, int from, int to, WeftColor color)
{
  for (int x = MAX (from, 0); x < to; x++)
    pixels[x] = weft_color_premultiply (color);
}

/* Bars that grow from the right: the longest latency of a line of pixels against the longest in
 * the log, by its square root so that one op that hangs leaves the others room, and over it the
 * share of flushed ops. */
static void
paint_bars (const Labels *labels, int width)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  const WeftStyle *style = drawing->style;
  WeftColor light = weft_color_mix (weft_style_color (style, WEFT_COLOR_PANE),
                                    weft_style_color (style, WEFT_COLOR_ACCENT), 0.45);
  WeftColor red = weft_color_mix (weft_style_color (style, WEFT_COLOR_PANE),
                                  weft_style_color (style, WEFT_COLOR_ERROR), 0.75);
  int height = labels->area->height;
  guint n_levels = weft_pipeline_rows_get_n_levels (drawing->rows);
  guint32 *image =
    weft_paint_list_image (drawing->list, labels->width - (int) labels->area->x, 0, width, height);
  WeftBlockSummary all = { 0 };
  double longest;

  if (image == NULL || n_levels == 0
      || !weft_pipeline_rows_get_summary (drawing->rows, n_levels - 1, 0, &all))
    return;
  longest = (double) MAX (all.longest, 1);
  for (int y = 0; y < height; y++, image += width)
    {
      gint64 first, last;
      Line line = { 0 };

      weft_pipeline_viewport_pixel_rows (drawing->viewport, labels->area->y + y, &first, &last);
      read_line (drawing, first, last, &line);
      if (line.n_ops == 0)
        continue;
      fill_line (image, width - (int) (sqrt (line.longest / longest) * width + 0.5), width, light);
      fill_line (image, width - (int) ceil ((double) line.n_flushed * width / line.n_ops), width,
                 red);
    }
}

/* --- a ruler ------------------------------------------------------------------------------ */

/* 1, 2 or 5 · 10ⁿ rows, `room` pixels high or more. */
static guint64
choose_step (double px_per_row, double room)
{
  static const guint factors[] = { 2, 5, 10 };
  guint64 power = 1, step = 1;

  for (guint i = 0; (double) step * px_per_row < room; i = (i + 1) % 3)
    {
      step = power * factors[i];
      if (i == 2)
        power *= 10;
    }
  return step;
}

static void
paint_steps (Labels *labels, guint32 first, guint32 last)
{
  const WeftPipelineDrawing *drawing = labels->drawing;
  const WeftStyle *style = drawing->style;
  int height = weft_style_text_px (style, 18);
  guint64 step = choose_step (drawing->viewport->px_per_row, height * 1.5);
  double margin = height / drawing->viewport->px_per_row + 1;
  guint64 row = (guint64) MAX (first - margin, 0);
  guint64 end = (guint64) MIN (last + margin, weft_pipeline_rows_get_n_rows (drawing->rows));

  for (row = (row + step - 1) / step * step; row < end; row += step)
    {
      gint64 edge = weft_pipeline_viewport_row_edge (drawing->viewport, (gint64) row);
      int y = weft_pipeline_local (edge, labels->area->y);

      weft_paint_list_fill (drawing->list, -(int) labels->area->x, y, labels->width,
                            weft_style_px (style, 1), weft_style_color (style, WEFT_COLOR_GRID));
      paint_step (labels, (guint32) row, y + weft_style_px (style, 1), height);
    }
}

static double
get_font_size (const WeftPipelineViewport *viewport, const WeftStyle *style)
{
  return MIN (weft_style_font_size (style, WEFT_FONT_MONO), viewport->px_per_row * WEFT_LABEL_PART);
}

gboolean
weft_pipeline_labels_are_legible (const WeftPipelineViewport *viewport, const WeftStyle *style)
{
  return weft_style_legible (style, get_font_size (viewport, style));
}

void
weft_pipeline_renderer_paint_labels (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                                     const WeftPipelineArea *area, int width, WeftPaintList *list)
{
  WeftPipelineDrawing drawing;
  Labels labels = { .drawing = &drawing, .area = area, .width = width };
  guint32 first, last;
  double normal, fitting;

  g_return_if_fail (self != NULL && scene != NULL && area != NULL && list != NULL);

  weft_pipeline_drawing_begin (&drawing, self, scene, area, list);
  weft_paint_list_push_clip (list, 0, 0, area->width, area->height);
  weft_paint_list_fill (list, 0, 0, area->width, area->height,
                        weft_style_color (scene->style, WEFT_COLOR_PANE));
  weft_pipeline_drawing_get_rows (&drawing, &first, &last);
  normal = weft_style_font_size (scene->style, WEFT_FONT_MONO);
  fitting = scene->viewport.px_per_row * WEFT_LABEL_PART;
  labels.padding = weft_style_px (scene->style, 6);
  if (weft_pipeline_labels_are_legible (&scene->viewport, scene->style))
    {
      double size = get_font_size (&scene->viewport, scene->style);

      set_font (&labels, &labels.name, size);
      set_font (&labels, &labels.id, size * ID_SIZE);
      measure_ids (&labels);
      paint_each (&labels, first, last,
                  0.6 + 0.4 * weft_pipeline_fade (fitting / normal, 0.7, 0.85));
    }
  else
    {
      int bars = MIN (weft_style_text_px (scene->style, 56), width / 4);

      labels.width -= bars;
      set_font (&labels, &labels.name, weft_style_font_size (scene->style, WEFT_FONT_MONO_SMALL));
      paint_steps (&labels, first, last);
      paint_bars (&labels, bars);
    }
  weft_paint_list_pop_clip (list);
  weft_pipeline_drawing_end (&drawing);
}
