/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* Asks what an open pipeline is to be compared with, another one that is open or a file, and opens the
 * window for that.
 *
 * Signal "file": a file is to be asked for. */

#define WEFT_TYPE_PIPELINE_COMPARE_DIALOG (weft_pipeline_compare_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCompareDialog, weft_pipeline_compare_dialog, WEFT,
                      PIPELINE_COMPARE_DIALOG, AdwWindow)

/* `open` (WeftDocument): what is open, of which those are offered that can be compared with `document`.
 * NULL: none can. */
GtkWidget *weft_pipeline_compare_dialog_new (GtkWindow *parent, WeftDocument *document,
                                             GPtrArray *open);

G_END_DECLS
