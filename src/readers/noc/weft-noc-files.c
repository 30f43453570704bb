/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-files.h"

#include "weft-noc-keys.h"
#include "weft-noc-npeviz-reader.h"
#include "weft-noc-sidecars.h"
#include "weft-source.h"

#include <string.h>

/* A trace shows what it is within its first record, and that within so many bytes. */
#define SNIFF_SIZE ((gsize) 64 << 10)

/* --- recognising ---------------------------------------------------------------------------------- */

/* Whether nothing follows but the end of the array: a capture in which nothing happened. */
static gboolean
is_end_of_array (const char *text, gsize length)
{
  gboolean ended = FALSE;

  for (gsize i = 0; i < length; i++)
    if (text[i] == ']' && !ended)
      ended = TRUE;
    else if (!g_ascii_isspace (text[i]))
      return FALSE;
  return ended;
}

static gboolean
has (const WeftJsonRecord *record, guint key)
{
  return weft_json_record_get (record, key) != NULL;
}

WeftSniff
weft_noc_files_sniff (const char *head, gsize length)
{
  g_autoptr (WeftJsonSchema) schema = NULL;
  g_autofree WeftJsonRecord *record = NULL;
  gsize i = 0;
  WeftJsonScan scan;

  if (length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    i = 3;
  while (i < length && g_ascii_isspace (head[i]))
    i++;
  if (i == length)
    return length < SNIFF_SIZE ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
  if (head[i] == '{')
    return weft_npeviz_sniff (head + i, length - i);
  if (head[i++] != '[')
    return WEFT_SNIFF_NO;
  if (is_end_of_array (head + i, length - i))
    return length < SNIFF_SIZE ? WEFT_SNIFF_YES : WEFT_SNIFF_NO;
  schema = weft_json_schema_new (noc_record_keys);
  record = g_new (WeftJsonRecord, 1);
  switch (weft_json_scan (schema, head + i, length - i, i, 0, record, &scan))
    {
    case WEFT_JSON_OK:
      return record->self.kind == WEFT_JSON_OBJECT && has (record, KEY_TIMESTAMP)
                 && has (record, KEY_SX) && has (record, KEY_SY)
                 && (has (record, KEY_ZONE) || has (record, KEY_TYPE))
               ? WEFT_SNIFF_YES
               : WEFT_SNIFF_NO;
    case WEFT_JSON_CUT:
      return length < SNIFF_SIZE ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
    case WEFT_JSON_BAD:
    default:
      return WEFT_SNIFF_NO;
    }
}

/* --- directories ---------------------------------------------------------------------------------- */

/* Whether the file in `directory` is a NoC trace. */
static gboolean
is_trace (const char *directory, const char *name)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autoptr (WeftSource) source = NULL;
  g_autofree char *head = NULL;
  gssize length;

  if (!g_str_has_suffix (name, ".json") || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  source = weft_source_open (path, NULL);
  head = g_malloc (SNIFF_SIZE);
  length = source != NULL ? weft_source_read (source, head, SNIFF_SIZE, NULL, NULL) : 0;
  return length > 0 && *head == '['
         && weft_noc_files_sniff (head, (gsize) length) == WEFT_SNIFF_YES;
}

/* Whether the name says of which device the file is. */
static gboolean
is_of_device (const char *name)
{
  return strstr (name, "noc_trace_dev") != NULL;
}

/* Those files of the directory that are traces; where some are named by their device, only these,
 * and the others in `others` (nullable). */
static GPtrArray *
find_parts (const char *directory, GPtrArray *others)
{
  g_autoptr (GPtrArray) names = weft_noc_list_names (directory);
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  gboolean by_device = FALSE;

  for (guint i = names->len; i-- > 0;)
    if (!is_trace (directory, g_ptr_array_index (names, i)))
      g_ptr_array_remove_index (names, i);
    else
      by_device = by_device || is_of_device (g_ptr_array_index (names, i));
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      if (!by_device || is_of_device (name))
        g_ptr_array_add (parts, g_build_filename (directory, name, NULL));
      else if (others != NULL)
        g_ptr_array_add (others, g_build_filename (directory, name, NULL));
    }
  return parts;
}

char **
weft_noc_files_list (const char *directory)
{
  g_autoptr (GPtrArray) parts = find_parts (directory, NULL);

  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&parts), FALSE);
}

GPtrArray *
weft_noc_files_list_left_out (const char *directory)
{
  GPtrArray *others = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) parts = find_parts (directory, others);

  return others;
}
