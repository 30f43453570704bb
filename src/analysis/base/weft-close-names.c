/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-close-names.h"

#include <string.h>

#define MAX_LENGTH 63u
#define MAX_NAMES 3u

/* How many letters must be put in, left out or exchanged. */
static guint
measure (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  guint row[MAX_LENGTH + 1];

  if (n > MAX_LENGTH || m > MAX_LENGTH)
    return G_MAXUINT;
  for (guint j = 0; j <= m; j++)
    row[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint corner = row[0];

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          gboolean same = g_ascii_tolower (a[i - 1]) == g_ascii_tolower (b[j - 1]);
          guint best = MIN (corner + (same ? 0 : 1), MIN (row[j], row[j - 1]) + 1);

          corner = row[j];
          row[j] = best;
        }
    }
  return row[m];
}

/* A word that begins the name, or is begun by it, is nearly as good as a misspelt one. */
static guint
get_distance (const char *word, const char *name)
{
  gsize length = MIN (strlen (word), strlen (name));

  if (length >= 2 && g_ascii_strncasecmp (word, name, length) == 0)
    return 1;
  return measure (word, name);
}

char *
weft_close_names_list (const char *word, GPtrArray *names)
{
  guint limit = strlen (word) < 6 ? 1 : 2;
  g_autoptr (GString) list = g_string_new (NULL);
  guint n_listed = 0;

  for (guint distance = 0; distance <= limit; distance++)
    for (guint i = 0; i < names->len && n_listed < MAX_NAMES; i++)
      {
        const char *name = g_ptr_array_index (names, i);

        if (get_distance (word, name) != distance)
          continue;
        g_string_append_printf (list, n_listed++ > 0 ? ", %s" : "%s", name);
      }
  return n_listed > 0 ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
}
