/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-trace-origin.h"

#include "weft-index-cache.h"

struct _WeftTraceOrigin
{
  gatomicrefcount ref_count;
  char *source;
  char *format;
  char *beside;         /* (nullable) */
  WeftIndexLabel label; /* its texts are these */
};

WeftTraceOrigin *
weft_trace_origin_new (const WeftIndexLabel *label)
{
  WeftTraceOrigin *self = g_new0 (WeftTraceOrigin, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->source = g_strdup (label->source);
  self->format = g_strdup (label->format);
  self->beside = g_strdup (label->beside);
  self->label =
    (WeftIndexLabel){ self->source, label->stamp, self->format, label->flags, self->beside, NULL };
  return self;
}

WeftTraceOrigin *
weft_trace_origin_ref (WeftTraceOrigin *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_trace_origin_unref (WeftTraceOrigin *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->source);
  g_free (self->format);
  g_free (self->beside);
  g_free (self);
}

WeftIndexReader *
weft_trace_origin_open (const WeftTraceOrigin *self, const char *what)
{
  g_autofree char *path = weft_index_cache_get_derived_path (self->source, what);
  g_autoptr (WeftIndexReader) reader = weft_index_reader_open (path);
  WeftIndexLabel label;

  if (reader == NULL || !weft_index_label_take (&label, reader)
      || !weft_index_label_equal (&label, &self->label))
    return NULL;
  weft_index_cache_touch (path);
  return g_steal_pointer (&reader);
}

WeftIndexWriter *
weft_trace_origin_create (const WeftTraceOrigin *self)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  WeftIndexWriter *writer;

  if (!weft_index_cache_make ())
    return NULL;
  writer = weft_index_writer_new (folder, weft_index_cache_get_quota (),
                                  weft_index_cache_get_reserve (), NULL);
  weft_index_label_put (&self->label, writer);
  return writer;
}

void
weft_trace_origin_keep (const WeftTraceOrigin *self, WeftIndexWriter *writer, const char *what)
{
  g_autofree char *path = weft_index_cache_get_derived_path (self->source, what);

  if (weft_index_writer_finish (writer, path))
    weft_index_cache_trim ();
}
