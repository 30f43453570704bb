/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-scalesim-reader.h"

#include "weft-load-error.h"
#include "weft-npu-scalesim-row.h"
#include "weft-npu-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX "_TRACE.csv"
#define REPORT "COMPUTE_REPORT.csv"

/* So many files that are not read are named. */
#define MAX_OTHERS 8u
#define TOTAL_COLUMN "Total Cycles"

/* So many lines show whether a table of numbers is a trace. */
#define SNIFF_ROWS 8

/* The addresses of an operand begin at a multiple of this, from which a picture of them counts. */
#define BASE_STEP 1000000

/* Where a file's addresses begin far from 0, what lies below half of that is none: the simulator pads the
 * last rows of some files with small numbers. */
#define FAR_ADDRESS 1000000

/* The operands and memories that files are of, in the order in which they are read. */
static const struct
{
  const char *file;
  const char *name;
  const char *role;
  gboolean writes;
} operands[] = {
  { "IFMAP_SRAM", "IFMAP SRAM", "ifmap", FALSE },
  { "FILTER_SRAM", "FILTER SRAM", "filter", FALSE },
  { "OFMAP_SRAM", "OFMAP SRAM", "ofmap", TRUE },
  { "IFMAP_DRAM", "IFMAP DRAM", "ifmap", FALSE },
  { "FILTER_DRAM", "FILTER DRAM", "filter", FALSE },
  { "OFMAP_DRAM", "OFMAP DRAM", "ofmap", TRUE },
};

#define N_OPERANDS G_N_ELEMENTS (operands)

/* A cycle of the file that is read. */
typedef struct
{
  gint64 cycle;
  gint64 lowest;
  gint64 highest;
  gint64 line;
  guint n_words;
} Access;

/* How many words more, or fewer, are accessed in a cycle than in the one before. The ends of layers overlap
 * with the prefetches of those behind them, so that what both do adds up. */
typedef struct
{
  gint64 cycle;
  gint64 words;
} Change;

typedef struct
{
  WeftReader base;
  WeftNpuWriter *writer;
  GArray *changes[N_OPERANDS + 1]; /* Change; the last is of files whose operand is not known */
  gint64 bases[N_OPERANDS + 1];    /* of addresses; −1: not known yet */
  GArray *totals;                  /* gint64: cycles of the layers, as the report has them */
  gboolean is_report;              /* the file that is read */
  guint total_column;              /* of the report; G_MAXUINT: not known */
  guint n_texts;                   /* fields of it that are no numbers */
  GStrv columns;                   /* (nullable) their names */
  GArray *accesses;                /* Access, of the file that is read */
  gint64 line;
  guint n_columns;  /* of its first row; 0: there was none */
  gint64 floor;     /* of its addresses */
  guint64 n_stray;  /* addresses below that */
  guint64 n_back;   /* rows that stand behind a later cycle, of all files */
  guint operand;    /* index; G_N_ELEMENTS: not known */
  char *name;       /* (nullable) of the file's lane */
  gint64 layer;     /* −1: none */
  gint64 origin;    /* cycle of all at which the layer's cycle 0 is */
  gint64 layer_end; /* of the layer, where no report tells */
  gint64 end;       /* of all */
  GHashTable *read; /* paths of the files of a folder */
} WeftNpuScalesimReader;

#define WARN(self, column, ...) \
  weft_diagnostics_add ((self)->base.diagnostics, WEFT_SEVERITY_WARNING, (self)->line, (column), \
                        __VA_ARGS__)

/* --- what comes of a file ------------------------------------------------------------------------ */

static guint32
intern (WeftNpuScalesimReader *self, const char *text)
{
  return weft_npu_writer_intern (self->writer, text, strlen (text));
}

static void
add_point (WeftNpuScalesimReader *self, const char *of, const char *what, gint64 cycle,
           double value)
{
  g_autofree char *name = g_strdup_printf ("%s · %s", of, what);

  weft_npu_writer_add_point (self->writer, intern (self, name), cycle, value);
}

