/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-legend.h"

#include "weft-noc-flow-painter.h"
#include "weft-noc-tile-painter.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

/* Logical pixels of an entry's picture; of the ramp. */
#define PICTURE_WIDTH 40
#define TILE_WIDTH 14
#define RAMP_WIDTH 200

#define MAX_ENTRIES 48

typedef struct _Entry Entry;

/* Paints an entry's picture into a box, centred on its height. */
typedef void (*PaintEntry) (const WeftNocLegend *legend, const Entry *entry, int x, int y,
                            int height, WeftPaintList *list);

struct _Entry
{
  PaintEntry paint;
  int width; /* of the picture, device pixels */
  guint value;
  const char *label;
};

typedef struct
{
  Entry entries[MAX_ENTRIES];
  guint n;
  char *unknown; /* a label; nullable */
} Entries;

/* --- pictures ----------------------------------------------------------------------------------- */

static int
get_line (const WeftStyle *style)
{
  return weft_style_text_px (style, 18);
}

static void
paint_flow (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
            WeftPaintList *list)
{
  WeftNocFlowKind kind = (WeftNocFlowKind) (entry->value & 3);
  WeftColor color = legend->said != NULL ? weft_style_color (legend->style, WEFT_COLOR_HOST)
                                         : weft_noc_flow_color (legend->style, kind);

  weft_noc_flow_paint_sample (legend->style, kind, entry->value >> 2, color, x + 4,
                              y + height / 2.0, entry->width - 8, list);
}

static void
paint_rectangle (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
                 WeftPaintList *list)
{
  WeftStroke stroke = { weft_noc_flow_color (legend->style, WEFT_NOC_FLOW_MULTICAST),
                        (float) weft_style_px (legend->style, 1),
                        (float) weft_style_px (legend->style, 4), 0 };
  double left = x + 4, right = x + entry->width - 4, top = y + 4, bottom = y + height - 4;
  const WeftPoint corners[] = {
    { left, top }, { right, top }, { right, bottom }, { left, bottom }, { left, top }
  };

  for (guint i = 0; i < 4; i++)
    weft_paint_list_line (list, corners[i].x, corners[i].y, corners[i + 1].x, corners[i + 1].y,
                          &stroke);
}

static void
paint_passage (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
               WeftPaintList *list)
{
  int size = MIN (weft_style_px (legend->style, 14), height);

  x += (entry->width - size) / 2;
  y += (height - size) / 2;
  weft_paint_list_frame (list, x, y, size, size, weft_style_px (legend->style, 1),
                         weft_style_color (legend->style, WEFT_COLOR_TEXT));
  weft_paint_list_text (list, x, y, size, size, WEFT_FONT_UI_SMALL, size * 0.7, WEFT_ALIGN_CENTER,
                        WEFT_FIT_WHOLE, weft_style_color (legend->style, WEFT_COLOR_TEXT), "1", -1);
}

/* WEFT_N_TILE_TYPES: one that is crossed out. */
static void
paint_tile (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
            WeftPaintList *list)
{
  const int size = entry->width, box[4] = { x, y + (height - size) / 2, size, size };
  gboolean harvested = entry->value == WEFT_N_TILE_TYPES;
  WeftTileType type = harvested ? WEFT_TILE_TENSIX : (WeftTileType) entry->value;

  weft_noc_tile_paint (legend->style, type,
                       legend->said != NULL ? weft_style_color (legend->style, WEFT_COLOR_PANE)
                                            : weft_noc_tile_color (legend->style, type),
                       NULL, NULL, size, box, list);
  if (harvested)
    weft_noc_tile_cross_out (legend->style, box, list);
}

