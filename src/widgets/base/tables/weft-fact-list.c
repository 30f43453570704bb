/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-list.h"

#include <math.h>
#include <string.h>

#include "weft-facts-sort.h"
#include "weft-task.h"
#include "weft-words.h"

/* --- rows ------------------------------------------------------------------------------------------- */

struct _WeftFactRow
{
  GObject parent_instance;

  WeftFactList *list;
  guint position;
  char **texts; /* by column; NULL: not asked for since the row changed */
};

enum
{
  ROW_CHANGED,
  N_ROW_SIGNALS
};

static guint row_signals[N_ROW_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactRow, weft_fact_row, G_TYPE_OBJECT)

struct _WeftFactList
{
  GObject parent_instance;

  WeftFacts facts;
  GObject *owner;
  guint *order; /* rows in their places; NULL: all, as they are */
  guint n_items;
  guint selected;  /* row; G_MAXUINT: none */
  guint place;     /* its position; GTK_INVALID_LIST_POSITION */
  GPtrArray *held; /* rows that somebody holds, not referenced; they hold the list */

  guint column;
  gboolean descending;
  char *filter;
  GCancellable *cancellable; /* of the job that runs */
};

enum
{
  CHANGED,
  PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftFactList, weft_fact_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                 G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                        selection_model_init))

static void
weft_fact_row_finalize (GObject *object)
{
  WeftFactRow *self = WEFT_FACT_ROW (object);

  g_ptr_array_remove_fast (self->list->held, self);
  g_strfreev (self->texts);
  g_object_unref (self->list);
  G_OBJECT_CLASS (weft_fact_row_parent_class)->finalize (object);
}

static void
weft_fact_row_class_init (WeftFactRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_fact_row_finalize;
  row_signals[ROW_CHANGED] = g_signal_new ("changed", WEFT_TYPE_FACT_ROW, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_fact_row_init (WeftFactRow *self G_GNUC_UNUSED)
{
}

/* Three digits of small numbers, one behind the point of others. */
static char *
format_real (const WeftCell *cell)
{
  guint decimals = cell->decimals > 0 ? cell->decimals : fabs (cell->real) < 10 ? 3 : 1;

  return weft_words_ratio (isfinite (cell->real) ? cell->real : (double) NAN, decimals);
}

static char *
format_cell (const WeftFacts *facts, guint column, const WeftCell *cell)
{
  char *text = weft_facts_format_unit (facts, column, cell);

  if (text != NULL)
    return text;
  switch (cell->type)
    {
    case WEFT_CELL_COUNT:
      return weft_number_count (cell->count);
    case WEFT_CELL_SIGNED:
      return weft_number_integer (cell->integer);
    case WEFT_CELL_REAL:
      return format_real (cell);
    case WEFT_CELL_TEXT:
    case WEFT_CELL_ADDRESS:
      return weft_cell_to_string (cell);
    case WEFT_CELL_NONE:
    default:
      return g_strdup ("—");
    }
}

char **
weft_fact_row_format (const WeftFacts *facts, const WeftCell *cells)
{
  char **texts = g_new0 (char *, facts->n_columns + 1);

  for (guint i = 0; i < facts->n_columns; i++)
    texts[i] = format_cell (facts, i, &cells[i]);
  return texts;
}

/* All columns at once: tables ask for each of them. */
static char **
read_row (const WeftFacts *facts, guint row)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  char **texts;

  weft_facts_get_row (facts, row, cells);
  texts = weft_fact_row_format (facts, cells);
  weft_facts_clear_row (facts, cells);
  return texts;
}

char *
weft_fact_row_get_text (WeftFactRow *self, guint column)
{
  guint row = weft_fact_list_get_row (self->list, self->position);
  const WeftFacts *facts = &self->list->facts;

  if (row == G_MAXUINT || column >= facts->n_columns)
    return g_strdup ("");
  if (self->texts == NULL)
    self->texts = read_row (facts, row);
  return g_strdup (self->texts[column]);
}

/* --- the list model --------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model G_GNUC_UNUSED)
{
  return WEFT_TYPE_FACT_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return WEFT_FACT_LIST (model)->n_items;
}

static gpointer
get_item (GListModel *model, guint position)
{
  WeftFactList *self = WEFT_FACT_LIST (model);
  WeftFactRow *row;

  if (position >= self->n_items)
    return NULL;
  for (guint i = 0; i < self->held->len; i++)
    if (((WeftFactRow *) self->held->pdata[i])->position == position)
      return g_object_ref (self->held->pdata[i]);
  row = g_object_new (WEFT_TYPE_FACT_ROW, NULL);
  row->list = g_object_ref (self);
  row->position = position;
  g_ptr_array_add (self->held, row);
  return row;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

guint
weft_fact_list_get_row (WeftFactList *self, guint position)
{
  if (position >= self->n_items)
    return G_MAXUINT;
  return self->order != NULL ? self->order[position] : position;
}

/* --- the selection model ---------------------------------------------------------------------------- */

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return position == WEFT_FACT_LIST (model)->place && position != GTK_INVALID_LIST_POSITION;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position G_GNUC_UNUSED,
                        guint n_items G_GNUC_UNUSED)
{
  WeftFactList *self = WEFT_FACT_LIST (model);
  GtkBitset *bitset = gtk_bitset_new_empty ();

  if (self->place != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (bitset, self->place);
  return bitset;
}

static void
select_place (WeftFactList *self, guint place)
{
  guint old = self->place, first = MIN (old, place), last;

  self->place = place;
  if (old == place || first >= self->n_items)
    return;
  last = MAX (old, place) < self->n_items ? MAX (old, place) : first;
  gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest G_GNUC_UNUSED)
{
  WeftFactList *self = WEFT_FACT_LIST (model);

  if (position >= self->n_items)
    return FALSE;
  if (position == self->place)
    return TRUE;
  self->selected = weft_fact_list_get_row (self, position);
  select_place (self, position);
  g_signal_emit (self, signals[PICKED], 0, self->selected);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
}

guint
weft_fact_list_get_selected (WeftFactList *self)
{
  return self->selected;
}

static guint
find_place (WeftFactList *self, guint row)
{
  if (row == G_MAXUINT || (self->order == NULL && row >= self->n_items))
    return GTK_INVALID_LIST_POSITION;
  for (guint i = 0; self->order != NULL && i < self->n_items; i++)
    if (self->order[i] == row)
      return i;
  return self->order != NULL ? GTK_INVALID_LIST_POSITION : row;
}

void
weft_fact_list_select (WeftFactList *self, guint row)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  if (self->selected == row)
    return;
  self->selected = row;
  select_place (self, find_place (self, row));
}

