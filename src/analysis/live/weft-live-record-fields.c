/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-record-fields.h"

#include <glib/gi18n-lib.h>

#include "weft-live-record-numbers.h"

/* The data of all getters is a WeftLiveRecords. */

static gboolean
is_run (const WeftLiveRow *row)
{
  return weft_live_kind_is_run (row->kind);
}

/* The device said no end, or one that can't be. */
static gboolean
has_end (const WeftLiveRow *row)
{
  return (row->flags & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END)) == 0;
}

/* A getter of what a record says, of those that `has` it. */
#define RECORD(name, has, cell) \
  static WeftCell name (gconstpointer data, guint place) \
  { \
    WeftLiveLaneRow item; \
    if (!weft_live_records_read (data, place, &item) || !(has)) \
      return weft_cell_none (); \
    return cell; \
  }

RECORD (get_stream, TRUE, weft_cell_count (item.lane->stream))
RECORD (get_chip, TRUE, weft_cell_count (item.lane->chip))
RECORD (get_process, item.lane->pid != 0, weft_cell_count (item.lane->pid))
RECORD (get_start, TRUE, weft_cell_signed (item.row.start))
RECORD (get_end, has_end (&item.row), weft_cell_signed (item.row.end))
RECORD (get_length, has_end (&item.row), weft_cell_signed (item.row.end - item.row.start))
RECORD (get_lost, !is_run (&item.row), weft_cell_count (item.row.aux))
RECORD (get_runtime_id, is_run (&item.row), weft_cell_count (item.row.runtime_id))
RECORD (get_start_ticks, is_run (&item.row), weft_cell_count (item.row.start_ticks))
RECORD (get_end_ticks, is_run (&item.row), weft_cell_count (item.row.end_ticks))
RECORD (get_epoch, is_run (&item.row), weft_cell_count (item.row.epoch))
RECORD (get_subdevice, is_run (&item.row), weft_cell_count (item.row.subdevice))
RECORD (is_reversed, TRUE, weft_cell_flag ((item.row.flags & WEFT_LIVE_REVERSED) != 0))
RECORD (has_no_end, TRUE, weft_cell_flag ((item.row.flags & WEFT_LIVE_NO_END) != 0))
RECORD (has_bad_clock, TRUE, weft_cell_flag ((item.row.flags & WEFT_LIVE_BAD_CLOCK) != 0))

static WeftCell
get_number (gconstpointer data, guint place)
{
  guint32 row;

  weft_live_records_get_lane (data, place, &row);
  return weft_cell_count ((guint64) row + 1);
}

/* --- words -------------------------------------------------------------------------------------- */

static const char *
get_kind_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_LIVE_N_ROW_KINDS ? weft_live_kind_to_string (word) : NULL;
}

static char *
show_kind (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  static const char *const titles[WEFT_LIVE_N_ROW_KINDS] = { N_ ("Program"), N_ ("Dispatch stall"),
                                                             N_ ("Lost in the device"),
                                                             N_ ("Lost on the way") };

  return g_strdup (_ (titles[cell->word - 1]));
}

static const char *
get_program_word (gconstpointer data, guint word)
{
  const WeftLiveRecords *records = data;

  return word < records->n_programs ? weft_live_trace_get_program (records->trace, word) : NULL;
}

static const char *
get_sources_word (gconstpointer data, guint word)
{
  const WeftLiveRecords *records = data;

  return word < records->n_programs ? records->sources[word] : NULL;
}

static WeftCell
sources_cell (gconstpointer data, guint program)
{
  const char *sources = get_sources_word (data, program);

  return sources != NULL && *sources != '\0' ? weft_cell_word (program, sources)
                                             : weft_cell_none ();
}

static const char *
get_host_word (gconstpointer data, guint word)
{
  const WeftLiveRecords *records = data;

  return word < records->n_hosts && records->n_hosts > 1 ? records->hosts[word] : NULL;
}

RECORD (get_host, ((const WeftLiveRecords *) data)->n_hosts > 1,
        weft_cell_word (item.lane->host, get_host_word (data, item.lane->host)))
RECORD (get_kind, TRUE, weft_cell_word (item.row.kind, get_kind_word (data, item.row.kind)))
RECORD (get_program, item.row.program != WEFT_NO_ROW,
        weft_cell_word (item.row.program, get_program_word (data, item.row.program)))
RECORD (get_sources, item.row.program != WEFT_NO_ROW, sources_cell (data, item.row.program))

/* --- the fields --------------------------------------------------------------------------------- */

#define SEEN (WEFT_FIELD_FILTER | WEFT_FIELD_TABLE | WEFT_FIELD_CSV)
/* Known, but not worth a column. */
#define MORE (WEFT_FIELD_FILTER | WEFT_FIELD_CSV)
#define DETAIL WEFT_FIELD_ARGUMENT

/* How many are read at once. */
#define LANE(member) \
  .numbers = weft_live_record_numbers_lane, .part = G_STRUCT_OFFSET (WeftLiveLane, member)
#define PART(which) .numbers = weft_live_record_numbers_part, .part = WEFT_LIVE_RECORD_##which
#define FLAG(flag) .numbers = weft_live_record_numbers_flag, .part = (flag)

