/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that events moved into and out of each bank of the scratch pad. */

typedef struct
{
  gint64 bank;
  guint64 n_events;
  gint64 read; /* bytes */
  gint64 write;
} WeftNpuBankStats;

/* Zero-initialize, add events, finish. */
typedef struct
{
  GArray *banks;    /* WeftNpuBankStats; NULL: none yet */
  WeftMap64 places; /* number → place in `banks` */
} WeftNpuBankSums;

/* An event with those flags that moved so many bytes. */
void weft_npu_bank_sums_add (WeftNpuBankSums *self, gint64 bank, guint flags, gint64 moved);

/* The banks that events named, by number: (transfer full). */
WeftNpuBankStats *weft_npu_bank_sums_finish (WeftNpuBankSums *self, guint *n_banks);

G_END_DECLS
