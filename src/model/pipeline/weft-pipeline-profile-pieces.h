/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-profile-builder.h"

G_BEGIN_DECLS

/* Where the profiles of a pyramid lie whose blocks are complete: side by side in pieces of bulk memory, which is on disk
 * where there is no other. A piece goes when all that was put there is dropped. One thread at a time. */

typedef struct _WeftPipelineProfilePiece WeftPipelineProfilePiece;

/* Zeros: nothing is there yet. */
typedef struct
{
  WeftPipelineProfilePiece *last; /* that profiles are put into */
  gsize next_size;
} WeftPipelineProfilePieces;

/* Puts the profile there, and frees it: returns where it is now. `piece`, which it is to be dropped from, is NULL
 * where it is too large to move. */
WeftPackedProfile *weft_pipeline_profile_pieces_keep (WeftPipelineProfilePieces *self,
                                                      WeftPackedProfile *profile,
                                                      WeftPipelineProfilePiece **piece);

/* Nobody looks at it any more. */
void weft_pipeline_profile_piece_drop (WeftPipelineProfilePiece *piece);

/* No more profiles come; what is there stays until it is dropped. */
void weft_pipeline_profile_pieces_clear (WeftPipelineProfilePieces *self);

G_END_DECLS
