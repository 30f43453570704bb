/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-access.h"

G_BEGIN_DECLS

/* The model of the arbiter, run beside a trace: what it would have said of each access
 * (docs/formats/bus.md, "Model comparison"). Records are given in replay order. */

typedef enum
{
  WEFT_BUS_AGREEMENT,
  WEFT_BUS_MISMATCH,
  WEFT_BUS_KNOWN_GAP, /* of the trace, which is no error of the arbiter */
  WEFT_BUS_N_CLASSES
} WeftBusClass;

/* The word of machine output: "known_ymir_wait_model_gap". */
const char *weft_bus_class_to_string (guint class);

/* Where the model stands between two records. Zero-initialise. */
typedef struct
{
  gboolean has_last;
  guint8 last_master;
  guint32 last_addr;
  guint64 last_first_attempt;
  guint64 bus_free;
} WeftBusReplay;

typedef struct
{
  guint64 service; /* cycles that the model says */
  guint64 wait;
  gint64 wait_delta; /* model − observed */
  gint64 total_delta;
  gint64 drift_wait; /* by which the model's bus is behind the trace, so far */
  gint64 drift_total;
  WeftBusClass class;
} WeftBusVerdict;

/* The greatest wait that the model ever says for itself. */
#define WEFT_BUS_MODEL_MAX_WAIT 3

/* Takes the next record, which lies in `region` (weft_bus_region_of()). */
void weft_bus_replay_step (WeftBusReplay *self, const WeftBusRecord *record, guint region,
                           guint64 elapsed, guint64 wait, WeftBusVerdict *verdict);

G_END_DECLS
