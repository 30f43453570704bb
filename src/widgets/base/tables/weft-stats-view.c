/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-stats-view.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  WeftViewState *state;
  const WeftStatsKind *kind;
  GtkWidget *scroller;
  GtkWidget *stack;
  GtkWidget **contents; /* by page: NULL until it is looked at */
  gboolean *sorted;     /* by page: its table was, by what the page says */
} WeftStatsViewPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (WeftStatsView, weft_stats_view, GTK_TYPE_WIDGET)

static WeftStatsViewPrivate *
get_private (WeftStatsView *self)
{
  return weft_stats_view_get_instance_private (self);
}

/* The first page where there is none of that name. */
static guint
find_page (WeftStatsView *self, const char *name)
{
  const WeftStatsKind *kind = get_private (self)->kind;

  for (guint i = 0; i < kind->n_pages; i++)
    if (g_strcmp0 (kind->pages[i].name, name) == 0)
      return i;
  return 0;
}

static guint
get_shown (WeftStatsView *self)
{
  return find_page (self, gtk_stack_get_visible_child_name (GTK_STACK (get_private (self)->stack)));
}

/* --- rows --------------------------------------------------------------------------------------- */

static void
go_to_row (WeftStatsView *self, GtkWidget *table, guint row, gboolean jump)
{
  WeftStatsViewPrivate *priv = get_private (self);

  for (guint i = 0; i < priv->kind->n_pages; i++)
    if (priv->contents[i] == table)
      priv->kind->go_to_row (self, priv->kind->pages[i].table, row, jump);
}

static void
row_picked (WeftStatsView *self, guint row, GtkWidget *table)
{
  go_to_row (self, table, row, FALSE);
}

static void
row_activated (WeftStatsView *self, guint row, GtkWidget *table)
{
  go_to_row (self, table, row, TRUE);
}

/* --- pages -------------------------------------------------------------------------------------- */

static GtkWidget *
build_table (WeftStatsView *self, const WeftStatsPage *page)
{
  GtkWidget *table =
    weft_fact_table_new (_ (page->title), page->empty != NULL ? _ (page->empty) : "");

  g_signal_connect_swapped (table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect_swapped (table, "activated", G_CALLBACK (row_activated), self);
  return table;
}

static void
fill_page (WeftStatsView *self, guint index)
{
  WeftStatsViewPrivate *priv = get_private (self);
  const WeftStatsPage *page = &priv->kind->pages[index];
  GtkWidget *bin, *table, *content;

  if (priv->contents[index] != NULL)
    return;
  bin = gtk_stack_get_child_by_name (GTK_STACK (priv->stack), page->name);
  content = table = page->table != WEFT_STATS_NO_TABLE ? build_table (self, page) : NULL;
  priv->contents[index] = table;
  if (priv->kind->build != NULL)
    content = priv->kind->build (self, page, table);
  if (table == NULL)
    priv->contents[index] = content;
  gtk_widget_set_hexpand (content, TRUE);
  gtk_box_append (GTK_BOX (bin), content);
}

/* The first facts bring the columns, and are sorted by the one that tells most; then the user says. */
static void
fill_table (WeftStatsView *self, guint index, const WeftFacts *facts, GObject *owner)
{
  WeftStatsViewPrivate *priv = get_private (self);
  WeftFactTable *table = WEFT_FACT_TABLE (priv->contents[index]);
  const char *sort = priv->kind->pages[index].sort;

  weft_fact_table_set_facts (table, facts, owner);
  if (sort != NULL && !priv->sorted[index])
    weft_fact_table_sort (table, sort, TRUE);
  priv->sorted[index] = TRUE;
}

static void
show_page (WeftStatsView *self, guint index)
{
  WeftStatsViewPrivate *priv = get_private (self);
  const WeftStatsPage *page = &priv->kind->pages[index];
  GObject *owner = NULL;
  WeftFacts facts;

  fill_page (self, index);
  if (page->table != WEFT_STATS_NO_TABLE
      && priv->kind->get_facts (self, page->table, &facts, &owner))
    fill_table (self, index, &facts, owner);
  if (priv->kind->show != NULL)
    priv->kind->show (self, page, priv->contents[index]);
}

void
weft_stats_view_update (WeftStatsView *self)
{
  g_return_if_fail (WEFT_IS_STATS_VIEW (self));

  show_page (self, get_shown (self));
}

static void
page_changed (WeftStatsView *self)
{
  /* Pages come and go one by one when the stack is put together and taken apart. */
  if (get_private (self)->contents != NULL)
    weft_stats_view_update (self);
}

static void
show_wanted (WeftStatsView *self)
{
  WeftStatsViewPrivate *priv = get_private (self);
  const char *name = weft_view_state_get_page (priv->state);

  if (name != NULL && gtk_stack_get_child_by_name (GTK_STACK (priv->stack), name) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (priv->stack), name);
}

WeftViewState *
weft_stats_view_get_state (WeftStatsView *self)
{
  return get_private (self)->state;
}

void
weft_stats_view_set_stale (WeftStatsView *self, gboolean stale)
{
  gtk_widget_set_opacity (get_private (self)->stack, stale ? 0.6 : 1);
}

const WeftStatsPage *
weft_stats_view_get_page (WeftStatsView *self)
{
  return &get_private (self)->kind->pages[get_shown (self)];
}

void
weft_stats_view_set_page (WeftStatsView *self, const char *name)
{
  WeftStatsViewPrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_STATS_VIEW (self));

  gtk_stack_set_visible_child_name (GTK_STACK (priv->stack),
                                    priv->kind->pages[find_page (self, name)].name);
}

