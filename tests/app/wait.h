/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Running the main loop from a test. */

typedef gboolean (*Condition) (gpointer data);

/* Until the condition holds; ends the test where it doesn't within 20 s. */
static inline void
wait_until (Condition condition, gpointer data)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!condition (data))
    {
      if (g_get_monotonic_time () > end)
        g_error ("waited in vain");
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static inline void
pass_time (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static inline gboolean
is_set (gpointer flag)
{
  return *(gboolean *) flag;
}
