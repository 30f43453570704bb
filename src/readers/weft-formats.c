/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-format.h"

#include "weft-bus-btr1-reader.h"
#include "weft-bus-jsonl-reader.h"
#include "weft-bus-kept.h"
#include "weft-described-kept.h"
#include "weft-description-find.h"
#include "weft-live-reader.h"
#include "weft-noc-beside.h"
#include "weft-noc-described.h"
#include "weft-noc-device-log.h"
#include "weft-noc-device-reader.h"
#include "weft-noc-files.h"
#include "weft-noc-kept.h"
#include "weft-noc-ops.h"
#include "weft-noc-reader.h"
#include "weft-npu-commands.h"
#include "weft-npu-kept.h"
#include "weft-npu-reader.h"
#include "weft-npu-scalesim-beside.h"
#include "weft-npu-scalesim-reader.h"
#include "weft-pipeline-described.h"
#include "weft-pipeline-index.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-mca-reader.h"
#include "weft-pipeline-o3-reader.h"
#include "weft-pipeline-uica-reader.h"
#include "weft-pipeline-xiangshan-reader.h"
#include "weft-timeline-described.h"
#include "weft-timeline-files.h"
#include "weft-timeline-kept.h"
#include "weft-timeline-reader.h"

#include <glib/gi18n-lib.h>

/* The formats that are known, of every family. */

static WeftReader *
create_live (const WeftReaderSetup *setup)
{
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new (setup->title, setup->context, setup->storage, 0);

  return weft_live_reader_new (trace);
}

static WeftTrace *
restore_pipeline (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);

  return weft_pipeline_trace_take (trace, index) ? WEFT_TRACE (g_steal_pointer (&trace)) : NULL;
}

static WeftTrace *
restore_bus (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftBusTrace) trace =
    weft_bus_trace_new (setup->title, setup->context, setup->storage);

  return weft_bus_trace_take (trace, index) ? WEFT_TRACE (g_steal_pointer (&trace)) : NULL;
}

static WeftTrace *
restore_noc (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftNocTrace) trace =
    weft_noc_trace_new (setup->title, setup->context, setup->storage);

  return weft_noc_trace_take (trace, index) ? WEFT_TRACE (g_steal_pointer (&trace)) : NULL;
}

static WeftTrace *
restore_timeline (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftTimelineTrace) trace =
    weft_timeline_trace_new (setup->title, setup->context, setup->storage);

  return weft_timeline_trace_take (trace, index, setup->part_texts)
           ? WEFT_TRACE (g_steal_pointer (&trace))
           : NULL;
}

static GPtrArray *
list_beside_noc (const char *path, WeftTrace *trace G_GNUC_UNUSED)
{
  g_autoptr (GPtrArray) others = weft_noc_files_list_left_out (path);
  GPtrArray *files = weft_noc_beside_list (path);

  g_ptr_array_extend_and_steal (files, g_steal_pointer (&others));
  return files;
}

static WeftTrace *
restore_npu (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftNpuTrace) trace =
    weft_npu_trace_new (setup->title, setup->context, setup->storage);

  return weft_npu_trace_take (trace, index) ? WEFT_TRACE (g_steal_pointer (&trace)) : NULL;
}

static GPtrArray *
list_beside_npu (const char *path, WeftTrace *trace)
{
  return weft_npu_commands_list (path, WEFT_NPU_TRACE (trace));
}

static GPtrArray *
list_beside_scalesim (const char *path, WeftTrace *trace G_GNUC_UNUSED)
{
  /* As the format is vague, descriptions are asked first. */
  g_autoptr (GPtrArray) descriptions = weft_description_list (path);
  GPtrArray *files = weft_npu_scalesim_beside_list (path);

  g_ptr_array_extend_and_steal (files, g_steal_pointer (&descriptions));
  return files;
}

/* In the order in which they are tried: those first that are sure after one line. An entry is all that
 * loading needs to know of a format. */
