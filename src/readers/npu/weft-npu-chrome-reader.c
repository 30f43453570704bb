/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-npu-chrome-reader.h"

#include "weft-npu-chrome-flows.h"
#include "weft-npu-chrome-lanes.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* An array of events is recognised within so much of its beginning. */
#define HEAD_SIZE 4096

/* Slices that are open at a time, of a thread or an asynchronous id. */
#define MAX_OPEN 4096

/* Members of the document that say something of the run. */
#define N_BLOCKS 16

/* --- the reader's own --------------------------------------------------------------------------------- */

/* Slices that have begun and not ended: WeftNpuEvent. */
typedef struct
{
  guint lane;
  GArray *open;
} Stack;

typedef struct
{
  WeftNpuReading in;

  WeftNpuChromeLanes lanes;
  GHashTable *stacks;   /* what is open: a key of its own → Stack */
  GHashTable *counters; /* name → pid of the process that came first */
  WeftNpuChromeFlows *flows;
  gint64 last_time; /* that any event reached */
  gboolean has_events;
  char *blocks[N_BLOCKS]; /* what stands around the events, as it is written; nullable */
  gboolean has_blocks;    /* one came since they were last published */
  guint n_stacks;         /* events that say by which calls they were reached */
} WeftNpuChromeReader;

#define KEYS(M) \
  M (KEY_PHASE, "ph") \
  M (KEY_NAME, "name") \
  M (KEY_CATEGORY, "cat") \
  M (KEY_TIME, "ts") \
  M (KEY_DURATION, "dur") \
  M (KEY_THREAD_DURATION, "tdur") \
  M (KEY_PROCESS, "pid") \
  M (KEY_THREAD, "tid") \
  M (KEY_ID, "id") \
  M (KEY_ID2, "id2") \
  M (KEY_LOCAL_ID, "id2.local") \
  M (KEY_GLOBAL_ID, "id2.global") \
  M (KEY_ID_SCOPE, "scope") \
  M (KEY_SCOPE, "s") \
  M (KEY_BINDING, "bp") \
  M (KEY_COLOR, "cname") \
  M (KEY_FRAME, "sf") \
  M (KEY_STACK, "stack") \
  M (KEY_ARGS, "args") \
  M (KEY_ARG_NAME, "args.name") \
  M (KEY_ARG_LABELS, "args.labels") \
  M (KEY_ARG_ORDER, "args.sort_index")

enum
{
  KEYS (WEFT_JSON_SLOT)
};

static const char *const keys[] = { KEYS (WEFT_JSON_PATH) NULL };

/* Slot 0 is the events; the others stand in `blocks`, one before. */
static const WeftJsonMember members[N_BLOCKS + 2] = {
  { "traceEvents", 0, keys },
  { "traceName", 1, NULL },
  { "displayTimeUnit", 2, NULL },
  { "baseTimeNanoseconds", 3, NULL },
  { "otherData", 4, NULL },
  { "metadata", 5, NULL },
  { "schemaVersion", 6, NULL },
  { "deviceProperties", 7, NULL },
  { "distributedInfo", 8, NULL },
  { "cuda_runtime_version", 9, NULL },
  { "cuda_driver_version", 10, NULL },
  { "record_shapes", 11, NULL },
  { "profile_memory", 12, NULL },
  { "with_flops", 13, NULL },
  { "with_stack", 14, NULL },
  { "with_modules", 15, NULL },
  { "trace_id", 16, NULL },
  { NULL, 0, NULL },
};

/* --- values ------------------------------------------------------------------------------------------- */

/* Whether it is a string of digits with at most one point, as some profilers write their times. */
static gboolean
is_quoted_time (const WeftJsonValue *value)
{
  guint n_digits = 0, n_points = 0;

  if (value->kind != WEFT_JSON_STRING)
    return FALSE;
  for (gsize i = value->text[0] == '-' ? 1 : 0; i < value->length; i++)
    if (g_ascii_isdigit (value->text[i]))
      n_digits++;
    else if (value->text[i] != '.' || n_points++ > 0)
      return FALSE;
  return n_digits > 0;
}

/* Microseconds, with as many digits behind the point as there are, in nanoseconds: exactly, which a
 * double is not for times that count from 1970. FALSE where it is no such number. */
