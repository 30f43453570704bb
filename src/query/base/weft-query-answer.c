/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-answer.h"

#include <string.h>

#include "weft-task.h"

/* Rows that are looked at for a value. */
#define LOOKED_AT 1000u

/* Cells that are freed on a worker: of a million rows they take a window's thread longer than a frame. */
#define MANY_CELLS 100000u

/* Rows between two looks at how much memory they take. */
#define ROWS_PER_LOOK 1024

/* A cell takes nine bytes: its type, and a number or where its text is. */
typedef union
{
  gint64 integer;
  double real;
  const char *text;
} Value;

typedef struct
{
  GByteArray *types; /* WeftCellType */
  GArray *values;    /* Value */
  WeftQueryLead lead;
} Column;

struct _WeftQueryAnswer
{
  GObject parent_instance;

  const WeftQueryThing
    *things; /* of the trace; NULL: it has none, the query is none, or asks several traces */
  const WeftField *fields; /* of the columns, interned */
  Column *columns;
  guint n_columns; /* that are kept */
  guint n_all_columns;
  guint n_rows;
  GStringChunk *texts; /* each once: */
  GHashTable *known;   /* NULL once all are there */
  gsize text_bytes;
  gboolean is_cut;
  gint64 time;
  GError *error;
  WeftTextPlace place;
};

G_DEFINE_FINAL_TYPE (WeftQueryAnswer, weft_query_answer, G_TYPE_OBJECT)

/* --- columns ------------------------------------------------------------------------------------ */

static WeftCell
read_cell (gconstpointer data, guint part, guint row)
{
  const WeftQueryAnswer *self = data;
  const Column *column = &self->columns[part];
  const Value *value = &g_array_index (column->values, Value, row);

  switch ((WeftCellType) column->types->data[row])
    {
    case WEFT_CELL_SIGNED:
      return weft_cell_signed (value->integer);
    case WEFT_CELL_ADDRESS:
      return weft_cell_address ((guint64) value->integer);
    case WEFT_CELL_REAL:
      return weft_cell_real (value->real);
    case WEFT_CELL_TEXT:
      return weft_cell_lent (value->text);
    case WEFT_CELL_NONE:
    case WEFT_CELL_COUNT:
    case WEFT_CELL_FLAG:
    default:
      return weft_cell_none ();
    }
}

/* The unit of a table's column, and what it means, are also those of a column that is read from it. */
static const WeftField *
find_origin (const WeftQuery *query, guint column)
{
  const char *name;
  const WeftQueryTable *table = weft_query_get_origin (query, column, &name);

  return table != NULL ? weft_query_table_find_column (table, name) : NULL;
}

static void
describe_column (const WeftQuery *query, guint column, WeftField *field)
{
  const WeftField *origin = find_origin (query, column);
  const char *name = weft_query_get_column (query, column);

  /* One by one, so that what lies between them stays 0. */
  field->key = g_intern_string (name);
  field->title = g_intern_string (*name != '\0' ? name : "—");
  field->read = read_cell;
  field->part = column;
  if (origin == NULL)
    return;
  field->doc = origin->doc;
  field->unit = origin->unit;
}

/* Fields live for ever, which those of a query that is asked again do with one copy. */
static const WeftField *
intern_fields (const WeftField *fields, guint n_fields)
{
  static GHashTable *known;
  static GMutex mutex;
  g_autoptr (GBytes) bytes = g_bytes_new (fields, n_fields * sizeof *fields);
  GBytes *kept;

  g_mutex_lock (&mutex);
  if (known == NULL)
    known = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  kept = g_hash_table_lookup (known, bytes);
  if (kept == NULL)
    g_hash_table_add (known, kept = g_bytes_ref (bytes));
  g_mutex_unlock (&mutex);
  return g_bytes_get_data (kept, NULL);
}

