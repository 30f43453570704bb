/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-noc-comparison.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static void
write_json (const WeftFacts *facts, const WeftNocComparison *comparison,
            const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "a", request->path);
  weft_json_writer_string_member (writer, "b", request->other_path);
  weft_json_writer_real_member (writer, "tolerance", request->tolerance);
  weft_json_writer_unsigned_member (writer, "different", comparison->n_different);
  weft_json_writer_key (writer, "links");
  weft_cli_records_write_json (facts, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

static void
print (const WeftFacts *facts, const WeftNocComparison *comparison, const WeftCliRequest *request)
{
  g_autofree char *a = weft_cli_format_text (request->path);
  g_autofree char *b = weft_cli_format_text (request->other_path);

  weft_cli_print_field ("A", "%s", a);
  weft_cli_print_field ("B", "%s", b);
  weft_cli_print_field (_ ("Differ"), _ ("%u of %u links, by more than %g %%"),
                        comparison->n_different, facts->n_rows, request->tolerance);
  putchar ('\n');
  weft_cli_records_print (facts, stdout, G_MAXUINT);
}

/* The figures of one trace: NULL after a complaint. */
static WeftNocStats *
measure (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;
  WeftNocOptions options;
  WeftNocDemand **demands;
  WeftNocStats *stats;

  if (weft_cli_noc_get_options (&options))
    capture = weft_cli_noc_capture (trace, &options);
  if (capture == NULL || !weft_cli_noc_filter (request, capture, &records))
    return NULL;
  demands = weft_noc_demands_new (capture, records, NULL, NULL);
  stats =
    weft_noc_stats_new (demands, request->has_range ? &request->range : NULL, records, NULL, NULL);
  weft_noc_demands_free (demands);
  return stats;
}

int
weft_cli_noc_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocStats) first = measure (trace, request);
  g_autoptr (WeftNocStats) second = first != NULL ? measure (request->other, request) : NULL;
  g_autoptr (WeftNocComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  WeftFacts facts;

  if (second == NULL)
    return WEFT_CLI_USAGE;
  comparison = weft_noc_comparison_new (first, second, request->tolerance, &error);
  if (comparison == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  facts = weft_noc_comparison_get_facts (comparison);
  if (request->json)
    write_json (&facts, comparison, request);
  else if (request->csv)
    weft_cli_records_write_csv (&facts, stdout);
  else
    print (&facts, comparison, request);
  return comparison->n_different > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
