/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-style.h"

#include <glib.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define N_SEQUENCES (WEFT_HUES_MUTED + 1)
#define N_HUES 8
/* Even in lightness as far as hues allow, and apart for the colour-blind. */
static const WeftColor hues[N_SEQUENCES][N_HUES] = {
  [WEFT_HUES_CLEAR] = { 0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7, 0xff56b4e9, 0xffd55e00,
                        0xff7a68a6, 0xffb8a000 },
  [WEFT_HUES_MUTED] = { 0xff332288, 0xffddcc77, 0xff117733, 0xffcc6677, 0xff88ccee, 0xff882255,
                        0xff44aa99, 0xff999933 },
};

/* By theme: light, dark, and both in high contrast. */
static const WeftColor palette[WEFT_N_COLORS][4] = {
  [WEFT_COLOR_CANVAS] = { 0xffffffff, 0xff1f2228, 0xffffffff, 0xff000000 },
  [WEFT_COLOR_ZEBRA] = { 0xfff6f7f9, 0xff25282f, 0xfff2f2f2, 0xff141414 },
  [WEFT_COLOR_PANE] = { 0xffeff1f4, 0xff2b2f37, 0xffffffff, 0xff000000 },
  [WEFT_COLOR_GRID] = { 0xffd3d7de, 0xff434955, 0xff767676, 0xff8c8c8c },
  [WEFT_COLOR_GRID_MINOR] = { 0xffe7eaee, 0xff30343d, 0xffb0b0b0, 0xff4a4a4a },
  [WEFT_COLOR_BORDER] = { 0xff5c626d, 0xffa4aab5, 0xff000000, 0xffffffff },
  [WEFT_COLOR_TEXT] = { 0xff1c1f24, 0xffe7e9ed, 0xff000000, 0xffffffff },
  [WEFT_COLOR_TEXT_MUTED] = { 0xff5a606b, 0xffa2a8b4, 0xff3a3a3a, 0xffd0d0d0 },
  [WEFT_COLOR_ACCENT] = { 0xff1a5fb4, 0xff78aeed, 0xff003a8c, 0xff9cc9ff },
  [WEFT_COLOR_SELECTION] = { 0x303584e4, 0x4078aeed, 0x40003a8c, 0x509cc9ff },
  [WEFT_COLOR_SELECTION_EDGE] = { 0xff1c71d8, 0xff78aeed, 0xff003a8c, 0xff9cc9ff },
  [WEFT_COLOR_HOVER] = { 0x14000000, 0x1cffffff, 0x28000000, 0x30ffffff },
  [WEFT_COLOR_CURSOR] = { 0xff241f31, 0xfff6f5f4, 0xff000000, 0xffffffff },
  [WEFT_COLOR_FLUSH_VEIL] = { 0xb0ffffff, 0xa01f2228, 0xc0ffffff, 0xb0000000 },
  [WEFT_COLOR_FLUSH_HATCH] = { 0x506b717c, 0x58a4aab5, 0xa0000000, 0xa0ffffff },
  [WEFT_COLOR_WAIT_HATCH] = { 0x48000000, 0x58000000, 0xa0ffffff, 0xa0000000 },
  [WEFT_COLOR_OVER_HATCH] = { 0xc0a51d2d, 0xc0ff7b63, 0xff8c0010, 0xffff9a8c },
  [WEFT_COLOR_UNKNOWN] = { 0xffc9ccd2, 0xff565b65, 0xffd8d8d8, 0xff3c3c3c },
  [WEFT_COLOR_UNKNOWN_HATCH] = { 0xff8f949d, 0xff858b96, 0xff4a4a4a, 0xffbdbdbd },
  [WEFT_COLOR_IDLE] = { 0xffe6edf5, 0xff28323e, 0xffeaf2ff, 0xff10202e },
  [WEFT_COLOR_ERROR] = { 0xffc01c28, 0xffff7b63, 0xff9c0012, 0xffff9a8c },
  [WEFT_COLOR_WARNING] = { 0xff9a5b00, 0xfff8c65a, 0xff6b3d00, 0xffffd480 },
  [WEFT_COLOR_ARROW] = { 0xff3d4450, 0xffc6cbd4, 0xff000000, 0xffffffff },
  [WEFT_COLOR_DMA] = { 0xff0072b2, 0xff2b7fc0, 0xff00568a, 0xff5cb3ff },
  [WEFT_COLOR_TE] = { 0xff009e73, 0xff1e9a74, 0xff005c42, 0xff33d6a6 },
  [WEFT_COLOR_VE] = { 0xffe69f00, 0xffd49417, 0xff7a4f00, 0xffffbd33 },
  [WEFT_COLOR_HOST] = { 0xff868c96, 0xff7d838e, 0xff505050, 0xffb0b0b0 },
  [WEFT_COLOR_READ] = { 0xff0072b2, 0xff2b7fc0, 0xff00568a, 0xff5cb3ff },
  [WEFT_COLOR_WRITE] = { 0xffd55e00, 0xffd9691f, 0xff8c3a00, 0xffff9a57 },
  [WEFT_COLOR_MULTICAST] = { 0xff5b2d90, 0xffb48ee6, 0xff4a0d7a, 0xffd3b0ff },
};

