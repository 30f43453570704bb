/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-growing-list.h"

/* So many come at once. */
#define FEW 16u

struct _WeftGrowingList
{
  GObject parent_instance;

  GtkSelectionModel *model;
  guint limit;   /* so many rows are shown where there are more; G_MAXUINT: all are */
  guint n_shown; /* as is told */
};

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftGrowingList, weft_growing_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                 G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                        selection_model_init))

/* --- what is shown of the other ------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (G_LIST_MODEL (WEFT_GROWING_LIST (model)->model));
}

static guint
get_n_items (GListModel *model)
{
  return WEFT_GROWING_LIST (model)->n_shown;
}

static gpointer
get_item (GListModel *model, guint position)
{
  WeftGrowingList *self = WEFT_GROWING_LIST (model);

  return position < self->n_shown ? g_list_model_get_item (G_LIST_MODEL (self->model), position)
                                  : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_is_selected (WEFT_GROWING_LIST (model)->model, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_selection_model_get_selection_in_range (WEFT_GROWING_LIST (model)->model, position,
                                                     n_items);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  return gtk_selection_model_select_item (WEFT_GROWING_LIST (model)->model, position,
                                          unselect_rest);
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_unselect_item (WEFT_GROWING_LIST (model)->model, position);
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
}

/* --- changes ---------------------------------------------------------------------------------------- */

/* Shows so many rows, of which those from `position` on are others than before. */
static void
show (WeftGrowingList *self, guint n, guint position)
{
  guint old = self->n_shown;

  self->n_shown = n;
  if (position < MAX (old, n))
    g_list_model_items_changed (G_LIST_MODEL (self), position, old - position, n - position);
}

static void
items_changed (WeftGrowingList *self, guint position, guint removed, guint added)
{
  guint new = g_list_model_get_n_items (G_LIST_MODEL (self->model)), old = new - added + removed;
  gboolean were_all = self->n_shown == old;

  /* Where there were few, many that come at once are no less work than the first. */
  if (new > old + FEW && old < WEFT_GROWING_LIST_ENOUGH)
    self->limit = MIN (self->limit, old + FEW);
  if (were_all && new <= self->limit)
    {
      self->n_shown = new;
      g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
    }
  else
    show (self, MIN (new, self->limit), MIN (position, MIN (self->n_shown, new)));
}

static void
selection_changed (WeftGrowingList *self, guint position, guint n_items)
{
  if (position < self->n_shown)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position,
                                           MIN (n_items, self->n_shown - position));
}

gboolean
weft_growing_list_grow (WeftGrowingList *self, guint n)
{
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  self->limit = n < G_MAXUINT - self->n_shown ? self->n_shown + n : G_MAXUINT;
  if (self->limit >= WEFT_GROWING_LIST_ENOUGH)
    self->limit = G_MAXUINT;
  show (self, MIN (self->limit, all), self->n_shown);
  return self->n_shown < all;
}

gboolean
weft_growing_list_is_part (WeftGrowingList *self)
{
  return self->n_shown < g_list_model_get_n_items (G_LIST_MODEL (self->model));
}

/* --- the object ------------------------------------------------------------------------------------- */

static void
weft_growing_list_dispose (GObject *object)
{
  g_clear_object (&WEFT_GROWING_LIST (object)->model);
  G_OBJECT_CLASS (weft_growing_list_parent_class)->dispose (object);
}

static void
weft_growing_list_class_init (WeftGrowingListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_growing_list_dispose;
}

static void
weft_growing_list_init (WeftGrowingList *self G_GNUC_UNUSED)
{
}

WeftGrowingList *
weft_growing_list_new (GtkSelectionModel *model)
{
  WeftGrowingList *self = g_object_new (WEFT_TYPE_GROWING_LIST, NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (items_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}
