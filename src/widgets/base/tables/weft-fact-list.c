/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-list.h"

#include <string.h>

#include "weft-bulk.h"
#include "weft-runner.h"

/* --- rows ------------------------------------------------------------------------------------------- */

struct _WeftFactRow
{
  GObject parent_instance;

  WeftFactList *list;
  guint position;
  char *texts[WEFT_FACTS_MAX_COLUMNS]; /* NULL: not asked for since the row changed */
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

  guint page_size;
  WeftFactQuery asked;
  gboolean is_listed; /* of what is asked, the listing is known */

  WeftFactQuery shown;
  guint32 *order; /* the rows in their places; NULL: as they are listed */
  guint n_rows;   /* on all pages */
  guint page;
  guint n_items;
  guint selected;  /* row; G_MAXUINT: none */
  guint place;     /* its place in the order; G_MAXUINT */
  GPtrArray *held; /* rows that somebody holds, not referenced; they hold the list */

  WeftRunner *runner; /* finds the order */
  gboolean busy;      /* with what was asked for, not with what has grown */
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
static void update (WeftFactList *self, gboolean asked);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftFactList, weft_fact_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                 G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                        selection_model_init))

static void
forget_texts (WeftFactRow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    g_clear_pointer (&self->texts[i], g_free);
}

static void
weft_fact_row_finalize (GObject *object)
{
  WeftFactRow *self = WEFT_FACT_ROW (object);

  g_ptr_array_remove_fast (self->list->held, self);
  forget_texts (self);
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

guint
weft_fact_row_get_row (WeftFactRow *self)
{
  return weft_fact_list_get_row (self->list, self->position);
}

const WeftFacts *
weft_fact_row_get_facts (WeftFactRow *self)
{
  return &self->list->shown.facts;
}

char *
weft_fact_row_get_text (gpointer item, guint column)
{
  WeftFactRow *self = item;
  const WeftFacts *facts = &self->list->shown.facts;
  guint row = weft_fact_row_get_row (self);

  if (row == G_MAXUINT || column >= facts->n_columns)
    return g_strdup ("");
  if (self->texts[column] == NULL)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

      self->texts[column] = weft_fact_query_format (facts, row, column, &cell);
    }
  return g_strdup (self->texts[column]);
}