static void
set_columns (WeftQueryAnswer *self, const WeftQuery *query)
{
  WeftField fields[WEFT_FACTS_MAX_COLUMNS];

  /* They are compared as bytes. */
  memset (fields, 0, sizeof fields);
  self->things =
    weft_query_get_n_traces (query) == 1 ? weft_query_get_family (query, 0)->things : NULL;
  self->n_all_columns = weft_query_get_n_columns (query);
  self->n_columns = MIN (self->n_all_columns, WEFT_FACTS_MAX_COLUMNS);
  self->columns = g_new (Column, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    {
      describe_column (query, i, &fields[i]);
      self->columns[i] = (Column){ g_byte_array_new (), g_array_new (FALSE, FALSE, sizeof (Value)),
                                   weft_query_lead_find (query, i) };
    }
  self->fields = intern_fields (fields, self->n_columns);
}

/* --- rows --------------------------------------------------------------------------------------- */

static const char *
keep_text (WeftQueryAnswer *self, const char *text)
{
  const char *kept = g_hash_table_lookup (self->known, text);

  if (kept != NULL)
    return kept;
  kept = g_string_chunk_insert (self->texts, text);
  g_hash_table_add (self->known, (gpointer) kept);
  self->text_bytes += strlen (text) + 1;
  return kept;
}

static void
add_cell (WeftQueryAnswer *self, guint index, const WeftCell *cell)
{
  Column *column = &self->columns[index];
  guint8 type = (guint8) cell->type;
  Value value = { .integer = 0 };

  if (cell->type == WEFT_CELL_TEXT)
    value.text = keep_text (self, cell->text);
  else if (cell->type == WEFT_CELL_REAL)
    value.real = cell->real;
  else if (cell->type == WEFT_CELL_SIGNED)
    value.integer = cell->integer;
  if (cell->type == WEFT_CELL_SIGNED && self->fields[index].unit == WEFT_UNIT_ADDRESS)
    type = WEFT_CELL_ADDRESS;
  g_byte_array_append (column->types, &type, 1);
  g_array_append_val (column->values, value);
}

static gboolean
is_full (const WeftQueryAnswer *self, guint max_rows)
{
  gsize cells = (gsize) self->n_rows * self->n_columns;

  return self->n_rows >= max_rows
         || (self->n_rows % ROWS_PER_LOOK == 0
             && cells * (sizeof (Value) + 1) + self->text_bytes > WEFT_QUERY_ANSWER_BYTES);
}

static void
read_rows (WeftQueryAnswer *self, WeftQuery *query, guint max_rows, int *n_rows)
{
  while (weft_query_step (query, &self->error))
    {
      if (is_full (self, max_rows))
        {
          self->is_cut = TRUE;
          return;
        }
      for (guint i = 0; i < self->n_columns; i++)
        {
          WeftCell cell = weft_query_get_cell (query, i);

          add_cell (self, i, &cell);
        }
      self->n_rows++;
      if (n_rows != NULL)
        g_atomic_int_set (n_rows, (int) self->n_rows);
    }
}

WeftQueryAnswer *
weft_query_answer_new (WeftQuery *query, const char *sql, guint max_rows, int *n_rows,
                       GCancellable *cancellable)
{
  g_autoptr (WeftQueryAnswer) self = g_object_new (WEFT_TYPE_QUERY_ANSWER, NULL);
  gint64 start = g_get_monotonic_time ();

  self->place.start = WEFT_QUERY_NO_PLACE;
  if (weft_query_prepare (query, sql, cancellable, &self->place, &self->error))
    {
      set_columns (self, query);
      read_rows (self, query, max_rows, n_rows);
    }
  g_clear_pointer (&self->known, g_hash_table_unref);
  self->time = g_get_monotonic_time () - start;
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  if (self->error != NULL)
    self->n_rows = 0;
  return g_steal_pointer (&self);
}

/* --- what it says ------------------------------------------------------------------------------- */

const GError *
weft_query_answer_get_error (WeftQueryAnswer *self)
{
  return self->error;
}

WeftTextPlace
weft_query_answer_get_place (WeftQueryAnswer *self)
{
  return self->place;
}

WeftFacts
weft_query_answer_get_facts (WeftQueryAnswer *self)
{
  return (WeftFacts){
    .fields = self->fields, .n_columns = self->n_columns, .n_rows = self->n_rows, .data = self
  };
}

guint
weft_query_answer_get_n_columns (WeftQueryAnswer *self)
{
  return self->n_all_columns;
}

gboolean
weft_query_answer_is_cut (WeftQueryAnswer *self)
{
  return self->is_cut;
}

gint64
weft_query_answer_get_time (WeftQueryAnswer *self)
{
  return self->time;
}

const WeftQueryLead *
weft_query_answer_get_lead (WeftQueryAnswer *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);

  return &self->columns[column].lead;
}

