/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bus-replay.h"

G_BEGIN_DECLS

/* The verdict of the arbiter's model on any record of a trace, without going through all before it:
 * where the model stands is kept for each block of records, and how far it drifts within blocks and
 * blocks of blocks. Immutable once made; any thread. */

typedef struct _WeftBusModel WeftBusModel;

/* Records of one block. */
#define WEFT_BUS_MODEL_BLOCK 64u

/* (transfer full). NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftBusModel *weft_bus_model_new (WeftBusSnapshot *snapshot, GCancellable *cancellable,
                                  GError **error);
WeftBusModel *weft_bus_model_ref (WeftBusModel *self);
void weft_bus_model_unref (WeftBusModel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusModel, weft_bus_model_unref)

WeftBusSnapshot *weft_bus_model_get_snapshot (const WeftBusModel *self);

/* The place of a row in replay order. */
guint32 weft_bus_model_get_place (const WeftBusModel *self, guint32 row);

/* The verdicts on the block of records in which `place` is, of which fewer may be there at the end;
 * that on `place` is number place % WEFT_BUS_MODEL_BLOCK. */
void weft_bus_model_get_block (const WeftBusModel *self, guint32 place, WeftBusVerdict *verdicts);

/* The verdict on one record. */
void weft_bus_model_get_verdict (const WeftBusModel *self, guint32 place, WeftBusVerdict *verdict);

/* The class of that verdict, at less cost. */
WeftBusClass weft_bus_model_get_class (const WeftBusModel *self, guint32 place);

/* How far drift_total goes down and up in the places [from, to), which are at least one. At its
 * ends that range is taken up to the next whole block where it holds more than a few of them. */
void weft_bus_model_get_drift (const WeftBusModel *self, guint32 from, guint32 to, gint64 *least,
                               gint64 *greatest);

G_END_DECLS