static WeftNpuEvent
make_event (WeftNpuScalesimReader *self, guint lane, const char *name, gint64 start, gint64 end)
{
  g_autofree char *layer = g_strdup_printf ("layer%" G_GINT64_FORMAT, self->layer);
  WeftNpuEvent event = weft_npu_event_unsaid;

  event.type = WEFT_NPU_ENGINE;
  event.lane = lane;
  event.start = start;
  event.end = end;
  event.name = intern (self, name);
  if (self->layer >= 0)
    event.layer = intern (self, layer);
  return event;
}

static gboolean
is_writing (const WeftNpuScalesimReader *self)
{
  return self->operand < N_OPERANDS && operands[self->operand].writes;
}

/* The title of an operand's words over time. */
static const char *
get_words_title (guint operand)
{
  if (operand >= N_OPERANDS)
    return "words per cycle";
  return operands[operand].writes ? "words written per cycle" : "words read per cycle";
}

/* Cycles with accesses that follow one another without a gap, [first, end) of the list. */
static void
add_burst (WeftNpuScalesimReader *self, const Access *first, gint64 end)
{
  guint lane = weft_npu_writer_get_lane (self->writer, WEFT_NPU_OTHER_ENGINE,
                                         intern (self, self->name), -1, first->line, 1);
  WeftNpuEvent event =
    make_event (self, lane, is_writing (self) ? "write" : "read", first->cycle, end);

  event.flags = is_writing (self) ? WEFT_NPU_WRITE : WEFT_NPU_READ;
  if (self->operand < N_OPERANDS)
    event.role = intern (self, operands[self->operand].role);
  event.address = first->lowest;
  event.line = first->line;
  weft_npu_writer_add_event (self->writer, &event);
}

static int
compare_accesses (gconstpointer a, gconstpointer b)
{
  const Access *x = a, *y = b;

  return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

/* Rows of one cycle become one: their words add up. */
static void
merge_accesses (GArray *accesses)
{
  guint n = 0;

  g_array_sort (accesses, compare_accesses);
  for (guint i = 0; i < accesses->len; i++)
    {
      const Access access = g_array_index (accesses, Access, i);
      Access *last = n > 0 ? &g_array_index (accesses, Access, n - 1) : NULL;

      if (last == NULL || last->cycle != access.cycle)
        {
          g_array_index (accesses, Access, n++) = access;
          continue;
        }
      last->n_words += access.n_words;
      last->lowest = MIN (last->lowest, access.lowest);
      last->highest = MAX (last->highest, access.highest);
    }
  g_array_set_size (accesses, n);
}

static void
change_words (WeftNpuScalesimReader *self, gint64 cycle, gint64 words)
{
  const Change change = { cycle, words };

  if (words != 0)
    g_array_append_val (self->changes[self->operand], change);
}

/* The first of the operand's numbers over time, in the order in which they are shown. */
static void
begin_series (WeftNpuScalesimReader *self)
{
  gint64 *base = &self->bases[self->operand];
  const Access *first;

  if (*base >= 0 || self->accesses->len == 0)
    return;
  first = &g_array_index (self->accesses, Access, 0);
  *base = first->lowest / BASE_STEP * BASE_STEP;
  add_point (self, self->name, get_words_title (self->operand), first->cycle - 1, 0);
}

static void
add_address (WeftNpuScalesimReader *self, const char *what, gint64 cycle, gint64 address)
{
  gint64 base = self->bases[self->operand];
  g_autofree char *name =
    base > 0 ? g_strdup_printf ("%s − %" G_GINT64_FORMAT, what, base) : g_strdup (what);

  add_point (self, self->name, name, cycle, (double) (address - base));
}

/* The words of each cycle, as far as they change, and the addresses that they lie at. */
static void
add_series (WeftNpuScalesimReader *self)
{
  gint64 words = 0, lowest = -1, highest = -1, next = G_MININT64;

  begin_series (self);

  for (guint i = 0; i < self->accesses->len; i++)
    {
      const Access *access = &g_array_index (self->accesses, Access, i);

      if (next != access->cycle)
        {
          change_words (self, next, -words);
          words = 0;
        }
      change_words (self, access->cycle, access->n_words - words);
      if (access->lowest != lowest)
        add_address (self, "lowest address", access->cycle, access->lowest);
      if (access->highest != highest)
        add_address (self, "highest address", access->cycle, access->highest);
      words = access->n_words;
      lowest = access->lowest;
      highest = access->highest;
      next = access->cycle + 1;
    }
  change_words (self, next, -words);
}

static void
end_file (WeftNpuScalesimReader *self)
{
  const Access *first = NULL;
  gint64 next = 0;

  merge_accesses (self->accesses);
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const Access *access = &g_array_index (self->accesses, Access, i);

      if (first != NULL && access->cycle != next)
        {
          add_burst (self, first, next);
          first = NULL;
        }
      if (first == NULL)
        first = access;
      next = access->cycle + 1;
    }
  if (first != NULL)
    add_burst (self, first, next);
  add_series (self);
  g_array_set_size (self->accesses, 0);
  if (self->n_stray > 0)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_stray);

      weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                            /* TRANSLATORS: a file, and a count */
                            _ ("%s: numbers far below all addresses of the file, which are no "
                               "accesses: %s"),
                            self->name, number);
    }
  self->n_stray = 0;
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *x = a, *y = b;

  return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

