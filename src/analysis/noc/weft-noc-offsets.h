/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* How many cycles later the clocks of devices are put, as people write it: "1=5000,2=30", a device and its cycles each. */

/* Adds what the text says to an array of WeftNocOffset. FALSE with G_IO_ERROR_INVALID_ARGUMENT, and what was before the
 * mistake is added. */
gboolean weft_noc_offsets_add (GArray *offsets, const char *text, GError **error);

/* The text of an array (nullable): (transfer full), NULL where it is empty. */
char *weft_noc_offsets_format (const GArray *offsets);

G_END_DECLS
