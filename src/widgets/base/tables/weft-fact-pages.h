/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Pages of statistics, with a list of their names beside them: tables of facts, and what else a
 * family has to show.
 *
 * Signals "picked" and "activated", with the number of a table and of its row (guint both): as those
 * of WeftFactTable. */

/* A page as it is listed where it can be asked for. */
typedef struct
{
  const char *name;
  const char *title; /* marked with N_() */
} WeftFactPage;

#define WEFT_TYPE_FACT_PAGES (weft_fact_pages_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactPages, weft_fact_pages, WEFT, FACT_PAGES, GtkWidget)

GtkWidget *weft_fact_pages_new (void);

/* Adds a page below those that are there; `title` is translated. */
void weft_fact_pages_add (WeftFactPages *self, GtkWidget *page, const char *name,
                          const char *title);

/* Adds a page with a table, which is known by `number` from then on. `empty` (nullable) is what is
 * said while it has no row. Both texts are translated. */
void weft_fact_pages_add_table (WeftFactPages *self, guint number, const char *name,
                                const char *title, const char *empty);

/* As weft_fact_table_set_facts(). */
void weft_fact_pages_set_facts (WeftFactPages *self, guint number, const WeftFacts *facts,
                                GObject *owner);

/* The page that is shown, and a page: (transfer none) (nullable). */
void weft_fact_pages_set_page (WeftFactPages *self, const char *name);
GtkWidget *weft_fact_pages_get_page (WeftFactPages *self, const char *name);

/* Shows the page that the state was asked for, and is asked for from now on. The second does so for
 * the pages of any stack. */
void weft_fact_pages_follow (WeftFactPages *self, WeftViewState *state);
void weft_fact_pages_follow_stack (GtkStack *stack, WeftViewState *state);

G_END_DECLS