/* --- what a picture can show ---------------------------------------------------------------------- */

static gboolean
has_value (const WeftFacts *facts, guint column, gboolean words)
{
  for (guint row = 0; row < MIN (facts->n_rows, LOOKED_AT); row++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

      if (weft_cell_is_known (&cell) && (words || cell.type != WEFT_CELL_TEXT))
        return TRUE;
    }
  return FALSE;
}

static void
find_value (WeftQueryAnswer *self, gboolean words, WeftQueryShown *found)
{
  WeftFacts facts = weft_query_answer_get_facts (self);

  for (guint i = facts.n_columns; i-- > 0 && found->value == G_MAXUINT;)
    {
      gboolean is_word = i == found->by;

      for (guint k = 0; k < WEFT_QUERY_MAX_WORDS && found->thing != NULL; k++)
        is_word |= i == found->words[k];
      if (!is_word && has_value (&facts, i, words))
        found->value = i;
    }
}

static guint
find_lead (WeftQueryAnswer *self, WeftQueryLeadKind kind)
{
  guint found = 0;

  while (found < self->n_columns && self->columns[found].lead.kind != kind)
    found++;
  return found < self->n_columns ? found : G_MAXUINT;
}

static guint
find_column (WeftQueryAnswer *self, const char *name)
{
  for (guint i = 0; i < self->n_columns && name != NULL; i++)
    if (g_ascii_strcasecmp (self->fields[i].key, name) == 0)
      return i;
  return G_MAXUINT;
}

/* Whether columns of the answer say such things. */
static gboolean
find_words (WeftQueryAnswer *self, const WeftQueryThing *thing, WeftQueryShown *found)
{
  for (guint i = 0; i < WEFT_QUERY_MAX_WORDS; i++)
    {
      found->words[i] = find_column (self, thing->words[i]);
      if (i < thing->n_needed && found->words[i] == G_MAXUINT)
        return FALSE;
    }
  found->thing = thing;
  found->by = found->words[0];
  return TRUE;
}

WeftQueryShown
weft_query_answer_find_track (WeftQueryAnswer *self)
{
  WeftQueryShown found = WEFT_QUERY_SHOWN_NONE;

  found.by = find_lead (self, WEFT_QUERY_LEAD_TIME);
  find_value (self, FALSE, &found);
  return found;
}

/* A number that says a row is clearer than words. */
WeftQueryShown
weft_query_answer_find_colors (WeftQueryAnswer *self)
{
  WeftQueryShown found = WEFT_QUERY_SHOWN_NONE;
  const WeftQueryThing *thing = self->things;

  found.by = find_lead (self, WEFT_QUERY_LEAD_ROW);
  for (; found.by == G_MAXUINT && thing != NULL && thing->name != NULL; thing++)
    if (find_words (self, thing, &found))
      break;
  find_value (self, TRUE, &found);
  return found;
}

/* --- things ------------------------------------------------------------------------------------- */