/* Whether one of the texts that somebody saw is another now. */
static gboolean
reread_texts (WeftFactRow *self)
{
  char *before[WEFT_FACTS_MAX_COLUMNS];
  gboolean changed = FALSE;

  memcpy (before, self->texts, sizeof before);
  memset (self->texts, 0, sizeof self->texts);
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    if (before[i] != NULL)
      {
        g_autofree char *text = weft_fact_row_get_text (self, i);

        changed = strcmp (text, before[i]) != 0 || changed;
        g_free (before[i]);
      }
  return changed;
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
weft_fact_list_get_first (WeftFactList *self)
{
  return self->page * self->page_size;
}

static guint
get_row_at (WeftFactList *self, guint place)
{
  const guint32 *rows = self->order != NULL ? self->order : self->shown.listing.rows;

  return rows != NULL ? rows[place] : place;
}

guint
weft_fact_list_get_row (WeftFactList *self, guint position)
{
  return position < self->n_items ? get_row_at (self, weft_fact_list_get_first (self) + position)
                                  : G_MAXUINT;
}

/* --- the selection model ---------------------------------------------------------------------------- */

/* The selected row's position on this page. */
static guint
selected_position (WeftFactList *self)
{
  guint first = weft_fact_list_get_first (self);

  return self->place != G_MAXUINT && self->place >= first && self->place - first < self->n_items
           ? self->place - first
           : GTK_INVALID_LIST_POSITION;
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return position == selected_position (WEFT_FACT_LIST (model))
         && position != GTK_INVALID_LIST_POSITION;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position G_GNUC_UNUSED,
                        guint n_items G_GNUC_UNUSED)
{
  GtkBitset *bitset = gtk_bitset_new_empty ();
  guint selected = selected_position (WEFT_FACT_LIST (model));

  if (selected != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (bitset, selected);
  return bitset;
}

/* Emits selection-changed for what was selected at `old` and what is now. */
static void
selection_moved (WeftFactList *self, guint old)
{
  guint new = selected_position (self);
  guint first = MIN (old, new), last;

  if (old == new || first >= self->n_items)
    return;
  last = MAX (old, new) < self->n_items ? MAX (old, new) : first;
  gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
}

/* The place of the selected row in the order; G_MAXUINT where it is left out. To look at all of a million
 * takes 0.3 ms, and an index of them 4 MB that are made anew with each order. */
static guint
find_place (WeftFactList *self)
{
  gboolean direct = self->order == NULL && self->shown.listing.rows == NULL;

  if (self->selected == G_MAXUINT || (direct && self->selected >= self->n_rows))
    return G_MAXUINT;
  for (guint i = 0; !direct && i < self->n_rows; i++)
    if (get_row_at (self, i) == self->selected)
      return i;
  return direct ? self->selected : G_MAXUINT;
}

void
weft_fact_list_select (WeftFactList *self, guint row)
{
  guint old;

  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  old = selected_position (self);

  if (self->selected == row)
    return;
  self->selected = row;
  self->place = find_place (self);
  selection_moved (self, old);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest G_GNUC_UNUSED)
{
  WeftFactList *self = WEFT_FACT_LIST (model);
  guint old = selected_position (self);

  if (position >= self->n_items)
    return FALSE;
  if (position == old)
    return TRUE;
  /* The place is known here: no need to look for it. */
  self->selected = weft_fact_list_get_row (self, position);
  self->place = weft_fact_list_get_first (self) + position;
  selection_moved (self, old);
  g_signal_emit (self, signals[PICKED], 0, self->selected);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  WeftFactList *self = WEFT_FACT_LIST (model);

  /* The last answer of a derived table stays in sight. */
  if (self->shown.find == NULL || !is_selected (model, position))
    return FALSE;
  weft_fact_list_select (self, G_MAXUINT);
  g_signal_emit (self, signals[PICKED], 0, G_MAXUINT);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
}

guint
weft_fact_list_get_selected (WeftFactList *self)
{
  return self->selected;
}

guint
weft_fact_list_find_selected (WeftFactList *self, gboolean turn)
{
  if (turn && self->place != G_MAXUINT)
    weft_fact_list_set_page (self, self->place / self->page_size);
  return selected_position (self);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

/* Rows that somebody holds tell what stands in their places now. */
static void
refresh_rows (WeftFactList *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  /* Listeners may make or drop rows. */
  for (guint i = 0; i < self->held->len; i++)
    g_ptr_array_add (rows, g_object_ref (self->held->pdata[i]));
  for (guint i = 0; i < rows->len; i++)
    if (reread_texts (rows->pdata[i]))
      g_signal_emit (rows->pdata[i], row_signals[ROW_CHANGED], 0);
}

/* Shows `page` of the order as it is now, of which the selected row was at position `selected`. */
static void
show_page (WeftFactList *self, guint page, guint selected)
{
  guint old = self->n_items, new;
  guint n_pages = weft_fact_list_get_n_pages (self);

  self->page = n_pages > 0 ? MIN (page, n_pages - 1) : 0;
  new = MIN (self->n_rows - weft_fact_list_get_first (self), self->page_size);
  self->n_items = new;
  refresh_rows (self);
  if (new > old)
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, new - old);
  else if (new < old)
    g_list_model_items_changed (G_LIST_MODEL (self), new, old - new, 0);
  selection_moved (self, selected);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Takes the order (nullable: as the rows are listed). */
static void
show_order (WeftFactList *self, guint32 *order, guint n_rows, guint page)
{
  guint selected = selected_position (self);

  weft_bulk_free (self->order);
  self->order = order;
  self->n_rows = n_rows;
  self->place = find_place (self);
  show_page (self, page, selected);
}

guint
weft_fact_list_get_n_rows (WeftFactList *self)
{
  return self->n_rows;
}

guint
weft_fact_list_get_n_pages (WeftFactList *self)
{
  return self->n_rows / self->page_size + (self->n_rows % self->page_size != 0);
}

guint
weft_fact_list_get_page (WeftFactList *self)
{
  return self->page;
}

void
weft_fact_list_set_page (WeftFactList *self, guint page)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  if (page != self->page && page < weft_fact_list_get_n_pages (self))
    show_page (self, page, selected_position (self));
}

/* --- the worker ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftFactQuery query;
  gboolean asked; /* for another order, or other rows, and not for what the trace has grown by */
} Question;

typedef struct
{
  WeftFactQuery query;
  guint32 *order; /* NULL: as the rows are listed */
  guint n_rows;
} Found;

static void
clear_question (gpointer question)
{
  weft_fact_query_clear (&((Question *) question)->query);
}

static WeftRunTime
choose (gpointer question, gconstpointer before G_GNUC_UNUSED, WeftResult *last G_GNUC_UNUSED)
{
  return ((Question *) question)->asked ? WEFT_RUN_NOW : WEFT_RUN_LATER;
}

static void
found_free (gpointer data)
{
  Found *found = data;

  weft_fact_query_clear (&found->query);
  weft_bulk_free (found->order);
  g_free (found);
}

static gpointer
find_order (gconstpointer question, GCancellable *cancellable, GError **error)
{
  Found *found = g_new0 (Found, 1);

  weft_fact_query_set (&found->query, &((const Question *) question)->query);
  if (weft_fact_query_run (&found->query, &found->order, &found->n_rows, cancellable, error))
    return found;
  found_free (found);
  return NULL;
}

static const WeftDerivation ordering = {
  .name = "WeftFactOrder",
  .question_size = sizeof (Question),
  .clear_question = clear_question,
  .choose = choose,
  .derive = find_order,
  .free_value = found_free,
};

/* Whether what is asked for takes no worker to be shown. */
static gboolean
is_known (WeftFactList *self)
{
  return self->is_listed && weft_fact_query_is_plain (&self->asked);
}

static void
order_found (WeftFactList *self)
{
  Found *found = weft_runner_get_value (self->runner);
  gboolean busy = self->busy;

  self->busy = FALSE;
  if (!is_known (self))
    {
      weft_fact_query_set (&self->shown, &found->query);
      show_order (self, g_steal_pointer (&found->order), found->n_rows, busy ? 0 : self->page);
    }
  else
    show_page (self, self->page, selected_position (self));
}

/* The rows stay as they were. */
static void
order_missed (WeftFactList *self)
{
  self->busy = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
update (WeftFactList *self, gboolean asked)
{
  gboolean at_once = is_known (self);
  Question question = { .asked = asked };

  if (self->asked.facts.fields == NULL)
    return;
  if (at_once)
    {
      weft_fact_query_set (&self->shown, &self->asked);
      show_order (self, NULL, self->asked.listing.n_rows, asked ? 0 : self->page);
    }
  if (asked)
    self->busy = !at_once;
  if (at_once && self->asked.find == NULL)
    {
      weft_runner_forget (self->runner);
      self->busy = FALSE;
      return;
    }
  weft_fact_query_set (&question.query, &self->asked);
  weft_runner_ask (self->runner, &question);
}

/* --- the list --------------------------------------------------------------------------------------- */

/* Leaves out of the order, while there is no new one, rows that are not there any more. */
static void
drop_rows (WeftFactList *self)
{
  guint32 *order = weft_bulk_alloc_anyway (self->n_rows * sizeof *order);
  guint n_rows = 0;

  for (guint i = 0; i < self->n_rows; i++)
    if (self->order[i] < self->shown.facts.n_rows)
      order[n_rows++] = self->order[i];
  show_order (self, order, n_rows, self->page);
}

static void
set_source (WeftFactList *self, const WeftFacts *facts, GObject *owner,
            const WeftFactListing *listing, WeftFactFind find)
{
  self->asked.facts = *facts;
  g_set_object (&self->asked.owner, owner);
  self->asked.listing = listing != NULL ? *listing : (WeftFactListing){ NULL, 0 };
  self->asked.find = find;
  self->is_listed = listing != NULL;
}

void
weft_fact_list_set_facts (WeftFactList *self, const WeftFacts *facts, GObject *owner)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self) && facts != NULL);

  if (facts->n_rows != self->asked.facts.n_rows)
    weft_fact_list_select (self, G_MAXUINT);
  set_source (self, facts, owner, &(WeftFactListing){ NULL, facts->n_rows }, NULL);
  weft_fact_query_set (&self->shown, &self->asked);
  if (self->order != NULL && !is_known (self))
    drop_rows (self);
  update (self, TRUE);
  if (self->busy)
    g_signal_emit (self, signals[CHANGED], 0);
}

