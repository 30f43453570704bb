/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-btr1-reader.h"

#include "weft-bus-notes.h"
#include "weft-load-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define HEADER_SIZE 8 /* the magic, version, record size */
#define RECORD_SIZE 48
#define VERSION 1

/* The layout is decided by the first records, and by no more than these. */
#define MAX_UNDECIDED 64

typedef enum
{
  LAYOUT_UNDECIDED,
  LAYOUT_DOCUMENT, /* as the format's document has it */
  LAYOUT_FIELD,    /* as the emulator writes it */
} Layout;

typedef struct
{
  WeftReader base;

  WeftBusWriter *writer;
  gboolean has_header;
  gboolean is_refused; /* the header says that this is none of what can be read */
  Layout layout;
  gint64 n_records;  /* that were taken, rows or not */
  GByteArray *held;  /* what came before header or record were whole, or the layout decided */
  GError *end_error; /* (nullable) of what was held until the end, or is cut there */
} WeftBusBtr1Reader;

/* --- bytes ------------------------------------------------------------------------------------ */

static inline guint16
get16 (const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT16_FROM_LE (value);
}

static inline guint32
get32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static inline guint64
get64 (const guint8 *bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

static inline gboolean
is_size (guint8 size)
{
  return size == 1 || size == 2 || size == 4;
}

/* --- records ---------------------------------------------------------------------------------- */

static inline void
decode_field_layout (const guint8 *bytes, WeftBusRecord *record)
{
  record->service = get64 (bytes + 24);
  record->retries = get64 (bytes + 32);
  record->addr = get32 (bytes + 40);
  record->size_number = bytes[44];
  record->master = bytes[45];
  record->rw = bytes[46];
  record->kind = bytes[47];
}

static inline void
decode_document_layout (const guint8 *bytes, WeftBusRecord *record)
{
  record->addr = get32 (bytes + 24);
  record->service = get32 (bytes + 28);
  record->retries = get32 (bytes + 32);
  record->master = bytes[36];
  record->rw = bytes[37];
  record->size_number = bytes[38];
  record->kind = bytes[39];
}

static gboolean
is_well_formed (WeftBusBtr1Reader *self, const guint8 *bytes, const WeftBusRecord *record)
{
  const char *member;
  guint value;

  if (record->master >= WEFT_BUS_N_MASTERS)
    member = "master", value = record->master;
  else if (record->rw >= WEFT_BUS_N_RWS)
    member = "rw", value = record->rw;
  else if (record->kind >= WEFT_BUS_N_KINDS)
    member = "kind", value = record->kind;
  else if (!is_size (record->size_number))
    member = "size", value = record->size_number;
  else if (self->layout == LAYOUT_DOCUMENT && get64 (bytes + 40) != 0)
    {
      weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_WARNING, record->line, 0,
                            _ ("The record is of an unknown shape: its reserved bytes are not "
                               "zero; it is skipped"));
      return FALSE;
    }
  else
    return TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_WARNING, record->line, 0,
                        _ ("The record has %u as its %s, which the format does not know; it is "
                           "skipped"),
                        value, member);
  return FALSE;
}

static inline gboolean
take_record (WeftBusBtr1Reader *self, const guint8 *bytes)
{
  WeftBusRecord record;

  record.line = ++self->n_records;
  record.seq = get64 (bytes);
  record.first_attempt = get64 (bytes + 8);
  record.complete = get64 (bytes + 16);
  if (self->layout == LAYOUT_FIELD)
    decode_field_layout (bytes, &record);
  else
    decode_document_layout (bytes, &record);
  if (G_UNLIKELY (!is_well_formed (self, bytes, &record)))
    {
      weft_bus_writer_add_malformed (self->writer);
      return TRUE;
    }
  weft_bus_notes_check_seq (self->writer, self->base.diagnostics, record.line, record.seq);
  weft_bus_notes_check_range (self->base.diagnostics, &record);
  return weft_bus_writer_add (self->writer, &record);
}

/* --- layout ----------------------------------------------------------------------------------- */

static Layout
guess_layout (const guint8 *bytes)
{
  if (is_size (bytes[44]))
    return LAYOUT_FIELD;
  if (get64 (bytes + 40) == 0 && is_size (bytes[38]))
    return LAYOUT_DOCUMENT;
  return LAYOUT_UNDECIDED;
}

