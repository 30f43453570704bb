/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-row-colors.h"

#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The ramp's ends are left to what is hardly there and to what is over a limit. */
#define RAMP_BEGIN 0.05
#define RAMP_LENGTH 0.9

/* Of the colour of things that are unknown, so that those which have no value are paler. */
#define NONE_SHARE 0.4

/* Logical pixels between the stripes of what has no value. */
#define HATCH_PERIOD 6

/* A word of the column. */
typedef struct
{
  char *text;
  guint32 n;
  guint8 class;
} Word;

static void
word_free (gpointer data)
{
  g_free (((Word *) data)->text);
  g_free (data);
}

/* --- numbers ------------------------------------------------------------------------------------ */

static gboolean
read_number (const WeftFacts *facts, guint row, guint column, double *number)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

  if (!weft_cell_is_known (&cell) || cell.type == WEFT_CELL_TEXT)
    return FALSE;
  *number = weft_cell_to_real (&cell);
  return isfinite (*number);
}

/* FALSE where the column has a word, or no number. */
static gboolean
find_range (WeftRowColors *self, const WeftFacts *facts, guint column)
{
  gboolean any = FALSE;
  double number;

  for (guint row = 0; row < facts->n_rows; row++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

      if (cell.type == WEFT_CELL_TEXT)
        return FALSE;
      if (!read_number (facts, row, column, &number))
        continue;
      self->least = any ? MIN (self->least, number) : number;
      self->most = any ? MAX (self->most, number) : number;
      any = TRUE;
    }
  return any;
}

static guint8
classify_number (const WeftRowColors *self, double number)
{
  double part = self->most > self->least
                  ? (number / 2 - self->least / 2) / (self->most / 2 - self->least / 2)
                  : 0;

  return (guint8) MIN ((guint) (part * self->n_classes), self->n_classes - 1);
}

static void
color_by_numbers (WeftRowColors *self, const WeftFacts *facts, guint column, const guint32 *items)
{
  double number;

  self->is_ramp = TRUE;
  self->low = weft_number_value (self->least);
  self->high = weft_number_value (self->most);
  self->n_classes = WEFT_ROW_COLORS_OTHER;
  for (guint row = 0; row < facts->n_rows; row++)
    if (items[row] < self->n_rows && read_number (facts, row, column, &number))
      self->classes[items[row]] = classify_number (self, number);
}

/* --- words -------------------------------------------------------------------------------------- */

/* (transfer none) (nullable) */
static Word *
find_word (GHashTable *words, const WeftFacts *facts, guint row, guint column, gboolean add)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);
  g_autofree char *written = NULL;
  const char *text = cell.text;
  Word *word;

  if (!weft_cell_is_known (&cell))
    return NULL;
  if (cell.type != WEFT_CELL_TEXT)
    text = written = weft_number_value (weft_cell_to_real (&cell));
  word = g_hash_table_lookup (words, text);
  if (word == NULL && add)
    {
      word = g_new0 (Word, 1);
      word->text = g_strdup (text);
      g_hash_table_insert (words, word->text, word);
    }
  return word;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const Word *x = *(Word *const *) a, *y = *(Word *const *) b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return g_strcmp0 (x->text, y->text);
}

/* The most frequent words have colours of their own. */
static void
rank_words (WeftRowColors *self, GHashTable *words)
{
  g_autoptr (GPtrArray) ranked = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer each;

  g_hash_table_iter_init (&iter, words);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    g_ptr_array_add (ranked, each);
  g_ptr_array_sort (ranked, compare_words);
  self->n_classes = MIN (ranked->len, WEFT_ROW_COLORS_OTHER);
  self->n_others = ranked->len - self->n_classes;
  for (guint i = 0; i < ranked->len; i++)
    {
      Word *word = ranked->pdata[i];

      word->class = (guint8) MIN (i, WEFT_ROW_COLORS_OTHER);
      if (i < self->n_classes)
        self->names[i] = g_utf8_make_valid (word->text, -1);
    }
}

static void
color_by_words (WeftRowColors *self, const WeftFacts *facts, guint column, const guint32 *items)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, word_free);

  for (guint row = 0; row < facts->n_rows; row++)
    {
      Word *word = items[row] < self->n_rows ? find_word (words, facts, row, column, TRUE) : NULL;

      if (word != NULL)
        word->n++;
    }
  rank_words (self, words);
  for (guint row = 0; row < facts->n_rows; row++)
    {
      Word *word = items[row] < self->n_rows ? find_word (words, facts, row, column, FALSE) : NULL;

      if (word != NULL)
        self->classes[items[row]] = word->class;
    }
}

/* --- the object --------------------------------------------------------------------------------- */

