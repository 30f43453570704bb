/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-chrome-reader.h"

#include "weft-chrome-flows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* An array of events is recognised within so much of its beginning. */
#define HEAD_SIZE 4096

/* Slices that are open at a time, of a thread or an asynchronous id. */
#define MAX_OPEN 4096

/* --- the reader's own --------------------------------------------------------------------------------- */

/* Slices that have begun and not ended: WeftNpuEvent. */
typedef struct
{
  guint lane;
  GArray *open;
} Stack;

/* A lane, and what it is called after. */
typedef struct
{
  guint lane;
  char *process; /* its pid as written */
  char *thread;
} Thread;

struct _WeftChromeReader
{
  WeftNpuBaseReader parent_instance;

  WeftNpuReading *in; /* the base's */

  GHashTable *threads;       /* "pid/tid" → Thread */
  GHashTable *stacks;        /* what is open: a key of its own → Stack */
  GHashTable *process_names; /* pid → name */
  GHashTable *thread_names;  /* "pid/tid" → name */
  WeftChromeFlows *flows;
  gint64 last_time;          /* that any event reached */
  gboolean renamed;          /* a name came since the lanes were named */
  gboolean has_events;
};

G_DEFINE_FINAL_TYPE (WeftChromeReader, weft_chrome_reader, WEFT_TYPE_NPU_BASE_READER)

enum
{
  KEY_PHASE,
  KEY_NAME,
  KEY_CATEGORY,
  KEY_TIME,
  KEY_DURATION,
  KEY_PROCESS,
  KEY_THREAD,
  KEY_ID,
  KEY_SCOPE,
  KEY_BINDING,
  KEY_ARGS,
  KEY_ARG_NAME,
};

static const WeftJsonKey arg_keys[] = { { "name", KEY_ARG_NAME, NULL }, { NULL, 0, NULL } };

static const WeftJsonKey keys[] = {
  { "ph", KEY_PHASE, NULL },     { "name", KEY_NAME, NULL },  { "cat", KEY_CATEGORY, NULL },
  { "ts", KEY_TIME, NULL },      { "dur", KEY_DURATION, NULL }, { "pid", KEY_PROCESS, NULL },
  { "tid", KEY_THREAD, NULL },   { "id", KEY_ID, NULL },      { "s", KEY_SCOPE, NULL },
  { "bp", KEY_BINDING, NULL },
  { "args", KEY_ARGS, arg_keys }, { NULL, 0, NULL },
};

static const WeftJsonMember members[] = {
  { "traceEvents", 0, keys },
  { NULL, 0, NULL },
};

/* --- values ------------------------------------------------------------------------------------------- */

/* Microseconds, with as many digits behind the point as there are, in nanoseconds: exactly, which a
 * double is not for times that count from 1970. FALSE where it is no such number. */
static gboolean
read_time (const WeftJsonValue *value, gint64 *time)
{
  const char *p = value->text, *end = p + value->length;
  gboolean negative;
  gint64 n = 0, scale = 1000;

  if (!weft_json_is_number (value))
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
get (WeftChromeReader *self, guint slot)
{
  return weft_json_record_get (self->in->record, slot);
}

/* A number or a string as it is written; "" where there is none: (transfer full). */
static char *
get_word (WeftChromeReader *self, guint slot)
{
  const WeftJsonValue *value = get (self, slot);

  return value != NULL && value->kind <= WEFT_JSON_STRING ? g_strndup (value->text, value->length)
                                                          : g_strdup ("");
}

/* --- lanes -------------------------------------------------------------------------------------------- */

static guint
make_lane (WeftChromeReader *self, const char *name)
{
  return weft_npu_reading_get_lane (self->in, WEFT_NPU_OTHER_ENGINE,
                                    weft_npu_writer_intern (self->in->writer, name, strlen (name)),
                                    -1);
}

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  g_free (thread->process);
  g_free (thread->thread);
  g_free (thread);
}

static guint
get_thread (WeftChromeReader *self)
{
  const WeftJsonValue *process = get (self, KEY_PROCESS), *thread = get (self, KEY_THREAD);
  Thread *known;

  g_string_printf (self->in->scratch, "%.*s/%.*s", process != NULL ? (int) process->length : 0,
                   process != NULL ? process->text : "", thread != NULL ? (int) thread->length : 0,
                   thread != NULL ? thread->text : "");
  known = g_hash_table_lookup (self->threads, self->in->scratch->str);
  if (known != NULL)
    return known->lane;
  known = g_new0 (Thread, 1);
  known->lane = make_lane (self, self->in->scratch->str);
  known->process = get_word (self, KEY_PROCESS);
  known->thread = get_word (self, KEY_THREAD);
  g_hash_table_insert (self->threads, g_strdup (self->in->scratch->str), known);
  self->renamed = TRUE;
  return known->lane;
}