/* The words per cycle of all files of an operand. */
static void
add_words (WeftNpuScalesimReader *self, guint operand)
{
  GArray *changes = self->changes[operand];
  gint64 words = 0;

  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);

      words += change->words;
      if (i + 1 == changes->len || change[1].cycle != change->cycle)
        add_point (self, operand < N_OPERANDS ? operands[operand].name : self->name,
                   get_words_title (operand), change->cycle, (double) words);
    }
  g_array_set_size (changes, 0);
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void
read_row (WeftNpuScalesimReader *self, const char *text, gsize length)
{
  WeftScalesimRow row;
  Access access;
  gsize column;

  if (!weft_scalesim_row_read (&row, text, length, self->floor, &self->n_stray, &column))
    {
      WARN (self, (gint64) column,
            _ ("Expected a whole number here, a cycle and then addresses or −1; the row is left "
               "out"));
      weft_npu_writer_get_next (self->writer)->n_skipped++;
      return;
    }
  if (self->n_columns == 0)
    {
      self->n_columns = row.n_columns;
      self->floor = row.n_words > 0 && row.lowest >= FAR_ADDRESS ? row.lowest / 2 : 0;
    }
  if (row.n_columns != self->n_columns)
    {
      WARN (self, 1, _ ("The row has %u numbers and the first one %u; it is left out"),
            row.n_columns, self->n_columns);
      weft_npu_writer_get_next (self->writer)->n_skipped++;
      return;
    }
  access = (Access){ row.cycle + self->origin, row.lowest, row.highest, self->line, row.n_words };
  self->layer_end = MAX (self->layer_end, row.cycle + 1);
  self->end = MAX (self->end, access.cycle + 1);
  if (row.n_words > 0)
    {
      const Access *last = self->accesses->len > 0
                             ? &g_array_index (self->accesses, Access, self->accesses->len - 1)
                             : NULL;

      self->n_back += last != NULL && access.cycle <= last->cycle;
      g_array_append_val (self->accesses, access);
    }
}

/* --- the report ----------------------------------------------------------------------------------- */

static void
read_report_head (WeftNpuScalesimReader *self, const char *line)
{
  g_strfreev (self->columns);
  self->columns = g_strsplit (line, ",", -1);
  self->total_column = G_MAXUINT;
  for (guint i = 0; self->columns[i] != NULL; i++)
    if (g_str_equal (g_strstrip (self->columns[i]), TOTAL_COLUMN))
      self->total_column = i;
}

