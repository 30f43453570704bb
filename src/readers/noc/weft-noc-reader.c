/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-reader.h"

#include "weft-load-error.h"
#include "weft-noc-beside.h"
#include "weft-noc-files.h"
#include "weft-noc-keys.h"
#include "weft-noc-npeviz-reader.h"
#include "weft-noc-rules.h"
#include "weft-noc-sidecars.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  WeftReader base;

  WeftNocTrace *trace;
  WeftNocWriter *writer;
  WeftNocRules *rules;
  WeftJsonScanner *scanner;
  WeftJsonSchema *pieces; /* of the arrays of fabric events */
  GString *scratch[4];    /* for values with escapes: zone or type, proc, op name, the rest */
  WeftNocBeside *beside;  /* NULL: nothing is looked for */
  GHashTable *unknown;    /* types that were said to be unknown */
  char *title;
  char *path; /* (nullable) of the input; NULL once what lies beside it was looked at */
  gboolean in_directory;
  gboolean failed; /* in this part; the rest of it is not read */
  gboolean broken; /* some part was cut or no JSON, which a diagnostic has said */
  gboolean exhausted;

  /* The context that was there last, and what it was found by. */
  guint32 context;
  gint32 context_device;
  gint64 context_run;
  char *context_op;
  gsize context_op_length;
} WeftNocReader;

#define HAS(record, key) (((record)->present >> (key) &1) != 0)

/* --- diagnostics ------------------------------------------------------------------------------ */

/* About a value of the record; NULL is the record itself. */
#define SAY_AT(self, severity, offset, ...) \
  G_STMT_START \
  { \
    gint64 line_, column_; \
\
    weft_json_scanner_locate ((self)->scanner, (offset), &line_, &column_); \
    weft_diagnostics_add ((self)->base.diagnostics, (severity), line_, column_, __VA_ARGS__); \
  } \
  G_STMT_END

#define SAY(self, severity, record, value, ...) \
  SAY_AT (self, severity, place_of ((record), (value)), __VA_ARGS__)

static guint64
place_of (const WeftJsonRecord *record, const WeftJsonValue *value)
{
  return value != NULL ? weft_json_record_offset (record, value) : record->offset;
}

/* --- values ----------------------------------------------------------------------------------- */

static WeftNocText
get_text (WeftNocReader *self, const WeftJsonRecord *record, guint key, guint scratch)
{
  const WeftJsonValue *value = weft_json_record_get (record, key);
  WeftNocText text = { "", 0 };

  if (value != NULL && value->kind == WEFT_JSON_STRING)
    text.text = weft_json_get_string (value, self->scratch[scratch], &text.length);
  return text;
}

static gboolean
text_is (WeftNocText text, const char *word)
{
  return strlen (word) == text.length && memcmp (text.text, word, text.length) == 0;
}

static guint
get_network (WeftNocText text)
{
  if (text.length != 5 || memcmp (text.text, "NOC_", 4) != 0)
    return WEFT_NOC_UNDEFINED;
  return text.text[4] == '0' ? 0 : text.text[4] == '1' ? 1 : WEFT_NOC_UNDEFINED;
}

static gboolean
get_integer (const WeftJsonRecord *record, guint key, gint64 *number)
{
  const WeftJsonValue *value = weft_json_record_get (record, key);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER)
    return FALSE;
  *number = value->integer;
  return TRUE;
}

/* A number that the record may leave out, within the range of its cell. */
static gint32
get_i32 (const WeftJsonRecord *record, guint key, gint32 otherwise)
{
  gint64 number;

  if (!get_integer (record, key, &number) || number < G_MININT32 || number > G_MAXINT32)
    return otherwise;
  return (gint32) number;
}

static guint64
get_u64 (const WeftJsonRecord *record, guint key)
{
  const WeftJsonValue *value = weft_json_record_get (record, key);

  if (value == NULL)
    return 0;
  if (value->kind == WEFT_JSON_UNSIGNED)
    return value->number;
  return value->kind == WEFT_JSON_INTEGER && value->integer >= 0 ? (guint64) value->integer : 0;
}

static gboolean
get_truth (const WeftJsonRecord *record, guint key)
{
  const WeftJsonValue *value = weft_json_record_get (record, key);

  return value != NULL && (value->kind == WEFT_JSON_BOOLEAN || value->kind == WEFT_JSON_INTEGER)
         && value->integer != 0;
}

