/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts-sort.h"

#include <math.h>
#include <string.h>

#include "weft-key-sort.h"

/* Fewer texts are sorted by comparing them, and so are those that begin with so many same bytes. */
#define FEW_TEXTS 512
#define LONG_BYTES 64

/* Different texts that are known again; later ones may be held more than once. */
#define MAX_KNOWN 16384

typedef struct
{
  guint32 id; /* of its text */
  guint32 row;
} Text;

typedef struct
{
  const WeftFacts *facts;
  guint column;
  WeftFieldGet get; /* NULL: cells are not read one by one */
  gboolean descending;
  GCancellable *cancellable;

  guint64 *keys; /* of the rows with numbers */
  guint32 *rows;
  guint32 n_numbers;
  guint types;       /* bits of the numbers' WeftCellType */
  GPtrArray *ids;    /* texts by id, */
  GPtrArray *owned;  /* and those of them that are freed at the end */
  GHashTable *words; /* number of a word to id */
  GHashTable *known; /* text to id, of the first of them */
  GArray *texts;     /* Text */
  GArray *unknown;   /* guint32: rows */
} Sorter;

/* --- reading ------------------------------------------------------------------------------------ */

static guint64
get_key (const WeftCell *cell, gboolean as_real)
{
  switch (cell->type)
    {
    case WEFT_CELL_REAL:
      return weft_key_real (cell->real);
    case WEFT_CELL_SIGNED:
      return as_real ? weft_key_real ((double) cell->integer) : weft_key_signed (cell->integer);
    default:
      return as_real ? weft_key_real ((double) cell->count) : cell->count;
    }
}

static void
add_number (Sorter *self, guint32 row, const WeftCell *cell, gboolean as_real)
{
  guint64 key = get_key (cell, as_real);

  self->types |= 1u << (cell->type == WEFT_CELL_ADDRESS ? WEFT_CELL_COUNT : cell->type);
  self->keys[self->n_numbers] = self->descending ? ~key : key;
  self->rows[self->n_numbers++] = row;
}

/* The id of a text that rows share. */
static guint32
find_word (Sorter *self, const WeftCell *cell)
{
  gpointer id = g_hash_table_lookup (self->words, GUINT_TO_POINTER (cell->word));

  if (id != NULL)
    return GPOINTER_TO_UINT (id) - 1;
  g_ptr_array_add (self->ids, cell->text);
  g_hash_table_insert (self->words, GUINT_TO_POINTER (cell->word),
                       GUINT_TO_POINTER (self->ids->len));
  return self->ids->len - 1;
}

/* Likewise of one that is the cell's own, which is taken. */
static guint32
find_text (Sorter *self, WeftCell *cell)
{
  gpointer id = NULL;

  if (g_hash_table_lookup_extended (self->known, cell->text, NULL, &id))
    {
      weft_cell_clear (cell);
      return GPOINTER_TO_UINT (id);
    }
  g_ptr_array_add (self->ids, cell->text);
  g_ptr_array_add (self->owned, cell->text);
  if (self->ids->len <= MAX_KNOWN)
    g_hash_table_insert (self->known, cell->text, GUINT_TO_POINTER (self->ids->len - 1));
  return self->ids->len - 1;
}

/* Takes the cell. */
static void
add_text (Sorter *self, WeftCell *cell, guint32 row)
{
  const Text added = { cell->word != 0 ? find_word (self, cell) : find_text (self, cell), row };

  g_array_append_val (self->texts, added);
}

static WeftCell
get_cell (const Sorter *self, guint32 row)
{
  if (self->get == NULL)
    return weft_facts_get_cell (self->facts, row, self->column);
  return self->get (self->facts->data, weft_facts_get_source_row (self->facts, row));
}

static gboolean
read_cells (Sorter *self, guint32 n_rows, GError **error)
{
  for (guint32 i = 0; i < n_rows; i++)
    {
      guint32 row = self->rows[i];
      WeftCell cell;

      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      cell = get_cell (self, row);
      if (cell.type == WEFT_CELL_TEXT)
        add_text (self, &cell, row);
      else if (cell.type == WEFT_CELL_NONE
               || (cell.type == WEFT_CELL_REAL && !isfinite (cell.real)))
        g_array_append_val (self->unknown, row);
      else
        add_number (self, row, &cell, FALSE);
    }
  return TRUE;
}

/* Numbers of several kinds have the order of the real numbers that they are. */
static void
read_as_real (Sorter *self)
{
  guint32 n_numbers = self->n_numbers;

  self->n_numbers = 0;
  for (guint32 i = 0; i < n_numbers; i++)
    {
      WeftCell cell = get_cell (self, self->rows[i]);

      add_number (self, self->rows[i], &cell, TRUE);
    }
}

/* --- texts: by eight bytes at a time --------------------------------------------------------------- */