static void
add_layer_event (WeftNpuScalesimReader *self, gint64 total, const char *texts)
{
  g_autofree char *name = g_strdup_printf ("layer%u%s", self->totals->len, texts);
  /* No engine, of which one would be told how long it was idle. */
  guint lane = weft_npu_writer_get_lane (self->writer, WEFT_NPU_GENERIC, intern (self, "Layers"),
                                         -1, self->line, 1);
  WeftNpuEvent event = make_event (self, lane, name, self->end, self->end + total);

  event.type = WEFT_NPU_OTHER;
  event.line = self->line;
  weft_npu_writer_add_event (self->writer, &event);
}

/* A figure over time; FALSE where it is none. */
static gboolean
add_figure (WeftNpuScalesimReader *self, const char *column, const char *field)
{
  char *end;
  double value = g_ascii_strtod (field, &end);

  if (end == field || *end != '\0' || !isfinite (value))
    return FALSE;
  add_point (self, "Layer", column, self->end, value);
  return TRUE;
}

/* A layer: how long it is, its other figures as numbers over time, and texts, such as of its data flow, in its name. */
static void
read_report_row (WeftNpuScalesimReader *self, const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, ",", -1);
  g_autoptr (GString) texts = g_string_new (NULL);
  guint n = g_strv_length (fields);
  gint64 total =
    self->total_column < n ? g_ascii_strtoll (fields[self->total_column], NULL, 10) : 0;

  if (total <= 0 || total > G_MAXINT32 || self->totals->len > G_MAXUINT16)
    {
      WARN (self, 1, _ ("Expected a layer with its “Total Cycles” here; the row is left out"));
      return;
    }
  for (guint i = 1; i < n && self->columns[i] != NULL; i++)
    if (*g_strstrip (fields[i]) != '\0' && !add_figure (self, self->columns[i], fields[i]))
      {
        g_string_append_printf (texts, " · %s: %s", self->columns[i], fields[i]);
        self->n_texts++;
      }
  add_layer_event (self, total, texts->str);
  g_array_append_val (self->totals, total);
  self->end += total;
}

static void
read_report_line (WeftNpuScalesimReader *self, const char *text, gsize length)
{
  g_autofree char *line = g_strndup (text, length);

  if (*g_strstrip (line) == '\0')
    return;
  if (self->columns == NULL)
    read_report_head (self, line);
  else
    read_report_row (self, line);
}

/* --- files ---------------------------------------------------------------------------------------- */

/* "IFMAP_DRAM_TRACE.csv", perhaps compressed. */
static void
set_operand (WeftNpuScalesimReader *self, const char *file)
{
  self->operand = 0;
  while (self->operand < N_OPERANDS && strstr (file, operands[self->operand].file) == NULL)
    self->operand++;
  g_free (self->name);
  self->name =
    g_strdup (self->operand < N_OPERANDS ? operands[self->operand].name : _ ("Accesses"));
}

/* The number of the folder "layer3"; −1: it is called otherwise. */
static gint64
get_layer (const char *folder)
{
  char *end;
  guint64 layer;

  if (!g_str_has_prefix (folder, "layer") || !g_ascii_isdigit (folder[5]))
    return -1;
  layer = g_ascii_strtoull (folder + 5, &end, 10);
  return *end == '\0' && layer < G_MAXUINT16 ? (gint64) layer : -1;
}

/* The cycle at which a layer begins: the layers before it are as long as the report says, or else as what
 * was read of them. */
static gint64
find_origin (WeftNpuScalesimReader *self, gint64 layer)
{
  gint64 origin = 0;

  if (layer < (gint64) self->totals->len)
    {
      for (gint64 i = 0; i < layer; i++)
        origin += g_array_index (self->totals, gint64, i);
      return origin;
    }
  return layer != self->layer ? self->origin + self->layer_end : self->origin;
}

