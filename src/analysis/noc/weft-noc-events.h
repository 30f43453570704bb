/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* The records of a capture as a table, with all that a record has. */

typedef struct
{
  const WeftNocCapture *capture;
  guint32 *records; /* NULL: all */
  guint32 n_records;
} WeftNocEvents;

/* Of `records` (nullable: all). The capture must outlive the table. */
void weft_noc_events_init (WeftNocEvents *self, const WeftNocCapture *capture,
                           const WeftBitset *records);
void weft_noc_events_clear (WeftNocEvents *self);

/* Of the fields that have the flag. Valid as long as `self`. */
WeftFacts weft_noc_events_get (const WeftNocEvents *self, WeftFieldFlags flag);

/* The record in a row. */
guint32 weft_noc_events_get_record (const WeftNocEvents *self, guint row);

G_END_DECLS