/* A coordinate; a negative one is how 2024's files say that there is none. */
static gint16
get_coordinate (WeftNocReader *self, const WeftJsonRecord *record, guint key)
{
  gint64 number;

  if (!HAS (record, key))
    return WEFT_NOC_NOWHERE;
  if (get_integer (record, key, &number) && number <= G_MAXINT16)
    return number < 0 ? WEFT_NOC_NOWHERE : (gint16) number;
  SAY (self, WEFT_SEVERITY_WARNING, record, &record->values[key],
       _ ("A coordinate is a whole number of at most 32767; it is taken as not given."));
  return WEFT_NOC_NOWHERE;
}

static guint32
get_bytes (WeftNocReader *self, const WeftJsonRecord *record)
{
  gint64 number;

  if (!HAS (record, KEY_BYTES))
    return 0;
  if (!get_integer (record, KEY_BYTES, &number) || number < 0)
    {
      SAY (self, WEFT_SEVERITY_WARNING, record, &record->values[KEY_BYTES],
           _ ("“num_bytes” is a whole number of at least 0; it is taken as 0."));
      return 0;
    }
  if (number <= G_MAXUINT32)
    return (guint32) number;
  SAY (self, WEFT_SEVERITY_WARNING, record, &record->values[KEY_BYTES],
       _ ("“num_bytes” is above 4294967295, and is taken as that."));
  return G_MAXUINT32;
}

static gint8
get_vc (WeftNocReader *self, const WeftJsonRecord *record)
{
  gint64 number;

  if (!HAS (record, KEY_VC))
    return -1;
  if (get_integer (record, KEY_VC, &number) && number >= -1 && number <= G_MAXINT8)
    return (gint8) number;
  SAY (self, WEFT_SEVERITY_WARNING, record, &record->values[KEY_VC],
       _ ("“vc” is a whole number from −1 to 127; it is taken as unset."));
  return -1;
}

static gboolean
get_time (WeftNocReader *self, const WeftJsonRecord *record, guint64 *time)
{
  const WeftJsonValue *value = weft_json_record_get (record, KEY_TIMESTAMP);

  if (value != NULL && value->kind == WEFT_JSON_INTEGER && value->integer >= 0)
    {
      *time = (guint64) value->integer;
      return TRUE;
    }
  if (value != NULL && value->kind == WEFT_JSON_UNSIGNED)
    {
      *time = value->number;
      return TRUE;
    }
  SAY (self, WEFT_SEVERITY_WARNING, record, value,
       _ ("A record needs “timestamp”, a whole number of at least 0; it is skipped."));
  return FALSE;
}

/* --- fabric ----------------------------------------------------------------------------------- */

/* Goes over the elements of an array member. */
static gboolean
next_piece (WeftNocReader *self, const WeftJsonRecord *record, guint key, const char **place,
            WeftJsonRecord *piece)
{
  const WeftJsonValue *array = weft_json_record_get (record, key);

  return array != NULL && array->kind == WEFT_JSON_ARRAY
         && weft_json_next_element (array, place, self->pieces, piece);
}

