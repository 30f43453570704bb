/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-load.h"
#include "weft-npu-runs.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const WeftCliRequest *request;
  WeftNpuRuns *runs;
  WeftNpuStats *first; /* NULL before there is one */
  guint n_different;   /* runs that differ from it */
  guint n_others;      /* files of folders that are no NPU traces */
  int status;          /* WEFT_CLI_UNUSABLE: something was not read whole */
} Table;

/* FALSE where the filter is none, which was complained about. */
static gboolean
add_run (Table *self, const char *path, WeftTrace *trace)
{
  WeftNpuStats *stats = weft_cli_npu_measure (trace, self->request);
  g_autoptr (WeftNpuComparison) comparison = NULL;
  g_autofree char *name = g_filename_display_name (path);

  if (stats == NULL)
    return FALSE;
  if (self->first == NULL)
    {
      self->first = stats;
      weft_npu_runs_add (self->runs, name, stats, NULL);
      return TRUE;
    }
  comparison = weft_npu_comparison_new (self->first, stats, self->request->tolerance);
  weft_npu_runs_add (self->runs, name, stats, comparison);
  self->n_different += comparison->n_different > 0 ? 1 : 0;
  weft_npu_stats_unref (stats);
  return TRUE;
}

static gboolean
add_file (Table *self, const char *path)
{
  int status;
  g_autoptr (WeftTrace) trace = weft_cli_load_or_complain (path, &status);

  self->status = MAX (self->status, status);
  if (trace == NULL)
    return TRUE;
  if (WEFT_IS_NPU_TRACE (trace))
    return add_run (self, path, trace);
  weft_cli_complain (_ ("“%s” is no NPU trace, so it can't be compared with others."), path);
  return FALSE;
}

/* A file of a folder, in which others may lie too. */
static gboolean
add_found (Table *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrace) trace = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  trace = weft_cli_load (path, NULL, NULL, &error);
  if (trace == NULL || !WEFT_IS_NPU_TRACE (trace))
    {
      self->n_others++;
      return TRUE;
    }
  if (error != NULL)
    {
      weft_cli_complain ("%s", error->message);
      self->status = WEFT_CLI_UNUSABLE;
    }
  return add_run (self, path, trace);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The files of a folder, by name. */
static gboolean
add_folder (Table *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL)
    {
      weft_cli_complain ("%s", error->message);
      self->status = WEFT_CLI_UNUSABLE;
      return TRUE;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    if (!add_found (self, g_ptr_array_index (names, i)))
      return FALSE;
  return TRUE;
}

static void
report_runs (const Table *self, const WeftFacts *facts)
{
  WeftReport *report = self->request->report;

  if (weft_report_get_format (report) != WEFT_REPORT_JSON)
    weft_report_only (report, facts, G_MAXUINT);
  weft_report_begin (report, NULL);
  weft_report_real (report, "tolerance", self->request->tolerance);
  weft_report_count (report, "left_out", self->n_others);
  weft_report_table (report, "runs", facts, 0);
  weft_report_end (report);
  if (self->n_others > 0)
    weft_cli_complain (g_dngettext (GETTEXT_PACKAGE, "%u other file is no NPU trace and left out.",
                                    "%u other files are no NPU traces and left out.",
                                    self->n_others),
                       self->n_others);
}

int
weft_cli_npu_compare_runs (char **files, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuRuns) runs = weft_npu_runs_new ();
  Table table = { .request = request, .runs = runs, .status = WEFT_CLI_SUCCESS };
  gboolean good = TRUE;
  WeftFacts facts;

  for (guint i = 0; files[i] != NULL && good; i++)
    good = g_file_test (files[i], G_FILE_TEST_IS_DIR) ? add_folder (&table, files[i])
                                                      : add_file (&table, files[i]);
  facts = weft_npu_runs_get_facts (runs);
  if (good && (facts.n_rows > 0 || weft_report_get_format (request->report) == WEFT_REPORT_JSON))
    report_runs (&table, &facts);
  g_clear_pointer (&table.first, weft_npu_stats_unref);
  if (!good)
    return WEFT_CLI_USAGE;
  if (table.status != WEFT_CLI_SUCCESS || facts.n_rows == 0)
    return WEFT_CLI_UNUSABLE;
  return table.n_different > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
