/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-elements.h"

#include "weft-npu-keys.h"
#include "weft-npu-other-numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- diagnostics ------------------------------------------------------------------------------- */

/* Warns about a value of the element that is read, which is flagged. */
#define WARN(self, value, ...) \
  G_STMT_START \
  { \
    (self)->in.event.flags |= WEFT_NPU_FLAGGED; \
    WEFT_JSON_SAY (&(self)->in.json, WEFT_SEVERITY_WARNING, \
                   weft_json_record_offset ((self)->in.record, value), __VA_ARGS__); \
  } \
  G_STMT_END

/* --- values ------------------------------------------------------------------------------------ */

static inline const WeftJsonValue *
get (WeftNpuElements *self, guint slot)
{
  return weft_json_record_get (self->in.record, slot);
}

/* A string or null; anything else is said. NULL where there is no string. */
static inline const WeftJsonValue *
get_string (WeftNpuElements *self, guint slot)
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
intern (WeftNpuElements *self, const WeftJsonValue *value)
{
  return weft_npu_reading_intern (&self->in, value);
}

static inline guint32
intern_slot (WeftNpuElements *self, guint slot)
{
  return intern (self, get_string (self, slot));
}

/* A number that is no cycle; WEFT_NPU_NONE where there is none that can be used. */
static gint64
get_odd_number (WeftNpuElements *self, const WeftJsonValue *value, guint slot)
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
get_number (WeftNpuElements *self, guint slot)
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
get_amount (WeftNpuElements *self, guint slot)
{
  gint64 number = get_number (self, slot);

  if (G_LIKELY (number >= 0 || number == WEFT_NPU_NONE))
    return number;
  WARN (self, get (self, slot), _ ("“%s” is negative; it is left out"),
        weft_npu_key_to_string (slot));
  return WEFT_NPU_NONE;
}

static inline guint8
get_bits (WeftNpuElements *self, guint slot)
{
  gint64 number = get (self, slot) != NULL ? get_amount (self, slot) : WEFT_NPU_NONE;

  if (G_LIKELY (number < WEFT_NPU_NO_BITS))
    return number == WEFT_NPU_NONE ? WEFT_NPU_NO_BITS : (guint8) number;
  WARN (self, get (self, slot), _ ("“%s” is more bits than a number has; it is left out"),
        weft_npu_key_to_string (slot));
  return WEFT_NPU_NO_BITS;
}

/* A cycle, negative ones too, which are said. FALSE where there is none: the event has no time. */
static inline gboolean
get_cycle (WeftNpuElements *self, guint slot, gint64 *cycle)
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
  if (*cycle == WEFT_NPU_NONE)
    return FALSE;
  if (G_LIKELY (weft_npu_writer_reach (self->in.writer, *cycle)))
    return TRUE;
  WARN (self, value,
        _ ("The cycle is more than 2^63 − 1 from those of other events, further than this program "
           "counts"));
  return FALSE;
}

static void
check_word (WeftNpuElements *self, guint slot, const WeftJsonValue *value, const char *const *words)
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

static gboolean
is_absent (WeftNpuElements *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);

  return value == NULL || value->kind == WEFT_JSON_NULL;
}

/* Says that the element lacks a member, where that is what is wrong with it. */
#define LACK(self, slot, ...) \
  G_STMT_START \
  { \
    if (is_absent (self, slot)) \
      WARN (self, get (self, slot) != NULL ? get (self, slot) : &(self)->in.record->self, \
            __VA_ARGS__); \
  } \
  G_STMT_END

/* One of the words, which should be there; what else stands there, or that nothing does, is said. */
static const WeftJsonValue *
get_word (WeftNpuElements *self, guint slot, const char *const *words)
{
  const WeftJsonValue *value = get_string (self, slot);

  if (G_UNLIKELY (value == NULL))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) words);

      LACK (self, slot, _ ("Expected “%s” here; the format has %s"), weft_npu_key_to_string (slot),
            known);
      return NULL;
    }
  check_word (self, slot, value, words);
  return value;
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
set_lane (WeftNpuElements *self, WeftNpuLaneKind kind, guint32 name, gint64 id)
{
  self->in.event.lane = weft_npu_reading_get_lane (&self->in, kind, name, id);
}