static gboolean
add_targets (WeftNocReader *self, const WeftJsonRecord *record, const WeftNocRow *row,
             WeftJsonRecord *piece)
{
  const char *place = NULL;

  if (!HAS (record, KEY_DST) && row->dx >= 0)
    return weft_noc_writer_add_target (
      self->writer, &(WeftNocFabricTarget){ row->dx, row->dy, (gint32) row->noc, row->bytes });
  while (next_piece (self, record, KEY_DST, &place, piece))
    {
      WeftNocFabricTarget target = {
        .x = get_i32 (piece, PIECE_DX, WEFT_NOC_NOWHERE),
        .y = get_i32 (piece, PIECE_DY, WEFT_NOC_NOWHERE),
        .noc = (gint32) get_network (get_text (self, piece, PIECE_NOC, 3)),
        .bytes = (guint32) MAX (get_i32 (piece, PIECE_BYTES, 0), 0),
      };

      if (!weft_noc_writer_add_target (self->writer, &target))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_segments (WeftNocReader *self, const WeftJsonRecord *record, WeftJsonRecord *piece)
{
  const char *place = NULL;

  while (next_piece (self, record, KEY_FABRIC_PATH, &place, piece))
    {
      WeftNocFabricSegment segment = {
        .device = get_i32 (piece, PIECE_DEVICE, WEFT_NOC_UNKNOWN),
        .noc = (gint32) get_network (get_text (self, piece, PIECE_NOC, 3)),
        .start_x = get_i32 (piece, PIECE_START_X, WEFT_NOC_NOWHERE),
        .start_y = get_i32 (piece, PIECE_START_Y, WEFT_NOC_NOWHERE),
        .end_x = get_i32 (piece, PIECE_END_X, WEFT_NOC_NOWHERE),
        .end_y = get_i32 (piece, PIECE_END_Y, WEFT_NOC_NOWHERE),
      };

      if (!weft_noc_writer_add_segment (self->writer, &segment))
        return FALSE;
    }
  return TRUE;
}

/* FALSE where the store is exhausted. */
static gboolean
add_fabric (WeftNocReader *self, const WeftJsonRecord *record, WeftNocRow *row)
{
  g_autofree WeftJsonRecord *piece = g_new (WeftJsonRecord, 1);
  WeftNocFabric fabric = {
    .eth_channel = get_i32 (record, KEY_FABRIC_CHANNEL, WEFT_NOC_UNKNOWN),
    .hops = get_i32 (record, KEY_FABRIC_HOPS, WEFT_NOC_UNKNOWN),
    .start_distance = get_i32 (record, KEY_FABRIC_START, WEFT_NOC_UNKNOWN),
    .range = get_i32 (record, KEY_FABRIC_RANGE, WEFT_NOC_UNKNOWN),
    .north_south_hops = get_i32 (record, KEY_FABRIC_NS, WEFT_NOC_UNKNOWN),
    .east_hops = get_i32 (record, KEY_FABRIC_EAST, WEFT_NOC_UNKNOWN),
    .west_hops = get_i32 (record, KEY_FABRIC_WEST, WEFT_NOC_UNKNOWN),
    .is_multicast = get_truth (record, KEY_FABRIC_MULTICAST),
    .dst_device = get_i32 (record, KEY_DST_DEVICE, WEFT_NOC_UNKNOWN),
    .mux_x = get_i32 (record, KEY_MUX_X, WEFT_NOC_UNKNOWN),
    .mux_y = get_i32 (record, KEY_MUX_Y, WEFT_NOC_UNKNOWN),
    .mux_noc = WEFT_NOC_UNKNOWN,
  };

  if (HAS (record, KEY_MUX_NOC))
    fabric.mux_noc = (gint32) get_network (get_text (self, record, KEY_MUX_NOC, 3));
  if (!add_targets (self, record, row, piece) || !add_segments (self, record, piece))
    return FALSE;
  row->flags |= WEFT_NOC_HAS_FABRIC;
  row->extra = weft_noc_writer_add_fabric (self->writer, &fabric);
  return row->extra != WEFT_NO_ROW;
}

/* --- records ---------------------------------------------------------------------------------- */

static gboolean
find_context (WeftNocReader *self, const WeftJsonRecord *record, guint32 *context)
{
  gint32 device = get_i32 (record, KEY_DEVICE, WEFT_NOC_UNKNOWN);
  WeftNocText op = get_text (self, record, KEY_OP, 2);
  gint64 run = G_MININT64;

  get_integer (record, KEY_RUN, &run);
  if (self->context_op == NULL || device != self->context_device || run != self->context_run
      || op.length != self->context_op_length || memcmp (op.text, self->context_op, op.length) != 0)
    {
      WeftNocText name = op;

      if (op.length == 0 && self->beside != NULL)
        name = weft_noc_beside_get_op (self->beside, device, run);
      self->context = weft_noc_writer_get_context (self->writer, device, run, name);
      if (self->context == WEFT_NO_ROW)
        return FALSE;
      g_free (self->context_op);
      self->context_op = g_memdup2 (op.length > 0 ? op.text : "", MAX (op.length, 1));
      self->context_op_length = op.length;
      self->context_device = device;
      self->context_run = run;
    }
  *context = self->context;
  return TRUE;
}

/* FALSE where it is no phase that is known. */
static gboolean
set_zone (WeftNocReader *self, const WeftJsonRecord *record, WeftNocRow *row)
{
  WeftNocText phase = get_text (self, record, KEY_PHASE, 3);

  row->name = get_text (self, record, KEY_ZONE, 0);
  row->noc = WEFT_NOC_UNDEFINED;
  if (text_is (phase, "ZONE_START") || text_is (phase, "begin"))
    row->type = NOC_TYPE_ZONE_START;
  else if (text_is (phase, "ZONE_END") || text_is (phase, "end"))
    row->type = NOC_TYPE_ZONE_END;
  else
    {
      SAY (self, WEFT_SEVERITY_WARNING, record, weft_json_record_get (record, KEY_PHASE),
           _ ("“zone_phase” is ZONE_START, ZONE_END, begin or end; the record is skipped."));
      return FALSE;
    }
  return TRUE;
}

static void
say_unknown_type (WeftNocReader *self, const WeftJsonRecord *record, WeftNocText name)
{
  g_autofree char *bytes = g_strndup (name.text, name.length);
  g_autofree char *text = g_utf8_make_valid (bytes, -1);

  if (g_hash_table_contains (self->unknown, bytes))
    return;
  g_hash_table_add (self->unknown, g_steal_pointer (&bytes));
  SAY (self, WEFT_SEVERITY_WARNING, record, &record->values[KEY_TYPE],
       _ ("No document names the event type “%s”: such events are kept and shown as other."), text);
}

static void
set_places (WeftNocReader *self, const WeftJsonRecord *record, WeftNocRow *row)
{
  if (HAS (record, KEY_START_X))
    {
      row->flags |= WEFT_NOC_MULTICAST;
      row->dx = get_coordinate (self, record, KEY_START_X);
      row->dy = get_coordinate (self, record, KEY_START_Y);
      row->end_x = get_coordinate (self, record, KEY_END_X);
      row->end_y = get_coordinate (self, record, KEY_END_Y);
      return;
    }
  row->dx = get_coordinate (self, record, KEY_DX);
  row->dy = get_coordinate (self, record, KEY_DY);
}

/* FALSE where the store is exhausted. */
static gboolean
set_event (WeftNocReader *self, const WeftJsonRecord *record, WeftNocRow *row)
{
  row->name = get_text (self, record, KEY_TYPE, 0);
  row->type = weft_noc_find_type (row->name.text, row->name.length);
  if (row->type == WEFT_NOC_TYPE_OTHER)
    say_unknown_type (self, record, row->name);
  row->noc = get_network (get_text (self, record, KEY_NOC, 3));
  row->bytes = get_bytes (self, record);
  row->vc = get_vc (self, record);
  set_places (self, record, row);
  if (HAS (record, KEY_FABRIC) || weft_noc_get_type (row->type)->klass == WEFT_NOC_FABRIC)
    return add_fabric (self, record, row);
  if (HAS (record, KEY_DST_ADDR) || HAS (record, KEY_SRC_ADDR) || HAS (record, KEY_COUNTER)
      || HAS (record, KEY_POSTED))
    {
      WeftNocDebug debug = { get_u64 (record, KEY_DST_ADDR), get_u64 (record, KEY_SRC_ADDR), -1,
                             get_truth (record, KEY_POSTED) };

      get_integer (record, KEY_COUNTER, &debug.status_counter);
      row->flags |= WEFT_NOC_HAS_DEBUG;
      row->extra = weft_noc_writer_add_debug (self->writer, &debug);
      return row->extra != WEFT_NO_ROW;
    }
  return TRUE;
}

static void
say_broken (gpointer data, const WeftJsonRecord *record, int key, const char *text)
{
  WeftNocReader *self = data;

  SAY (self, WEFT_SEVERITY_WARNING, record,
       key >= 0 ? weft_json_record_get (record, (guint) key) : NULL, "%s", text);
}

static void
add_record (WeftNocReader *self, const WeftJsonRecord *record)
{
  WeftNocRow row = { .dx = WEFT_NOC_NOWHERE,
                     .dy = WEFT_NOC_NOWHERE,
                     .end_x = WEFT_NOC_NOWHERE,
                     .end_y = WEFT_NOC_NOWHERE,
                     .vc = -1 };
  gint64 column;

  if (record->self.kind != WEFT_JSON_OBJECT || (!HAS (record, KEY_ZONE) && !HAS (record, KEY_TYPE)))
    {
      SAY (self, WEFT_SEVERITY_WARNING, record, NULL,
           _ ("A record is an object with “zone” or “type”; this one is skipped."));
      return;
    }
  if (!get_time (self, record, &row.time)
      || (HAS (record, KEY_ZONE) && !set_zone (self, record, &row)))
    return;
  if (record->repeated != 0)
    SAY (self, WEFT_SEVERITY_WARNING, record, NULL,
         _ ("A member stands twice in this record; the last one counts."));
  row.proc = get_text (self, record, KEY_PROC, 1);
  row.sx = get_coordinate (self, record, KEY_SX);
  row.sy = get_coordinate (self, record, KEY_SY);
  weft_json_scanner_locate (self->scanner, record->offset, &row.line, &column);
  self->exhausted = !find_context (self, record, &row.context);
  if (self->beside != NULL)
    weft_noc_beside_set_time (self->beside, &row, self->context_device, self->context_run);
  self->exhausted = self->exhausted || (!HAS (record, KEY_ZONE) && !set_event (self, record, &row))
                    || !weft_noc_writer_add (self->writer, &row);
  weft_noc_rules_check (self->rules, record, &row, say_broken, self);
}

/* --- the document ----------------------------------------------------------------------------- */

static void
take_timeline (WeftNocReader *self, guint slot, const WeftJsonRecord *record)
{
  const char *expected;
  gint64 line, column;

  weft_json_scanner_locate (self->scanner, record->offset, &line, &column);
  self->trace->is_modelled = TRUE;
  expected = weft_npeviz_read (self->writer, self->trace, slot, record, line, &self->exhausted);
  if (expected != NULL)
    SAY (self, WEFT_SEVERITY_WARNING, record, NULL, "%s", expected);
}

static void
on_element (guint slot, const WeftJsonRecord *record, gpointer data)
{
  WeftNocReader *self = data;

  if (self->exhausted)
    return;
  if (slot == WEFT_JSON_ROOT)
    add_record (self, record);
  else
    take_timeline (self, slot, record);
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftNocReader *self = data;

  if (!self->exhausted)
    take_timeline (self, slot, record);
}

static void
on_no_number (guint64 offset, gpointer data)
{
  SAY_AT ((WeftNocReader *) data, WEFT_SEVERITY_WARNING, offset,
          _ ("NaN and infinities are no JSON; the value is ignored."));
}

static const WeftJsonShape shape = { .members = weft_npeviz_members, .elements = noc_record_keys };

static const WeftJsonHandler handler = {
  .member = on_member,
  .element = on_element,
  .no_number = on_no_number,
};

/* The JSON of this part is broken. */
static void
fail (WeftNocReader *self)
{
  guint64 offset;
  WeftJsonFault fault = weft_json_scanner_get_fault (self->scanner, &offset);

  self->failed = self->broken = TRUE;
  SAY_AT (self, WEFT_SEVERITY_ERROR, offset, "%s", weft_json_fault_to_string (fault));
}

static void look_around (WeftNocReader *self, gboolean is_model);

static gboolean
weft_noc_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                      GError **error)
{
  WeftNocReader *self = (WeftNocReader *) reader;

  look_around (self, *bytes == '{');
  if (self->failed)
    return TRUE;
  weft_json_scanner_use (self->scanner, reader->scanned, bytes);
  if (!weft_json_scanner_feed (self->scanner, bytes, length, offset))
    fail (self);
  if (self->exhausted)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
                 _ ("There is no memory or disk left for the rest of “%s”. What came before is "
                    "shown."),
                 self->title);
  return !self->exhausted;
}

