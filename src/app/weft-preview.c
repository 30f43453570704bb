/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preview.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-trace.h"
#include "weft-live-session.h"
#include "weft-live-trace.h"
#include "weft-load.h"
#include "weft-noc-trace.h"
#include "weft-npu-trace.h"
#include "weft-words.h"
#include "weft-workspace.h"

/* Milliseconds that a look at a file takes at most. */
#define TIME 150

typedef struct
{
  GFile *file;
  GCancellable *cancellable; /* of the load; it ends when the time is over */
  guint timer;
  char *key;                 /* what the answer is kept by */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_clear_handle_id (&look->timer, g_source_remove);
  g_object_unref (look->file);
  g_object_unref (look->cancellable);
  g_free (look->key);
  g_free (look);
}

/* Answers by file, size and time of change: main thread. */
static GHashTable *
get_answers (void)
{
  static GHashTable *answers;

  if (answers == NULL)
    answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return answers;
}

/* --- in words --------------------------------------------------------------------------------- */

static guint64
count_rows (WeftTrace *trace)
{
  if (WEFT_IS_PIPELINE_TRACE (trace))
    {
      g_autoptr (WeftPipelineSnapshot) ops =
        weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));

      return weft_pipeline_snapshot_get_n_ops (ops);
    }
  if (WEFT_IS_NPU_TRACE (trace))
    {
      g_autoptr (WeftNpuSnapshot) events = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));

      return events->n_events;
    }
  if (WEFT_IS_BUS_TRACE (trace))
    {
      g_autoptr (WeftBusSnapshot) accesses = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));

      return accesses->n_rows;
    }
  return WEFT_IS_NOC_TRACE (trace) ? weft_noc_trace_get_n_records (WEFT_NOC_TRACE (trace)) : 0;
}

static const char *
get_row_words (WeftTrace *trace, guint64 n, gboolean whole)
{
  gulong plural = (gulong) n;

  if (WEFT_IS_PIPELINE_TRACE (trace))
    return whole ? ngettext ("%s op", "%s ops", plural)
                 : ngettext ("more than %s op", "more than %s ops", plural);
  if (WEFT_IS_BUS_TRACE (trace))
    return whole ? ngettext ("%s access", "%s accesses", plural)
                 : ngettext ("more than %s access", "more than %s accesses", plural);
  return whole ? ngettext ("%s event", "%s events", plural)
               : ngettext ("more than %s event", "more than %s events", plural);
}

/* Programs of a recording are told when all of it was read; they are few. */
static char *
describe_rows (WeftTrace *trace, gboolean whole)
{
  guint64 n = WEFT_IS_LIVE_TRACE (trace) ? weft_live_trace_get_n_programs (WEFT_LIVE_TRACE (trace))
                                         : count_rows (trace);
  g_autofree char *number = weft_number_count (n);
  const char *format = WEFT_IS_LIVE_TRACE (trace)
                         ? ngettext ("%s program", "%s programs", (gulong) n)
                         : get_row_words (trace, n, whole);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, number);
#pragma GCC diagnostic pop
}

static char *
get_size (GFile *file)
{
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                       G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL || g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    return NULL;
  return g_format_size_full ((guint64) g_file_info_get_size (info), G_FORMAT_SIZE_IEC_UNITS);
}

static char *
describe_workspace (GFile *file)
{
  g_autoptr (WeftWorkspace) workspace = weft_workspace_load (file, NULL);
  g_autofree char *number = NULL;

  if (workspace == NULL)
    return NULL;
  number = weft_number_count (workspace->traces->len);
  return g_strdup_printf (ngettext ("Workspace · %s trace", "Workspace · %s traces",
                                    workspace->traces->len),
                          number);
}

/* --- on a worker ------------------------------------------------------------------------------ */

static char *
look_at_trace (Look *look, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  gboolean whole = weft_load_run (load, look->cancellable, NULL);
  WeftTrace *trace = weft_load_get_trace (load);
  g_autofree char *rows = trace != NULL ? describe_rows (trace, whole) : NULL;
  g_autofree char *size = trace != NULL ? get_size (look->file) : NULL;

  if (trace == NULL)
    return NULL;
  if (size == NULL)
    return g_strdup_printf ("%s · %s", weft_trace_get_format (trace), rows);
  return g_strdup_printf ("%s · %s · %s", weft_trace_get_format (trace), rows, size);
}

static void
run (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
     GCancellable *cancellable G_GNUC_UNUSED)
{
  Look *look = data;
  g_autofree char *path = g_file_get_path (look->file);
  char *text = NULL;

  if (path != NULL && weft_live_is_address (path))
    text = g_strdup (_("Live session"));
  else if (weft_workspace_is (look->file))
    text = describe_workspace (look->file);
  else if (path != NULL)
    text = look_at_trace (look, path);
  g_task_return_pointer (task, text, g_free);
}

/* --- asking ----------------------------------------------------------------------------------- */

static gboolean
on_time (gpointer data)
{
  Look *look = data;

  look->timer = 0;
  g_cancellable_cancel (look->cancellable);
  return G_SOURCE_REMOVE;
}

/* NULL where there is no such file. */
static char *
make_key (GFile *file)
{
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED,
                       G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *uri = g_file_get_uri (file);

  if (info == NULL)
    return NULL;
  return g_strdup_printf (
    "%s %" G_GOFFSET_FORMAT " %" G_GUINT64_FORMAT, uri, g_file_info_get_size (info),
    g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED));
}

void
weft_preview_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                    gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *key = make_key (file);
  const char *known = key != NULL ? g_hash_table_lookup (get_answers (), key) : NULL;
  Look *look;

  g_task_set_source_tag (task, weft_preview_async);
  g_task_set_check_cancellable (task, FALSE);
  if (key == NULL || known != NULL)
    {
      g_task_return_pointer (task, g_strdup (known), g_free);
      return;
    }
  look = g_new0 (Look, 1);
  look->file = g_object_ref (file);
  look->cancellable = g_cancellable_new ();
  look->key = g_steal_pointer (&key);
  look->timer = g_timeout_add (TIME, on_time, look);
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, run);
}

char *
weft_preview_finish (GAsyncResult *result)
{
  Look *look = g_task_get_task_data (G_TASK (result));
  char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (look != NULL)
    g_clear_handle_id (&look->timer, g_source_remove);
  if (look != NULL && text != NULL)
    g_hash_table_insert (get_answers (), g_strdup (look->key), g_strdup (text));
  return text;
}