static const WeftField fields[] = {
  { "record", N_ ("Record"), get_number, WEFT_FIELD_COUNT, SEEN | WEFT_FIELD_NAMES_ROW,
    .doc = N_ ("Its place among what came of its stream, from 1: records, and losses as one each"),
    .show = weft_field_show_name, .numbers = weft_live_record_numbers_place },
  { "stream", N_ ("Stream"), get_stream, WEFT_FIELD_COUNT, SEEN,
    .doc = N_ ("The stream's number, as the daemon calls it"), .show = weft_field_show_name,
    LANE (stream) },
  { "chip", N_ ("Chip"), get_chip, WEFT_FIELD_COUNT, SEEN, .doc = N_ ("The device of the stream"),
    .show = weft_field_show_name, LANE (chip) },
  { "process", N_ ("Process"), get_process, WEFT_FIELD_COUNT, MORE,
    .doc = N_ ("Id of the process that published the stream, where it is known"),
    .show = weft_field_show_name, LANE (pid) },
  { "host", N_ ("Host"), get_host, WEFT_FIELD_TEXT, MORE, .word = get_host_word,
    .doc = N_ ("The host whose daemon tells of the stream, where there are several"),
    .codes = weft_live_record_codes_host },
  { "kind", N_ ("Kind"), get_kind, WEFT_FIELD_TEXT, SEEN | WEFT_FIELD_PROSE, .word = get_kind_word,
    .doc = N_ ("program, stall, device_loss (lost in the device), loss (on the way)"),
    .show = show_kind, .codes = weft_live_record_codes_kind },
  { "program", N_ ("Program"), get_program, WEFT_FIELD_TEXT, SEEN | WEFT_FIELD_SEARCH,
    .word = get_program_word, .doc = N_ ("Name of the program that ran"),
    .codes = weft_live_record_codes_program },
  { "start_ns", N_ ("Start"), get_start, WEFT_FIELD_NUMBER, SEEN, WEFT_UNIT_CYCLE,
    N_ ("By the host's clock"), .numbers = weft_live_record_numbers_start },
  { "end_ns", N_ ("End"), get_end, WEFT_FIELD_NUMBER, MORE, WEFT_UNIT_CYCLE,
    N_ ("By the host's clock, where the device said one that can be"),
    .numbers = weft_live_record_numbers_end },
  { "length_ns", N_ ("Length"), get_length, WEFT_FIELD_NUMBER, SEEN, WEFT_UNIT_CYCLES,
    N_ ("From start to end, where there is an end"), .numbers = weft_live_record_numbers_length },
  { "lost", N_ ("Lost records"), get_lost, WEFT_FIELD_COUNT, SEEN | DETAIL,
    .doc = N_ ("How many a loss stands for"), PART (LOST) },
  { "runtime_id", N_ ("Runtime id"), get_runtime_id, WEFT_FIELD_COUNT, SEEN | DETAIL,
    .doc = N_ ("Id of the program at run time, as the record has it"), .show = weft_field_show_name,
    PART (RUNTIME_ID) },
  { "subdevice", N_ ("Sub-device"), get_subdevice, WEFT_FIELD_COUNT, SEEN | DETAIL,
    .doc = N_ ("Part of the device on which it ran"), .show = weft_field_show_name,
    PART (SUBDEVICE) },
  { "start_ticks", N_ ("Start ticks"), get_start_ticks, WEFT_FIELD_COUNT, MORE | DETAIL,
    .doc = N_ ("Of the device's own clock"), PART (START_TICKS) },
  { "end_ticks", N_ ("End ticks"), get_end_ticks, WEFT_FIELD_COUNT, MORE | DETAIL,
    .doc = N_ ("Of the device's own clock"), PART (END_TICKS) },
  { "epoch", N_ ("Clock epoch"), get_epoch, WEFT_FIELD_COUNT, MORE | DETAIL,
    .doc = N_ ("Which synchronisation its times are by"), .show = weft_field_show_name,
    PART (EPOCH) },
  { "reversed", N_ ("End before start"), is_reversed, WEFT_FIELD_FLAG, MORE | DETAIL,
    .doc = N_ ("The device said an end before the start"), FLAG (WEFT_LIVE_REVERSED) },
  { "no_end", N_ ("No end"), has_no_end, WEFT_FIELD_FLAG, MORE | DETAIL,
    .doc = N_ ("The device said no end"), FLAG (WEFT_LIVE_NO_END) },
  { "bad_clock", N_ ("Clock not trusted"), has_bad_clock, WEFT_FIELD_FLAG, MORE | DETAIL,
    .doc = N_ ("The producer does not trust its clock"), FLAG (WEFT_LIVE_BAD_CLOCK) },
  { "sources", N_ ("Sources"), get_sources, WEFT_FIELD_TEXT, MORE | WEFT_FIELD_SEARCH,
    .word = get_sources_word, .doc = N_ ("Files that the program's kernels come from"),
    .codes = weft_live_record_codes_program },
};

const WeftSchema weft_live_record_schema = {
  .name = "live_record",
  .doc = "Records of live sessions and recordings of them, of any kind",
  .fields = fields,
  .n_fields = G_N_ELEMENTS (fields),
};

const WeftLanguage *
weft_live_language (void)
{
  static const WeftLanguage language = { &weft_live_record_schema, NULL, 0,
                                         "program contains \"matmul\" && length_ns > 10000" };

  return &language;
}

char **
weft_live_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (WeftLiveRecords) records = weft_live_records_new (trace);

  return weft_field_list_texts (field, records, records->n_rows);
}

WeftFacts
weft_live_records_get_facts (const WeftLiveRecords *self, WeftFieldFlags flag, const guint32 *rows,
                             guint n_rows)
{
  WeftFacts facts = weft_facts_of (&weft_live_record_schema, flag, self, n_rows);
  gint64 start, end;

  facts.rows = rows;
  facts.hertz = G_GINT64_CONSTANT (1000000000);
  facts.zero = weft_live_trace_get_range (self->trace, &start, &end) ? start : 0;
  return facts;
}
