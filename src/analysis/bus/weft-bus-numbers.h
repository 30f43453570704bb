/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* WeftFieldNumbers of the fields of accesses; the data is a WeftBusRows. Of those that an index picks it is
 * ONE_BY_ONE. `part` is a column of the records, or one of these. */
enum
{
  WEFT_BUS_NUMBER_ELAPSED = 64,
  WEFT_BUS_NUMBER_WAIT,
  WEFT_BUS_NUMBER_EXACT,
  WEFT_BUS_NUMBER_OVERLONG,
  WEFT_BUS_NUMBER_UNWAITED,
  WEFT_BUS_NUMBER_REGION,
  WEFT_BUS_NUMBER_CACHE,
};

guint weft_bus_numbers (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                        guint8 *gaps);

/* Likewise what the model says; `part` is one of these. */
enum
{
  WEFT_BUS_NUMBER_WAIT_DELTA,
  WEFT_BUS_NUMBER_TOTAL_DELTA,
  WEFT_BUS_NUMBER_DRIFT_WAIT,
  WEFT_BUS_NUMBER_DRIFT_TOTAL,
  WEFT_BUS_NUMBER_CLASS,
};

guint weft_bus_numbers_verdict (gconstpointer data, guint part, guint first, guint n,
                                gint64 *numbers, guint8 *gaps);

G_END_DECLS
