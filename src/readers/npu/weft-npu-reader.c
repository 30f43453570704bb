/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-npu-reader.h"

#include "weft-npu-blocks.h"
#include "weft-npu-checks.h"
#include "weft-npu-commands.h"
#include "weft-npu-elements.h"
#include "weft-npu-keys.h"
#include "weft-npu-version.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  WeftNpuElements elements;
  char *path; /* (nullable) of the trace */

  gboolean has_version;
  WeftNpuVersion version;
  gboolean is_lines;
  gboolean is_unknown; /* the version: nothing was read */
} WeftNpuReader;

enum
{
  MEMBER_VERSION,
  MEMBER_METADATA,
  MEMBER_CONFIG,
  MEMBER_EVENTS,
  MEMBER_SAMPLES,
  MEMBER_SUMMARY,
};

static const WeftJsonMember members[] = {
  { "version", MEMBER_VERSION, NULL },
  { "run_metadata", MEMBER_METADATA, NULL },
  { "config_snapshot", MEMBER_CONFIG, NULL },
  { "timeline_events", MEMBER_EVENTS, weft_npu_keys },
  { "bandwidth_samples", MEMBER_SAMPLES, weft_npu_keys },
  { "summary_metrics", MEMBER_SUMMARY, NULL },
  { NULL, 0, NULL },
};

/* --- blocks ------------------------------------------------------------------------------------ */

/* (transfer full) A string's value, or else what stands there. */
static char *
show_version (const WeftJsonValue *value)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *text;
  gsize length;

  if (value->kind != WEFT_JSON_STRING)
    return weft_json_show (value);
  text = weft_json_get_string (value, scratch, &length);
  return g_utf8_make_valid (text, (gssize) MIN (length, 40));
}

/* Faults of the version are said later, as another may follow. */
static void
read_version (WeftNpuReader *self, const WeftJsonRecord *record)
{
  WeftNpuRun *run = weft_npu_writer_new_run (self->elements.in.writer);

  g_free (run->version);
  run->version = show_version (&record->self);
  weft_npu_version_check (&self->version, run->version, &record->self);
  weft_json_scanner_locate (self->elements.in.json.scanner, record->offset, &self->version.line,
                            &self->version.column);
  weft_npu_writer_set_run (self->elements.in.writer, run);
  self->has_version = TRUE;
}

/* How the format is called, as far as it is known by now. */
static void
name_format (WeftNpuReader *self)
{
  weft_trace_set_format (self->elements.in.json.base.trace,
                         self->is_unknown ? _ ("NPU trace of an unknown version")
                         : self->is_lines ? _ ("NPU trace 1.0, JSON Lines")
                                          : _ ("NPU trace 1.0"));
}

/* Says what is wrong with the version, if anything. */
static void
judge_version (WeftNpuReader *self)
{
  WeftNpuVersion verdict = self->version;

  self->version.message = NULL;
  if (verdict.message == NULL || self->elements.in.json.failed)
    return;
  if (verdict.severity == WEFT_SEVERITY_ERROR)
    {
      self->is_unknown = self->elements.in.json.failed = TRUE;
      weft_json_scanner_stop (self->elements.in.json.scanner);
    }
  weft_diagnostics_add (self->elements.in.json.base.diagnostics, verdict.severity, verdict.line,
                        verdict.column, "%s", verdict.message);
}

static void
locate (WeftNpuReader *self, guint64 offset, WeftNpuPlace *place)
{
  weft_json_scanner_locate (self->elements.in.json.scanner, offset, &place->line, &place->column);
}

static void
read_block (WeftNpuReader *self, guint slot, const WeftJsonRecord *record)
{
  WeftNpuPlaces *places = &self->elements.places;
  WeftNpuRun *run;
  WeftJsonValue file;

  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      WEFT_JSON_SAY (&self->elements.in.json, WEFT_SEVERITY_WARNING, record->offset,
                     _ ("“%s” should be an object; it is left out"), members[slot].name);
      return;
    }
  run = weft_npu_writer_new_run (self->elements.in.writer);
  switch (slot)
    {
    case MEMBER_METADATA:
      weft_npu_read_metadata (&record->self, run, places, &file);
      locate (self, record->offset, &places->metadata);
      locate (self,
              file.kind != WEFT_JSON_NULL ? weft_json_record_offset (record, &file)
                                          : record->offset,
              &places->commands);
      break;
    case MEMBER_CONFIG:
      weft_npu_read_config (&record->self, run);
      break;
    default:
      weft_npu_read_summary (&record->self, run, places);
      locate (self, record->offset, &places->summary);
      break;
    }
  weft_npu_writer_set_run (self->elements.in.writer, run);
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated, gpointer data)
{
  WeftNpuReader *self = data;

  if (repeated)
    WEFT_JSON_SAY (&self->elements.in.json, WEFT_SEVERITY_WARNING, record->offset,
                   _ ("The key “%s” stands twice; the last one counts"), members[slot].name);
  if (slot == MEMBER_VERSION)
    read_version (self, record);
  else if (slot == MEMBER_EVENTS)
    {
      self->elements.places.has_events = TRUE;
      weft_json_reading_fail (
        &self->elements.in.json, record->offset,
        _ ("“timeline_events” should be an array of events. Check what wrote the "
           "trace"));
    }
  else if (slot == MEMBER_SAMPLES)
    WEFT_JSON_SAY (&self->elements.in.json, WEFT_SEVERITY_WARNING, record->offset,
                   _ ("“bandwidth_samples” should be an array; it is left out"));
  else
    read_block (self, slot, record);
}