static gboolean
follow_numbers (WeftQueryAnswer *self, WeftQuery *query, guint by, guint32 *items,
                GCancellable *cancellable, GError **error)
{
  g_autofree gint64 *numbers = g_new (gint64, MAX (self->n_rows, 1));
  const Column *column = &self->columns[by];

  for (guint row = 0; row < self->n_rows; row++)
    numbers[row] = column->types->data[row] == WEFT_CELL_SIGNED
                     ? g_array_index (column->values, Value, row).integer
                     : WEFT_NO_CYCLE;
  return weft_query_lead_follow_all (&column->lead, query, numbers, self->n_rows, items,
                                     cancellable, error);
}

/* Texts are the answer's, so that cells need no clearing. */
static void
follow_words (WeftQueryAnswer *self, gpointer source, const WeftQueryShown *shown, guint32 *items)
{
  for (guint row = 0; row < self->n_rows; row++)
    {
      WeftCell cells[WEFT_QUERY_MAX_WORDS];

      for (guint i = 0; i < WEFT_QUERY_MAX_WORDS; i++)
        cells[i] =
          shown->words[i] != G_MAXUINT ? read_cell (self, shown->words[i], row) : weft_cell_none ();
      if (!shown->thing->find (source, cells, &items[row]))
        items[row] = G_MAXUINT32;
    }
}

guint32 *
weft_query_answer_find_items (WeftQueryAnswer *self, WeftQuery *query, const WeftQueryShown *shown,
                              gpointer *numbering, GDestroyNotify *release,
                              GCancellable *cancellable, GError **error)
{
  const WeftQueryFamily *family = weft_query_get_family (query, 0);
  gpointer source = weft_query_trace_get_family_source (weft_query_get_trace (query, 0));
  g_autofree guint32 *items = g_new (guint32, MAX (self->n_rows, 1));

  g_return_val_if_fail (shown->by < self->n_columns, NULL);

  *numbering = NULL;
  *release = family->release;
  if (shown->thing == NULL && !follow_numbers (self, query, shown->by, items, cancellable, error))
    return NULL;
  if (family->hold != NULL)
    {
      *numbering = family->hold (source, cancellable, error);
      if (*numbering == NULL)
        return NULL;
    }
  if (shown->thing != NULL)
    follow_words (self, source, shown, items);
  return g_steal_pointer (&items);
}

/* --- the object --------------------------------------------------------------------------------- */

/* The part that takes room. */
typedef struct
{
  Column *columns;
  guint n_columns;
  GStringChunk *texts;
} Cells;

static void
free_cells (Cells *cells)
{
  for (guint i = 0; i < cells->n_columns; i++)
    {
      g_byte_array_unref (cells->columns[i].types);
      g_array_unref (cells->columns[i].values);
    }
  g_free (cells->columns);
  g_string_chunk_free (cells->texts);
}

static void
drop_cells (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
            GCancellable *cancellable G_GNUC_UNUSED)
{
  free_cells (data);
  g_task_return_boolean (task, TRUE);
}

static void
weft_query_answer_finalize (GObject *object)
{
  WeftQueryAnswer *self = WEFT_QUERY_ANSWER (object);
  Cells cells = { self->columns, self->n_columns, self->texts };

  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_error (&self->error);
  if ((gsize) self->n_rows * self->n_columns < MANY_CELLS)
    free_cells (&cells);
  else
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

      g_task_set_name (task, "WeftQueryAnswer");
      g_task_set_task_data (task, g_memdup2 (&cells, sizeof cells), g_free);
      weft_task_run_in_thread (task, drop_cells);
    }
  G_OBJECT_CLASS (weft_query_answer_parent_class)->finalize (object);
}

static void
weft_query_answer_class_init (WeftQueryAnswerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_query_answer_finalize;
}

static void
weft_query_answer_init (WeftQueryAnswer *self)
{
  self->texts = g_string_chunk_new (1 << 16);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
}
