/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-pipeline-o3-notes.h"
#include "weft-pipeline-o3-renames.h"
#include "weft-pipeline-o3-scan.h"
#include "weft-reader.h"
#include "weft-tick-gap.h"

G_BEGIN_DECLS

/* All that the reader of gem5 logs keeps from line to line, and what of it another reader needs to go on with the trace. */

#define WEFT_O3_NO_NUMBER (-1)

/* How many of the ticks seen lately are remembered, by hash: nearly every tick of a log comes
 * several times. */
#define WEFT_O3_RECENT_SHIFT 12

#define WEFT_O3_NO_KIND 0xffff

typedef struct
{
  WeftReader base;

  WeftPipelineWriter *writer;
  WeftTextStore *texts; /* (nullable) */
  WeftScanBatch *own;   /* of what nobody has scanned */
  gint64 line;

  WeftKind kinds[WEFT_O3_N_STAGES]; /* WEFT_O3_NO_KIND: not in the log yet */
  WeftTickGap *gap;
  guint64 recent[1 << WEFT_O3_RECENT_SHIFT]; /* ticks + 1 */
  gint64 last_tick;

  guint32 op;         /* that records belong to; WEFT_NO_ROW */
  gboolean ignores;   /* its fetch was not taken, and so are not its records */
  gint64 op_tick;     /* at which its last stage began */
  gint64 memory_tick; /* of a memory completion that no stage shows yet; 0 */
  WeftMap64 prefixed; /* number before a fetch line's tag → op */

  WeftPipelineO3Notes *notes;
  WeftPipelineO3Renames *renames;
  gboolean has_renames;
  GByteArray *told; /* by op, as far as it goes: whether its thread is known */
  gint64 debug_sn;  /* that debug lines speak of; WEFT_O3_NO_NUMBER */
  gboolean told_lost;
  gboolean is_behind; /* it goes on: ticks from before are known only as a grid */
  gboolean
    has_more; /* the log has more than stages: what debug lines tell, threads, ticks that run backwards, numbers
                       * before tags */
} WeftPipelineO3Reader;

/* For weft_reader_get_state(): none where the log has more than stages. */
GVariant *weft_o3_state_save (const WeftReader *reader);

/* FALSE where it is no such state. */
gboolean weft_o3_state_restore (WeftPipelineO3Reader *self, GVariant *state);

/* Takes a tick for which all before it must be known, or which will not be found in the trace: finds those there. */
void weft_o3_state_leave_grid (WeftPipelineO3Reader *self, gint64 tick);

G_END_DECLS
