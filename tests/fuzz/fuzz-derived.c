/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-trace.h"
#include "weft-findings-kept.h"
#include "weft-index-cache.h"
#include "weft-pipeline-curves.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-retire-gap.h"
#include "weft-pipeline-trace-private.h"

/* Files of what was derived of a whole log, beside its index file: what is kept is what was counted, and where somebody
 * has changed a file (who knows how to make all checksums right), it is counted again, or something of which everything
 * can be told. (fuzz-index.c has those that are large.) */

#define SOURCE "/fuzz.log"

static const char *const kinds[] = { "findings", "curves", "gap", "stats" };

static void
drop_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = weft_index_cache_get_derived_path (SOURCE, kinds[i]);

      g_unlink (path);
    }
}

static void
drop_cache (void)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  g_autofree char *parent = g_path_get_dirname (folder);

  drop_files ();
  g_rmdir (folder);
  g_rmdir (parent);
}

/* All files lie in a folder of this program alone. */
static void
prepare_cache (void)
{
  static gboolean prepared;

  if (prepared)
    return;
  prepared = TRUE;
  g_setenv ("XDG_CACHE_HOME", fuzz_index_get_folder (), TRUE);
  g_assert_cmpstr (g_get_user_cache_dir (), ==, fuzz_index_get_folder ());
  atexit (drop_cache);
}

static GArray *
make_findings (gpointer snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineStats) stats =
    weft_pipeline_stats_new (snapshot, NULL, cancellable, error);

  return weft_pipeline_findings_new (snapshot, stats, cancellable, error);
}

static void
tell_findings (WeftPipelineSnapshot *snapshot, GString *text)
{
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (snapshot->trace));
  g_autoptr (GArray) findings =
    weft_findings_find (origin, NULL, NULL, make_findings, snapshot, NULL, NULL);

  g_assert_nonnull (findings);
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      g_assert_true (finding->weight > 0 && finding->weight <= 1);
      g_string_append_printf (text, "%s %d %s %s %s %s %a\n", finding->key, (int) finding->kind,
                              finding->text, finding->figure, finding->definition, finding->target,
                              finding->weight);
    }
}

static void
tell_curves (WeftPipelineSnapshot *snapshot, GString *text)
{
  g_autoptr (WeftPipelineCurves) curves =
    weft_pipeline_curves_new (snapshot, weft_pipeline_snapshot_get_first_cycle (snapshot),
                              weft_pipeline_snapshot_get_open_end (snapshot), NULL, 16, NULL, NULL);

  g_assert_nonnull (curves);
  for (guint i = 0; i < curves->n_buckets; i++)
    for (guint curve = 0; curve < WEFT_N_CURVES; curve++)
      g_string_append_printf (text, "%a ",
                              weft_pipeline_curves_get (curves, (WeftPipelineCurve) curve, i));
}

/* All of it as a text: (transfer full). */
static char *
tell (WeftPipelineTrace *trace)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  WeftCycleRange gap = { 0, 0 };

  tell_findings (snapshot, text);
  tell_curves (snapshot, text);
  if (weft_pipeline_retire_gap_find (snapshot, &gap, NULL, NULL))
    {
      g_assert_cmpint (gap.from, <, gap.to);
      g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, gap.from, gap.to);
    }
  g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
change_files (GRand *random)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = weft_index_cache_get_derived_path (SOURCE, kinds[i]), *bytes = NULL;
      g_autoptr (GByteArray) file = g_byte_array_new (), changed = NULL;
      gsize length;

      if (!g_file_get_contents (path, &bytes, &length, NULL))
        continue;
      g_byte_array_append (file, (const guint8 *) bytes, (guint) length);
      changed = fuzz_index_change (file, random);
      g_assert_true (g_file_set_contents_full (path, (const char *) changed->data,
                                               (gssize) changed->len, G_FILE_SET_CONTENTS_NONE,
                                               0600, NULL));
    }
}

static void
check (FuzzLog *log, guint32 seed)
{
  const WeftIndexLabel label = { .source = SOURCE, .format = "kanata" };
  g_autoptr (WeftTraceOrigin) origin = weft_trace_origin_new (&label);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *path = weft_index_cache_get_derived_path (SOURCE, "curves");
  g_autofree char *counted = NULL, *kept = NULL, *changed = NULL;

  weft_trace_set_origin (WEFT_TRACE (log->pictures.trace), origin);
  drop_files ();
  counted = tell (log->pictures.trace);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  kept = tell (log->pictures.trace);
  g_assert_cmpstr (counted, ==, kept);
  change_files (random);
  changed = tell (log->pictures.trace);
  g_assert_nonnull (changed);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzLog log;

  prepare_cache ();
  fuzz_log_open (&log, weft_pipeline_kanata_reader_new);
  fuzz_log_feed (&log, data, 0, size);
  weft_reader_finish (log.reader);
  check (&log, weft_crc32c (0, data, size));
  fuzz_log_close (&log);
  return 0;
}
