/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-npu-reader.h"

#include "weft-npu-blocks.h"
#include "weft-npu-checks.h"
#include "weft-npu-commands.h"
#include "weft-npu-keys.h"
#include "weft-npu-reading.h"
#include "weft-npu-version.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  WeftNpuReading in;
  char *path;      /* (nullable) of the trace */
  gint64 end_step; /* from end_cycle to the cycle behind the event */

  gboolean has_version;
  WeftNpuVersion version;
  gboolean has_events;
  WeftNpuPlaces places;
  gboolean is_lines;
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

/* --- diagnostics ------------------------------------------------------------------------------- */

/* Warns about a value of the element that is read, which is flagged. */
#define WARN(self, value, ...) \
  G_STMT_START \
  { \
    (self)->in.event.flags |= WEFT_NPU_FLAGGED; \
    WEFT_NPU_SAY (&(self)->in, WEFT_SEVERITY_WARNING, \
                  weft_json_record_offset ((self)->in.record, value), __VA_ARGS__); \
  } \
  G_STMT_END

/* --- values ------------------------------------------------------------------------------------ */

static inline const WeftJsonValue *
get (WeftNpuReader *self, guint slot)
{
  return weft_json_record_get (self->in.record, slot);
}

/* A string or null; anything else is said. NULL where there is no string. */
static inline const WeftJsonValue *
get_string (WeftNpuReader *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);

  if (value == NULL || value->kind == WEFT_JSON_STRING)
    return value;
  if (value->kind != WEFT_JSON_NULL)
    WARN (self, value, _ ("“%s” should be a string; it is left out"),
          weft_npu_key_to_string (slot));
  return NULL;
}

static inline guint32
intern (WeftNpuReader *self, const WeftJsonValue *value)
{
  return weft_npu_reading_intern (&self->in, value);
}

static inline guint32
intern_slot (WeftNpuReader *self, guint slot)
{
  return intern (self, get_string (self, slot));
}

/* A number that is no cycle; WEFT_NPU_NONE where there is none that can be used. */
static gint64
get_odd_number (WeftNpuReader *self, const WeftJsonValue *value, guint slot)
{
  const char *name = weft_npu_key_to_string (slot);

  if (value->kind == WEFT_JSON_NULL)
    return WEFT_NPU_NONE;
  if (value->kind == WEFT_JSON_REAL && weft_json_is_number (value)
      && fabs (value->real) < 9007199254740992.0)
    {
      WARN (self, value, _ ("“%s” should be a whole number; it is rounded down"), name);
      return (gint64) floor (value->real);
    }
  WARN (self, value, _ ("“%s” should be a whole number; it is left out"), name);
  return WEFT_NPU_NONE;
}

static inline gint64
get_number (WeftNpuReader *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);

  if (value == NULL)
    return WEFT_NPU_NONE;
  if (G_LIKELY (value->kind == WEFT_JSON_INTEGER && value->integer != WEFT_NPU_NONE))
    return value->integer;
  return get_odd_number (self, value, slot);
}

/* An amount: negative ones are said and left out. */
static inline gint64
get_amount (WeftNpuReader *self, guint slot)
{
  gint64 number = get_number (self, slot);

  if (G_LIKELY (number >= 0 || number == WEFT_NPU_NONE))
    return number;
  WARN (self, get (self, slot), _ ("“%s” is negative; it is left out"),
        weft_npu_key_to_string (slot));
  return WEFT_NPU_NONE;
}

/* A number of bits or of a bank. */
static inline guint8
get_bits (WeftNpuReader *self, guint slot)
{
  gint64 number = get (self, slot) != NULL ? get_amount (self, slot) : WEFT_NPU_NONE;

  return number == WEFT_NPU_NONE || number >= WEFT_NPU_NO_BITS ? WEFT_NPU_NO_BITS : (guint8) number;
}

