/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-settings.h"

#include "weft-json-record.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Deeper values are compared as they stand in the file. */
#define MAX_DEPTH 8

static void
clear_setting (gpointer data)
{
  WeftNpuSetting *setting = data;

  g_free (setting->key);
  g_free (setting->a.text);
  g_free (setting->b.text);
}

/* --- keys and values ------------------------------------------------------------------------------ */

/* The settings of a run in their order, and their places by their keys. */
typedef struct
{
  GArray *list; /* WeftNpuSetting, whose `a` is set */
  GHashTable *places;
} Settings;

static void read_value (Settings *self, const char *path, const WeftJsonValue *value, guint depth);

/* Takes `key` and the text. Of a key that stands twice the last one counts. */
static void
take (Settings *self, char *key, char *text, gboolean is_number)
{
  WeftNpuSetting setting = { .key = key, .a = { text, is_number } };
  gpointer place;

  if (g_hash_table_lookup_extended (self->places, key, NULL, &place))
    {
      WeftNpuSetting *before =
        &g_array_index (self->list, WeftNpuSetting, GPOINTER_TO_UINT (place));

      g_free (before->a.text);
      before->a = setting.a;
      g_free (key);
      return;
    }
  g_hash_table_insert (self->places, key, GUINT_TO_POINTER (self->list->len));
  g_array_append_val (self->list, setting);
}

static void
read_members (Settings *self, const char *path, const WeftJsonValue *object, guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      gsize length;
      const char *bytes = weft_json_get_string (&key, scratch, &length);
      g_autofree char *valid = g_utf8_make_valid (bytes, (gssize) length);
      g_autofree char *inner =
        path != NULL ? g_strconcat (path, ".", valid, NULL) : g_strdup (valid);

      read_value (self, inner, &member.self, depth + 1);
    }
}

static void
read_elements (Settings *self, const char *path, const WeftJsonValue *array, guint depth)
{
  const char *place = NULL;
  WeftJsonRecord element;

  for (guint i = 0; weft_json_next_element (array, &place, NULL, &element); i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s[%u]", path, i);

      read_value (self, inner, &element.self, depth + 1);
    }
}

static void
read_value (Settings *self, const char *path, const WeftJsonValue *value, guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *bytes = value->text;
  gsize length = value->length;

  /* An empty container is a value. */
  if (depth < MAX_DEPTH && length > 2 && value->kind == WEFT_JSON_OBJECT)
    read_members (self, path, value, depth);
  else if (depth < MAX_DEPTH && length > 2 && value->kind == WEFT_JSON_ARRAY)
    read_elements (self, path, value, depth);
  else
    {
      if (value->kind == WEFT_JSON_STRING)
        bytes = weft_json_get_string (value, scratch, &length);
      take (self, g_strdup (path), g_utf8_make_valid (bytes, (gssize) length),
            weft_json_is_number (value));
    }
}

static Settings
read_block (const char *text)
{
  Settings self = { g_array_new (FALSE, FALSE, sizeof (WeftNpuSetting)),
                    g_hash_table_new (g_str_hash, g_str_equal) };
  WeftJsonRecord record;
  WeftJsonScan scan;

  g_array_set_clear_func (self.list, clear_setting);
  if (text != NULL
      && weft_json_scan (NULL, text, strlen (text), 0, TRUE, &record, &scan) == WEFT_JSON_OK
      && record.self.kind == WEFT_JSON_OBJECT)
    read_members (&self, NULL, &record.self, 0);
  return self;
}

static void
clear_settings (Settings *self)
{
  g_hash_table_unref (self->places);
  g_array_unref (self->list);
}

/* --- what differs --------------------------------------------------------------------------------- */

