/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-run.h"

#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-described-report.h"
#include "weft-json-writer.h"
#include "weft-text-store.h"

#include <glib/gi18n-lib.h>

static const char *const task_names[WEFT_CLI_N_TASKS] = { "info",   "dump",    "stats", "render",
                                                          "export", "compare", "why" };

static const char *const word_options[WEFT_CLI_N_WORDS] = { "--view", "--by", "--format" };

void
weft_cli_request_clear (WeftCliRequest *request)
{
  const char **texts[] = { &request->path, &request->other_path, &request->key_word,
                           &request->op,   &request->view_word,  &request->format_word };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer ((char **) texts[i], g_free);
  g_clear_pointer (&request->filter, g_free);
  g_clear_pointer (&request->output, g_free);
  g_clear_pointer (&request->report, weft_report_free);
}

gboolean
weft_cli_check_word (WeftCliWords which, const char *word)
{
  g_auto (GStrv) words = weft_cli_family_list_words (which);
  guint place;

  return weft_cli_parse_word (word_options[which], word, (const char *const *) words, &place);
}

/* The place of a word among those of the family. */
static gboolean
find_word (const WeftCliFamily *family, WeftCliWords which, const char *word, guint *place)
{
  g_auto (GStrv) words = weft_cli_family_list_own_words (family, which);

  return weft_cli_parse_word (word_options[which], word, (const char *const *) words, place);
}

/* Lines of a format of one's own that are not what its description says. */
static void
dump_unread (const WeftDescribedReport *report)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);

  for (guint i = 0; i < report->unread->len; i++)
    {
      const WeftDescribedPlace *place = &g_array_index (report->unread, WeftDescribedPlace, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_string_member (writer, "kind", "unread");
      weft_json_writer_signed_member (writer, "line", place->line);
      weft_json_writer_string_member (writer, "text", place->text);
      weft_json_writer_end_object (writer);
      weft_json_writer_newline (writer);
    }
}

int
weft_cli_check_texts (WeftTrace *trace, int status)
{
  WeftTextStore *text = trace != NULL ? weft_trace_get_text (trace) : NULL;

  if ((status != WEFT_CLI_SUCCESS && status != WEFT_CLI_FINDINGS) || text == NULL
      || !weft_text_store_has_refused (text))
    return status;
  weft_cli_complain (_ ("Some texts can't be read back, since the file has changed or the room for "
                        "text ran out; “—” stands for them, or nothing."));
  return WEFT_CLI_UNUSABLE;
}

int
weft_cli_run (WeftCliTask task, WeftTrace *trace, WeftCliRequest *request)
{
  const WeftCliFamily *family = weft_cli_family_of (trace);
  const char *option = weft_cli_family_find_foreign_option (family, task);
  const WeftCliRun run = weft_cli_family_get_run (family, task);
  const WeftDescribedReport *report = weft_described_report_of (trace);
  int done;

  if (option != NULL)
    {
      weft_cli_complain (_ ("--%s is not for this kind of trace (%s)."), option, family->name);
      return WEFT_CLI_USAGE;
    }
  if (run == NULL)
    {
      weft_cli_complain (_ ("“%s” is not for this kind of trace (%s)."), task_names[task],
                         family->name);
      return WEFT_CLI_USAGE;
    }
  if (!find_word (family, WEFT_CLI_VIEWS, request->view_word, &request->view)
      || !find_word (family, WEFT_CLI_KEYS, request->key_word, &request->key)
      || !find_word (family, WEFT_CLI_FORMATS, request->format_word, &request->format))
    return WEFT_CLI_USAGE;
  done = run (trace, request);
  /* They lie in no range, and no filter is about them. */
  if (task == WEFT_CLI_DUMP && done == WEFT_CLI_SUCCESS && report != NULL && !request->has_range
      && request->filter == NULL)
    dump_unread (report);
  return weft_cli_check_texts (request->other, weft_cli_check_texts (trace, done));
}

int
weft_cli_run_on_file (WeftCliTask task, WeftCliRequest *request)
{
  int status, done;
  g_autoptr (WeftTrace) trace = weft_cli_load_or_complain (request->path, &status);

  if (trace == NULL)
    return status;
  request->partial = status != WEFT_CLI_SUCCESS;
  done = weft_cli_run (task, trace, request);
  return done != WEFT_CLI_SUCCESS ? done : status;
}
