/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-commands.h"

#include "weft-json-scanner.h"
#include "weft-npu-trace-private.h"
#include "weft-source.h"

#include <glib/gi18n-lib.h>

/* Files of commands are not read beyond this. */
#define MAX_SIZE ((guint64) 256 << 20)

/* Bytes that are read at once. */
#define STEP ((gsize) 256 << 10)

#define KEYS(M) \
  M (KEY_QUEUE_ID, "cmdq_id") \
  M (KEY_COMMAND_ID, "cmd_id") \
  M (KEY_ID, "id") \
  M (KEY_BEFORE, "deps_before")

enum
{
  KEYS (WEFT_JSON_SLOT)
};

static const char *const keys[] = { KEYS (WEFT_JSON_PATH) NULL };

/* Under which of these the commands stand, the document of CMDQ files does not say. */
static const WeftJsonMember members[] = {
  { "commands", 0, keys },
  { "cmdq", 1, keys },
  { "entries", 2, keys },
  { NULL, 0, NULL },
};

typedef struct
{
  const WeftNpuSnapshot *snapshot;
  GHashTable *rows; /* command → row + 1 */
  GArray *pairs;    /* guint32: a consumer, and its producer */
  gint64 n_commands;
  guint64 n_unknown; /* dependencies of or on commands that have no event */
  guint64 n_odd;     /* what stands where a dependency should */
} Reading;

/* Where the file is that `name` (run_metadata.cmdq_file) says, beside the trace: (transfer full)
 * (nullable). */
static char *
find_file (const char *trace_path, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (trace_path);
  g_autofree char *file = g_path_get_basename (name);
  char *paths[] = { g_build_filename (folder, name, NULL), g_build_filename (folder, file, NULL) };
  char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      if (found == NULL && g_file_test (paths[i], G_FILE_TEST_IS_REGULAR))
        found = g_steal_pointer (&paths[i]);
      g_free (paths[i]);
    }
  return found;
}

/* The last of its engines' events that each command has. */
static GHashTable *
map_commands (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrace *trace = snapshot->trace;
  GHashTable *rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      gint64 command =
        weft_npu_number (trace, weft_table_get_u32 (&trace->events, NPU_COMMAND, row));
      guint known;

      if (weft_npu_type (trace, row) != WEFT_NPU_ENGINE || command == WEFT_NPU_NONE
          || (weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) != 0)
        continue;
      known = GPOINTER_TO_UINT (g_hash_table_lookup (rows, &command));
      if (known == 0 || weft_npu_end (trace, known - 1) < weft_npu_end (trace, row))
        g_hash_table_insert (rows, g_memdup2 (&command, sizeof command),
                             GUINT_TO_POINTER (row + 1));
    }
  return rows;
}

static guint32
find_row (Reading *self, gint64 command)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->rows, &command)) - 1;
}

/* The command that a record is about: what it calls itself, or else its place. */
static gint64
get_command (const WeftJsonRecord *record, gint64 place)
{
  static const guint ids[] = { KEY_QUEUE_ID, KEY_COMMAND_ID, KEY_ID };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const WeftJsonValue *id = weft_json_record_get (record, ids[i]);

      if (id != NULL && id->kind == WEFT_JSON_INTEGER)
        return id->integer;
    }
  return place;
}

static void
add_dependency (Reading *self, guint32 row, const WeftJsonValue *producer)
{
  guint32 pair[2] = { row, WEFT_NO_ROW };

  if (producer->kind != WEFT_JSON_INTEGER)
    {
      self->n_odd++;
      return;
    }
  pair[1] = find_row (self, producer->integer);
  if (row == WEFT_NO_ROW || pair[1] == WEFT_NO_ROW)
    self->n_unknown++;
  else if (pair[1] == row)
    self->n_odd++;
  else
    g_array_append_vals (self->pairs, pair, 2);
}

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  Reading *self = data;
  const WeftJsonValue *before = weft_json_record_get (record, KEY_BEFORE);
  guint32 row = find_row (self, get_command (record, self->n_commands));
  const char *place = NULL;
  WeftJsonRecord element;

  self->n_commands++;
  if (record->self.kind != WEFT_JSON_OBJECT)
    self->n_odd++;
  else if (before == NULL || before->kind == WEFT_JSON_NULL)
    return;
  else if (before->kind != WEFT_JSON_ARRAY)
    self->n_odd++;
  else
    while (weft_json_next_element (before, &place, NULL, &element))
      add_dependency (self, row, &element.self);
}