/* Bytes sent (0) and received (1), time waited (2), a rate that is not known (3), or in part (4). */
static void
paint_bar (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
           WeftPaintList *list)
{
  const WeftStyle *style = legend->style;
  int thickness = entry->value < 2 ? weft_style_px (style, 3) : height / 2;

  y += (height - thickness) / 2;
  if (entry->value < 2)
    weft_paint_list_fill (list, x, y, entry->width, thickness,
                          entry->value == 0 ? weft_noc_sent_color (style)
                                            : weft_noc_received_color (style));
  if (entry->value >= 3)
    weft_paint_list_fill (list, x, y, entry->width, thickness,
                          entry->value == 3 ? weft_style_color (style, WEFT_COLOR_UNKNOWN)
                                            : weft_style_heat (style, 0.5));
  if (entry->value >= 2)
    weft_paint_list_hatch (
      list, x, y, entry->width, thickness, WEFT_HATCH_UP, CLAMP (weft_style_px (style, 5), 2, 64),
      weft_style_color (style, entry->value == 2 ? WEFT_COLOR_TEXT : WEFT_COLOR_UNKNOWN_HATCH));
}

/* The class of a query's values. */
static void
paint_class (const WeftNocLegend *legend, const Entry *entry, int x, int y, int height,
             WeftPaintList *list)
{
  const WeftStyle *style = legend->style;
  WeftColor color = weft_row_colors_get (legend->said, style, entry->value);
  int size = entry->width;

  y += (height - size) / 2;
  weft_paint_list_fill (list, x, y, size, size, color);
  if (entry->value == WEFT_ROW_COLORS_NONE)
    weft_row_colors_hatch (style, x, y, size, size, list);
  weft_paint_list_frame (list, x, y, size, size, 1, weft_style_border_of (style, color));
}

/* --- entries ------------------------------------------------------------------------------------ */

static void
add_entry (Entries *entries, PaintEntry paint, int width, guint value, const char *label)
{
  if (entries->n < MAX_ENTRIES)
    entries->entries[entries->n++] = (Entry){ paint, width, value, label };
}

static void
add_flows (const WeftNocLegend *self, Entries *entries)
{
  const char *labels[WEFT_NOC_N_FLOW_KINDS] = { _ ("write"), _ ("read, to the reader"),
                                                _ ("multicast tree") };
  int width = weft_style_px (self->style, PICTURE_WIDTH);

  for (guint kind = 0; kind < WEFT_NOC_N_FLOW_KINDS; kind++)
    if ((self->flow_kinds >> kind & 1) != 0)
      add_entry (entries, paint_flow, width, kind, labels[kind]);
  if ((self->flow_kinds >> WEFT_NOC_FLOW_MULTICAST & 1) != 0)
    add_entry (entries, paint_rectangle, width, 0, _ ("its rectangle"));
  if ((self->flow_nocs & 2) != 0)
    add_entry (entries, paint_flow, width, WEFT_NOC_FLOW_WRITE | 1 << 2, _ ("on NOC_1"));
  if (self->goes_around)
    add_entry (entries, paint_passage, weft_style_px (self->style, TILE_WIDTH), 0,
               _ ("goes on at the other edge"));
}

static void
add_tiles (const WeftNocLegend *self, Entries *entries)
{
  const char *labels[WEFT_N_TILE_TYPES] = { _ ("router only"), "Tensix", "DRAM",
                                            "Ethernet",        "PCIe",   "ARC" };
  const char *bars[] = { _ ("sent"), _ ("received"), _ ("time in barriers"), _ ("rate unknown"),
                         _ ("rate at least: a part has no barrier") };
  const gboolean has_bars = self->has_traffic && self->said == NULL;
  const gboolean shown[] = { has_bars, has_bars, has_bars, self->has_unknown, self->has_partial };
  int width = weft_style_px (self->style, TILE_WIDTH);

  for (guint type = 0; type < WEFT_N_TILE_TYPES; type++)
    if ((self->tile_types >> type & 1) != 0)
      add_entry (entries, paint_tile, width, type, labels[type]);
  if (self->has_harvested)
    add_entry (entries, paint_tile, width, WEFT_N_TILE_TYPES, _ ("harvested"));
  for (guint bar = 0; bar < G_N_ELEMENTS (bars); bar++)
    if (shown[bar])
      add_entry (entries, paint_bar, width * 3 / 2, bar, bars[bar]);
}

