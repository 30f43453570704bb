/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-beside.h"

#include "weft-map64.h"
#include "weft-noc-device-log.h"
#include "weft-noc-ops.h"
#include "weft-noc-run.h"
#include "weft-noc-sidecars.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A mark of the log, kept until the trace is read. */
typedef struct
{
  guint64 time;
  guint32 run;  /* index in runs */
  guint32 name; /* index in words */
  guint32 proc; /* likewise */
  guint32 line;
  gint16 x, y;
  guint8 type;
} Mark;

typedef struct
{
  WeftNocRun run;
  guint64 first, last; /* times of its marks */
  gboolean joins;
  guint32 context; /* WEFT_NO_ROW: has none yet */
} Run;

typedef struct
{
  guint64 start, end; /* `end` is `start` where the log lacks it */
} Kernel;

/* The records of a context of the trace. */
typedef struct
{
  guint64 first, last; /* none: `first` is above `last` */
  gint32 device;
  gint64 run;
} Span;

struct _WeftNocBeside
{
  WeftNocTrace *trace;
  WeftNocOps *ops;
  char *name; /* of the log; NULL: there is none */

  GArray *marks;
  GArray *runs;
  GHashTable *run_index; /* WeftNocRun: index in runs, plus 1 */
  GPtrArray *words;
  GHashTable *word_index; /* the word: its index, plus 1 */
  GArray *kernels;
  WeftMap64 kernel_index; /* by hash_place() */
  guint64 least;

  guint32 part;      /* of the trace, which was looked at last; WEFT_NO_ROW */
  gboolean relative; /* its times count from the begin of kernels */
};

/* --- reading the log ---------------------------------------------------------------------------- */

static guint32
find_word (WeftNocBeside *self, WeftNocText text)
{
  g_autofree char *word = g_strndup (text.text, text.length);
  gpointer found = g_hash_table_lookup (self->word_index, word);

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;
  g_ptr_array_add (self->words, word);
  g_hash_table_insert (self->word_index, g_steal_pointer (&word),
                       GUINT_TO_POINTER (self->words->len));
  return self->words->len - 1;
}

static const char *
get_word (const WeftNocBeside *self, guint32 index)
{
  return g_ptr_array_index (self->words, index);
}

static guint32
find_run (WeftNocBeside *self, const WeftNocRun *key)
{
  gpointer found = g_hash_table_lookup (self->run_index, key);
  Run run = { *key, G_MAXUINT64, 0, FALSE, WEFT_NO_ROW };

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;
  g_array_append_val (self->runs, run);
  g_hash_table_insert (self->run_index, g_memdup2 (key, sizeof *key),
                       GUINT_TO_POINTER (self->runs->len));
  return self->runs->len - 1;
}

/* Two of them are as good as never the same for different places. */
static guint64
hash_place (gint32 device, gint64 run, int x, int y, const char *proc)
{
  guint64 place = (guint64) (guint16) x << 48 | (guint64) (guint16) y << 32 | (guint32) device;

  return weft_map64_mix (place + weft_map64_mix ((guint64) run + g_str_hash (proc)));
}

static void
take_kernel (WeftNocBeside *self, const WeftNocDeviceMark *mark, const char *proc)
{
  guint64 key = hash_place (mark->device, mark->run, mark->x, mark->y, proc);
  guint32 index = weft_map64_get (&self->kernel_index, key);
  Kernel kernel = { mark->time, mark->time };

  if (mark->type == NOC_TYPE_ZONE_START && index == WEFT_MAP64_NONE)
    {
      weft_map64_set (&self->kernel_index, key, self->kernels->len);
      g_array_append_val (self->kernels, kernel);
    }
  else if (mark->type == NOC_TYPE_ZONE_END && index != WEFT_MAP64_NONE)
    {
      Kernel *found = &g_array_index (self->kernels, Kernel, index);

      if (found->end == found->start)
        found->end = MAX (mark->time, found->start);
    }
}

