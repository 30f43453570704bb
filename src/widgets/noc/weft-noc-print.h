/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-manner.h"
#include "weft-noc-result.h"
#include "weft-printable.h"

G_BEGIN_DECLS

/* The map as a print, as it is shown: of the brushed interval, or of all of the time. `result` is
 * nullable: an empty page. */
WeftPrint weft_noc_print_new (WeftNocResult *result, const WeftNocManner *manner, gboolean whole);

G_END_DECLS
