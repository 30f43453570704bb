/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* Room for the digits of any number of 64 bits and a sign. */
#define WEFT_DIGITS_SIZE 20

/* Files of a million rows hold tens of millions of numbers. */

/* How many decimal digits a number has. */
static inline unsigned
weft_digits_count (uint64_t value)
{
  unsigned n = 1;

  for (; value >= 10000; value /= 10000)
    n += 4;
  return n + (value >= 10) + (value >= 100) + (value >= 1000);
}

/* Writes the decimal digits of a number so that they end before `end`; where they begin. */
static inline char *
weft_digits_before (char *end, uint64_t value)
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233"
                              "34353637383940414243444546474849505152535455565758596061626364656667"
                              "6869707172737475767778798081828384858687888990919293949596979899";

  for (; value >= 100; value /= 100)
    {
      *--end = pairs[2 * (value % 100) + 1];
      *--end = pairs[2 * (value % 100)];
    }
  if (value >= 10)
    *--end = pairs[2 * value + 1];
  *--end = value >= 10 ? pairs[2 * value] : (char) ('0' + value);
  return end;
}

/* The same of a number that may be negative, with its sign. */
static inline char *
weft_digits_before_signed (char *end, int64_t value)
{
  char *begin = weft_digits_before (end, value < 0 ? -(uint64_t) value : (uint64_t) value);

  if (value < 0)
    *--begin = '-';
  return begin;
}
