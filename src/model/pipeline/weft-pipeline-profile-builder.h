/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-profile.h"

G_BEGIN_DECLS

/* Makes the profile of a block: adds up which of its ops are in which stage when, then tells the
 * time apart into spans within which that hardly changes. Time runs in even buckets near
 * the start, which double further out, so that one op that lasts for ever blurs nothing else.
 * Private to the model; one builder per thread, used for one profile after another. */

typedef struct _WeftPipelineProfileBuilder WeftPipelineProfileBuilder;

WeftPipelineProfileBuilder *weft_pipeline_profile_builder_new (void);
void weft_pipeline_profile_builder_free (WeftPipelineProfileBuilder *self);

/* Begins a profile over cycles from `start` on, of a block with `n_ops` ops. The finest buckets
 * are 2^grain cycles. */
void weft_pipeline_profile_builder_begin (WeftPipelineProfileBuilder *self, gint64 start,
                                          guint32 n_ops, guint grain);

/* That an op was in `key` during the cycles [from, to). */
typedef struct
{
  gint64 from, to;
  guint16 key; /* as in WeftProfileItem */
} WeftProfileStay;

/* Adds stays of ops of a block of level 0; what lies before the profile's start is cut off. */
void weft_pipeline_profile_builder_add (WeftPipelineProfileBuilder *self,
                                        const WeftProfileStay *stays, guint n_stays);

/* The finished profile in one allocation of the caller's, for g_free(). */
typedef struct
{
  gint64 start;
  guint32 n_spans;
  guint32 grain;
  WeftProfileSpan spans[]; /* n_spans of them, then the items */
} WeftPackedProfile;

WeftPackedProfile *weft_pipeline_profile_builder_finish (WeftPipelineProfileBuilder *self);

/* Adds the profile of a part of the block, which has `n_ops` of its ops and does not start before
 * it. */
void weft_pipeline_profile_builder_add_profile (WeftPipelineProfileBuilder *self,
                                                const WeftPackedProfile *profile, guint32 n_ops);

static inline const WeftProfileItem *
weft_packed_profile_items (const WeftPackedProfile *packed)
{
  return (const WeftProfileItem *) (const void *) (packed->spans + packed->n_spans);
}

/* Bytes that it takes. */
gsize weft_packed_profile_size (const WeftPackedProfile *profile);

/* The profile at `place` of `size` bytes that came from elsewhere, aligned to 8; NULL where there is none of that grain that
 * can be drawn, with stages of the first `n_kinds` kinds. */
const WeftPackedProfile *weft_packed_profile_find (gconstpointer profiles, gsize size,
                                                   guint64 place, guint grain, guint n_kinds);

G_END_DECLS
