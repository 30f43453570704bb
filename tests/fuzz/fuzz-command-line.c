/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-cli-complaint.h"
#include "weft-cli-run.h"

/* Command lines, a word on each line of the input: what is to be done, or a complaint, and nothing else. */

typedef gboolean (*Parse) (char **arguments, WeftCliRequest *request);

static void
check_parse (Parse parse, char **words)
{
  g_auto (WeftCliRequest) request = { 0 };
  g_autofree char *complaints = NULL;
  gboolean done;

  weft_cli_complaints_begin ();
  done = parse (words, &request);
  complaints = weft_cli_complaints_end ();
  g_assert_true (g_utf8_validate (complaints, -1, NULL));
  g_assert_true (done || *complaints != '\0');
  g_assert_true (!done || request.path != NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const Parse parsers[] = { weft_cli_info_parse, weft_cli_stats_parse, weft_cli_why_parse,
                                   weft_cli_render_parse, weft_cli_compare_parse };
  g_autofree char *text = g_strndup (size > 0 ? (const char *) data : "", size);
  g_autofree char *line = g_strconcat ("weft-cli\n", text, NULL);
  g_auto (GStrv) words = g_strsplit (line, "\n", 64);

  for (guint i = 0; i < G_N_ELEMENTS (parsers); i++)
    check_parse (parsers[i], words);
  return 0;
}
