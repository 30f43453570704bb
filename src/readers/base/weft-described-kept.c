/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-kept.h"

#include <string.h>

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_splitter (const WeftDescribedSplitter *splitter, WeftIndexWriter *writer)
{
  g_autofree char *path = g_canonicalize_filename (splitter->description->path, NULL);

  weft_index_writer_put_text (writer, path);
  weft_index_writer_put_number (writer, splitter->columns != NULL);
  weft_index_writer_put_number (writer, splitter->n_columns);
  for (guint i = 0; i < splitter->n_columns; i++)
    weft_index_writer_put_text (writer, splitter->columns[i]);
  weft_index_writer_put_number (writer, splitter->is_off);
}

static void
put_place (const WeftDescribedPlace *place, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, (guint64) place->line);
  weft_index_writer_put_number (writer, (guint64) place->column);
  weft_index_writer_put_text (writer, place->text);
}

static void
put_source (const WeftSourceReport *source, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, source->n);
  put_place (&source->first, writer);
  weft_index_writer_put_number (writer, source->n_gave_up);
  weft_index_writer_put_number (writer, source->is_off);
}

static void
put_item (const WeftItemReport *item, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, item->n_made);
  weft_index_writer_put_number (writer, item->n_unreadable);
  put_place (&item->first_unreadable, writer);
  weft_index_writer_put_number (writer, item->n_stray);
  put_place (&item->first_stray, writer);
}

void
weft_described_report_put (const WeftDescribedReport *self, WeftIndexWriter *writer)
{
  const WeftDescription *description = self->splitter->description;

  put_splitter (self->splitter, writer);
  weft_index_writer_put_number (writer, description->sources->len);
  for (guint i = 0; i < description->sources->len; i++)
    put_source (&self->sources[i], writer);
  weft_index_writer_put_number (writer, description->items->len);
  for (guint i = 0; i < description->items->len; i++)
    put_item (&self->items[i], writer);
  weft_index_writer_put_number (writer, self->n_unread);
  weft_index_writer_put_number (writer, self->unread->len);
  for (guint i = 0; i < self->unread->len; i++)
    put_place (&g_array_index (self->unread, WeftDescribedPlace, i), writer);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static void
take_columns (WeftDescribedSplitter *splitter, WeftIndexReader *reader)
{
  const gboolean has_any = weft_index_reader_take_at_most (reader, 1) != 0;
  const guint n = (guint) weft_index_reader_take_at_most (reader, G_MAXINT);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *missing;

  for (guint i = 0; i < n && weft_index_reader_is_good (reader); i++)
    {
      const char *column = weft_index_reader_take_text (reader);

      if (column != NULL)
        g_strv_builder_add (builder, column);
      else
        weft_index_reader_set_bad (reader);
    }
  if (weft_index_reader_is_good (reader) && has_any
      && !weft_described_splitter_take_columns (splitter, g_strv_builder_end (builder), &missing))
    weft_index_reader_set_bad (reader);
  splitter->is_off = weft_index_reader_take_number (reader);
}

static WeftDescribedSplitter *
take_splitter (WeftIndexReader *reader)
{
  const char *path = weft_index_reader_take_text (reader);
  g_autoptr (WeftDescription) description =
    path != NULL ? weft_description_open (path, NULL) : NULL;
  WeftDescribedSplitter *splitter;

  if (description == NULL)
    return NULL;
  splitter = weft_described_splitter_new (description);
  take_columns (splitter, reader);
  return splitter;
}

static WeftDescribedPlace
take_place (WeftIndexReader *reader)
{
  WeftDescribedPlace place;

  place.line = (gint64) weft_index_reader_take_number (reader);
  place.column = (gint64) weft_index_reader_take_number (reader);
  place.text = g_strdup (weft_index_reader_take_utf8 (reader));
  return place;
}

static void
take_source (WeftSourceReport *source, WeftIndexReader *reader)
{
  source->n = weft_index_reader_take_number (reader);
  source->first = take_place (reader);
  source->n_gave_up = weft_index_reader_take_number (reader);
  source->is_off = weft_index_reader_take_at_most (reader, 1) != 0;
}

static void
take_item (WeftItemReport *item, WeftIndexReader *reader)
{
  item->n_made = weft_index_reader_take_number (reader);
  item->n_unreadable = weft_index_reader_take_number (reader);
  item->first_unreadable = take_place (reader);
  item->n_stray = weft_index_reader_take_number (reader);
  item->first_stray = take_place (reader);
}

static void
take_unread (WeftDescribedReport *self, WeftIndexReader *reader)
{
  guint n;

  self->n_unread = weft_index_reader_take_number (reader);
  n = (guint) weft_index_reader_take_at_most (reader, WEFT_DESCRIBED_KEPT_LINES);
  if (n != MIN (self->n_unread, WEFT_DESCRIBED_KEPT_LINES))
    weft_index_reader_set_bad (reader);
  for (guint i = 0; i < n && weft_index_reader_is_good (reader); i++)
    {
      const WeftDescribedPlace place = take_place (reader);

      g_array_append_val (self->unread, place);
    }
}

WeftDescribedReport *
weft_described_report_take (WeftIndexReader *reader)
{
  g_autoptr (WeftDescribedSplitter) splitter = take_splitter (reader);
  g_autoptr (WeftDescribedReport) self = NULL;
  const WeftDescription *description;

  if (splitter == NULL)
    return NULL;
  description = splitter->description;
  self = weft_described_report_new (splitter);
  if (weft_index_reader_take_number (reader) != description->sources->len)
    return NULL;
  for (guint i = 0; i < description->sources->len; i++)
    take_source (&self->sources[i], reader);
  if (weft_index_reader_take_number (reader) != description->items->len)
    return NULL;
  for (guint i = 0; i < description->items->len; i++)
    take_item (&self->items[i], reader);
  take_unread (self, reader);
  return weft_index_reader_is_good (reader) ? g_steal_pointer (&self) : NULL;
}
