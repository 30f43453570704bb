/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-gradual-list.h"

/* Items of a step, and so many that a list has all the widgets that it wants. */
#define STEP 16u
#define ENOUGH 256u

struct _WeftGradualList
{
  GObject parent_instance;

  GtkSelectionModel *model;
  guint limit;
};

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftGradualList, weft_gradual_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      selection_model_init))

/* --- the list model --------------------------------------------------------------------------------- */

static GType
get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (G_LIST_MODEL (WEFT_GRADUAL_LIST (model)->model));
}

static guint
get_n_items (GListModel *model)
{
  WeftGradualList *self = WEFT_GRADUAL_LIST (model);

  return MIN (g_list_model_get_n_items (G_LIST_MODEL (self->model)), self->limit);
}

static gpointer
get_item (GListModel *model, guint position)
{
  WeftGradualList *self = WEFT_GRADUAL_LIST (model);

  if (position >= self->limit)
    return NULL;
  return g_list_model_get_item (G_LIST_MODEL (self->model), position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* What is beyond the limit changes nothing here; what moves across it comes or goes at the end. */
static void
items_changed (WeftGradualList *self, guint position, guint removed, guint added)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  guint before = MIN (n_items - added + removed, self->limit), now = MIN (n_items, self->limit);

  if (position >= self->limit)
    return;
  if (self->limit != G_MAXUINT)
    {
      removed = before - position;
      added = now - position;
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
set_limit (WeftGradualList *self, guint limit)
{
  guint before = get_n_items (G_LIST_MODEL (self)), now;

  self->limit = limit;
  now = get_n_items (G_LIST_MODEL (self));
  if (now > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, now - before);
  else if (now < before)
    g_list_model_items_changed (G_LIST_MODEL (self), now, before - now, 0);
}

/* --- the selection model ---------------------------------------------------------------------------- */

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_is_selected (WEFT_GRADUAL_LIST (model)->model, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_selection_model_get_selection_in_range (WEFT_GRADUAL_LIST (model)->model, position,
                                                     n_items);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  return gtk_selection_model_select_item (WEFT_GRADUAL_LIST (model)->model, position,
                                          unselect_rest);
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  return gtk_selection_model_unselect_item (WEFT_GRADUAL_LIST (model)->model, position);
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
}

static void
selection_changed (WeftGradualList *self, guint position, guint n_items)
{
  guint shown = get_n_items (G_LIST_MODEL (self));

  if (position < shown)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position,
                                           MIN (n_items, shown - position));
}

/* --- steps ------------------------------------------------------------------------------------------ */

void
weft_gradual_list_restart (WeftGradualList *self)
{
  g_return_if_fail (WEFT_IS_GRADUAL_LIST (self));

  set_limit (self, STEP);
}

gboolean
weft_gradual_list_advance (WeftGradualList *self)
{
  g_return_val_if_fail (WEFT_IS_GRADUAL_LIST (self), FALSE);

  if (self->limit == G_MAXUINT)
    return FALSE;
  set_limit (self, self->limit >= ENOUGH ? G_MAXUINT : self->limit + STEP);
  return self->limit != G_MAXUINT;
}

gboolean
weft_gradual_list_is_whole (WeftGradualList *self)
{
  return self->limit == G_MAXUINT;
}

static void
weft_gradual_list_dispose (GObject *object)
{
  WeftGradualList *self = WEFT_GRADUAL_LIST (object);

  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  G_OBJECT_CLASS (weft_gradual_list_parent_class)->dispose (object);
}

static void
weft_gradual_list_finalize (GObject *object)
{
  g_object_unref (WEFT_GRADUAL_LIST (object)->model);
  G_OBJECT_CLASS (weft_gradual_list_parent_class)->finalize (object);
}

static void
weft_gradual_list_class_init (WeftGradualListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_gradual_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_gradual_list_finalize;
}

static void
weft_gradual_list_init (WeftGradualList *self)
{
  self->limit = G_MAXUINT;
}

WeftGradualList *
weft_gradual_list_new (GtkSelectionModel *model)
{
  WeftGradualList *self = g_object_new (WEFT_TYPE_GRADUAL_LIST, NULL);

  self->model = g_object_ref (model);
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed), self);
  g_signal_connect_swapped (model, "selection-changed", G_CALLBACK (selection_changed), self);
  return self;
}
