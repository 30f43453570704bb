/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-jsonl-reader.h"

#include "weft-bus-jsonl-scan.h"
#include "weft-bus-notes.h"
#include "weft-json-reading.h"
#include "weft-json-record.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Two paths through a line. Those of the very form that the emulator prints are scanned (weft-bus-jsonl-scan.h);
 * every other line goes to the careful one, which reads any JSON object and says what is wrong with it. */

#define KEYS(M) \
  M (SLOT_SEQ, "seq") \
  M (SLOT_MASTER, "master") \
  M (SLOT_FIRST_ATTEMPT, "tick_first_attempt") \
  M (SLOT_COMPLETE, "tick_complete") \
  M (SLOT_ADDR, "addr") \
  M (SLOT_SIZE, "size") \
  M (SLOT_RW, "rw") \
  M (SLOT_KIND, "kind") \
  M (SLOT_SERVICE, "service_cycles") \
  M (SLOT_RETRIES, "retries")

enum
{
  KEYS (WEFT_JSON_SLOT) N_SLOTS
};

static const char *const keys[] = { KEYS (WEFT_JSON_PATH) NULL };

#define ALL_SLOTS (((guint64) 1 << N_SLOTS) - 1)

/* So many different members that the format does not know are named. */
#define MAX_UNKNOWN_MEMBERS 20

typedef struct
{
  WeftReader base;

  WeftBusWriter *writer;
  WeftJsonSchema *schema;
  GString *scratch;    /* of strings with escapes */
  WeftScanBatch *own;  /* of what nobody else has scanned */
  GHashTable *unknown; /* members that were named, as the file has them */
  gint64 line;
  gboolean is_full;
} WeftBusJsonlReader;

#define WARN(self, column, ...) \
  weft_diagnostics_add ((self)->base.diagnostics, WEFT_SEVERITY_WARNING, (self)->line, (column), \
                        __VA_ARGS__)

static void
add_record (WeftBusJsonlReader *self, const WeftBusRecord *record)
{
  weft_bus_notes_check_seq (self->writer, self->base.diagnostics, self->line, record->seq);
  weft_bus_notes_check_range (self->base.diagnostics, record);
  if (!weft_bus_writer_add (self->writer, record))
    self->is_full = TRUE;
}

/* --- the careful path ------------------------------------------------------------------------- */

typedef struct
{
  const char *text;
  const WeftJsonRecord *json;
} Line;

static gint64
get_column (const Line *line, const WeftJsonValue *value)
{
  return value->text - line->text + (value->kind != WEFT_JSON_STRING);
}

/* A plain unsigned decimal. FALSE, with a diagnostic, where it is none. */
static gboolean
get_number (WeftBusJsonlReader *self, const Line *line, guint slot, guint64 *number)
{
  const WeftJsonValue *value = &line->json->values[slot];
  gboolean is_plain =
    (value->kind == WEFT_JSON_INTEGER && value->integer >= 0) || value->kind == WEFT_JSON_UNSIGNED;
  g_autofree char *shown = NULL;

  if (is_plain && g_ascii_isdigit (value->text[value->length - 1])
      && (value->flags & WEFT_JSON_POINT) == 0 && value->text[0] != '-')
    {
      *number = value->kind == WEFT_JSON_UNSIGNED ? value->number : (guint64) value->integer;
      return TRUE;
    }
  shown = weft_json_show (value);
  WARN (self, get_column (line, value),
        _ ("“%s” needs a whole number from 0 to 2⁶⁴ − 1 in plain digits, not “%s”; the line is "
           "skipped"),
        keys[slot], shown);
  return FALSE;
}

/* The text of a string. NULL, with a diagnostic, where it is none. */
static const char *
get_string (WeftBusJsonlReader *self, const Line *line, guint slot, gsize *length)
{
  const WeftJsonValue *value = &line->json->values[slot];
  g_autofree char *shown = NULL;

  if (value->kind == WEFT_JSON_STRING)
    return weft_json_get_string (value, self->scratch, length);
  shown = weft_json_show (value);
  WARN (self, get_column (line, value), _ ("“%s” needs a string, not “%s”; the line is skipped"),
        keys[slot], shown);
  return NULL;
}

