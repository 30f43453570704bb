/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-facts.h"
#include "weft-timeline-findings.h"

/* All that statistics of a timeline tell, as a text: (transfer full). */
static inline char *
tell_timeline_stats (const WeftTimelineStats *stats)
{
  g_autoptr (GArray) findings = weft_timeline_findings_new (stats);
  GString *text = g_string_new (NULL);

  g_string_append_printf (
    text,
    "%" G_GUINT64_FORMAT " slices, %" G_GINT64_FORMAT " ns, %" G_GUINT64_FORMAT
    " instants, %" G_GUINT64_FORMAT " points, %" G_GUINT64_FORMAT " flows\n",
    stats->sum.count, stats->sum.self, stats->n_instants, stats->n_points, stats->n_flows);
  for (guint table = 0; table < WEFT_TIMELINE_N_TABLES; table++)
    {
      const WeftFacts facts = weft_timeline_facts_get (stats, table);

      for (guint row = 0; row < facts.n_rows; row++)
        {
          g_string_append (text, weft_timeline_table_words[table]);
          for (guint i = 0; i < facts.n_columns; i++)
            {
              g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, i);
              char buffer[WEFT_CELL_SIZE];

              g_string_append_printf (
                text, " %s",
                cell.type == WEFT_CELL_TEXT ? cell.text : weft_cell_print (&cell, buffer));
            }
          g_string_append_c (text, '\n');
        }
    }
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (text, "%s\n", g_array_index (findings, WeftFinding, i).text);
  return g_string_free (text, FALSE);
}