static void
weft_npu_scalesim_reader_begin_part (WeftReader *reader, const char *path)
{
  WeftNpuScalesimReader *self = (WeftNpuScalesimReader *) reader;
  g_autofree char *file = g_path_get_basename (path), *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (folder);
  gint64 layer = get_layer (name);

  end_file (self);
  g_hash_table_add (self->read, g_strdup (path));
  self->is_report = g_str_equal (file, REPORT);
  self->line = 0;
  self->n_columns = 0;
  self->floor = 0;
  if (self->is_report)
    return;
  self->origin = find_origin (self, layer);
  if (layer != self->layer)
    self->layer_end = 0;
  self->layer = layer;
  set_operand (self, file);
}

static gboolean
weft_npu_scalesim_reader_feed (WeftReader *reader, const char *bytes, gsize length,
                               guint64 offset G_GNUC_UNUSED, GError **error)
{
  WeftNpuScalesimReader *self = (WeftNpuScalesimReader *) reader;
  const char *end = bytes + length;

  for (const char *p = bytes; p < end;)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));
      gsize n = (gsize) ((eol != NULL ? eol : end) - p);

      self->line++;
      if (self->is_report)
        read_report_line (self, p, n);
      else if (n > 0 && *p != '\r')
        read_row (self, p, n);
      p = eol != NULL ? eol + 1 : end;
    }
  if (!weft_npu_writer_is_full (self->writer))
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

static void
weft_npu_scalesim_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftNpuScalesimReader *self = (WeftNpuScalesimReader *) reader;

  self->line++;
  WARN (self, 1, _ ("The line is too long to be a row; it is left out"));
  weft_npu_writer_get_next (self->writer)->n_skipped++;
}

static void
weft_npu_scalesim_reader_publish (WeftReader *reader)
{
  weft_npu_writer_publish (((WeftNpuScalesimReader *) reader)->writer);
}

/* The folders of the files that were read: (transfer full), a set of paths. */
static GHashTable *
list_folders (const WeftNpuScalesimReader *self)
{
  GHashTable *folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, self->read);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_hash_table_add (folders, g_path_get_dirname (path));
  return folders;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Names the tables of the run that nothing is read of, such as other reports. */
static void
say_other_files (WeftNpuScalesimReader *self)
{
  g_autoptr (GHashTable) folders = list_folders (self);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;
  GHashTableIter iter;
  gpointer folder;
  guint n;

  g_hash_table_iter_init (&iter, folders);
  while (g_hash_table_iter_next (&iter, &folder, NULL))
    {
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);

          if (strstr (name, ".csv") != NULL && !g_hash_table_contains (self->read, path))
            g_ptr_array_add (others, g_filename_display_name (name));
        }
    }
  n = others->len;
  if (n == 0)
    return;
  g_ptr_array_sort (others, compare_names);
  g_ptr_array_set_size (others, (int) MIN (n, MAX_OTHERS));
  if (n > MAX_OTHERS)
    g_ptr_array_add (others, g_strdup ("…"));
  g_ptr_array_add (others, NULL);
  names = g_strjoinv (", ", (char **) others->pdata);
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                        /* TRANSLATORS: and the names of the files */
                        g_dngettext (GETTEXT_PACKAGE, "%u other table, which is not read: %s",
                                     "%u other tables, which are not read: %s", n),
                        n, names);
}

static void
weft_npu_scalesim_reader_finish (WeftReader *reader)
{
  WeftNpuScalesimReader *self = (WeftNpuScalesimReader *) reader;

  end_file (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->changes); i++)
    add_words (self, i);
  if (self->n_back > 0)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_back);

      weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                            _ ("Rows that do not stand in order of their cycles; they are put in "
                               "order, and those of one cycle are added up: %s"),
                            number);
      self->n_back = 0;
    }
  if (self->n_texts > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          _ ("Texts in the report, which stand in the names of their layers: %u"),
                          self->n_texts);
  self->n_texts = 0;
  say_other_files (self);
  g_hash_table_remove_all (self->read);
  weft_npu_writer_publish (self->writer);
}

