/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From the first to the last of the times of a trace, which may come in any order: no more than 2⁶³ − 1 apart, so that
 * no length in the trace has more bits. Zero-initialize. */

typedef struct
{
  gboolean any;
  gint64 least;
  gint64 most;
} WeftTickExtent;

/* Takes in a time. FALSE: it is too far from one that was taken in before, and left out. */
static inline gboolean
weft_tick_extent_take (WeftTickExtent *self, gint64 time)
{
  const gint64 least = self->any ? MIN (self->least, time) : time;
  const gint64 most = self->any ? MAX (self->most, time) : time;
  gint64 length;

  if (__builtin_sub_overflow (most, least, &length))
    return FALSE;
  *self = (WeftTickExtent){ TRUE, least, most };
  return TRUE;
}

G_END_DECLS
