/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* Transfers over a NoC and zones of its cores, as a format description says (docs/formats/own.md). */
extern const WeftDescriptionMaker weft_noc_described;

G_END_DECLS
