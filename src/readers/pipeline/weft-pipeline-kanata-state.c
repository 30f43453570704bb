/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-kanata-state.h"

#include <string.h>

/* Line, cycle, last cycle; whether there are characters in the place of types; prefix, as bytes. Whatever tails mean is
 * found again. */
#define STATE "(xxxbay)"

GVariant *
weft_kanata_state_save (const WeftReader *reader)
{
  const WeftPipelineKanataReader *self = (const WeftPipelineKanataReader *) reader;

  if (!self->has_header)
    return NULL;
  return g_variant_new (
    "(xxxb@ay)", self->line, self->cycle, self->last_cycle, self->has_characters,
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, self->prefix, self->prefix_length, 1));
}

gboolean
weft_kanata_state_restore (WeftPipelineKanataReader *self, GVariant *state)
{
  g_autoptr (GVariant) prefix = NULL;
  gconstpointer bytes;

  if (!g_variant_is_of_type (state, G_VARIANT_TYPE (STATE)))
    return FALSE;
  g_variant_get (state, "(xxxb@ay)", &self->line, &self->cycle, &self->last_cycle,
                 &self->has_characters, &prefix);
  bytes = g_variant_get_fixed_array (prefix, &self->prefix_length, 1);
  self->prefix = g_memdup2 (bytes, self->prefix_length);
  self->has_header = self->base.scans = TRUE;
  /* No reader's line is below 1, nor does its cycle fall behind. */
  return self->line > 0 && self->line <= G_MAXINT64 / 2 && self->cycle < G_MAXINT64
         && self->last_cycle < G_MAXINT64;
}