static void
on_array (guint slot, guint64 offset, gboolean repeated, gpointer data)
{
  WeftNpuReader *self = data;

  judge_version (self);
  if (slot == MEMBER_EVENTS)
    self->elements.places.has_events = TRUE;
  if (slot == MEMBER_SAMPLES)
    self->elements.places.has_samples = TRUE;
  if (repeated && !self->elements.in.json.failed)
    WEFT_JSON_SAY (&self->elements.in.json, WEFT_SEVERITY_WARNING, offset,
                   _ ("The key “%s” stands twice; what both hold is kept"), members[slot].name);
}

static void
on_element (guint slot, const WeftJsonRecord *record, gpointer data)
{
  WeftNpuReader *self = data;

  if (slot == MEMBER_EVENTS)
    weft_npu_read_event (&self->elements, record);
  else if (slot == MEMBER_SAMPLES)
    weft_npu_read_sample (&self->elements, record);
}

/* A line of JSON Lines: an event, a sample, or members of the document. */
static gboolean
on_document (const WeftJsonRecord *record, gpointer data)
{
  WeftNpuReader *self = data;

  if (self->version.message != NULL)
    judge_version (self);
  if (self->elements.in.json.failed)
    return TRUE;
  if (weft_json_record_get (record, KEY_TYPE) != NULL)
    {
      self->elements.places.has_events = TRUE;
      weft_npu_read_event (&self->elements, record);
    }
  else if (weft_json_record_get (record, KEY_WINDOW) != NULL)
    {
      self->elements.places.has_samples = TRUE;
      weft_npu_read_sample (&self->elements, record);
    }
  else
    return FALSE;
  self->is_lines = TRUE;
  return TRUE;
}

/* --- the reader -------------------------------------------------------------------------------- */

/* Dependencies stand in a file of their own, if it is there. */
static void
read_commands (WeftNpuReader *self)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->elements.in.trace);

  if (snapshot->run->command_file != NULL)
    weft_npu_writer_set_dependencies (
      self->elements.in.writer,
      weft_npu_commands_read (self->path, snapshot, &self->elements.places,
                              self->elements.in.json.base.diagnostics));
}

/* Whether the run's summary stands alone, kept to find and compare runs by, so that nothing is missing
 * that its writer meant to be there. */
static gboolean
is_summary (const WeftNpuReader *self)
{
  return self->elements.places.summary.line > 0 && !self->elements.places.has_samples;
}

static void
weft_npu_reader_finish (WeftReader *reader)
{
  WeftNpuReader *self = (WeftNpuReader *) reader;

  weft_npu_reading_end (&self->elements.in);
  judge_version (self);
  if (!self->elements.in.json.failed && !self->has_version)
    weft_json_reading_lack (&self->elements.in.json,
                            _ ("The trace has no “version”. Write it with a simulator that "
                               "says which version of the format it uses"));
  if (!self->elements.in.json.failed && !self->elements.places.has_events && !is_summary (self))
    weft_json_reading_lack (&self->elements.in.json,
                            _ ("The trace has no “timeline_events”. Check that the "
                               "simulator wrote all of it"));
  weft_npu_writer_publish (self->elements.in.writer);
  if (!self->elements.in.json.failed)
    {
      g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->elements.in.trace);

      weft_npu_check (snapshot, &self->elements.places, self->elements.in.json.base.diagnostics);
    }
  read_commands (self);
  name_format (self);
}

static void
weft_npu_reader_clear (WeftReader *reader)
{
  WeftNpuReader *self = (WeftNpuReader *) reader;

  g_free (self->path);
  weft_npu_reading_clear (reader);
}

static const WeftReaderClass reader_class = {
  .feed = weft_npu_reading_feed,
  .scan = weft_json_reading_scan,
  .publish = weft_npu_reading_publish,
  .finish = weft_npu_reader_finish,
  .is_whole = weft_npu_reading_is_whole,
  .clear = weft_npu_reader_clear,
};

WeftReader *
weft_npu_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .document = on_document,
                                           .member = on_member,
                                           .array = on_array,
                                           .element = on_element,
                                           .no_number = weft_json_reading_no_number };
  static const WeftJsonShape shape = { .members = members, .document = weft_npu_keys };
  WeftNpuReader *self = weft_npu_reading_new (&reader_class, sizeof *self, setup, &shape, &handler);

  self->elements.places.top_bank = -1;
  self->path = g_strdup (setup->path);
  if ((setup->flags & WEFT_READ_INCLUSIVE_ENDS) != 0)
    {
      self->elements.end_step = 1;
      weft_npu_writer_get_next (self->elements.in.writer)->inclusive_ends = TRUE;
    }
  name_format (self);
  return &self->elements.in.json.base;
}

WeftSniff
weft_npu_reader_sniff (const char *head, gsize length)
{
  static const char *const words[] = {
    "\"timeline_events\"",   "\"run_metadata\"",    "\"config_snapshot\"",
    "\"bandwidth_samples\"", "\"summary_metrics\"", "\"ENGINE_EVENT\"",
    "\"MEM_ACCESS_EVENT\"",  "\"TOKEN_EVENT\"",     "\"window_cycles\"",
  };
  const char *end = head + length, *p = weft_json_find_document (head, end);

  if (p < end && *p != '{')
    return WEFT_SNIFF_NO;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (memmem (p, (gsize) (end - p), words[i], strlen (words[i])) != NULL)
      return WEFT_SNIFF_YES;
  /* A long block of something else may come first. */
  return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