static gboolean
get_addr (WeftBusJsonlReader *self, const Line *line, guint32 *addr)
{
  const WeftJsonValue *value = &line->json->values[SLOT_ADDR];
  gsize length, i = 0;
  const char *text = get_string (self, line, SLOT_ADDR, &length);
  guint64 number = 0;
  g_autofree char *shown = NULL;

  if (text == NULL)
    return FALSE;
  if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    text += 2, length -= 2;
  for (; i < length && g_ascii_isxdigit (text[i]) && number <= G_MAXUINT32; i++)
    number = number << 4 | (guint) g_ascii_xdigit_value (text[i]);
  *addr = (guint32) number;
  if (length > 0 && i == length && number <= G_MAXUINT32)
    return TRUE;
  shown = weft_json_show (value);
  WARN (self, get_column (line, value),
        _ ("“addr” needs a hexadecimal number of at most 32 bits, not “%s”; the line is skipped"),
        shown);
  return FALSE;
}

/* A word of `rw` or `kind`: those that the format does not know are kept, and told. */
static gboolean
get_word (WeftBusJsonlReader *self, const Line *line, guint slot, guint8 *number)
{
  gboolean is_rw = slot == SLOT_RW;
  const WeftJsonValue *value = &line->json->values[slot];
  gsize length;
  const char *text = get_string (self, line, slot, &length);
  g_autofree char *shown = NULL;
  WeftBusTrace *trace;
  guint word;

  if (text == NULL)
    return FALSE;
  trace = WEFT_BUS_TRACE (self->base.trace);
  word = weft_bus_writer_intern (self->writer, is_rw ? &trace->rws : &trace->kinds, text, length);
  *number = (guint8) word;
  if (word < (is_rw ? (guint) WEFT_BUS_N_RWS : (guint) WEFT_BUS_N_KINDS))
    return TRUE;
  shown = weft_json_show (value);
  if (word == WEFT_BUS_NO_WORD)
    WARN (self, get_column (line, value),
          _ ("There are too many different values of “%s” in this file; the line with “%s” is "
             "skipped"),
          keys[slot], shown);
  else
    WARN (self, get_column (line, value),
          _ ("“%s” is “%s”, which the format does not know; the record counts all the same"),
          keys[slot], shown);
  return word != WEFT_BUS_NO_WORD;
}

/* A size that the format does not know is kept, and told. */
static gboolean
get_size (WeftBusJsonlReader *self, const Line *line, guint8 *number)
{
  const WeftJsonValue *value = &line->json->values[SLOT_SIZE];
  g_autofree char *shown = NULL;
  guint64 size;
  guint found;

  if (!get_number (self, line, SLOT_SIZE, &size))
    return FALSE;
  found = weft_bus_writer_number_size (self->writer, size);
  *number = (guint8) found;
  if (size == 1 || size == 2 || size == 4)
    return TRUE;
  shown = weft_json_show (value);
  if (found == WEFT_BUS_NO_WORD)
    WARN (self, get_column (line, value),
          _ ("There are too many different values of “%s” in this file; the line with “%s” is "
             "skipped"),
          "size", shown);
  else
    WARN (self, get_column (line, value),
          _ ("“size” is %s, not 1, 2 or 4; the record counts all the same"), shown);
  return found != WEFT_BUS_NO_WORD;
}

static gboolean
get_master (WeftBusJsonlReader *self, const Line *line, guint8 *master)
{
  gsize length;
  const char *text = get_string (self, line, SLOT_MASTER, &length);

  if (text == NULL)
    return FALSE;
  for (*master = 0; *master < WEFT_BUS_N_MASTERS; (*master)++)
    {
      const char *name = weft_bus_master_to_string (*master);

      if (strlen (name) == length && memcmp (name, text, length) == 0)
        break;
    }
  return TRUE;
}

/* Names each member of the object that the format does not know, the first time it is there. */
static void
name_unknown_members (WeftBusJsonlReader *self, const Line *line)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (&line->json->self, &place, &key, NULL, &member))
    {
      g_autofree char *name = weft_json_show (&key);

      if (weft_json_is_among (&key, keys)
          || g_hash_table_size (self->unknown) >= MAX_UNKNOWN_MEMBERS
          || !g_hash_table_add (self->unknown, g_strdup (name)))
        continue;
      WARN (self, key.text - line->text,
            _ ("Records of this file have a “%s”, which the format does not know. Records that "
               "have all of its own members count; nothing is made of this one"),
            name);
    }
}

/* Says which member is not there, or there twice. FALSE then. */
static gboolean
check_members (WeftBusJsonlReader *self, const Line *line)
{
  guint64 missing = ALL_SLOTS & ~line->json->present;

  if (missing != 0)
    WARN (self, 1, _ ("The record has no “%s” and is of an unknown shape; the line is skipped"),
          keys[__builtin_ctzll (missing)]);
  else if (line->json->repeated != 0)
    {
      guint slot = (guint) __builtin_ctzll (line->json->repeated);

      WARN (self, get_column (line, &line->json->values[slot]),
            _ ("The record has “%s” twice; the line is skipped"), keys[slot]);
    }
  return missing == 0 && line->json->repeated == 0;
}

