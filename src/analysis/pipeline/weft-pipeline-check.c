/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-check.h"

#include <glib/gi18n-lib.h>

#include "weft-number.h"
#include "weft-pipeline-op-cells.h"

/* How many ops there are of a kind, and the first. */
typedef struct
{
  guint64 n;
  guint32 first;
} Found;

static void
find (Found *found, guint32 op)
{
  if (found->n++ == 0)
    found->first = op;
}

/* Tells one kind, with its count and its first op. */
static void
tell (WeftPipelineSnapshot *snapshot, const Found *found, const char *what, WeftDiagnosticSink sink,
      gpointer data)
{
  g_autofree char *number = weft_number_count (found->n), *id = NULL, *message = NULL;
  WeftDiagnostic diagnostic = { .severity = WEFT_SEVERITY_INFO, .column = 1 };
  WeftOp op;

  if (found->n == 0)
    return;
  weft_pipeline_snapshot_get_op (snapshot, found->first, &op);
  id = weft_pipeline_trace_format_id (snapshot->trace, op.id);
  /* TRANSLATORS: something odd, how often, and where it begins: "Ops that never end: 40, from op 12 on" */
  diagnostic.message = message = g_strdup_printf (_ ("%s: %s, from op %s on"), what, number, id);
  diagnostic.line = op.line;
  sink (&diagnostic, data);
}

void
weft_pipeline_check (WeftPipelineSnapshot *snapshot, WeftDiagnosticSink sink, gpointer data)
{
  const gboolean is_kanata = snapshot->trace->dialect == WEFT_PIPELINE_KANATA;
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  Found open = { 0 }, back = { 0 }, reserved = { 0 };
  gint64 highest = G_MININT64;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (op.state == WEFT_OP_OPEN)
        find (&open, i);
      /* Words have no order. */
      if (is_kanata && weft_pipeline_trace_get_word (snapshot->trace, op.id) == NULL)
        {
          if (op.id < highest)
            find (&back, i);
          highest = MAX (highest, op.id);
        }
      g_array_set_size (producers, 0);
      weft_pipeline_snapshot_get_producers (snapshot, i, producers);
      for (guint k = 0; k < producers->len; k++)
        if (g_array_index (producers, WeftDependency, k).type != 0)
          find (&reserved, i);
    }
  tell (snapshot, &open, _ ("Ops that never retire and are never flushed"), sink, data);
  tell (snapshot, &back, _ ("Ops whose id is smaller than one before"), sink, data);
  tell (snapshot, &reserved, _ ("Dependencies of a type that the format reserves"), sink, data);
}