/* The words of a query, and what it says nothing of. */
static void
add_classes (const WeftNocLegend *self, Entries *entries)
{
  int width = weft_style_px (self->style, TILE_WIDTH);
  g_autofree char *count = NULL;

  for (guint i = 0; i < self->said->n_classes && !self->said->is_ramp; i++)
    add_entry (entries, paint_class, width, i, weft_row_colors_name (self->said, i));
  if (self->said->n_others > 0)
    add_entry (entries, paint_class, width, WEFT_ROW_COLORS_OTHER,
               weft_row_colors_name (self->said, WEFT_ROW_COLORS_OTHER));
  if (self->n_unknown == 0)
    return;
  count = weft_number_count (self->n_unknown);
  entries->unknown =
    g_strdup_printf ("%s (%s)", weft_row_colors_name (self->said, WEFT_ROW_COLORS_NONE), count);
  add_entry (entries, paint_class, width, WEFT_ROW_COLORS_NONE, entries->unknown);
}

static Entries
get_entries (const WeftNocLegend *self)
{
  Entries entries = { .n = 0 };

  if (self->said != NULL)
    add_classes (self, &entries);
  add_flows (self, &entries);
  add_tiles (self, &entries);
  return entries;
}

static void
paint_label (const WeftNocLegend *self, int x, int y, int width, WeftTextAlign align,
             WeftColorRole role, const char *text, WeftPaintList *list)
{
  weft_paint_list_text (list, x, y, width, get_line (self->style), WEFT_FONT_UI_SMALL,
                        weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), align, WEFT_FIT_END,
                        weft_style_color (self->style, role), text, -1);
}

static int
measure (const WeftNocLegend *self, const char *text)
{
  return weft_glyph_atlas_measure (self->style->atlas, WEFT_FONT_UI_SMALL,
                                   weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), text,
                                   -1);
}

/* Lays the entries out in lines, and paints them where there is a list. Returns how many lines. */
static int
lay_out (const WeftNocLegend *self, int x, int y, int width, WeftPaintList *list)
{
  Entries entries = get_entries (self);
  int gap = weft_style_px (self->style, 5), apart = weft_style_px (self->style, 14);
  int line = get_line (self->style), left = 0, n_lines = 1;

  for (guint i = 0; i < entries.n; i++)
    {
      const Entry *entry = &entries.entries[i];
      int label = measure (self, entry->label) + 2, whole = entry->width + gap + label;

      if (left > 0 && left + whole > width)
        {
          left = 0;
          n_lines++;
        }
      if (list != NULL)
        {
          int top = y + (n_lines - 1) * line;

          entry->paint (self, entry, x + left, top, line, list);
          paint_label (self, x + left + entry->width + gap, top, label, WEFT_ALIGN_START,
                       WEFT_COLOR_TEXT, entry->label, list);
        }
      left += whole + apart;
    }
  g_free (entries.unknown);
  return n_lines;
}

/* --- the ramp ----------------------------------------------------------------------------------- */

static const char *
get_end (const WeftNocLegend *self, gboolean high)
{
  if (self->said != NULL)
    return high ? self->said->high : self->said->low;
  if (self->is_difference)
    return high ? _ ("+100 points (more)") : _ ("−100 points (less)");
  return high ? "100 %" : "0 %";
}

static WeftColor
get_ramp_color (const WeftNocLegend *self, double amount)
{
  if (self->said != NULL)
    return weft_row_colors_get (
      self->said, self->style,
      MIN ((guint) (amount * self->said->n_classes), self->said->n_classes - 1));
  return self->is_difference ? weft_style_diverging (self->style, 2 * amount - 1)
                             : weft_style_heat (self->style, amount);
}

/* From 0 to 100 %, and what is above it; of differences from −100 to 100 points. Returns its end. */
static int
paint_ramp (const WeftNocLegend *self, int x, int y, WeftPaintList *list)
{
  const char *low = get_end (self, FALSE), *high = get_end (self, TRUE);
  int width = weft_style_text_px (self->style, RAMP_WIDTH), line = get_line (self->style);
  int height = weft_style_text_px (self->style, 10);
  int over = self->is_difference || self->said != NULL ? 0 : height * 3;
  int gap = weft_style_px (self->style, 6), top = y + (line - height) / 2;

  paint_label (self, x, y, measure (self, low) + 2, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED, low,
               list);
  x += measure (self, low) + gap;
  for (int i = 0; i < width; i++)
    {
      double amount = (double) i / MAX (width - 1, 1);

      weft_paint_list_fill (list, x + i, top, 1, height, get_ramp_color (self, amount));
    }
  x += width;
  if (over > 0)
    {
      weft_paint_list_fill (list, x, top, over, height, weft_style_heat (self->style, 1));
      weft_paint_list_hatch (list, x, top, over, height, WEFT_HATCH_UP,
                             CLAMP (weft_style_px (self->style, 5), 2, 64),
                             weft_style_color (self->style, WEFT_COLOR_OVER_HATCH));
    }
  x += over + gap;
  paint_label (self, x, y, measure (self, high) + 2, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED, high,
               list);
  return x + measure (self, high) + gap;
}

