/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-glyph-atlas.h"

#include <glib.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdatomic.h>
#include <string.h>

#include "weft-handover.h"

/* Larger masks than this are not made: nobody sees so far, and no allocation may follow a text. */
#define MASK_MAX_WIDTH 16384
#define MASK_MAX_EMS 3

/* A cut wider than this is no cut: pango counts in 1024ths of a pixel. */
#define CUT_MAX (1 << 20)

#define N_METRICS 32

#define ELLIPSIS "\342\200\246" /* U+2026 */

typedef struct
{
  uint32_t hash;
  uint16_t length;
  uint16_t size; /* quarters of a device pixel */
  uint8_t role;
  uint8_t fit;   /* WEFT_FIT_END or _MIDDLE when cut, WEFT_FIT_CLIP when whole */
  int32_t width; /* that it is cut to, 0 when whole */
  const char *text;
} Key;

typedef struct _Entry Entry;

struct _Entry {
  WeftGlyphRun run; /* first: what callers hold is the entry */
  Entry *next;      /* in its bucket */
  Key key;
  const char *shown; /* the text, cut */
  uint16_t n_shown;
  atomic_uint holds;
  uint32_t generation;
  bool is_drawn;    /* its mask was made */
  size_t bytes;
};

typedef struct
{
  uint8_t role;
  uint16_t size; /* 0: free */
  int ascent;
  int descent;
  int digit_width;
} Metrics;

struct _WeftGlyphAtlas {
  atomic_uint refs;
  char *families[2]; /* interface, monospace; constant */
  size_t budget;

  WeftLock lock;     /* for all that follows */
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

WeftGlyphAtlas *
weft_glyph_atlas_new (const char *ui_family, const char *mono_family, size_t budget)
{
  WeftGlyphAtlas *atlas;

  g_return_val_if_fail (ui_family != NULL && mono_family != NULL, NULL);

  atlas = g_new0 (WeftGlyphAtlas, 1);
  atomic_init (&atlas->refs, 1);
  atlas->families[0] = g_strdup (ui_family);
  atlas->families[1] = g_strdup (mono_family);
  atlas->budget = budget > 0 ? budget : WEFT_GLYPH_ATLAS_BUDGET;
  pthread_mutex_init (&atlas->lock, NULL);
  atlas->context = create_context ();
  atlas->layout = pango_layout_new (atlas->context);
  pango_layout_set_single_paragraph_mode (atlas->layout, TRUE);
  pango_layout_set_auto_dir (atlas->layout, FALSE);
  atlas->tabular = pango_attr_list_new ();
  pango_attr_list_insert (atlas->tabular, pango_attr_font_features_new ("tnum=1"));
  atlas->n_buckets = 1024;
  atlas->buckets = g_new0 (Entry *, atlas->n_buckets);
  return atlas;
}

WeftGlyphAtlas *
weft_glyph_atlas_ref (WeftGlyphAtlas *atlas)
{
  atomic_fetch_add_explicit (&atlas->refs, 1, memory_order_relaxed);
  return atlas;
}

static void
free_entry (WeftGlyphAtlas *atlas, Entry *entry)
{
  atlas->bytes -= entry->bytes;
  g_free ((void *) entry->run.mask);
  g_free (entry);
}

void
weft_glyph_atlas_unref (WeftGlyphAtlas *atlas)
{
  if (atlas == NULL || atomic_fetch_sub_explicit (&atlas->refs, 1, memory_order_acq_rel) != 1)
    return;
  for (uint32_t i = 0; i < atlas->n_buckets; i++)
    {
      while (atlas->buckets[i] != NULL)
        {
          Entry *entry = atlas->buckets[i];

          atlas->buckets[i] = entry->next;
          free_entry (atlas, entry);
        }
    }
  g_free (atlas->buckets);
  pango_attr_list_unref (atlas->tabular);
  g_object_unref (atlas->layout);
  g_object_unref (atlas->context);
  pthread_mutex_destroy (&atlas->lock);
  g_free (atlas->families[0]);
  g_free (atlas->families[1]);
  g_free (atlas);
}

bool
weft_glyph_atlas_matches (WeftGlyphAtlas *atlas, const char *ui_family, const char *mono_family)
{
  return strcmp (atlas->families[0], ui_family) == 0
         && strcmp (atlas->families[1], mono_family) == 0;
}

size_t
weft_glyph_atlas_get_memory (WeftGlyphAtlas *atlas)
{
  size_t bytes;

  weft_lock (&atlas->lock);
  bytes = atlas->bytes + sizeof *atlas + atlas->n_buckets * sizeof *atlas->buckets;
  weft_unlock (&atlas->lock);
  return bytes;
}

uint64_t
weft_glyph_atlas_get_misses (WeftGlyphAtlas *atlas)
{
  uint64_t misses;

  weft_lock (&atlas->lock);
  misses = atlas->misses;
  weft_unlock (&atlas->lock);
  return misses;
}

/* --- shaping; under the lock --------------------------------------------------------------- */

static PangoFontDescription *
describe_font (WeftGlyphAtlas *atlas, unsigned role, unsigned size)
{
  bool is_mono = role >= WEFT_FONT_MONO;
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, atlas->families[is_mono]);
  if (role == WEFT_FONT_UI_BOLD)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (font,
                                            (double) size * PANGO_SCALE / WEFT_FONT_SIZE_STEPS);
  return font;
}

