/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-value.h"

/* Reads a time of Chrome's trace events: microseconds, with as many digits behind the point as there
 * are, as a number or in quotes, in nanoseconds: exactly, which a double is not for times that count
 * from 1970. What is less than a nanosecond is left out. FALSE where it is no such number, or one
 * beyond 63 bits. */
gboolean weft_timeline_read_time (const WeftJsonValue *value, gint64 *time);
