/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-column.h"

#include <glib/gi18n-lib.h>

#include "weft-handover.h"
#include "weft-processors.h"
#include "weft-query-codes.h"
#include "weft-query.h"

/* Rows of a column that are read, and who takes its cells. What comes one by one is held until there is a block of it. */
typedef struct
{
  WeftQueryWalk walk;
  const WeftField *column;
  const WeftQueryTaker *taker;
  gpointer data;
  GCancellable *cancellable;
  atomic_bool is_begun; /* take_apart() */
  /* Held where a cell is made for a code: its text may be lent by what one thread may use. */
  GMutex *making;
  guint begin, next, end; /* rows: the first, the first that is not read, that behind the last */
  guint n_read;           /* cells of the list at `next` that the taker has already */
  guint n_rows;           /* those that the taker has in the end, */
  guint64 n_cells;        /* and as many cells, about; 0: not known */
  WeftQueryCodes codes;
  enum
  {
    CODES_UNUSED,
    CODES_OF_FIELD, /* what the field says */
    CODES_OF_WORDS, /* the numbers of its words */
    CODES_NONE,     /* they are too many, or stand for something else */
  } use;
  gint64 numbers[WEFT_FIELD_BLOCK]; /* or those of texts */
  guint8 gaps[WEFT_FIELD_BLOCK];    /* of numbers */
  guint n_held, n_gaps;
  WeftNumberList items; /* of lists */
  guint64 n_coded;      /* rows that had codes */
  guint64 n_given;      /* cells that the taker has */
  gboolean is_slow;     /* weft_query_column_read() */
} Reading;

/* The least cost of a cell that is worth keeping, in cells of a column: it is made of several. */
#define SLOW_COST 2

/* Of cells of which it is not known how many there are, one in so many more may come. */
#define EXPECTED_MARGIN 16

/* So many cells are made for codes before it counts how few rows share each. */
#define FIRST_CODES 4096u
#define ROWS_PER_CODE 4

/* Rows that are worth a thread, of which there are at most so many. */
#define MIN_PART 16384u
#define MAX_PARTS 16

/* Lists that are read before there are parts. */
#define FIRST_LISTS (2 * WEFT_FIELD_BLOCK)

/* --- handing on --------------------------------------------------------------------------------- */

static void
give_words (const Reading *self, const gint64 *numbers, guint n)
{
  gint32 words[WEFT_FIELD_BLOCK];

  for (guint i = 0; i < n; i++)
    words[i] = (gint32) numbers[i];
  self->taker->words (words, n, self->data);
}

static void
give_block (Reading *self, const gint64 *numbers, const guint8 *gaps, guint n)
{
  self->n_given += n;
  if (self->codes.are_texts)
    give_words (self, numbers, n);
  else
    self->taker->numbers (numbers, gaps, n, self->data);
}

static void
give_held (Reading *self)
{
  if (self->n_held > 0)
    give_block (self, self->numbers, self->n_gaps > 0 ? self->gaps : NULL, self->n_held);
  self->n_held = self->n_gaps = 0;
}

/* Numbers, or those of texts; `gaps` is nullable. */
static void
give (Reading *self, const gint64 *numbers, const guint8 *gaps, guint n)
{
  if (self->n_held + n > WEFT_FIELD_BLOCK || n == WEFT_FIELD_BLOCK)
    give_held (self);
  if (n == WEFT_FIELD_BLOCK)
    {
      give_block (self, numbers, gaps, n);
      return;
    }
  memcpy (self->numbers + self->n_held, numbers, n * sizeof *numbers);
  for (guint i = 0; i < n; i++)
    {
      self->gaps[self->n_held + i] = gaps != NULL && gaps[i];
      self->n_gaps += self->gaps[self->n_held + i];
    }
  self->n_held += n;
}

static void
give_reals (Reading *self, const gint64 *bits, const guint8 *gaps, guint n)
{
  double reals[WEFT_FIELD_BLOCK];

  give_held (self);
  memcpy (reals, bits, n * sizeof *bits);
  self->n_given += n;
  self->taker->reals (reals, gaps, n, self->data);
}

