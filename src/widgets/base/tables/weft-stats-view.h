/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Pages of statistics, with a list of their names beside them: tables of facts, and what else a
 * family has to show. A page is made when it is first looked at. The page that the state is asked
 * for is shown. */

#define WEFT_TYPE_STATS_VIEW (weft_stats_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftStatsView, weft_stats_view, WEFT, STATS_VIEW, GtkWidget)

struct _WeftStatsViewClass
{
  GtkWidgetClass parent_class;
};

#define WEFT_STATS_NO_TABLE G_MAXUINT

typedef struct
{
  const char *name;  /* where it is asked for */
  const char *title; /* marked for translation */
  guint table;       /* as the family numbers its tables; WEFT_STATS_NO_TABLE: it is no table */
  const char *empty; /* what is said while the table has no row, marked for translation; nullable */
  const char *sort;  /* the column by which the table opens sorted, largest first; nullable */
} WeftStatsPage;

/* The statistics of a family. */
typedef struct
{
  const WeftStatsPage *pages;
  guint n_pages;
  const char *changed; /* the state's signal that there are other facts; NULL: the family calls
                        * weft_stats_view_update() */

  /* The facts of a table, and what keeps them (transfer none). FALSE: there are none yet. */
  gboolean (*get_facts) (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner);

  /* Goes where a row leads that was selected, or (`jump`) activated. */
  void (*go_to_row) (WeftStatsView *view, guint table, guint row, gboolean jump);

  /* Makes what a page shows, of which `table` (nullable) may be a part. NULL: the tables. */
  GtkWidget *(*build) (WeftStatsView *view, const WeftStatsPage *page, GtkWidget *table);

  /* The page, which is about `content`, came into sight or has other facts. Nullable. */
  void (*show) (WeftStatsView *view, const WeftStatsPage *page, GtkWidget *content);
} WeftStatsKind;

GtkWidget *weft_stats_view_new (WeftViewState *state, const WeftStatsKind *kind);

/* For families that derive from it, in place of weft_stats_view_new(). Their templates may fill the
 * internal child "head", a box above the names. */
void weft_stats_view_set_up (WeftStatsView *self, WeftViewState *state, const WeftStatsKind *kind);

WeftViewState *weft_stats_view_get_state (WeftStatsView *self); /* (transfer none) */

/* Reads the facts of the page that is shown, and of others when they come into sight. */
void weft_stats_view_update (WeftStatsView *self);

/* Whether what is shown steps back, as it is of before. */
void weft_stats_view_set_stale (WeftStatsView *self, gboolean stale);

/* The page that is shown. */
const WeftStatsPage *weft_stats_view_get_page (WeftStatsView *self);
void weft_stats_view_set_page (WeftStatsView *self, const char *name);

/* The content of a page: its table, or what else was built for it. (transfer none) */
GtkWidget *weft_stats_view_get_content (WeftStatsView *self, const char *name);

/* Puts the focus on the first thing of what the page is about. */
void weft_stats_view_focus (WeftStatsView *self);

G_END_DECLS