/* A cycle, negative ones too, which are said. FALSE where there is none: the event has no time. */
static inline gboolean
get_cycle (WeftNpuReader *self, guint slot, gint64 *cycle)
{
  const WeftJsonValue *value = get (self, slot);

  if (G_UNLIKELY (value == NULL || value->kind == WEFT_JSON_NULL))
    {
      WARN (
        self, &self->in.record->self,
        _ ("Expected “%s” here; without it the event has no place in time, and no view shows it"),
        weft_npu_key_to_string (slot));
      return FALSE;
    }
  if (G_UNLIKELY (value->kind == WEFT_JSON_UNSIGNED))
    {
      WARN (self, value, _ ("The cycle is beyond 2^63 − 1, further than this program counts"));
      return FALSE;
    }
  *cycle = get_number (self, slot);
  if (G_UNLIKELY (*cycle < 0 && *cycle != WEFT_NPU_NONE))
    WARN (self, value, _ ("The cycle is negative"));
  return *cycle != WEFT_NPU_NONE;
}

static void
check_word (WeftNpuReader *self, guint slot, const WeftJsonValue *value, const char *const *words)
{
  g_autofree char *shown = NULL;
  g_autofree char *known = NULL;

  if (value == NULL || G_LIKELY (weft_json_is_among (value, words)))
    return;
  shown = weft_json_show (value);
  known = g_strjoinv (", ", (char **) words);
  WARN (self, value, _ ("“%s” is no “%s” of the format, which has %s"), shown,
        weft_npu_key_to_string (slot), known);
}

/* --- events ------------------------------------------------------------------------------------ */

static const char *const engine_words[] = { "DMA", "TE", "VE", "HOST", "OTHER", NULL };

static WeftNpuLaneKind
get_engine_kind (const WeftJsonValue *value)
{
  static const WeftNpuLaneKind kinds[] = { WEFT_NPU_DMA, WEFT_NPU_TE, WEFT_NPU_VE, WEFT_NPU_HOST };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (weft_json_is_string (value, engine_words[i], strlen (engine_words[i])))
      return kinds[i];
  return WEFT_NPU_OTHER_ENGINE;
}

static void
set_lane (WeftNpuReader *self, WeftNpuLaneKind kind, guint32 name, gint64 id)
{
  self->in.event.lane = weft_npu_reading_get_lane (&self->in, kind, name, id);
}

/* The lane of the engine that two members name. */
static inline void
read_lane (WeftNpuReader *self, guint slot, guint id_slot)
{
  const WeftJsonValue *engine = get_string (self, slot);
  gint64 id = get_amount (self, id_slot);

  if (engine == NULL)
    {
      WARN (self, &self->in.record->self, _ ("Expected “%s” here; the event is in no lane"),
            weft_npu_key_to_string (slot));
      return;
    }
  check_word (self, slot, engine, engine_words);
  set_lane (self, get_engine_kind (engine), intern (self, engine), MAX (id, 0));
}

static void
read_span (WeftNpuReader *self)
{
  WeftNpuEvent *event = &self->in.event;
  gboolean has_start = get_cycle (self, KEY_START, &event->start);

  if (!get_cycle (self, KEY_END, &event->end) || !has_start)
    {
      event->flags |= WEFT_NPU_NO_TIME;
      event->start = event->end = 0;
      return;
    }
  if (G_LIKELY (event->end >= event->start))
    {
      event->end += event->end < G_MAXINT64 ? self->end_step : 0;
      return;
    }
  WARN (self, get (self, KEY_END),
        _ ("The event ends before it begins; it is shown where it "
           "begins"));
  event->end = event->start;
}

static void
read_cycle (WeftNpuReader *self)
{
  WeftNpuEvent *event = &self->in.event;

  if (!get_cycle (self, KEY_CYCLE, &event->start))
    {
      event->flags |= WEFT_NPU_NO_TIME;
      event->start = 0;
    }
  event->end = event->start;
}

static void
read_direction (WeftNpuReader *self, guint slot)
{
  static const char *const words[] = { "read", "write", NULL };
  const WeftJsonValue *value = get_string (self, slot);

  check_word (self, slot, value, words);
  if (value != NULL && weft_json_is_string (value, "read", 4))
    self->in.event.flags |= WEFT_NPU_READ;
  if (value != NULL && weft_json_is_string (value, "write", 5))
    self->in.event.flags |= WEFT_NPU_WRITE;
}

static gint64
multiply_sizes (WeftNpuReader *self)
{
  gint64 m = get_amount (self, KEY_DETAIL_M), n = get_amount (self, KEY_DETAIL_N),
         k = get_amount (self, KEY_DETAIL_K), macs;

  if (m == WEFT_NPU_NONE || n == WEFT_NPU_NONE || k == WEFT_NPU_NONE
      || __builtin_mul_overflow (m, n, &macs) || __builtin_mul_overflow (macs, k, &macs))
    return WEFT_NPU_NONE;
  return macs;
}

