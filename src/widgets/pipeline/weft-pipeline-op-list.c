/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-list.h"

#include "weft-task.h"

/* While a sorted log grows it is sorted again no sooner than this, in µs, and no more than a
 * quarter of the time is spent on it. */
#define RESORT_INTERVAL G_USEC_PER_SEC
#define RESORT_SHARE 4

struct _WeftPipelineOpList
{
  GObject parent_instance;

  guint32 page_size;
  WeftPipelineSnapshot *snapshot; /* what is to be shown */
  WeftPipelineRows *rows;
  WeftOpKey key;
  gboolean descending;
  WeftOpRange range;

  WeftPipelineOpSort *sort; /* what is shown */
  WeftPipelineStalls *stalls;
  guint page;
  guint n_items;
  GHashTable *items; /* by position: those that somebody holds, not referenced; items hold it */

  guint32 selected;
  guint32 selected_place; /* in the order; WEFT_NO_ROW */

  GCancellable *cancellable; /* of the job that runs; NULL: none */
  gboolean asked;            /* that job makes another order or range */
  gboolean outdated;         /* another job is due */
  gint64 job_start;
  gint64 job_time;
  guint timeout;
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
static void update (WeftPipelineOpList *self, gboolean asked);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftPipelineOpList, weft_pipeline_op_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                 G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                        selection_model_init))

static void
weft_pipeline_op_list_dispose (GObject *object)
{
  WeftPipelineOpList *self = WEFT_PIPELINE_OP_LIST (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  G_OBJECT_CLASS (weft_pipeline_op_list_parent_class)->dispose (object);
}

static void
weft_pipeline_op_list_finalize (GObject *object)
{
  WeftPipelineOpList *self = WEFT_PIPELINE_OP_LIST (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->sort, weft_pipeline_op_sort_unref);
  g_clear_pointer (&self->stalls, weft_pipeline_stalls_free);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&self->rows);
  g_hash_table_remove_all (self->items);
  g_hash_table_unref (self->items);
  G_OBJECT_CLASS (weft_pipeline_op_list_parent_class)->finalize (object);
}

static void
weft_pipeline_op_list_class_init (WeftPipelineOpListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_pipeline_op_list_dispose;
  object_class->finalize = weft_pipeline_op_list_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_PIPELINE_OP_LIST, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_PIPELINE_OP_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
weft_pipeline_op_list_init (WeftPipelineOpList *self)
{
  self->range = WEFT_OP_RANGE_ALL;
  self->selected = self->selected_place = WEFT_NO_ROW;
  self->items = g_hash_table_new (NULL, NULL);
}

WeftPipelineOpList *
weft_pipeline_op_list_new (guint32 page_size)
{
  WeftPipelineOpList *self = g_object_new (WEFT_TYPE_PIPELINE_OP_LIST, NULL);

  self->page_size = MAX (page_size, 1);
  return self;
}

/* --- the list model ------------------------------------------------------------------------------ */

static GType
get_item_type (GListModel *list G_GNUC_UNUSED)
{
  return WEFT_TYPE_PIPELINE_OP_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return WEFT_PIPELINE_OP_LIST (list)->n_items;
}

guint32
weft_pipeline_op_list_get_op (WeftPipelineOpList *self, guint position)
{
  if (position >= self->n_items)
    return WEFT_NO_ROW;
  return weft_pipeline_op_sort_get_op (self->sort,
                                       weft_pipeline_op_list_get_first (self) + position);
}

static WeftOpSource
get_source (WeftPipelineOpList *self)
{
  return (WeftOpSource){ weft_pipeline_op_sort_get_snapshot (self->sort), self->rows,
                         self->stalls };
}

typedef struct
{
  GHashTable *items;
  guint position;
} Holding;

static void
item_gone (gpointer data, GObject *item)
{
  g_autofree Holding *holding = data;

  /* The place may have been given up, and taken again by another item. */
  if (g_hash_table_lookup (holding->items, GUINT_TO_POINTER (holding->position)) == item)
    g_hash_table_remove (holding->items, GUINT_TO_POINTER (holding->position));
  g_hash_table_unref (holding->items);
}

static gpointer
get_item (GListModel *list, guint position)
{
  WeftPipelineOpList *self = WEFT_PIPELINE_OP_LIST (list);
  gpointer item = g_hash_table_lookup (self->items, GUINT_TO_POINTER (position));
  WeftOpSource source;
  Holding *holding;

  if (position >= self->n_items)
    return NULL;
  if (item != NULL)
    return g_object_ref (item);
  source = get_source (self);
  item = weft_pipeline_op_item_new ();
  weft_pipeline_op_item_set (item, &source, weft_pipeline_op_list_get_op (self, position));
  holding = g_new (Holding, 1);
  *holding = (Holding){ g_hash_table_ref (self->items), position };
  g_hash_table_insert (self->items, GUINT_TO_POINTER (position), item);
  g_object_weak_ref (item, item_gone, holding);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* The items that somebody holds show what now stands in their places. */
static void
refresh_items (WeftPipelineOpList *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftOpSource source;
  GHashTableIter iter;
  gpointer position, item;

  /* What listens may make or drop items. */
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &position, &item))
    {
      guint place = GPOINTER_TO_UINT (position);

      if (place >= self->n_items)
        {
          g_hash_table_iter_remove (&iter);
          continue;
        }
      g_ptr_array_add (items, g_object_ref (item));
      g_array_append_val (positions, place);
    }
  if (items->len == 0)
    return;
  source = get_source (self);
  for (guint i = 0; i < items->len; i++)
    weft_pipeline_op_item_set (
      g_ptr_array_index (items, i), &source,
      weft_pipeline_op_list_get_op (self, g_array_index (positions, guint, i)));
}

