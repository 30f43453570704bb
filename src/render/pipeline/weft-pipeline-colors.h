/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-scene.h"
#include "weft-pipeline-shade.h"

G_BEGIN_DECLS

/* A scheme's looks of the kinds of a trace: private to the pipeline renderer. */

typedef struct
{
  WeftColor fill;
  WeftColor border;
  WeftColor text;
  WeftSumTerm term;
} WeftLook;

typedef struct
{
  WeftLook live;
  WeftLook flushed;
  WeftColor flushed_small; /* fill where a hatch has no room: as far out, towards red */
  guint lane;              /* its place among the split lanes: lane 0 first */
  gboolean over;           /* in a lane over lane 0: hatched */
  gboolean unknown;        /* of an op of which a query says nothing: likewise, in grey */
} WeftKindLook;

/* Classes of ops that have looks of their own, by thread, by latency, by reason or by what a query said of them; the stages of an op differ
 * by their depth's parity. */
#define WEFT_N_OP_CLASSES WEFT_STYLE_N_CATEGORIES

/* Of reasons: all that are beyond those with a colour of their own, and none. */
#define WEFT_OP_CLASS_OTHER WEFT_ROW_COLORS_OTHER
#define WEFT_OP_CLASS_NONE WEFT_ROW_COLORS_NONE
#define WEFT_N_OP_LOOKS (2 * WEFT_N_OP_CLASSES)

typedef struct
{
  /* what it was made for */
  GWeakRef trace;
  guint64 style_hash;
  WeftPipelineScheme scheme;
  const WeftPipelineCustom *custom;
  guint custom_serial;
  WeftRowColors *op_colors; /* held; nullable */
  guint longest; /* class of the longest latency, where the ramp ends; 0 in other schemes */

  guint n_kinds;
  guint n_lanes;
  WeftKindLook *kinds;   /* n_kinds and one more, for kinds that have no number */
  guint8 *parity;        /* of the depth, by kind */
  WeftKindLook *classes; /* WEFT_N_OP_LOOKS; NULL in schemes that look at stages alone */
} WeftPipelineColors;

void weft_pipeline_colors_init (WeftPipelineColors *self);
void weft_pipeline_colors_clear (WeftPipelineColors *self);

/* Makes the colours right for the scene, which costs nothing where they are. Under the rows'
 * lock. */
void weft_pipeline_colors_prepare (WeftPipelineColors *self, const WeftPipelineScene *scene);

/* The class of an op: 0 in schemes that have none. */
guint weft_pipeline_colors_classify (const WeftPipelineColors *self,
                                     const WeftPipelineSnapshot *snapshot, guint32 op);

/* The colour of a kind whatever the op: in schemes that look at ops that of its stage. */
static inline WeftColor
weft_pipeline_colors_get_kind (const WeftPipelineColors *self, WeftKind kind)
{
  return self->kinds[MIN (kind, self->n_kinds)].live.fill;
}

/* The look of a kind in an op of a class. */
static inline const WeftKindLook *
weft_pipeline_colors_get (const WeftPipelineColors *self, WeftKind kind, guint op_class)
{
  const WeftKindLook *look = &self->kinds[MIN (kind, self->n_kinds)];

  if (G_LIKELY (self->classes == NULL) || look->over)
    return look;
  return &self->classes[op_class * 2 + self->parity[MIN (kind, self->n_kinds)]];
}

G_END_DECLS