static void
read_details (WeftNpuReader *self)
{
  const WeftJsonValue *details = get (self, KEY_DETAILS), *role;
  WeftNpuEvent *event = &self->in.event;

  if (details == NULL || details->kind == WEFT_JSON_NULL)
    return;
  if (details->kind != WEFT_JSON_OBJECT)
    {
      WARN (self, details, _ ("“details” should be an object"));
      return;
    }
  event->flags |= WEFT_NPU_HAS_DETAILS;
  event->bytes = get_amount (self, KEY_DETAIL_BYTES);
  event->aligned = get_amount (self, KEY_DETAIL_ALIGNED);
  event->macs = get_amount (self, KEY_DETAIL_MACS);
  if (event->macs == WEFT_NPU_NONE && get (self, KEY_DETAIL_M) != NULL)
    event->macs = multiply_sizes (self);
  event->qbits = get_bits (self, KEY_DETAIL_QBITS);
  event->weight_bits = get_bits (self, KEY_DETAIL_WEIGHT_BITS);
  event->activation_bits = get_bits (self, KEY_DETAIL_ACTIVATION_BITS);
  event->bank = get_bits (self, KEY_DETAIL_BANK);
  role = get_string (self, KEY_DETAIL_ROLE);
  event->role = intern (self, role);
  if (role != NULL && weft_json_is_string (role, "kv", 2))
    event->flags |= WEFT_NPU_KV;
  if (get (self, KEY_DETAIL_DIRECTION) != NULL)
    read_direction (self, KEY_DETAIL_DIRECTION);
}

static void
read_engine (WeftNpuReader *self)
{
  read_lane (self, KEY_ENGINE, KEY_ENGINE_ID);
  read_span (self);
  self->in.event.name = intern_slot (self, KEY_OP);
}

static void
read_memory (WeftNpuReader *self)
{
  static const char *const words[] = { "DRAM", "SPM", NULL };
  const WeftJsonValue *memory = get_string (self, KEY_MEMORY);

  check_word (self, KEY_MEMORY, memory, words);
  read_lane (self, KEY_SOURCE_ENGINE, KEY_SOURCE_ENGINE_ID);
  read_cycle (self);
  read_direction (self, KEY_DIRECTION);
  self->in.event.name = intern (self, memory);
  self->in.event.bytes = get_amount (self, KEY_BYTES);
  if (memory != NULL && weft_json_is_string (memory, "SPM", 3))
    self->in.event.flags |= WEFT_NPU_SPM;
}

static void
read_token (WeftNpuReader *self)
{
  static const char *const words[] = { "PREFILL", "DECODE", NULL };
  const WeftJsonValue *phase = get_string (self, KEY_PHASE);

  check_word (self, KEY_PHASE, phase, words);
  self->in.event.name = intern (self, phase);
  read_span (self);
}

static void
read_marker (WeftNpuReader *self)
{
  const WeftJsonValue *name = get_string (self, KEY_NAME);

  self->in.event.name = intern (self, name);
  read_cycle (self);
  if (name == NULL || !weft_json_is_string (name, "INVALID_TRACE", 13))
    return;
  self->in.event.flags |= WEFT_NPU_ERROR | WEFT_NPU_FLAGGED;
  weft_npu_writer_get_next (self->in.writer)->is_invalid = TRUE;
  WEFT_NPU_SAY (
    &self->in, WEFT_SEVERITY_ERROR, self->in.record->offset,
    _ ("The simulator ended with the marker INVALID_TRACE: do not trust what the trace says, and "
       "look at its details for the reason"));
}

static void
read_command (WeftNpuReader *self)
{
  static const char *const words[] = { "ENQUEUE", "START", "END", "ERROR", NULL };
  const WeftJsonValue *event = get_string (self, KEY_EVENT),
                      *source = get_string (self, KEY_SOURCE),
                      *status = get_string (self, KEY_DETAIL_STATUS);

  check_word (self, KEY_EVENT, event, words);
  self->in.event.name = intern (self, event);
  if (source != NULL)
    set_lane (self, WEFT_NPU_OTHER_ENGINE, intern (self, source), -1);
  read_cycle (self);
  if ((event != NULL && weft_json_is_string (event, "ERROR", 5))
      || (status != NULL && !weft_json_is_string (status, "OK", 2)))
    self->in.event.flags |= WEFT_NPU_ERROR;
}

