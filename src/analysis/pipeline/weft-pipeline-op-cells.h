/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cycle-range.h"
#include "weft-pipeline-trace-private.h"

/* For loops over all ops: what they look at, and whether they are to go on. */

/* To be called for each op of a loop over many: looks at the cancellable every few thousand. TRUE
 * with G_IO_ERROR_CANCELLED when it was cancelled. */
static inline gboolean
weft_ops_cancelled (guint32 op, GCancellable *cancellable, GError **error)
{
  return G_UNLIKELY (op % 4096 == 0) && g_cancellable_set_error_if_cancelled (cancellable, error);
}