WeftRowColors *
weft_row_colors_new (const WeftFacts *facts, guint column, const guint32 *items)
{
  g_autoptr (WeftRowColors) self = g_new0 (WeftRowColors, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->title = g_strdup (weft_facts_get_column (facts, column)->title);
  for (guint row = 0; row < facts->n_rows; row++)
    if (items[row] != G_MAXUINT32)
      self->n_rows = MAX (self->n_rows, items[row] + 1);
  self->classes = g_malloc (MAX (self->n_rows, 1));
  memset (self->classes, WEFT_ROW_COLORS_NONE, MAX (self->n_rows, 1));
  if (find_range (self, facts, column) && self->least < self->most)
    color_by_numbers (self, facts, column, items);
  else
    color_by_words (self, facts, column, items);
  for (guint32 i = 0; i < self->n_rows; i++)
    self->n_valued += self->classes[i] != WEFT_ROW_COLORS_NONE;
  return self->n_classes > 0 ? g_steal_pointer (&self) : NULL;
}

void
weft_row_colors_set_source (WeftRowColors *self, const char *source, gboolean partial)
{
  self->source = g_strdup (source);
  self->partial = partial;
}

void
weft_row_colors_set_things (WeftRowColors *self, const char *things, gpointer numbering,
                            GDestroyNotify free_numbering)
{
  self->things = things;
  self->numbering = numbering;
  self->free_numbering = free_numbering;
}

WeftRowColors *
weft_row_colors_ref (WeftRowColors *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_row_colors_unref (WeftRowColors *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->names); i++)
    g_free (self->names[i]);
  g_free (self->title);
  g_free (self->source);
  g_free (self->low);
  g_free (self->high);
  g_free (self->classes);
  if (self->numbering != NULL)
    self->free_numbering (self->numbering);
  g_free (self);
}

/* --- what is seen ------------------------------------------------------------------------------- */

WeftColor
weft_row_colors_get_none (const WeftStyle *style)
{
  return weft_color_mix (weft_style_color (style, WEFT_COLOR_CANVAS),
                         weft_style_color (style, WEFT_COLOR_UNKNOWN), NONE_SHARE);
}

WeftColor
weft_row_colors_get (const WeftRowColors *self, const WeftStyle *style, guint class)
{
  if (class == WEFT_ROW_COLORS_NONE)
    return weft_row_colors_get_none (style);
  if (class == WEFT_ROW_COLORS_OTHER)
    return weft_style_color (style, WEFT_COLOR_HOST);
  if (self->is_ramp)
    return weft_style_heat (style, RAMP_BEGIN + RAMP_LENGTH * class / (WEFT_ROW_COLORS_OTHER - 1));
  return weft_style_category (style, class);
}

const char *
weft_row_colors_name (const WeftRowColors *self, guint class)
{
  if (class == WEFT_ROW_COLORS_NONE)
    return _ ("no value");
  if (class == WEFT_ROW_COLORS_OTHER)
    return _ ("other values");
  return self->names[class];
}

static WeftTrackLegendEntry
make_entry (const WeftRowColors *self, const WeftStyle *style, guint class)
{
  return (WeftTrackLegendEntry){ .name = weft_row_colors_name (self, class),
                                 .color = weft_row_colors_get (self, style, class) };
}

guint
weft_row_colors_list (const WeftRowColors *self, const WeftStyle *style, guint64 n_things,
                      WeftTrackLegendEntry *entries, guint max)
{
  guint n = 0;

  if (self->is_ramp && n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ .name = self->title, .low = self->low, .high = self->high };
  for (guint i = 0; i <= WEFT_ROW_COLORS_OTHER && n < max; i++)
    if ((!self->is_ramp && i < self->n_classes)
        || (i == WEFT_ROW_COLORS_OTHER && self->n_others > 0))
      entries[n++] = make_entry (self, style, i);
  if (n_things > self->n_valued && n < max)
    {
      entries[n] = make_entry (self, style, WEFT_ROW_COLORS_NONE);
      entries[n].unknown = TRUE;
      entries[n++].count = n_things - self->n_valued;
    }
  return n;
}

/* --- no value ----------------------------------------------------------------------------------- */

void
weft_row_colors_hatch (const WeftStyle *style, int x, int y, int width, int height,
                       WeftPaintList *list)
{
  weft_paint_list_hatch (list, x, y, width, height, WEFT_HATCH_DOWN,
                         CLAMP (weft_style_px (style, HATCH_PERIOD), 3, 64),
                         weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH));
}

void
weft_row_colors_paint_box (const WeftRowColors *self, guint class, const WeftTrackView *view,
                           WeftPaintList *list, gint64 first, gint64 last, int y, int height,
                           const char *text)
{
  int x0 = MAX (weft_track_view_x (view, first), 0);
  int x1 = MIN (MAX (weft_track_view_x (view, last), x0 + 1), view->width);

  weft_track_view_box (view, list, first, last, y, height,
                       weft_row_colors_get (self, view->style, class), text);
  if (class == WEFT_ROW_COLORS_NONE && x1 > x0)
    weft_row_colors_hatch (view->style, x0, view->y + y + 1, x1 - x0, MAX (height - 2, 1), list);
}