/* The lane of the engine that two members name. Returns what kind of engine it is. */
static inline WeftNpuLaneKind
read_lane (WeftNpuElements *self, guint slot, guint id_slot)
{
  const WeftJsonValue *engine = get_string (self, slot);
  gint64 id = get_amount (self, id_slot);
  WeftNpuLaneKind kind;

  if (G_UNLIKELY (engine == NULL))
    {
      LACK (self, slot, _ ("Expected “%s” here; the event is in no lane"),
            weft_npu_key_to_string (slot));
      return WEFT_NPU_GENERIC;
    }
  check_word (self, slot, engine, engine_words);
  if (G_UNLIKELY (id == WEFT_NPU_NONE))
    {
      LACK (self, id_slot, _ ("Expected “%s” here; which of the engines it is, is not known"),
            weft_npu_key_to_string (id_slot));
      id = WEFT_NPU_UNKNOWN_ID;
    }
  kind = get_engine_kind (engine);
  set_lane (self, kind, intern (self, engine), id);
  return kind;
}

static void
read_span (WeftNpuElements *self)
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
      if (event->end < G_MAXINT64
          && weft_npu_writer_reach (self->in.writer, event->end + self->end_step))
        event->end += self->end_step;
      return;
    }
  WARN (self, get (self, KEY_END),
        _ ("The event ends before it begins; it is shown where it "
           "begins"));
  event->end = event->start;
}

static void
read_cycle (WeftNpuElements *self)
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
set_direction (WeftNpuElements *self, const WeftJsonValue *value)
{
  if (value != NULL && weft_json_is_string (value, "read", 4))
    self->in.event.flags |= WEFT_NPU_READ;
  if (value != NULL && weft_json_is_string (value, "write", 5))
    self->in.event.flags |= WEFT_NPU_WRITE;
}

static void
read_direction (WeftNpuElements *self, guint slot)
{
  static const char *const words[] = { "read", "write", NULL };

  set_direction (self, get_word (self, slot, words));
}

static gint64
multiply_sizes (WeftNpuElements *self)
{
  gint64 m = get_amount (self, KEY_DETAIL_M), n = get_amount (self, KEY_DETAIL_N),
         k = get_amount (self, KEY_DETAIL_K), macs;

  if (m == WEFT_NPU_NONE || n == WEFT_NPU_NONE || k == WEFT_NPU_NONE
      || __builtin_mul_overflow (m, n, &macs) || __builtin_mul_overflow (macs, k, &macs))
    return WEFT_NPU_NONE;
  return macs;
}

static void
read_details (WeftNpuElements *self)
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
  event->bank = get_amount (self, KEY_DETAIL_BANK);
  if (G_UNLIKELY (event->bank > self->places.top_bank))
    {
      self->places.top_bank = event->bank;
      weft_json_scanner_locate (
        self->in.json.scanner,
        weft_json_record_offset (self->in.record, get (self, KEY_DETAIL_BANK)),
        &self->places.bank.line, &self->places.bank.column);
    }
  event->offset = get_amount (self, KEY_DETAIL_OFFSET);
  event->dram_address = get_amount (self, KEY_DETAIL_DRAM_ADDRESS);
  role = get_string (self, KEY_DETAIL_ROLE);
  event->role = intern (self, role);
  if (role != NULL && weft_json_is_string (role, "kv", 2))
    event->flags |= WEFT_NPU_KV;
  if (!is_absent (self, KEY_DETAIL_DIRECTION))
    read_direction (self, KEY_DETAIL_DIRECTION);
}

/* Adds what the event moved to what the run's summary is held against. */
static inline void
count_moved (WeftNpuElements *self)
{
  const WeftNpuEvent *event = &self->in.event;
  gint64 moved = event->aligned != WEFT_NPU_NONE ? event->aligned : event->bytes;
  WeftNpuMoved *all = &self->places.moved;
  gboolean is_read = (event->flags & WEFT_NPU_READ) != 0;

  if (moved <= 0 || event->lane == WEFT_NPU_NO_LANE || (event->flags & WEFT_NPU_NO_TIME) != 0
      || (event->flags & (WEFT_NPU_READ | WEFT_NPU_WRITE)) == 0)
    return;
  all->n_transfers++;
  all->bytes[is_read ? 0 : 1] += (guint64) moved;
  if ((event->flags & WEFT_NPU_KV) != 0)
    all->kv[is_read ? 0 : 1] += (guint64) moved;
  if (event->role != WEFT_NO_NAME)
    all->n_roles++;
}

static void
read_engine (WeftNpuElements *self)
{
  WeftNpuEvent *event = &self->in.event;
  WeftNpuLaneKind kind = read_lane (self, KEY_ENGINE, KEY_ENGINE_ID);

  read_span (self);
  event->name = intern_slot (self, KEY_OP);
  if (G_UNLIKELY (kind == WEFT_NPU_DMA && MAX (event->bytes, event->aligned) > 0
                  && (event->flags & (WEFT_NPU_READ | WEFT_NPU_WRITE)) == 0))
    LACK (self, KEY_DETAIL_DIRECTION,
          _ ("Expected “direction” in the details, read or write; the bytes count as neither"));
  count_moved (self);
}