/* --- the legend --------------------------------------------------------------------------------- */

static int
get_pad (const WeftNocLegend *self)
{
  return weft_style_px (self->style, 10);
}

/* Whether there is a line of the ramp, and of what lanes say. */
static gboolean
has_ramp (const WeftNocLegend *self)
{
  return self->has_traffic || (self->said != NULL && self->said->is_ramp);
}

/* Without a width, all entries in one line. */
int
weft_noc_legend_get_height (const WeftNocLegend *self, int width)
{
  if (width <= 0)
    width = G_MAXINT / 2;
  return ((has_ramp (self) ? 2 : 1) + lay_out (self, 0, 0, width - 2 * get_pad (self), NULL))
           * get_line (self->style)
         + weft_style_px (self->style, 6);
}

/* "24 of 112 flows, those of most bytes" */
static char *
describe_flows (const WeftNocLegend *self)
{
  if (self->n_flows == 0)
    return NULL;
  if (self->n_drawn == self->n_flows)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u flow", "All %u flows", self->n_flows),
                            self->n_flows);
  return g_strdup_printf (_ ("Flows: %u of %u, those of most bytes"), self->n_drawn, self->n_flows);
}

/* The ramp, which lane is which network's, and how much the widest lane carries. */
static void
paint_lanes (const WeftNocLegend *self, int x, int y, int width, WeftPaintList *list)
{
  g_autofree char *largest = weft_number_bytes (self->largest);
  g_autofree char *widest = g_strdup_printf (_ ("Widest lane: %s"), largest);
  const char *lanes = self->wraps ? _ ("NOC_0: upper, right lane. NOC_1: lower, left lane.")
                                  : _ ("NOC_0: inner lanes. NOC_1: outer lanes.");
  int pad = get_pad (self);
  int end = self->said == NULL || self->said->is_ramp ? paint_ramp (self, x, y, list) + 2 * pad : x;

  paint_label (self, end, y, x + width - end, WEFT_ALIGN_START, WEFT_COLOR_TEXT_MUTED, lanes, list);
  end += measure (self, lanes) + 2 * pad;
  if (end < x + width)
    paint_label (self, end, y, x + width - end, WEFT_ALIGN_END, WEFT_COLOR_TEXT_MUTED, widest,
                 list);
}

/* The column of the query, and whose it is. */
static char *
write_title (const WeftNocLegend *self)
{
  return self->said != NULL ? g_strdup_printf ("%s · %s", self->said->title, self->title)
                            : g_strdup (self->title);
}

void
weft_noc_legend_paint (const WeftNocLegend *self, int x, int y, int width, WeftPaintList *list)
{
  int pad = get_pad (self), line = get_line (self->style);
  int height = weft_noc_legend_get_height (self, width);
  g_autofree char *flows = describe_flows (self), *title = write_title (self);

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (self->style, WEFT_COLOR_PANE));
  x += pad;
  width -= 2 * pad;
  y += weft_style_px (self->style, 3);
  paint_label (self, x, y, flows != NULL ? width * 3 / 5 : width, WEFT_ALIGN_START, WEFT_COLOR_TEXT,
               title, list);
  if (flows != NULL)
    paint_label (self, x + width * 3 / 5, y, width * 2 / 5, WEFT_ALIGN_END, WEFT_COLOR_TEXT, flows,
                 list);
  y += line;
  if (has_ramp (self))
    {
      paint_lanes (self, x, y, width, list);
      y += line;
    }
  lay_out (self, x, y, width, list);
  weft_paint_list_pop_clip (list);
}
