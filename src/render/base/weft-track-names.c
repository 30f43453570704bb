/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-names.h"

WeftTrackNames *
weft_track_names_new (void)
{
  WeftTrackNames *self = g_new0 (WeftTrackNames, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->names = g_array_new (FALSE, FALSE, sizeof (WeftTrackName));
  self->texts = g_string_chunk_new (512);
  return self;
}

WeftTrackNames *
weft_track_names_ref (WeftTrackNames *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_track_names_unref (WeftTrackNames *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->names);
  g_string_chunk_free (self->texts);
  g_free (self);
}

void
weft_track_names_add (WeftTrackNames *self, const WeftTrackName *name)
{
  WeftTrackName copy = *name;

  copy.text = g_string_chunk_insert_const (self->texts, name->text);
  g_array_append_val (self->names, copy);
}