static void
set_layout (WeftBusBtr1Reader *self, Layout layout)
{
  self->layout = layout;
  weft_trace_set_format (self->base.trace, layout == LAYOUT_FIELD
                                             ? _ ("Saturnis bus trace, BTR1, field layout")
                                             : _ ("Saturnis bus trace, BTR1, document layout"));
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                        layout == LAYOUT_FIELD
                          ? _ ("The records are in the layout that the emulator writes, with 64 "
                               "bits for service and retries")
                          : _ ("The records are in the layout of the format's document, with 32 "
                               "bits for service and retries"));
}

/* Decides by whole records; `at_end` says that no more will come. FALSE: not decided. */
static gboolean
decide_layout (WeftBusBtr1Reader *self, const guint8 *bytes, gsize n_records, gboolean at_end)
{
  for (gsize i = 0; i < MIN (n_records, MAX_UNDECIDED); i++)
    {
      Layout layout = guess_layout (bytes + i * RECORD_SIZE);

      if (layout == LAYOUT_UNDECIDED)
        continue;
      set_layout (self, layout);
      return TRUE;
    }
  if (n_records == 0 || (n_records < MAX_UNDECIDED && !at_end))
    return FALSE;
  /* None of them is well formed in either; the first one's reserved bytes are the last hint. */
  set_layout (self, get64 (bytes + 40) == 0 ? LAYOUT_DOCUMENT : LAYOUT_FIELD);
  return TRUE;
}

/* --- feeding ---------------------------------------------------------------------------------- */

static gboolean
check_header (WeftBusBtr1Reader *self, const guint8 *header, GError **error)
{
  const char *title = weft_trace_get_title (self->base.trace);
  guint version = get16 (header + 4), record_size = get16 (header + 6);

  if (version != VERSION)
    g_set_error (
      error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
      _ ("“%s” is a BTR1 bus trace of version %u; only version %u can be read. Write the "
         "trace with an emulator of that version, or as JSON Lines."),
      title, version, VERSION);
  else if (record_size != RECORD_SIZE)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
                 _ ("“%s” is a BTR1 bus trace with records of %u bytes; those of version %u have "
                    "%u. Check that the file is whole, or write the trace as JSON Lines."),
                 title, record_size, VERSION, RECORD_SIZE);
  self->has_header = version == VERSION && record_size == RECORD_SIZE;
  self->is_refused = !self->has_header;
  return self->has_header;
}

/* Takes whole records off the front of [p, p + length) as soon as it is known how. Returns how many
 * bytes were taken; −1 with an error. */
static gssize
take_bytes (WeftBusBtr1Reader *self, const guint8 *bytes, gsize length, gboolean at_end,
            GError **error)
{
  gsize taken = 0;

  if (!self->has_header)
    {
      if (length < HEADER_SIZE)
        return 0;
      if (!check_header (self, bytes, error))
        return -1;
      taken = HEADER_SIZE;
    }
  if (self->layout == LAYOUT_UNDECIDED
      && !decide_layout (self, bytes + taken, (length - taken) / RECORD_SIZE, at_end))
    return (gssize) taken;
  for (; length - taken >= RECORD_SIZE; taken += RECORD_SIZE)
    if (!take_record (self, bytes + taken))
      {
        weft_bus_notes_set_full (error, self->n_records);
        return -1;
      }
  return (gssize) taken;
}

/* Takes what is held as far as that goes. */
static gboolean
take_held (WeftBusBtr1Reader *self, gboolean at_end, GError **error)
{
  static const guint8 none[1] = { 0 };
  const guint8 *bytes = self->held->len > 0 ? self->held->data : none;
  gssize taken = take_bytes (self, bytes, self->held->len, at_end, error);

  if (taken > 0)
    g_byte_array_remove_range (self->held, 0, (guint) taken);
  return taken >= 0;
}

static gboolean
weft_bus_btr1_reader_feed (WeftReader *reader, const char *bytes, gsize length,
                           guint64 offset G_GNUC_UNUSED, GError **error)
{
  WeftBusBtr1Reader *self = (WeftBusBtr1Reader *) reader;
  const guint8 *p = (const guint8 *) bytes, *end = p + length;
  gssize taken;

  /* A little at a time, until nothing is held back any more. */
  while (self->held->len > 0 && p < end)
    {
      gsize n = MIN ((gsize) (end - p), RECORD_SIZE - self->held->len % RECORD_SIZE);

      g_byte_array_append (self->held, p, (guint) n);
      p += n;
      if (!take_held (self, FALSE, error))
        return FALSE;
    }
  taken = take_bytes (self, p, (gsize) (end - p), FALSE, error);
  if (taken < 0)
    return FALSE;
  p += taken;
  g_byte_array_append (self->held, p, (guint) (end - p));
  return TRUE;
}

