/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-device-log.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LOG_NAME "profile_log_device.csv"

/* Rows of the profiler's NoC events: their data is packed as only that version of it knows. */
#define TIMER_NOC_EVENT 12345u
#define TIMER_COUNTER 9090u

/* Nothing has a faster clock, cycles per second. */
#define MAX_HERTZ 1e11

/* So many different types that no document names are said. */
#define MAX_UNKNOWN_TYPES 20u

typedef enum
{
  DEVICE,
  CORE_X,
  CORE_Y,
  PROC,
  TIMER,
  TIME,
  RUN,
  REPLAY,
  REPLAY_COUNT,
  ZONE,
  TYPE,
  SOURCE,
  N_COLUMNS
} Column;

/* The names that each column has had; the first that a header has is taken. */
static const char *const column_names[N_COLUMNS][3] = {
  [DEVICE] = { "PCIe slot" },
  [CORE_X] = { "core_x" },
  [CORE_Y] = { "core_y" },
  [PROC] = { "RISC processor type" },
  [TIMER] = { "timer_id" },
  [TIME] = { "time[cycles since reset]" },
  [RUN] = { "run host ID", "run ID", "Program ID" },
  [REPLAY] = { "trace id" },
  [REPLAY_COUNT] = { "trace id counter" },
  [ZONE] = { "zone name" },
  [TYPE] = { "type", "zone phase" },
  [SOURCE] = { "source file" },
};

/* Without these a row says nothing. */
#define N_NEEDED (TIME + 1)

typedef enum
{
  ROW_START,
  ROW_END,
  ROW_TOTAL,
  ROW_VALUE,
  ROW_EVENT,
  ROW_NOC_EVENT,
  ROW_COUNTER,
  ROW_UNKNOWN,
  N_ROW_KINDS
} RowKind;

struct _WeftNocDeviceLog
{
  WeftDiagnostics *diagnostics;
  WeftNocDeviceMarkFunc func;
  gpointer data;
  const char *arch;
  gint64 hertz;
  gboolean has_header;
  gboolean said[N_ROW_KINDS];
  GHashTable *unknown; /* types that were said to be unknown */
  guint columns[N_COLUMNS];
  guint n_columns;
  char made_name[64];     /* of a zone of the oldest generation */
  WeftNocDeviceMark last; /* its texts are not valid any more */

  /* The line that is being read. */
  WeftNocCsvLine fields;
  const char *text;
  gint64 line;
  guint shift; /* fields that commas in a name have added, before the type and behind it */
};

#define SAY(self, severity, at, ...) \
  weft_diagnostics_add ((self)->diagnostics, (severity), (self)->line, (at) - (self)->text + 1, \
                        __VA_ARGS__)

/* --- the head ----------------------------------------------------------------------------------- */

static const char *
find_word (const char *text, gsize length, const char *word)
{
  return g_strstr_len (text, (gssize) length, word);
}

/* The text behind `word`, up to the next comma: (transfer full) (nullable). */
static char *
get_behind (WeftNocDeviceLog *self, gsize length, const char *word)
{
  const char *end = self->text + length, *at = find_word (self->text, length, word), *comma;

  if (at == NULL)
    return NULL;
  at += strlen (word);
  comma = memchr (at, ',', (gsize) (end - at));
  return g_strstrip (g_strndup (at, (gsize) ((comma != NULL ? comma : end) - at)));
}

static void
set_clock (WeftNocDeviceLog *self, const char *text, double unit)
{
  char *rest;
  double hertz = g_ascii_strtod (text, &rest) * unit;

  while (g_ascii_isspace (*rest))
    rest++;
  if (g_ascii_strcasecmp (rest, "GHz") == 0)
    hertz *= 1e9 / unit;
  if (!(hertz >= 0.5) || hertz > MAX_HERTZ)
    {
      SAY (self, WEFT_SEVERITY_INFO, self->text,
           _ ("The log does not say how fast the device's clock is: cycles can't be turned into "
              "time."));
      return;
    }
  if (self->hertz > 0 && self->hertz != llround (hertz))
    SAY (
      self, WEFT_SEVERITY_WARNING, self->text,
      _ ("The clock is another one than that of the run before in this file; the first counts."));
  else
    self->hertz = llround (hertz);
}