static void
read_stall (WeftNpuReader *self)
{
  static const char *const words[] = { "queue_full", "priority_deferred", "backpressure",
                                       "throttle", NULL };
  const WeftJsonValue *reason = get_string (self, KEY_REASON);

  self->in.event.name = intern (self, reason);
  if (reason != NULL && !weft_json_is_among (reason, words))
    {
      g_autofree char *shown = weft_json_show (reason);

      WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_INFO,
                    weft_json_record_offset (self->in.record, reason),
                    _ ("“%s” is no reason that the format names; its list is open"), shown);
    }
  read_lane (self, KEY_MASTER, KEY_MASTER_ID);
  read_span (self);
}

/* Of a type that the format does not know yet. */
static void
read_other (WeftNpuReader *self)
{
  const WeftJsonValue *type = get (self, KEY_TYPE);
  g_autofree char *shown = weft_json_show (type);

  WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_INFO, weft_json_record_offset (self->in.record, type),
                _ ("Events of type “%s” are not known; they are kept and counted"), shown);
  self->in.event.name = intern (self, type);
  if (weft_json_is_string (type, "ERROR_EVENT", 11))
    self->in.event.flags |= WEFT_NPU_ERROR;
  if (get (self, KEY_START) != NULL)
    read_span (self);
  else if (get (self, KEY_CYCLE) != NULL)
    read_cycle (self);
  else
    self->in.event.flags |= WEFT_NPU_NO_TIME;
  if ((self->in.event.flags & WEFT_NPU_NO_TIME) == 0)
    set_lane (self, WEFT_NPU_GENERIC, self->in.event.name, -1);
}

/* By WeftNpuType. */
static void (*const read_types[WEFT_NPU_N_TYPES]) (WeftNpuReader *self) = {
  read_engine, read_memory, read_token, read_marker, read_command, read_stall, read_other,
};

static void
say_repeated (WeftNpuReader *self)
{
  for (guint slot = 0; slot < N_KEYS; slot++)
    if ((self->in.record->repeated >> slot & 1) != 0)
      WARN (self, get (self, slot), _ ("The key “%s” stands twice; the last one counts"),
            weft_npu_key_to_string (slot));
}

static void
read_event (WeftNpuReader *self, const WeftJsonRecord *record)
{
  WeftNpuEvent *event = &self->in.event;
  const WeftJsonValue *type;

  weft_npu_reading_begin (&self->in, record);
  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      weft_npu_reading_skip (&self->in, _ ("Expected an object here, an event; it is skipped"));
      return;
    }
  type = get (self, KEY_TYPE);
  if (type == NULL || type->kind != WEFT_JSON_STRING)
    {
      weft_npu_reading_skip (&self->in, _ ("The event has no “type”, a string; it is skipped"));
      return;
    }
  if (G_UNLIKELY (record->repeated != 0))
    say_repeated (self);
  event->type = weft_npu_key_to_type (type);
  event->layer = intern_slot (self, KEY_LAYER);
  event->tile = intern_slot (self, KEY_TILE);
  event->phase = intern_slot (self, KEY_PHASE);
  event->color = intern_slot (self, get (self, KEY_COLOR) != NULL ? KEY_COLOR : KEY_DETAIL_COLOR);
  event->token = get_amount (self, KEY_TOKEN);
  event->command = get_number (self, get (self, KEY_COMMAND_QUEUE_ID) != NULL ? KEY_COMMAND_QUEUE_ID
                                                                              : KEY_COMMAND_ID);
  read_details (self);
  read_types[event->type](self);
  weft_npu_reading_keep (&self->in);
  weft_npu_writer_add_event (self->in.writer, event);
}

/* --- samples ----------------------------------------------------------------------------------- */

/* Numbers of samples under other keys are shown as they are. */
static const char *const sample_words[] = {
  "cycle", "window_cycles", "dram_read_bytes", "dram_write_bytes", "kv_bytes", "stall_cycles", NULL
};

