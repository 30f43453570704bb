/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-records.h"

#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* So much is written at once. */
#define CSV_BUFFER_SIZE 65536

/* --- machines ------------------------------------------------------------------------------------ */

void
weft_cli_records_write_cell (const WeftCell *cell, WeftJsonWriter *writer)
{
  char buffer[WEFT_CELL_SIZE];

  switch (cell->type)
    {
    case WEFT_CELL_NONE:
      weft_json_writer_null (writer);
      break;
    case WEFT_CELL_COUNT:
      weft_json_writer_unsigned (writer, cell->count);
      break;
    case WEFT_CELL_SIGNED:
      weft_json_writer_signed (writer, cell->integer);
      break;
    case WEFT_CELL_REAL:
      weft_json_writer_real (writer, cell->real);
      break;
    case WEFT_CELL_TEXT:
      weft_json_writer_string (writer, cell->text);
      break;
    case WEFT_CELL_ADDRESS:
      weft_json_writer_string (writer, weft_cell_print (cell, buffer));
      break;
    case WEFT_CELL_FLAG:
      weft_json_writer_boolean (writer, cell->count != 0);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* A text such as "(3,4)" is a list of its numbers. */
static void
write_place (const WeftCell *cell, WeftJsonWriter *writer)
{
  gint64 x, y;

  if (cell->type != WEFT_CELL_TEXT
      || sscanf (cell->text, "(%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ")", &x, &y) != 2)
    {
      weft_cli_records_write_cell (cell, writer);
      return;
    }
  weft_json_writer_begin_array (writer);
  weft_json_writer_signed (writer, x);
  weft_json_writer_signed (writer, y);
  weft_json_writer_end_array (writer);
}

static void
write_member (const char *key, const WeftField *field, gboolean places, const WeftCell *cell,
              WeftJsonWriter *writer)
{
  weft_json_writer_key (writer, key);
  if (places && (field->flags & WEFT_FIELD_PLACE) != 0)
    write_place (cell, writer);
  else
    weft_cli_records_write_cell (cell, writer);
}

void
weft_cli_records_write_json (const WeftFacts *self, const WeftCliRecordsShape *shape,
                             WeftJsonWriter *writer)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_json_writer_begin_array (writer);
  for (guint row = 0; row < self->n_rows; row++)
    {
      weft_facts_get_row (self, row, cells);
      weft_json_writer_begin_object (writer);
      for (guint i = 0; i < self->n_columns; i++)
        {
          const WeftField *field = weft_facts_get_column (self, i);

          if (shape == NULL || g_strcmp0 (field->key, shape->left_out) != 0)
            write_member (field->key, field, shape != NULL && shape->places, &cells[i], writer);
        }
      weft_json_writer_end_object (writer);
      weft_facts_clear_row (self, cells);
    }
  weft_json_writer_end_array (writer);
}

gboolean
weft_cli_records_is_said (const WeftField *field, const WeftCell *cell)
{
  return weft_cell_is_known (cell)
         && (cell->type != WEFT_CELL_FLAG || cell->count != 0
             || (field->flags & WEFT_FIELD_ALWAYS) != 0);
}

void
weft_cli_records_write_field (const WeftField *field, gconstpointer data, guint row,
                              gconstpointer item, WeftJsonWriter *writer)
{
  g_auto (WeftCell) cell = weft_field_get_item (field, data, row, item);

  if (weft_cli_records_is_said (field, &cell))
    write_member (weft_field_get_dump_key (field), field, TRUE, &cell, writer);
}

void
weft_cli_records_write_item (const WeftSchema *schema, guint flag, gconstpointer data, guint row,
                             gconstpointer item, WeftJsonWriter *writer)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, flag, field)
    weft_cli_records_write_field (field, data, row, item, writer);
}

void
weft_cli_records_write_fields (const WeftSchema *schema, guint flag, gconstpointer data, guint row,
                               WeftJsonWriter *writer)
{
  weft_cli_records_write_item (schema, flag, data, row, NULL, writer);
}

