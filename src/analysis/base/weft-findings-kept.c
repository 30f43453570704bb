/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-findings-kept.h"

#include "weft-derived.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <string.h>

#define KEPT_AS "findings"

/* Sentences are in this language, and numbers in them are written so: (transfer full). Some words that are different in
 * all of them. */
static char *
get_language (void)
{
  return g_strjoin (" ", _ ("Findings"), nl_langinfo (RADIXCHAR), nl_langinfo (THOUSEP), NULL);
}

/* --- keeping ---------------------------------------------------------------------------------------------- */

static void
put_finding (const WeftFinding *finding, WeftIndexWriter *writer)
{
  weft_index_writer_put_text (writer, finding->key);
  weft_index_writer_put_number (writer, finding->kind);
  weft_index_writer_put_text (writer, finding->text);
  weft_index_writer_put_text (writer, finding->figure);
  weft_index_writer_put_text (writer, finding->definition);
  weft_index_writer_put_text (writer, finding->target);
  weft_index_writer_put_real (writer, finding->weight);
}

static void
put (gconstpointer data, WeftIndexWriter *writer)
{
  const GArray *findings = data;
  g_autofree char *language = get_language ();

  weft_index_writer_put_text (writer, language);
  weft_index_writer_put_number (writer, findings->len);
  for (guint i = 0; i < findings->len; i++)
    put_finding (&g_array_index (findings, WeftFinding, i), writer);
}

/* --- restoring -------------------------------------------------------------------------------------------- */

static void
take_finding (WeftIndexReader *reader, GArray *findings)
{
  const char *key = weft_index_reader_take_utf8 (reader);
  const WeftFindingKind kind =
    (WeftFindingKind) weft_index_reader_take_at_most (reader, WEFT_FINDING_FAILURE);
  const char *text = weft_index_reader_take_utf8 (reader),
             *figure = weft_index_reader_take_utf8 (reader);
  const char *definition = weft_index_reader_take_utf8 (reader),
             *target = weft_index_reader_take_utf8 (reader);
  const double weight = weft_index_reader_take_real (reader);

  if (key == NULL || text == NULL || !(weight > 0 && weight <= 1))
    weft_index_reader_set_bad (reader);
  if (!weft_index_reader_is_good (reader))
    return;
  weft_findings_add (findings, &(WeftFinding){ g_intern_string (key), kind, g_strdup (text),
                                               g_strdup (figure), g_intern_string (definition),
                                               g_strdup (target), weight });
}

/* NULL: there are none. */
static GArray *
restore (const WeftTraceOrigin *origin)
{
  g_autoptr (WeftIndexReader) reader = weft_derived_open (origin, KEPT_AS);
  g_autofree char *language = get_language ();
  g_autoptr (GArray) findings = NULL;
  guint n;

  if (reader == NULL || g_strcmp0 (weft_index_reader_take_utf8 (reader), language) != 0)
    return NULL;
  findings = weft_findings_new ();
  n = (guint) weft_index_reader_take_at_most (reader, WEFT_FINDINGS_SHOWN);
  for (guint i = 0; i < n; i++)
    take_finding (reader, findings);
  return weft_index_reader_is_good (reader) ? g_steal_pointer (&findings) : NULL;
}

static gboolean
all_fit (const GArray *findings, WeftFindingsFits fits, gconstpointer trace)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const char *target = g_array_index (findings, WeftFinding, i).target;

      if (target != NULL && !fits (target, trace))
        return FALSE;
    }
  return TRUE;
}

GArray *
weft_findings_find (const WeftTraceOrigin *origin, WeftFindingsFits fits, gconstpointer trace,
                    WeftFindingsMake make, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) kept = restore (origin);
  GArray *findings;

  if (kept != NULL && (fits == NULL || all_fit (kept, fits, trace)))
    return g_steal_pointer (&kept);
  findings = make (data, cancellable, error);
  if (findings != NULL)
    weft_derived_keep (origin, KEPT_AS, put, findings);
  return findings;
}