/* Calls each lane of a thread by the names that came for it, or else by its numbers. */
static void
name_lanes (WeftChromeReader *self)
{
  GHashTableIter iter;
  gpointer key, data;

  g_hash_table_iter_init (&iter, self->threads);
  while (self->renamed && g_hash_table_iter_next (&iter, &key, &data))
    {
      const Thread *thread = data;
      const char *process = g_hash_table_lookup (self->process_names, thread->process);
      const char *name = g_hash_table_lookup (self->thread_names, key);
      g_autofree char *label =
        g_strdup_printf ("%s · %s", process != NULL ? process : thread->process,
                         name != NULL ? name : thread->thread);

      weft_npu_writer_name_lane (self->in->writer, thread->lane,
                                 weft_npu_writer_intern (self->in->writer, label, strlen (label)));
    }
  self->renamed = FALSE;
}

/* --- what is open ------------------------------------------------------------------------------------- */

static void
free_stack (gpointer data)
{
  g_array_unref (((Stack *) data)->open);
  g_free (data);
}

static Stack *
get_stack (WeftChromeReader *self, const char *key, guint lane)
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

/* The stack of the event's thread, or of its asynchronous id, whose lane is called after the name. */
static Stack *
find_stack (WeftChromeReader *self, gboolean is_async)
{
  g_autofree char *key = NULL, *category = NULL, *id = NULL, *name = NULL;

  if (!is_async)
    {
      guint lane = get_thread (self);

      key = g_strdup_printf ("thread %u", lane);
      return get_stack (self, key, lane);
    }
  category = get_word (self, KEY_CATEGORY);
  id = get_word (self, KEY_ID);
  name = get_word (self, KEY_NAME);
  key = g_strdup_printf ("async %s %s", category, id);
  if (g_hash_table_lookup (self->stacks, key) != NULL)
    return g_hash_table_lookup (self->stacks, key);
  g_free (category);
  category = get_word (self, KEY_CATEGORY);
  return get_stack (self, key, make_lane (self, *category != 0 ? category : name));
}

/* --- events ------------------------------------------------------------------------------------------- */

static void
add (WeftChromeReader *self, const WeftNpuEvent *event)
{
  if ((event->flags & WEFT_NPU_NO_TIME) == 0)
    self->last_time = MAX (self->last_time, event->end);
  weft_npu_writer_add_event (self->in->writer, event);
}

/* FALSE where there is no time, which is said. */
static gboolean
read_start (WeftChromeReader *self)
{
  const WeftJsonValue *time = get (self, KEY_TIME);

  if (time != NULL && read_time (time, &self->in->event.start))
    {
      self->in->event.end = self->in->event.start;
      return TRUE;
    }
  WEFT_NPU_SAY (self->in, WEFT_SEVERITY_WARNING, self->in->record->offset,
                _("Expected “ts” here, microseconds; the event is kept, but no view shows it"));
  self->in->event.flags |= WEFT_NPU_NO_TIME | WEFT_NPU_FLAGGED;
  return FALSE;
}

static void
read_complete (WeftChromeReader *self)
{
  const WeftJsonValue *duration = get (self, KEY_DURATION);
  WeftNpuEvent *event = &self->in->event;
  gint64 length = 0;

  event->lane = get_thread (self);
  if (duration != NULL && !read_time (duration, &length))
    length = 0;
  if (length < 0)
    {
      WEFT_NPU_SAY (self->in, WEFT_SEVERITY_WARNING,
                    weft_json_record_offset (self->in->record, duration),
                    _("The duration is negative; the event is shown where it begins"));
      event->flags |= WEFT_NPU_FLAGGED;
      length = 0;
    }
  if (event->start <= G_MAXINT64 - length)
    event->end = event->start + length;
  add (self, event);
}

static void
read_begin (WeftChromeReader *self, gboolean is_async)
{
  Stack *stack = find_stack (self, is_async);

  self->in->event.lane = stack->lane;
  if (stack->open->len < MAX_OPEN)
    g_array_append_val (stack->open, self->in->event);
  else
    add (self, &self->in->event);
}

