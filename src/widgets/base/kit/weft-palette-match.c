/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-palette-match.h"

#include <string.h>

/* The weights of letters. */
#define WORTH_LETTER 2u
#define WORTH_NEXT 9u
#define WORTH_BEGINNING 8u
#define WORTH_FIRST 2u

/* Longer titles are not looked at any further. */
#define MAX_LETTERS 120

/* (transfer full) Letters without regard to case. */
static gunichar *
fold (const char *text, gboolean blanks, glong *n_letters)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  gunichar *letters = g_utf8_to_ucs4_fast (folded, -1, n_letters);
  glong n = 0;

  for (glong i = 0; i < *n_letters; i++)
    if (blanks || !g_unichar_isspace (letters[i]))
      letters[n++] = letters[i];
  *n_letters = MIN (n, MAX_LETTERS);
  return letters;
}

/* best[i]: the most that the letters of the pattern so far are worth when the last of them is letter
 * i of the title. One row for each letter of the pattern. */
static void
add_letter (gunichar wanted, const gunichar *title, glong n_title, gboolean is_first,
            const guint *before, guint *best)
{
  guint best_before = is_first ? 1 : 0;

  for (glong i = 0; i < n_title; i++)
    {
      gboolean begins = i == 0 || !g_unichar_isalnum (title[i - 1]);
      guint worth = WORTH_LETTER + (begins ? WORTH_BEGINNING : 0) + (i == 0 ? WORTH_FIRST : 0);
      guint next = 0;

      best[i] = 0;
      if (title[i] == wanted && best_before > 0)
        best[i] = best_before + worth;
      if (title[i] == wanted && !is_first && i > 0 && before[i - 1] > 0)
        next = before[i - 1] + worth + WORTH_NEXT;
      best[i] = MAX (best[i], next);
      if (!is_first)
        best_before = MAX (best_before, before[i]);
    }
}

guint
weft_palette_match (const char *pattern, const char *title)
{
  glong n_pattern, n_title;
  g_autofree gunichar *wanted = fold (pattern, FALSE, &n_pattern);
  g_autofree gunichar *letters = fold (title, TRUE, &n_title);
  guint rows[2][MAX_LETTERS] = { { 0 } }, most = 0;

  if (n_pattern == 0)
    return 1;
  for (glong i = 0; i < n_pattern; i++)
    add_letter (wanted[i], letters, n_title, i == 0, rows[(i + 1) % 2], rows[i % 2]);
  for (glong i = 0; i < n_title; i++)
    most = MAX (most, rows[(n_pattern - 1) % 2][i]);
  return most > 0 ? most * MAX_LETTERS + (guint) (MAX_LETTERS - n_title) + 1 : 0;
}
