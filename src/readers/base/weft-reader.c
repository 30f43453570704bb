/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-reader.h"

G_DEFINE_ABSTRACT_TYPE (WeftReader, weft_reader, G_TYPE_OBJECT)

static void
weft_reader_class_init (WeftReaderClass *klass G_GNUC_UNUSED)
{
}

static void
weft_reader_init (WeftReader *self G_GNUC_UNUSED)
{
}

WeftTrace *
weft_reader_get_trace (WeftReader *self)
{
  return WEFT_READER_GET_CLASS (self)->get_trace (self);
}

gboolean
weft_reader_feed (WeftReader *self, const char *bytes, gsize length, guint64 offset, GError **error)
{
  return WEFT_READER_GET_CLASS (self)->feed (self, bytes, length, offset, error);
}

void
weft_reader_skip_line (WeftReader *self, guint64 offset)
{
  WEFT_READER_GET_CLASS (self)->skip_line (self, offset);
}

void
weft_reader_begin_part (WeftReader *self, const char *path)
{
  WEFT_READER_GET_CLASS (self)->begin_part (self, path);
}

void
weft_reader_publish (WeftReader *self)
{
  WEFT_READER_GET_CLASS (self)->publish (self);
}

void
weft_reader_finish (WeftReader *self)
{
  WEFT_READER_GET_CLASS (self)->finish (self);
}

gboolean
weft_reader_is_whole (WeftReader *self, GError **error)
{
  WeftReaderClass *class = WEFT_READER_GET_CLASS (self);

  return class->is_whole == NULL || class->is_whole (self, error);
}