static void
give_cell (Reading *self, const WeftCell *cell)
{
  give_held (self);
  self->n_given++;
  self->taker->cell (cell, self->data);
}

/* --- cells that stand for others ---------------------------------------------------------------- */

/* The number of a text, of which the taker is told once. */
static gint32
number_text (Reading *self, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  gboolean is_new;
  gint32 number;

  /* Two that are not the same may be so then. */
  text = valid != NULL ? valid : text;
  number = weft_query_codes_add_text (&self->codes, text, &is_new);

  if (is_new)
    self->taker->word (text, self->data);
  return number;
}

/* The type of cells is known from the first one on, where the field does not say it. */
static void
learn_type (Reading *self, const WeftCell *cell)
{
  if (self->column->type != WEFT_FIELD_ANY || cell->type != WEFT_CELL_TEXT
      || self->codes.n_values > 0)
    return;
  give_held (self);
  self->codes.are_texts = TRUE;
}

/* Notes the cell that the code stands for; FALSE where that can't be. */
static gboolean
add_code (Reading *self, gint64 code, const WeftCell *cell)
{
  gboolean is_missing = cell->type == WEFT_CELL_NONE;
  gint64 value = self->codes.are_texts ? -1 : 0;

  if (self->codes.n_values >= FIRST_CODES && self->codes.n_values > self->n_coded / ROWS_PER_CODE)
    return FALSE;
  learn_type (self, cell);
  if (!is_missing && cell->type != (self->codes.are_texts ? WEFT_CELL_TEXT : WEFT_CELL_SIGNED))
    return FALSE;
  if (!is_missing)
    value = self->codes.are_texts ? number_text (self, cell->text) : cell->integer;
  return weft_query_codes_add (&self->codes, code, value, is_missing);
}

/* Goes to an item where there are `items`, or else to a row. */
static void
go (Reading *self, gconstpointer items, guint place)
{
  if (items == NULL)
    weft_query_walk_go (&self->walk, place);
  else
    self->walk.item = (const char *) items + place * self->walk.table->schema->item_size;
}

/* Items of lists have no place: their code is the member that stands for the cell. */
static WeftCell
make_cell (Reading *self, gint64 code, gconstpointer items, guint place)
{
  if (items == NULL && self->walk.table->list != NULL)
    return weft_query_value_of (self->column, self->column->as (self->walk.facts->data, code));
  go (self, items, place);
  return weft_query_walk_get_value (&self->walk, self->column);
}

static gboolean
learn_code (Reading *self, gint64 code, gconstpointer items, guint place)
{
  WeftCell cell;
  gboolean done;

  g_mutex_lock (self->making);
  cell = make_cell (self, code, items, place);
  done = add_code (self, code, &cell);
  weft_cell_clear (&cell);
  g_mutex_unlock (self->making);
  return done;
}

