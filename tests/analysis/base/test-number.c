/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-number.h"

#include <locale.h>
#include <math.h>

#define GAP "\u202f"

static void
check (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_count (void)
{
  check (weft_number_count (0), "0");
  check (weft_number_count (999), "999");
  check (weft_number_count (1000), "1" GAP "000");
  check (weft_number_count (G_MAXUINT64),
         "18" GAP "446" GAP "744" GAP "073" GAP "709" GAP "551" GAP "615");
}

/* As the locale groups them: by thousands, in India by lakhs, and where groups end. */
static void
test_groups (void)
{
  check (weft_number_group ("1234567", ".", "\3"), "1.234.567");
  check (weft_number_group ("1234567", ",", "\3\3"), "1,234,567");
  check (weft_number_group ("123456789", ",", "\3\2"), "12,34,56,789");
  check (weft_number_group ("1234567", ".", "\3\177"), "1234.567");
  check (weft_number_group ("1234567", ".", ""), "1234567");
  check (weft_number_group ("12", ".", "\3"), "12");
}

/* The same through the locale of the process, where that is there: points and commas change places. */
static void
test_locale (void)
{
  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("the locale de_DE.UTF-8 is not installed");
      return;
    }
  check (weft_number_count (1234567), "1.234.567");
  check (weft_number_integer (-1234), "−1.234");
  check (weft_number_percent (12.34), "12,3\u00a0%");
  check (weft_number_percent (0.01), "<\u00a00,1\u00a0%");
  check (weft_number_ratio (1.5, 2), "1,50");
  check (weft_number_scaled (12345), "12,35\u00a0k");
  check (weft_number_ungroup ("op 1.234.567"), "op 1234567");
  setlocale (LC_NUMERIC, "C.UTF-8");
}

/* A number that was read can be written again; a text that only looks so stays. */
static void
test_ungroup (void)
{
  check (weft_number_ungroup ("cycle 12" GAP "345" GAP "678"), "cycle 12345678");
  check (weft_number_ungroup ("12" GAP "34"), "12" GAP "34");
  check (weft_number_ungroup (GAP "345"), GAP "345");
  check (weft_number_ungroup ("tile 1,100"), "tile 1,100");
  check (weft_number_ungroup (""), "");
}

static void
test_integer (void)
{
  check (weft_number_integer (12345), "12" GAP "345");
  check (weft_number_integer (-999), "−999");
  check (weft_number_integer (G_MININT64),
         "−9" GAP "223" GAP "372" GAP "036" GAP "854" GAP "775" GAP "808");
}

/* Values of counters, whose unit is known to nobody. */
static void
test_values (void)
{
  check (weft_number_scaled (0), "0");
  check (weft_number_scaled (-12.5), "−12.5");
  check (weft_number_scaled (9999), "9999");
  check (weft_number_scaled (12345), "12.35\u00a0k");
  check (weft_number_scaled (9999.9), "10\u00a0k");
  check (weft_number_scaled (100000), "100\u00a0k");
  check (weft_number_scaled (637534208), "637.5\u00a0M");
  check (weft_number_scaled (999999999), "1\u00a0G");
  check (weft_number_scaled (-3e12), "−3\u00a0T");
  check (weft_number_scaled (5e21), "5000\u00a0E");
  check (weft_number_value (637534208), "637" GAP "534" GAP "208");
  check (weft_number_value (-1), "−1");
  check (weft_number_value (0.25), "0.25");
  check (weft_number_value (-1e300), "−1e+300");
}

/* One is one, forwards and backwards. */
static void
test_units (void)
{
  check (weft_number_cycles (0), "0 cycles");
  check (weft_number_cycles (1), "1 cycle");
  check (weft_number_cycles (2000), "2" GAP "000 cycles");
  check (weft_number_cycles (G_GUINT64_CONSTANT (1) << 63),
         "9" GAP "223" GAP "372" GAP "036" GAP "854" GAP "775" GAP "808 cycles");
  check (weft_number_signed_cycles (1), "1 cycle");
  check (weft_number_signed_cycles (-1), "−1 cycle");
  check (weft_number_signed_cycles (-2000), "−2" GAP "000 cycles");
  check (weft_number_ops (1), "1 op");
  check (weft_number_ops (12), "12 ops");
  check (weft_number_exact_bytes (1), "1 byte");
  check (weft_number_exact_bytes (794624), "794" GAP "624 bytes");
}

/* Exact where that is short. */
static void
test_bytes (void)
{
  check (weft_number_bytes (1), "1 byte");
  check (weft_number_bytes (6144), "6" GAP "144 bytes");
  check (weft_number_bytes (10239), "10" GAP "239 bytes");
  check (weft_number_bytes (10240), "10.0\u00a0KiB");
  check (weft_number_bytes (794624), "776.0\u00a0KiB");
  check (weft_number_bytes (G_GUINT64_CONSTANT (5) << 40), "5.0\u00a0TiB");
}

static void
test_percent (void)
{
  check (weft_number_percent (12.34), "12.3\u00a0%");
  check (weft_number_percent (0), "0.0\u00a0%");
  check (weft_number_percent (0.04), "<\u00a00.1\u00a0%");
  check (weft_number_percent (0.05001), "0.1\u00a0%");
  check (weft_number_percent (-0.04), ">\u00a0−0.1\u00a0%");
  check (weft_number_percent (-12.5), "−12.5\u00a0%");
  check (weft_number_percent (123.45678), "123.5\u00a0%");
  /* a share of nothing */
  check (weft_number_percent (NAN), "—");
  check (weft_number_percent (INFINITY), "—");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number/count", test_count);
  g_test_add_func ("/number/groups", test_groups);
  g_test_add_func ("/number/locale", test_locale);
  g_test_add_func ("/number/ungroup", test_ungroup);
  g_test_add_func ("/number/integer", test_integer);
  g_test_add_func ("/number/values", test_values);
  g_test_add_func ("/number/units", test_units);
  g_test_add_func ("/number/bytes", test_bytes);
  g_test_add_func ("/number/percent", test_percent);
  return g_test_run ();
}
