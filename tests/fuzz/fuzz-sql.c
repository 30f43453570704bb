/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ask.h"
#include "fuzz-text.h"
#include "made-log.h"
#include "weft-query-completion.h"

/* Queries: an answer, or an error whose place lies in the text; none writes anything, and one that does not end
 * can be stopped. GLib's functions are replaced by some that count, so that it is, whatever machine this is. */

#define LOOKS 3
#define ROWS 200

static guint n_looks;

gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  return cancellable != NULL && ++n_looks > LOOKS;
}

gboolean
g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return TRUE;
}

static WeftQuery *
open_log (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  WeftTrace *trace;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 20);
  snapshot = made_log_publish (&log, 20);
  trace = WEFT_TRACE (g_object_ref (log.trace));
  made_log_close (&log);
  return ask_open (&trace, 1);
}

static void
read_rows (WeftQuery *query)
{
  g_autoptr (GError) error = NULL;

  for (guint n = 0; n < ROWS && weft_query_step (query, &error); n++)
    for (guint i = 0; i < weft_query_get_n_columns (query); i++)
      {
        const WeftCell cell = weft_query_get_cell (query, i);
        g_autofree char *text = weft_cell_to_string (&cell);

        g_assert_nonnull (text);
        g_assert_nonnull (weft_query_get_column (query, i));
      }
  if (error != NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static WeftQuery *query; /* nothing that is asked changes it */
  static GCancellable *cancellable;
  g_autofree char *sql = fuzz_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) candidates = NULL;
  WeftTextPlace place = { 0, 0 };
  gboolean done;

  if (query == NULL)
    {
      query = open_log ();
      cancellable = g_cancellable_new ();
    }
  n_looks = 0;
  done = weft_query_prepare (query, sql, cancellable, &place, &error);
  if (!done && place.start != WEFT_QUERY_NO_PLACE)
    g_assert_cmpuint (place.start + place.length, <=, strlen (sql));
  fuzz_check_error (done, &error);
  if (done)
    read_rows (query);
  candidates = weft_query_complete (weft_query_get_family (query, 0), sql,
                                    strlen (sql) > 0 ? data[0] % (strlen (sql) + 1) : 0, &place);
  g_assert_cmpuint (place.start + place.length, <=, strlen (sql));
  return 0;
}
