/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-title.h"

#include <glib/gi18n-lib.h>

char *
weft_live_make_title (const GArray *lives, const WeftLiveLife *life)
{
  const WeftLiveLane *lane = &life->lane;
  g_autoptr (GDateTime) start = NULL;
  g_autofree char *title = NULL;
  g_autofree char *clock = NULL;
  guint n = 0;

  for (guint i = 0; i < lives->len && n < 2; i++)
    {
      const WeftLiveLane *other = &g_array_index (lives, WeftLiveLife, i).lane;

      n += other->host == lane->host && other->chip == lane->chip
           && g_str_equal (other->arch, lane->arch);
    }
  if (n < 2 && !life->is_past)
    return g_strdup_printf (_ ("Chip %u · %s"), lane->chip, lane->arch);
  if (lane->pid == 0)
    title = g_strdup_printf (_ ("Chip %u · %s · process unknown"), lane->chip, lane->arch);
  else
    /* TRANSLATORS: the device and its kind, and the process that publishes what it does */
    title = g_strdup_printf (_ ("Chip %u · %s · process %u"), lane->chip, lane->arch, lane->pid);
  if (life->is_past && lane->has_start_time)
    start = g_date_time_new_from_unix_local (lane->start_time);
  if (start == NULL)
    return g_steal_pointer (&title);
  clock = g_date_time_format (start, "%T");
  /* TRANSLATORS: a process, and the time of day at which it began: 12:03:04 */
  return g_strdup_printf (_ ("%s · from %s"), title, clock);
}