static void
on_mark (const WeftNocDeviceMark *mark, gpointer data)
{
  WeftNocBeside *self = data;
  const WeftNocRun key = { mark->run, { mark->replay[0], mark->replay[1] }, mark->device };
  Mark kept = { .time = mark->time,
                .run = find_run (self, &key),
                .name = find_word (self, mark->name),
                .proc = find_word (self, mark->proc),
                .line = (guint32) MIN (mark->line, G_MAXUINT32),
                .x = mark->x,
                .y = mark->y,
                .type = (guint8) mark->type };
  Run *run = &g_array_index (self->runs, Run, kept.run);

  run->first = MIN (run->first, mark->time);
  run->last = MAX (run->last, mark->time);
  self->least = MIN (self->least, mark->time);
  if (g_str_has_suffix (get_word (self, kept.name), "-KERNEL"))
    take_kernel (self, mark, get_word (self, kept.proc));
  g_array_append_val (self->marks, kept);
}

static void
on_line (const char *text, gsize length, gint64 line, gpointer log)
{
  weft_noc_device_log_take (log, text, length, line);
}

/* Lines of another file are said in words. */
static void
pass_on (const WeftNocBeside *self, WeftDiagnostics *from, WeftDiagnostics *to)
{
  for (guint i = 0; i < weft_diagnostics_get_n_kept (from); i++)
    {
      g_autofree char *line = NULL;
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (from, i, &diagnostic);
      line = g_strdup_printf ("%" G_GINT64_FORMAT, diagnostic.line);
      weft_diagnostics_add (to, diagnostic.severity, 0, 0, _ ("“%s”, line %s: %s"), self->name,
                            line, diagnostic.message);
      weft_diagnostic_clear (&diagnostic);
    }
}

static void
read_log (WeftNocBeside *self, const char *path)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (self->trace));
  g_autoptr (WeftDiagnostics) own = weft_diagnostics_new ();
  g_autoptr (WeftNocDeviceLog) log = weft_noc_device_log_new (own, on_mark, self);
  g_autoptr (GError) error = NULL;

  self->name = g_path_get_basename (path);
  if (!weft_noc_csv_read_file (path, on_line, log, &error))
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("“%s” beside the trace can't be used: %s"), self->name,
                          error->message);
  pass_on (self, own, diagnostics);
  self->trace->arch = weft_noc_device_log_get_arch (log);
  self->trace->hertz = weft_noc_device_log_get_hertz (log);
}

/* --- while the trace is read -------------------------------------------------------------------- */

WeftNocText
weft_noc_beside_get_op (const WeftNocBeside *self, gint32 device, gint64 run_host_id)
{
  return weft_noc_ops_get (self->ops, device, run_host_id);
}

static const Kernel *
find_kernel (const WeftNocBeside *self, const WeftNocRow *row, gint32 device, gint64 run)
{
  g_autofree char *proc = g_strndup (row->proc.text, row->proc.length);
  guint32 index =
    weft_map64_get (&self->kernel_index, hash_place (device, run, row->sx, row->sy, proc));

  return index != WEFT_MAP64_NONE ? &g_array_index (self->kernels, Kernel, index) : NULL;
}

/* A record that does not say its device is of that in the name of its file. */
static gint32
get_device (const WeftNocBeside *self, gint32 device, guint32 part)
{
  const WeftNocPartRow *row = weft_table_row (&self->trace->parts, part);

  if (device != WEFT_NOC_UNKNOWN)
    return device;
  return row->device != WEFT_NOC_UNKNOWN ? row->device : 0;
}

/* A file's first record tells: it begins a kernel, or lies within what the kernel took. */
static gboolean
is_relative (const WeftNocBeside *self, const WeftNocRow *row, const Kernel *kernel)
{
  return kernel != NULL && row->time < self->least && row->time <= kernel->end - kernel->start;
}