static gboolean
get_record (WeftBusJsonlReader *self, const Line *line, WeftBusRecord *record)
{
  record->line = self->line;
  return check_members (self, line) && get_number (self, line, SLOT_SEQ, &record->seq)
         && get_master (self, line, &record->master)
         && get_number (self, line, SLOT_FIRST_ATTEMPT, &record->first_attempt)
         && get_number (self, line, SLOT_COMPLETE, &record->complete)
         && get_addr (self, line, &record->addr) && get_size (self, line, &record->size_number)
         && get_word (self, line, SLOT_RW, &record->rw)
         && get_word (self, line, SLOT_KIND, &record->kind)
         && get_number (self, line, SLOT_SERVICE, &record->service)
         && get_number (self, line, SLOT_RETRIES, &record->retries);
}

/* The line as JSON. FALSE, with a diagnostic, where it is no object. */
static gboolean
scan_line (WeftBusJsonlReader *self, const char *text, gsize length, WeftJsonRecord *json)
{
  WeftJsonScan scan;
  WeftJsonOutcome outcome =
    weft_json_scan (self->schema, text, length, 0, WEFT_JSON_AT_END, json, &scan);

  if (outcome == WEFT_JSON_OK && json->self.kind == WEFT_JSON_OBJECT)
    {
      while (scan.end < text + length && strchr (" \t\r", *scan.end) != NULL)
        scan.end++;
      if (scan.end == text + length)
        return TRUE;
      scan.fault = WEFT_JSON_FAULT_BEHIND;
    }
  else if (outcome == WEFT_JSON_OK)
    {
      WARN (self, json->self.text - text + 1,
            _ ("Expected a JSON object here, a record; the line is skipped"));
      return FALSE;
    }
  WARN (self, scan.end - text + 1, _ ("The line is no JSON object: %s. It is skipped"),
        weft_json_fault_to_string (outcome == WEFT_JSON_CUT ? WEFT_JSON_FAULT_END : scan.fault));
  return FALSE;
}

static gboolean
is_blank (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
      return FALSE;
  return TRUE;
}

static void
read_line_carefully (WeftBusJsonlReader *self, const char *text, gsize length)
{
  WeftJsonRecord json;
  Line line = { text, &json };
  WeftBusRecord record;
  gboolean is_object;

  if (is_blank (text, length))
    return;
  is_object = scan_line (self, text, length, &json);
  if (is_object)
    name_unknown_members (self, &line);
  if (!is_object || !get_record (self, &line, &record))
    weft_bus_writer_add_malformed (self->writer);
  else if (record.master < WEFT_BUS_N_MASTERS)
    add_record (self, &record);
  else
    {
      g_autofree char *shown = weft_json_show (&json.values[SLOT_MASTER]);

      weft_bus_notes_check_seq (self->writer, self->base.diagnostics, self->line, record.seq);
      weft_bus_writer_add_invalid_master (self->writer);
      WARN (self, get_column (&line, &json.values[SLOT_MASTER]),
            _ ("“%s” is no master that the format knows; the record is excluded"), shown);
    }
}

/* --- the reader ------------------------------------------------------------------------------- */

/* Reads the lines at `bytes` that the batch tells of. */
static void
apply_batch (WeftBusJsonlReader *self, const WeftScanBatch *batch, const char *bytes)
{
  const guint64 *words = batch->words, *end = words + batch->n_words;
  const char *line = bytes;

  while (words < end && !self->is_full)
    {
      WeftBusRecord record = { .line = ++self->line };
      gsize length;

      if (G_LIKELY (weft_bus_jsonl_scan_next (&words, &record, &length)))
        add_record (self, &record);
      else
        read_line_carefully (self, line, length - (line[length - 1] == '\n'));
      line += length;
    }
}

static void
weft_bus_jsonl_reader_scan (const WeftReader *reader G_GNUC_UNUSED, const char *bytes, gsize length,
                            WeftScanBatch *batch)
{
  weft_bus_jsonl_scan (bytes, length, batch);
}

static gboolean
weft_bus_jsonl_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                            GError **error)
{
  WeftBusJsonlReader *self = (WeftBusJsonlReader *) reader;
  const WeftScanBatch *batch;
  gsize at = offset == 0 && length >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  for (; at < length && !self->is_full; at += batch->length)
    {
      batch = weft_reader_get_batch (&self->base, self->own, bytes, length, at);
      apply_batch (self, batch, bytes + at);
    }
  if (self->is_full)
    weft_bus_notes_set_full (error, self->line);
  return !self->is_full;
}