static void
weft_noc_reader_scan (const WeftReader *reader, const char *bytes, gsize length,
                      WeftScanBatch *batch)
{
  weft_json_scanner_scan_ahead (((const WeftNocReader *) reader)->scanner, bytes, length, batch);
}

static void
end_part (WeftNocReader *self)
{
  if (self->scanner != NULL && !self->failed && !weft_json_scanner_finish (self->scanner))
    fail (self);
}

static void
begin_scan (WeftNocReader *self, const char *name)
{
  g_clear_pointer (&self->scanner, weft_json_scanner_free);
  self->scanner = weft_json_scanner_new (&shape, &handler, self);
  self->failed = FALSE;
  g_clear_pointer (&self->context_op, g_free);
  weft_noc_rules_begin_part (self->rules);
  if (!weft_noc_writer_begin_part (self->writer, name))
    self->exhausted = TRUE;
}

static void
weft_noc_reader_begin_part (WeftReader *reader, const char *path)
{
  WeftNocReader *self = (WeftNocReader *) reader;
  g_autofree char *name = g_path_get_basename (path);

  end_part (self);
  begin_scan (self, name);
}

static void
weft_noc_reader_publish (WeftReader *reader)
{
  weft_noc_trace_publish (((WeftNocReader *) reader)->trace);
}

