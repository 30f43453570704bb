/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Writes the rows of one NPU trace, on the reading thread. Rows are seen once they are published. */

typedef struct _WeftNpuWriter WeftNpuWriter;

WeftNpuWriter *weft_npu_writer_new (WeftNpuTrace *trace);
void weft_npu_writer_free (WeftNpuWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuWriter, weft_npu_writer_free)

/* The id of a name. */
guint32 weft_npu_writer_intern (WeftNpuWriter *self, const char *name, gsize length);

/* The lane of an engine with that number (−1: none). Where it is new, its first event stands at
 * `line` and `column`. */
guint weft_npu_writer_get_lane (WeftNpuWriter *self, WeftNpuLaneKind kind, guint32 engine,
                                gint64 id, gint64 line, gint64 column);

/* Whether a cycle is no further than 2⁶³ − 1 from 0 and from each that was asked about before, so that no length in the
 * trace has more bits. What is added has such cycles. */
gboolean weft_npu_writer_reach (WeftNpuWriter *self, gint64 cycle);

void weft_npu_writer_add_event (WeftNpuWriter *self, const WeftNpuEvent *event);
void weft_npu_writer_add_sample (WeftNpuWriter *self, const WeftNpuSample *sample);

/* Adds a point to the series of numbers of that name. FALSE where it is none of the first
 * WEFT_NPU_MAX_SERIES ones, which is all that are kept. */
gboolean weft_npu_writer_add_point (WeftNpuWriter *self, guint32 series, gint64 time, double value);

#define WEFT_NPU_MAX_SERIES 1024

/* Replaces what is known of the run: (transfer full), from weft_npu_writer_new_run(). */
void weft_npu_writer_set_run (WeftNpuWriter *self, WeftNpuRun *run);

/* A copy of what is known of the run, to be changed: (transfer full). */
WeftNpuRun *weft_npu_writer_new_run (WeftNpuWriter *self);

/* Which events wait for which: (transfer full) (nullable). Published at once. */
void weft_npu_writer_set_dependencies (WeftNpuWriter *self, WeftNpuDependencies *dependencies);

/* The snapshot that is published next, of which the reader sets `is_invalid` and
 * `inclusive_ends`, and counts in `n_skipped` what is neither event nor sample. */
WeftNpuSnapshot *weft_npu_writer_get_next (WeftNpuWriter *self);

void weft_npu_writer_publish (WeftNpuWriter *self);

/* Whether rows were lost because memory or disk are exhausted. */
gboolean weft_npu_writer_is_full (WeftNpuWriter *self);

G_END_DECLS