void
weft_noc_beside_set_time (WeftNocBeside *self, WeftNocRow *row, gint32 device, gint64 run_host_id)
{
  guint32 part = self->trace->parts.n_rows - 1;
  const Kernel *kernel;
  const WeftNocRun key = { .run = run_host_id, .device = get_device (self, device, part) };
  gpointer run;

  if (self->marks->len == 0 || (part == self->part && !self->relative))
    return;
  kernel = find_kernel (self, row, key.device, run_host_id);
  if (part != self->part)
    self->relative = is_relative (self, row, kernel);
  if (part != self->part && self->relative)
    weft_diagnostics_add (weft_trace_get_diagnostics (WEFT_TRACE (self->trace)), WEFT_SEVERITY_INFO,
                          0, 0,
                          _ ("Times of this trace count from the begin of each core's kernel. "
                             "“%s” says when that was, and they are put onto the device's clock."),
                          self->name);
  self->part = part;
  if (!self->relative)
    return;
  run = g_hash_table_lookup (self->run_index, &key);
  if (kernel != NULL)
    row->time += kernel->start;
  else
    row->time +=
      run != NULL ? g_array_index (self->runs, Run, GPOINTER_TO_UINT (run) - 1).first : self->least;
}

/* --- joining ------------------------------------------------------------------------------------ */

/* (element-type Span), by context. */
static GArray *
measure_contexts (WeftNocBeside *self)
{
  WeftNocTrace *trace = self->trace;
  guint32 n = trace->contexts.n_rows;
  GArray *spans = g_array_sized_new (FALSE, FALSE, sizeof (Span), n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocContextRow *row = weft_noc_context_row (trace, i);
      Span span = { G_MAXUINT64, 0, get_device (self, row->device, row->part), row->run_host_id };

      g_array_append_val (spans, span);
    }
  for (guint32 record = 0; record < trace->records.n_rows; record++)
    {
      Span *span = &g_array_index (spans, Span, weft_noc_context (trace, record));
      guint64 time = weft_noc_time (trace, record);

      span->first = MIN (span->first, time);
      span->last = MAX (span->last, time);
    }
  return spans;
}

static gboolean
overlaps (const Run *run, const Span *span)
{
  return run->run.device == span->device && run->first <= span->last && span->first <= run->last;
}

/* The runs that the trace is of: by their number, and by time where no number is the same. FALSE where there is none. */
static gboolean
choose_runs (WeftNocBeside *self, const GArray *spans)
{
  gboolean found = FALSE;

  for (guint by_time = 0; by_time < 2 && !found; by_time++)
    for (guint i = 0; i < self->runs->len; i++)
      {
        Run *run = &g_array_index (self->runs, Run, i);

        for (guint j = 0; j < spans->len && !run->joins; j++)
          {
            const Span *span = &g_array_index (spans, Span, j);

            run->joins = overlaps (run, span) && (by_time || run->run.run == span->run);
          }
        found |= run->joins;
      }
  return found;
}

static guint64
hash_zone (gint32 device, int x, int y, const char *proc, const char *name, guint type,
           guint64 time)
{
  guint64 place = hash_place (device, (gint64) time, x, y, proc);

  return weft_map64_mix (place + g_str_hash (name) * 2ull + (type == NOC_TYPE_ZONE_START));
}

/* The zones that the trace has. */
static void
collect_zones (WeftNocBeside *self, const GArray *spans, WeftMap64 *zones)
{
  WeftNocTrace *trace = self->trace;

  for (guint32 record = 0; record < trace->records.n_rows; record++)
    {
      guint type = weft_noc_type (trace, record);
      const Span *span = &g_array_index (spans, Span, weft_noc_context (trace, record));

      if (type < NOC_TYPE_ZONE_START)
        continue;
      weft_map64_set (zones,
                      hash_zone (span->device, weft_noc_coordinate (trace, NOC_SX, record),
                                 weft_noc_coordinate (trace, NOC_SY, record),
                                 weft_noc_trace_get_proc (trace, weft_noc_proc (trace, record)),
                                 weft_noc_trace_get_name (
                                   trace, weft_table_get_u32 (&trace->records, NOC_NAME, record)),
                                 type, weft_noc_time (trace, record)),
                      1);
    }
}

static WeftNocText
as_text (const char *word)
{
  return (WeftNocText){ word, strlen (word) };
}