void
weft_cli_records_write_row (const WeftSchema *schema, gconstpointer data, guint row,
                            WeftJsonWriter *writer)
{
  weft_json_writer_begin_object (writer);
  weft_cli_records_write_fields (schema, WEFT_FIELD_DUMP, data, row, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

void
weft_cli_records_write_list (const WeftFacts *columns, gconstpointer item, WeftJsonWriter *writer)
{
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < columns->n_columns; i++)
    {
      const WeftField *field = weft_facts_get_column (columns, i);
      g_auto (WeftCell) cell = weft_field_get_item (field, columns->data, 0, item);

      if (weft_cell_is_known (&cell) || (field->flags & WEFT_FIELD_LAST) == 0)
        weft_cli_records_write_cell (&cell, writer);
    }
  weft_json_writer_end_array (writer);
}

void
weft_cli_records_append_keys (const WeftSchema *schema, guint flag, GString *csv)
{
  const WeftField *field;
  const char *gap = "";

  for (guint i = 0; (field = weft_schema_next (schema, flag, &i)) != NULL; i++, gap = ",")
    g_string_append_printf (csv, "%s%s", gap, weft_field_get_dump_key (field));
  g_string_append_c (csv, '\n');
}

void
weft_cli_records_append_row (const WeftSchema *schema, guint flag, gconstpointer data, guint row,
                             gconstpointer item, GString *csv)
{
  const WeftField *field;
  gboolean first = TRUE;

  WEFT_FOR_EACH_FIELD (schema, flag, field)
    {
      g_auto (WeftCell) cell = weft_field_get_item (field, data, row, item);

      weft_csv_append_cell (csv, &cell, first);
      first = FALSE;
    }
  g_string_append_c (csv, '\n');
}

void
weft_cli_records_write_csv (const WeftFacts *self, FILE *stream)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  weft_facts_append_csv_keys (self, csv);
  for (guint row = 0; row < self->n_rows && !ferror (stream); row++)
    {
      weft_facts_append_csv_row (self, row, csv);
      if (csv->len < CSV_BUFFER_SIZE)
        continue;
      fwrite (csv->str, 1, csv->len, stream);
      g_string_truncate (csv, 0);
    }
  fwrite (csv->str, 1, csv->len, stream);
}

/* --- people -------------------------------------------------------------------------------------- */

static char *
format_real (const WeftCell *cell)
{
  if (cell->decimals == 0 || !isfinite (cell->real))
    return weft_cli_format_real (cell->real);
  return g_strdup_printf ("%.*f", (int) cell->decimals, cell->real);
}

char *
weft_cli_format_cell (const WeftFacts *facts, guint column, const WeftCell *cell)
{
  char *text = weft_facts_format (facts, column, cell);

  if (text != NULL)
    return text;
  return cell->type == WEFT_CELL_REAL ? format_real (cell) : weft_cli_format_text (cell->text);
}

static void
pad (FILE *stream, gsize n_blanks)
{
  for (gsize i = 0; i < n_blanks; i++)
    fputc (' ', stream);
}

/* Texts stand to the left and numbers to the right; blanks at a line's end are left out. */
static void
print_line (const WeftFacts *self, FILE *stream, char **texts, const gsize *widths,
            const gboolean *to_right)
{
  gsize pending = 0;

  for (guint at = 0; at < 2 * self->n_columns; at++)
    {
      guint i = at % self->n_columns;
      gsize gap = widths[i] - weft_cli_measure_text (texts[i]);

      /* Once around for most columns, and once more for those that stand last. */
      const WeftField *field = weft_facts_get_column (self, i);

      if (field->title == NULL
          || ((field->flags & WEFT_FIELD_LAST) != 0) != (at >= self->n_columns))
        continue;
      pad (stream, pending + (to_right[i] ? gap : 0));
      fputs (texts[i], stream);
      pending = 2 + (to_right[i] ? 0 : gap);
    }
  fputc ('\n', stream);
}

/* (transfer full) */
static char *
format_cell_of (const WeftFacts *self, guint row, guint column, const WeftCell *cell)
{
  const WeftField *field = weft_facts_get_column (self, column);

  if (weft_cell_is_known (cell) && field->show != NULL)
    return field->show (self->data, weft_facts_get_source_row (self, row), cell);
  return weft_cli_format_cell (self, column, cell);
}

static GPtrArray *
format_rows (const WeftFacts *self, guint n_rows, gboolean *to_right)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *title = weft_facts_get_column (self, i)->title;

      g_ptr_array_add (texts, g_strdup (title != NULL ? _ (title) : ""));
    }
  for (guint row = 0; row < n_rows; row++)
    {
      weft_facts_get_row (self, row, cells);
      for (guint i = 0; i < self->n_columns; i++)
        {
          to_right[i] |= cells[i].type != WEFT_CELL_TEXT && cells[i].type != WEFT_CELL_NONE;
          g_ptr_array_add (texts, format_cell_of (self, row, i, &cells[i]));
        }
      weft_facts_clear_row (self, cells);
    }
  return texts;
}

void
weft_cli_records_print (const WeftFacts *self, FILE *stream, guint max_rows)
{
  guint n_rows = MIN (self->n_rows, max_rows);
  gboolean to_right[WEFT_FACTS_MAX_COLUMNS] = { FALSE };
  gsize widths[WEFT_FACTS_MAX_COLUMNS] = { 0 };
  g_autoptr (GPtrArray) texts = format_rows (self, n_rows, to_right);

  for (guint i = 0; i < texts->len; i++)
    widths[i % self->n_columns] =
      MAX (widths[i % self->n_columns], weft_cli_measure_text (texts->pdata[i]));
  for (guint line = 0; line <= n_rows; line++)
    print_line (self, stream, (char **) texts->pdata + line * self->n_columns, widths, to_right);
  if (n_rows < self->n_rows)
    {
      g_autofree char *more = weft_number_count (self->n_rows - n_rows);
      /* Translators: the end of a table that is shown in part; %s is a number. */
      g_autofree char *text = g_strdup_printf (_ ("… and %s more"), more);

      fprintf (stream, "%s\n", text);
    }
}
