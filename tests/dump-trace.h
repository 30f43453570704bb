/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bulk.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace.h"

#include <string.h>

/* A pipeline trace as text, to compare two of them: all that can be asked of its ops, in the order
 * of their ids, and nothing that depends on how it was loaded. */

typedef enum
{
  DUMP_ALL = 0,
  DUMP_WITHOUT_LINES = 1, /* of the file, which differ when its blocks are shuffled */
  DUMP_WITHOUT_TEXTS = 2,
} DumpFlags;

static inline void
dump_tick (GString *out, const char *name, gint64 cycle)
{
  if (cycle != WEFT_NO_CYCLE)
    g_string_append_printf (out, " %s=%" G_GINT64_FORMAT, name, cycle);
}

static inline void
dump_text (GString *out, const char *name, char *text)
{
  g_autofree char *escaped = text != NULL ? g_strescape (text, NULL) : NULL;

  if (text == NULL)
    g_string_append_printf (out, " %s=GONE", name);
  else if (*text != '\0')
    g_string_append_printf (out, " %s=\"%s\"", name, escaped);
  g_free (text);
}

static inline void
dump_stages (GString *out, const WeftPipelineSnapshot *snapshot, guint32 op, DumpFlags flags)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (snapshot->trace, stage->kind, &kind);
      g_string_append_printf (out, "\n  %s/%s %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT "%s%s",
                              kind.lane, kind.name, stage->start, stage->end,
                              stage->open ? " open" : "", kind.executes ? " executes" : "");
      if ((flags & DUMP_WITHOUT_TEXTS) == 0)
        dump_text (out, "text", weft_pipeline_snapshot_get_stage_text (snapshot, op, stage->stage));
    }
}

static inline void
dump_producers (GString *out, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));

  weft_pipeline_snapshot_get_producers (snapshot, op, producers);
  for (guint i = 0; i < producers->len; i++)
    {
      const WeftDependency *producer = &g_array_index (producers, WeftDependency, i);

      g_string_append_printf (
        out, "\n  from %" G_GINT64_FORMAT "%s type %" G_GINT64_FORMAT " at %" G_GINT64_FORMAT,
        producer->producer_id, producer->producer == WEFT_NO_ROW ? " (unknown)" : "",
        producer->type, producer->cycle);
    }
}

static inline void
dump_op (GString *out, const WeftPipelineSnapshot *snapshot, guint32 number, DumpFlags flags)
{
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, number, &op);
  g_string_append_printf (out,
                          "op %" G_GINT64_FORMAT " gid=%" G_GINT64_FORMAT " tid=%" G_GINT64_FORMAT
                          " rid=%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT " %s",
                          op.id, op.gid, op.tid, op.rid, op.fetch, op.end,
                          weft_op_state_to_string (op.state));
  if ((flags & DUMP_WITHOUT_LINES) == 0)
    g_string_append_printf (out, " line=%" G_GINT64_FORMAT " row=%u", op.line,
                            weft_pipeline_snapshot_row_of_op (snapshot, number));
  dump_tick (out, "consumes", op.consumes);
  dump_tick (out, "produces", op.produces);
  dump_tick (out, "store", op.store);
  if (op.has_pc)
    g_string_append_printf (out, " pc=%" G_GINT64_MODIFIER "x",
                            weft_pipeline_trace_get_pc (snapshot->trace, op.pc_index));
  if ((flags & DUMP_WITHOUT_TEXTS) == 0)
    {
      dump_text (out, "label", weft_pipeline_snapshot_get_label (snapshot, number));
      dump_text (out, "detail", weft_pipeline_snapshot_get_detail (snapshot, number));
    }
  dump_stages (out, snapshot, number, flags);
  dump_producers (out, snapshot, number);
  g_string_append_c (out, '\n');
}

/* (transfer full) */
static inline char *
dump_trace (WeftTrace *trace, DumpFlags flags)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);
  guint32 n_ops = snapshot->n_ops;
  GString *out = g_string_new (NULL);

  g_string_append_printf (
    out, "%u ops, %u dependencies, cycles %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT "\n", n_ops,
    snapshot->n_dependencies, weft_pipeline_snapshot_get_first_cycle (snapshot),
    weft_pipeline_snapshot_get_last_cycle (snapshot));
  for (guint32 i = 0; i < n_ops; i++)
    dump_op (out, snapshot, order != NULL ? order[i] : i, flags);
  return g_string_free (out, FALSE);
}

/* Fails where the two dumps differ, and shows the first line that does. Frees both. */
static inline void
assert_same_dump (char *one, char *other)
{
  if (strcmp (one, other) != 0)
    {
      g_auto (GStrv) left = g_strsplit (one, "\n", -1);
      g_auto (GStrv) right = g_strsplit (other, "\n", -1);
      guint i;

      for (i = 0; g_strcmp0 (left[i], right[i]) == 0; i++)
        ;
      g_error ("line %u differs:\n%s\n%s", i + 1, left[i] != NULL ? left[i] : "(end)",
               right[i] != NULL ? right[i] : "(end)");
    }
  g_free (one);
  g_free (other);
}
