/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-view-state.h"

G_BEGIN_DECLS

/* Asks in which format a trace is to be written, of all of it or of what is filtered and brushed, then where to, and
 * writes it there. What is written so far is said meanwhile; to close the dialog ends it.
 *
 * Signal "exported" (GFile): it is there. */

#define WEFT_TYPE_DATA_DIALOG (weft_data_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftDataDialog, weft_data_dialog, WEFT, DATA_DIALOG, AdwWindow)

/* Whether there is a format that the trace of the state can be written in. */
gboolean weft_data_dialog_can_export (WeftViewState *state);

/* `name` is that of the trace, from which a name for the file is made. */
WeftDataDialog *weft_data_dialog_new (GtkWindow *parent, WeftViewState *state, const char *name);

/* Writes the file, and then closes the dialog; what goes wrong is said in it. */
void weft_data_dialog_export (WeftDataDialog *self, GFile *file);

G_END_DECLS