static gboolean
add_mark (WeftNocBeside *self, WeftNocWriter *writer, const Mark *mark)
{
  Run *run = &g_array_index (self->runs, Run, mark->run);
  const WeftNocDeviceMark full = { .time = mark->time,
                                   .x = mark->x,
                                   .y = mark->y,
                                   .type = mark->type,
                                   .proc = as_text (get_word (self, mark->proc)),
                                   .name = as_text (get_word (self, mark->name)),
                                   .line = mark->line };

  if (run->context == WEFT_NO_ROW)
    run->context =
      weft_noc_writer_add_context (writer, run->run.device, run->run.run,
                                   weft_noc_ops_get (self->ops, run->run.device, run->run.run));
  return weft_noc_device_mark_add (writer, &full, run->context);
}

/* Adds the marks that are not among `zones`, as those of a file of its own. */
static gboolean
add_marks (WeftNocBeside *self, WeftNocWriter *writer, const WeftMap64 *zones, guint *n_added)
{
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark *mark = &g_array_index (self->marks, Mark, i);
      const Run *run = &g_array_index (self->runs, Run, mark->run);

      if (!run->joins
          || weft_map64_get (zones, hash_zone (run->run.device, mark->x, mark->y,
                                               get_word (self, mark->proc),
                                               get_word (self, mark->name), mark->type, mark->time))
               != WEFT_MAP64_NONE)
        continue;
      if ((*n_added)++ == 0 && !weft_noc_writer_begin_part (writer, self->name))
        return FALSE;
      if (!add_mark (self, writer, mark))
        return FALSE;
    }
  return TRUE;
}

gboolean
weft_noc_beside_join (WeftNocBeside *self, WeftNocWriter *writer)
{
  g_autoptr (GArray) spans = NULL;
  WeftMap64 zones = WEFT_MAP64_INIT;
  guint n_added = 0;
  gboolean added, has_runs;

  if (self->marks->len == 0)
    return TRUE;
  spans = measure_contexts (self);
  has_runs = choose_runs (self, spans);
  collect_zones (self, spans, &zones);
  added = add_marks (self, writer, &zones, &n_added);
  weft_map64_clear (&zones);
  if (!has_runs)
    weft_diagnostics_add (
      weft_trace_get_diagnostics (WEFT_TRACE (self->trace)), WEFT_SEVERITY_INFO, 0, 0,
      _ ("“%s” beside the trace has no run of it: its zones are not shown."), self->name);
  else if (n_added > 0)
    weft_diagnostics_add (
      weft_trace_get_diagnostics (WEFT_TRACE (self->trace)), WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE, "“%s” beside the trace adds %u begin or end of a zone.",
                   "“%s” beside the trace adds %u begins and ends of zones.", n_added),
      self->name, n_added);
  g_array_set_size (self->marks, 0);
  return added;
}

/* ------------------------------------------------------------------------------------------------ */

WeftNocBeside *
weft_noc_beside_new (const char *path, WeftNocTrace *trace)
{
  WeftNocBeside *self = g_new0 (WeftNocBeside, 1);
  g_autofree char *directory =
    g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *log = weft_noc_device_log_find (directory);

  self->trace = trace;
  self->ops = weft_noc_ops_read (path, weft_trace_get_diagnostics (WEFT_TRACE (trace)));
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  self->run_index = g_hash_table_new_full (weft_noc_run_hash, weft_noc_run_equal, g_free, NULL);
  self->words = g_ptr_array_new ();
  self->word_index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));
  self->least = G_MAXUINT64;
  self->part = WEFT_NO_ROW;
  if (log != NULL)
    read_log (self, log);
  return self;
}

GPtrArray *
weft_noc_beside_list (const char *path)
{
  GPtrArray *files = weft_noc_sidecars_list (path);
  g_autofree char *directory =
    g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
  char *log = weft_noc_device_log_find (directory), *report = weft_noc_ops_find (path, NULL);

  if (log != NULL)
    g_ptr_array_add (files, log);
  if (report != NULL)
    g_ptr_array_add (files, report);
  return files;
}

void
weft_noc_beside_free (WeftNocBeside *self)
{
  weft_noc_ops_free (self->ops);
  g_array_unref (self->marks);
  g_array_unref (self->runs);
  g_hash_table_unref (self->run_index);
  g_ptr_array_unref (self->words);
  g_hash_table_unref (self->word_index);
  g_array_unref (self->kernels);
  weft_map64_clear (&self->kernel_index);
  g_free (self->name);
  g_free (self);
}
