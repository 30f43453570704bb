/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* xorshift64*: the same numbers everywhere. */
static inline guint64
weft_model_random_next (guint64 *state)
{
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * G_GUINT64_CONSTANT (0x2545f4914f6cdd1d);
}

/* 0 to below 1. */
static inline double
weft_model_random_share (guint64 *state)
{
  return (double) (weft_model_random_next (state) >> 11) / 9007199254740992.0;
}
