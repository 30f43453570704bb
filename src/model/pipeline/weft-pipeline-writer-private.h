/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-id-map.h"
#include "weft-pipeline-trace-private.h"
#include "weft-pipeline-writer.h"

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
  WeftMap64 latest;      /* of deep ops: latest_key() → stage */
  WeftMap64 waiting;     /* id that is not known yet → first entry of `forward` */
  GArray *forward;       /* Forward */
  GArray *kind_lanes;    /* guint32 lane of each kind: beside the table, for speed */
  GArray *kind_executes; /* guint8 */
  GArray *lane_marks;    /* guint32 per lane: op + 1 whose end saw it last */
  GArray *lane_ranks;    /* guint32 per lane: kinds in it so far */
};

/* Learns all that the writer has to know from a trace that came from elsewhere. FALSE where no writer has made that. */
gboolean weft_pipeline_writer_learn (WeftPipelineWriter *self);

/* Remembers the op's latest stage of each kind and in each lane. */
void weft_pipeline_writer_index_stages (WeftPipelineWriter *self, guint32 op);

/* The dependency is to be completed once the op with that id begins. */
void weft_pipeline_writer_wait_for (WeftPipelineWriter *self, gint64 producer_id, guint32 consumer,
                                    guint32 dep);