/* Sets the layout to a text and returns its only line. */
static PangoLayoutLine *
set_layout (WeftGlyphAtlas *atlas, unsigned role, unsigned size, const char *text, int length)
{
  uint32_t layout_font = (uint32_t) role << 16 | size;

  if (atlas->layout_font != layout_font)
    {
      PangoFontDescription *font = describe_font (atlas, role, size);

      pango_layout_set_font_description (atlas->layout, font);
      pango_layout_set_attributes (atlas->layout, role < WEFT_FONT_MONO ? atlas->tabular : NULL);
      pango_font_description_free (font);
      atlas->layout_font = layout_font;
    }
  pango_layout_set_text (atlas->layout, text, length);
  return pango_layout_get_line_readonly (atlas->layout, 0);
}

static PangoLayoutLine *
set_entry (WeftGlyphAtlas *atlas, const Entry *entry)
{
  return set_layout (atlas, entry->key.role, entry->key.size, entry->shown, entry->n_shown);
}

/* Has pango choose what to leave out, and writes what is left with an ellipsis to `out`, which has
 * room for three bytes more than the text. (Pango's own ellipsis is as wide as the room that is
 * left, so a gap would follow it.) */
static uint16_t
cut_text (WeftGlyphAtlas *atlas, const Key *key, char *out)
{
  PangoLayoutLine *line;
  size_t head = key->length;
  size_t tail = key->length;

  set_layout (atlas, key->role, key->size, key->text, key->length);
  pango_layout_set_width (atlas->layout, key->width * PANGO_SCALE);
  pango_layout_set_ellipsize (atlas->layout, key->fit == WEFT_FIT_MIDDLE ? PANGO_ELLIPSIZE_MIDDLE
                                                                         : PANGO_ELLIPSIZE_END);
  line = pango_layout_get_line_readonly (atlas->layout, 0);
  for (const GSList *l = line->runs; l != NULL; l = l->next)
    {
      const PangoItem *item = ((const PangoGlyphItem *) l->data)->item;

      if (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)
        {
          head = (size_t) item->offset;
          tail = head + (size_t) item->length;
        }
    }
  pango_layout_set_width (atlas->layout, -1);
  pango_layout_set_ellipsize (atlas->layout, PANGO_ELLIPSIZE_NONE);

  memcpy (out, key->text, head);
  if (tail == head)
    return (uint16_t) head;
  memcpy (out + head, ELLIPSIS, strlen (ELLIPSIS));
  memcpy (out + head + strlen (ELLIPSIS), key->text + tail, key->length - tail);
  return (uint16_t) (head + strlen (ELLIPSIS) + key->length - tail);
}

static const Metrics *
get_metrics (WeftGlyphAtlas *atlas, unsigned role, unsigned size)
{
  PangoFontDescription *font;
  PangoFontMetrics *font_metrics;
  PangoRectangle logical;
  Metrics *metrics;

  for (unsigned i = 0; i < N_METRICS; i++)
    {
      if (atlas->metrics[i].size == size && atlas->metrics[i].role == role)
        return &atlas->metrics[i];
    }
  metrics = &atlas->metrics[atlas->next_metrics++ % N_METRICS];
  font = describe_font (atlas, role, size);
  font_metrics = pango_context_get_metrics (atlas->context, font, NULL);
  pango_layout_line_get_pixel_extents (set_layout (atlas, role, size, "0", 1), NULL, &logical);
  *metrics = (Metrics) {
    .role = (uint8_t) role,
    .size = (uint16_t) size,
    .ascent = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (font_metrics)),
    .descent = PANGO_PIXELS_CEIL (pango_font_metrics_get_descent (font_metrics)),
    .digit_width = logical.width,
  };
  pango_font_metrics_unref (font_metrics);
  pango_font_description_free (font);
  return metrics;
}