static gboolean
read_time (const WeftJsonValue *value, gint64 *time)
{
  const char *p = value->text, *end = p + value->length;
  gboolean negative;
  gint64 n = 0, scale = 1000;

  if (!weft_json_is_number (value) && !is_quoted_time (value))
    return FALSE;
  if (memchr (p, 'e', value->length) != NULL || memchr (p, 'E', value->length) != NULL)
    {
      double real = weft_json_get_real (value) * 1000;

      *time = (gint64) CLAMP (real, -9e18, 9e18);
      return TRUE;
    }
  negative = *p == '-';
  for (p += negative; p < end && *p != '.'; p++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, *p - '0', &n))
      return FALSE;
  if (__builtin_mul_overflow (n, 1000, &n))
    return FALSE;
  for (p += p < end; p < end && scale > 1; p++)
    {
      scale /= 10;
      n += (*p - '0') * scale;
    }
  *time = negative ? -n : n;
  return TRUE;
}

static inline const WeftJsonValue *
get (WeftNpuChromeReader *self, guint slot)
{
  return weft_json_record_get (self->in.record, slot);
}

/* A number or a string as it is written; "" where there is none: (transfer full). */
static char *
get_word (WeftNpuChromeReader *self, guint slot)
{
  return weft_npu_chrome_word (get (self, slot));
}

/* --- lanes -------------------------------------------------------------------------------------------- */

static guint
get_thread (WeftNpuChromeReader *self)
{
  const WeftJsonValue *process = get (self, KEY_PROCESS), *thread = get (self, KEY_THREAD);
  GString *key = self->in.scratch;
  const WeftNpuChromeThread *known;

  g_string_printf (key, "%.*s/%.*s", process != NULL ? (int) process->length : 0,
                   process != NULL ? process->text : "", thread != NULL ? (int) thread->length : 0,
                   thread != NULL ? thread->text : "");
  known = g_hash_table_lookup (self->lanes.threads, key->str);
  if (known == NULL)
    {
      g_autofree char *copy = g_strdup (key->str), *word = get_word (self, KEY_THREAD);

      return weft_npu_chrome_lanes_find (&self->lanes, copy, process, word, FALSE);
    }
  return known->lane;
}

/* --- what is open ------------------------------------------------------------------------------------- */

static void
free_stack (gpointer data)
{
  g_array_unref (((Stack *) data)->open);
  g_free (data);
}

static Stack *
get_stack (WeftNpuChromeReader *self, const char *key, guint lane)
{
  Stack *stack = g_hash_table_lookup (self->stacks, key);

  if (stack != NULL)
    return stack;
  stack = g_new0 (Stack, 1);
  stack->lane = lane;
  stack->open = g_array_new (FALSE, FALSE, sizeof (WeftNpuEvent));
  g_hash_table_insert (self->stacks, g_strdup (key), stack);
  return stack;
}

/* Asynchronous slices, flows and counters of one name are told apart by the id, which may be known in its
 * process alone, or in a scope. */
static char *
get_id (WeftNpuChromeReader *self)
{
  g_autofree char *scope = get_word (self, KEY_ID_SCOPE);
  g_autofree char *id = get_word (self, get (self, KEY_GLOBAL_ID) != NULL ? KEY_GLOBAL_ID : KEY_ID);
  g_autofree char *local = get_word (self, KEY_LOCAL_ID), *process = get_word (self, KEY_PROCESS);

  return get (self, KEY_LOCAL_ID) != NULL ? g_strdup_printf ("%s %s %s", scope, process, local)
                                          : g_strdup_printf ("%s %s", scope, id);
}

/* The stack of the event's thread, or of its asynchronous id, whose lane is called after the category, or
 * else the name. */
static Stack *
find_stack (WeftNpuChromeReader *self, gboolean is_async)
{
  g_autofree char *key = NULL, *category = NULL, *id = NULL, *name = NULL, *lane = NULL;
  g_autofree char *process = NULL;
  const char *title;

  if (!is_async)
    {
      guint thread = get_thread (self);

      key = g_strdup_printf ("thread %u", thread);
      return get_stack (self, key, thread);
    }
  category = get_word (self, KEY_CATEGORY);
  id = get_id (self);
  key = g_strdup_printf ("async %s %s", category, id);
  if (g_hash_table_lookup (self->stacks, key) != NULL)
    return g_hash_table_lookup (self->stacks, key);
  name = get_word (self, KEY_NAME);
  process = get_word (self, KEY_PROCESS);
  title = *category != 0 ? category : name;
  lane = g_strdup_printf ("%s/async %s", process, title);
  return get_stack (
    self, key,
    weft_npu_chrome_lanes_find (&self->lanes, lane, get (self, KEY_PROCESS), title, TRUE));
}

