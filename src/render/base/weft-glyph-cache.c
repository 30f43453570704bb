/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-glyph-cache.h"

#include <glib.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdatomic.h>
#include <string.h>

/* Larger masks than this are not made: nobody sees so far, and no allocation may follow a text. */
#define MASK_MAX_WIDTH 16384
#define MASK_MAX_EMS 3

/* A cut wider than this is no cut: pango counts in 1024ths of a pixel. */
#define CUT_MAX (1 << 20)

#define N_METRICS 32

#define ELLIPSIS "\342\200\246" /* U+2026 */

typedef struct _Entry Entry;

struct _Entry
{
  WeftGlyphRun run; /* first: what callers hold is the entry */
  Entry *next;      /* in its bucket */
  WeftGlyphKey key;
  const char *shown; /* the text, cut */
  uint16_t n_shown;
  atomic_uint holds;
  uint32_t generation;
  bool is_drawn; /* its mask was made */
  size_t bytes;
};

typedef struct
{
  uint8_t role;
  uint16_t size; /* 0: free */
  WeftFontMetrics is;
} Metrics;

struct _WeftGlyphCache
{
  char *families[2]; /* interface, monospace */
  size_t budget;
  PangoContext *context;
  PangoLayout *layout;
  PangoAttrList *tabular;
  uint32_t layout_font; /* role and size that the layout is set to, 0 for none */
  Entry **buckets;
  uint32_t n_buckets; /* a power of two */
  uint32_t n_entries;
  uint32_t generation;
  size_t young_bytes;
  size_t bytes;
  uint64_t misses;
  Metrics metrics[N_METRICS];
  unsigned next_metrics;
};

/* --- life ---------------------------------------------------------------------------------- */

static PangoContext *
create_context (void)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, TRUE);
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  cairo_font_options_destroy (options);
  g_object_unref (map);
  return context;
}

WeftGlyphCache *
weft_glyph_cache_new (const char *ui_family, const char *mono_family, size_t budget)
{
  WeftGlyphCache *self = g_new0 (WeftGlyphCache, 1);

  self->families[0] = g_strdup (ui_family);
  self->families[1] = g_strdup (mono_family);
  self->budget = budget;
  self->context = create_context ();
  self->layout = pango_layout_new (self->context);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_auto_dir (self->layout, FALSE);
  self->tabular = pango_attr_list_new ();
  pango_attr_list_insert (self->tabular, pango_attr_font_features_new ("tnum=1"));
  self->n_buckets = 1024;
  self->buckets = g_new0 (Entry *, self->n_buckets);
  return self;
}

static void
free_entry (WeftGlyphCache *self, Entry *entry)
{
  self->bytes -= entry->bytes;
  g_free ((void *) entry->run.mask);
  g_free (entry);
}

void
weft_glyph_cache_free (WeftGlyphCache *self)
{
  for (uint32_t i = 0; i < self->n_buckets; i++)
    {
      while (self->buckets[i] != NULL)
        {
          Entry *entry = self->buckets[i];

          self->buckets[i] = entry->next;
          free_entry (self, entry);
        }
    }
  g_free (self->buckets);
  pango_attr_list_unref (self->tabular);
  g_object_unref (self->layout);
  g_object_unref (self->context);
  g_free (self->families[0]);
  g_free (self->families[1]);
  g_free (self);
}

size_t
weft_glyph_cache_get_memory (const WeftGlyphCache *self)
{
  return self->bytes + sizeof *self + self->n_buckets * sizeof *self->buckets;
}

uint64_t
weft_glyph_cache_get_misses (const WeftGlyphCache *self)
{
  return self->misses;
}

/* --- shaping ------------------------------------------------------------------------------- */

static PangoFontDescription *
describe_font (WeftGlyphCache *self, unsigned role, unsigned size)
{
  bool is_mono = role >= WEFT_FONT_MONO;
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, self->families[is_mono]);
  if (role == WEFT_FONT_UI_BOLD)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (font,
                                            (double) size * PANGO_SCALE / WEFT_FONT_SIZE_STEPS);
  return font;
}