static void
read_memory (WeftNpuElements *self)
{
  static const char *const words[] = { "DRAM", "SPM", NULL };
  const WeftJsonValue *memory = get_word (self, KEY_MEMORY, words);

  read_lane (self, KEY_SOURCE_ENGINE, KEY_SOURCE_ENGINE_ID);
  read_cycle (self);
  read_direction (self, KEY_DIRECTION);
  self->in.event.name = intern (self, memory);
  self->in.event.bytes = get_amount (self, KEY_BYTES);
  if (memory != NULL && weft_json_is_string (memory, "SPM", 3))
    self->in.event.flags |= WEFT_NPU_SPM;
}

static void
read_token (WeftNpuElements *self)
{
  static const char *const words[] = { "PREFILL", "DECODE", NULL };
  const WeftJsonValue *phase = get_word (self, KEY_PHASE, words);

  self->in.event.name = intern (self, phase);
  read_span (self);
}

static void
read_marker (WeftNpuElements *self)
{
  const WeftJsonValue *name = get_string (self, KEY_NAME);

  self->in.event.name = intern (self, name);
  read_cycle (self);
  if (name == NULL || !weft_json_is_string (name, "INVALID_TRACE", 13))
    return;
  self->in.event.flags |= WEFT_NPU_ERROR | WEFT_NPU_FLAGGED;
  weft_npu_writer_get_next (self->in.writer)->is_invalid = TRUE;
  WEFT_JSON_SAY (
    &self->in.json, WEFT_SEVERITY_ERROR, self->in.record->offset,
    _ ("The simulator ended with the marker INVALID_TRACE: do not trust what the trace says, and "
       "look at its details for the reason"));
}

static void
read_command (WeftNpuElements *self)
{
  static const char *const words[] = { "ENQUEUE", "START", "END", "ERROR", NULL };
  const WeftJsonValue *event = get_word (self, KEY_EVENT, words),
                      *source = get_string (self, KEY_SOURCE),
                      *status = get_string (self, KEY_DETAIL_STATUS);

  self->in.event.name = intern (self, event);
  if (source != NULL)
    set_lane (self, WEFT_NPU_OTHER_ENGINE, intern (self, source), -1);
  else
    LACK (self, KEY_SOURCE, _ ("Expected “%s” here; the event is in no lane"), "source");
  read_cycle (self);
  if ((event != NULL && weft_json_is_string (event, "ERROR", 5))
      || (status != NULL && !weft_json_is_string (status, "OK", 2)))
    self->in.event.flags |= WEFT_NPU_ERROR;
}

/* The list of reasons is open: those of masters are named by the format, those of engines are not. */
static void
read_reason (WeftNpuElements *self, gboolean of_engine)
{
  static const char *const words[] = { "queue_full", "priority_deferred", "backpressure",
                                       "throttle", NULL };
  const WeftJsonValue *reason = get_string (self, KEY_REASON);
  g_autofree char *shown = NULL;

  self->in.event.name = intern (self, reason);
  if (reason == NULL && is_absent (self, KEY_REASON))
    WEFT_JSON_SAY (&self->in.json, WEFT_SEVERITY_INFO, self->in.record->offset,
                   _ ("The stall does not say its “reason”"));
  if (reason == NULL || of_engine || weft_json_is_among (reason, words))
    return;
  shown = weft_json_show (reason);
  WEFT_JSON_SAY (&self->in.json, WEFT_SEVERITY_INFO,
                 weft_json_record_offset (self->in.record, reason),
                 _ ("“%s” is no reason that the format names; its list is open"), shown);
}

static void
read_stall (WeftNpuElements *self)
{
  gboolean of_engine = get (self, KEY_MASTER) == NULL && get (self, KEY_ENGINE) != NULL;
  gboolean has_engine_id = get (self, KEY_MASTER_ID) == NULL && get (self, KEY_ENGINE_ID) != NULL;

  read_reason (self, of_engine);
  read_lane (self, of_engine ? KEY_ENGINE : KEY_MASTER,
             of_engine || has_engine_id ? KEY_ENGINE_ID : KEY_MASTER_ID);
  read_span (self);
}

