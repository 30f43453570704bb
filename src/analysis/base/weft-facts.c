/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts.h"

#include <string.h>

#include "weft-clock.h"
#include "weft-number.h"

WeftFacts
weft_facts_of (const WeftSchema *schema, guint flag, gconstpointer data, guint n_rows)
{
  WeftFacts self = {
    .fields = schema->fields, .n_rows = n_rows, .data = (gpointer) data, .is_part = TRUE
  };

  for (guint i = 0; weft_schema_next (schema, flag, &i) != NULL; i++)
    {
      g_assert (self.n_columns < WEFT_FACTS_MAX_COLUMNS);
      self.parts[self.n_columns++] = (guint8) i;
    }
  return self;
}

WeftFacts
weft_facts_of_items (const WeftSchema *schema, guint flag, gconstpointer data, gconstpointer items,
                     guint n_items)
{
  WeftFacts self = weft_facts_of (schema, flag, data, n_items);

  self.items = items;
  self.item_size = schema->item_size;
  return self;
}

WeftFacts
weft_facts_of_array (const WeftField *columns, guint n_columns, gconstpointer data,
                     const GArray *items)
{
  return (WeftFacts){ .fields = columns,
                      .n_columns = n_columns,
                      .n_rows = items->len,
                      .data = (gpointer) data,
                      .items = items->data,
                      .item_size = g_array_get_element_size ((GArray *) items) };
}

guint32 *
weft_facts_keep (WeftFacts *self, const WeftBitset *set)
{
  guint32 *rows;

  if (set == NULL)
    return NULL;
  self->rows = rows = weft_bitset_list (set);
  self->n_rows = set->n_set;
  return rows;
}

/* FALSE where the member is no whole number. */
static gboolean
get_whole (WeftMember member, gconstpointer at, gint64 *number)
{
  switch (member.type)
    {
    case WEFT_MEMBER_UINT8:
      *number = *(const guint8 *) at;
      return TRUE;
    case WEFT_MEMBER_UINT16:
      *number = *(const guint16 *) at;
      return TRUE;
    case WEFT_MEMBER_UINT32:
      *number = *(const guint32 *) at;
      return TRUE;
    case WEFT_MEMBER_UINT64:
      *number = (gint64) * (const guint64 *) at;
      return TRUE;
    case WEFT_MEMBER_INT16:
      *number = *(const gint16 *) at;
      return TRUE;
    case WEFT_MEMBER_INT32:
      *number = *(const gint32 *) at;
      return TRUE;
    case WEFT_MEMBER_INT64:
      *number = *(const gint64 *) at;
      return TRUE;
    case WEFT_MEMBER_NONE:
    case WEFT_MEMBER_DOUBLE:
    case WEFT_MEMBER_TEXT:
    default:
      return FALSE;
    }
}

WeftCell
weft_field_get_item (const WeftField *field, gconstpointer data, guint row, gconstpointer item)
{
  gconstpointer at;
  gint64 number;

  if (field->get != NULL || field->read != NULL)
    return weft_field_get (field, data, row);
  if (field->through > 0)
    item = *(const gpointer *) (gconstpointer) ((const char *) item + field->through - 1);
  if (item == NULL)
    return weft_cell_none ();
  at = (const char *) item + field->member.offset;
  if (field->of != NULL)
    return field->of (data, at);

  if (field->member.type == WEFT_MEMBER_DOUBLE)
    return weft_cell_real (*(const double *) at);
  if (field->member.type == WEFT_MEMBER_TEXT)
    return weft_cell_text (g_strdup (*(const char *const *) at));
  if (!get_whole (field->member, at, &number))
    return weft_cell_none ();
  if (field->as != NULL)
    return field->as (data, number);
  return field->member.type >= WEFT_MEMBER_INT16 ? weft_cell_signed (number)
                                                 : weft_cell_count ((guint64) number);
}

WeftCell
weft_facts_get_cell (const WeftFacts *self, guint row, guint column)
{
  guint source = weft_facts_get_source_row (self, row);
  gconstpointer item =
    self->items != NULL ? (const char *) self->items + source * self->item_size : NULL;

  return weft_field_get_item (weft_facts_get_column (self, column), self->data, source, item);
}

#define GATHER(type) \
  for (guint i = 0; i < n; i++, at += size) \
  numbers[i] = (gint64) * (const type *) (gconstpointer) at

/* Whole numbers that lie `size` bytes apart. */
static guint
gather (WeftMember member, const char *at, gsize size, guint n, gint64 *numbers)
{
  switch (member.type)
    {
    case WEFT_MEMBER_UINT8:
      GATHER (guint8);
      return 0;
    case WEFT_MEMBER_UINT16:
      GATHER (guint16);
      return 0;
    case WEFT_MEMBER_UINT32:
      GATHER (guint32);
      return 0;
    case WEFT_MEMBER_INT16:
      GATHER (gint16);
      return 0;
    case WEFT_MEMBER_INT32:
      GATHER (gint32);
      return 0;
    case WEFT_MEMBER_UINT64:
    case WEFT_MEMBER_INT64:
      GATHER (gint64);
      return 0;
    case WEFT_MEMBER_NONE:
    case WEFT_MEMBER_DOUBLE:
    case WEFT_MEMBER_TEXT:
    default:
      return WEFT_FIELD_ONE_BY_ONE;
    }
}

