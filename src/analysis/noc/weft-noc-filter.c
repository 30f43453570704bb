/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-filter.h"

#include "weft-expression-eval.h"
#include "weft-noc-trace-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- the language ----------------------------------------------------------------------------- */

enum
{
  FIELD_CYCLE,
  FIELD_LINE,
  FIELD_NOC,
  FIELD_BYTES,
  FIELD_VC,
  FIELD_SX,
  FIELD_SY,
  FIELD_DX,
  FIELD_DY,
  FIELD_DEVICE,
  FIELD_RUN,
  FIELD_TYPE,
  FIELD_CLASS,
  FIELD_PROC,
  FIELD_OP,
  FIELD_ZONE,
  FIELD_READ,
  FIELD_WRITE,
  FIELD_TRANSFER,
  FIELD_MULTICAST,
  FIELD_FABRIC,
  FIELD_SATURATED,
  N_FIELDS
};

static const WeftField fields[N_FIELDS] = {
  { "cycle", WEFT_FIELD_NUMBER, FALSE, 2, N_ ("Cycle of the issue, from the zero of the trace") },
  { "line", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Line of the file where the record begins, from 1") },
  { "noc", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Network: 0 or 1") },
  { "bytes", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Bytes as the record has them") },
  { "vc", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Virtual channel; −1: unset") },
  { "sx", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Column of the core that issued it") },
  { "sy", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Row of the core that issued it") },
  { "dx", WEFT_FIELD_NUMBER, FALSE, 1,
    N_ ("Column of the other tile, or where a rectangle starts") },
  { "dy", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Row of the other tile, or where a rectangle starts") },
  { "device", WEFT_FIELD_NUMBER, FALSE, 2, N_ ("Id of the device") },
  { "run", WEFT_FIELD_NUMBER, FALSE, 2, N_ ("Id of the run on the host") },
  { "type", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Type of the event: \"READ\"") },
  { "class", WEFT_FIELD_TEXT, FALSE, 1,
    N_ ("read, write, barrier, flush, semaphore, fabric, other or zone") },
  { "proc", WEFT_FIELD_TEXT, FALSE, 1, N_ ("Processor: \"BRISC\"") },
  { "op", WEFT_FIELD_TEXT, FALSE, 2, N_ ("Name of the op") },
  { "zone", WEFT_FIELD_TEXT, FALSE, 20, N_ ("Zone that a transfer was issued in") },
  { "read", WEFT_FIELD_FLAG, FALSE, 1, N_ ("A read") },
  { "write", WEFT_FIELD_FLAG, FALSE, 1, N_ ("A write") },
  { "transfer", WEFT_FIELD_FLAG, FALSE, 20, N_ ("Payload goes over the network") },
  { "multicast", WEFT_FIELD_FLAG, FALSE, 1, N_ ("To a rectangle of tiles") },
  { "fabric", WEFT_FIELD_FLAG, FALSE, 1, N_ ("From chip to chip") },
  { "saturated", WEFT_FIELD_FLAG, FALSE, 1,
    N_ ("8160 bytes or more: the device counts no further") },
};

const WeftLanguage *
weft_noc_language (void)
{
  static const WeftLanguage language = { fields, N_FIELDS, NULL, 0, "bytes >= 1024 && noc == 1" };

  return &language;
}

WeftExpression *
weft_noc_filter_parse (const char *text, WeftTextPlace *place, GError **error)
{
  return weft_expression_parse (weft_noc_language (), text, place, error);
}

/* --- words ------------------------------------------------------------------------------------ */

/* Classes are numbered as their enumeration; zones come behind. */
#define N_CLASSES (WEFT_NOC_FABRIC + 1u)

static const char *
get_class_word (guint class)
{
  return class < N_CLASSES ? weft_noc_class_to_string ((WeftNocClass) class) : "zone";
}

/* Fields of text have numbers below these, and a word for each: what most events are called comes
 * from a document, everything else from the trace. */
static guint
get_n_words (WeftNocTrace *trace, guint field)
{
  switch (field)
    {
    case FIELD_CLASS:
      return N_CLASSES + 1;
    case FIELD_PROC:
      return weft_noc_trace_get_n_procs (trace);
    default:
      return weft_noc_trace_get_n_names (trace);
    }
}

static const char *
get_word (WeftNocTrace *trace, guint field, guint word)
{
  const char *name;

  switch (field)
    {
    case FIELD_CLASS:
      return get_class_word (word);
    case FIELD_PROC:
      return weft_noc_trace_get_proc (trace, word);
    default:
      name = weft_noc_trace_get_name (trace, word);
      /* As documents spell it. */
      return field == FIELD_TYPE && strcmp (name, "WRITE_") == 0 ? "WRITE" : name;
    }
}

/* Whether names of that number stand in the field at all. */
static void
mark_used (WeftNocTrace *trace, guint field, guint8 *used, guint n)
{
  guint32 n_records = weft_noc_trace_get_n_records (trace);

  for (guint32 i = 0; field == FIELD_OP && i < weft_noc_trace_get_n_contexts (trace); i++)
    {
      guint32 name = *weft_table_u32 (&trace->contexts, NOC_CONTEXT_OP, i);

      if (name < n)
        used[name] = TRUE;
    }
  for (guint32 record = 0; field != FIELD_OP && record < n_records; record++)
    {
      gboolean is_event = weft_noc_type (trace, record) < NOC_TYPE_ZONE_START;
      guint32 name = *weft_table_u32 (&trace->records, NOC_NAME, record);

      if (is_event == (field == FIELD_TYPE) && name < n)
        used[name] = TRUE;
    }
}

char **
weft_noc_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  guint index = (guint) (field - fields), n;
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint8 *used = NULL;

  if (field->type != WEFT_FIELD_TEXT)
    return NULL;
  n = get_n_words (trace, index);
  used = g_new0 (guint8, n + 1);
  if (index == FIELD_CLASS || index == FIELD_PROC)
    memset (used, TRUE, n);
  else
    mark_used (trace, index, used, n);
  for (guint i = 0; i < n; i++)
    if (used[i])
      g_ptr_array_add (words, g_utf8_make_valid (get_word (trace, index, i), -1));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

/* --- records ---------------------------------------------------------------------------------- */

typedef struct
{
  const WeftNocCapture *capture;
  WeftNocTrace *trace;
  const WeftTextMatcher *matcher; /* whose answers these are: */
  guint field;
  guint8 *matching; /* by word */
  guint n_words;
} Source;

static gboolean
is_event (const Source *self, guint32 record)
{
  return weft_noc_type (self->trace, record) < NOC_TYPE_ZONE_START;
}

static WeftNocClass
get_class (const Source *self, guint32 record)
{
  return weft_noc_get_type (weft_noc_type (self->trace, record))->klass;
}

/* FALSE where the record has no such number. */
static gboolean
read_number (const Source *self, guint field, guint32 record, gint64 *value)
{
  WeftNocContext context;

  switch (field)
    {
    case FIELD_CYCLE:
      *value = weft_noc_capture_get_cycle (self->capture, record);
      return TRUE;
    case FIELD_LINE:
      *value = *weft_table_u32 (&self->trace->records, NOC_LINE, record);
      return TRUE;
    case FIELD_NOC:
      *value = weft_noc_network (self->trace, record);
      return *value < WEFT_NOC_UNDEFINED;
    case FIELD_BYTES:
      *value = weft_noc_bytes (self->trace, record);
      return is_event (self, record);
    case FIELD_VC:
      *value = (gint8) *weft_table_u8 (&self->trace->records, NOC_VC, record);
      return is_event (self, record);
    case FIELD_SX:
    case FIELD_SY:
    case FIELD_DX:
    case FIELD_DY:
      *value = weft_noc_coordinate (self->trace, NOC_SX + (field - FIELD_SX), record);
      return *value >= 0;
    case FIELD_DEVICE:
      *value = weft_noc_capture_get_device_id (self->capture,
                                               weft_noc_capture_device_of (self->capture, record));
      return TRUE;
    case FIELD_RUN:
    default:
      weft_noc_trace_get_context (self->trace, weft_noc_context (self->trace, record), &context);
      *value = context.run_host_id;
      return context.run_host_id != G_MININT64;
    }
}

static void
read_numbers (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
              gint64 *values, guint64 *present)
{
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    if (read_number (data, use->index, first + (guint32) i, &values[i]))
      weft_set_bit (present, i);
  }
}

static gboolean
read_flag (const Source *self, guint field, guint32 record)
{
  if (!is_event (self, record))
    return FALSE;
  switch (field)
    {
    case FIELD_READ:
      return get_class (self, record) == WEFT_NOC_READ;
    case FIELD_WRITE:
      return get_class (self, record) == WEFT_NOC_WRITE;
    case FIELD_TRANSFER:
      return weft_noc_capture_find_transfer (self->capture, record) != NULL;
    case FIELD_MULTICAST:
      return (weft_noc_flags (self->trace, record) & WEFT_NOC_MULTICAST) != 0;
    case FIELD_FABRIC:
      return get_class (self, record) == WEFT_NOC_FABRIC;
    case FIELD_SATURATED:
    default:
      return weft_noc_bytes (self->trace, record) == WEFT_NOC_SATURATED;
    }
}

static void
read_flags (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
            guint64 *flags)
{
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    if (read_flag (data, use->index, first + (guint32) i))
      weft_set_bit (flags, i);
  }
}

/* The number of the word of the record: FALSE where it has none. */
static gboolean
read_word (const Source *self, guint field, guint32 record, guint32 *word)
{
  const WeftNocTransfer *transfer;
  const WeftNocZone *zones;
  guint32 n_zones;

  switch (field)
    {
    case FIELD_CLASS:
      *word = is_event (self, record) ? get_class (self, record) : N_CLASSES;
      return TRUE;
    case FIELD_PROC:
      *word = weft_noc_proc (self->trace, record);
      return TRUE;
    case FIELD_OP:
      *word = *weft_table_u32 (&self->trace->contexts, NOC_CONTEXT_OP,
                               weft_noc_context (self->trace, record));
      return TRUE;
    case FIELD_TYPE:
      *word = *weft_table_u32 (&self->trace->records, NOC_NAME, record);
      return is_event (self, record);
    case FIELD_ZONE:
    default:
      *word = *weft_table_u32 (&self->trace->records, NOC_NAME, record);
      if (!is_event (self, record))
        return TRUE;
      transfer = weft_noc_capture_find_transfer (self->capture, record);
      if (transfer == NULL || transfer->zone == WEFT_NO_ROW)
        return FALSE;
      zones = weft_noc_capture_get_zones (self->capture, &n_zones);
      *word = zones[transfer->zone].name_id;
      return TRUE;
    }
}

/* Each word is matched once for all rows. */
static void
match_words (Source *self, guint field, const WeftTextMatcher *matcher)
{
  if (self->matcher == matcher && self->field == field)
    return;
  self->matcher = matcher;
  self->field = field;
  self->n_words = get_n_words (self->trace, field);
  g_free (self->matching);
  self->matching = g_new0 (guint8, self->n_words + 1);
  for (guint i = 0; i < self->n_words; i++)
    {
      g_autofree char *word = g_utf8_make_valid (get_word (self->trace, field, i), -1);
      gsize from, to;

      self->matching[i] = weft_text_matcher_find (matcher, word, strlen (word), &from, &to);
    }
}

static void
match_texts (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  Source *self = data;

  match_words (self, use->index, matcher);
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    guint32 word;

    if (!read_word (self, use->index, first + (guint32) i, &word) || word >= self->n_words)
      continue;
    weft_set_bit (present, i);
    if (self->matching[word])
      weft_set_bit (matches, i);
  }
}

/* --- running ---------------------------------------------------------------------------------- */

/* The bits of the first `n` rows. */
static void
set_first (guint64 *words, guint n)
{
  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  for (guint i = 0; i < n; i++)
    weft_set_bit (words, i);
}

WeftBitset *
weft_noc_filter_run (WeftExpression *expression, const WeftNocCapture *capture,
                     GCancellable *cancellable, GError **error)
{
  static const WeftRowSource functions = { read_numbers, read_flags, match_texts };
  guint32 n_records = weft_noc_capture_get_n_records (capture);
  g_autoptr (WeftBitset) records = weft_bitset_new (n_records);
  Source source = { .capture = capture, .trace = weft_noc_capture_get_trace (capture) };

  for (guint64 first = 0; first < n_records; first += WEFT_EVAL_ROWS)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];
      guint n = (guint) MIN (n_records - first, WEFT_EVAL_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_free (source.matching);
          return NULL;
        }
      set_first (wanted, n);
      weft_expression_eval (expression, &functions, &source, (guint32) first, wanted, result);
      memcpy (records->words + first / 64, result, weft_bitset_count_words (n) * sizeof *result);
    }
  g_free (source.matching);
  weft_bitset_seal (records);
  return g_steal_pointer (&records);
}
