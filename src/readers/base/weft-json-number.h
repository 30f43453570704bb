/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-value.h"

G_BEGIN_DECLS

/* Fills in kind, flags and number of a value whose text is a number as RFC 8259 writes it, with a
 * fraction, an exponent or more digits than a machine word takes for sure. Whole numbers up to
 * 2^64 − 1 are exact, however they are written; others are the nearest double. Independent of the
 * locale. */
void weft_json_read_number (WeftJsonValue *value);

G_END_DECLS