void
weft_fact_list_follow (WeftFactList *self, const WeftFacts *facts, GObject *owner,
                       const WeftFactListing *listing, WeftFactFind find, gboolean asked)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self) && facts != NULL);

  set_source (self, facts, owner, listing, find);
  update (self, asked || self->shown.owner == NULL);
  if (asked)
    g_signal_emit (self, signals[CHANGED], 0);
}

const WeftFacts *
weft_fact_list_get_facts (WeftFactList *self)
{
  return &self->shown.facts;
}

void
weft_fact_list_sort (WeftFactList *self, guint column, gboolean descending)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self));

  if (self->asked.column == column && self->asked.descending == descending)
    return;
  self->asked.column = column;
  self->asked.descending = descending;
  update (self, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

guint
weft_fact_list_get_column (WeftFactList *self)
{
  return self->asked.column;
}

gboolean
weft_fact_list_get_descending (WeftFactList *self)
{
  return self->asked.descending;
}

void
weft_fact_list_filter (WeftFactList *self, const char *text)
{
  g_return_if_fail (WEFT_IS_FACT_LIST (self) && text != NULL);

  if (g_strcmp0 (self->asked.filter, *text != '\0' ? text : NULL) == 0)
    return;
  g_free (self->asked.filter);
  self->asked.filter = *text != '\0' ? g_strdup (text) : NULL;
  update (self, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
weft_fact_list_is_busy (WeftFactList *self)
{
  return self->busy;
}

static char *
to_tabs (WeftFactList *self, guint first, guint n_rows)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  GString *text = g_string_new (NULL);

  for (guint position = first; position < first + n_rows; position++)
    {
      weft_facts_get_row (&self->shown.facts, weft_fact_list_get_row (self, position), cells);
      for (guint i = 0; i < self->shown.facts.n_columns; i++)
        {
          g_autofree char *field = weft_cell_to_string (&cells[i]);

          g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "",
                                  g_strdelimit (field, "\t\r\n", ' '));
        }
      g_string_append_c (text, '\n');
      weft_facts_clear_row (&self->shown.facts, cells);
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
  weft_facts_append_csv (&self->shown.facts, order, n_rows, csv);
  return g_string_free (csv, FALSE);
}

static void
weft_fact_list_dispose (GObject *object)
{
  WeftFactList *self = WEFT_FACT_LIST (object);

  g_clear_object (&self->runner);
  G_OBJECT_CLASS (weft_fact_list_parent_class)->dispose (object);
}

static void
weft_fact_list_finalize (GObject *object)
{
  WeftFactList *self = WEFT_FACT_LIST (object);

  weft_bulk_free (self->order);
  weft_fact_query_clear (&self->asked);
  weft_fact_query_clear (&self->shown);
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
  self->selected = self->place = G_MAXUINT;
  self->asked.column = WEFT_NO_COLUMN;
  self->held = g_ptr_array_new ();
  self->runner = weft_runner_new_for_value (&ordering);
  g_signal_connect_object (self->runner, "done", G_CALLBACK (order_found), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runner, "failed", G_CALLBACK (order_missed), self,
                           G_CONNECT_SWAPPED);
}

WeftFactList *
weft_fact_list_new (guint page_size)
{
  WeftFactList *self = g_object_new (WEFT_TYPE_FACT_LIST, NULL);

  self->page_size = page_size;
  return self;
}