static guint64
read_bytes (const char *text)
{
  guint64 bytes = 0;
  guint n = 0;

  for (; n < 8 && text[n] != '\0'; n++)
    bytes = bytes << 8 | (guchar) text[n];
  return n > 0 ? bytes << 8 * (8 - n) : 0;
}

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer data)
{
  const GPtrArray *texts = data;

  return strcmp (texts->pdata[*(const guint32 *) a], texts->pdata[*(const guint32 *) b]);
}

/* Sorts ids of texts, which have their first `depth` bytes in common; none ends within them. */
static gboolean
sort_ids (Sorter *self, guint32 *ids, guint32 n, gsize depth, GError **error)
{
  g_autofree guint64 *heads = NULL, *keys = NULL;
  g_autofree guint32 *places = NULL, *sorted = NULL;
  guint32 end;

  if (n < FEW_TEXTS || depth >= LONG_BYTES)
    {
      g_qsort_with_data (ids, (int) n, sizeof *ids, compare_texts, self->ids);
      return TRUE;
    }
  heads = g_new (guint64, n);
  places = g_new (guint32, n);
  sorted = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    {
      heads[i] = read_bytes ((const char *) self->ids->pdata[ids[i]] + depth);
      places[i] = i;
    }
  keys = g_memdup2 (heads, n * sizeof *heads);
  if (!weft_key_sort (keys, places, n, self->cancellable, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    sorted[i] = ids[places[i]];
  memcpy (ids, sorted, n * sizeof *ids);
  for (guint32 i = 0; i < n; i = end)
    {
      guint64 head = heads[places[i]];

      for (end = i + 1; end < n && heads[places[end]] == head;)
        end++;
      if (end > i + 1 && (head & 0xff) != 0 && !sort_ids (self, ids + i, end - i, depth + 8, error))
        return FALSE;
    }
  return TRUE;
}

/* The place of each id's text in their order, equal ones the same: (transfer full) (nullable). */
static guint32 *
rank_ids (Sorter *self, GError **error)
{
  guint32 n = self->ids->len;
  g_autofree guint32 *ids = g_new (guint32, MAX (n, 1));
  guint32 *ranks;

  for (guint32 i = 0; i < n; i++)
    ids[i] = i;
  if (!sort_ids (self, ids, n, 0, error))
    return NULL;
  ranks = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    ranks[ids[i]] =
      i > 0 && compare_texts (&ids[i - 1], &ids[i], self->ids) == 0 ? ranks[ids[i - 1]] : i;
  return ranks;
}

/* The rows of the texts, in their order, to `rows`. */
static gboolean
sort_text_rows (Sorter *self, guint32 *rows, GError **error)
{
  g_autofree guint32 *ranks = rank_ids (self, error);

  if (ranks == NULL)
    return FALSE;
  for (guint32 i = 0; i < self->texts->len; i++)
    {
      const Text *text = &g_array_index (self->texts, Text, i);

      rows[i] = text->row;
      self->keys[i] = self->descending ? ~(guint64) ranks[text->id] : ranks[text->id];
    }
  return weft_key_sort (self->keys, rows, self->texts->len, self->cancellable, error);
}

/* --- all together --------------------------------------------------------------------------------- */

static gboolean
sort_rows (Sorter *self, guint32 n_rows, GError **error)
{
  guint32 *texts;

  if (!read_cells (self, n_rows, error))
    return FALSE;
  if ((self->types & (self->types - 1)) != 0)
    read_as_real (self);
  if (!weft_key_sort (self->keys, self->rows, self->n_numbers, self->cancellable, error))
    return FALSE;
  texts = self->rows + self->n_numbers;
  if (self->descending)
    {
      memmove (self->rows + self->texts->len, self->rows, self->n_numbers * sizeof *self->rows);
      texts = self->rows;
    }
  if (!sort_text_rows (self, texts, error))
    return FALSE;
  memcpy (self->rows + n_rows - self->unknown->len, self->unknown->data,
          self->unknown->len * sizeof *self->rows);
  return TRUE;
}

gboolean
weft_facts_sort (const WeftFacts *self, guint column, gboolean descending, guint32 *rows,
                 guint32 n_rows, GCancellable *cancellable, GError **error)
{
  const WeftField *field = weft_facts_get_column (self, column);
  g_autofree guint64 *keys = g_new (guint64, MAX (n_rows, 1));
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) words = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (Text));
  g_autoptr (GArray) unknown = g_array_new (TRUE, FALSE, sizeof (guint32));
  Sorter sorter = { .facts = self,
                    .column = column,
                    .get = field->order != NULL ? field->order : field->get,
                    .descending = descending,
                    .cancellable = cancellable,
                    .keys = keys,
                    .rows = rows,
                    .ids = ids,
                    .owned = owned,
                    .words = words,
                    .known = known,
                    .texts = texts,
                    .unknown = unknown };

  if (n_rows == 0)
    return TRUE;
  if (field->sort != NULL && self->rows == NULL)
    return field->sort (self->data, descending, rows, n_rows, cancellable, error);
  return sort_rows (&sorter, n_rows, error);
}
