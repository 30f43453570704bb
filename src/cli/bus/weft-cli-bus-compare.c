/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-comparison.h"
#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static void
write_json (const WeftFacts *facts, const WeftBusComparison *comparison,
            const WeftCliRequest *request)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "a", request->path);
  weft_json_writer_string_member (writer, "b", request->other_path);
  weft_json_writer_real_member (writer, "tolerance", request->tolerance);
  weft_json_writer_unsigned_member (writer, "different", comparison->n_different);
  weft_json_writer_key (writer, "buckets");
  weft_cli_records_write_json (facts, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

static void
print (const WeftFacts *facts, const WeftBusComparison *comparison, const WeftCliRequest *request)
{
  g_autofree char *a = weft_cli_format_text (request->path);
  g_autofree char *b = weft_cli_format_text (request->other_path);

  weft_cli_print_field ("A", "%s", a);
  weft_cli_print_field ("B", "%s", b);
  weft_cli_print_field (_ ("Differ"), _ ("%u of %u rows, by more than %g %%"),
                        comparison->n_different, facts->n_rows, request->tolerance);
  putchar ('\n');
  weft_cli_records_print (facts, stdout, G_MAXUINT);
}

int
weft_cli_bus_compare (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSummary) first = weft_cli_bus_summarize (trace, request, FALSE, FALSE);
  g_autoptr (WeftBusSummary) second = NULL;
  g_autoptr (WeftBusComparison) comparison = NULL;
  WeftFacts facts;

  if (first == NULL)
    return WEFT_CLI_USAGE;
  second = weft_cli_bus_summarize (request->other, request, FALSE, FALSE);
  comparison = weft_bus_comparison_new (first, second, request->tolerance);
  facts = weft_bus_comparison_get_facts (comparison);
  if (request->json)
    write_json (&facts, comparison, request);
  else if (request->csv)
    weft_cli_records_write_csv (&facts, stdout);
  else
    print (&facts, comparison, request);
  return comparison->n_different > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