static void
weft_bus_btr1_reader_publish (WeftReader *reader)
{
  weft_bus_writer_publish (((WeftBusBtr1Reader *) reader)->writer);
}

/* Too little is held for a record, or for the header. */
static void
report_cut (WeftBusBtr1Reader *self)
{
  const char *title = weft_trace_get_title (self->base.trace);
  char record[24], byte[24];

  g_snprintf (record, sizeof record, "%" G_GINT64_FORMAT, self->n_records + 1);
  g_snprintf (byte, sizeof byte, "%" G_GINT64_FORMAT,
              HEADER_SIZE + self->n_records * RECORD_SIZE + self->held->len);
  if (!self->has_header)
    {
      g_set_error (&self->end_error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
                   _ ("“%s” ends at byte %u, within its header."), title, self->held->len);
      weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_ERROR, 0, 0,
                            _ ("The file ends at byte %u, within the header of %u bytes. Copy the "
                               "file anew."),
                            self->held->len, HEADER_SIZE);
      return;
    }
  g_set_error (&self->end_error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("“%s” ends at byte %s, within record %s; the records before it are shown."),
               title, byte, record);
  weft_diagnostics_add (
    self->base.diagnostics, WEFT_SEVERITY_ERROR, self->n_records + 1, 0,
    _ ("The file ends at byte %s, within record %s, of which %u of %u bytes are "
       "there. The records before it are shown; copy the file anew, or have the "
       "emulator end its trace."),
    byte, record, self->held->len, RECORD_SIZE);
}

static void
weft_bus_btr1_reader_finish (WeftReader *reader)
{
  WeftBusBtr1Reader *self = (WeftBusBtr1Reader *) reader;

  if (!self->is_refused)
    take_held (self, TRUE, &self->end_error);
  if (!self->is_refused && self->end_error == NULL && (!self->has_header || self->held->len > 0))
    report_cut (self);
  if (!self->is_refused && self->n_records == 0 && self->end_error == NULL)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          _ ("The file has a header and no record: the emulator traced no access"));
  weft_bus_writer_publish (self->writer);
}

static gboolean
weft_bus_btr1_reader_is_whole (WeftReader *reader, GError **error)
{
  WeftBusBtr1Reader *self = (WeftBusBtr1Reader *) reader;

  if (self->end_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->end_error));
  return FALSE;
}

/* --- the object ------------------------------------------------------------------------------- */

static void
weft_bus_btr1_reader_clear (WeftReader *reader)
{
  WeftBusBtr1Reader *self = (WeftBusBtr1Reader *) reader;

  g_clear_error (&self->end_error);
  g_byte_array_unref (self->held);
  weft_bus_writer_free (self->writer);
}

static const WeftReaderClass reader_class = {
  .feed = weft_bus_btr1_reader_feed,
  .publish = weft_bus_btr1_reader_publish,
  .finish = weft_bus_btr1_reader_finish,
  .is_whole = weft_bus_btr1_reader_is_whole,
  .clear = weft_bus_btr1_reader_clear,
};

WeftReader *
weft_bus_btr1_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftBusTrace) trace =
    weft_bus_trace_new (setup->title, setup->context, setup->storage);
  WeftBusBtr1Reader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->held = g_byte_array_new ();
  self->writer = weft_bus_writer_new (trace, TRUE);
  weft_trace_set_format (WEFT_TRACE (trace), _ ("Saturnis bus trace, BTR1"));
  return &self->base;
}

WeftSniff
weft_bus_btr1_reader_sniff (const char *head, gsize length)
{
  static const char magic[] = { 'B', 'T', 'R', '1' };

  if (memcmp (head, magic, MIN (length, sizeof magic)) != 0)
    return WEFT_SNIFF_NO;
  return length < sizeof magic ? WEFT_SNIFF_MORE : WEFT_SNIFF_YES;
}
