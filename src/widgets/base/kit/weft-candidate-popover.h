/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lists below a word that is being written what may stand in its place. It takes no focus: who writes goes on, and
 * hands it the keys.
 *
 * Signal "taken" (char *text): a candidate was chosen. */

#define WEFT_TYPE_CANDIDATE_POPOVER (weft_candidate_popover_get_type ())
G_DECLARE_FINAL_TYPE (WeftCandidatePopover, weft_candidate_popover, WEFT, CANDIDATE_POPOVER,
                      GtkPopover)

void weft_candidate_popover_empty (WeftCandidatePopover *self);

/* Adds a candidate, with what is said of it (translated); those behind the first few dozen are passed over. */
void weft_candidate_popover_add (WeftCandidatePopover *self, const char *text, const char *doc);

/* Below a place of its parent. */
void weft_candidate_popover_show (WeftCandidatePopover *self, const GdkRectangle *place);

/* Takes the candidate that is chosen; FALSE where none is. */
gboolean weft_candidate_popover_take (WeftCandidatePopover *self);

/* While it is shown: Up and Down choose, Tab takes, Escape hides. FALSE where the key is none of its own. */
gboolean weft_candidate_popover_key (WeftCandidatePopover *self, guint key);

G_END_DECLS