/* Hands on the cells that the codes of rows, or of items, from `first` on stand for. FALSE where that can't be said. */
static gboolean
take_codes (Reading *self, gint64 *codes, guint n, gconstpointer items, guint first)
{
  guint8 gaps[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  self->use = CODES_OF_FIELD;
  self->n_coded += n;
  for (guint i = 0; i < n; i++)
    {
      guint place = weft_query_codes_find (&self->codes, codes[i]);

      if (G_UNLIKELY (place == G_MAXUINT))
        {
          if (!learn_code (self, codes[i], items, first + i))
            {
              self->use = CODES_NONE;
              return FALSE;
            }
          place = self->codes.n_values - 1;
        }
      codes[i] = self->codes.values[place];
      gaps[i] = self->codes.gaps[place];
      n_gaps += gaps[i];
    }
  give (self, codes, n_gaps > 0 ? gaps : NULL, n);
  return TRUE;
}

/* --- one by one --------------------------------------------------------------------------------- */

/* A word of the field, which has a number. */
static gboolean
take_word (Reading *self, const WeftCell *cell)
{
  guint place;

  if (cell->type != WEFT_CELL_TEXT || cell->is_lent || cell->word == 0
      || self->use == CODES_OF_FIELD || self->use == CODES_NONE)
    return FALSE;
  self->use = CODES_OF_WORDS;
  self->n_coded++;
  place = weft_query_codes_find (&self->codes, cell->word);
  if (place == G_MAXUINT)
    {
      if (!add_code (self, cell->word, cell))
        {
          self->use = CODES_NONE;
          return FALSE;
        }
      place = self->codes.n_values - 1;
    }
  give (self, &self->codes.values[place], NULL, 1);
  return TRUE;
}

static void
take_cell (Reading *self)
{
  WeftCell cell = weft_query_walk_get_value (&self->walk, self->column);
  const gint64 none = self->codes.are_texts ? -1 : 0;
  const guint8 gap = 1;

  self->is_slow = TRUE;
  if (cell.type == WEFT_CELL_NONE)
    give (self, &none, &gap, 1);
  else if (cell.type == WEFT_CELL_SIGNED && !self->codes.are_texts)
    give (self, &cell.integer, NULL, 1);
  else if (!take_word (self, &cell))
    give_cell (self, &cell);
  weft_cell_clear (&cell);
}

/* --- rows --------------------------------------------------------------------------------------- */

/* Structs that lie one behind the other, all at once, where they can be read so. */
static gboolean
take_some_items (Reading *self, gconstpointer items, guint n)
{
  const gsize size = self->walk.table->schema->item_size;
  gint64 numbers[WEFT_FIELD_BLOCK];
  guint8 gaps[WEFT_FIELD_BLOCK];
  guint n_gaps = weft_field_get_item_numbers (self->column, items, size, n, numbers, gaps);

  if (n_gaps == WEFT_FIELD_ONE_BY_ONE)
    return self->use != CODES_NONE && self->use != CODES_OF_WORDS
           && weft_field_get_item_codes (self->column, items, size, n, numbers)
           && take_codes (self, numbers, n, items, 0);
  if (weft_field_has_reals (self->column))
    give_reals (self, numbers, n_gaps > 0 ? gaps : NULL, n);
  else
    give (self, numbers, n_gaps > 0 ? gaps : NULL, n);
  return TRUE;
}

static void
take_items (Reading *self, gconstpointer items, guint n)
{
  const gsize size = self->walk.table->schema->item_size;

  for (guint i = 0, m; i < n; i += m)
    {
      gconstpointer some = (const char *) items + i * size;

      m = MIN (n - i, WEFT_FIELD_BLOCK);
      if (!take_some_items (self, some, m))
        for (guint j = 0; j < m; j++)
          {
            go (self, some, j);
            take_cell (self);
          }
    }
}

/* All items of the lists at once. FALSE: `n_read` of them were handed on, and the others have to be read one by one. */
static gboolean
spread_lists (Reading *self, guint first, guint n)
{
  const WeftField *column = self->column;
  const gboolean are_codes = column->item_codes != NULL;
  const WeftFieldItems read = are_codes ? column->item_codes : column->items;
  WeftNumberList *items = &self->items;

  if (read == NULL || self->walk.facts->rows != NULL || self->use == CODES_NONE || self->n_read > 0
      || !read (self->walk.facts->data, column->part, first, n, items))
    return FALSE;
  for (guint i = 0, m; i < items->n; i += m)
    {
      m = MIN (items->n - i, WEFT_FIELD_BLOCK);
      if (!are_codes)
        give (self, items->numbers + i, items->n_gaps > 0 ? items->gaps + i : NULL, m);
      else if (!take_codes (self, items->numbers + i, m, NULL, 0))
        return FALSE;
      self->n_read += m;
    }
  self->n_read = 0;
  return TRUE;
}

/* One by one. */
static void
take_lists (Reading *self, guint first, guint n)
{
  const gsize size = self->walk.table->schema->item_size;
  guint n_done = self->n_read;

  self->n_read = 0;
  self->is_slow = TRUE;
  for (guint row = first; row < first + n; row++)
    if (weft_query_walk_go (&self->walk, row))
      {
        const guint length = self->walk.items->len;
        const guint skipped = MIN (n_done, length);

        n_done -= skipped;
        take_items (self, self->walk.items->data + skipped * size, length - skipped);
      }
}

/* FALSE: those from `next` on have to be read one by one. */
static gboolean
spread_runs (Reading *self, guint first, guint n)
{
  for (guint row = first, m; row < first + n; row += m)
    {
      gconstpointer items = self->walk.table->run (self->walk.facts->data, row, &m);

      m = MIN (m, first + n - row);
      if (!take_some_items (self, items, m))
        {
          self->next = row;
          return FALSE;
        }
    }
  return TRUE;
}

/* All at once, where they can be read so. */
static gboolean
take_block (Reading *self, guint first, guint n)
{
  gint64 numbers[WEFT_FIELD_BLOCK];
  guint8 gaps[WEFT_FIELD_BLOCK];
  guint n_gaps = weft_facts_get_numbers (self->walk.facts, self->column, first, n, numbers, gaps);

  if (n_gaps == WEFT_FIELD_ONE_BY_ONE)
    return self->use != CODES_NONE && self->use != CODES_OF_WORDS
           && weft_facts_get_codes (self->walk.facts, self->column, first, n, numbers)
           && take_codes (self, numbers, n, NULL, first);
  if (weft_field_has_reals (self->column))
    give_reals (self, numbers, n_gaps > 0 ? gaps : NULL, n);
  else
    give (self, numbers, n_gaps > 0 ? gaps : NULL, n);
  return TRUE;
}

/* As several threads may at a time. FALSE: the rows have to be read one by one. */
static gboolean
take_many (Reading *self, guint first, guint n)
{
  if (self->walk.table->list != NULL)
    return spread_lists (self, first, n);
  return take_block (self, first, n)
         || (self->walk.table->run != NULL && spread_runs (self, first, n));
}

static gboolean
take_any (Reading *self, guint first, guint n)
{
  if (take_many (self, first, n))
    return TRUE;
  if (self->walk.table->list != NULL)
    take_lists (self, first, n);
  else
    for (guint row = MAX (first, self->next); row < first + n; row++)
      {
        weft_query_walk_go (&self->walk, row);
        take_cell (self);
      }
  return TRUE;
}

/* How many cells there may be in all, as far as the rows tell that were read: lists that follow may be longer. */
static void
expect_cells (Reading *self)
{
  const guint64 n_cells = self->n_given * self->n_rows / (self->next - self->begin);

  self->n_cells = n_cells + n_cells / EXPECTED_MARGIN;
  self->taker->expect (self->n_cells, self->data);
}

/* Goes on until `take` can't, or the end. */
static void
take_rows (Reading *self, gboolean (*take) (Reading *self, guint first, guint n))
{
  const gboolean are_lists = self->walk.table->list != NULL;

  while (self->next < self->end && !g_cancellable_is_cancelled (self->cancellable))
    {
      const guint first = self->next;
      const guint n = MIN (self->end - first, WEFT_FIELD_BLOCK);

      if (!take (self, first, n))
        return;
      self->next = first + n;
      if (are_lists && ((self->next - self->begin) & (self->next - self->begin - 1)) == 0)
        expect_cells (self);
    }
}

/* Whoever comes first: a thread, or its maker, where the thread has not begun. */
static void *
take_apart (void *data)
{
  Reading *self = data;

  if (!atomic_exchange (&self->is_begun, TRUE))
    take_rows (self, take_many);
  return NULL;
}

/* --- parts -------------------------------------------------------------------------------------- */

/* Lists may have any number of items: the first ones tell how many there are about. */
static void
take_first_lists (Reading *whole)
{
  const guint end = whole->end;

  whole->end = MIN (end, FIRST_LISTS);
  take_rows (whole, take_many);
  whole->end = end;
}

/* Cuts what is not read into so many, each of whole blocks. */
static void
cut (Reading *whole, Reading *parts, guint n_parts)
{
  const guint n_rows = whole->n_rows;
  const guint n_left = n_rows - whole->next;
  Reading *before = whole;

  for (guint i = 1; i < n_parts; i++)
    {
      Reading *part = &parts[i - 1];
      guint begin = whole->next + (guint) ((guint64) n_left * i / n_parts);

      begin -= begin % WEFT_FIELD_BLOCK;
      *part = (Reading){ .column = whole->column, .taker = whole->taker };
      part->cancellable = whole->cancellable;
      part->making = whole->making;
      part->begin = part->next = begin;
      part->end = before->end;
      before->end = begin;
      part->n_rows = part->end - begin;
      part->data =
        whole->taker->split (whole->n_cells * (begin - before->begin) / n_rows, before->data);
      weft_query_walk_init (&part->walk, whole->walk.table, whole->walk.facts);
      weft_query_codes_init (&part->codes, whole->codes.are_texts);
      before = part;
    }
}

static void
clear (Reading *self)
{
  weft_query_codes_clear (&self->codes);
  weft_number_list_clear (&self->items);
  weft_query_walk_clear (&self->walk);
}

/* This thread reads those that others could not, when none of these reads any more. */
static void
take_parts (Reading *whole, guint n_parts)
{
  g_autofree Reading *parts = n_parts > 1 ? g_new (Reading, n_parts - 1) : NULL;
  WeftThread *threads[MAX_PARTS];

  if (whole->walk.table->list != NULL)
    take_first_lists (whole);
  cut (whole, parts, n_parts);
  for (guint i = 0; i + 1 < n_parts; i++)
    threads[i] = weft_thread_try_start_apart ("weft-column", take_apart, &parts[i], i + 1);
  take_apart (whole);
  for (guint i = n_parts - 1; i > 0; i--)
    take_apart (&parts[i - 1]);
  for (guint i = 0; i + 1 < n_parts; i++)
    weft_thread_join_or_run (threads[i], take_apart, &parts[i]);
  take_rows (whole, take_any);
  give_held (whole);
  for (guint i = 0; i + 1 < n_parts; i++)
    {
      take_rows (&parts[i], take_any);
      give_held (&parts[i]);
      whole->is_slow = whole->is_slow || parts[i].is_slow;
      whole->taker->join (parts[i].data, whole->data);
      clear (&parts[i]);
    }
}

static gboolean
read_column (const WeftQueryTable *table, const WeftFacts *facts, const WeftField *column,
             const WeftQueryTaker *taker, gpointer data, gboolean *is_slow,
             GCancellable *cancellable, GError **error)
{
  Reading whole = { .column = column, .taker = taker, .data = data, .cancellable = cancellable };
  const guint most = taker->split != NULL ? MAX_PARTS : 1;
  const guint n_parts = MAX (weft_processors_for (facts->n_rows / MIN_PART, most), 1);
  GMutex making;

  whole.end = whole.n_rows = facts->n_rows;
  whole.is_slow = table->run != NULL || column->cost >= SLOW_COST;
  weft_query_walk_init (&whole.walk, table, facts);
  weft_query_codes_init (&whole.codes, column->type == WEFT_FIELD_TEXT);
  if (table->list == NULL)
    taker->expect (whole.n_cells = facts->n_rows, data);
  g_mutex_init (&making);
  whole.making = &making;
  take_parts (&whole, n_parts);
  clear (&whole);
  g_mutex_clear (&making);
  *is_slow = whole.is_slow;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
weft_query_column_read (WeftQueryTrace *trace, const char *table, const char *column,
                        const WeftQueryTaker *taker, gpointer data, gboolean *is_slow,
                        GCancellable *cancellable, GError **error)
{
  guint number = weft_query_trace_find_table (trace, table);
  gpointer source;
  const WeftQueryTable *found;
  const WeftField *field;
  WeftFacts facts;

  if (number == G_MAXUINT)
    {
      g_set_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL, _ ("There is no table “%s”."),
                   table);
      return FALSE;
    }
  found = weft_query_trace_get_table (trace, number);
  field = weft_query_table_find_column (found, column);
  if (field == NULL)
    {
      g_set_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL,
                   _ ("The table “%s” has no column “%s”."), found->name, column);
      return FALSE;
    }
  source = weft_query_trace_get_source (trace, number);
  return found->open (source, &facts, cancellable, error)
         && (found->prepare == NULL || found->prepare (source, field, cancellable, error))
         && read_column (found, &facts, field, taker, data, is_slow, cancellable, error);
}