/* Sets the layout to a text and returns its only line. */
static PangoLayoutLine *
set_layout (WeftGlyphCache *self, unsigned role, unsigned size, const char *text, int length)
{
  uint32_t layout_font = (uint32_t) role << 16 | size;

  if (self->layout_font != layout_font)
    {
      PangoFontDescription *font = describe_font (self, role, size);

      pango_layout_set_font_description (self->layout, font);
      pango_layout_set_attributes (self->layout, role < WEFT_FONT_MONO ? self->tabular : NULL);
      pango_font_description_free (font);
      self->layout_font = layout_font;
    }
  pango_layout_set_text (self->layout, text, length);
  return pango_layout_get_line_readonly (self->layout, 0);
}

static PangoLayoutLine *
set_entry (WeftGlyphCache *self, const Entry *entry)
{
  return set_layout (self, entry->key.role, entry->key.size, entry->shown, entry->n_shown);
}

/* Has pango choose what to leave out, and writes what is left with an ellipsis to `out`, which has
 * room for three bytes more than the text. (Pango's own ellipsis is as wide as the room that is
 * left, so a gap would follow it.) */
static uint16_t
cut_text (WeftGlyphCache *self, const WeftGlyphKey *key, char *out)
{
  PangoLayoutLine *line;
  size_t head = key->length;
  size_t tail = key->length;

  set_layout (self, key->role, key->size, key->text, key->length);
  pango_layout_set_width (self->layout, key->width * PANGO_SCALE);
  pango_layout_set_ellipsize (self->layout, key->fit == WEFT_FIT_MIDDLE ? PANGO_ELLIPSIZE_MIDDLE
                                                                        : PANGO_ELLIPSIZE_END);
  line = pango_layout_get_line_readonly (self->layout, 0);
  for (const GSList *l = line->runs; l != NULL; l = l->next)
    {
      const PangoItem *item = ((const PangoGlyphItem *) l->data)->item;

      if (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)
        {
          head = (size_t) item->offset;
          tail = head + (size_t) item->length;
        }
    }
  pango_layout_set_width (self->layout, -1);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);

  memcpy (out, key->text, head);
  if (tail == head)
    return (uint16_t) head;
  memcpy (out + head, ELLIPSIS, strlen (ELLIPSIS));
  memcpy (out + head + strlen (ELLIPSIS), key->text + tail, key->length - tail);
  return (uint16_t) (head + strlen (ELLIPSIS) + key->length - tail);
}

static const Metrics *
get_metrics (WeftGlyphCache *self, unsigned role, unsigned size)
{
  PangoFontDescription *font;
  PangoFontMetrics *font_metrics;
  PangoRectangle logical;
  Metrics *metrics;

  for (unsigned i = 0; i < N_METRICS; i++)
    {
      if (self->metrics[i].size == size && self->metrics[i].role == role)
        return &self->metrics[i];
    }
  metrics = &self->metrics[self->next_metrics++ % N_METRICS];
  font = describe_font (self, role, size);
  font_metrics = pango_context_get_metrics (self->context, font, NULL);
  pango_layout_line_get_pixel_extents (set_layout (self, role, size, "0", 1), NULL, &logical);
  *metrics = (Metrics){
    .role = (uint8_t) role,
    .size = (uint16_t) size,
    .is.ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (font_metrics)),
    .is.descent = PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (font_metrics)),
    .is.digit_width = logical.width,
  };
  pango_font_metrics_unref (font_metrics);
  pango_font_description_free (font);
  return metrics;
}

static void
measure_entry (WeftGlyphCache *self, Entry *entry)
{
  const Metrics *metrics = get_metrics (self, entry->key.role, entry->key.size);
  PangoRectangle logical;

  entry->run.ascent = metrics->is.ascent;
  entry->run.descent = metrics->is.descent;
  pango_layout_line_get_pixel_extents (set_entry (self, entry), NULL, &logical);
  entry->run.width = logical.width;
}