static void
weft_bus_jsonl_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftBusJsonlReader *self = (WeftBusJsonlReader *) reader;

  self->line++;
  weft_bus_writer_add_malformed (self->writer);
  WARN (self, 1, _ ("The line is too long to be a record; it is skipped"));
}

static void
weft_bus_jsonl_reader_publish (WeftReader *reader)
{
  weft_bus_writer_publish (((WeftBusJsonlReader *) reader)->writer);
}

static void
weft_bus_jsonl_reader_clear (WeftReader *reader)
{
  WeftBusJsonlReader *self = (WeftBusJsonlReader *) reader;

  weft_bus_writer_free (self->writer);
  weft_json_schema_free (self->schema);
  g_string_free (self->scratch, TRUE);
  weft_scan_batch_free (self->own);
  g_hash_table_unref (self->unknown);
}

/* The line, and the members that were named. */
#define STATE "(xaay)"

static GVariant *
weft_bus_jsonl_reader_get_state (const WeftReader *reader)
{
  const WeftBusJsonlReader *self = (const WeftBusJsonlReader *) reader;
  GVariantBuilder unknown;
  GHashTableIter iter;
  gpointer name;

  if (!weft_bus_writer_can_be_left (self->writer))
    return NULL;
  g_variant_builder_init (&unknown, G_VARIANT_TYPE_BYTESTRING_ARRAY);
  g_hash_table_iter_init (&iter, self->unknown);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_variant_builder_add (&unknown, "^ay", name);
  return g_variant_new (STATE, self->line, &unknown);
}

static const WeftReaderClass reader_class = {
  .feed = weft_bus_jsonl_reader_feed,
  .scan = weft_bus_jsonl_reader_scan,
  .skip_line = weft_bus_jsonl_reader_skip_line,
  .publish = weft_bus_jsonl_reader_publish,
  .get_state = weft_bus_jsonl_reader_get_state,
  .clear = weft_bus_jsonl_reader_clear,
};

/* Takes the writer. */
static WeftBusJsonlReader *
reader_new (WeftBusTrace *trace, WeftBusWriter *writer)
{
  WeftBusJsonlReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->schema = weft_json_schema_new (keys);
  self->scratch = g_string_new (NULL);
  self->own = weft_scan_batch_new (WEFT_SCAN_OWN_WORDS);
  self->base.scans = TRUE;
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->writer = writer;
  return self;
}

WeftReader *
weft_bus_jsonl_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftBusTrace) trace =
    weft_bus_trace_new (setup->title, setup->context, setup->storage);

  weft_trace_set_format (WEFT_TRACE (trace), _ ("Saturnis bus trace, JSON Lines"));
  return &reader_new (trace, weft_bus_writer_new (trace, FALSE))->base;
}

WeftReader *
weft_bus_jsonl_reader_go_on (WeftTrace *trace, GVariant *state)
{
  WeftBusWriter *writer;
  WeftBusJsonlReader *self;
  g_autoptr (GVariantIter) unknown = NULL;
  char *name;
  gint64 line;

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE (STATE)))
    return NULL;
  g_variant_get (state, STATE, &line, &unknown);
  writer = line >= 0 && line <= G_MAXINT64 / 2 ? weft_bus_writer_new_behind (WEFT_BUS_TRACE (trace))
                                               : NULL;
  if (writer == NULL)
    return NULL;
  self = reader_new (WEFT_BUS_TRACE (trace), writer);
  self->line = line;
  while (g_variant_iter_next (unknown, "^ay", &name))
    g_hash_table_add (self->unknown, name);
  return &self->base;
}

static gboolean
has_word (const char *line, gsize length, const char *word)
{
  return g_strstr_len (line, (gssize) length, word) != NULL;
}

static gboolean
looks_like_record (const char *line, gsize length)
{
  if (length == 0 || *line != '{' || !has_word (line, length, "\"master\""))
    return FALSE;
  return has_word (line, length, "\"tick_first_attempt\"")
         || has_word (line, length, "\"tick_complete\"")
         || has_word (line, length, "\"service_cycles\"")
         || (has_word (line, length, "\"addr\"") && has_word (line, length, "\"seq\""));
}

gboolean
weft_bus_jsonl_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length;

  for (const char *p = weft_json_find_document (head, end); p < end;)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));

      if (looks_like_record (p, (gsize) ((eol != NULL ? eol : end) - p)))
        return TRUE;
      p = eol != NULL ? eol + 1 : end;
    }
  return FALSE;
}
