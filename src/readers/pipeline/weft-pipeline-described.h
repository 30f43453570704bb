/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* Ops and their stages, as a format description says (docs/formats/own.md). */
extern const WeftDescriptionMaker weft_pipeline_described;

G_END_DECLS