guint
weft_fact_list_find_selected (WeftFactList *self)
{
  return self->place;
}

/* --- what is shown ---------------------------------------------------------------------------------- */

/* Rows that somebody holds are read again when they are asked. */
static void
forget_texts (WeftFactList *self)
{
  for (guint i = 0; i < self->held->len; i++)
    g_clear_pointer (&((WeftFactRow *) self->held->pdata[i])->texts, g_strfreev);
}

static void
refresh_rows (WeftFactList *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  /* What listens may make or drop rows. */
  for (guint i = 0; i < self->held->len; i++)
    g_ptr_array_add (rows, g_object_ref (self->held->pdata[i]));
  forget_texts (self);
  for (guint i = 0; i < rows->len; i++)
    g_signal_emit (rows->pdata[i], row_signals[ROW_CHANGED], 0);
}

/* Takes the order. */
static void
show_order (WeftFactList *self, guint *order, guint n_items)
{
  guint old = self->n_items;

  g_free (self->order);
  self->order = order;
  self->n_items = n_items;
  if (n_items > old)
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, n_items - old);
  else if (n_items < old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_items, old - n_items, 0);
  refresh_rows (self);
  select_place (self, find_place (self, self->selected));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- the worker ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftFacts facts;
  GObject *owner;
  guint column;
  gboolean descending;
  char *filter; /* folded; NULL: none */
  guint *order;
  guint n_items;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->order);
  g_free (job->filter);
  g_clear_object (&job->owner);
  g_free (job);
}

/* Takes the text. */
static gboolean
holds_filter (const Job *job, char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  g_free (text);
  return strstr (folded, job->filter) != NULL;
}

/* "12.3 %" with a space that somebody can type; NULL where there is no unit. */
static char *
format_typed (const WeftFacts *facts, guint column, const WeftCell *cell)
{
  g_autofree char *text = weft_facts_format_unit (facts, column, cell);
  GString *typed;

  if (text == NULL)
    return NULL;
  typed = g_string_new (text);
  g_string_replace (typed, "\u00a0", " ", 0);
  return g_string_free (typed, FALSE);
}

static gboolean
passes_filter (const Job *job, guint row)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  gboolean passes = FALSE;

  weft_facts_get_row (&job->facts, row, cells);
  for (guint i = 0; i < job->facts.n_columns && !passes; i++)
    {
      char *typed = format_typed (&job->facts, i, &cells[i]);

      passes = holds_filter (job, weft_cell_to_string (&cells[i]));
      passes = (typed != NULL && holds_filter (job, typed)) || passes;
    }
  weft_facts_clear_row (&job->facts, cells);
  return passes;
}