/* --- the selection model ------------------------------------------------------------------------- */

/* The selected op's position on this page. */
static guint
selected_position (WeftPipelineOpList *self)
{
  guint32 first = weft_pipeline_op_list_get_first (self);

  if (self->selected_place == WEFT_NO_ROW || self->selected_place < first
      || self->selected_place - first >= self->n_items)
    return GTK_INVALID_LIST_POSITION;
  return self->selected_place - first;
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return position == selected_position (WEFT_PIPELINE_OP_LIST (model))
         && position != GTK_INVALID_LIST_POSITION;
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position G_GNUC_UNUSED,
                        guint n_items G_GNUC_UNUSED)
{
  GtkBitset *bitset = gtk_bitset_new_empty ();
  guint selected = selected_position (WEFT_PIPELINE_OP_LIST (model));

  if (selected != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (bitset, selected);
  return bitset;
}

/* Emits selection-changed for what was selected at `old` and what is now. */
static void
selection_moved (WeftPipelineOpList *self, guint old)
{
  guint new = selected_position (self);
  guint first = MIN (old, new), last;

  if (old == new || first >= self->n_items)
    return;
  last = MAX (old, new) < self->n_items ? MAX (old, new) : first;
  gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, last - first + 1);
}

void
weft_pipeline_op_list_select (WeftPipelineOpList *self, guint32 op)
{
  guint old = selected_position (self);

  g_return_if_fail (WEFT_IS_PIPELINE_OP_LIST (self));

  if (self->selected == op)
    return;
  self->selected = op;
  self->selected_place = op == WEFT_NO_ROW || self->sort == NULL
                           ? WEFT_NO_ROW
                           : weft_pipeline_op_sort_find (self->sort, op);
  selection_moved (self, old);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest G_GNUC_UNUSED)
{
  WeftPipelineOpList *self = WEFT_PIPELINE_OP_LIST (model);
  guint old = selected_position (self);

  if (position >= self->n_items)
    return FALSE;
  if (position == old)
    return TRUE;
  /* The place is known here: no need to look for it. */
  self->selected = weft_pipeline_op_list_get_op (self, position);
  self->selected_place = weft_pipeline_op_list_get_first (self) + position;
  selection_moved (self, old);
  g_signal_emit (self, signals[PICKED], 0, self->selected);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  WeftPipelineOpList *self = WEFT_PIPELINE_OP_LIST (model);

  if (!is_selected (model, position))
    return FALSE;
  weft_pipeline_op_list_select (self, WEFT_NO_ROW);
  g_signal_emit (self, signals[PICKED], 0, WEFT_NO_ROW);
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

guint32
weft_pipeline_op_list_get_selected (WeftPipelineOpList *self)
{
  return self->selected;
}

guint
weft_pipeline_op_list_find_selected (WeftPipelineOpList *self, gboolean turn)
{
  if (turn && self->selected_place != WEFT_NO_ROW)
    weft_pipeline_op_list_set_page (self, self->selected_place / self->page_size);
  return selected_position (self);
}

/* --- what is shown -------------------------------------------------------------------------------- */

static void
emit_changed (WeftPipelineOpList *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Shows `page` of the order as it is now, of which the selected op was at position `selected`. */
static void
show_page (WeftPipelineOpList *self, guint page, guint selected)
{
  guint old = self->n_items, new;
  guint32 n_ops = weft_pipeline_op_list_get_n_ops (self);
  guint n_pages = weft_pipeline_op_list_get_n_pages (self);

  self->page = n_pages > 0 ? MIN (page, n_pages - 1) : 0;
  new = MIN (n_ops - weft_pipeline_op_list_get_first (self), self->page_size);
  self->n_items = new;
  refresh_items (self);
  if (new > old)
    g_list_model_items_changed (G_LIST_MODEL (self), old, 0, new - old);
  else if (new < old)
    g_list_model_items_changed (G_LIST_MODEL (self), new, old - new, 0);
  selection_moved (self, selected);
  emit_changed (self);
}

static void
show_sort (WeftPipelineOpList *self, WeftPipelineOpSort *sort, guint page)
{
  guint selected = selected_position (self);
  WeftPipelineOpSort *old = self->sort;

  self->sort = weft_pipeline_op_sort_ref (sort);
  g_clear_pointer (&old, weft_pipeline_op_sort_unref);
  self->selected_place =
    self->selected == WEFT_NO_ROW ? WEFT_NO_ROW : weft_pipeline_op_sort_find (sort, self->selected);
  show_page (self, page, selected);
}

guint32
weft_pipeline_op_list_get_n_ops (WeftPipelineOpList *self)
{
  return self->sort != NULL ? weft_pipeline_op_sort_get_n_ops (self->sort) : 0;
}

guint
weft_pipeline_op_list_get_n_pages (WeftPipelineOpList *self)
{
  guint32 n_ops = weft_pipeline_op_list_get_n_ops (self);

  return n_ops / self->page_size + (n_ops % self->page_size != 0);
}

guint
weft_pipeline_op_list_get_page (WeftPipelineOpList *self)
{
  return self->page;
}

guint32
weft_pipeline_op_list_get_first (WeftPipelineOpList *self)
{
  return self->page * self->page_size;
}

void
weft_pipeline_op_list_set_page (WeftPipelineOpList *self, guint page)
{
  g_return_if_fail (WEFT_IS_PIPELINE_OP_LIST (self));

  if (page != self->page && page < weft_pipeline_op_list_get_n_pages (self))
    show_page (self, page, selected_position (self));
}

/* --- jobs: a worker sorts, and prepares to tell stall cycles -------------------------------------- */

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineRows *rows;
  WeftOpKey key;
  gboolean descending;
  WeftOpRange range;
  WeftPipelineOpSort *sort; /* given where it costs nothing */
  WeftPipelineStalls *stalls;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  weft_pipeline_snapshot_unref (job->snapshot);
  g_clear_object (&job->rows);
  g_clear_pointer (&job->sort, weft_pipeline_op_sort_unref);
  g_clear_pointer (&job->stalls, weft_pipeline_stalls_free);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source_object G_GNUC_UNUSED, gpointer task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr (GError) error = NULL;

  if (job->sort == NULL)
    job->sort = weft_pipeline_op_sort_run (job->snapshot, job->rows, job->key, job->descending,
                                           &job->range, cancellable, &error);
  if (job->sort != NULL)
    job->stalls = weft_pipeline_stalls_new (job->snapshot, cancellable, &error);
  if (job->stalls == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_boolean (task, TRUE);
}

static gpointer
weak_ref_new (gpointer object)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, object);
  return ref;
}

