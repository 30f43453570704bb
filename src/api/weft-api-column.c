/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-column-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (WeftApiColumn, weft_api_column, G_TYPE_OBJECT)

static void
weft_api_column_finalize (GObject *object)
{
  WeftApiColumn *self = WEFT_API_COLUMN (object);

  g_free (self->name);
  weft_api_buffer_clear (&self->words);
  if (self->texts != NULL)
    g_string_free (self->texts, TRUE);
  weft_api_buffer_clear (&self->gaps);
  weft_api_buffer_clear (&self->places);
  g_clear_object (&self->dictionary);
  g_clear_pointer (&self->codes, g_bytes_unref);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->offsets, g_bytes_unref);
  g_clear_pointer (&self->missing, g_bytes_unref);
  G_OBJECT_CLASS (weft_api_column_parent_class)->finalize (object);
}

static void
weft_api_column_class_init (WeftApiColumnClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_api_column_finalize;
}

static void
weft_api_column_init (WeftApiColumn *self)
{
  g_mutex_init (&self->lock);
}

WeftApiColumn *
weft_api_column_new (const char *name)
{
  WeftApiColumn *self = g_object_new (WEFT_API_TYPE_COLUMN, NULL);

  self->name = g_strdup (name);
  return self;
}

/* --- filling ------------------------------------------------------------------------------------ */

static inline void
add_word (WeftApiColumn *self, WeftApiWord word)
{
  *(WeftApiWord *) weft_api_buffer_add (&self->words, sizeof word) = word;
}

/* From the first row that is missing on. */
static void
begin_gaps (WeftApiColumn *self)
{
  if (self->n_rows > 0)
    memset (weft_api_buffer_add (&self->gaps, self->n_rows), 0, self->n_rows);
}

static void
note_gap (WeftApiColumn *self, gboolean missing)
{
  if (missing && self->n_missing == 0)
    begin_gaps (self);
  self->n_missing += missing;
  if (self->n_missing > 0)
    *(guint8 *) weft_api_buffer_add (&self->gaps, 1) = missing ? 1 : 0;
}

static void
add_text (WeftApiColumn *self, const char *text)
{
  add_word (self, (WeftApiWord){ .integer = (gint64) self->texts->len });
  g_string_append (self->texts, text);
}

static void
fill_with_nan (WeftApiWord *words, gsize n)
{
  for (gsize i = 0; i < n; i++)
    words[i].real = (double) NAN;
}

/* Whole numbers so far: they become real. */
static void
widen_to_real (WeftApiColumn *self)
{
  WeftApiWord *words = weft_api_column_peek_words (self);

  self->type = WEFT_API_COLUMN_REAL;
  if (self->n_missing == self->n_rows)
    fill_with_nan (words, self->n_rows);
  else
    for (gsize i = 0; i < self->n_rows; i++)
      words[i].real =
        weft_api_column_is_missing (self, i) ? (double) NAN : (double) words[i].integer;
}

/* Numbers so far: they become texts. */
static void
widen_to_text (WeftApiColumn *self)
{
  WeftApiBuffer words = self->words;
  char buffer[WEFT_CELL_SIZE];

  self->words = (WeftApiBuffer){ .n_expected = words.n_expected };
  self->texts = g_string_new (NULL);
  for (gsize i = 0; i < self->n_rows; i++)
    {
      const WeftApiWord *word = &((const WeftApiWord *) (gconstpointer) words.data)[i];
      const WeftCell cell = self->type == WEFT_API_COLUMN_REAL ? weft_cell_real (word->real)
                                                               : weft_cell_signed (word->integer);

      add_text (self, weft_api_column_is_missing (self, i) ? "" : weft_cell_print (&cell, buffer));
    }
  weft_api_buffer_clear (&words);
  self->type = WEFT_API_COLUMN_TEXT;
}

static WeftApiColumnType
type_of_cell (const WeftCell *cell)
{
  if (cell->type == WEFT_CELL_TEXT)
    return WEFT_API_COLUMN_TEXT;
  return cell->type == WEFT_CELL_REAL ? WEFT_API_COLUMN_REAL : WEFT_API_COLUMN_INTEGER;
}