/* Likewise real ones: those that are no number are gaps. */
static guint
gather_reals (const char *at, gsize size, guint n, gint64 *numbers, guint8 *gaps)
{
  guint n_gaps = 0;

  for (guint i = 0; i < n; i++, at += size)
    {
      double real = *(const double *) (gconstpointer) at;

      gaps[i] = !isfinite (real);
      n_gaps += gaps[i];
      memcpy (&numbers[i], &real, sizeof real);
    }
  return n_gaps;
}

/* Whether the cell is what the struct has there, or what stands for it. */
static gboolean
is_plain_member (const WeftField *field)
{
  return field->get == NULL && field->read == NULL && field->of == NULL && field->through == 0;
}

guint
weft_field_get_item_numbers (const WeftField *self, gconstpointer items, gsize size, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  const char *at = (const char *) items + self->member.offset;

  if (!is_plain_member (self) || self->as != NULL)
    return WEFT_FIELD_ONE_BY_ONE;
  if (self->member.type == WEFT_MEMBER_DOUBLE)
    return gather_reals (at, size, n, numbers, gaps);
  return gather (self->member, at, size, n, numbers);
}

gboolean
weft_field_get_item_codes (const WeftField *self, gconstpointer items, gsize size, guint n,
                           gint64 *codes)
{
  return is_plain_member (self) && self->as != NULL
         && gather (self->member, (const char *) items + self->member.offset, size, n, codes) == 0;
}

/* Rows that are picked from few times as many lie in blocks that are worth reading. */
#define PICKED_AMONG 16

/* The numbers that `read` has of those rows of the data that the facts have. */
static guint
read_picked (const WeftFacts *self, WeftFieldNumbers read, guint part, guint first, guint n,
             gint64 *numbers, guint8 *gaps)
{
  const guint32 *rows = self->rows + first;
  gint64 block[WEFT_FIELD_BLOCK];
  guint8 block_gaps[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  if (rows[n - 1] < rows[0] || (rows[n - 1] - rows[0]) / PICKED_AMONG > n)
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0, end; i < n; i = end)
    {
      const guint32 start = rows[i] - rows[i] % WEFT_FIELD_BLOCK;
      guint n_missing;

      for (end = i + 1;
           end < n && rows[end] > rows[end - 1] && rows[end] - start < WEFT_FIELD_BLOCK;)
        end++;
      n_missing = read (self->data, part, start, rows[end - 1] - start + 1, block, block_gaps);
      if (n_missing == WEFT_FIELD_ONE_BY_ONE)
        return WEFT_FIELD_ONE_BY_ONE;
      for (guint j = i; j < end; j++)
        {
          numbers[j] = block[rows[j] - start];
          gaps[j] = n_missing > 0 && block_gaps[rows[j] - start];
          n_gaps += gaps[j];
        }
    }
  return n_gaps;
}

static guint
read_block (const WeftFacts *self, WeftFieldNumbers read, guint part, guint first, guint n,
            gint64 *numbers, guint8 *gaps)
{
  return self->rows == NULL ? read (self->data, part, first, n, numbers, gaps)
                            : read_picked (self, read, part, first, n, numbers, gaps);
}

guint
weft_facts_get_numbers (const WeftFacts *self, const WeftField *field, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  if (field->numbers != NULL)
    return read_block (self, field->numbers, field->part, first, n, numbers, gaps);
  if (self->items == NULL || self->rows != NULL)
    return WEFT_FIELD_ONE_BY_ONE;
  return weft_field_get_item_numbers (field, (const char *) self->items + first * self->item_size,
                                      self->item_size, n, numbers, gaps);
}

gboolean
weft_facts_get_codes (const WeftFacts *self, const WeftField *field, guint first, guint n,
                      gint64 *codes)
{
  guint8 gaps[WEFT_FIELD_BLOCK];

  if (field->codes != NULL)
    return read_block (self, field->codes, field->code, first, n, codes, gaps)
           != WEFT_FIELD_ONE_BY_ONE;
  return self->items != NULL && self->rows == NULL
         && weft_field_get_item_codes (field, (const char *) self->items + first * self->item_size,
                                       self->item_size, n, codes);
}

void
weft_facts_get_row (const WeftFacts *self, guint row, WeftCell *cells)
{
  g_assert (self->n_columns <= WEFT_FACTS_MAX_COLUMNS && row < self->n_rows);

  for (guint i = 0; i < self->n_columns; i++)
    cells[i] = weft_facts_get_cell (self, row, i);
}