/* --- making a style ------------------------------------------------------------------------ */

static bool
is_high_contrast (WeftTheme theme)
{
  return theme == WEFT_THEME_LIGHT_HIGH_CONTRAST || theme == WEFT_THEME_DARK_HIGH_CONTRAST;
}

/* Moves the lightness of a colour until `text` reads on it. */
static WeftLab
make_room_for_text (WeftLab lab, WeftColor text, double contrast)
{
  double step = text == WEFT_COLOR_WHITE ? -0.005 : 0.005;

  while (lab.l > 0.05 && lab.l < 0.98
         && weft_color_contrast (weft_color_from_lab (lab), text) < contrast)
    lab.l += step;
  return lab;
}

/* Lightness of the hues where they are not taken as they are. Chosen by search: as light as text
 * allows (white on dark canvas, as cells look best there) while any two stay apart, with full sight
 * and without the cones for red or green; sky is lighter than blue and orange than olive, as in the
 * sequence itself. */
static const double lightness[N_SEQUENCES][4][N_HUES] = {
  [WEFT_HUES_CLEAR] = {
    [WEFT_THEME_DARK] = { 0.479, 0.567, 0.547, 0.576, 0.556, 0.437, 0.438, 0.493 },
    [WEFT_THEME_LIGHT_HIGH_CONTRAST] = { 0.317, 0.467, 0.433, 0.475, 0.460, 0.332, 0.398, 0.395 },
    [WEFT_THEME_DARK_HIGH_CONTRAST] = { 0.719, 0.881, 0.881, 0.772, 0.880, 0.749, 0.821, 0.813 },
  },
  [WEFT_HUES_MUTED] = {
    [WEFT_THEME_DARK] = { 0.433, 0.380, 0.548, 0.450, 0.436, 0.376, 0.521, 0.482 },
    [WEFT_THEME_LIGHT_HIGH_CONTRAST] = { 0.213, 0.200, 0.308, 0.472, 0.216, 0.404, 0.248, 0.420 },
    [WEFT_THEME_DARK_HIGH_CONTRAST] = { 0.724, 0.777, 0.896, 0.824, 0.812, 0.703, 0.956, 0.676 },
  },
};

static WeftLab
themed_hue (const WeftStyleOptions *options, unsigned hue)
{
  WeftLab lab = weft_color_to_lab (hues[options->hues][hue]);
  double themed = lightness[options->hues][options->theme][hue];

  if (themed > 0)
    lab.l = themed;
  return lab;
}

static WeftLab
make_lighter (WeftLab lab, bool is_dark)
{
  double chroma = is_dark ? 0.95 : 0.75;

  lab.l += (1 - lab.l) * (is_dark ? 0.38 : 0.52);
  lab.a *= chroma;
  lab.b *= chroma;
  return lab;
}

static WeftLab
make_darker (WeftLab lab, WeftTheme theme)
{
  lab.l *= theme == WEFT_THEME_LIGHT_HIGH_CONTRAST ? 0.55 : 0.66;
  lab.a *= 0.9;
  lab.b *= 0.9;
  return lab;
}

static WeftCellColors
make_cell (const WeftStyle *style, WeftColor fill)
{
  WeftColor border = weft_style_border_of (style, fill);
  WeftColor flushed = weft_style_flushed (style, fill);

  return (WeftCellColors){
    .fill = fill,
    .border = border,
    .text = weft_color_text_on (fill),
    .flushed_fill = flushed,
    .flushed_border = weft_style_flushed (style, border),
    .flushed_text = weft_style_muted_on (style, flushed),
  };
}

static void
fill_categories (WeftStyle *style)
{
  double contrast = is_high_contrast (style->options.theme) ? 7 : 4.5;

  for (unsigned i = 0; i < WEFT_STYLE_N_CATEGORIES; i++)
    {
      WeftLab lab = themed_hue (&style->options, i % N_HUES);

      if (i / N_HUES == 1)
        lab = make_lighter (lab, weft_style_is_dark (style));
      if (i / N_HUES == 2)
        lab = make_darker (lab, style->options.theme);
      lab = make_room_for_text (lab, weft_color_text_on (weft_color_from_lab (lab)), contrast);
      style->cells[i] = make_cell (style, weft_color_from_lab (lab));
    }
}