static void
weft_noc_reader_finish (WeftReader *reader)
{
  WeftNocReader *self = (WeftNocReader *) reader;

  end_part (self);
  if (self->beside != NULL && !self->exhausted)
    self->exhausted = !weft_noc_beside_join (self->beside, self->writer);
  weft_noc_trace_publish (self->trace);
}

static gboolean
weft_noc_reader_is_whole (WeftReader *reader, GError **error)
{
  WeftNocReader *self = (WeftNocReader *) reader;

  if (!self->broken)
    return TRUE;
  g_set_error (
    error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
    _ ("“%s” was not read to its end, as it is no valid JSON or was cut. What came before "
       "is shown; the diagnostics say where."),
    self->title);
  return FALSE;
}

/* --- what lies beside the trace ----------------------------------------------------------------- */

static void
say_left_out (WeftNocReader *self, const char *directory)
{
  g_autoptr (GPtrArray) others = weft_noc_files_list_left_out (directory);

  for (guint i = 0; i < others->len; i++)
    {
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (others, i));

      weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                            _ ("“%s” is left out, as it repeats the events of the files of single "
                               "devices beside it. Open it by itself to see it."),
                            name);
    }
}

/* The files beside the trace are looked at with the first bytes, as nobody hears of diagnostics
 * before. */