static void
measure_entry (WeftGlyphAtlas *atlas, Entry *entry)
{
  const Metrics *metrics = get_metrics (atlas, entry->key.role, entry->key.size);
  PangoRectangle logical;

  entry->run.ascent = metrics->ascent;
  entry->run.descent = metrics->descent;
  pango_layout_line_get_pixel_extents (set_entry (atlas, entry), NULL, &logical);
  entry->run.width = logical.width;
}

/* Makes the mask. The entry is not handed out before. */
static void
draw_entry (WeftGlyphAtlas *atlas, Entry *entry)
{
  PangoLayoutLine *line = set_entry (atlas, entry);
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
  surface = cairo_image_surface_create_for_data ((unsigned char *) entry->run.mask,
                                                 CAIRO_FORMAT_A8, x1 - x0, y1 - y0, stride);
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

/* --- the cache; under the lock ------------------------------------------------------------- */

static uint32_t
hash_key (const Key *key)
{
  uint32_t hash = 2166136261u ^ ((uint32_t) key->role << 16 | key->size);

  hash = (hash ^ (uint32_t) key->width) * 16777619u;
  hash = (hash ^ key->fit) * 16777619u;
  for (unsigned i = 0; i < key->length; i++)
    hash = (hash ^ (unsigned char) key->text[i]) * 16777619u;
  return hash ^ hash >> 15;
}

static bool
keys_are_equal (const Key *a, const Key *b)
{
  return a->hash == b->hash && a->length == b->length && a->size == b->size && a->role == b->role
         && a->fit == b->fit && a->width == b->width && memcmp (a->text, b->text, a->length) == 0;
}

static void
grow_buckets (WeftGlyphAtlas *atlas)
{
  uint32_t n_buckets = atlas->n_buckets * 2;
  Entry **buckets = g_new0 (Entry *, n_buckets);

  for (uint32_t i = 0; i < atlas->n_buckets; i++)
    {
      while (atlas->buckets[i] != NULL)
        {
          Entry *entry = atlas->buckets[i];
          Entry **bucket = &buckets[entry->key.hash & (n_buckets - 1)];

          atlas->buckets[i] = entry->next;
          entry->next = *bucket;
          *bucket = entry;
        }
    }
  g_free (atlas->buckets);
  atlas->buckets = buckets;
  atlas->n_buckets = n_buckets;
}

/* The old generation goes, the young one becomes the old one. */
static void
turn_generation (WeftGlyphAtlas *atlas)
{
  for (uint32_t i = 0; i < atlas->n_buckets; i++)
    {
      Entry **link = &atlas->buckets[i];

      while (*link != NULL)
        {
          Entry *entry = *link;

          if (entry->generation == atlas->generation
              || atomic_load_explicit (&entry->holds, memory_order_acquire) > 0)
            {
              link = &entry->next;
              continue;
            }
          *link = entry->next;
          atlas->n_entries--;
          free_entry (atlas, entry);
        }
    }
  atlas->generation++;
  atlas->young_bytes = 0;
}

static void
account (WeftGlyphAtlas *atlas, Entry *entry)
{
  size_t bytes = sizeof *entry + entry->key.length + entry->n_shown
                 + (size_t) entry->run.mask_height * (size_t) entry->run.mask_stride;

  atlas->bytes += bytes - entry->bytes;
  atlas->young_bytes += bytes - entry->bytes;
  entry->bytes = bytes;
}

static Entry *
add_entry (WeftGlyphAtlas *atlas, const Key *key)
{
  Entry *entry;
  Entry **bucket;
  char *text;

  if (atlas->young_bytes >= atlas->budget / 2)
    turn_generation (atlas);
  if (atlas->n_entries >= atlas->n_buckets)
    grow_buckets (atlas);

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
      entry->n_shown = cut_text (atlas, key, text + key->length);
    }
  entry->generation = atlas->generation;
  bucket = &atlas->buckets[key->hash & (atlas->n_buckets - 1)];
  entry->next = *bucket;
  *bucket = entry;
  atlas->n_entries++;
  atlas->misses++;
  measure_entry (atlas, entry);
  account (atlas, entry);
  return entry;
}

/* The entry of a key, measured; moves it to the young generation. */
static Entry *
find_entry (WeftGlyphAtlas *atlas, Key *key)
{
  Entry *entry;

  key->hash = hash_key (key);
  for (entry = atlas->buckets[key->hash & (atlas->n_buckets - 1)]; entry != NULL;
       entry = entry->next)
    {
      if (keys_are_equal (&entry->key, key))
        break;
    }
  if (entry == NULL)
    return add_entry (atlas, key);
  if (entry->generation != atlas->generation)
    {
      entry->generation = atlas->generation;
      atlas->young_bytes += entry->bytes;
    }
  return entry;
}