static void
read_clock (WeftNocDeviceLog *self, gsize length)
{
  g_autofree char *arch = get_behind (self, length, "ARCH:");
  g_autofree char *megahertz = get_behind (self, length, "CHIP_FREQ[MHz]:");
  g_autofree char *clock = get_behind (self, length, "Chip clock is at");

  for (const char *const *name = weft_noc_topology_list (); arch != NULL && *name != NULL; name++)
    if (g_ascii_strcasecmp (*name, arch) == 0)
      self->arch = *name;
  if (self->arch == NULL)
    {
      g_autofree char *shown = g_utf8_make_valid (arch != NULL ? arch : "Grayskull", -1);

      SAY (self, WEFT_SEVERITY_INFO, self->text,
           _ ("Weft has no topology of “%s”: the grid is as large as the coordinates."), shown);
      self->arch = "torus";
    }
  if (megahertz != NULL)
    set_clock (self, megahertz, 1e6);
  else
    set_clock (self, clock != NULL ? clock : "", 1e6);
}

static void
read_header (WeftNocDeviceLog *self)
{
  guint missing = N_COLUMNS;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      self->columns[i] = G_MAXUINT;
      for (guint j = 0; j < G_N_ELEMENTS (column_names[i]) && column_names[i][j] != NULL
                        && self->columns[i] == G_MAXUINT;
           j++)
        self->columns[i] = weft_noc_csv_find (&self->fields, column_names[i][j]);
      if (i < N_NEEDED && self->columns[i] == G_MAXUINT)
        missing = MIN (missing, i);
    }
  self->n_columns = self->fields.n_fields;
  self->has_header = missing == N_COLUMNS;
  if (!self->has_header)
    SAY (self, WEFT_SEVERITY_ERROR, self->text,
         _ ("The header names no column “%s”; the lines below it can't be read."),
         column_names[missing][0]);
}

/* --- rows --------------------------------------------------------------------------------------- */

static WeftNocText
get_field (WeftNocDeviceLog *self, Column column)
{
  guint place = self->columns[column];

  if (place == G_MAXUINT)
    return (WeftNocText){ "", 0 };
  return weft_noc_csv_get (&self->fields, place + (column >= TYPE ? self->shift : 0));
}

