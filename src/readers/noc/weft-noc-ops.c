/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-ops.h"

#include "weft-noc-csv.h"
#include "weft-noc-run.h"
#include "weft-noc-sidecars.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define OP_COLUMN "OP CODE"
#define RUN_COLUMN "GLOBAL CALL COUNT"
#define DEVICE_COLUMN "DEVICE ID"

struct _WeftNocOps
{
  GHashTable *names; /* WeftNocRun: char * */
};

typedef struct
{
  WeftNocOps *ops;
  WeftNocCsvLine *fields;
  guint op, run, device; /* columns */
  gboolean is_report;
} Reading;

/* Rows of the host have no device: they are no ops of one. */
static void
take_line (const char *text, gsize length, gint64 line, gpointer data)
{
  Reading *reading = data;
  guint64 run, device;
  WeftNocText op;
  WeftNocRun *key;

  if (line > 1 && !reading->is_report)
    return;
  weft_noc_csv_split (reading->fields, text, length);
  if (line == 1)
    {
      reading->op = weft_noc_csv_find (reading->fields, OP_COLUMN);
      reading->run = weft_noc_csv_find (reading->fields, RUN_COLUMN);
      reading->device = weft_noc_csv_find (reading->fields, DEVICE_COLUMN);
      reading->is_report =
        reading->op != G_MAXUINT && reading->run != G_MAXUINT && reading->device != G_MAXUINT;
      return;
    }
  op = weft_noc_csv_get (reading->fields, reading->op);
  if (op.length == 0
      || !weft_noc_text_to_number (weft_noc_csv_get (reading->fields, reading->run), &run)
      || !weft_noc_text_to_number (weft_noc_csv_get (reading->fields, reading->device), &device)
      || run > G_MAXINT64 || device > G_MAXINT32)
    return;
  key = g_new0 (WeftNocRun, 1);
  key->run = (gint64) run;
  key->device = (gint32) device;
  g_hash_table_insert (reading->ops->names, key, g_strndup (op.text, op.length));
}

/* The names have the date in them. */
static char *
find_newest_in (const char *directory)
{
  g_autoptr (GPtrArray) names = weft_noc_list_names (directory);

  for (guint i = names->len; i-- > 0;)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *file = g_build_filename (directory, name, NULL);

      if (g_str_has_prefix (name, "ops_perf_results") && g_str_has_suffix (name, ".csv")
          && g_file_test (file, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&file);
    }
  return NULL;
}

/* The profiler writes its logs to .logs, and reports to reports/<date> beside that. */
static char *
find_among_reports (const char *directory, WeftDiagnostics *diagnostics)
{
  g_autofree char *above = g_path_get_dirname (directory);
  g_autofree char *name = g_path_get_basename (directory);
  g_autofree char *reports = g_build_filename (above, "reports", NULL);
  g_autoptr (GPtrArray) names = NULL;

  if (strcmp (name, ".logs") != 0)
    return NULL;
  names = weft_noc_list_names (reports);
  for (guint i = names->len; i-- > 0;)
    {
      g_autofree char *report =
        g_build_filename (reports, (const char *) g_ptr_array_index (names, i), NULL);
      char *file = find_newest_in (report);

      if (file == NULL)
        continue;
      if (diagnostics != NULL)
        weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                              _ ("Ops are named by the newest report, “%s”."), file);
      return file;
    }
  return NULL;
}

char *
weft_noc_ops_find (const char *path, WeftDiagnostics *diagnostics)
{
  g_autofree char *directory =
    g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *whole = g_canonicalize_filename (directory, NULL);
  char *file = find_newest_in (whole);

  return file != NULL ? file : find_among_reports (whole, diagnostics);
}

WeftNocOps *
weft_noc_ops_read (const char *path, WeftDiagnostics *diagnostics)
{
  WeftNocOps *self = g_new0 (WeftNocOps, 1);
  g_autofree char *file = path != NULL ? weft_noc_ops_find (path, diagnostics) : NULL;
  g_autofree char *name = file != NULL ? g_path_get_basename (file) : NULL;
  g_autofree WeftNocCsvLine *fields = g_new (WeftNocCsvLine, 1);
  Reading reading = { .ops = self, .fields = fields };
  g_autoptr (GError) error = NULL;

  self->names = g_hash_table_new_full (weft_noc_run_hash, weft_noc_run_equal, g_free, g_free);
  if (file == NULL)
    return self;
  if (!weft_noc_csv_read_file (file, take_line, &reading, &error))
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("“%s” beside the trace can't be used: %s"), name, error->message);
  else if (!reading.is_report)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("“%s” beside the trace names no ops: its first line has no “%s”, “%s” "
                             "and “%s”."),
                          name, OP_COLUMN, RUN_COLUMN, DEVICE_COLUMN);
  return self;
}

void
weft_noc_ops_free (WeftNocOps *self)
{
  g_hash_table_unref (self->names);
  g_free (self);
}

WeftNocText
weft_noc_ops_get (const WeftNocOps *self, gint32 device, gint64 run_host_id)
{
  const WeftNocRun key = { .run = run_host_id, .device = device };
  const char *name = g_hash_table_lookup (self->names, &key);

  return name != NULL ? (WeftNocText){ name, strlen (name) } : (WeftNocText){ "", 0 };
}

char *
weft_noc_ops_explain (const char *head, gsize length, const char *title)
{
  const char *eol = memchr (head, '\n', length);

  if (eol != NULL)
    length = (gsize) (eol - head);
  if (g_strstr_len (head, (gssize) length, OP_COLUMN) == NULL
      || g_strstr_len (head, (gssize) length, RUN_COLUMN) == NULL)
    return NULL;
  return g_strdup_printf (
    _ ("“%s” is a report of ops and no trace. Open the NoC trace or the profile_log_device.csv "
       "beside it: their runs are named by it."),
    title);
}
