/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-fields.h"

#include "weft-bus-model.h"
#include "weft-bus-region.h"
#include "weft-bus-trace-private.h"
#include "weft-expression-eval.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- the language ----------------------------------------------------------------------------- */

enum
{
  FIELD_SEQ,
  FIELD_LINE,
  FIELD_MASTER,
  FIELD_FIRST_ATTEMPT,
  FIELD_COMPLETE,
  FIELD_ADDR,
  FIELD_SIZE,
  FIELD_RW,
  FIELD_KIND,
  FIELD_SERVICE,
  FIELD_RETRIES,
  FIELD_ELAPSED,
  FIELD_WAIT,
  FIELD_REGION,
  FIELD_CACHE,
  FIELD_EXACT,
  FIELD_OVERLONG,
  FIELD_UNWAITED,
  FIELD_WAIT_DELTA, /* from here on the model is asked */
  FIELD_TOTAL_DELTA,
  FIELD_DRIFT_WAIT,
  FIELD_DRIFT_TOTAL,
  FIELD_CLASS,
  FIELD_KNOWN_GAP,
  N_FIELDS
};

static const WeftField fields[N_FIELDS] = {
  { "seq", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Sequence number") },
  { "line", WEFT_FIELD_NUMBER, FALSE, 1,
    N_ ("Line of the file, or number of the record in a binary one, from 1") },
  { "master", WEFT_FIELD_TEXT, FALSE, 1, N_ ("MSH2, SSH2 or DMA") },
  { "tick_first_attempt", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Tick of the first attempt") },
  { "tick_complete", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Tick in which the access completed") },
  { "addr", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Address") },
  { "size", WEFT_FIELD_NUMBER, FALSE, 1, N_ ("Bytes: 1, 2 or 4") },
  { "rw", WEFT_FIELD_TEXT, FALSE, 1, N_ ("R or W") },
  { "kind", WEFT_FIELD_TEXT, FALSE, 1, N_ ("ifetch, read, write, mmio_read or mmio_write") },
  { "service_cycles", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Cycles of one attempt") },
  { "retries", WEFT_FIELD_NUMBER, TRUE, 1, N_ ("Blocked attempts before the one that succeeded") },
  { "elapsed", WEFT_FIELD_NUMBER, TRUE, 2, N_ ("Cycles from the first attempt to the end") },
  { "wait", WEFT_FIELD_NUMBER, TRUE, 3, N_ ("Cycles of these that were no service") },
  { "region", WEFT_FIELD_TEXT, FALSE, 2, N_ ("Name of the region: \"High WRAM\"") },
  { "cache", WEFT_FIELD_TEXT, FALSE, 3, N_ ("Cache bucket: \"cache_hit\"") },
  { "exact", WEFT_FIELD_FLAG, FALSE, 2, N_ ("Its ticks say how long it took") },
  { "overlong", WEFT_FIELD_FLAG, FALSE, 3, N_ ("Its service is longer than all of it took") },
  { "unwaited", WEFT_FIELD_FLAG, FALSE, 3, N_ ("It was retried, and still did not wait") },
  { "wait_delta", WEFT_FIELD_NUMBER, FALSE, 30, N_ ("Cycles of wait, model − observed") },
  { "total_delta", WEFT_FIELD_NUMBER, FALSE, 30, N_ ("Cycles in all, model − observed") },
  { "drift_wait", WEFT_FIELD_NUMBER, FALSE, 30,
    N_ ("Cycles that the model's bus is behind at the first attempt") },
  { "drift_total", WEFT_FIELD_NUMBER, FALSE, 30,
    N_ ("Cycles that the model's bus is behind at the end") },
  { "class", WEFT_FIELD_TEXT, FALSE, 30, N_ ("agreement, mismatch or known_ymir_wait_model_gap") },
  { "known_gap", WEFT_FIELD_FLAG, FALSE, 30,
    N_ ("A known gap of the trace's waits, which is no error of the arbiter") },
};

const WeftLanguage *
weft_bus_language (void)
{
  static const WeftLanguage language = { fields, N_FIELDS, NULL, 0,
                                         "wait > 20 && master == \"SSH2\"" };

  return &language;
}

/* The words of a field of text, as many as are asked for; NULL behind the last. */
static const char *
get_word (WeftBusTrace *trace, guint field, guint word)
{
  switch (field)
    {
    case FIELD_MASTER:
      return word < WEFT_BUS_N_MASTERS ? weft_bus_master_to_string (word) : NULL;
    case FIELD_RW:
      return word < weft_bus_trace_get_n_rws (trace) ? weft_bus_trace_get_rw (trace, word) : NULL;
    case FIELD_KIND:
      return word < weft_bus_trace_get_n_kinds (trace) ? weft_bus_trace_get_kind (trace, word)
                                                       : NULL;
    case FIELD_REGION:
      return word < WEFT_BUS_N_REGIONS ? weft_bus_region_get (word)->name : NULL;
    case FIELD_CACHE:
      return word < WEFT_BUS_N_CACHES ? weft_bus_cache_to_string (word) : NULL;
    case FIELD_CLASS:
      return word < WEFT_BUS_N_CLASSES ? weft_bus_class_to_string (word) : NULL;
    default:
      g_return_val_if_reached (NULL);
    }
}

char **
weft_bus_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();
  const char *text;

  for (guint word = 0; (text = get_word (trace, (guint) (field - fields), word)) != NULL; word++)
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      g_strv_builder_add (values, valid);
    }
  return g_strv_builder_end (values);
}

WeftExpression *
weft_bus_filter_parse (const char *text, WeftTextPlace *place, GError **error)
{
  return weft_expression_parse (weft_bus_language (), text, place, error);
}

/* --- what expressions ask --------------------------------------------------------------------- */

typedef struct
{
  WeftBusSnapshot *snapshot;
  WeftBusModel *model; /* where the expression asks for it */
  guint32 block;       /* whose verdicts these are; WEFT_NO_ROW: none yet */
  WeftBusVerdict verdicts[WEFT_BUS_MODEL_BLOCK];
} Source;

static const WeftBusVerdict *
get_verdict (Source *self, guint32 row)
{
  guint32 place = weft_bus_model_get_place (self->model, row);

  if (place / WEFT_BUS_MODEL_BLOCK != self->block)
    {
      weft_bus_model_get_block (self->model, place, self->verdicts);
      self->block = place / WEFT_BUS_MODEL_BLOCK;
    }
  return &self->verdicts[place % WEFT_BUS_MODEL_BLOCK];
}

static gint64
read_number (Source *self, guint field, guint32 row)
{
  WeftBusRecord record;
  guint64 elapsed;

  weft_bus_snapshot_get_record (self->snapshot, row, &record);
  elapsed = weft_bus_access_get_elapsed (&record);
  switch (field)
    {
    case FIELD_SEQ:
      return (gint64) record.seq;
    case FIELD_LINE:
      return record.line;
    case FIELD_FIRST_ATTEMPT:
      return (gint64) record.first_attempt;
    case FIELD_COMPLETE:
      return (gint64) record.complete;
    case FIELD_ADDR:
      return record.addr;
    case FIELD_SIZE:
      return record.size;
    case FIELD_SERVICE:
      return (gint64) record.service;
    case FIELD_RETRIES:
      return (gint64) record.retries;
    case FIELD_ELAPSED:
      return (gint64) elapsed;
    case FIELD_WAIT:
      return (gint64) weft_bus_access_get_wait (&record, elapsed);
    case FIELD_WAIT_DELTA:
      return get_verdict (self, row)->wait_delta;
    case FIELD_TOTAL_DELTA:
      return get_verdict (self, row)->total_delta;
    case FIELD_DRIFT_WAIT:
      return get_verdict (self, row)->drift_wait;
    case FIELD_DRIFT_TOTAL:
      return get_verdict (self, row)->drift_total;
    default:
      g_assert_not_reached ();
    }
}

static void
read_numbers (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
              gint64 *values, guint64 *present)
{
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    values[i] = read_number (data, use->index, first + (guint32) i);
    weft_set_bit (present, i);
  }
}

static gboolean
read_flag (Source *self, guint field, guint32 row)
{
  WeftBusRecord record;
  guint64 elapsed;

  weft_bus_record_read (self->snapshot->trace, row, &record);
  elapsed = weft_bus_access_get_elapsed (&record);
  switch (field)
    {
    case FIELD_EXACT:
      return weft_bus_access_is_exact (&record);
    case FIELD_OVERLONG:
      return weft_bus_access_is_overlong (&record, elapsed);
    case FIELD_UNWAITED:
      return weft_bus_access_is_retried_unwaited (&record,
                                                  weft_bus_access_get_wait (&record, elapsed));
    case FIELD_KNOWN_GAP:
      return get_verdict (self, row)->class == WEFT_BUS_KNOWN_GAP;
    default:
      g_assert_not_reached ();
    }
}

static void
read_flags (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
            guint64 *flags)
{
  WEFT_FOR_EACH_BIT (wanted, i)
  if (read_flag (data, use->index, first + (guint32) i))
    weft_set_bit (flags, i);
}

/* The number of the word that the row has. */
static guint
read_word (Source *self, guint field, guint32 row)
{
  WeftBusRecord record;

  weft_bus_record_read (self->snapshot->trace, row, &record);
  switch (field)
    {
    case FIELD_MASTER:
      return record.master;
    case FIELD_RW:
      return record.rw;
    case FIELD_KIND:
      return record.kind;
    case FIELD_REGION:
      return weft_bus_region_of (record.addr);
    case FIELD_CACHE:
      return weft_bus_cache_of (weft_bus_region_of (record.addr), record.service);
    case FIELD_CLASS:
      return get_verdict (self, row)->class;
    default:
      g_assert_not_reached ();
    }
}

/* There are few words: each is matched once for many rows. */
static void
match_texts (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  Source *self = data;
  gboolean matching[256] = { FALSE };
  const char *word;

  for (guint i = 0; (word = get_word (self->snapshot->trace, use->index, i)) != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (word, -1);
      gsize from, to;

      matching[i] = weft_text_matcher_find (matcher, valid, strlen (valid), &from, &to);
    }
  WEFT_FOR_EACH_BIT (wanted, i)
  {
    weft_set_bit (present, i);
    if (matching[read_word (self, use->index, first + (guint32) i)])
      weft_set_bit (matches, i);
  }
}

/* --- running ---------------------------------------------------------------------------------- */

static gboolean
asks_model (WeftExpression *expression)
{
  for (guint i = FIELD_WAIT_DELTA; i < N_FIELDS; i++)
    if (weft_expression_uses (expression, fields[i].name))
      return TRUE;
  return FALSE;
}

/* The bits of the first `n` rows. */
static void
set_first (guint64 *words, guint n)
{
  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  memset (words, 0xff, n / 64 * sizeof *words);
  if (n % 64 != 0)
    words[n / 64] = ((guint64) 1 << n % 64) - 1;
}

static gboolean
ask_rows (WeftExpression *expression, Source *source, WeftBitset *rows, GCancellable *cancellable,
          GError **error)
{
  static const WeftRowSource functions = { read_numbers, read_flags, match_texts };

  for (guint32 first = 0; first < rows->n_bits;)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];
      guint n = MIN (rows->n_bits - first, WEFT_EVAL_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      set_first (wanted, n);
      weft_expression_eval (expression, &functions, source, first, wanted, result);
      memcpy (rows->words + first / 64, result, weft_bitset_count_words (n) * sizeof *result);
      first += n;
    }
  return TRUE;
}

WeftBitset *
weft_bus_filter_run (WeftExpression *expression, WeftBusSnapshot *snapshot,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBitset) rows = weft_bitset_new (snapshot->n_rows);
  g_autoptr (WeftBusModel) model = NULL;
  g_autofree Source *source = g_new0 (Source, 1);

  if (asks_model (expression))
    {
      model = weft_bus_model_new (snapshot, cancellable, error);
      if (model == NULL)
        return NULL;
    }
  source->snapshot = snapshot;
  source->model = model;
  source->block = WEFT_NO_ROW;
  if (!ask_rows (expression, source, rows, cancellable, error))
    return NULL;
  weft_bitset_seal (rows);
  return g_steal_pointer (&rows);
}
