/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-profile-pieces.h"

#include <string.h>

#include "weft-bulk.h"

/* Bytes of a piece: few traces need a large one. */
#define FIRST_SIZE ((gsize) 32 << 10)
#define MAX_SIZE ((gsize) 1 << 20)

/* Profiles begin at multiples of this. */
#define ALIGN 8u

struct _WeftPipelineProfilePiece
{
  guint8 *bytes; /* a bulk */
  gsize size;
  gsize used;
  guint n_profiles;
  gboolean is_last; /* more may come */
};

static void
free_if_empty (WeftPipelineProfilePiece *piece)
{
  if (piece->n_profiles > 0 || piece->is_last)
    return;
  weft_bulk_free (piece->bytes);
  g_free (piece);
}

void
weft_pipeline_profile_pieces_clear (WeftPipelineProfilePieces *self)
{
  WeftPipelineProfilePiece *piece = g_steal_pointer (&self->last);

  if (piece == NULL)
    return;
  piece->is_last = FALSE;
  free_if_empty (piece);
}

static WeftPipelineProfilePiece *
find_piece (WeftPipelineProfilePieces *self, gsize size)
{
  WeftPipelineProfilePiece *piece = self->last;

  if (piece != NULL && piece->size - piece->used >= size)
    return piece;
  weft_pipeline_profile_pieces_clear (self);
  self->next_size = CLAMP (2 * self->next_size, FIRST_SIZE, MAX_SIZE);
  piece = g_new0 (WeftPipelineProfilePiece, 1);
  piece->size = MAX (self->next_size, size);
  piece->bytes = weft_bulk_alloc_anyway (piece->size);
  piece->is_last = TRUE;
  self->last = piece;
  return piece;
}

WeftPackedProfile *
weft_pipeline_profile_pieces_keep (WeftPipelineProfilePieces *self, WeftPackedProfile *profile,
                                   WeftPipelineProfilePiece **place)
{
  const gsize size = weft_packed_profile_size (profile), room = (size + ALIGN - 1) / ALIGN * ALIGN;
  WeftPipelineProfilePiece *piece;
  WeftPackedProfile *kept;

  *place = NULL;
  if (room > MAX_SIZE)
    return profile;
  *place = piece = find_piece (self, room);
  kept = memcpy (piece->bytes + piece->used, profile, size);
  piece->used += room;
  piece->n_profiles++;
  g_free (profile);
  return kept;
}

void
weft_pipeline_profile_piece_drop (WeftPipelineProfilePiece *piece)
{
  piece->n_profiles--;
  free_if_empty (piece);
}