/* --- events ------------------------------------------------------------------------------------------- */

static void
add (WeftNpuChromeReader *self, const WeftNpuEvent *event)
{
  if ((event->flags & WEFT_NPU_NO_TIME) == 0)
    self->last_time = MAX (self->last_time, event->end);
  weft_npu_writer_add_event (self->in.writer, event);
}

/* FALSE where there is no time, which is said. */
static gboolean
read_start (WeftNpuChromeReader *self)
{
  const WeftJsonValue *time = get (self, KEY_TIME);

  if (time != NULL && read_time (time, &self->in.event.start))
    {
      self->in.event.end = self->in.event.start;
      return TRUE;
    }
  WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, self->in.record->offset,
                _ ("Expected “ts” here, microseconds; the event is kept, but no view shows it"));
  self->in.event.flags |= WEFT_NPU_NO_TIME | WEFT_NPU_FLAGGED;
  return FALSE;
}

static void
read_complete (WeftNpuChromeReader *self)
{
  const WeftJsonValue *duration = get (self, KEY_DURATION);
  WeftNpuEvent *event = &self->in.event;
  gint64 length = 0;

  event->lane = get_thread (self);
  if (duration == NULL)
    duration = get (self, KEY_THREAD_DURATION);
  if (duration != NULL && !read_time (duration, &length))
    length = 0;
  if (length < 0)
    {
      WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING,
                    weft_json_record_offset (self->in.record, duration),
                    _ ("The duration is negative; the event is shown where it begins"));
      event->flags |= WEFT_NPU_FLAGGED;
      length = 0;
    }
  if (event->start <= G_MAXINT64 - length)
    event->end = event->start + length;
  add (self, event);
}

static void
read_begin (WeftNpuChromeReader *self, gboolean is_async)
{
  Stack *stack = find_stack (self, is_async);

  self->in.event.lane = stack->lane;
  if (stack->open->len < MAX_OPEN)
    g_array_append_val (stack->open, self->in.event);
  else
    add (self, &self->in.event);
}

/* An end belongs to the last beginning of its thread, or of its id. */
static void
read_end (WeftNpuChromeReader *self, gboolean is_async)
{
  Stack *stack = find_stack (self, is_async);
  WeftNpuEvent *begun;

  if (stack->open->len == 0)
    {
      WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_WARNING, self->in.record->offset,
                    _ ("This event ends what did not begin; it is counted and left out"));
      weft_npu_writer_get_next (self->in.writer)->n_skipped++;
      return;
    }
  begun = &g_array_index (stack->open, WeftNpuEvent, stack->open->len - 1);
  begun->end = MAX (self->in.event.start, begun->start);
  if (get (self, KEY_ARGS) != NULL)
    {
      begun->end_place = self->in.event.place;
      begun->end_length = self->in.event.length;
      begun->flags |= WEFT_NPU_HAS_DETAILS;
    }
  add (self, begun);
  g_array_set_size (stack->open, stack->open->len - 1);
}

static void
read_instant (WeftNpuChromeReader *self)
{
  const WeftJsonValue *scope = get (self, KEY_SCOPE);

  if (scope != NULL && weft_json_is_string (scope, "g", 1))
    self->in.event.type = WEFT_NPU_MARKER;
  else
    {
      self->in.event.type = WEFT_NPU_COMMAND;
      self->in.event.lane = get_thread (self);
    }
  add (self, &self->in.event);
}

/* A counter's name, with its id where it has one, and its process where another one has the same: (transfer
 * full). */
static char *
name_counter (WeftNpuChromeReader *self)
{
  g_autofree char *plain = get_word (self, KEY_NAME), *id = get_word (self, KEY_ID);
  g_autofree char *process = get_word (self, KEY_PROCESS);
  g_autofree char *name = *id != 0 ? g_strdup_printf ("%s [%s]", plain, id) : g_strdup (plain);
  const char *first = g_hash_table_lookup (self->counters, name);

  if (first == NULL)
    g_hash_table_insert (self->counters, g_strdup (name), g_strdup (process));
  else if (strcmp (first, process) != 0)
    return g_strdup_printf ("%s · %s", name, process);
  return g_steal_pointer (&name);
}