static void
look_around (WeftNocReader *self, gboolean is_model)
{
  g_autofree char *path = g_steal_pointer (&self->path);

  if (path == NULL)
    return;
  weft_noc_trace_set_cluster (self->trace, weft_noc_sidecars_read (path, self->base.diagnostics));
  if (!is_model)
    self->beside = weft_noc_beside_new (path, self->trace);
  if (self->in_directory)
    say_left_out (self, path);
}

/* --- the reader --------------------------------------------------------------------------------- */

static void
weft_noc_reader_clear (WeftReader *reader)
{
  WeftNocReader *self = (WeftNocReader *) reader;

  g_clear_pointer (&self->scanner, weft_json_scanner_free);
  g_clear_pointer (&self->writer, weft_noc_writer_free);
  g_clear_pointer (&self->rules, weft_noc_rules_free);
  g_clear_pointer (&self->beside, weft_noc_beside_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->scratch); i++)
    g_string_free (self->scratch[i], TRUE);
  weft_json_schema_free (self->pieces);
  g_hash_table_unref (self->unknown);
  g_free (self->title);
  g_free (self->path);
  g_free (self->context_op);
}

static const WeftReaderClass reader_class = {
  .feed = weft_noc_reader_feed,
  .scan = weft_noc_reader_scan,
  .begin_part = weft_noc_reader_begin_part,
  .publish = weft_noc_reader_publish,
  .finish = weft_noc_reader_finish,
  .is_whole = weft_noc_reader_is_whole,
  .clear = weft_noc_reader_clear,
};

WeftReader *
weft_noc_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftNocTrace) trace =
    weft_noc_trace_new (setup->title, setup->context, setup->storage);
  WeftNocReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->title = g_strdup (setup->title);
  self->trace = trace;
  for (guint i = 0; i < G_N_ELEMENTS (self->scratch); i++)
    self->scratch[i] = g_string_new (NULL);
  self->pieces = weft_json_schema_new (noc_piece_keys);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->writer = weft_noc_writer_new (self->trace);
  self->rules = weft_noc_rules_new ();
  weft_trace_set_format (self->base.trace, _ ("NoC event trace"));
  self->in_directory = setup->path != NULL && g_file_test (setup->path, G_FILE_TEST_IS_DIR);
  self->path = g_strdup (setup->path);
  self->base.scans = TRUE;
  if (!self->in_directory)
    begin_scan (self, setup->title);
  return &self->base;
}
