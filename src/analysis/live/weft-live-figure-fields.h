/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* The figures as machines read them, with keys of their own and no rounded numbers; their data is the
 * WeftLiveFigures. Those for people are in weft-live-facts.h. */
extern const WeftSchema weft_live_stream_schema;  /* of WeftLiveStreamFigures */
extern const WeftSchema weft_live_program_schema; /* of WeftLiveProgramFigures */

/* The tables of the figures, as long as those are there. */
WeftFacts weft_live_figures_get_streams (WeftLiveFigures *self);
WeftFacts weft_live_figures_get_programs (WeftLiveFigures *self);

G_END_DECLS
