/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-findings.h"

G_BEGIN_DECLS

/* The findings of a trace below a title, as rows to be pressed: what kind each is, its sentence, what it
 * costs, and that it leads somewhere; its definition on hover. Hidden while there is none.
 *
 * Signal "follow" (const char *target): the user wants to go there. */

#define WEFT_TYPE_FINDINGS_VIEW (weft_findings_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftFindingsView, weft_findings_view, WEFT, FINDINGS_VIEW, GtkWidget)

GtkWidget *weft_findings_view_new (void);

/* Shows these, an array of WeftFinding, which is not kept; nullable. */
void weft_findings_view_set (WeftFindingsView *self, const GArray *findings);

/* Whether the trace is still read, so that they are what is telling so far. */
void weft_findings_view_set_so_far (WeftFindingsView *self, gboolean so_far);

G_END_DECLS
