/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-index-label.h"

#include <string.h>

void
weft_index_label_put (const WeftIndexLabel *label, WeftIndexWriter *writer)
{
  const WeftFileStamp *stamp = &label->stamp;

  weft_index_writer_put_text (writer, label->source);
  weft_index_writer_put_number (writer, stamp->size);
  weft_index_writer_put_number (writer, (guint64) stamp->modified);
  weft_index_writer_put_number (writer, (guint64) stamp->changed);
  for (guint i = 0; i < sizeof stamp->hash; i++)
    weft_index_writer_put_number (writer, stamp->hash[i]);
  weft_index_writer_put_text (writer, WEFT_VERSION);
  weft_index_writer_put_text (writer, label->format);
  weft_index_writer_put_number (writer, label->flags);
  weft_index_writer_put_text (writer, label->beside);
  weft_index_writer_put_text (writer, label->language);
}

gboolean
weft_index_label_take (WeftIndexLabel *label, WeftIndexReader *reader)
{
  const char *version;

  label->source = weft_index_reader_take_text (reader);
  label->stamp.size = weft_index_reader_take_number (reader);
  label->stamp.modified = (gint64) weft_index_reader_take_number (reader);
  label->stamp.changed = (gint64) weft_index_reader_take_number (reader);
  for (guint i = 0; i < sizeof label->stamp.hash; i++)
    label->stamp.hash[i] = (guint8) weft_index_reader_take_at_most (reader, G_MAXUINT8);
  version = weft_index_reader_take_text (reader);
  label->format = weft_index_reader_take_text (reader);
  label->flags = (guint) weft_index_reader_take_at_most (reader, G_MAXUINT);
  label->beside = weft_index_reader_take_text (reader);
  label->language = weft_index_reader_take_text (reader);
  return weft_index_reader_is_good (reader) && label->source != NULL && label->format != NULL
         && g_strcmp0 (version, WEFT_VERSION) == 0;
}

gboolean
weft_index_label_equal (const WeftIndexLabel *a, const WeftIndexLabel *b)
{
  return strcmp (a->source, b->source) == 0 && strcmp (a->format, b->format) == 0
         && a->flags == b->flags && g_strcmp0 (a->beside, b->beside) == 0
         && weft_file_stamp_equal (&a->stamp, &b->stamp);
}
