/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz.h"

#include <gio/gio.h>

/* The bytes as somebody types them: up to the first that is NUL. Where they are no UTF-8, as nobody can type them,
 * those that are not become U+FFFD. (transfer full) */
static inline char *
fuzz_text (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup (size > 0 ? (const char *) data : "", size);

  return g_utf8_make_valid (text, -1);
}

/* An error there is where something failed, and only there; its sentence is UTF-8. Clears it. */
static inline void
fuzz_check_error (gboolean done, GError **error)
{
  g_assert_cmpint (done, ==, *error == NULL);
  if (!done)
    g_assert_true (g_utf8_validate ((*error)->message, -1, NULL) && *(*error)->message != '\0');
  g_clear_error (error);
}