const WeftFormat weft_formats[] = {
  { .name = N_ ("Kanata log"),
    .signs = N_ ("a line that ends in “Kanata” and a version"),
    .sniff_lines = weft_pipeline_kanata_reader_sniff,
    .within = TRUE,
    .checks = WEFT_CHECK_LINES,
    .create = weft_pipeline_kanata_reader_new,
    .restore = restore_pipeline,
    .go_on = weft_pipeline_kanata_reader_go_on,
    .keep = weft_pipeline_trace_put },
  { .name = N_ ("gem5 O3PipeView log"),
    .signs = N_ ("a line that begins with “O3PipeView:”"),
    .sniff_lines = weft_pipeline_o3_reader_sniff,
    .within = TRUE,
    .checks = WEFT_CHECK_LINES,
    .create = weft_pipeline_o3_reader_new,
    .restore = restore_pipeline,
    .go_on = weft_pipeline_o3_reader_go_on,
    .keep = weft_pipeline_trace_put },
  { .name = N_ ("NoC event trace"),
    .signs = N_ ("JSON with “common_info” or “noc_transfers”, or an array of records with “sx”, "
                 "“sy” and “timestamp”"),
    .sniff_bytes = weft_noc_files_sniff,
    .list_parts = weft_noc_files_list,
    .checks = WEFT_CHECK_JSON,
    .create = weft_noc_reader_new,
    .restore = restore_noc,
    .keep = weft_noc_trace_put,
    .list_beside = list_beside_noc },
  { .name = N_ ("tt-metal device log"),
    .signs = N_ ("a first line with “CHIP_FREQ” or “Chip clock is at”, and “RISC processor type” "
                 "in the second"),
    .sniff_lines = weft_noc_device_log_sniff,
    .list_parts = weft_noc_device_reader_list_parts,
    .explain_companion = weft_noc_ops_explain,
    .checks = WEFT_CHECK_LINES,
    .create = weft_noc_device_reader_new,
    .restore = restore_noc,
    .keep = weft_noc_trace_put,
    .list_beside = list_beside_noc },
  { .name = N_ ("Saturnis bus trace, JSON Lines"),
    .signs = N_ ("a line of JSON with “tick_first_attempt”"),
    .sniff_lines = weft_bus_jsonl_reader_sniff,
    .within = TRUE,
    .checks = WEFT_CHECK_JSON,
    .create = weft_bus_jsonl_reader_new,
    .restore = restore_bus,
    .go_on = weft_bus_jsonl_reader_go_on,
    .keep = weft_bus_trace_put },
  { .name = N_ ("Saturnis bus trace, BTR1"),
    .signs = N_ ("“BTR1” as the first bytes"),
    .sniff_bytes = weft_bus_btr1_reader_sniff,
    .create = weft_bus_btr1_reader_new,
    .restore = restore_bus,
    .keep = weft_bus_trace_put },
  { .name = N_ ("Chrome trace events"),
    .signs = N_ ("JSON with “traceEvents”, or an array of records with “ph” and “ts”"),
    .sniff_bytes = weft_timeline_files_sniff,
    .list_parts = weft_timeline_files_list,
    .checks = WEFT_CHECK_ESCAPES,
    .create = weft_timeline_reader_new,
    .restore = restore_timeline,
    .keep = weft_timeline_trace_put,
    .can_keep = weft_timeline_trace_can_put,
    .list_texts = weft_timeline_trace_list_texts },
  { .name = N_ ("NPU trace"),
    .signs = N_ ("JSON with “timeline_events”, “run_metadata” or another block of such a trace"),
    .sniff_bytes = weft_npu_reader_sniff,
    .explain_companion = weft_npu_commands_explain,
    .checks = WEFT_CHECK_JSON,
    .create = weft_npu_reader_new,
    .restore = restore_npu,
    .keep = weft_npu_trace_put,
    .list_beside = list_beside_npu },
  { .name = N_ ("llvm-mca timeline"),
    .signs = N_ ("JSON with “CodeRegions”"),
    /* A NUL byte is escaped in the names of units, and shown as a number there. */
    .checks = WEFT_CHECK_UTF8,
    .sniff_bytes = weft_pipeline_mca_reader_sniff,
    .create = weft_pipeline_mca_reader_new,
    .restore = restore_pipeline,
    .keep = weft_pipeline_trace_put },
  { .name = N_ ("uiCA simulation"),
    .signs = N_ ("JSON with “uArchName”, or with “cycles” and “addedToIDQ”"),
    .checks = WEFT_CHECK_JSON,
    .sniff_bytes = weft_pipeline_uica_reader_sniff,
    .create = weft_pipeline_uica_reader_new,
    .restore = restore_pipeline,
    .keep = weft_pipeline_trace_put },
  { .name = N_ ("XiangShan lifetime trace"),
    .signs = N_ ("a database of SQLite with the table “LifeTimeCommitTrace”"),
    .sniff_bytes = weft_pipeline_xiangshan_reader_sniff,
    .create = weft_pipeline_xiangshan_reader_new,
    .restore = restore_pipeline,
    .keep = weft_pipeline_trace_put },
  { .name = N_ ("Weft live recording"),
    .signs = N_ ("“TTL1” as the first bytes"),
    .sniff_bytes = weft_live_reader_sniff,
    .create = create_live },
  /* Last, as it has no word that tells it from other tables of numbers. */
  { .name = N_ ("SCALE-Sim trace"),
    .signs =
      N_ ("rows of whole numbers, cycles that rise, mostly by 1, and then addresses, of which some "
          "are −1; or a folder with “layer0” and the like"),
    .sniff_lines = weft_npu_scalesim_reader_sniff,
    .is_vague = TRUE,
    .list_parts = weft_npu_scalesim_reader_list_parts,
    .create = weft_npu_scalesim_reader_new,
    .restore = restore_npu,
    .keep = weft_npu_trace_put,
    .list_beside = list_beside_scalesim },
};

