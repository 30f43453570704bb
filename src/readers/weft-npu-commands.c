/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-commands.h"

#include "weft-json-scanner.h"
#include "weft-npu-cells.h"

#include <gio/gio.h>

/* Files of commands that are longer are left alone. */
#define MAX_SIZE ((gsize) 256 << 20)

enum
{
  KEY_QUEUE_ID,
  KEY_COMMAND_ID,
  KEY_ID,
  KEY_BEFORE,
};

static const WeftJsonKey keys[] = {
  { "cmdq_id", KEY_QUEUE_ID, NULL },    { "cmd_id", KEY_COMMAND_ID, NULL },
  { "id", KEY_ID, NULL },               { "deps_before", KEY_BEFORE, NULL },
  { NULL, 0, NULL },
};

/* Under which of these the commands stand, the document of CMDQ files does not say. */
static const WeftJsonMember members[] = {
  { "commands", 0, keys }, { "cmdq", 1, keys }, { "entries", 2, keys }, { NULL, 0, NULL },
};

typedef struct
{
  const WeftNpuSnapshot *snapshot;
  GHashTable *rows; /* command → row + 1 */
  GArray *pairs;    /* guint32: a consumer, and its producer */
  gint64 n_commands;
} Reading;

char *
weft_npu_commands_find (const char *trace_path, const char *name)
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
        weft_npu_number (trace, *weft_table_u32 (&trace->events, NPU_COMMAND, row));
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

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  static const guint ids[] = { KEY_QUEUE_ID, KEY_COMMAND_ID, KEY_ID };
  Reading *self = data;
  const WeftJsonValue *before = weft_json_record_get (record, KEY_BEFORE);
  gint64 command = self->n_commands++;
  const char *place = NULL;
  WeftJsonRecord element;
  guint32 pair[2];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const WeftJsonValue *id = weft_json_record_get (record, ids[i]);

      if (id == NULL || id->kind != WEFT_JSON_INTEGER)
        continue;
      command = id->integer;
      break;
    }
  pair[0] = find_row (self, command);
  if (before == NULL || before->kind != WEFT_JSON_ARRAY || pair[0] == WEFT_NO_ROW)
    return;
  while (weft_json_next_element (before, &place, NULL, &element))
    if (element.self.kind == WEFT_JSON_INTEGER)
      {
        pair[1] = find_row (self, element.self.integer);
        if (pair[1] != WEFT_NO_ROW && pair[1] != pair[0])
          g_array_append_vals (self->pairs, pair, 2);
      }
}

static void
on_member (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record G_GNUC_UNUSED,
           gboolean repeated G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
}

static gboolean
scan (Reading *self, const char *path)
{
  static const WeftJsonShape shape = { .members = members, .elements = keys, .single = TRUE };
  static const WeftJsonHandler handler = { .member = on_member, .element = on_element };
  g_autoptr (WeftJsonScanner) scanner = weft_json_scanner_new (&shape, &handler, self);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  gsize length;

  return g_file_load_contents (file, NULL, &text, &length, NULL, NULL) && length <= MAX_SIZE
         && weft_json_scanner_feed (scanner, text, length, 0)
         && weft_json_scanner_finish (scanner);
}

/* The pairs, by consumer. */
static WeftNpuDependencies *
group_pairs (const GArray *pairs, guint32 n_events)
{
  WeftNpuDependencies *result = g_new0 (WeftNpuDependencies, 1);
  g_autofree guint32 *fill = g_new (guint32, n_events);
  const guint32 *pair = (const guint32 *) (gconstpointer) pairs->data;

  result->first = g_new0 (guint32, (gsize) n_events + 1);
  result->producers = g_new (guint32, pairs->len / 2);
  for (guint i = 0; i < pairs->len; i += 2)
    result->first[pair[i] + 1]++;
  for (guint32 row = 0; row < n_events; row++)
    {
      result->first[row + 1] += result->first[row];
      fill[row] = result->first[row];
    }
  for (guint i = 0; i < pairs->len; i += 2)
    result->producers[fill[pair[i]]++] = pair[i + 1];
  result->n_events = n_events;
  return result;
}

WeftNpuDependencies *
weft_npu_commands_read (const char *path, const WeftNpuSnapshot *snapshot)
{
  g_autoptr (GHashTable) rows = map_commands (snapshot);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint32));
  Reading reading = { .snapshot = snapshot, .rows = rows, .pairs = pairs };

  if (!scan (&reading, path) || pairs->len == 0)
    return NULL;
  return group_pairs (pairs, snapshot->n_events);
}