/* Numbers are the same however they are written. */
static gboolean
is_same (const WeftNpuSettingValue *a, const WeftNpuSettingValue *b)
{
  if (a->text == NULL || b->text == NULL || a->is_number != b->is_number)
    return FALSE;
  return strcmp (a->text, b->text) == 0
         || (a->is_number && strpbrk (a->text, ".eE") != NULL
             && g_ascii_strtod (a->text, NULL) == g_ascii_strtod (b->text, NULL))
         || (a->is_number && strpbrk (b->text, ".eE") != NULL
             && g_ascii_strtod (a->text, NULL) == g_ascii_strtod (b->text, NULL));
}

static void
add (GArray *differing, WeftNpuSettingBlock block, const char *key, const WeftNpuSettingValue *a,
     const WeftNpuSettingValue *b)
{
  WeftNpuSetting setting = { .block = block,
                             .key = g_strdup (key),
                             .a = { g_strdup (a->text), a->is_number },
                             .b = { g_strdup (b->text), b->is_number } };

  g_array_append_val (differing, setting);
}

static void
compare_blocks (GArray *differing, WeftNpuSettingBlock block, const char *text_a,
                const char *text_b)
{
  static const WeftNpuSettingValue none = { NULL, FALSE };
  Settings a = read_block (text_a), b = read_block (text_b);

  for (guint i = 0; i < a.list->len; i++)
    {
      const WeftNpuSetting *first = &g_array_index (a.list, WeftNpuSetting, i);
      gpointer place = NULL;
      gboolean both = g_hash_table_lookup_extended (b.places, first->key, NULL, &place);
      const WeftNpuSettingValue *second =
        both ? &g_array_index (b.list, WeftNpuSetting, GPOINTER_TO_UINT (place)).a : &none;

      if (!is_same (&first->a, second))
        add (differing, block, first->key, &first->a, second);
    }
  for (guint i = 0; i < b.list->len; i++)
    {
      const WeftNpuSetting *second = &g_array_index (b.list, WeftNpuSetting, i);

      if (!g_hash_table_contains (a.places, second->key))
        add (differing, block, second->key, &none, &second->a);
    }
  clear_settings (&a);
  clear_settings (&b);
}

GArray *
weft_npu_settings_compare (const WeftNpuRun *a, const WeftNpuRun *b)
{
  GArray *differing = g_array_new (FALSE, FALSE, sizeof (WeftNpuSetting));

  g_array_set_clear_func (differing, clear_setting);
  compare_blocks (differing, WEFT_NPU_CONFIG, a->config, b->config);
  compare_blocks (differing, WEFT_NPU_METADATA, a->metadata, b->metadata);
  return differing;
}

/* --- the table ------------------------------------------------------------------------------------ */

static WeftCell
as_block (gconstpointer data G_GNUC_UNUSED, gint64 block)
{
  static const char *const blocks[] = { "config_snapshot", "run_metadata" };

  return weft_cell_word ((guint) block, blocks[block]);
}

static WeftCell
get_value (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuSettingValue *value = item;
  char *end;
  gint64 whole;

  if (value->text == NULL || !value->is_number)
    return weft_cell_text (g_strdup (value->text));
  whole = g_ascii_strtoll (value->text, &end, 10);
  if (*end == '\0' && whole > G_MININT64 && whole < G_MAXINT64)
    return weft_cell_signed (whole);
  return weft_cell_real (g_ascii_strtod (value->text, NULL));
}

#define ROW(name) .member = WEFT_MEMBER (WeftNpuSetting, name)
#define ROW_AT(name) .member = WEFT_MEMBER_AT (WeftNpuSetting, name)

static const WeftField columns[] = {
  { "block", N_ ("Block"), .doc = N_ ("The part of the file that says it"), ROW (block),
    .as = as_block },
  { "key", N_ ("Setting"), ROW (key) },
  { "a", N_ ("A"), .doc = N_ ("The first run; nothing where it does not say it"), .of = get_value,
    ROW_AT (a) },
  { "b", N_ ("B"), .doc = N_ ("The second run"), .of = get_value, ROW_AT (b) },
};

WeftFacts
weft_npu_settings_get_facts (const GArray *settings)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), settings, settings);
}
