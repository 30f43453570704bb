/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-exhausted.h"

#include "weft-cli-command.h"
#include "weft-exhausted.h"
#include "weft-passing-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* Translated beforehand: there may be no memory for it later. */
static const char *sentence;

static const char *
text_of_field (const GLogField *fields, gsize n_fields, const char *key)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, key) && fields[i].length < 0)
      return fields[i].value;
  return "";
}

static void
say (const char *text)
{
  /* there is nobody to tell of a failure */
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    return;
}

/* Why: what the system did not give. */
static void
end_program (const char *why)
{
  weft_passing_file_drop_all ();
  say ("weft-cli: ");
  say (sentence);
  say (" (");
  say (why);
  say (")\n");
  _exit (WEFT_CLI_UNUSABLE);
}

static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  const char *domain = text_of_field (fields, n_fields, "GLIB_DOMAIN");

  if ((level & G_LOG_LEVEL_ERROR) == 0
      || (!g_str_equal (domain, "GLib") && !g_str_equal (domain, G_LOG_DOMAIN)))
    return g_log_writer_default (level, fields, n_fields, data);
  end_program (text_of_field (fields, n_fields, "MESSAGE"));
  return G_LOG_WRITER_HANDLED;
}

void
weft_cli_exhausted_watch (void)
{
  sentence = _ ("The system gives this program no more memory or threads.");
  g_log_set_writer_func (write_log, NULL, NULL);
  weft_exhausted_call (end_program);
}
