/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The clock of all files of a timeline: those of several files are laid on that of the first, as far as
 * files say what their times count from. Zero-initialize. */

typedef struct
{
  gint64 base;       /* what its times count from, in ns of 1970, */
  gboolean has_base; /* where some file says so */
  gint64 anchor;     /* the first time of the first file */
  guint n_files;
} WeftTimelineClock;

/* The offset that the times of another file need, whose `base` is the epoch that it claims
 * (WEFT_TIMELINE_NONE: none), and whose first one is `time`; ns. Returns a sentence, translated,
 * where that is a guess: (transfer none) (nullable). */
const char *weft_timeline_clock_settle (WeftTimelineClock *self, gint64 base, gint64 time,
                                        gint64 *shift);

G_END_DECLS