/* Makes the mask. The entry is not handed out before. */
static void
draw_entry (WeftGlyphCache *self, Entry *entry)
{
  PangoLayoutLine *line = set_entry (self, entry);
  int reach = MASK_MAX_EMS * (int) (entry->key.size / WEFT_FONT_SIZE_STEPS + 1);
  PangoRectangle ink;
  cairo_surface_t *surface;
  cairo_t *cr;
  int x0;
  int y0;
  int x1;
  int y1;
  int stride;

  entry->is_drawn = true;
  pango_layout_line_get_pixel_extents (line, &ink, NULL);
  x0 = MAX (ink.x - 1, -reach);
  y0 = MAX (ink.y - 1, -reach);
  x1 = MIN (ink.x + ink.width + 1, MASK_MAX_WIDTH);
  y1 = MIN (ink.y + ink.height + 1, reach);
  if (ink.width <= 0 || ink.height <= 0 || x1 <= x0 || y1 <= y0)
    return;

  stride = cairo_format_stride_for_width (CAIRO_FORMAT_A8, x1 - x0);
  entry->run.mask = g_malloc0_n ((gsize) (y1 - y0), (gsize) stride);
  surface = cairo_image_surface_create_for_data ((unsigned char *) entry->run.mask, CAIRO_FORMAT_A8,
                                                 x1 - x0, y1 - y0, stride);
  cr = cairo_create (surface);
  cairo_move_to (cr, -x0, -y0);
  pango_cairo_show_layout_line (cr, line);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);

  entry->run.mask_x = x0;
  entry->run.mask_y = y0;
  entry->run.mask_width = x1 - x0;
  entry->run.mask_height = y1 - y0;
  entry->run.mask_stride = stride;
}

/* --- runs ---------------------------------------------------------------------------------- */

static uint32_t
hash_key (const WeftGlyphKey *key)
{
  uint32_t hash = 2166136261u ^ ((uint32_t) key->role << 16 | key->size);

  hash = (hash ^ (uint32_t) key->width) * 16777619u;
  hash = (hash ^ key->fit) * 16777619u;
  for (unsigned i = 0; i < key->length; i++)
    hash = (hash ^ (unsigned char) key->text[i]) * 16777619u;
  return hash ^ hash >> 15;
}

static bool
keys_are_equal (const WeftGlyphKey *a, const WeftGlyphKey *b)
{
  return a->hash == b->hash && a->length == b->length && a->size == b->size && a->role == b->role
         && a->fit == b->fit && a->width == b->width && memcmp (a->text, b->text, a->length) == 0;
}

static void
grow_buckets (WeftGlyphCache *self)
{
  uint32_t n_buckets = self->n_buckets * 2;
  Entry **buckets = g_new0 (Entry *, n_buckets);

  for (uint32_t i = 0; i < self->n_buckets; i++)
    {
      while (self->buckets[i] != NULL)
        {
          Entry *entry = self->buckets[i];
          Entry **bucket = &buckets[entry->key.hash & (n_buckets - 1)];

          self->buckets[i] = entry->next;
          entry->next = *bucket;
          *bucket = entry;
        }
    }
  g_free (self->buckets);
  self->buckets = buckets;
  self->n_buckets = n_buckets;
}

/* The old generation goes, the young one becomes the old one. */
static void
turn_generation (WeftGlyphCache *self)
{
  for (uint32_t i = 0; i < self->n_buckets; i++)
    {
      Entry **link = &self->buckets[i];

      while (*link != NULL)
        {
          Entry *entry = *link;

          if (entry->generation == self->generation
              || atomic_load_explicit (&entry->holds, memory_order_acquire) > 0)
            {
              link = &entry->next;
              continue;
            }
          *link = entry->next;
          self->n_entries--;
          free_entry (self, entry);
        }
    }
  self->generation++;
  self->young_bytes = 0;
}

