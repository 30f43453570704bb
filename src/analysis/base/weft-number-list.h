/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers of which it shows only while they are read how many there are, such as those of all items of some lists. */
typedef struct
{
  gint64 *numbers;
  guint8
    *gaps; /* 1 of each that is not known, and is 0: only where `n_gaps` says that there are any */
  guint n;
  guint n_gaps;
  guint n_allocated;
} WeftNumberList;

#define WEFT_NUMBER_LIST_INIT \
  { \
    NULL, NULL, 0, 0, 0 \
  }

void weft_number_list_clear (WeftNumberList *self);

/* Makes it one of `n` numbers, which are to be written, as are the gaps where there are any. */
void weft_number_list_set_size (WeftNumberList *self, guint n);

G_END_DECLS