/* An end belongs to the last beginning of its thread, or of its id. */
static void
read_end (WeftChromeReader *self, gboolean is_async)
{
  Stack *stack = find_stack (self, is_async);
  WeftNpuEvent *begun;

  if (stack->open->len == 0)
    {
      WEFT_NPU_SAY (self->in, WEFT_SEVERITY_WARNING, self->in->record->offset,
                    _("This event ends what did not begin; it is counted and left out"));
      weft_npu_writer_skip (self->in->writer);
      return;
    }
  begun = &g_array_index (stack->open, WeftNpuEvent, stack->open->len - 1);
  begun->end = MAX (self->in->event.start, begun->start);
  add (self, begun);
  g_array_set_size (stack->open, stack->open->len - 1);
}

static void
read_instant (WeftChromeReader *self)
{
  const WeftJsonValue *scope = get (self, KEY_SCOPE);

  if (scope != NULL && weft_json_is_string (scope, "g", 1))
    self->in->event.type = WEFT_NPU_MARKER;
  else
    {
      self->in->event.type = WEFT_NPU_COMMAND;
      self->in->event.lane = get_thread (self);
    }
  add (self, &self->in->event);
}

/* A graph for each of its numbers. */
static void
read_counter (WeftChromeReader *self)
{
  const WeftJsonValue *args = get (self, KEY_ARGS);
  g_autofree char *name = get_word (self, KEY_NAME);

  self->in->event.type = WEFT_NPU_COMMAND;
  if (args != NULL && args->kind == WEFT_JSON_OBJECT)
    weft_npu_reading_add_points (self->in, args, name, NULL, self->in->event.start);
  add (self, &self->in->event);
}

/* One end of an arrow. It is no event of its own. */
static void
read_flow (WeftChromeReader *self, WeftChromeFlowKind kind)
{
  const WeftJsonValue *binding = get (self, KEY_BINDING);
  g_autofree char *category = get_word (self, KEY_CATEGORY), *id = get_word (self, KEY_ID);
  g_autofree char *key = g_strconcat (category, " ", id, NULL);
  gboolean is_next = kind == WEFT_CHROME_FLOW_END
                     && (binding == NULL || !weft_json_is_string (binding, "e", 1));

  weft_chrome_flows_add (self->flows, key, kind, is_next, get_thread (self),
                         self->in->event.start);
}

static void
read_metadata (WeftChromeReader *self)
{
  const WeftJsonValue *what = get (self, KEY_NAME), *name = get (self, KEY_ARG_NAME);
  g_autofree char *process = get_word (self, KEY_PROCESS), *thread = get_word (self, KEY_THREAD);
  const char *bytes;
  gsize length;

  if (what == NULL || name == NULL || name->kind != WEFT_JSON_STRING)
    return;
  bytes = weft_json_get_string (name, self->in->scratch, &length);
  if (weft_json_is_string (what, "process_name", 12))
    g_hash_table_insert (self->process_names, g_steal_pointer (&process),
                         g_strndup (bytes, length));
  else if (weft_json_is_string (what, "thread_name", 11))
    g_hash_table_insert (self->thread_names, g_strdup_printf ("%s/%s", process, thread),
                         g_strndup (bytes, length));
  self->renamed = TRUE;
}

static void
read_phase (WeftChromeReader *self, char phase)
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
      self->in->event.type = WEFT_NPU_COMMAND;
      self->in->event.lane = find_stack (self, TRUE)->lane;
      add (self, &self->in->event);
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

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  WeftChromeReader *self = data;
  const WeftJsonValue *phase = weft_json_record_get (record, KEY_PHASE);

  self->in->record = record;
  if (record->self.kind != WEFT_JSON_OBJECT)
    {
      weft_npu_reading_skip (self->in, _("Expected an object here, an event; it is skipped"));
      return;
    }
  if (phase == NULL || phase->kind != WEFT_JSON_STRING || phase->length != 1)
    {
      weft_npu_reading_skip (self->in, _("The event has no “ph”, one letter; it is skipped"));
      return;
    }
  if (phase->text[0] == 'M')
    {
      read_metadata (self);
      return;
    }
  weft_npu_reading_begin (self->in, record);
  weft_npu_reading_keep (self->in);
  self->in->event.type = WEFT_NPU_ENGINE;
  self->in->event.name = weft_npu_reading_intern (self->in, get (self, KEY_NAME));
  self->in->event.phase = weft_npu_reading_intern (self->in, get (self, KEY_CATEGORY));
  if (weft_json_record_get (record, KEY_ARGS) != NULL)
    self->in->event.flags |= WEFT_NPU_HAS_DETAILS;
  if (read_start (self))
    read_phase (self, phase->text[0]);
  else
    add (self, &self->in->event);
}