static void
widen (WeftApiColumn *self, const WeftCell *cell)
{
  WeftApiColumnType type = type_of_cell (cell);

  if (type > self->type && type == WEFT_API_COLUMN_TEXT)
    widen_to_text (self);
  else if (type > self->type)
    widen_to_real (self);
}

/* Bytes that are no UTF-8 become U+FFFD. */
static void
add_any_text (WeftApiColumn *self, const char *text)
{
  g_autofree char *valid = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  add_text (self, text);
}

static void
add_cell (WeftApiColumn *self, const WeftCell *cell)
{
  gboolean missing = !weft_cell_is_known (cell);
  char buffer[WEFT_CELL_SIZE];
  WeftApiWord word;

  if (self->type == WEFT_API_COLUMN_TEXT)
    {
      if (cell->type == WEFT_CELL_TEXT)
        add_any_text (self, cell->text);
      else
        add_text (self, missing ? "" : weft_cell_print (cell, buffer));
      return;
    }
  if (self->type == WEFT_API_COLUMN_REAL)
    word.real = missing ? (double) NAN : weft_cell_to_real (cell);
  else
    word.integer = missing ? 0 : cell->integer;
  add_word (self, word);
}

void
weft_api_column_add (WeftApiColumn *self, const WeftCell *cell)
{
  gboolean missing = !weft_cell_is_known (cell);

  if (self->is_shared)
    weft_api_column_unshare (self);
  if (cell->type == WEFT_CELL_SIGNED && self->type == WEFT_API_COLUMN_INTEGER
      && self->n_missing == 0)
    {
      add_word (self, (WeftApiWord){ .integer = cell->integer });
      self->n_rows++;
      return;
    }
  if (!missing)
    widen (self, cell);
  add_cell (self, cell);
  note_gap (self, missing);
  self->n_rows++;
}

void
weft_api_column_reserve (WeftApiColumn *self, gsize n_rows)
{
  self->words.n_expected = n_rows * sizeof (WeftApiWord);
  self->gaps.n_expected = n_rows;
  self->places.n_expected = n_rows * sizeof (gint32);
}

void
weft_api_column_note_gaps (WeftApiColumn *self, const guint8 *gaps, guint n)
{
  guint n_missing = 0;
  guint8 *noted;

  for (guint i = 0; gaps != NULL && i < n; i++)
    n_missing += gaps[i];
  if (n_missing > 0 && self->n_missing == 0)
    begin_gaps (self);
  self->n_missing += n_missing;
  if (self->n_missing == 0)
    return;
  noted = weft_api_buffer_add (&self->gaps, n);
  if (n_missing > 0)
    memcpy (noted, gaps, n);
  else
    memset (noted, 0, n);
}

void
weft_api_column_add_numbers (WeftApiColumn *self, const gint64 *numbers, const guint8 *gaps,
                             guint n)
{
  if (self->type == WEFT_API_COLUMN_INTEGER)
    {
      memcpy (weft_api_buffer_add (&self->words, n * sizeof *numbers), numbers,
              n * sizeof *numbers);
      weft_api_column_note_gaps (self, gaps, n);
      self->n_rows += n;
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const WeftCell cell =
        gaps != NULL && gaps[i] ? weft_cell_none () : weft_cell_signed (numbers[i]);

      weft_api_column_add (self, &cell);
    }
}

void
weft_api_column_add_reals (WeftApiColumn *self, const double *reals, const guint8 *gaps, guint n)
{
  WeftApiWord *words;

  if (self->is_shared)
    weft_api_column_unshare (self);
  if (self->type == WEFT_API_COLUMN_INTEGER)
    widen_to_real (self);
  if (self->type == WEFT_API_COLUMN_TEXT)
    {
      for (guint i = 0; i < n; i++)
        {
          const WeftCell cell =
            gaps != NULL && gaps[i] ? weft_cell_none () : weft_cell_real (reals[i]);

          weft_api_column_add (self, &cell);
        }
      return;
    }
  words = weft_api_buffer_add (&self->words, n * sizeof *words);
  memcpy (words, reals, n * sizeof *reals);
  for (guint i = 0; gaps != NULL && i < n; i++)
    if (gaps[i])
      words[i].real = (double) NAN;
  weft_api_column_note_gaps (self, gaps, n);
  self->n_rows += n;
}

/* --- texts that rows share ---------------------------------------------------------------------- */

