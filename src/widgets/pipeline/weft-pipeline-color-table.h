/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-renderer.h"

G_BEGIN_DECLS

/* Colours that the user has chosen for stages by their names, whatever lane they are in, as a text
 * that can be kept: "{'F': '#ff8800', 'X': '#0072b2'}". */

/* The colours as the renderer takes them; of the same text the same, and never freed, as workers may
 * draw with it at any time. A text that can't be read stands for no colour. Main thread only. */
const WeftPipelineCustom *weft_pipeline_color_table_get (const char *text);

/* The colour of a name, WEFT_COLOR_NONE where none was chosen. */
WeftColor weft_pipeline_color_table_find (const char *text, const char *name);

/* The text with another colour for the name; WEFT_COLOR_NONE: none. (transfer full) */
char *weft_pipeline_color_table_set (const char *text, const char *name, WeftColor color);

G_END_DECLS