static RowKind
get_kind (WeftNocText type)
{
  static const struct
  {
    const char *word;
    RowKind kind;
  } words[] = {
    { "ZONE_START", ROW_START },  { "begin", ROW_START },      { "ZONE_END", ROW_END },
    { "end", ROW_END },           { "ZONE_TOTAL", ROW_TOTAL }, { "TS_DATA", ROW_VALUE },
    { "TS_DATA_16B", ROW_VALUE }, { "TS_EVENT", ROW_EVENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (weft_noc_text_is (type, words[i].word))
      return words[i].kind;
  return ROW_UNKNOWN;
}

/* Nothing is quoted by the profiler, so that a comma in a name or a path makes a field more: the type
 * is known by its word, and what stands before it moves. */
static RowKind
find_kind (WeftNocDeviceLog *self)
{
  guint extra = self->fields.n_fields - MIN (self->fields.n_fields, self->n_columns);
  RowKind kind = ROW_UNKNOWN;

  extra = MIN (extra, WEFT_NOC_CSV_FIELDS);
  for (self->shift = 0; self->shift <= extra && kind == ROW_UNKNOWN; self->shift++)
    kind = get_kind (get_field (self, TYPE));
  self->shift = kind != ROW_UNKNOWN ? self->shift - 1 : 0;
  return kind;
}

/* FALSE, with a diagnostic, where the field is no number of at most `most`. */
static gboolean
get_number (WeftNocDeviceLog *self, Column column, guint64 most, guint64 *number)
{
  WeftNocText field = get_field (self, column);

  if (weft_noc_text_to_number (field, number) && *number <= most)
    return TRUE;
  SAY (self, WEFT_SEVERITY_WARNING, field.length > 0 ? field.text : self->text,
       _ ("“%s” needs a whole number from 0 to %s in plain digits; the line is skipped."),
       column_names[column][0],
       most == G_MAXUINT64  ? "18446744073709551615"
       : most == G_MAXINT64 ? "9223372036854775807"
       : most == G_MAXINT32 ? "2147483647"
                            : "32767");
  return FALSE;
}

/* A number that may be left out; 0 then. */
static gboolean
get_optional (WeftNocDeviceLog *self, Column column, guint64 most, guint64 *number)
{
  *number = 0;
  return get_field (self, column).length == 0 || get_number (self, column, most, number);
}

/* The streaming writer has the process where others have the program, and that where others have a
 * trace. */
static gboolean
get_run (WeftNocDeviceLog *self, WeftNocDeviceMark *mark)
{
  gboolean streaming = weft_noc_text_is (get_field (self, SOURCE), "streaming");
  guint64 run;

  if (!get_optional (self, streaming ? REPLAY : RUN, G_MAXINT64, &run))
    return FALSE;
  mark->run = (gint64) run;
  return streaming
         || (get_optional (self, REPLAY, G_MAXUINT64, &mark->replay[0])
             && get_optional (self, REPLAY_COUNT, G_MAXUINT64, &mark->replay[1]));
}

/* The oldest generation has numbers instead of names: firmware and kernel begin, and they end. */
static RowKind
name_timer (WeftNocDeviceLog *self, guint64 timer, WeftNocDeviceMark *mark)
{
  gsize length = 0;

  if (timer < 1 || timer > 4)
    return ROW_UNKNOWN;
  while (length < mark->proc.length && mark->proc.text[length] != '_')
    length++;
  g_snprintf (self->made_name, sizeof self->made_name, "%.*s-%s", (int) MIN (length, 48),
              mark->proc.text, timer == 1 || timer == 4 ? "FW" : "KERNEL");
  mark->name = (WeftNocText){ self->made_name, strlen (self->made_name) };
  if (!self->said[ROW_START])
    SAY (self, WEFT_SEVERITY_INFO, self->text,
         _ ("This generation of the log numbers its timers: 1 and 4 are taken as begin and end of "
            "the firmware, 2 and 3 of the kernel."));
  self->said[ROW_START] = TRUE;
  return timer <= 2 ? ROW_START : ROW_END;
}

static void
say_unknown (WeftNocDeviceLog *self, WeftNocText word)
{
  g_autofree char *bytes = g_strndup (word.text, MIN (word.length, 200));
  g_autofree char *shown = g_utf8_make_valid (bytes, -1);

  if (g_hash_table_size (self->unknown) >= MAX_UNKNOWN_TYPES
      || !g_hash_table_add (self->unknown, g_steal_pointer (&bytes)))
    return;
  SAY (self, WEFT_SEVERITY_WARNING, word.length > 0 ? word.text : self->text,
       _ ("No document names the type “%s” of a row of this log; such rows are not shown."), shown);
}

/* Rows that are no zones are said once per kind. */
static void
say_left_out (WeftNocDeviceLog *self, RowKind kind)
{
  const char *why = NULL;

  if (self->said[kind])
    return;
  self->said[kind] = TRUE;
  if (kind == ROW_TOTAL)
    why = _ ("Rows of ZONE_TOTAL sum up cycles and have no begin; they are not shown as zones.");
  else if (kind == ROW_VALUE || kind == ROW_EVENT)
    why = _ ("Rows of TS_DATA and TS_EVENT are no zones, and are not shown.");
  else if (kind == ROW_NOC_EVENT)
    why = _ ("NoC events in this log are packed as only the profiler knows; its noc_trace files "
             "have them for all.");
  else if (kind == ROW_COUNTER)
    why = _ ("Performance counters in this log are not shown.");
  if (why != NULL)
    SAY (self, WEFT_SEVERITY_INFO, self->text, "%s", why);
  self->said[ROW_VALUE] = self->said[ROW_EVENT] = self->said[ROW_VALUE] || self->said[ROW_EVENT];
}

/* An end that stands behind its begin and is earlier matches nothing. */
static void
check_order (WeftNocDeviceLog *self, const WeftNocDeviceMark *mark)
{
  const WeftNocDeviceMark *last = &self->last;

  if (last->line == mark->line - 1 && last->type == NOC_TYPE_ZONE_START
      && mark->type == NOC_TYPE_ZONE_END && last->device == mark->device && last->x == mark->x
      && last->y == mark->y && last->run == mark->run && mark->time < last->time)
    SAY (self, WEFT_SEVERITY_WARNING, get_field (self, TIME).text,
         _ ("The zone ends before it begins."));
  self->last = *mark;
}

static gboolean
get_place (WeftNocDeviceLog *self, WeftNocDeviceMark *mark)
{
  guint64 device, x, y;

  if (!get_number (self, DEVICE, G_MAXINT32, &device) || !get_number (self, CORE_X, G_MAXINT16, &x)
      || !get_number (self, CORE_Y, G_MAXINT16, &y)
      || !get_number (self, TIME, G_MAXUINT64, &mark->time))
    return FALSE;
  mark->device = (gint32) device;
  mark->x = (gint16) x;
  mark->y = (gint16) y;
  mark->proc = get_field (self, PROC);
  return TRUE;
}

static void
read_row (WeftNocDeviceLog *self)
{
  WeftNocDeviceMark mark = { .line = self->line };
  RowKind kind = ROW_UNKNOWN;
  guint64 timer = 0;

  self->shift = 0;
  if (self->fields.n_fields
      <= (self->columns[TYPE] != G_MAXUINT ? self->columns[TYPE] : N_NEEDED - 1))
    {
      SAY (self, WEFT_SEVERITY_WARNING, self->text,
           _ ("The line has %u fields where the header names %u; it is skipped."),
           self->fields.n_fields, self->n_columns);
      return;
    }
  if (self->columns[TYPE] != G_MAXUINT)
    kind = find_kind (self);
  weft_noc_text_to_number (get_field (self, TIMER), &timer);
  if (!get_place (self, &mark) || !get_run (self, &mark))
    return;
  if (kind == ROW_VALUE && (timer == TIMER_NOC_EVENT || timer == TIMER_COUNTER))
    kind = timer == TIMER_NOC_EVENT ? ROW_NOC_EVENT : ROW_COUNTER;
  mark.name = get_field (self, ZONE);
  if (self->shift > 0 && mark.name.length > 0 && self->columns[ZONE] < self->columns[TYPE])
    {
      WeftNocText end = weft_noc_csv_get (&self->fields, self->columns[ZONE] + self->shift);

      mark.name.length = (gsize) (end.text + end.length - mark.name.text);
    }
  if (self->columns[TYPE] == G_MAXUINT)
    kind = name_timer (self, timer, &mark);
  if (kind == ROW_UNKNOWN)
    say_unknown (self, get_field (self, self->columns[TYPE] != G_MAXUINT ? TYPE : TIMER));
  else if (kind != ROW_START && kind != ROW_END)
    say_left_out (self, kind);
  if (kind != ROW_START && kind != ROW_END)
    return;
  mark.type = kind == ROW_START ? NOC_TYPE_ZONE_START : NOC_TYPE_ZONE_END;
  check_order (self, &mark);
  self->func (&mark, self->data);
}

/* --- lines -------------------------------------------------------------------------------------- */

static gboolean
is_clock (const char *text, gsize length)
{
  return (length > 5 && memcmp (text, "ARCH:", 5) == 0)
         || find_word (text, MIN (length, 200), "Chip clock is at") != NULL;
}

void
weft_noc_device_log_take (WeftNocDeviceLog *self, const char *text, gsize length, gint64 line)
{
  if (line == 1 && length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  self->text = text;
  self->line = line;
  if (is_clock (text, length))
    {
      read_clock (self, length);
      return;
    }
  weft_noc_csv_split (&self->fields, text, length);
  if (weft_noc_csv_find (&self->fields, column_names[PROC][0]) != G_MAXUINT)
    read_header (self);
  else if (self->has_header && (self->fields.n_fields > 1 || self->fields.fields[0].length > 0))
    read_row (self);
}

gboolean
weft_noc_device_mark_add (WeftNocWriter *writer, const WeftNocDeviceMark *mark, guint32 context)
{
  const WeftNocRow row = { .type = mark->type,
                           .name = mark->name,
                           .proc = mark->proc,
                           .noc = WEFT_NOC_UNDEFINED,
                           .sx = mark->x,
                           .sy = mark->y,
                           .dx = WEFT_NOC_NOWHERE,
                           .dy = WEFT_NOC_NOWHERE,
                           .end_x = WEFT_NOC_NOWHERE,
                           .end_y = WEFT_NOC_NOWHERE,
                           .vc = -1,
                           .time = mark->time,
                           .line = mark->line,
                           .context = context };

  return context != WEFT_NO_ROW && weft_noc_writer_add (writer, &row);
}

char *
weft_noc_device_log_find (const char *directory)
{
  g_autofree char *here = g_build_filename (directory, LOG_NAME, NULL);
  g_autofree char *below = g_build_filename (directory, ".logs", LOG_NAME, NULL);

  if (g_file_test (here, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&here);
  return g_file_test (below, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&below) : NULL;
}

gboolean
weft_noc_device_log_sniff (const char *head, gsize length)
{
  const char *eol = memchr (head, '\n', length);
  gsize bom = length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  const char *end;

  if (eol == NULL || !is_clock (head + bom, (gsize) (eol - head) - MIN (bom, (gsize) (eol - head))))
    return FALSE;
  end = memchr (eol + 1, '\n', (gsize) (head + length - eol - 1));
  if (end == NULL)
    end = head + length;
  return find_word (eol, (gsize) (end - eol), column_names[PROC][0]) != NULL;
}

const char *
weft_noc_device_log_get_arch (const WeftNocDeviceLog *self)
{
  return self->arch;
}

gint64
weft_noc_device_log_get_hertz (const WeftNocDeviceLog *self)
{
  return self->hertz;
}

WeftNocDeviceLog *
weft_noc_device_log_new (WeftDiagnostics *diagnostics, WeftNocDeviceMarkFunc func, gpointer data)
{
  WeftNocDeviceLog *self = g_new0 (WeftNocDeviceLog, 1);

  self->diagnostics = g_object_ref (diagnostics);
  self->func = func;
  self->data = data;
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
weft_noc_device_log_free (WeftNocDeviceLog *self)
{
  g_object_unref (self->diagnostics);
  g_hash_table_unref (self->unknown);
  g_free (self);
}
