/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"
#include "weft-pipeline-compare-view.h"

G_BEGIN_DECLS

/* A window that compares the pipeline of an open document, A, with that of another one, B, or of a
 * file, which it opens itself. */

#define WEFT_TYPE_PIPELINE_COMPARE_WINDOW (weft_pipeline_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineCompareWindow, weft_pipeline_compare_window, WEFT,
                      PIPELINE_COMPARE_WINDOW, AdwWindow)

/* Whether the document has something that can be compared. */
gboolean weft_pipeline_compare_window_can_compare (WeftDocument *document);

/* The window, not yet presented, which belongs to `parent`'s application. */
WeftPipelineCompareWindow *weft_pipeline_compare_window_new (GtkWindow *parent,
                                                             WeftDocument *document, GFile *other,
                                                             GSettings *settings);

/* The same with an open document, which must be a pipeline, as B. */
WeftPipelineCompareWindow *weft_pipeline_compare_window_new_with (GtkWindow *parent,
                                                                  WeftDocument *document,
                                                                  WeftDocument *other);

G_END_DECLS