/* Frees the reference; the object (transfer full), NULL where it is gone. */
static gpointer
weak_ref_steal (GWeakRef *ref)
{
  gpointer object = g_weak_ref_get (ref);

  g_weak_ref_clear (ref);
  g_free (ref);
  return object;
}

/* Whether the list is all ops in the picture's order, which takes no work. */
static gboolean
is_plain (WeftPipelineOpList *self)
{
  return self->rows == NULL && self->key == WEFT_OP_KEY_ROW && !self->descending
         && self->range.first_row == 0 && self->range.last_row == G_MAXUINT32
         && self->range.cycles.from == G_MININT64 && self->range.cycles.to == G_MAXINT64;
}

static void
job_done (GObject *object G_GNUC_UNUSED, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (WeftPipelineOpList) self = weak_ref_steal (user_data);
  Job *job = g_task_get_task_data (G_TASK (result));
  gboolean asked;

  /* A job that was cancelled has a successor, whose cancellable this is not. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL) || self == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  asked = self->asked;
  g_clear_object (&self->cancellable);
  self->asked = FALSE;
  self->job_time = g_get_monotonic_time () - self->job_start;
  g_clear_pointer (&self->stalls, weft_pipeline_stalls_free);
  self->stalls = g_steal_pointer (&job->stalls);
  if (is_plain (self))
    show_page (self, self->page, selected_position (self));
  else
    show_sort (self, job->sort, asked ? 0 : self->page);
  if (self->outdated)
    update (self, FALSE);
}

static void
start_job (WeftPipelineOpList *self, gboolean asked)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->asked = asked;
  self->outdated = FALSE;
  self->job_start = g_get_monotonic_time ();
  job->snapshot = weft_pipeline_snapshot_ref (self->snapshot);
  g_set_object (&job->rows, self->rows);
  job->key = self->key;
  job->descending = self->descending;
  job->range = self->range;
  if (is_plain (self))
    job->sort = weft_pipeline_op_sort_ref (self->sort);

  /* A list that is closed does not wait for its worker. */
  task = g_task_new (NULL, self->cancellable, job_done, weak_ref_new (self));
  g_task_set_name (task, "sort-ops");
  /* Sources of equal priority would starve what the user does meanwhile. */
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
}