static void
read_sample (WeftNpuReader *self, const WeftJsonRecord *record)
{
  WeftNpuSample sample = { .start = 0 };

  weft_npu_reading_begin (&self->in, record);
  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      weft_npu_reading_skip (&self->in, _ ("Expected an object here, a sample; it is skipped"));
      return;
    }
  if (G_UNLIKELY (record->repeated != 0))
    say_repeated (self);
  sample.length = get_number (self, KEY_WINDOW);
  if (sample.length <= 0)
    {
      weft_npu_reading_skip (&self->in,
                             _ ("The sample's “window_cycles” should be above 0; the sample "
                                "is skipped"));
      return;
    }
  if (!get_cycle (self, KEY_CYCLE, &sample.start) || sample.start > G_MAXINT64 - sample.length)
    {
      weft_npu_writer_get_next (self->in.writer)->n_skipped++;
      return;
    }
  sample.read = get_amount (self, KEY_SAMPLE_READ);
  sample.write = get_amount (self, KEY_SAMPLE_WRITE);
  sample.kv = get_amount (self, KEY_SAMPLE_KV);
  sample.stall = get_amount (self, KEY_SAMPLE_STALL);
  weft_json_scanner_locate (self->in.scanner, record->offset, &sample.line, &sample.column);
  weft_npu_writer_add_sample (self->in.writer, &sample);
  weft_npu_reading_add_points (&self->in, &record->self, NULL, sample_words, sample.start);
}

/* --- blocks ------------------------------------------------------------------------------------ */

static void
fail (WeftNpuReader *self, const WeftJsonRecord *record, const char *message)
{
  self->in.failed = TRUE;
  WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_ERROR, record->offset, "%s", message);
}

/* Faults of the version are said later, as another may follow. */
static void
read_version (WeftNpuReader *self, const WeftJsonRecord *record)
{
  WeftNpuRun *run = weft_npu_writer_new_run (self->in.writer);

  g_free (run->version);
  run->version = weft_json_show (&record->self);
  weft_npu_version_check (&self->version, run->version, &record->self);
  weft_json_scanner_locate (self->in.scanner, record->offset, &self->version.line,
                            &self->version.column);
  weft_npu_writer_set_run (self->in.writer, run);
  self->has_version = TRUE;
}

/* Says what is wrong with the version, if anything. */
static void
judge_version (WeftNpuReader *self)
{
  WeftNpuVersion verdict = self->version;

  self->version.message = NULL;
  if (verdict.message == NULL || self->in.failed)
    return;
  self->in.failed = verdict.severity == WEFT_SEVERITY_ERROR;
  weft_diagnostics_add (self->in.base.diagnostics, verdict.severity, verdict.line, verdict.column,
                        "%s", verdict.message);
}

/* Where a member of a block stands, or else the block. */
static void
locate_member (WeftNpuReader *self, const WeftJsonRecord *record, const WeftJsonValue *member,
               gint64 *line, gint64 *column)
{
  weft_json_scanner_locate (
    self->in.scanner,
    member->kind != WEFT_JSON_NULL ? weft_json_record_offset (record, member) : record->offset,
    line, column);
}

static void
read_block (WeftNpuReader *self, guint slot, const WeftJsonRecord *record)
{
  WeftNpuRun *run;
  WeftJsonValue member;

  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, record->offset,
                    _ ("“%s” should be an object; it is left out"), members[slot].name);
      return;
    }
  run = weft_npu_writer_new_run (self->in.writer);
  switch (slot)
    {
    case MEMBER_METADATA:
      weft_npu_read_metadata (&record->self, run, &member);
      locate_member (self, record, &member, &self->places.commands_line,
                     &self->places.commands_column);
      break;
    case MEMBER_CONFIG:
      weft_npu_read_config (&record->self, run);
      break;
    default:
      weft_npu_read_summary (&record->self, run, &member);
      locate_member (self, record, &member, &self->places.total_line, &self->places.total_column);
      break;
    }
  weft_npu_writer_set_run (self->in.writer, run);
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated, gpointer data)
{
  WeftNpuReader *self = data;

  if (self->in.failed)
    return;
  if (repeated)
    WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, record->offset,
                  _ ("The key “%s” stands twice; the last one counts"), members[slot].name);
  if (slot == MEMBER_VERSION)
    read_version (self, record);
  else if (slot == MEMBER_EVENTS)
    {
      self->has_events = TRUE;
      fail (self, record,
            _ ("“timeline_events” should be an array of events. Check what wrote the "
               "trace"));
    }
  else if (slot == MEMBER_SAMPLES)
    WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, record->offset,
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
    self->has_events = TRUE;
  if (slot == MEMBER_SAMPLES)
    self->places.has_samples = TRUE;
  if (repeated && !self->in.failed)
    WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, offset,
                  _ ("The key “%s” stands twice; what both hold is kept"), members[slot].name);
}

