/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-clock.h"

#include <math.h>
#include <string.h>

#include "weft-number.h"

#define PICOSECONDS G_GUINT64_CONSTANT (1000000000000) /* in a second */

__extension__ typedef unsigned __int128 Wide;

WeftClock
weft_clock_new (double megahertz, gboolean in_time)
{
  WeftClock clock = { 0, in_time };

  if (megahertz > 0 && megahertz * 1e6 <= (double) WEFT_CLOCK_MAX)
    clock.hertz = llround (megahertz * 1e6);
  return clock;
}

gboolean
weft_clock_shows_time (const WeftClock *self)
{
  return self->in_time && self->hertz > 0;
}

gint64
weft_clock_to_nanoseconds (const WeftClock *self, gint64 cycles)
{
  __extension__ __int128 wide = cycles;

  wide = wide * 1000000000 - (cycles < 0 ? self->hertz - 1 : 0);
  return (gint64) CLAMP (wide / self->hertz, G_MININT64, G_MAXINT64);
}

/* Takes away what says nothing: "1.50" is "1.5". */
static void
cut_noughts (char *decimals)
{
  gsize length = strlen (decimals);

  if (strchr (decimals, '.') == NULL)
    return;
  while (decimals[length - 1] == '0')
    decimals[--length] = '\0';
  if (decimals[length - 1] == '.')
    decimals[length - 1] = '\0';
}

/* Rounding may reach the next unit: 999.96 ns is 1 µs. */
char *
weft_clock_format_seconds (double seconds)
{
  static const char *const names[] = { "s", "ms", "µs", "ns", "ps" };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *shown = NULL;
  double amount = fabs (seconds);
  guint unit = 0;

  for (; unit + 1 < G_N_ELEMENTS (names) && amount < 0.9995 && amount > 0; unit++)
    amount *= 1000;
  g_ascii_formatd (number, sizeof number,
                   amount >= 99.95   ? "%.0f"
                   : amount >= 9.995 ? "%.1f"
                                     : "%.2f",
                   amount);
  cut_noughts (number);
  shown = weft_number_set_point (number);
  return g_strdup_printf ("%s%s %s", seconds < 0 ? "−" : "", shown, names[unit]);
}

/* The largest power of ten picoseconds that is no longer than a cycle, and that leaves three places
 * where there are few cycles. */
static guint64
get_resolution (guint64 hertz, Wide cycles)
{
  guint64 resolution = 1;

  while (resolution <= PICOSECONDS / 10 && resolution * 10 <= PICOSECONDS / hertz
         && cycles * (PICOSECONDS / 1000) >= (Wide) resolution * hertz)
    resolution *= 10;
  return resolution;
}

char *
weft_clock_format_exact (const WeftClock *self, gint64 cycles)
{
  static const char *const names[] = { "ps", "ns", "µs", "ms", "s" };
  Wide amount = cycles < 0 ? 0 - (guint64) cycles : (guint64) cycles;
  guint64 hertz = (guint64) self->hertz, resolution = get_resolution (hertz, amount);
  Wide unit = 1;
  guint name = cycles == 0 ? G_N_ELEMENTS (names) - 1 : 0;
  char decimals[24] = "";
  g_autofree char *number = NULL, *behind = NULL;

  amount = (amount * (PICOSECONDS / resolution) + hertz / 2) / hertz * resolution;
  for (; name + 1 < G_N_ELEMENTS (names) && amount / unit >= 1000; name++)
    unit *= 1000;
  number = weft_number_count ((guint64) (amount / unit));
  if (name > 0)
    g_snprintf (decimals, sizeof decimals, ".%0*" G_GUINT64_FORMAT, (int) name * 3,
                (guint64) (amount % unit));
  cut_noughts (decimals);
  behind = weft_number_set_point (decimals);
  return g_strdup_printf ("%s%s%s %s", cycles < 0 ? "−" : "", number, behind, names[name]);
}

char *
weft_clock_format (const WeftClock *self, gint64 cycles, const char *words)
{
  g_autofree char *time = NULL;

  if (self->hertz <= 0)
    return g_strdup (words);
  if (self->in_time)
    {
      time = weft_clock_format_exact (self, cycles);
      return g_strdup_printf ("%s (%s)", time, words);
    }
  time = weft_clock_format_seconds ((double) cycles / (double) self->hertz);
  return g_strdup_printf ("%s (%s)", words, time);
}
