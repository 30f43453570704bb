/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-glyph-atlas.h"

#include <glib.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "weft-glyph-cache.h"
#include "weft-handover.h"

/* Runs are shaped under a lock. Workers have a lower priority, so one that has the lock may not get on for
 * milliseconds: the thread of the window has a side of its own, and waits for none. */
typedef enum
{
  OWNER,
  WORKERS,
  N_SIDES
} SideName;

typedef struct
{
  WeftLock lock;
  WeftGlyphCache *cache; /* made when it is first needed */
} Side;

struct _WeftGlyphAtlas
{
  atomic_uint refs;
  char *families[2]; /* interface, monospace; constant */
  size_t budget;     /* of a side */
  pthread_t owner;   /* that made the atlas */
  Side sides[N_SIDES];
};

/* --- life ---------------------------------------------------------------------------------- */

WeftGlyphAtlas *
weft_glyph_atlas_new (const char *ui_family, const char *mono_family, size_t budget)
{
  WeftGlyphAtlas *atlas;

  g_return_val_if_fail (ui_family != NULL && mono_family != NULL, NULL);

  atlas = g_new0 (WeftGlyphAtlas, 1);
  atomic_init (&atlas->refs, 1);
  atlas->families[0] = g_strdup (ui_family);
  atlas->families[1] = g_strdup (mono_family);
  atlas->budget = (budget > 0 ? budget : WEFT_GLYPH_ATLAS_BUDGET) / N_SIDES;
  atlas->owner = pthread_self ();
  for (unsigned i = 0; i < N_SIDES; i++)
    pthread_mutex_init (&atlas->sides[i].lock, NULL);
  return atlas;
}

WeftGlyphAtlas *
weft_glyph_atlas_ref (WeftGlyphAtlas *atlas)
{
  atomic_fetch_add_explicit (&atlas->refs, 1, memory_order_relaxed);
  return atlas;
}

void
weft_glyph_atlas_unref (WeftGlyphAtlas *atlas)
{
  if (atlas == NULL || atomic_fetch_sub_explicit (&atlas->refs, 1, memory_order_acq_rel) != 1)
    return;
  for (unsigned i = 0; i < N_SIDES; i++)
    {
      g_clear_pointer (&atlas->sides[i].cache, weft_glyph_cache_free);
      pthread_mutex_destroy (&atlas->sides[i].lock);
    }
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

/* --- sides --------------------------------------------------------------------------------- */

/* The calling thread's, locked. */
static Side *
lock_side (WeftGlyphAtlas *atlas)
{
  Side *side = &atlas->sides[pthread_equal (pthread_self (), atlas->owner) ? OWNER : WORKERS];

  weft_lock (&side->lock);
  if (side->cache == NULL)
    side->cache = weft_glyph_cache_new (atlas->families[0], atlas->families[1], atlas->budget);
  return side;
}

size_t
weft_glyph_atlas_get_memory (WeftGlyphAtlas *atlas)
{
  size_t bytes = sizeof *atlas;

  for (Side *side = atlas->sides; side < atlas->sides + N_SIDES; side++)
    {
      weft_lock (&side->lock);
      bytes += side->cache != NULL ? weft_glyph_cache_get_memory (side->cache) : 0;
      weft_unlock (&side->lock);
    }
  return bytes;
}

uint64_t
weft_glyph_atlas_get_misses (WeftGlyphAtlas *atlas)
{
  uint64_t misses = 0;

  for (Side *side = atlas->sides; side < atlas->sides + N_SIDES; side++)
    {
      weft_lock (&side->lock);
      misses += side->cache != NULL ? weft_glyph_cache_get_misses (side->cache) : 0;
      weft_unlock (&side->lock);
    }
  return misses;
}

/* --- runs ---------------------------------------------------------------------------------- */

/* The key of a whole string; `clean` holds its text where it is not clean as it is. */
static WeftGlyphKey
make_key (WeftFontRole role, double size, const char *text, ptrdiff_t length, bool keep_tail,
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
  return (WeftGlyphKey){
    .length = (uint16_t) n,
    .size = (uint16_t) lrint (fmin (size, WEFT_FONT_SIZE_MAX) * WEFT_FONT_SIZE_STEPS),
    .role = (uint8_t) role,
    .fit = WEFT_FIT_CLIP,
    .text = text,
  };
}

const WeftGlyphRun *
weft_glyph_atlas_get (WeftGlyphAtlas *atlas, WeftFontRole role, double size, const char *text,
                      ptrdiff_t length)
{
  return weft_glyph_atlas_get_fit (atlas, role, size, text, length, 0, WEFT_FIT_CLIP);
}

const WeftGlyphRun *
weft_glyph_atlas_get_fit (WeftGlyphAtlas *atlas, WeftFontRole role, double size, const char *text,
                          ptrdiff_t length, int width, WeftTextFit fit)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  const WeftGlyphRun *run;
  WeftGlyphKey key;
  Side *side;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, NULL);

  key = make_key (role, size, text, length, fit == WEFT_FIT_MIDDLE, clean);
  side = lock_side (atlas);
  run = weft_glyph_cache_hold (side->cache, &key, width, fit);
  weft_unlock (&side->lock);
  return run;
}

void
weft_glyph_atlas_release (WeftGlyphAtlas *atlas G_GNUC_UNUSED, const WeftGlyphRun *run)
{
  if (run != NULL)
    weft_glyph_cache_release (run);
}

int
weft_glyph_atlas_measure (WeftGlyphAtlas *atlas, WeftFontRole role, double size, const char *text,
                          ptrdiff_t length)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  WeftGlyphKey key;
  Side *side;
  int width;

  g_return_val_if_fail (text != NULL || length == 0, 0);
  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, 0);

  key = make_key (role, size, text, length, false, clean);
  side = lock_side (atlas);
  width = weft_glyph_cache_measure (side->cache, &key);
  weft_unlock (&side->lock);
  return width;
}

void
weft_glyph_atlas_get_metrics (WeftGlyphAtlas *atlas, WeftFontRole role, double size, int *ascent,
                              int *descent, int *digit_width)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  WeftFontMetrics metrics;
  WeftGlyphKey key;
  Side *side;

  g_return_if_fail (role < WEFT_N_FONT_ROLES);

  key = make_key (role, size, "", 0, false, clean);
  side = lock_side (atlas);
  metrics = *weft_glyph_cache_get_metrics (side->cache, key.role, key.size);
  weft_unlock (&side->lock);
  if (ascent != NULL)
    *ascent = metrics.ascent;
  if (descent != NULL)
    *descent = metrics.descent;
  if (digit_width != NULL)
    *digit_width = metrics.digit_width;
}

void
weft_glyph_atlas_show (WeftGlyphAtlas *atlas, const WeftGlyphRun *run, cairo_t *cr, double x,
                       double y)
{
  Side *side = lock_side (atlas);

  weft_glyph_cache_show (side->cache, run, cr, x, y);
  weft_unlock (&side->lock);
}