void
weft_api_column_add_word (WeftApiColumn *self, const char *text)
{
  const WeftCell cell = weft_cell_lent (text);

  if (self->dictionary == NULL)
    self->dictionary = weft_api_column_new (self->name);
  weft_api_column_add (self->dictionary, &cell);
}

const char *
weft_api_column_get_word (const WeftApiColumn *dictionary, gint32 place, gsize *length)
{
  const WeftApiWord *words = weft_api_column_peek_words (dictionary);
  gint64 start = words[place].integer;
  gint64 end = (gsize) place + 1 < dictionary->n_rows ? words[place + 1].integer
                                                      : (gint64) dictionary->texts->len;

  *length = (gsize) (end - start);
  return dictionary->texts->str + start;
}

/* The row has a text of the dictionary, which becomes its own. */
static void
copy_word (WeftApiColumn *self, gint32 place)
{
  gsize length = 0;
  const char *text =
    place >= 0 ? weft_api_column_get_word (self->dictionary, place, &length) : NULL;

  add_word (self, (WeftApiWord){ .integer = (gint64) self->texts->len });
  if (text != NULL)
    g_string_append_len (self->texts, text, (gssize) length);
  note_gap (self, place < 0);
  self->n_rows++;
}

void
weft_api_column_unshare (WeftApiColumn *self)
{
  const gint32 *places = (const gint32 *) (gconstpointer) self->places.data;
  const gsize n_rows = self->n_rows;

  self->is_shared = FALSE;
  self->type = WEFT_API_COLUMN_TEXT;
  self->texts = g_string_new (NULL);
  self->n_rows = 0;
  for (gsize i = 0; i < n_rows; i++)
    copy_word (self, places[i]);
  weft_api_buffer_clear (&self->places);
}

void
weft_api_column_add_words (WeftApiColumn *self, const gint32 *places, guint n)
{
  const WeftCell none = weft_cell_none ();

  if (self->n_rows == 0)
    self->is_shared = TRUE;
  if (self->is_shared)
    {
      memcpy (weft_api_buffer_add (&self->places, n * sizeof *places), places, n * sizeof *places);
      self->n_rows += n;
      return;
    }
  for (guint i = 0; i < n; i++)
    if (places[i] < 0)
      weft_api_column_add (self, &none);
    else
      {
        const WeftCell empty = weft_cell_lent ("");

        widen (self, &empty);
        copy_word (self, places[i]);
      }
}

gint32
weft_api_column_number_text (WeftApiColumn *dictionary, GHashTable *numbers, const char *text)
{
  gpointer number = g_hash_table_lookup (numbers, text);

  if (number == NULL)
    {
      const WeftCell cell = weft_cell_lent (text);

      weft_api_column_add (dictionary, &cell);
      number = GSIZE_TO_POINTER (dictionary->n_rows);
      g_hash_table_insert (numbers, g_strdup (text), number);
    }
  return (gint32) (GPOINTER_TO_SIZE (number) - 1);
}

gsize
weft_api_column_get_size (const WeftApiColumn *self)
{
  const GBytes *sealed[] = { self->codes, self->bytes, self->offsets, self->missing };
  gsize size = self->dictionary != NULL ? weft_api_column_get_size (self->dictionary) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (sealed); i++)
    size += sealed[i] != NULL ? g_bytes_get_size ((GBytes *) sealed[i]) : 0;
  if (self->bytes != NULL || self->codes != NULL)
    return size;
  return size + self->n_rows * sizeof (WeftApiWord) + (self->texts != NULL ? self->texts->len : 0)
         + self->gaps.size;
}

/* No row has a text: they are as those of any column of which nothing is known. */
static void
forget_texts (WeftApiColumn *self)
{
  WeftApiWord *words = weft_api_buffer_add (&self->words, self->n_rows * sizeof *words);

  weft_api_buffer_clear (&self->places);
  fill_with_nan (words, self->n_rows);
  memset (weft_api_buffer_add (&self->gaps, self->n_rows), 1, self->n_rows);
  self->n_missing = self->n_rows;
  self->type = WEFT_API_COLUMN_REAL;
}

