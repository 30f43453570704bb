/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-window.h"

G_BEGIN_DECLS

/* Asks what the page in sight, which must be a pipeline, is to be compared with: where other pipelines are
 * open in any window, one of those or a file; where none is, a file. */
void weft_comparison_ask (WeftWindow *window);

G_END_DECLS
