/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-target.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = { "region",   "master", "access", "window", "unwaited",
                                     "symmetry", "gap",    "drift",  "no-wait" };

char *
weft_bus_target_to_string (const WeftBusTarget *self)
{
  return g_strdup_printf ("%s:%" G_GUINT32_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                          words[self->kind], self->row, self->range.from, self->range.to);
}

gboolean
weft_bus_target_parse (const char *text, WeftBusTarget *target)
{
  const char *rest = strchr (text, ':');

  for (guint kind = 0; rest != NULL && kind < WEFT_BUS_N_TARGETS; kind++)
    {
      gsize length = (gsize) (rest - text);

      target->kind = kind;
      if (strlen (words[kind]) == length && strncmp (text, words[kind], length) == 0
          && sscanf (rest, ":%" G_GUINT32_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                     &target->row, &target->range.from, &target->range.to)
               == 3)
        return TRUE;
    }
  return FALSE;
}