static const WeftGlyphRun *
hold_entry (WeftGlyphAtlas *atlas, Entry *entry)
{
  if (!entry->is_drawn)
    {
      draw_entry (atlas, entry);
      account (atlas, entry);
    }
  atomic_fetch_add_explicit (&entry->holds, 1, memory_order_relaxed);
  return &entry->run;
}

/* --- interface ----------------------------------------------------------------------------- */

/* The key of a whole string; `clean` holds its text where it is not clean as it is. */
static Key
make_key (WeftFontRole role,
          double size,
          const char *text,
          ptrdiff_t length,
          bool keep_tail,
          char clean[WEFT_PAINT_TEXT_ROOM])
{
  size_t n = length < 0 ? strlen (text) : (size_t) length;

  if (!weft_paint_text_is_plain (text, n))
    {
      n = weft_paint_text_clean (text, n, keep_tail, clean);
      text = clean;
    }
  if (!(size >= WEFT_FONT_SIZE_MIN))
    size = WEFT_FONT_SIZE_MIN;
  return (Key) {
    .length = (uint16_t) n,
    .size = (uint16_t) lrint (fmin (size, WEFT_FONT_SIZE_MAX) * WEFT_FONT_SIZE_STEPS),
    .role = (uint8_t) role,
    .fit = WEFT_FIT_CLIP,
    .text = text,
  };
}

const WeftGlyphRun *
weft_glyph_atlas_get (WeftGlyphAtlas *atlas,
                      WeftFontRole role,
                      double size,
                      const char *text,
                      ptrdiff_t length)
{
  return weft_glyph_atlas_get_fit (atlas, role, size, text, length, 0, WEFT_FIT_CLIP);
}

const WeftGlyphRun *
weft_glyph_atlas_get_fit (WeftGlyphAtlas *atlas,
                          WeftFontRole role,
                          double size,
                          const char *text,
                          ptrdiff_t length,
                          int width,
                          WeftTextFit fit)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  const WeftGlyphRun *run = NULL;
  Entry *entry;
  Key key;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, NULL);

  key = make_key (role, size, text, length, fit == WEFT_FIT_MIDDLE, clean);
  weft_lock (&atlas->lock);
  entry = find_entry (atlas, &key);
  if (fit != WEFT_FIT_CLIP && entry->run.width > width)
    {
      entry = NULL;
      if (fit != WEFT_FIT_WHOLE && width > 0 && width < CUT_MAX)
        {
          key.fit = (uint8_t) fit;
          key.width = width;
          entry = find_entry (atlas, &key);
        }
      if (entry != NULL && entry->run.width > width && entry->n_shown <= strlen (ELLIPSIS))
        entry = NULL;
    }
  if (entry != NULL)
    run = hold_entry (atlas, entry);
  weft_unlock (&atlas->lock);
  return run;
}

void
weft_glyph_atlas_release (WeftGlyphAtlas *atlas, const WeftGlyphRun *run)
{
  Entry *entry = (Entry *) run;

  if (run != NULL)
    atomic_fetch_sub_explicit (&entry->holds, 1, memory_order_release);
}

int
weft_glyph_atlas_measure (WeftGlyphAtlas *atlas,
                          WeftFontRole role,
                          double size,
                          const char *text,
                          ptrdiff_t length)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  int width;
  Key key;

  g_return_val_if_fail (text != NULL || length == 0, 0);
  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, 0);

  key = make_key (role, size, text, length, false, clean);
  weft_lock (&atlas->lock);
  width = find_entry (atlas, &key)->run.width;
  weft_unlock (&atlas->lock);
  return width;
}

void
weft_glyph_atlas_get_metrics (WeftGlyphAtlas *atlas,
                              WeftFontRole role,
                              double size,
                              int *ascent,
                              int *descent,
                              int *digit_width)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  const Metrics *metrics;
  Key key;

  g_return_if_fail (role < WEFT_N_FONT_ROLES);

  key = make_key (role, size, "", 0, false, clean);
  weft_lock (&atlas->lock);
  metrics = get_metrics (atlas, key.role, key.size);
  if (ascent != NULL)
    *ascent = metrics->ascent;
  if (descent != NULL)
    *descent = metrics->descent;
  if (digit_width != NULL)
    *digit_width = metrics->digit_width;
  weft_unlock (&atlas->lock);
}

void
weft_glyph_atlas_show (WeftGlyphAtlas *atlas,
                       const WeftGlyphRun *run,
                       cairo_t *cr,
                       double x,
                       double y)
{
  const Entry *entry = (const Entry *) run;

  weft_lock (&atlas->lock);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout_line (cr, set_entry (atlas, entry));
  weft_unlock (&atlas->lock);
}