static void
weft_npu_scalesim_reader_clear (WeftReader *reader)
{
  WeftNpuScalesimReader *self = (WeftNpuScalesimReader *) reader;

  g_hash_table_unref (self->read);
  g_array_unref (self->totals);
  g_array_unref (self->accesses);
  for (guint i = 0; i < G_N_ELEMENTS (self->changes); i++)
    g_array_unref (self->changes[i]);
  g_strfreev (self->columns);
  g_free (self->name);
  weft_npu_writer_free (self->writer);
}

static const WeftReaderClass reader_class = {
  .feed = weft_npu_scalesim_reader_feed,
  .skip_line = weft_npu_scalesim_reader_skip_line,
  .begin_part = weft_npu_scalesim_reader_begin_part,
  .publish = weft_npu_scalesim_reader_publish,
  .finish = weft_npu_scalesim_reader_finish,
  .clear = weft_npu_scalesim_reader_clear,
};

WeftReader *
weft_npu_scalesim_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftNpuTrace) trace =
    weft_npu_trace_new (setup->title, setup->context, setup->storage);
  WeftNpuScalesimReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->writer = weft_npu_writer_new (trace);
  self->read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->totals = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  for (guint i = 0; i < G_N_ELEMENTS (self->changes); i++)
    {
      self->changes[i] = g_array_new (FALSE, FALSE, sizeof (Change));
      self->bases[i] = -1;
    }
  self->layer = -1;
  set_operand (self, setup->title != NULL ? setup->title : "");
  weft_trace_set_format (WEFT_TRACE (trace), _ ("SCALE-Sim trace"));
  return &self->base;
}

/* --- recognising ---------------------------------------------------------------------------------- */

gboolean
weft_npu_scalesim_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length, *p = head;
  WeftScalesimRow row = { 0 };
  gboolean has_empty = FALSE;
  gint64 before = 0;
  guint n_columns = 0, n = 0, n_next = 0;
  guint64 n_stray = 0;
  gsize column;

  for (; p < end && n < SNIFF_ROWS; n++)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));
      gsize line = (gsize) ((eol != NULL ? eol : end) - p);

      if (!weft_scalesim_row_read (&row, p, line, 0, &n_stray, &column) || row.n_columns < 2
          || (n > 0 && (row.n_columns != n_columns || row.cycle <= before)))
        return FALSE;
      n_next += n > 0 && row.cycle == before + 1;
      n_columns = row.n_columns;
      before = row.cycle;
      has_empty |= row.n_words < row.n_columns - 1;
      p = eol != NULL ? eol + 1 : end;
    }
  return n > 1 && 2 * n_next >= n - 1 && (has_empty || row.is_real);
}

static void
add_file (GPtrArray *paths, const char *directory, const char *name)
{
  static const char *const ends[] = { "", ".gz", ".zst" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (name, ends[i], NULL);
      g_autofree char *path = g_build_filename (directory, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        {
          g_ptr_array_add (paths, g_steal_pointer (&path));
          return;
        }
    }
}

static void
add_layer (GPtrArray *paths, const char *directory)
{
  for (guint i = 0; i < N_OPERANDS; i++)
    {
      g_autofree char *name = g_strconcat (operands[i].file, SUFFIX, NULL);

      add_file (paths, directory, name);
    }
}

static int
compare_layers (gconstpointer a, gconstpointer b)
{
  const guint *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

char **
weft_npu_scalesim_reader_list_parts (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (guint));
  const char *name;
  guint n;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (get_layer (name) >= 0)
      {
        guint layer = (guint) get_layer (name);

        g_array_append_val (layers, layer);
      }
  g_array_sort (layers, compare_layers);
  if (layers->len > 0)
    add_file (paths, directory, REPORT);
  n = paths->len;
  for (guint i = 0; i < layers->len; i++)
    {
      g_autofree char *folder = g_strdup_printf ("layer%u", g_array_index (layers, guint, i));
      g_autofree char *path = g_build_filename (directory, folder, NULL);

      add_layer (paths, path);
    }
  add_layer (paths, directory);
  if (paths->len == n)
    return NULL;
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}
