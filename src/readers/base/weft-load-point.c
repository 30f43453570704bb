/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-point.h"

#include <string.h>
#include <unistd.h>

/* States are small: what is large in a reader is in its trace, too. */
#define MAX_STATE ((guint64) 1 << 20)

#define MAX_TYPE 64

WeftLoadPoint *
weft_load_point_new (WeftFileSum *sum, const WeftReader *reader, const WeftTextCheck *check,
                     gboolean mid_line)
{
  g_autoptr (GVariant) state = weft_reader_get_state (reader);
  WeftLoadPoint *self;

  if (state == NULL || g_variant_get_size (state) > MAX_STATE)
    {
      weft_file_sum_free (sum);
      return NULL;
    }
  self = g_new0 (WeftLoadPoint, 1);
  self->sum = sum;
  self->state = g_steal_pointer (&state);
  self->checks = check->kinds;
  self->line = check->lines.line;
  self->mid_line = mid_line;
  return self;
}

void
weft_load_point_free (WeftLoadPoint *self)
{
  if (self == NULL)
    return;
  weft_file_sum_free (self->sum);
  g_variant_unref (self->state);
  g_free (self);
}

void
weft_load_point_put (const WeftLoadPoint *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self != NULL);
  if (self == NULL)
    return;
  weft_index_writer_put_number (writer, self->checks);
  weft_index_writer_put_number (writer, (guint64) self->line);
  weft_index_writer_put_number (writer, self->mid_line);
  weft_index_writer_put_text (writer, g_variant_get_type_string (self->state));
  weft_index_writer_put_number (writer, g_variant_get_size (self->state));
  weft_index_writer_put_block (writer, g_variant_get_data (self->state),
                               g_variant_get_size (self->state));
  weft_file_sum_put (self->sum, writer);
}

/* NULL where there is none. What is in it is anything of its type. */
static GVariant *
take_state (WeftIndexReader *reader)
{
  const char *type = weft_index_reader_take_text (reader);
  const gsize size = (gsize) weft_index_reader_take_at_most (reader, MAX_STATE);
  const void *block = weft_index_reader_take_block (reader, size);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) state = NULL;

  if (block == NULL || type == NULL || strlen (type) > MAX_TYPE
      || !g_variant_type_string_is_valid (type)
      || !g_variant_type_is_definite (G_VARIANT_TYPE (type)))
    return NULL;
  bytes = g_bytes_new (block, size);
  state = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (type), bytes, FALSE));
  return g_variant_is_normal_form (state) ? g_steal_pointer (&state) : NULL;
}

WeftLoadPoint *
weft_load_point_take (WeftIndexReader *reader, guint64 length)
{
  g_autoptr (GVariant) state = NULL;
  WeftFileSum *sum;
  WeftLoadPoint *self;
  guint64 checks, line, mid_line;

  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return NULL;
  checks = weft_index_reader_take_at_most (reader, WEFT_CHECK_LINES | WEFT_CHECK_JSON);
  line = weft_index_reader_take_at_most (reader, G_MAXINT64 / 2);
  mid_line = weft_index_reader_take_at_most (reader, 1);
  state = take_state (reader);
  if (state == NULL)
    weft_index_reader_set_bad (reader);
  sum = weft_file_sum_take (reader, length);
  if (sum == NULL)
    return NULL;
  self = g_new0 (WeftLoadPoint, 1);
  *self =
    (WeftLoadPoint){ sum, g_steal_pointer (&state), (guint) checks, (gint64) line, mid_line != 0 };
  return self;
}

gboolean
weft_load_point_begins_line (const WeftLoadPoint *self, int fd)
{
  char next[2];
  const gssize n = self->mid_line
                     ? pread (fd, next, sizeof next, (off_t) weft_file_sum_get_length (self->sum))
                     : 0;

  return !self->mid_line || n == 0 || (n > 0 && *next == '\n')
         || (n > 1 && *next == '\r' && next[1] == '\n');
}

void
weft_load_point_begin_check (const WeftLoadPoint *self, WeftTextCheck *check)
{
  const guint64 place = weft_file_sum_get_length (self->sum);

  weft_text_check_init (check, self->checks, NULL);
  check->lines = (WeftLineCounter){ place, self->line, place };
}
