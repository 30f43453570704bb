/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-reader.h"

gpointer
weft_reader_new (const WeftReaderClass *class, gsize size, gpointer trace)
{
  WeftReader *self = g_malloc0 (size);

  self->class = class;
  self->trace = g_object_ref (trace);
  self->diagnostics = weft_trace_get_diagnostics (trace);
  return self;
}

void
weft_reader_free (WeftReader *self)
{
  self->class->clear (self);
  g_object_unref (self->trace);
  g_free (self);
}

gboolean
weft_reader_feed (WeftReader *self, const char *bytes, gsize length, guint64 offset, GError **error)
{
  return length == 0 || self->class->feed (self, bytes, length, offset, error);
}

void
weft_reader_scan (const char *bytes, gsize length, WeftScanBatch *batch, gconstpointer reader)
{
  const WeftReader *self = reader;

  weft_text_view_look (&batch->view, bytes, length);
  self->class->scan (self, bytes, length, batch);
}

const WeftScanBatch *
weft_reader_get_batch (WeftReader *self, WeftScanBatch *own, const char *bytes, gsize length,
                       gsize at)
{
  if (self->scanned != NULL && at == 0)
    return self->scanned;
  weft_scan_batch_clear (own);
  self->class->scan (self, bytes + at, length - at, own);
  return own;
}

void
weft_reader_skip_line (WeftReader *self, guint64 offset)
{
  self->class->skip_line (self, offset);
}

void
weft_reader_begin_part (WeftReader *self, const char *path)
{
  self->class->begin_part (self, path);
}

void
weft_reader_publish (WeftReader *self)
{
  self->class->publish (self);
}

void
weft_reader_finish (WeftReader *self)
{
  if (self->class->finish != NULL)
    self->class->finish (self);
  else
    self->class->publish (self);
}

gboolean
weft_reader_is_whole (WeftReader *self, GError **error)
{
  return self->class->is_whole == NULL || self->class->is_whole (self, error);
}

GVariant *
weft_reader_get_state (const WeftReader *self)
{
  GVariant *state = self->class->get_state != NULL ? self->class->get_state (self) : NULL;

  return state != NULL ? g_variant_ref_sink (state) : NULL;
}
