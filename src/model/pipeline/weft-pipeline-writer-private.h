/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-id-map.h"
#include "weft-pipeline-trace-private.h"
#include "weft-pipeline-writer.h"

/* Of a kind, beside the table, for speed. */
typedef struct
{
  guint32 lane;
  gboolean executes;
  gboolean has_depth;
} WeftKindTraits;

/* The last stage of an op in a lane. */
typedef struct
{
  gint64 start;  /* ticks from the op's fetch */
  guint32 stage; /* WEFT_NO_ROW: none, and nothing else is set */
  WeftKind kind;
  gboolean is_open;
} WeftStageAtHand;

/* Most logs have a lane of stages, and one of stalls. */
#define WEFT_LANES_AT_HAND 2u

/* All that the writer needs of an op with every stage that starts or ends, together: lines of a few ops alternate for as
 * long as these are in flight. It says what the cells say. */
typedef struct
{
  gint64 fetch;
  guint32 op;         /* WEFT_NO_ROW: none is here */
  guint32 last_stage; /* of all lanes; WEFT_NO_ROW: none */
  guint8 flags;
  guint8 knows_lanes; /* that there is no stage in another lane, and which is the last in each: */
  WeftStageAtHand last[WEFT_LANES_AT_HAND];
} WeftOpAtHand;

#define WEFT_OPS_AT_HAND 1024u

/* Where the revision of a block of ops lies: rows of revisions never move. */
typedef struct
{
  guint32 block;
  _Atomic guint32 *cell; /* NULL: none is here */
} WeftRevisionAtHand;

#define WEFT_REVISIONS_AT_HAND 16u

/* Where cells of a table's newest chunk begin, by column. Nobody else has them: rows that are new are written without
 * asking for each cell where it lies. */
typedef struct
{
  void *cells[WEFT_TABLE_MAX_COLUMNS]; /* NULL: not found yet */
} WeftNewestChunk;

/* The insides of the writer, for its own functions and for that which goes on with a trace. */

struct _WeftPipelineWriter
{
  WeftPipelineTrace *trace;
  gboolean full;
  gboolean ids_rise; /* so far */
  gint64 last_id;

  WeftIdMap ops_by_id;
  WeftMap64 kinds; /* lane name id << 32 | stage name id */
  WeftMap64 lanes; /* lane name id */
  WeftMap64 pcs;
  WeftMap64 latest;  /* of deep ops: latest_key() → stage */
  WeftMap64 waiting; /* id that is not known yet → first entry of `forward` */
  GArray *forward;   /* Forward */
  WeftNewestChunk ops, stages, texts, deps; /* of the tables */
  GArray *kind_traits;                      /* WeftKindTraits */
  GArray *lane_marks;                       /* guint32 per lane: op + 1 whose end saw it last */
  GArray *lane_ranks;                       /* guint32 per lane: kinds in it so far */

  WeftRevisionAtHand revisions[WEFT_REVISIONS_AT_HAND]; /* by the lowest bits of the block */
  WeftOpAtHand at_hand[WEFT_OPS_AT_HAND];               /* by those of the op */
};

static inline gboolean
weft_pipeline_writer_append (WeftPipelineWriter *self, WeftTable *table, guint32 *row)
{
  if (G_LIKELY (weft_table_append (table, row)))
    return TRUE;
  self->full = TRUE;
  return FALSE;
}

/* For weft_pipeline_writer_append_row() alone. */
void weft_newest_chunk_find (WeftNewestChunk *newest, const WeftTable *table, guint32 row);

/* Appends a row, and sets where in its chunk it is. */
static inline gboolean
weft_pipeline_writer_append_row (WeftPipelineWriter *self, WeftTable *table,
                                 WeftNewestChunk *newest, guint32 *row, guint32 *index)
{
  if (!weft_pipeline_writer_append (self, table, row))
    return FALSE;
  *index = *row & WEFT_CHUNK_MASK;
  if (G_UNLIKELY (*index == 0 || newest->cells[0] == NULL))
    weft_newest_chunk_find (newest, table, *row);
  return TRUE;
}

static inline guint32
weft_pipeline_writer_encode (WeftPipelineWriter *self, gint64 value)
{
  guint32 cell = weft_compact_encode (&self->trace->compact, value);

  if (G_UNLIKELY (cell == WEFT_COMPACT_NONE))
    self->full = TRUE;
  return cell;
}

/* Cells of ops that have 32 bits. */

static inline guint32
weft_pipeline_writer_get_cell (WeftPipelineWriter *self, guint column, guint32 op)
{
  return weft_table_get_u32 (&self->trace->ops, column, op);
}

static inline void
weft_pipeline_writer_set_cell (WeftPipelineWriter *self, guint column, guint32 op, guint32 value)
{
  weft_table_set_u32 (&self->trace->ops, column, op, value);
}

/* For weft_pipeline_writer_touch() alone. */
void weft_pipeline_writer_find_revision (WeftPipelineWriter *self, guint32 block);

/* To be called after cells of the op changed: what was built from its block is out of date. */
static inline void
weft_pipeline_writer_touch (WeftPipelineWriter *self, guint32 op)
{
  const guint32 block = op >> WEFT_BLOCK_SHIFT;
  WeftRevisionAtHand *at_hand = &self->revisions[block % WEFT_REVISIONS_AT_HAND];

  if (G_UNLIKELY (at_hand->cell == NULL || at_hand->block != block))
    weft_pipeline_writer_find_revision (self, block);
  weft_put_u32 (at_hand->cell, 0, atomic_load_explicit (at_hand->cell, memory_order_relaxed) + 1);
}

/* Puts the op at hand, as its cells say. For weft_pipeline_writer_at_hand() alone. */
WeftOpAtHand *weft_pipeline_writer_bring (WeftPipelineWriter *self, guint32 op);

/* The op, at hand; until another is asked for. */
static inline WeftOpAtHand *
weft_pipeline_writer_at_hand (WeftPipelineWriter *self, guint32 op)
{
  WeftOpAtHand *at_hand = &self->at_hand[op % WEFT_OPS_AT_HAND];

  return G_LIKELY (at_hand->op == op) ? at_hand : weft_pipeline_writer_bring (self, op);
}

static inline guint8
weft_pipeline_writer_get_flags (WeftPipelineWriter *self, guint32 op)
{
  return weft_pipeline_writer_at_hand (self, op)->flags;
}

void weft_pipeline_writer_set_flags (WeftPipelineWriter *self, guint32 op, guint flags);

static inline const WeftKindTraits *
weft_pipeline_writer_get_traits (WeftPipelineWriter *self, WeftKind kind)
{
  return &g_array_index (self->kind_traits, WeftKindTraits, kind);
}

/* Learns all that the writer has to know from a trace that came from elsewhere. FALSE where no writer has made that. */
gboolean weft_pipeline_writer_learn (WeftPipelineWriter *self);

/* Remembers the op's latest stage of each kind and in each lane. */
void weft_pipeline_writer_index_stages (WeftPipelineWriter *self, guint32 op);

/* The dependency is to be completed once the op with that id begins. */
void weft_pipeline_writer_wait_for (WeftPipelineWriter *self, gint64 producer_id, guint32 consumer,
                                    guint32 dep);