const guint weft_n_formats = G_N_ELEMENTS (weft_formats);

/* --- formats of one's own --------------------------------------------------------------------------- */

const WeftDescriptionMaker *const weft_description_makers[] = {
  &weft_pipeline_described,
  &weft_timeline_described,
  &weft_noc_described,
  NULL,
};

/* Of each of them, how its traces are kept. */
static const struct
{
  const WeftDescriptionMaker *maker;
  WeftTrace *(*restore) (const WeftReaderSetup *setup, WeftIndexReader *index);
  void (*keep) (WeftTrace *trace, WeftIndexWriter *index);
  gboolean (*can_keep) (WeftTrace *trace); /* nullable */
} kept[] = {
  { &weft_pipeline_described, restore_pipeline, weft_pipeline_trace_put, NULL },
  { &weft_timeline_described, restore_timeline, weft_timeline_trace_put,
    weft_timeline_trace_can_put },
  { &weft_noc_described, restore_noc, weft_noc_trace_put, NULL },
};

static guint
find_kept (const WeftDescribedReport *report)
{
  guint i = 0;

  while (kept[i].maker != report->splitter->description->maker)
    i++;
  return i;
}

static WeftTrace *
restore_described (const WeftReaderSetup *setup, WeftIndexReader *index)
{
  g_autoptr (WeftDescribedReport) report = weft_described_report_take (index);
  g_autoptr (WeftTrace) trace = NULL;
  guint i;

  if (report == NULL)
    return NULL;
  i = find_kept (report);
  trace = kept[i].restore (setup, index);
  if (trace == NULL)
    return NULL;
  if (kept[i].maker->complete != NULL)
    kept[i].maker->complete (trace, report->splitter);
  weft_described_report_attach (report, trace);
  return g_steal_pointer (&trace);
}

static void
keep_described (WeftTrace *trace, WeftIndexWriter *index)
{
  const WeftDescribedReport *report = weft_described_report_of (trace);

  weft_described_report_put (report, index);
  kept[find_kept (report)].keep (trace, index);
}

static gboolean
can_keep_described (WeftTrace *trace)
{
  const guint i = find_kept (weft_described_report_of (trace));

  return kept[i].can_keep == NULL || kept[i].can_keep (trace);
}

static GPtrArray *
list_beside_described (const char *path, WeftTrace *trace G_GNUC_UNUSED)
{
  return weft_description_list (path);
}

const WeftFormat weft_described_format = {
  .name = "described",
  .restore = restore_described,
  .keep = keep_described,
  .can_keep = can_keep_described,
  .list_beside = list_beside_described,
};