void
weft_api_column_seal (WeftApiColumn *self)
{
  if (self->is_shared && self->dictionary != NULL)
    {
      self->type = WEFT_API_COLUMN_TEXT;
      weft_api_column_seal (self->dictionary);
      self->codes = weft_api_buffer_take (&self->places);
      return;
    }
  g_clear_object (&self->dictionary);
  if (self->is_shared && self->n_rows > 0)
    forget_texts (self);
  /* Nothing is known of it: real numbers can say so by themselves. */
  if (self->n_missing == self->n_rows && self->type == WEFT_API_COLUMN_INTEGER)
    widen_to_real (self);
  if (self->type == WEFT_API_COLUMN_TEXT)
    {
      add_word (self, (WeftApiWord){ .integer = (gint64) self->texts->len });
      self->offsets = weft_api_buffer_take (&self->words);
      self->bytes = g_string_free_to_bytes (g_steal_pointer (&self->texts));
    }
  else
    self->bytes = weft_api_buffer_take (&self->words);
  if (self->n_missing > 0)
    self->missing = weft_api_buffer_take (&self->gaps);
}

/* --- what is made of others ----------------------------------------------------------------------- */

static const gint64 *
peek_offsets (const WeftApiColumn *self)
{
  return g_bytes_get_data (self->offsets, NULL);
}

/* Which rows have no text. */
static GBytes *
find_missing (const gint32 *codes, gsize n)
{
  guint8 *missing = g_new (guint8, n);
  gsize n_missing = 0;

  for (gsize i = 0; i < n; i++)
    {
      missing[i] = codes[i] < 0;
      n_missing += missing[i];
    }
  if (n_missing > 0)
    return g_bytes_new_take (missing, n);
  g_free (missing);
  return NULL;
}

/* Lays a text of its own down for each row. */
static void
spread_texts (WeftApiColumn *self)
{
  const gint32 *codes = g_bytes_get_data (self->codes, NULL);
  const gint64 *starts = peek_offsets (self->dictionary);
  const char *words = g_bytes_get_data (self->dictionary->bytes, NULL);
  gint64 *offsets = g_new (gint64, self->n_rows + 1);
  char *texts;

  offsets[0] = 0;
  for (gsize i = 0; i < self->n_rows; i++)
    offsets[i + 1] = offsets[i] + (codes[i] >= 0 ? starts[codes[i] + 1] - starts[codes[i]] : 0);
  texts = g_malloc ((gsize) offsets[self->n_rows] + 1);
  for (gsize i = 0; i < self->n_rows; i++)
    if (offsets[i + 1] > offsets[i])
      memcpy (texts + offsets[i], words + starts[codes[i]], (gsize) (offsets[i + 1] - offsets[i]));
  self->missing = find_missing (codes, self->n_rows);
  self->bytes = g_bytes_new_take (texts, (gsize) offsets[self->n_rows]);
  self->offsets = g_bytes_new_take (offsets, (self->n_rows + 1) * sizeof *offsets);
}

/* Finds the texts that rows share. */
static void
share_texts (WeftApiColumn *self)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  gint32 *codes = g_new (gint32, MAX (self->n_rows, 1));
  const gint64 *offsets = peek_offsets (self);
  const char *texts = g_bytes_get_data (self->bytes, NULL);
  const guint8 *missing = self->missing != NULL ? g_bytes_get_data (self->missing, NULL) : NULL;
  const WeftCell empty = weft_cell_lent ("");

  self->dictionary = weft_api_column_new (self->name);
  widen (self->dictionary, &empty);
  for (gsize i = 0; i < self->n_rows; i++)
    {
      codes[i] = -1;
      if (missing != NULL && missing[i])
        continue;
      g_string_truncate (text, 0);
      g_string_append_len (text, texts + offsets[i], (gssize) (offsets[i + 1] - offsets[i]));
      codes[i] = weft_api_column_number_text (self->dictionary, numbers, text->str);
    }
  weft_api_column_seal (self->dictionary);
  self->codes = g_bytes_new_take (codes, self->n_rows * sizeof *codes);
}

static void
have_texts (WeftApiColumn *self)
{
  g_mutex_lock (&self->lock);
  if (self->bytes == NULL && self->codes != NULL)
    spread_texts (self);
  g_mutex_unlock (&self->lock);
}

static void
have_codes (WeftApiColumn *self)
{
  g_mutex_lock (&self->lock);
  if (self->codes == NULL && self->type == WEFT_API_COLUMN_TEXT)
    share_texts (self);
  g_mutex_unlock (&self->lock);
}