/* Straight through OKLab: even steps of lightness, from blue over grey to yellow. */
static void
fill_heat (WeftStyle *style)
{
  bool is_dark = weft_style_is_dark (style);
  const WeftLab low = { is_dark ? 0.33 : 0.28, -0.012, -0.115 };
  const WeftLab high = { is_dark ? 0.92 : 0.88, -0.035, 0.170 };

  for (int i = 0; i < WEFT_STYLE_N_HEAT; i++)
    {
      double t = i / (WEFT_STYLE_N_HEAT - 1.0);

      style->heat[i] = weft_color_from_lab ((WeftLab){
        low.l + t * (high.l - low.l),
        low.a + t * (high.a - low.a),
        low.b + t * (high.b - low.b),
      });
    }
}

static void
fill_diverging (WeftStyle *style)
{
  bool is_dark = weft_style_is_dark (style);
  const WeftLab blue = { 0, -0.055, -0.135 };
  const WeftLab red = { 0, 0.150, 0.080 };
  double neutral = is_dark ? 0.36 : 0.95;
  double end = is_dark ? 0.70 : 0.48;

  for (int i = 0; i < WEFT_STYLE_N_DIVERGING; i++)
    {
      double t = 2 * i / (WEFT_STYLE_N_DIVERGING - 1.0) - 1;
      WeftLab hue = t < 0 ? blue : red;

      t = fabs (t);
      style->diverging[i] = weft_color_from_lab ((WeftLab){
        neutral + t * (end - neutral),
        t * hue.a,
        t * hue.b,
      });
    }
}

static uint64_t
hash_bytes (uint64_t hash, const void *data, size_t size)
{
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ ((const unsigned char *) data)[i]) * 1099511628211u;
  return hash;
}

static uint64_t
hash_options (const WeftStyleOptions *options)
{
  const double numbers[] = { options->theme, options->hues, options->font_points,
                             options->text_scale, options->device_scale };
  uint64_t hash = 14695981039346656037u;

  hash = hash_bytes (hash, numbers, sizeof numbers);
  hash = hash_bytes (hash, options->ui_family, strlen (options->ui_family) + 1);
  hash = hash_bytes (hash, options->mono_family, strlen (options->mono_family) + 1);
  return hash != 0 ? hash : 1;
}

static double
clamp_number (double value, double low, double high, double fallback)
{
  return isfinite (value) ? CLAMP (value, low, high) : fallback;
}

WeftStyleOptions
weft_style_options_default (void)
{
  return (WeftStyleOptions){
    .theme = WEFT_THEME_LIGHT,
    .ui_family = "Sans",
    .mono_family = "Monospace",
    .font_points = 10,
    .text_scale = 1,
    .device_scale = 1,
  };
}

WeftStyle *
weft_style_new (const WeftStyleOptions *options, WeftStyle *sibling)
{
  WeftStyle *style = g_new0 (WeftStyle, 1);
  WeftStyleOptions *own = &style->options;

  atomic_init (&style->refs, 1);
  *own = options != NULL ? *options : weft_style_options_default ();
  own->theme = CLAMP (own->theme, WEFT_THEME_LIGHT, WEFT_THEME_DARK_HIGH_CONTRAST);
  own->font_points = clamp_number (own->font_points, 4, 72, 10);
  own->text_scale = clamp_number (own->text_scale, 0.5, 4, 1);
  own->device_scale = clamp_number (own->device_scale, 0.25, 8, 1);
  own->ui_family = g_strdup (own->ui_family != NULL ? own->ui_family : "Sans");
  own->mono_family = g_strdup (own->mono_family != NULL ? own->mono_family : "Monospace");
  if (sibling != NULL
      && weft_glyph_atlas_matches (sibling->atlas, own->ui_family, own->mono_family))
    style->atlas = weft_glyph_atlas_ref (sibling->atlas);
  else
    style->atlas = weft_glyph_atlas_new (own->ui_family, own->mono_family, 0);
  style->hash = hash_options (own);
  fill_categories (style);
  fill_heat (style);
  fill_diverging (style);
  return style;
}

WeftStyle *
weft_style_share (const WeftStyleOptions *options)
{
  static WeftStyle *latest, *initial;
  WeftStyle **shared = options != NULL ? &latest : &initial;
  WeftStyle *style = weft_style_new (options, *shared);

  if (*shared != NULL && style->hash == (*shared)->hash)
    {
      weft_style_unref (style);
      return weft_style_ref (*shared);
    }
  weft_style_unref (*shared);
  *shared = weft_style_ref (style);
  return style;
}

WeftStyle *
weft_style_ref (WeftStyle *style)
{
  atomic_fetch_add_explicit (&style->refs, 1, memory_order_relaxed);
  return style;
}

void
weft_style_unref (WeftStyle *style)
{
  if (style == NULL || atomic_fetch_sub_explicit (&style->refs, 1, memory_order_acq_rel) != 1)
    return;
  weft_glyph_atlas_unref (style->atlas);
  g_free ((char *) style->options.ui_family);
  g_free ((char *) style->options.mono_family);
  g_free (style);
}

