/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-complaint.h"

#include <stdarg.h>
#include <stdio.h>

/* The thread's GString, while it keeps them. */
static GPrivate kept;

void
weft_cli_complain (const char *format, ...)
{
  GString *lines = g_private_get (&kept);
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  if (lines == NULL)
    fprintf (stderr, "weft-cli: %s\n", message);
  else
    g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", message);
}

void
weft_cli_complaints_begin (void)
{
  g_private_set (&kept, g_string_new (NULL));
}

gboolean
weft_cli_complaints_are_kept (void)
{
  return g_private_get (&kept) != NULL;
}

char *
weft_cli_complaints_end (void)
{
  GString *lines = g_private_get (&kept);
  char *valid = g_utf8_make_valid (lines->str, (gssize) lines->len);

  g_private_set (&kept, NULL);
  g_string_free (lines, TRUE);
  return valid;
}