/* --- what is in it ------------------------------------------------------------------------------ */

/**
 * weft_api_column_get_name:
 * @self: a column
 *
 * The column's name, as the query has it.
 *
 * Returns: the name
 */
const char *
weft_api_column_get_name (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  return self->name;
}

/**
 * weft_api_column_get_column_type:
 * @self: a column
 *
 * The type of all its values: whole numbers where they all are, otherwise real numbers where they all are
 * numbers, otherwise texts. A column in which nothing is known is of real numbers.
 *
 * Returns: the type
 */
WeftApiColumnType
weft_api_column_get_column_type (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), WEFT_API_COLUMN_INTEGER);
  return self->type;
}

/**
 * weft_api_column_get_n_rows:
 * @self: a column
 *
 * How many values it has.
 *
 * Returns: the number
 */
gsize
weft_api_column_get_n_rows (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), 0);
  return self->n_rows;
}

/**
 * weft_api_column_get_bytes:
 * @self: a column
 *
 * Its values, one behind the other, in the machine's byte order: `gint64` of whole numbers, `double` of real
 * ones. Of texts it is all of them in UTF-8, with nothing between them; [method@Column.get_offsets]
 * says where each begins.
 *
 * What is not known is 0, NaN or "".
 *
 * Returns: (transfer none): the values
 */
GBytes *
weft_api_column_get_bytes (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  have_texts (self);
  return self->bytes;
}

/**
 * weft_api_column_get_offsets:
 * @self: a column
 *
 * Of texts, a `gint64` for each row and one more: text `i` is what [method@Column.get_bytes] has from
 * byte `offsets[i]` up to byte `offsets[i + 1]`.
 *
 * Returns: (transfer none) (nullable): the offsets, or %NULL of numbers
 */
GBytes *
weft_api_column_get_offsets (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  have_texts (self);
  return self->offsets;
}

/**
 * weft_api_column_get_missing:
 * @self: a column
 *
 * A byte for each row, which is 1 where the value is not known (`NULL` in SQL), and otherwise 0.
 *
 * Returns: (transfer none) (nullable): the bytes, or %NULL where all is known
 */
GBytes *
weft_api_column_get_missing (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  have_texts (self);
  return self->missing;
}

/**
 * weft_api_column_get_codes:
 * @self: a column
 *
 * Of texts, a `gint32` for each row: which of the texts of [method@Column.get_words] it has, from 0, or −1 where it
 * is not known. That is how Arrow and the categories of pandas have texts; a column of a trace whose texts are few
 * is read so, and its texts are laid down one behind the other only where [method@Column.get_bytes] is asked for
 * them.
 *
 * Returns: (transfer none) (nullable): the numbers, or %NULL of numbers
 */
GBytes *
weft_api_column_get_codes (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  have_codes (self);
  return self->codes;
}

/**
 * weft_api_column_has_codes:
 * @self: a column
 *
 * Whether [method@Column.get_codes] costs nothing: because rows that share texts were read so, or because somebody
 * has asked before.
 *
 * Returns: whether they are there
 */
gboolean
weft_api_column_has_codes (WeftApiColumn *self)
{
  gboolean has_codes;

  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), FALSE);
  g_mutex_lock (&self->lock);
  has_codes = self->codes != NULL;
  g_mutex_unlock (&self->lock);
  return has_codes;
}

/**
 * weft_api_column_get_words:
 * @self: a column
 *
 * Of texts, those that there are, each once, in the order in which they come up.
 *
 * Returns: (transfer none) (nullable): a column of texts, or %NULL of numbers
 */
WeftApiColumn *
weft_api_column_get_words (WeftApiColumn *self)
{
  g_return_val_if_fail (WEFT_API_IS_COLUMN (self), NULL);
  have_codes (self);
  return self->dictionary;
}

/**
 * weft_api_address_of_bytes:
 * @bytes: any bytes
 *
 * Where the bytes lie in memory: for languages that have no pointers but can make an array of memory that
 * is there, as NumPy can. They lie there for as long as @bytes lives.
 *
 * Returns: the address, 0 where there are no bytes
 */
guint64
weft_api_address_of_bytes (GBytes *bytes)
{
  g_return_val_if_fail (bytes != NULL, 0);
  return (guint64) (guintptr) g_bytes_get_data (bytes, NULL);
}
