/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* Makes the profile of a block: adds up which of its ops are in which stage when, then tells the
 * time apart into spans within which that hardly changes. Time runs in even buckets near
 * the start, which double further out, so that one op that lasts for ever blurs nothing else.
 * Private to the model; one builder per thread, used for one profile after another. */

typedef struct _WeftProfileBuilder WeftProfileBuilder;

WeftProfileBuilder *weft_profile_builder_new  (void);
void                weft_profile_builder_free (WeftProfileBuilder *self);

/* Begins a profile over cycles from `start` on, of a block with `n_ops` ops. The finest buckets
 * are 2^grain cycles. */
void weft_profile_builder_begin  (WeftProfileBuilder *self, gint64 start, guint32 n_ops,
                                  guint grain);

/* Adds `weight` ops (of WEFT_PROFILE_ONE_OP each) that are in `key` during the cycles
 * [from, to); what lies before the profile's start is cut off. */
void weft_profile_builder_add    (WeftProfileBuilder *self, guint16 key, gint64 from, gint64 to,
                                  guint32 weight);

#define WEFT_PROFILE_ONE_OP 64u

/* The finished profile in one allocation of the caller's, for g_free(). */
typedef struct
{
  gint64 start;
  guint32 n_spans;
  guint32 n_items;
  guint8 shift;
  WeftProfileSpan spans[]; /* n_spans of them, then the items */
} WeftPackedProfile;

WeftPackedProfile *weft_profile_builder_finish (WeftProfileBuilder *self);

static inline const WeftProfileItem *
weft_packed_profile_items (const WeftPackedProfile *packed)
{
  return (const WeftProfileItem *) (const void *) (packed->spans + packed->n_spans);
}

G_END_DECLS