/* The numbers of an estimate of power become graphs, those of an engine one for each engine. */
static void
read_power (WeftNpuElements *self)
{
  static const char *const known[] = {
    "type",      "cycle",     "window_cycles", "start_cycle",
    "end_cycle", "engine_id", "master_id",     "source_engine_id",
    "cmdq_id",   "cmd_id",    "sim_id",        "token_index",
    NULL
  };
  const WeftJsonValue *engine = get_string (self, KEY_ENGINE);
  g_autofree char *of = NULL;
  gint64 id;

  if (engine == NULL)
    of = g_strdup ("POWER_ESTIMATE");
  else
    {
      id = get_amount (self, KEY_ENGINE_ID);
      of = id != WEFT_NPU_NONE
             ? g_strdup_printf ("%.*s %" G_GINT64_FORMAT, (int) engine->length, engine->text, id)
             : g_strndup (engine->text, engine->length);
    }
  weft_npu_other_numbers_add (&self->in, &self->in.record->self, of, known, self->in.event.start);
}

/* A span, a point, or a window that begins at a point. */
static void
read_time (WeftNpuElements *self)
{
  WeftNpuEvent *event = &self->in.event;
  gint64 window = get_amount (self, KEY_WINDOW);

  if (get (self, KEY_START) != NULL)
    read_span (self);
  else if (get (self, KEY_CYCLE) != NULL)
    {
      read_cycle (self);
      if (window > 0 && event->start <= G_MAXINT64 - window)
        event->end += window;
    }
  else
    event->flags |= WEFT_NPU_NO_TIME;
}

/* Of a type that the format does not know yet, or only by name. */
static void
read_other (WeftNpuElements *self)
{
  static const char *const named[] = { "BUS_EVENT", "POWER_ESTIMATE", "ERROR_EVENT", NULL };
  const WeftJsonValue *type = get (self, KEY_TYPE);
  WeftNpuEvent *event = &self->in.event;
  g_autofree char *shown = weft_json_show (type);

  if (weft_json_is_among (type, named))
    WEFT_JSON_SAY (&self->in.json, WEFT_SEVERITY_INFO,
                   weft_json_record_offset (self->in.record, type),
                   _ ("The format names events of type “%s”, but not what they hold; all that they "
                      "do is shown"),
                   shown);
  else
    WEFT_JSON_SAY (&self->in.json, WEFT_SEVERITY_INFO,
                   weft_json_record_offset (self->in.record, type),
                   _ ("Events of type “%s” are not known; they are kept and counted"), shown);
  event->name = intern (self, type);
  if (weft_json_is_string (type, "ERROR_EVENT", 11))
    event->flags |= WEFT_NPU_ERROR;
  if (event->bytes == WEFT_NPU_NONE)
    event->bytes = get_amount (self, KEY_BYTES);
  set_direction (self, get (self, KEY_DIRECTION));
  read_time (self);
  if ((event->flags & WEFT_NPU_NO_TIME) != 0)
    return;
  set_lane (self, WEFT_NPU_GENERIC, event->name, -1);
  if (weft_json_is_string (type, "POWER_ESTIMATE", 14))
    read_power (self);
}

/* By WeftNpuType. */
static void (*const read_types[WEFT_NPU_N_TYPES]) (WeftNpuElements *self) = {
  read_engine, read_memory, read_token, read_marker, read_command, read_stall, read_other,
};

static void
say_repeated (WeftNpuElements *self)
{
  for (guint slot = 0; slot < N_KEYS; slot++)
    if ((self->in.record->repeated >> slot & 1) != 0)
      WARN (self, get (self, slot), _ ("The key “%s” stands twice; the last one counts"),
            weft_npu_key_to_string (slot));
}

void
weft_npu_read_event (WeftNpuElements *self, const WeftJsonRecord *record)
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
  event->address = get_amount (self, KEY_ADDRESS);
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

void
weft_npu_read_sample (WeftNpuElements *self, const WeftJsonRecord *record)
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
  if (!get_cycle (self, KEY_CYCLE, &sample.start) || sample.start > G_MAXINT64 - sample.length
      || !weft_npu_writer_reach (self->in.writer, sample.start + sample.length))
    {
      weft_npu_writer_get_next (self->in.writer)->n_skipped++;
      return;
    }
  sample.read = get_amount (self, KEY_SAMPLE_READ);
  sample.write = get_amount (self, KEY_SAMPLE_WRITE);
  sample.kv = get_amount (self, KEY_SAMPLE_KV);
  sample.stall = get_amount (self, KEY_SAMPLE_STALL);
  weft_json_scanner_locate (self->in.json.scanner, record->offset, &sample.line, &sample.column);
  weft_npu_writer_add_sample (self->in.writer, &sample);
  weft_npu_other_numbers_add (&self->in, &record->self, NULL, sample_words, sample.start);
}
