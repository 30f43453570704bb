/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-column-private.h"

#include "weft-huge-pages.h"

#include <string.h>

/* Eight bytes for each row, whatever the type. */
typedef union
{
  gint64 integer;
  double real;
} Word;

struct _WeftApiColumn
{
  GObject parent_instance;

  char *name;
  WeftApiColumnType type;
  gsize n_rows;

  /* While it is filled. Of texts, the words are where they begin, and one more where the last ends. */
  Word *words;
  gsize n_words;
  gsize n_allocated;
  GString *texts;
  GByteArray *gaps; /* a byte for each row; NULL: nothing is missing */
  gsize n_missing;

  /* Once it is sealed. */
  GBytes *bytes;
  GBytes *offsets; /* nullable */
  GBytes *missing; /* nullable */
};

G_DEFINE_FINAL_TYPE (WeftApiColumn, weft_api_column, G_TYPE_OBJECT)

static void
weft_api_column_finalize (GObject *object)
{
  WeftApiColumn *self = WEFT_API_COLUMN (object);

  g_free (self->name);
  g_free (self->words);
  if (self->texts != NULL)
    g_string_free (self->texts, TRUE);
  g_clear_pointer (&self->gaps, g_byte_array_unref);
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
}

WeftApiColumn *
weft_api_column_new (const char *name)
{
  WeftApiColumn *self = g_object_new (WEFT_API_TYPE_COLUMN, NULL);

  self->name = g_strdup (name);
  return self;
}

/* --- filling ------------------------------------------------------------------------------------ */

static void
make_room (WeftApiColumn *self, gsize n_words)
{
  if (self->n_words + n_words <= self->n_allocated)
    return;
  self->n_allocated = MAX (MAX (2 * self->n_allocated, 64), self->n_words + n_words);
  self->words = g_renew (Word, self->words, self->n_allocated);
}

static inline void
add_word (WeftApiColumn *self, Word word)
{
  if (self->n_words == self->n_allocated)
    make_room (self, 1);
  self->words[self->n_words++] = word;
}

static gboolean
is_missing (const WeftApiColumn *self, gsize row)
{
  return self->gaps != NULL && self->gaps->data[row] != 0;
}

/* From the first row that is missing on. */
static void
begin_gaps (WeftApiColumn *self)
{
  self->gaps = g_byte_array_new ();
  g_byte_array_set_size (self->gaps, (guint) self->n_rows);
  if (self->n_rows > 0)
    memset (self->gaps->data, 0, self->n_rows);
}

static void
note_gap (WeftApiColumn *self, gboolean missing)
{
  const guint8 gap = missing ? 1 : 0;

  if (missing && self->gaps == NULL)
    begin_gaps (self);
  if (self->gaps != NULL)
    g_byte_array_append (self->gaps, &gap, 1);
  self->n_missing += missing;
}

static void
add_text (WeftApiColumn *self, const char *text)
{
  add_word (self, (Word){ .integer = (gint64) self->texts->len });
  g_string_append (self->texts, text);
}

/* Whole numbers so far: they become real. */
static void
widen_to_real (WeftApiColumn *self)
{
  for (gsize i = 0; i < self->n_rows; i++)
    {
      Word *word = &self->words[i];

      word->real = is_missing (self, i) ? (double) NAN : (double) word->integer;
    }
  self->type = WEFT_API_COLUMN_REAL;
}

/* Numbers so far: they become texts. */
static void
widen_to_text (WeftApiColumn *self)
{
  g_autofree Word *words = g_steal_pointer (&self->words);
  char buffer[WEFT_CELL_SIZE];

  self->n_words = self->n_allocated = 0;
  self->texts = g_string_new (NULL);
  for (gsize i = 0; i < self->n_rows; i++)
    {
      const Word *word = &words[i];
      const WeftCell cell = self->type == WEFT_API_COLUMN_REAL ? weft_cell_real (word->real)
                                                               : weft_cell_signed (word->integer);

      add_text (self, is_missing (self, i) ? "" : weft_cell_print (&cell, buffer));
    }
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
  Word word;

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

  if (cell->type == WEFT_CELL_SIGNED && self->type == WEFT_API_COLUMN_INTEGER && self->gaps == NULL)
    {
      add_word (self, (Word){ .integer = cell->integer });
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
  const gsize size = n_rows * sizeof (Word);

  if (self->n_words > 0 || n_rows <= self->n_allocated)
    return;
  g_free (self->words);
  self->words = g_malloc (size);
  self->n_allocated = n_rows;
  weft_huge_pages_use (self->words, size);
}

/* The gaps of many rows; `gaps` is nullable. */
static void
note_gaps (WeftApiColumn *self, const guint8 *gaps, guint n)
{
  guint at;

  if (gaps != NULL && self->gaps == NULL)
    begin_gaps (self);
  if (self->gaps == NULL)
    return;
  at = self->gaps->len;
  g_byte_array_set_size (self->gaps, at + n);
  if (gaps == NULL)
    {
      memset (self->gaps->data + at, 0, n);
      return;
    }
  memcpy (self->gaps->data + at, gaps, n);
  for (guint i = 0; i < n; i++)
    self->n_missing += gaps[i];
}

void
weft_api_column_add_numbers (WeftApiColumn *self, const gint64 *numbers, const guint8 *gaps,
                             guint n)
{
  if (self->type == WEFT_API_COLUMN_INTEGER)
    {
      make_room (self, n);
      memcpy (self->words + self->n_words, numbers, n * sizeof *numbers);
      self->n_words += n;
      note_gaps (self, gaps, n);
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

gsize
weft_api_column_get_size (const WeftApiColumn *self)
{
  return self->n_rows * sizeof (Word) + (self->texts != NULL ? self->texts->len : 0)
         + (self->gaps != NULL ? self->gaps->len : 0);
}

/* Room that was never written to costs nothing, and giving it back costs more than filling it did. */
static GBytes *
take_words (WeftApiColumn *self)
{
  return g_bytes_new_take (g_steal_pointer (&self->words), self->n_words * sizeof (Word));
}

void
weft_api_column_seal (WeftApiColumn *self)
{
  /* Nothing is known of it: real numbers can say so by themselves. */
  if (self->n_missing == self->n_rows && self->type == WEFT_API_COLUMN_INTEGER)
    widen_to_real (self);
  if (self->type == WEFT_API_COLUMN_TEXT)
    {
      add_word (self, (Word){ .integer = (gint64) self->texts->len });
      self->offsets = take_words (self);
      self->bytes = g_string_free_to_bytes (g_steal_pointer (&self->texts));
    }
  else
    self->bytes = take_words (self);
  if (self->gaps != NULL)
    self->missing = g_byte_array_free_to_bytes (g_steal_pointer (&self->gaps));
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
  return self->missing;
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