/* A graph for each of its numbers. */
static void
read_counter (WeftNpuChromeReader *self)
{
  const WeftJsonValue *args = get (self, KEY_ARGS);
  g_autofree char *name = name_counter (self);

  self->in.event.type = WEFT_NPU_COMMAND;
  if (args != NULL && args->kind == WEFT_JSON_OBJECT)
    weft_npu_reading_add_points (&self->in, args, name, NULL, self->in.event.start);
  add (self, &self->in.event);
}

/* One end of an arrow. It is no event of its own. */
static void
read_flow (WeftNpuChromeReader *self, WeftChromeFlowKind kind)
{
  const WeftJsonValue *binding = get (self, KEY_BINDING);
  g_autofree char *category = get_word (self, KEY_CATEGORY), *id = get_id (self);
  g_autofree char *key = g_strconcat (category, " ", id, NULL);
  gboolean is_next =
    kind == WEFT_CHROME_FLOW_END && (binding == NULL || !weft_json_is_string (binding, "e", 1));

  weft_npu_chrome_flows_add (self->flows, key, kind, is_next, get_thread (self),
                             self->in.event.start);
}

static void
take_string (WeftNpuChromeReader *self, guint slot, char **string)
{
  const WeftJsonValue *value = get (self, slot);
  const char *bytes;
  gsize length;

  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return;
  bytes = weft_json_get_string (value, self->in.scratch, &length);
  g_free (*string);
  *string = g_strndup (bytes, length);
}

static void
take_order (WeftNpuChromeReader *self, WeftNpuChromeLabel *label)
{
  const WeftJsonValue *order = get (self, KEY_ARG_ORDER);

  if (order != NULL && order->kind == WEFT_JSON_INTEGER)
    label->sort_index = order->integer;
}

static void
read_metadata (WeftNpuChromeReader *self)
{
  const WeftJsonValue *what = get (self, KEY_NAME);
  g_autofree char *process = get_word (self, KEY_PROCESS), *thread = get_word (self, KEY_THREAD);
  g_autofree char *both = g_strdup_printf ("%s/%s", process, thread);

  if (what == NULL)
    return;
  if (weft_json_is_string (what, "process_name", 12))
    take_string (self, KEY_ARG_NAME,
                 &weft_npu_chrome_label_get (self->lanes.process_labels, process)->name);
  else if (weft_json_is_string (what, "process_labels", 14))
    take_string (self, KEY_ARG_LABELS,
                 &weft_npu_chrome_label_get (self->lanes.process_labels, process)->labels);
  else if (weft_json_is_string (what, "process_sort_index", 18))
    take_order (self, weft_npu_chrome_label_get (self->lanes.process_labels, process));
  else if (weft_json_is_string (what, "thread_name", 11))
    take_string (self, KEY_ARG_NAME,
                 &weft_npu_chrome_label_get (self->lanes.thread_labels, both)->name);
  else if (weft_json_is_string (what, "thread_sort_index", 17))
    take_order (self, weft_npu_chrome_label_get (self->lanes.thread_labels, both));
  self->lanes.renamed = TRUE;
}

static void
read_phase (WeftNpuChromeReader *self, char phase)
{
  switch (phase)
    {
    case 'X':
      read_complete (self);
      break;
    case 'B':
      read_begin (self, FALSE);
      break;
    case 'E':
      read_end (self, FALSE);
      break;
    case 'b':
    case 'S':
      read_begin (self, TRUE);
      break;
    case 'e':
    case 'F':
      read_end (self, TRUE);
      break;
    case 'n':
    case 'T':
      self->in.event.type = WEFT_NPU_COMMAND;
      self->in.event.lane = find_stack (self, TRUE)->lane;
      add (self, &self->in.event);
      break;
    case 'C':
      read_counter (self);
      break;
    case 's':
      read_flow (self, WEFT_CHROME_FLOW_START);
      break;
    case 't':
      read_flow (self, WEFT_CHROME_FLOW_STEP);
      break;
    case 'f':
      read_flow (self, WEFT_CHROME_FLOW_END);
      break;
    default:
      /* Instants, samples, objects, and what may come. */
      read_instant (self);
      break;
    }
}

/* The colour that the event asks for: those words of Chrome's that are no colours of X11 as what they look
 * like there. */
