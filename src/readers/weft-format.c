/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-format.h"

#include "weft-btr1-reader.h"
#include "weft-bus-jsonl-reader.h"
#include "weft-chrome-reader.h"
#include "weft-kanata-reader.h"
#include "weft-live-reader.h"
#include "weft-noc-reader.h"
#include "weft-npu-reader.h"
#include "weft-o3-reader.h"

/* Formats that were added from above this folder. */
#define MAX_ADDED 4

static WeftReader *
create_kanata (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);

  return weft_kanata_reader_new (trace);
}

static WeftReader *
create_o3 (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);

  return weft_o3_reader_new (trace);
}

static WeftReader *
create_btr1 (const WeftReaderSetup *setup)
{
  g_autoptr (WeftBusTrace) trace =
    weft_bus_trace_new (setup->title, setup->context, setup->storage);

  return weft_btr1_reader_new (trace);
}

static WeftReader *
create_bus_jsonl (const WeftReaderSetup *setup)
{
  g_autoptr (WeftBusTrace) trace =
    weft_bus_trace_new (setup->title, setup->context, setup->storage);

  return weft_bus_jsonl_reader_new (trace);
}

static WeftReader *
create_live (const WeftReaderSetup *setup)
{
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new (setup->title, setup->context, setup->storage, 0);

  return weft_live_reader_new (trace);
}

/* In the order in which they are tried: those first that are sure after one line. */
static const WeftFormat formats[] = {
  { .name = "Kanata", .sniff_lines = weft_kanata_reader_sniff, .create = create_kanata },
  { .name = "gem5 O3PipeView",
    .sniff_lines = weft_o3_reader_sniff,
    .within = TRUE,
    .create = create_o3 },
  { .name = "NoC event trace",
    .sniff_bytes = weft_noc_reader_sniff,
    .list_parts = weft_noc_reader_list_parts,
    .create = weft_noc_reader_new },
  { .name = "Saturnis bus trace, JSON Lines",
    .sniff_lines = weft_bus_jsonl_reader_sniff,
    .within = TRUE,
    .create = create_bus_jsonl },
  { .name = "Saturnis bus trace, BTR1",
    .sniff_bytes = weft_btr1_reader_sniff,
    .create = create_btr1 },
  { .name = "Chrome trace events",
    .sniff_bytes = weft_chrome_reader_sniff,
    .create = weft_chrome_reader_new },
  { .name = "NPU trace", .sniff_bytes = weft_npu_reader_sniff, .create = weft_npu_reader_new },
  { .name = "Weft live recording", .sniff_bytes = weft_live_reader_sniff, .create = create_live },
};

static const WeftFormat *added[MAX_ADDED];
static guint n_added;

static guint
get_n_formats (void)
{
  return G_N_ELEMENTS (formats) + n_added;
}

static const WeftFormat *
get_format (guint index)
{
  return index < G_N_ELEMENTS (formats) ? &formats[index] : added[index - G_N_ELEMENTS (formats)];
}

void
weft_format_add (const WeftFormat *format)
{
  g_return_if_fail (n_added < MAX_ADDED);

  added[n_added++] = format;
}

char *
weft_format_list (void)
{
  GString *names = g_string_new (get_format (0)->name);

  for (guint i = 1; i < get_n_formats (); i++)
    g_string_append_printf (names, "; %s", get_format (i)->name);
  return g_string_free (names, FALSE);
}

const WeftFormat *
weft_format_of_lines (const char *text, gsize length, gboolean is_beginning)
{
  for (guint i = 0; i < get_n_formats (); i++)
    {
      const WeftFormat *format = get_format (i);

      if (format->sniff_lines != NULL && (is_beginning || format->within)
          && format->sniff_lines (text, length))
        return format;
    }
  return NULL;
}

const WeftFormat *
weft_format_of_bytes (const char *head, gsize length, gboolean *more)
{
  *more = FALSE;
  for (guint i = 0; i < get_n_formats (); i++)
    {
      const WeftFormat *format = get_format (i);
      WeftSniff sniff =
        format->sniff_bytes != NULL ? format->sniff_bytes (head, length) : WEFT_SNIFF_NO;

      if (sniff == WEFT_SNIFF_YES)
        return format;
      *more = *more || sniff == WEFT_SNIFF_MORE;
    }
  return NULL;
}

const WeftFormat *
weft_format_of_directory (const char *directory, char ***parts)
{
  for (guint i = 0; i < get_n_formats (); i++)
    {
      const WeftFormat *format = get_format (i);

      *parts = format->list_parts != NULL ? format->list_parts (directory) : NULL;
      if (*parts != NULL)
        return format;
    }
  return NULL;
}
