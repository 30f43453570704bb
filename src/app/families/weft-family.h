/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-palette-commands.h"
#include "weft-query-panel.h"
#include "weft-stats-view.h"
#include "weft-view-options.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* All that the application knows of a family of traces: how to make its state, its view, its panels.
 * Documents, pages, status line and go-to bar know families by this table only. */

/* A tab of the drawer. */
typedef struct _WeftFamilyPanel WeftFamilyPanel;

struct _WeftFamilyPanel
{
  const char *name;  /* in actions and settings: "table" */
  const char *title; /* marked for translation */

  /* A widget for the state: (transfer floating). */
  GtkWidget *(*create) (const WeftFamilyPanel *self, WeftViewState *state);

  /* Gives the keyboard focus to what the panel is about; NULL: to its first widget that takes it. */
  void (*focus) (GtkWidget *panel);

  const char *empty; /* of a table of events: said while there is none, likewise marked */
  int kind;          /* of a panel that is one of several kinds: as the family numbers them */
};

/* By which files of a family are likely to be found; what a file is shows when it is read. */
typedef struct
{
  const char *title;           /* marked for translation: "Pipelines of cores" */
  const char *const *suffixes; /* of names, without a dot, and compressed too; ends with NULL */
  const char *const *types;    /* content types; ends with NULL */
} WeftFamilyFiles;

typedef struct
{
  const char *name; /* in settings and in what is remembered of files: "pipeline" */
  GType (*get_trace_type) (void);
  WeftFamilyFiles files;

  /* A state for the trace: (transfer full). */
  WeftViewState *(*create_state) (WeftTrace *trace);

  /* The WeftViewOptions of such traces. NULL: there is nothing to choose. */
  GType (*get_options_type) (void);

  /* The .ui file among the resources whose object "rows" is the part of the menu in which they are
   * chosen; its widgets use the actions "options.NAME", one for each property of the options. NULL:
   * there are the rows of all families alone. */
  const char *option_rows;

  /* Takes from those rows what the state's trace has no use for; NULL: nothing. */
  void (*adapt_option_rows) (GtkBuilder *rows, WeftViewState *state);

  /* The whole view: (transfer floating). It takes the focus for its picture, and may have a property
   * "label-width" (int, logical pixels), which is remembered. */
  GtkWidget *(*create_view) (WeftViewState *state);

  /* The widget in the side pane: (transfer floating). NULL: the facts that the state writes. */
  GtkWidget *(*create_inspector) (WeftViewState *state);

  /* A window in which the colours of the picture are chosen: (transfer floating). NULL: they are
   * what they are. */
  GtkWidget *(*create_color_editor) (GtkWindow *parent, WeftViewState *state,
                                     WeftViewOptions *options);

  /* A window in which people say what a trace leaves open: (transfer floating). NULL: there is nothing
   * to be said. */
  GtkWidget *(*create_core_editor) (GtkWindow *parent, WeftViewState *state,
                                    WeftViewOptions *options);

  const WeftFamilyPanel *panels; /* in the order of their tabs and keys, without the diagnostics */
  guint n_panels;

  const WeftStatsKind *statistics; /* of the panel "statistics"; NULL: there is none */

  /* Says for queries what a trace does not say itself; NULL: nothing. */
  WeftQueryPanelOptions get_query_options;

  /* The commands that only this family has. */
  const WeftCommand *commands;
  guint n_commands;

  const char *go_to_hint;    /* an example, marked for translation: "cycle 1000" */
  const char *go_to_tooltip; /* what can be written, likewise */
  const char *empty_title;   /* over weft_view_state_describe_empty(): "No Ops in This File" */
} WeftFamily;

/* One line for each family; its own file defines it. */
extern const WeftFamily weft_bus_family;
extern const WeftFamily weft_live_family;
extern const WeftFamily weft_npu_family;
extern const WeftFamily weft_timeline_family;
extern const WeftFamily weft_pipeline_family;
extern const WeftFamily weft_noc_family;

/* The families by their numbers from 0, in the order in which they are listed: NULL beyond the last. */
const WeftFamily *weft_family_get (guint index);

/* The family of a trace: NULL where it cannot be shown. */
const WeftFamily *weft_family_find (WeftTrace *trace);

/* Panels, with those that every family has after its own. */
guint weft_family_get_n_panels (const WeftFamily *self);
const WeftFamilyPanel *weft_family_get_panel (const WeftFamily *self, guint index);
const WeftFamilyPanel *weft_family_find_panel (const WeftFamily *self,
                                               const char *name); /* (nullable) */

/* The family's inspector, or the one for all: (transfer floating). */
GtkWidget *weft_family_create_inspector (const WeftFamily *self, WeftViewState *state);

/* All rows of the menu in which the manner of `state` is chosen by `options`, of a family that has
 * some: (transfer floating). Those of all families follow the family's own, where they apply. */
GtkWidget *weft_family_create_option_rows (const WeftFamily *self, WeftViewState *state,
                                           WeftViewOptions *options);

/* --- for the tables of families --------------------------------------------------------------- */

/* The view of a WeftTracksState. */
GtkWidget *weft_family_create_tracks_view (WeftViewState *state);

/* The panel of a WeftEventsState's events, that of the family's statistics, and the focus on the
 * table that a panel is, or on the page of statistics that is shown. */
GtkWidget *weft_family_create_events (const WeftFamilyPanel *panel, WeftViewState *state);
GtkWidget *weft_family_create_statistics (const WeftFamilyPanel *panel, WeftViewState *state);
void weft_family_focus_table (GtkWidget *panel);
void weft_family_focus_statistics (GtkWidget *panel);

G_END_DECLS