static void
account (WeftGlyphCache *self, Entry *entry)
{
  size_t bytes = sizeof *entry + entry->key.length + entry->n_shown
                 + (size_t) entry->run.mask_height * (size_t) entry->run.mask_stride;

  self->bytes += bytes - entry->bytes;
  self->young_bytes += bytes - entry->bytes;
  entry->bytes = bytes;
}

static Entry *
add_entry (WeftGlyphCache *self, const WeftGlyphKey *key)
{
  Entry *entry;
  Entry **bucket;
  char *text;

  if (self->young_bytes >= self->budget / 2)
    turn_generation (self);
  if (self->n_entries >= self->n_buckets)
    grow_buckets (self);

  entry = g_malloc0 (sizeof *entry + 2 * key->length + strlen (ELLIPSIS) + 1);
  text = (char *) (entry + 1);
  memcpy (text, key->text, key->length);
  entry->key = *key;
  entry->key.text = text;
  entry->shown = text;
  entry->n_shown = key->length;
  if (key->fit != WEFT_FIT_CLIP)
    {
      entry->shown = text + key->length;
      entry->n_shown = cut_text (self, key, text + key->length);
    }
  entry->generation = self->generation;
  bucket = &self->buckets[key->hash & (self->n_buckets - 1)];
  entry->next = *bucket;
  *bucket = entry;
  self->n_entries++;
  self->misses++;
  measure_entry (self, entry);
  account (self, entry);
  return entry;
}

/* The entry of a key, measured; moves it to the young generation. */
static Entry *
find_entry (WeftGlyphCache *self, WeftGlyphKey *key)
{
  Entry *entry;

  key->hash = hash_key (key);
  for (entry = self->buckets[key->hash & (self->n_buckets - 1)]; entry != NULL; entry = entry->next)
    {
      if (keys_are_equal (&entry->key, key))
        break;
    }
  if (entry == NULL)
    return add_entry (self, key);
  if (entry->generation != self->generation)
    {
      entry->generation = self->generation;
      self->young_bytes += entry->bytes;
    }
  return entry;
}

static const WeftGlyphRun *
hold_entry (WeftGlyphCache *self, Entry *entry)
{
  if (!entry->is_drawn)
    {
      draw_entry (self, entry);
      account (self, entry);
    }
  atomic_fetch_add_explicit (&entry->holds, 1, memory_order_relaxed);
  return &entry->run;
}

/* --- interface ----------------------------------------------------------------------------- */

const WeftGlyphRun *
weft_glyph_cache_hold (WeftGlyphCache *self, const WeftGlyphKey *key, int width, WeftTextFit fit)
{
  WeftGlyphKey own = *key;
  Entry *entry = find_entry (self, &own);

  if (fit != WEFT_FIT_CLIP && entry->run.width > width)
    {
      entry = NULL;
      if (fit != WEFT_FIT_WHOLE && width > 0 && width < CUT_MAX)
        {
          own.fit = (uint8_t) fit;
          own.width = width;
          entry = find_entry (self, &own);
        }
      if (entry != NULL && entry->run.width > width && entry->n_shown <= strlen (ELLIPSIS))
        entry = NULL;
    }
  return entry != NULL ? hold_entry (self, entry) : NULL;
}

void
weft_glyph_cache_release (const WeftGlyphRun *run)
{
  Entry *entry = (Entry *) run;

  atomic_fetch_sub_explicit (&entry->holds, 1, memory_order_release);
}

int
weft_glyph_cache_measure (WeftGlyphCache *self, const WeftGlyphKey *key)
{
  WeftGlyphKey own = *key;

  return find_entry (self, &own)->run.width;
}

const WeftFontMetrics *
weft_glyph_cache_get_metrics (WeftGlyphCache *self, unsigned role, unsigned size)
{
  return &get_metrics (self, role, size)->is;
}

void
weft_glyph_cache_show (WeftGlyphCache *self, const WeftGlyphRun *run, cairo_t *cr, double x,
                       double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout_line (cr, set_entry (self, (const Entry *) run));
}
