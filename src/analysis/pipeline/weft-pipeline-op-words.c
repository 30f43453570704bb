/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-words.h"

#include "weft-number.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-op-source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static WeftOpState
get_state (gconstpointer data, guint op)
{
  return weft_op_state (((const WeftPipelineOpSource *) data)->snapshot, op);
}

static const char *
describe_state (WeftOpState state)
{
  switch (state)
    {
    case WEFT_OP_RETIRED:
      return _ ("retired");
    case WEFT_OP_FLUSHED:
      return _ ("flushed");
    case WEFT_OP_OPEN:
    default:
      return _ ("open");
    }
}

char *
weft_pipeline_op_show_state (gconstpointer data, guint op, const WeftCell *cell G_GNUC_UNUSED)
{
  return g_strdup (describe_state (get_state (data, op)));
}

/* A line of a table holds one line of a label. */
char *
weft_pipeline_op_show_label (gconstpointer data G_GNUC_UNUSED, guint op G_GNUC_UNUSED,
                             const WeftCell *cell)
{
  const char *end = strchr (cell->text, '\n');

  return end == NULL ? g_strdup (cell->text)
                     : g_strdup_printf ("%.*s …", (int) (end - cell->text), cell->text);
}

char *
weft_pipeline_op_show_latency (gconstpointer data, guint op, const WeftCell *cell)
{
  char *number = weft_number_count (cell->count), *least;

  if (get_state (data, op) != WEFT_OP_OPEN)
    return number;
  least = g_strconcat ("≥ ", number, NULL);
  g_free (number);
  return least;
}

char *
weft_pipeline_op_show_stall (gconstpointer data G_GNUC_UNUSED, guint op G_GNUC_UNUSED,
                             const WeftCell *cell)
{
  g_autofree char *number = weft_number_count (cell->count);

  return g_strconcat ("≈ ", number, NULL);
}
