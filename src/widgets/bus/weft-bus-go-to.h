/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"

G_BEGIN_DECLS

/* Finds the access that `text` names: "seq 12", "line 5" or "record 5", "addr 0x06004000" (the
 * next one behind place `from`, a row or WEFT_NO_ROW, and then from the start again). FALSE
 * where the text begins with none of these words; otherwise stores the row, or a
 * WEFT_GO_TO_ERROR in `error`. */
gboolean weft_bus_go_to_parse (const char *text, WeftBusSnapshot *snapshot, guint32 from,
                               guint32 *row, GError **error);

G_END_DECLS