static void
on_element (guint slot, const WeftJsonRecord *record, gpointer data)
{
  WeftNpuReader *self = data;

  if (self->in.failed)
    return;
  if (slot == MEMBER_EVENTS)
    read_event (self, record);
  else if (slot == MEMBER_SAMPLES)
    read_sample (self, record);
}

/* A line of JSON Lines: an event, a sample, or members of the document. */
static gboolean
on_document (const WeftJsonRecord *record, gpointer data)
{
  WeftNpuReader *self = data;

  if (self->version.message != NULL)
    judge_version (self);
  if (self->in.failed)
    return TRUE;
  if (weft_json_record_get (record, KEY_TYPE) != NULL)
    {
      self->has_events = TRUE;
      read_event (self, record);
    }
  else if (weft_json_record_get (record, KEY_WINDOW) != NULL)
    {
      self->places.has_samples = TRUE;
      read_sample (self, record);
    }
  else
    return FALSE;
  self->is_lines = TRUE;
  return TRUE;
}

/* --- the reader -------------------------------------------------------------------------------- */

static char *
describe_failure (const char *title)
{
  return g_strdup_printf (
    _ ("Not all of “%s” could be read as an NPU trace; its diagnostics say why."), title);
}

/* Dependencies stand in a file of their own, if it is there. */
static void
read_commands (WeftNpuReader *self)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->in.trace);

  if (snapshot->run->command_file != NULL)
    weft_npu_writer_set_dependencies (
      self->in.writer,
      weft_npu_commands_read (self->path, snapshot, &self->places, self->in.base.diagnostics));
}

static void
weft_npu_reader_finish (WeftReader *reader)
{
  WeftNpuReader *self = (WeftNpuReader *) reader;

  weft_npu_reading_end (&self->in);
  judge_version (self);
  if (!self->in.failed && !self->has_version)
    weft_npu_reading_lack (&self->in,
                           _ ("The trace has no “version”. Write it with a simulator that "
                              "says which version of the format it uses"));
  if (!self->in.failed && !self->has_events)
    weft_npu_reading_lack (&self->in, _ ("The trace has no “timeline_events”. Check that the "
                                         "simulator wrote all of it"));
  weft_npu_writer_publish (self->in.writer);
  if (!self->in.failed)
    {
      g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->in.trace);

      weft_npu_check (snapshot, &self->places, self->in.base.diagnostics);
    }
  read_commands (self);
  weft_trace_set_format (self->in.base.trace,
                         self->is_lines ? _ ("NPU trace 1.0, JSON Lines") : _ ("NPU trace 1.0"));
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
                                           .no_number = weft_npu_reading_no_number };
  static const WeftJsonShape shape = { .members = members, .document = weft_npu_keys };
  WeftNpuReader *self = weft_npu_reading_new (&reader_class, sizeof *self, setup, &shape, &handler);

  self->in.describe_failure = describe_failure;
  self->path = g_strdup (setup->path);
  if ((setup->flags & WEFT_READ_INCLUSIVE_ENDS) != 0)
    {
      self->end_step = 1;
      weft_npu_writer_get_next (self->in.writer)->inclusive_ends = TRUE;
    }
  weft_trace_set_format (self->in.base.trace, _ ("NPU trace 1.0"));
  return &self->in.base;
}

WeftSniff
weft_npu_reader_sniff (const char *head, gsize length)
{
  static const char *const words[] = {
    "\"timeline_events\"",   "\"run_metadata\"",    "\"config_snapshot\"",
    "\"bandwidth_samples\"", "\"summary_metrics\"", "\"ENGINE_EVENT\"",
    "\"MEM_ACCESS_EVENT\"",  "\"TOKEN_EVENT\"",     "\"window_cycles\"",
  };
  const char *end = head + length, *p = weft_npu_find_document (head, end);

  if (p < end && *p != '{')
    return WEFT_SNIFF_NO;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (memmem (p, (gsize) (end - p), words[i], strlen (words[i])) != NULL)
      return WEFT_SNIFF_YES;
  /* A long block of something else may come first. */
  return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
