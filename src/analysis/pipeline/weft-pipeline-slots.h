/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-explainer.h"

G_BEGIN_DECLS

/* Where the cycles went (docs/statistics.md, "CPI stack"). A core can retire so many ops in a cycle:
 * its width, which people say, or else is taken to be the most that retired in a cycle of the log.
 * Each cycle has as many slots. One in which an op retires is used; all others of a cycle are lost
 * to the op that is next to retire, and its part at that cycle (weft_explain_op()) says to what.
 * Holds nothing: the explainer must outlive it. One thread at a time, as the explainer. */

typedef struct _WeftPipelineSlots WeftPipelineSlots;

typedef enum
{
  WEFT_CPI_RETIRING,
  WEFT_CPI_FRONT_END,       /* the next op is not fetched, or not yet decoded */
  WEFT_CPI_BAD_SPECULATION, /* the same, as what stood before it was flushed */
  WEFT_CPI_MEMORY,          /* it executes in the load/store unit */
  WEFT_CPI_CORE,            /* anything else between dispatch and its end */
  WEFT_CPI_UNKNOWN,         /* the log does not tell, or no op retires any more */
  WEFT_N_CPI_PARTS
} WeftCpiCategory;

/* "retiring", "front-end", "bad-speculation", "memory", "core", "unknown": the word of machine
 * output. */
const char *weft_cpi_category_to_string (WeftCpiCategory category);

/* The use of so many slots of each of the cycles [from, to). */
typedef struct
{
  WeftCpiCategory category;
  gint64 from;
  gint64 to;
  guint32 per_cycle;
} WeftSlotSpan;

typedef void (*WeftSlotFunc) (const WeftSlotSpan *span, gpointer data);

/* 4 bytes an op that retired. NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftPipelineSlots *weft_pipeline_slots_new (WeftPipelineExplainer *explainer,
                                            GCancellable *cancellable, GError **error);

/* Looks at every cycle once; a sum takes no longer for a long range than for a short one from then on.
 * FALSE with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_pipeline_slots_index (WeftPipelineSlots *self, GCancellable *cancellable,
                                    GError **error);
void weft_pipeline_slots_free (WeftPipelineSlots *self);

/* Slots that are indexed, in an index file; and the same again, which NULL, with the reader bad, are none of those of the
 * explainer's log. What weft_pipeline_slots_index() found is kept that way, so that there is nothing left for it to do
 * when the log is opened again. */
void weft_pipeline_slots_put (const WeftPipelineSlots *self, WeftIndexWriter *writer);
WeftPipelineSlots *weft_pipeline_slots_take (WeftPipelineExplainer *explainer,
                                             WeftIndexReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineSlots, weft_pipeline_slots_free)

/* Slots of a cycle; 0 where nothing retired in the whole log: then there are no spans. */
guint32 weft_pipeline_slots_get_width (const WeftPipelineSlots *self);

/* Whether that was inferred, rather than said. */
gboolean weft_pipeline_slots_width_is_inferred (const WeftPipelineSlots *self);

/* Whether the log's clock ever moves: else its ops take no cycles, nor is anything known per cycle. */
gboolean weft_pipeline_slots_has_time (const WeftPipelineSlots *self);

/* The use of the slots of the cycles [first, end): each slot is in one span, spans may touch the
 * same cycle. */
void weft_pipeline_slots_visit (const WeftPipelineSlots *self, gint64 first, gint64 end,
                                WeftSlotFunc func, gpointer data);

/* The same added up by category, and the ops that retired in these cycles. */
void weft_pipeline_slots_sum (const WeftPipelineSlots *self, gint64 first, gint64 end,
                              guint64 slots[WEFT_N_CPI_PARTS], guint64 *n_retired);

G_END_DECLS