bool
weft_style_is_dark (const WeftStyle *style)
{
  return style->options.theme == WEFT_THEME_DARK
         || style->options.theme == WEFT_THEME_DARK_HIGH_CONTRAST;
}

/* --- sizes --------------------------------------------------------------------------------- */

int
weft_style_px (const WeftStyle *style, double logical)
{
  int px = (int) lrint (CLAMP (logical, -1e6, 1e6) * style->options.device_scale);

  return px == 0 && logical > 0 ? 1 : px;
}

int
weft_style_text_px (const WeftStyle *style, double logical)
{
  return weft_style_px (style,
                        logical * style->options.text_scale * style->options.font_points / 10);
}

double
weft_style_font_size (const WeftStyle *style, WeftFontRole role)
{
  static const double sizes[WEFT_N_FONT_ROLES] = {
    [WEFT_FONT_UI] = 1,      [WEFT_FONT_UI_BOLD] = 1,      [WEFT_FONT_UI_SMALL] = 0.85,
    [WEFT_FONT_MONO] = 0.92, [WEFT_FONT_MONO_SMALL] = 0.8, [WEFT_FONT_CELL] = 0.9,
  };

  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, 1);

  return style->options.font_points * 96 / 72 * style->options.text_scale
         * style->options.device_scale * sizes[role];
}

bool
weft_style_legible (const WeftStyle *style, double size)
{
  return size >= (WEFT_FONT_LEGIBLE_PX - 1e-6) * style->options.device_scale;
}

/* --- colours ------------------------------------------------------------------------------- */

WeftColor
weft_style_color (const WeftStyle *style, WeftColorRole role)
{
  g_return_val_if_fail (role < WEFT_N_COLORS, WEFT_COLOR_BLACK);

  return palette[role][style->options.theme];
}

WeftColor
weft_style_category (const WeftStyle *style, unsigned index)
{
  return style->cells[index % WEFT_STYLE_N_CATEGORIES].fill;
}

WeftColor
weft_style_border_of (const WeftStyle *style, WeftColor cell)
{
  if (is_high_contrast (style->options.theme))
    return weft_style_color (style, WEFT_COLOR_BORDER);
  /* That of a category is known, and thousands of boxes ask for it. */
  for (guint i = 0; i < WEFT_STYLE_N_CATEGORIES; i++)
    if (style->cells[i].fill == cell && style->cells[i].border != WEFT_COLOR_NONE)
      return style->cells[i].border;
  if (weft_style_is_dark (style))
    return weft_color_mix (cell, WEFT_COLOR_WHITE, 0.42);
  return weft_color_mix (cell, WEFT_COLOR_BLACK, 0.38);
}

WeftColor
weft_style_flushed (const WeftStyle *style, WeftColor cell)
{
  return weft_color_over (weft_style_color (style, WEFT_COLOR_FLUSH_VEIL), cell);
}

WeftColor
weft_style_muted_on (const WeftStyle *style, WeftColor background)
{
  WeftColor full = weft_color_text_on (background);
  double wanted = is_high_contrast (style->options.theme) ? 7 : 4.6;

  for (double t = 0.4; t > 0; t -= 0.05)
    {
      WeftColor muted = weft_color_mix (full, background, t);

      if (weft_color_contrast (muted, background) >= wanted)
        return muted;
    }
  return full;
}

WeftColor
weft_style_depth (const WeftStyle *style, unsigned depth, unsigned n_depths)
{
  bool is_dark = weft_style_is_dark (style);
  double t = n_depths > 1 ? MIN (depth, n_depths - 1) / (n_depths - 1.0) : 0;
  double from = is_dark ? 0.36 : 0.90;
  double to = is_dark ? 0.66 : 0.50;
  double chroma = is_dark ? 0.11 : 0.05 + 0.08 * t;
  WeftLab lab = { from + t * (to - from), chroma * -0.35, chroma * -0.94 };
  WeftColor color = weft_color_from_lab (lab);

  return weft_color_from_lab (make_room_for_text (lab, weft_color_text_on (color), 4.5));
}

WeftColor
weft_style_heat (const WeftStyle *style, double amount)
{
  if (isnan (amount))
    return weft_style_color (style, WEFT_COLOR_UNKNOWN);
  return style->heat[lrint (CLAMP (amount, 0, 1) * (WEFT_STYLE_N_HEAT - 1))];
}

WeftColor
weft_style_diverging (const WeftStyle *style, double difference)
{
  if (isnan (difference))
    return weft_style_color (style, WEFT_COLOR_UNKNOWN);
  return style
    ->diverging[lrint ((CLAMP (difference, -1, 1) + 1) / 2 * (WEFT_STYLE_N_DIVERGING - 1))];
}
