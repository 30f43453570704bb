/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts-sort.h"

#include <math.h>
#include <string.h>

#include "weft-bulk.h"
#include "weft-handover.h"
#include "weft-key-sort.h"
#include "weft-processors.h"
#include "weft-room.h"
#include "weft-text-sort.h"

/* Rows by which it shows whether reading the others is work for several threads. */
#define FIRST_ROWS 4096
#define MAX_PARTS 4

typedef struct
{
  guint32 text; /* its number among the sorted ones */
  guint32 row;
} Text;

/* Rows that stand one behind the other, and what they turn out to have in the column. */
typedef struct
{
  const WeftFacts *facts;
  guint column;
  WeftFieldGet get; /* NULL: cells are not read one by one */
  gboolean descending;
  GCancellable *cancellable;
  guint32 n_rows;

  guint64 *keys; /* of the rows with numbers, */
  guint32 *rows; /* which are moved to the front */
  guint32 n_numbers;
  guint types; /* bits of the numbers' WeftCellType */
  WeftTextSort *order;
  GHashTable *words; /* number of a word to that of its text */
  GArray *texts;     /* Text */
  GArray *unknown;   /* guint32: rows */
} Part;

/* --- parts -------------------------------------------------------------------------------------- */

/* The `n_rows` rows behind the first ones of another part (or of the same, to begin with). */
static Part
make_part (const Part *of, guint32 first, guint32 n_rows)
{
  Part self = *of;

  self.n_rows = n_rows;
  self.n_numbers = self.types = 0;
  self.keys = of->keys + first;
  self.rows = of->rows + first;
  self.order = weft_text_sort_new ();
  self.words = g_hash_table_new (NULL, NULL);
  self.texts = g_array_new (FALSE, FALSE, sizeof (Text));
  self.unknown = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

static void
clear_part (Part *self)
{
  g_clear_pointer (&self->order, weft_text_sort_free);
  g_hash_table_unref (self->words);
  g_array_unref (self->texts);
  g_array_unref (self->unknown);
}

/* Adds a part whose rows stand behind these, and clears it. */
static void
take_part (Part *self, Part *next)
{
  guint32 n_texts = weft_text_sort_take (self->order, g_steal_pointer (&next->order));

  memmove (self->keys + self->n_numbers, next->keys, next->n_numbers * sizeof *self->keys);
  memmove (self->rows + self->n_numbers, next->rows, next->n_numbers * sizeof *self->rows);
  self->n_rows += next->n_rows;
  self->n_numbers += next->n_numbers;
  self->types |= next->types;
  for (guint i = 0; i < next->texts->len; i++)
    g_array_index (next->texts, Text, i).text += n_texts;
  g_array_append_vals (self->texts, next->texts->data, next->texts->len);
  g_array_append_vals (self->unknown, next->unknown->data, next->unknown->len);
  clear_part (next);
}

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
add_number (Part *self, guint32 row, const WeftCell *cell, gboolean as_real)
{
  guint64 key = get_key (cell, as_real);

  self->types |= 1u << (cell->type == WEFT_CELL_ADDRESS ? WEFT_CELL_COUNT : cell->type);
  self->keys[self->n_numbers] = self->descending ? ~key : key;
  self->rows[self->n_numbers++] = row;
}

/* The number of a text that rows share. */
static guint32
find_word (Part *self, const WeftCell *cell)
{
  gpointer text;

  if (!g_hash_table_lookup_extended (self->words, GUINT_TO_POINTER (cell->word), NULL, &text))
    {
      text = GUINT_TO_POINTER (weft_text_sort_add (self->order, cell->text));
      g_hash_table_insert (self->words, GUINT_TO_POINTER (cell->word), text);
    }
  return GPOINTER_TO_UINT (text);
}

/* Takes the cell. */
static void
add_text (Part *self, WeftCell *cell, guint32 row)
{
  const Text added = { cell->word != 0 ? find_word (self, cell)
                                       : weft_text_sort_add (self->order, cell->text),
                       row };

  weft_cell_clear (cell);
  g_array_append_val (self->texts, added);
}

static WeftCell
get_cell (const Part *self, guint32 row)
{
  if (self->get == NULL)
    return weft_facts_get_cell (self->facts, row, self->column);
  return self->get (self->facts->data, weft_facts_get_source_row (self->facts, row));
}

/* Up to where it is cancelled. */
static void *
read_cells (void *data)
{
  Part *self = data;

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      guint32 row = self->rows[i];
      WeftCell cell;

      if (i % 4096 == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      cell = get_cell (self, row);
      if (cell.type == WEFT_CELL_TEXT)
        add_text (self, &cell, row);
      else if (cell.type == WEFT_CELL_NONE
               || (cell.type == WEFT_CELL_REAL && !isfinite (cell.real)))
        g_array_append_val (self->unknown, row);
      else
        add_number (self, row, &cell, FALSE);
    }
  return NULL;
}

/* Numbers of several kinds have the order of the real numbers that they are. */
static void
read_as_real (Part *self)
{
  guint32 n_numbers = self->n_numbers;

  self->n_numbers = 0;
  for (guint32 i = 0; i < n_numbers; i++)
    {
      WeftCell cell = get_cell (self, self->rows[i]);

      add_number (self, self->rows[i], &cell, TRUE);
    }
}

/* Texts that are made row by row are worth a thread for each processor; to read numbers takes less
 * than to sort them, and what makes them may have a lock. */
static guint
count_parts (const Part *first, guint32 n_rows)
{
  gboolean makes_texts =
    first->texts->len > first->n_rows / 2 && g_hash_table_size (first->words) == 0;

  return makes_texts ? weft_processors_for (1 + n_rows / FIRST_ROWS, MAX_PARTS) : 1;
}

/* Reads the `n_rows` rows behind those of the part. */
static void
read_others (Part *self, guint32 n_rows)
{
  Part parts[MAX_PARTS];
  WeftThread *threads[MAX_PARTS] = { NULL };
  guint n_parts = count_parts (self, n_rows);
  guint32 first = self->n_rows;

  for (guint i = 0; i < n_parts; i++)
    {
      guint32 n = n_rows / n_parts + (i < n_rows % n_parts);

      parts[i] = make_part (self, first, n);
      first += n;
    }
  for (guint i = 1; i < n_parts; i++)
    threads[i] = weft_thread_try_start ("weft-sort", read_cells, &parts[i]);
  for (guint i = 0; i < n_parts; i++)
    {
      weft_thread_join_or_run (threads[i], read_cells, &parts[i]);
      take_part (self, &parts[i]);
    }
}

/* --- sorting ------------------------------------------------------------------------------------ */

/* The rows of the texts, in their order, to `rows`. */
static gboolean
sort_text_rows (Part *self, guint32 *rows, GError **error)
{
  g_autofree guint32 *ranks = weft_text_sort_rank (self->order, self->cancellable, error);

  if (ranks == NULL)
    return FALSE;
  for (guint32 i = 0; i < self->texts->len; i++)
    {
      const Text *text = &g_array_index (self->texts, Text, i);

      rows[i] = text->row;
      self->keys[i] = self->descending ? ~(guint64) ranks[text->text] : ranks[text->text];
    }
  return weft_key_sort (self->keys, rows, self->texts->len, self->cancellable, error);
}

/* All rows have been read. */
static gboolean
sort_rows (Part *self, GError **error)
{
  guint32 *texts = self->rows + self->n_numbers;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if ((self->types & (self->types - 1)) != 0)
    read_as_real (self);
  if (!weft_key_sort (self->keys, self->rows, self->n_numbers, self->cancellable, error))
    return FALSE;
  if (self->descending)
    {
      memmove (self->rows + self->texts->len, self->rows, self->n_numbers * sizeof *self->rows);
      texts = self->rows;
    }
  if (!sort_text_rows (self, texts, error))
    return FALSE;
  if (self->unknown->len > 0)
    memcpy (self->rows + self->n_rows - self->unknown->len, self->unknown->data,
            self->unknown->len * sizeof *self->rows);
  return TRUE;
}

gboolean
weft_facts_sort (const WeftFacts *self, guint column, gboolean descending, guint32 *rows,
                 guint32 n_rows, GCancellable *cancellable, GError **error)
{
  const WeftField *field = weft_facts_get_column (self, column);
  guint32 n_first = MIN (n_rows, FIRST_ROWS);
  weft_auto_bulk guint64 *keys = NULL;
  gboolean sorted;
  Part part = { .facts = self,
                .column = column,
                .get = field->order != NULL ? field->order : field->get,
                .descending = descending,
                .cancellable = cancellable,
                .rows = rows };

  if (n_rows == 0)
    return TRUE;
  if (field->sort != NULL && self->rows == NULL)
    return field->sort (self->data, descending, rows, n_rows, cancellable, error);
  part.keys = keys = weft_bulk_new (guint64, n_rows);
  if (!weft_room_found (keys, error))
    return FALSE;
  part = make_part (&part, 0, n_first);
  read_cells (&part);
  if (n_rows > n_first)
    read_others (&part, n_rows - n_first);
  sorted = sort_rows (&part, error);
  clear_part (&part);
  return sorted;
}
