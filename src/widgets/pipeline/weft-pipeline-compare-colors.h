/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-compare.h"
#include "weft-pipeline-scene.h"

G_BEGIN_DECLS

/* The colours of two pictures of which one lies over the other: A's stages are shades of blue, B's shades of
 * orange. They are mixed on the screen so that on empty ground each keeps its colour exactly, and where
 * both are they make a third one; texts can be read on all of them. */

/* For the picture of `log`, in that style: lives for ever. */
const WeftPipelineCustom *weft_pipeline_compare_get_colors (const WeftStyle *style, int log);

G_END_DECLS