/* The commands are no array. */
static void
on_member (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record G_GNUC_UNUSED,
           gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  ((Reading *) data)->n_odd++;
}

/* (transfer full); NULL where the file was read to its end. */
static char *
describe_fault (WeftJsonScanner *scanner)
{
  gint64 line, column;
  guint64 offset;
  WeftJsonFault fault = weft_json_scanner_get_fault (scanner, &offset);

  weft_json_scanner_locate (scanner, offset, &line, &column);
  /* TRANSLATORS: what is wrong with a file, and where in it */
  return g_strdup_printf (_ ("%s (line %d, column %d)"), weft_json_fault_to_string (fault),
                          (int) MIN (line, G_MAXINT), (int) MIN (column, G_MAXINT));
}

/* Likewise: goes through the file. */
static char *
scan (Reading *self, const char *path)
{
  static const WeftJsonShape shape = { .members = members, .elements = keys, .single = TRUE };
  static const WeftJsonHandler handler = { .member = on_member, .element = on_element };
  g_autoptr (WeftJsonScanner) scanner = weft_json_scanner_new (&shape, &handler, self);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = weft_source_open (path, &error);
  g_autofree char *block = g_malloc (STEP);
  guint64 offset = 0;
  gssize n = 0;

  while (source != NULL && offset <= MAX_SIZE
         && (n = weft_source_read (source, block, STEP, NULL, &error)) > 0)
    {
      if (!weft_json_scanner_feed (scanner, block, (gsize) n, offset))
        return describe_fault (scanner);
      offset += (guint64) n;
    }
  if (error != NULL)
    return g_strdup (error->message);
  if (offset > MAX_SIZE)
    return g_strdup (_ ("It is longer than 256 MiB"));
  return weft_json_scanner_finish (scanner) ? NULL : describe_fault (scanner);
}

static void
say_left_out (const Reading *self, const char *name, const WeftNpuPlaces *places,
              WeftDiagnostics *diagnostics)
{
  g_autofree char *unknown = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_unknown);
  g_autofree char *odd = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_odd);

  if (self->n_unknown > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_INFO, places->commands.line, places->commands.column,
      _ ("Dependencies in “%s” that are left out, as a command of theirs has no "
         "engine's event in the trace: %s"),
      name, unknown);
  if (self->n_odd > 0)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, places->commands.line,
                          places->commands.column,
                          _ ("Entries of “%s” that should say what a command waits for, and don't: "
                             "%s"),
                          name, odd);
}

WeftNpuDependencies *
weft_npu_commands_read (const char *trace_path, const WeftNpuSnapshot *snapshot,
                        const WeftNpuPlaces *places, WeftDiagnostics *diagnostics)
{
  const char *name = snapshot->run->command_file;
  g_autofree char *path = trace_path != NULL ? find_file (trace_path, name) : NULL;
  g_autofree char *fault = NULL;
  g_autoptr (GHashTable) rows = NULL;
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reading reading = { .snapshot = snapshot, .pairs = pairs };

  /* That it is elsewhere is no fault of the trace. */
  if (path == NULL)
    return NULL;
  reading.rows = rows = map_commands (snapshot);
  fault = scan (&reading, path);
  if (fault != NULL)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, places->commands.line,
                          places->commands.column,
                          _ ("The file of commands “%s” can't be read to its end: %s. What came "
                             "before is used"),
                          name, fault);
  say_left_out (&reading, name, places, diagnostics);
  return weft_npu_dependencies_new ((const guint32 *) (gconstpointer) pairs->data, pairs->len / 2,
                                    snapshot->n_events);
}

GPtrArray *
weft_npu_commands_list (const char *trace_path, WeftNpuTrace *trace)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  char *file = snapshot->run->command_file != NULL
                 ? find_file (trace_path, snapshot->run->command_file)
                 : NULL;

  if (file != NULL)
    g_ptr_array_add (files, file);
  return files;
}

char *
weft_npu_commands_explain (const char *head, gsize length, const char *title)
{
  if (g_strstr_len (head, (gssize) length, "\"cmdq_id\"") == NULL
      && g_strstr_len (head, (gssize) length, "\"deps_before\"") == NULL)
    return NULL;
  return g_strdup_printf (
    _ ("“%s” is the command queue of an NPU run: it says what waits for what, and no "
       "times. Open the run’s trace, whose “cmdq_file” names it; the queue is read "
       "with that."),
    title);
}