static gboolean
start_late_job (gpointer user_data)
{
  WeftPipelineOpList *self = user_data;

  self->timeout = 0;
  start_job (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* Brings the list up to what is to be shown: what was `asked` for at once, what merely grew when
 * it is time. */
static void
update (WeftPipelineOpList *self, gboolean asked)
{
  gint64 wait = MAX (RESORT_INTERVAL, RESORT_SHARE * self->job_time);
  gint64 due = self->job_start + wait - g_get_monotonic_time ();

  if (self->snapshot == NULL)
    return;
  if (is_plain (self))
    {
      g_autoptr (WeftPipelineOpSort) sort =
        weft_pipeline_op_sort_run (self->snapshot, NULL, WEFT_OP_KEY_ROW, FALSE, NULL, NULL, NULL);

      show_sort (self, sort, asked ? 0 : self->page);
    }
  self->outdated = TRUE;
  if (asked || (self->cancellable == NULL && (self->job_start == 0 || due <= 0)))
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      start_job (self, asked && !is_plain (self));
    }
  else if (self->cancellable == NULL && self->timeout == 0)
    self->timeout = g_timeout_add ((guint) (due / 1000) + 1, start_late_job, self);
}

void
weft_pipeline_op_list_set_source (WeftPipelineOpList *self, WeftPipelineSnapshot *snapshot,
                                  WeftPipelineRows *rows)
{
  gboolean asked;

  g_return_if_fail (WEFT_IS_PIPELINE_OP_LIST (self) && snapshot != NULL);

  asked = self->snapshot != NULL && (self->rows == NULL) != (rows == NULL);
  weft_pipeline_snapshot_ref (snapshot);
  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  self->snapshot = snapshot;
  g_set_object (&self->rows, rows);
  update (self, asked || self->sort == NULL);
}

void
weft_pipeline_op_list_sort (WeftPipelineOpList *self, WeftOpKey key, gboolean descending)
{
  g_return_if_fail (WEFT_IS_PIPELINE_OP_LIST (self) && key < WEFT_N_OP_KEYS);

  if (self->key == key && self->descending == descending)
    return;
  self->key = key;
  self->descending = descending;
  update (self, TRUE);
  emit_changed (self);
}

WeftOpKey
weft_pipeline_op_list_get_key (WeftPipelineOpList *self)
{
  return self->key;
}

gboolean
weft_pipeline_op_list_get_descending (WeftPipelineOpList *self)
{
  return self->descending;
}

static gboolean
same_range (const WeftOpRange *a, const WeftOpRange *b)
{
  return a->cycles.from == b->cycles.from && a->cycles.to == b->cycles.to
         && a->first_row == b->first_row && a->last_row == b->last_row;
}

void
weft_pipeline_op_list_set_range (WeftPipelineOpList *self, const WeftOpRange *range)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;

  g_return_if_fail (WEFT_IS_PIPELINE_OP_LIST (self));

  range = range != NULL ? range : &all;
  if (same_range (&self->range, range))
    return;
  self->range = *range;
  update (self, TRUE);
  emit_changed (self);
}

gboolean
weft_pipeline_op_list_is_busy (WeftPipelineOpList *self)
{
  return self->asked;
}
