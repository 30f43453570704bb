/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

G_BEGIN_DECLS

/* One line of numbers under a trace: time under the pointer · selection · zoom · rows shown of all
 * · progress of the load. */

#define WEFT_TYPE_STATUS_LINE (weft_status_line_get_type ())
G_DECLARE_FINAL_TYPE (WeftStatusLine, weft_status_line, WEFT, STATUS_LINE, GtkWidget)

/* Follows `document` (nullable), and the state that it has at a time. */
void weft_status_line_set_document (WeftStatusLine *self, WeftDocument *document);

G_END_DECLS