static guint32
get_color (WeftNpuChromeReader *self)
{
  static const char *const words[][2] = {
    { "good", "#007d00" },
    { "bad", "#b47d00" },
    { "terrible", "#b40000" },
    { "thread_state_running", "#7ec894" },
    { "thread_state_runnable", "#85a0d2" },
    { "thread_state_sleeping", "#f0f0f0" },
    { "thread_state_iowait", "#ff8c00" },
    { "thread_state_uninterruptible", "#b67d8f" },
  };
  const WeftJsonValue *color = get (self, KEY_COLOR);

  for (guint i = 0; color != NULL && i < G_N_ELEMENTS (words); i++)
    if (weft_json_is_string (color, words[i][0], strlen (words[i][0])))
      return weft_npu_writer_intern (self->in.writer, words[i][1], strlen (words[i][1]));
  return weft_npu_reading_intern (&self->in, color);
}

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  WeftNpuChromeReader *self = data;
  const WeftJsonValue *phase = weft_json_record_get (record, KEY_PHASE);

  self->in.record = record;
  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      weft_npu_reading_skip (&self->in, _ ("Expected an object here, an event; it is skipped"));
      return;
    }
  if (phase == NULL || phase->kind != WEFT_JSON_STRING || phase->length != 1)
    {
      weft_npu_reading_skip (&self->in, _ ("The event has no “ph”, one letter; it is skipped"));
      return;
    }
  if (phase->text[0] == 'M')
    {
      read_metadata (self);
      return;
    }
  weft_npu_reading_begin (&self->in, record);
  weft_npu_reading_keep (&self->in);
  self->in.event.type = WEFT_NPU_ENGINE;
  self->in.event.name = weft_npu_reading_intern (&self->in, get (self, KEY_NAME));
  self->in.event.phase = weft_npu_reading_intern (&self->in, get (self, KEY_CATEGORY));
  self->in.event.color = get_color (self);
  self->n_stacks += get (self, KEY_FRAME) != NULL || get (self, KEY_STACK) != NULL ? 1 : 0;
  if (weft_json_record_get (record, KEY_ARGS) != NULL)
    self->in.event.flags |= WEFT_NPU_HAS_DETAILS;
  if (read_start (self))
    read_phase (self, phase->text[0]);
  else
    add (self, &self->in.event);
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftNpuChromeReader *self = data;

  if (slot > 0)
    {
      const char *quote = record->self.kind == WEFT_JSON_STRING ? "\"" : "";

      g_free (self->blocks[slot - 1]);
      self->blocks[slot - 1] =
        g_strdup_printf ("%s%.*s%s", quote, (int) record->self.length, record->self.text, quote);
      self->has_blocks = TRUE;
      return;
    }
  self->in.failed = TRUE;
  WEFT_NPU_SAY (&self->in, WEFT_SEVERITY_ERROR, record->offset,
                _ ("“traceEvents” should be an array of events. Check what wrote the trace"));
}

static void
on_array (guint slot G_GNUC_UNUSED, guint64 offset G_GNUC_UNUSED, gboolean repeated G_GNUC_UNUSED,
          gpointer data)
{
  ((WeftNpuChromeReader *) data)->has_events = TRUE;
}

/* --- the reader --------------------------------------------------------------------------------------- */

static char *
describe_failure (const char *title)
{
  return g_strdup_printf (
    _ ("Not all of “%s” could be read as Chrome trace events; its diagnostics say why."), title);
}

/* All that stands around the events is the run's metadata, as one object. */
static void
set_run (WeftNpuChromeReader *self)
{
  g_autoptr (GString) text = g_string_new ("{");
  WeftNpuRun *run;

  if (!self->has_blocks)
    return;
  for (guint i = 0; i < N_BLOCKS; i++)
    if (self->blocks[i] != NULL)
      g_string_append_printf (text, "%s\"%s\": %s", text->len > 1 ? ", " : "", members[i + 1].name,
                              self->blocks[i]);
  g_string_append_c (text, '}');
  run = weft_npu_writer_new_run (self->in.writer);
  g_free (run->metadata);
  run->metadata = g_strdup (text->str);
  weft_npu_writer_set_run (self->in.writer, run);
  self->has_blocks = FALSE;
}

static void
weft_npu_chrome_reader_publish (WeftReader *reader)
{
  WeftNpuChromeReader *self = (WeftNpuChromeReader *) reader;

  weft_npu_chrome_lanes_name (&self->lanes);
  set_run (self);
  weft_npu_writer_publish (self->in.writer);
}

