/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-crc32c.h"

/* Pictures take most of the time of small inputs, and are of the same code for all readers of a family: they are made
 * of one of so many inputs, the same for the same bytes. */
#define FUZZ_INPUTS_PER_PICTURE 16

static inline gboolean
fuzz_is_pictured (const guint8 *data, gsize size)
{
  return weft_crc32c (0, data, size) % FUZZ_INPUTS_PER_PICTURE == 0;
}