void
weft_facts_clear_row (const WeftFacts *self, WeftCell *cells)
{
  for (guint i = 0; i < self->n_columns; i++)
    weft_cell_clear (&cells[i]);
}

/* --- text --------------------------------------------------------------------------------------- */

static char *
format_time (const WeftFacts *self, const WeftCell *cell, gint64 zero)
{
  const WeftClock clock = { .hertz = self->hertz };

  if (self->hertz <= 0)
    return NULL;
  if (cell->type == WEFT_CELL_REAL)
    return weft_clock_format_seconds ((cell->real - (double) zero) / (double) self->hertz);
  return weft_clock_format_exact (&clock, (gint64) ((guint64) cell->integer - (guint64) zero));
}

char *
weft_facts_format_unit (const WeftFacts *self, guint column, const WeftCell *cell)
{
  if (!weft_cell_is_known (cell) || cell->type == WEFT_CELL_TEXT || cell->type == WEFT_CELL_ADDRESS)
    return NULL;
  switch (weft_facts_get_column (self, column)->unit)
    {
    case WEFT_UNIT_SHARE:
      return weft_number_percent (100 * weft_cell_to_real (cell));
    case WEFT_UNIT_PERCENT:
      return weft_number_percent (weft_cell_to_real (cell));
    case WEFT_UNIT_CYCLE:
      return format_time (self, cell, self->zero);
    case WEFT_UNIT_CYCLES:
      return format_time (self, cell, 0);
    case WEFT_UNIT_PLAIN:
    case WEFT_UNIT_BYTES:
    case WEFT_UNIT_RATE:
    case WEFT_UNIT_ADDRESS:
    default:
      return NULL;
    }
}

char *
weft_facts_format (const WeftFacts *self, guint column, const WeftCell *cell)
{
  char *text = self != NULL ? weft_facts_format_unit (self, column, cell) : NULL;

  if (text != NULL)
    return text;
  switch (cell->type)
    {
    case WEFT_CELL_COUNT:
      return weft_number_count (cell->count);
    case WEFT_CELL_SIGNED:
      return weft_number_integer (cell->integer);
    case WEFT_CELL_ADDRESS:
    case WEFT_CELL_FLAG:
      return weft_cell_to_string (cell);
    case WEFT_CELL_REAL:
    case WEFT_CELL_TEXT:
      return NULL;
    case WEFT_CELL_NONE:
    default:
      return g_strdup ("—");
    }
}

/* Only these bytes of a text matter for a line of a CSV file. */
enum
{
  TEXT_QUOTED = 1 << 0,  /* has bytes that stand between quotes alone: line ends, escapes */
  TEXT_FOREIGN = 1 << 1, /* has bytes beyond ASCII */
};

static guint
look_at (const char *text, gsize *length)
{
  const guchar *p = (const guchar *) text;
  guint found = 0;

  for (; *p != '\0'; p++)
    if (*p >= 0x80)
      found |= TEXT_FOREIGN;
    else if (*p == ',' || *p == '"' || *p < 0x20 || *p == 0x7f)
      found |= TEXT_QUOTED;
  *length = (gsize) (p - (const guchar *) text);
  return found;
}

static void
append_text (GString *csv, const char *text)
{
  g_autofree char *valid = NULL;
  gsize length;
  guint found = look_at (text, &length);

  if ((found & TEXT_FOREIGN) != 0 && !g_utf8_validate_len (text, length, NULL))
    {
      text = valid = g_utf8_make_valid (text, (gssize) length);
      length = strlen (text);
    }
  if ((found & TEXT_QUOTED) == 0)
    {
      g_string_append_len (csv, text, (gssize) length);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

void
weft_csv_append_cell (GString *csv, const WeftCell *cell, gboolean first)
{
  char buffer[WEFT_CELL_SIZE];

  if (!first)
    g_string_append_c (csv, ',');
  if (cell->type == WEFT_CELL_TEXT)
    append_text (csv, cell->text);
  else
    g_string_append (csv, weft_cell_print (cell, buffer));
}

void
weft_facts_append_csv_keys (const WeftFacts *self, GString *csv)
{
  for (guint i = 0; i < self->n_columns; i++)
    g_string_append_printf (csv, "%s%s", i > 0 ? "," : "", weft_facts_get_column (self, i)->key);
  g_string_append_c (csv, '\n');
}

void
weft_facts_append_csv_row (const WeftFacts *self, guint row, GString *csv)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (self, row, cells);
  for (guint i = 0; i < self->n_columns; i++)
    weft_csv_append_cell (csv, &cells[i], i == 0);
  g_string_append_c (csv, '\n');
  weft_facts_clear_row (self, cells);
}

void
weft_facts_append_csv (const WeftFacts *self, const guint *order, guint n_rows, GString *csv)
{
  weft_facts_append_csv_keys (self, csv);
  for (guint place = 0; place < n_rows; place++)
    weft_facts_append_csv_row (self, order != NULL ? order[place] : place, csv);
}