GtkWidget *
weft_stats_view_get_content (WeftStatsView *self, const char *name)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_STATS_VIEW (self), NULL);

  index = find_page (self, name);
  show_page (self, index);
  return get_private (self)->contents[index];
}

void
weft_stats_view_focus (WeftStatsView *self)
{
  g_return_if_fail (WEFT_IS_STATS_VIEW (self));

  gtk_widget_child_focus (get_private (self)->contents[get_shown (self)], GTK_DIR_TAB_FORWARD);
}

/* --- construction ------------------------------------------------------------------------------- */

static void
weft_stats_view_dispose (GObject *object)
{
  WeftStatsViewPrivate *priv = get_private (WEFT_STATS_VIEW (object));

  g_clear_pointer (&priv->contents, g_free);
  g_clear_pointer (&priv->sorted, g_free);
  g_clear_pointer (&priv->scroller, gtk_widget_unparent);
  g_clear_object (&priv->state);
  G_OBJECT_CLASS (weft_stats_view_parent_class)->dispose (object);
}

static void
weft_stats_view_class_init (WeftStatsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_stats_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-stats-view.ui");
  gtk_widget_class_bind_template_child_private (widget_class, WeftStatsView, scroller);
  gtk_widget_class_bind_template_child_full (widget_class, "head", TRUE, 0);
  gtk_widget_class_bind_template_child_private (widget_class, WeftStatsView, stack);
  gtk_widget_class_bind_template_callback (widget_class, page_changed);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
}

static void
weft_stats_view_init (WeftStatsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_stats_view_set_up (WeftStatsView *self, WeftViewState *state, const WeftStatsKind *kind)
{
  WeftStatsViewPrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_STATS_VIEW (self) && priv->kind == NULL);

  priv->state = g_object_ref (state);
  priv->kind = kind;
  for (guint i = 0; i < kind->n_pages; i++)
    gtk_stack_add_titled (GTK_STACK (priv->stack), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0),
                          kind->pages[i].name, _ (kind->pages[i].title));
  priv->contents = g_new0 (GtkWidget *, kind->n_pages);
  priv->sorted = g_new0 (gboolean, kind->n_pages);
  g_signal_connect_object (state, "page", G_CALLBACK (show_wanted), self, G_CONNECT_SWAPPED);
  if (kind->changed != NULL)
    g_signal_connect_object (state, kind->changed, G_CALLBACK (weft_stats_view_update), self,
                             G_CONNECT_SWAPPED);
  show_wanted (self);
  weft_stats_view_update (self);
}

GtkWidget *
weft_stats_view_new (WeftViewState *state, const WeftStatsKind *kind)
{
  GtkWidget *self = g_object_new (WEFT_TYPE_STATS_VIEW, NULL);

  weft_stats_view_set_up (WEFT_STATS_VIEW (self), state, kind);
  return self;
}