static void
run_job (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  job->order = g_new (guint, job->facts.n_rows + 1);
  for (guint row = 0; row < job->facts.n_rows; row++)
    {
      if (row % 1024 == 0 && g_task_return_error_if_cancelled (task))
        return;
      if (job->filter == NULL || passes_filter (job, row))
        job->order[job->n_items++] = row;
    }
  if (job->column != WEFT_NO_COLUMN
      && !weft_facts_sort (&job->facts, job->column, job->descending, job->order, job->n_items,
                           cancellable, &error))
    g_task_return_error (task, error);
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (WeftFactList) self = g_weak_ref_get (ref);
  Job *job = g_task_get_task_data (G_TASK (result));

  g_weak_ref_clear (ref);
  g_free (ref);
  /* A job that was cancelled has a successor, whose cancellable this is not. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL) || self == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  show_order (self, g_steal_pointer (&job->order), job->n_items);
}

static gboolean
is_plain (WeftFactList *self)
{
  return self->column == WEFT_NO_COLUMN && *self->filter == '\0';
}

static void
update (WeftFactList *self)
{
  g_autoptr (GTask) task = NULL;
  GWeakRef *ref;
  Job *job;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (is_plain (self))
    {
      show_order (self, NULL, self->facts.n_rows);
      return;
    }
  self->cancellable = g_cancellable_new ();
  job = g_new0 (Job, 1);
  job->facts = self->facts;
  g_set_object (&job->owner, self->owner);
  job->column = self->column < self->facts.n_columns ? self->column : WEFT_NO_COLUMN;
  job->descending = self->descending;
  job->filter = *self->filter != '\0' ? g_utf8_casefold (self->filter, -1) : NULL;
  /* A list that is closed does not wait for its worker, nor does the worker free it. */
  ref = g_new0 (GWeakRef, 1);
  g_weak_ref_init (ref, self);
  task = g_task_new (NULL, self->cancellable, job_done, ref);
  g_task_set_name (task, "sort-facts");
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- the list --------------------------------------------------------------------------------------- */

void
weft_fact_list_set_facts (WeftFactList *self, const WeftFacts *facts, GObject *owner)
{
  guint *order;

  g_return_if_fail (WEFT_IS_FACT_LIST (self) && facts != NULL);

  if (facts->n_rows != self->facts.n_rows)
    {
      self->selected = G_MAXUINT;
      select_place (self, GTK_INVALID_LIST_POSITION);
    }
  self->facts = *facts;
  forget_texts (self);
  g_set_object (&self->owner, owner);
  /* An order of before holds rows that may not be there any more. */
  if (self->order != NULL && !is_plain (self))
    {
      guint n_items = 0;

      order = g_new (guint, facts->n_rows + 1);
      for (guint i = 0; i < self->n_items; i++)
        if (self->order[i] < facts->n_rows)
          order[n_items++] = self->order[i];
      show_order (self, order, n_items);
    }
  update (self);
}

const WeftFacts *
weft_fact_list_get_facts (WeftFactList *self)
{
  return &self->facts;
}

void
weft_fact_list_sort (WeftFactList *self, guint column, gboolean descending)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  update (self);
}

void
weft_fact_list_filter (WeftFactList *self, const char *text)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self) && text != NULL);

  if (strcmp (self->filter, text) == 0)
    return;
  g_free (self->filter);
  self->filter = g_strdup (text);
  update (self);
}

gboolean
weft_fact_list_is_busy (WeftFactList *self)
{
  return self->cancellable != NULL;
}

static char *
to_tabs (WeftFactList *self, guint first, guint n_rows)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  GString *text = g_string_new (NULL);

  for (guint position = first; position < first + n_rows; position++)
    {
      weft_facts_get_row (&self->facts, weft_fact_list_get_row (self, position), cells);
      for (guint i = 0; i < self->facts.n_columns; i++)
        {
          g_autofree char *field = weft_cell_to_string (&cells[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "",
                                  g_strdelimit (field, "\t\r\n", ' '));
        }
      g_string_append_c (text, '\n');
      weft_facts_clear_row (&self->facts, cells);
    }
  return g_string_free (text, FALSE);
}

char *
weft_fact_list_to_text (WeftFactList *self, char separator, guint first, guint n_rows)
{
  g_autofree guint *order = NULL;
  GString *csv;

  g_return_val_if_fail (WEFT_IS_FACT_LIST (self), NULL);

  first = MIN (first, self->n_items);
  n_rows = MIN (n_rows, self->n_items - first);
  if (separator == '\t')
    return to_tabs (self, first, n_rows);
  order = g_new (guint, n_rows + 1);
  for (guint i = 0; i < n_rows; i++)
    order[i] = weft_fact_list_get_row (self, first + i);
  csv = g_string_new (NULL);
  weft_facts_append_csv (&self->facts, order, n_rows, csv);
  return g_string_free (csv, FALSE);
}

static void
weft_fact_list_dispose (GObject *object)
{
  WeftFactList *self = WEFT_FACT_LIST (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (weft_fact_list_parent_class)->dispose (object);
}

static void
weft_fact_list_finalize (GObject *object)
{
  WeftFactList *self = WEFT_FACT_LIST (object);

  g_free (self->order);
  g_free (self->filter);
  g_clear_object (&self->owner);
  g_ptr_array_unref (self->held);
  G_OBJECT_CLASS (weft_fact_list_parent_class)->finalize (object);
}

static void
weft_fact_list_class_init (WeftFactListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_fact_list_dispose;
  object_class->finalize = weft_fact_list_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_FACT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_FACT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
weft_fact_list_init (WeftFactList *self)
{
  self->selected = G_MAXUINT;
  self->place = GTK_INVALID_LIST_POSITION;
  self->column = WEFT_NO_COLUMN;
  self->filter = g_strdup ("");
  self->held = g_ptr_array_new ();
}

WeftFactList *
weft_fact_list_new (void)
{
  return g_object_new (WEFT_TYPE_FACT_LIST, NULL);
}
