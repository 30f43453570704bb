/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-family.h"
#include "weft-panes.h"

G_BEGIN_DECLS

/* The panels of a page: the inspector at its side and those of the drawer, one behind each tab. A
 * panel is made when it comes into sight and not before, as a file opens faster without. Which tab
 * was chosen is kept in the settings. */

typedef struct _WeftPagePanels WeftPagePanels;

typedef void (*WeftPagePanelsNotify) (gpointer user_data);

/* Panels in the page's `panes`: the inspector in the AdwBin `inspector`, the others in the GtkStack
 * `drawer`, below tabs in the GtkBox `box`. `chosen` is called when another tab was. */
WeftPagePanels *weft_page_panels_new (WeftPanes *panes, GtkWidget *inspector, GtkWidget *box,
                                      GtkWidget *drawer, GSettings *settings,
                                      WeftPagePanelsNotify chosen, gpointer user_data);

/* How large the panes are and which are shown is kept in the settings from now on, which may show panels at once. */
void weft_page_panels_bind (WeftPagePanels *self);

/* Takes the panels down one per iteration of the main loop, as some are of hundreds of widgets. */
void weft_page_panels_free (WeftPagePanels *self);

/* The panels are those of `family` for `state`. They come soon: the picture comes first. */
void weft_page_panels_set_state (WeftPagePanels *self, const WeftFamily *family,
                                 WeftViewState *state);

/* Whether the page is in sight, as a new one is. One that is not makes no panels, though all pages choose the same ones:
 * soon after it comes back into sight it does. */
void weft_page_panels_set_shown (WeftPagePanels *self, gboolean shown);

/* Makes what is in sight, at once. */
void weft_page_panels_fill (WeftPagePanels *self);

/* The name of the tab that is chosen: (nullable). */
const char *weft_page_panels_get_chosen (WeftPagePanels *self);

/* FALSE where the family has no such panel. */
gboolean weft_page_panels_choose (WeftPagePanels *self, const char *name);

/* Gives the keyboard focus to the panel that is chosen. */
void weft_page_panels_focus (WeftPagePanels *self);

/* A panel of the drawer: (transfer none) (nullable), NULL before it was in sight. */
GtkWidget *weft_page_panels_get (WeftPagePanels *self, const char *name);

/* Writes the number of diagnostics on their tab. */
void weft_page_panels_count (WeftPagePanels *self, WeftDiagnostics *diagnostics);

G_END_DECLS