/* Slices that have not ended last to the end of the trace. */
static void
close_open (WeftNpuChromeReader *self)
{
  GHashTableIter iter;
  gpointer data;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->stacks);
  while (g_hash_table_iter_next (&iter, NULL, &data))
    {
      GArray *open = ((Stack *) data)->open;

      n += open->len;
      for (guint i = 0; i < open->len; i++)
        {
          WeftNpuEvent *event = &g_array_index (open, WeftNpuEvent, i);

          event->end = MAX (self->last_time, event->start);
          event->flags |= WEFT_NPU_FLAGGED;
          weft_npu_writer_add_event (self->in.writer, event);
        }
      g_array_set_size (open, 0);
    }
  if (n > 0)
    weft_diagnostics_add (
      self->in.base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE, "%u slice has begun and not ended; it lasts to the end",
                   "%u slices have begun and not ended; they last to the end", n),
      n);
}

/* Slices are known now, and which of them flows connect. */
static void
bind_flows (WeftNpuChromeReader *self)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->in.trace);
  guint n_unbound;

  weft_npu_writer_set_dependencies (self->in.writer,
                                    weft_npu_chrome_flows_bind (self->flows, snapshot, &n_unbound));
  if (n_unbound > 0)
    weft_diagnostics_add (
      self->in.base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (
        GETTEXT_PACKAGE,
        "%u end of a flow belongs to no slice, or to no flow that began; it is left out",
        "%u ends of flows belong to no slice, or to no flow that began; they are left out",
        n_unbound),
      n_unbound);
}

static void
weft_npu_chrome_reader_finish (WeftReader *reader)
{
  WeftNpuChromeReader *self = (WeftNpuChromeReader *) reader;

  if (weft_npu_reading_end (&self->in) && !self->has_events)
    weft_npu_reading_lack (&self->in, _ ("The trace has no “traceEvents”"));
  close_open (self);
  if (self->n_stacks > 0)
    weft_diagnostics_add (
      self->in.base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (
        GETTEXT_PACKAGE, "%u event says by which calls it was reached, which is not shown",
        "%u events say by which calls they were reached, which is not shown", self->n_stacks),
      self->n_stacks);
  weft_npu_chrome_reader_publish (reader);
  bind_flows (self);
}

static void
weft_npu_chrome_reader_clear (WeftReader *reader)
{
  WeftNpuChromeReader *self = (WeftNpuChromeReader *) reader;

  weft_npu_chrome_lanes_clear (&self->lanes);
  g_hash_table_unref (self->stacks);
  g_hash_table_unref (self->counters);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_free (self->blocks[i]);
  weft_npu_chrome_flows_free (self->flows);
  weft_npu_reading_clear (reader);
}

static const WeftReaderClass reader_class = {
  .feed = weft_npu_reading_feed,
  .publish = weft_npu_chrome_reader_publish,
  .finish = weft_npu_chrome_reader_finish,
  .is_whole = weft_npu_reading_is_whole,
  .clear = weft_npu_chrome_reader_clear,
};

WeftReader *
weft_npu_chrome_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .member = on_member,
                                           .array = on_array,
                                           .element = on_element,
                                           .no_number = weft_npu_reading_no_number };
  static const WeftJsonShape shape = {
    .members = members, .elements = keys, .open_array = TRUE, .single = TRUE
  };
  WeftNpuChromeReader *self =
    weft_npu_reading_new (&reader_class, sizeof *self, setup, &shape, &handler);

  self->in.describe_failure = describe_failure;
  self->flows = weft_npu_chrome_flows_new ();
  weft_npu_chrome_lanes_init (&self->lanes, &self->in);
  self->stacks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_stack);
  self->counters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  weft_npu_writer_get_next (self->in.writer)->is_chrome = TRUE;
  weft_npu_writer_publish (self->in.writer);
  weft_trace_set_format (self->in.base.trace, _ ("Chrome trace events"));
  return &self->in.base;
}

static gboolean
has (const char *head, const char *end, const char *word)
{
  return memmem (head, (gsize) (end - head), word, strlen (word)) != NULL;
}

WeftSniff
weft_npu_chrome_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length, *p = weft_npu_find_document (head, end);

  if (p < end && *p != '{' && *p != '[')
    return WEFT_SNIFF_NO;
  if (p < end && *p == '{')
    {
      if (has (p, end, "\"traceEvents\""))
        return WEFT_SNIFF_YES;
      return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
    }
  if (has (p, end, "\"ph\"") && (has (p, end, "\"pid\"") || has (p, end, "\"ts\"")))
    return WEFT_SNIFF_YES;
  return length < HEAD_SIZE ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
