/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-pages.h"

#define NAMES_WIDTH 150 /* logical pixels */

struct _WeftFactPages
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *stack;
  GPtrArray *tables; /* by their numbers */
};

enum
{
  PICKED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactPages, weft_fact_pages, GTK_TYPE_WIDGET)

static void
emit (WeftFactPages *self, guint signal, GtkWidget *table, guint row)
{
  guint number = 0;

  g_ptr_array_find (self->tables, table, &number);
  g_signal_emit (self, signals[signal], 0, number, row);
}

static void
row_picked (WeftFactPages *self, guint row, GtkWidget *table)
{
  emit (self, PICKED, table, row);
}

static void
row_activated (WeftFactPages *self, guint row, GtkWidget *table)
{
  emit (self, ACTIVATED, table, row);
}

void
weft_fact_pages_add (WeftFactPages *self, GtkWidget *page, const char *name, const char *title)
{
  g_return_if_fail (WEFT_IS_FACT_PAGES (self));

  gtk_stack_add_titled (GTK_STACK (self->stack), page, name, title);
}

void
weft_fact_pages_add_table (WeftFactPages *self, guint number, const char *name, const char *title,
                           const char *empty)
{
  GtkWidget *table = weft_fact_table_new (title, empty != NULL ? empty : "");

  g_return_if_fail (WEFT_IS_FACT_PAGES (self));

  g_signal_connect_swapped (table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect_swapped (table, "activated", G_CALLBACK (row_activated), self);
  if (number >= self->tables->len)
    g_ptr_array_set_size (self->tables, (gint) number + 1);
  self->tables->pdata[number] = table;
  weft_fact_pages_add (self, table, name, title);
}

void
weft_fact_pages_set_facts (WeftFactPages *self, guint number, const WeftFacts *facts,
                           GObject *owner)
{
  g_return_if_fail (WEFT_IS_FACT_PAGES (self) && number < self->tables->len);

  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables->pdata[number]), facts, owner);
}

void
weft_fact_pages_set_page (WeftFactPages *self, const char *name)
{
  g_return_if_fail (WEFT_IS_FACT_PAGES (self));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}

GtkWidget *
weft_fact_pages_get_page (WeftFactPages *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_FACT_PAGES (self), NULL);

  return gtk_stack_get_child_by_name (GTK_STACK (self->stack), name);
}

/* --- being asked for -------------------------------------------------------------------------- */

static void
show_wanted (GtkStack *stack, WeftViewState *state)
{
  const char *name = weft_view_state_get_page (state);

  if (name != NULL && gtk_stack_get_child_by_name (stack, name) != NULL)
    gtk_stack_set_visible_child_name (stack, name);
}

void
weft_fact_pages_follow_stack (GtkStack *stack, WeftViewState *state)
{
  g_signal_connect_object (state, "page", G_CALLBACK (show_wanted), stack, G_CONNECT_SWAPPED);
  show_wanted (stack, state);
}

void
weft_fact_pages_follow (WeftFactPages *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_FACT_PAGES (self));

  weft_fact_pages_follow_stack (GTK_STACK (self->stack), state);
}

/* --- construction ----------------------------------------------------------------------------- */

static void
weft_fact_pages_dispose (GObject *object)
{
  WeftFactPages *self = WEFT_FACT_PAGES (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_fact_pages_parent_class)->dispose (object);
}

static void
weft_fact_pages_class_init (WeftFactPagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_fact_pages_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_FACT_PAGES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_FACT_PAGES, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
weft_fact_pages_init (WeftFactPages *self)
{
  GtkWidget *names = gtk_stack_sidebar_new ();

  self->tables = g_ptr_array_new ();
  self->stack = gtk_stack_new ();
  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (names), GTK_STACK (self->stack));
  gtk_widget_add_css_class (names, "weft-stats-pages");
  gtk_widget_set_size_request (names, NAMES_WIDTH, -1);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), names);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
weft_fact_pages_new (void)
{
  return g_object_new (WEFT_TYPE_FACT_PAGES, NULL);
}
