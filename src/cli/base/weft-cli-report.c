/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-output.h"
#include "weft-cli-page.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

#define PICTURE_HEIGHT 640 /* pixels */

/* A file, and what came of it. */
typedef struct
{
  const char *path;
  WeftTrace *trace;
  int status; /* a WeftCliStatus: of reading it, then the worst of what is said of it */
} Subject;

static void
clear_subject (gpointer data)
{
  Subject *self = data;

  g_clear_object (&self->trace);
}

static void
note_status (Subject *self, int status)
{
  if (status != WEFT_CLI_FINDINGS)
    self->status = MAX (self->status, status);
}

static void
write_pictures (FILE *stream, Subject *self, const WeftCliRequest *request)
{
  const WeftCliFamily *family = weft_cli_family_of (self->trace);
  const char *const *views = weft_cli_family_get_words (family, WEFT_CLI_VIEWS);
  const char *const *titles = weft_cli_family_get_titles (family);

  for (guint i = 0; views[i] != NULL; i++)
    if (titles[i] != NULL
        && !weft_cli_page_write_picture (stream, _ (titles[i]), self->trace, request, i,
                                         PICTURE_HEIGHT))
      note_status (self, WEFT_CLI_UNUSABLE);
}

static void
write_subject (FILE *stream, Subject *self)
{
  g_autoptr (WeftReport) report = weft_report_new_page (stream);
  WeftCliRequest request = { .path = self->path,
                             .report = report,
                             .partial = self->status != WEFT_CLI_SUCCESS,
                             .range = WEFT_CYCLE_RANGE_ALL };

  note_status (self, weft_cli_run_info (self->trace, &request));
  weft_report_pause (report);
  write_pictures (stream, self, &request);
  weft_cli_page_write_heading (stream, _ ("Statistics"));
  note_status (self, weft_cli_run (WEFT_CLI_STATS, self->trace, &request));
}

static void
write_comparison (FILE *stream, Subject *first, const Subject *second)
{
  g_autoptr (WeftReport) report = weft_report_new_page (stream);
  WeftCliRequest request = { .path = first->path,
                             .report = report,
                             .other_path = second->path,
                             .other = second->trace,
                             .range = WEFT_CYCLE_RANGE_ALL };

  weft_cli_page_write_heading (stream, _ ("Comparison"));
  note_status (first, weft_cli_run (WEFT_CLI_COMPARE, first->trace, &request));
}

/* The worst of their statuses. */
static int
write_page (FILE *stream, const char *title, GArray *subjects)
{
  Subject *first = &g_array_index (subjects, Subject, 0);
  Subject *second = subjects->len == 2 ? first + 1 : NULL;
  int status = WEFT_CLI_SUCCESS;

  weft_cli_page_begin (stream, title, NULL);
  if (second != NULL && weft_cli_family_of (first->trace) == weft_cli_family_of (second->trace))
    write_comparison (stream, first, second);
  for (guint i = 0; i < subjects->len; i++)
    {
      if (subjects->len > 1)
        weft_cli_page_write_heading (stream, weft_cli_file_name (first[i].path));
      write_subject (stream, first + i);
      status = MAX (status, first[i].status);
    }
  weft_cli_page_end (stream);
  return status;
}

/* All that can be used: (transfer full), NULL after a complaint about one that can't. */
static GArray *
load_all (char **files)
{
  g_autoptr (GArray) subjects = g_array_new (FALSE, FALSE, sizeof (Subject));

  g_array_set_clear_func (subjects, clear_subject);
  for (guint i = 0; files[i] != NULL; i++)
    {
      Subject subject = { .path = files[i] };

      subject.trace = weft_cli_load_or_complain (files[i], &subject.status);
      if (subject.trace == NULL)
        return NULL;
      g_array_append_val (subjects, subject);
    }
  return g_steal_pointer (&subjects);
}

static int
report_files (char **files, const char *path)
{
  g_autoptr (GArray) subjects = load_all (files);
  g_autofree char *title = weft_cli_join_file_names (files);
  WeftCliOutput *output;
  int status;

  if (subjects == NULL)
    return WEFT_CLI_UNUSABLE;
  output = weft_cli_output_open (path);
  if (output == NULL)
    return WEFT_CLI_UNUSABLE;
  status = write_page (weft_cli_output_get_stream (output), title, subjects);
  return weft_cli_output_close (output, status != WEFT_CLI_USAGE) ? status : WEFT_CLI_UNUSABLE;
}

static int
run_report (char **arguments)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
                                     N_ ("Where to; “-”: standard output"), N_ ("OUT.html") },
                                   G_OPTION_ENTRY_NULL };
  g_auto (GStrv) files =
    weft_cli_parse_options (&weft_cli_report, WEFT_CLI_N_TASKS, arguments, entries, _ ("FILE…"),
                            _ ("Two files of the same kind are compared, too."));

  if (files == NULL)
    return WEFT_CLI_USAGE;
  if (files[0] == NULL || output == NULL)
    {
      weft_cli_complain (_ ("Say what to report on, and with -o where to write the page (“-”: "
                            "standard output)."));
      return WEFT_CLI_USAGE;
    }
  return report_files (files, output);
}

const WeftCliCommand weft_cli_report = {
  "report", N_ ("Write a page about traces: findings, pictures, tables"), run_report
};