static void
on_member (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record,
           gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftChromeReader *self = data;

  self->in->failed = TRUE;
  WEFT_NPU_SAY (self->in, WEFT_SEVERITY_ERROR, record->offset,
                _("“traceEvents” should be an array of events. Check what wrote the trace"));
}

static void
on_array (guint slot G_GNUC_UNUSED, guint64 offset G_GNUC_UNUSED,
          gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  ((WeftChromeReader *) data)->has_events = TRUE;
}

/* --- the reader --------------------------------------------------------------------------------------- */

static char *
describe_failure (const char *title)
{
  return g_strdup_printf (
    _("Not all of “%s” could be read as Chrome trace events; its diagnostics say why."), title);
}

static void
weft_chrome_reader_publish (WeftReader *reader)
{
  WeftChromeReader *self = WEFT_CHROME_READER (reader);

  name_lanes (self);
  weft_npu_writer_publish (self->in->writer);
}

/* What has not ended lasts to the end of the trace. */
static void
close_open (WeftChromeReader *self)
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
          weft_npu_writer_add_event (self->in->writer, event);
        }
      g_array_set_size (open, 0);
    }
  if (n > 0)
    weft_diagnostics_add (self->in->diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          ngettext ("%u slice has begun and not ended; it lasts to the end",
                                    "%u slices have begun and not ended; they last to the end", n),
                          n);
}

/* Slices are known now, and which of them flows connect. */
static void
bind_flows (WeftChromeReader *self)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (self->in->trace);
  guint n_unbound;

  weft_npu_writer_set_dependencies (self->in->writer,
                                    weft_chrome_flows_bind (self->flows, snapshot, &n_unbound));
  if (n_unbound > 0)
    weft_diagnostics_add (
      self->in->diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      ngettext ("%u end of a flow belongs to no slice, or to no flow that began; it is left out",
                "%u ends of flows belong to no slice, or to no flow that began; they are left out",
                n_unbound),
      n_unbound);
}

static void
weft_chrome_reader_finish (WeftReader *reader)
{
  WeftChromeReader *self = WEFT_CHROME_READER (reader);

  if (weft_npu_reading_end (self->in) && !self->has_events)
    weft_npu_reading_lack (self->in, _("The trace has no “traceEvents”"));
  close_open (self);
  weft_chrome_reader_publish (reader);
  bind_flows (self);
}

static void
weft_chrome_reader_finalize (GObject *object)
{
  WeftChromeReader *self = WEFT_CHROME_READER (object);

  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->stacks);
  g_hash_table_unref (self->process_names);
  g_hash_table_unref (self->thread_names);
  weft_chrome_flows_free (self->flows);
  G_OBJECT_CLASS (weft_chrome_reader_parent_class)->finalize (object);
}

static void
weft_chrome_reader_class_init (WeftChromeReaderClass *klass)
{
  WeftReaderClass *reader_class = WEFT_READER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_chrome_reader_finalize;
  reader_class->publish = weft_chrome_reader_publish;
  reader_class->finish = weft_chrome_reader_finish;
  WEFT_NPU_BASE_READER_CLASS (klass)->describe_failure = describe_failure;
}

static void
weft_chrome_reader_init (WeftChromeReader *self)
{
  self->flows = weft_chrome_flows_new ();
  self->in = weft_npu_base_reader_get (WEFT_NPU_BASE_READER (self));
  self->threads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_thread);
  self->stacks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_stack);
  self->process_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->thread_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

WeftReader *
weft_chrome_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .member = on_member, .array = on_array,
                                           .element = on_element,
                                           .no_number = weft_npu_base_reader_no_number };
  static const WeftJsonShape shape = { .members = members, .elements = keys, .open_array = TRUE,
                                       .single = TRUE };
  WeftChromeReader *self = g_object_new (WEFT_TYPE_CHROME_READER, NULL);

  weft_npu_base_reader_set_up (WEFT_NPU_BASE_READER (self), setup, &shape, &handler);
  weft_npu_writer_set_chrome (self->in->writer);
  weft_npu_writer_publish (self->in->writer);
  weft_trace_set_format (WEFT_TRACE (self->in->trace), _("Chrome trace events"));
  return WEFT_READER (self);
}

static gboolean
has (const char *head, const char *end, const char *word)
{
  return memmem (head, (gsize) (end - head), word, strlen (word)) != NULL;
}

WeftSniff
weft_chrome_reader_sniff (const char *head, gsize length)
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
