/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-filterable.h"
#include "weft-npu-charts-view.h"
#include "weft-npu-facts.h"

/* By WeftNpuTable. */
static const struct
{
  const char *title;
  const char *empty;
} tables[WEFT_NPU_N_TABLES] = {
  { N_ ("Engines"), N_ ("No engine did anything here.") },
  { N_ ("Layers"), N_ ("No event here names a layer.") },
  { N_ ("Ops"), N_ ("No engine did anything here.") },
  { N_ ("Tokens"), N_ ("No token was processed here.") },
  { N_ ("Phases"), N_ ("No engine did anything here.") },
  { N_ ("Stalls"), N_ ("Nothing stalled here, or the simulator does not say.") },
  { N_ ("Quantization"), N_ ("No event here says of how many bits it is.") },
  { N_ ("Banks"), N_ ("No event here names a bank of the scratch pad.") },
  { N_ ("Bounds"), N_ ("No event here names a layer.") },
  { N_ ("Types"), NULL },
  { N_ ("Critical path"), N_ ("Dependencies are not known: the file of commands that an NPU trace "
                              "names is not beside it.") },
};

/* --- where rows lead ------------------------------------------------------------------------------------ */

/* `field == "name"`: (transfer full), NULL where there is no name. */
static char *
match_name (const WeftNpuStats *stats, const char *field, guint32 name)
{
  const char *text = weft_npu_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *quoted = text != NULL ? weft_expression_quote (text) : NULL;

  return quoted != NULL ? g_strdup_printf ("%s == %s", field, quoted) : NULL;
}

static char *
match_lane (const WeftNpuLane *lane)
{
  if (lane->id < 0)
    return g_strdup_printf ("engine == \"%s\"", lane->engine);
  return g_strdup_printf ("engine == \"%s\" && id == %" G_GINT64_FORMAT, lane->engine, lane->id);
}

static char *
match_bits (const WeftNpuBitsStats *bits)
{
  static const char *const fields[] = { "qbits", "qbits_weight", "qbits_activation" };

  return g_strdup_printf ("%s == %u", fields[MIN (bits->kind, WEFT_NPU_VE)], bits->bits);
}

/* The filter for the events that a row counts: (transfer full), NULL where it is none. */
static char *
make_filter (const WeftNpuStats *stats, WeftNpuTable table, guint row)
{
  switch (table)
    {
    case WEFT_NPU_TABLE_ENGINE:
      return match_lane (&stats->engines[row].info);
    case WEFT_NPU_TABLE_LAYER:
    case WEFT_NPU_TABLE_ROOFLINE:
      return match_name (stats, "layer", stats->layers[row].name);
    case WEFT_NPU_TABLE_OP:
      return match_name (stats, "name", stats->ops[row].name);
    case WEFT_NPU_TABLE_PHASE:
      return match_name (stats, "phase", stats->phases[row].name);
    case WEFT_NPU_TABLE_STALL:
      return match_name (stats, "name", stats->stalls[row].reason);
    case WEFT_NPU_TABLE_BITS:
      return match_bits (&stats->bits[row]);
    case WEFT_NPU_TABLE_BANK:
      return g_strdup_printf ("bank == %u", stats->banks[row].bank);
    case WEFT_NPU_TABLE_TYPE:
      return row < WEFT_NPU_OTHER
               ? g_strdup_printf ("type == \"%s\"", weft_npu_type_to_string (row))
               : match_name (stats, "type", stats->others[row - WEFT_NPU_OTHER].name);
    case WEFT_NPU_TABLE_TOKEN:
    case WEFT_NPU_TABLE_CRITICAL:
    case WEFT_NPU_N_TABLES:
    default:
      return NULL;
    }
}

static void
row_picked (WeftNpuState *state, guint table, guint row)
{
  WeftEventsState *events = WEFT_EVENTS_STATE (state);
  WeftNpuResult *result = weft_npu_state_get_result (state);

  if (result == NULL)
    return;
  if (table == WEFT_NPU_TABLE_TOKEN && row < result->stats->n_tokens)
    weft_events_state_show_row (events, result->stats->tokens[row].row, FALSE);
  if (table == WEFT_NPU_TABLE_CRITICAL && row < result->stats->path->n_steps)
    weft_events_state_show_row (events, result->stats->path->steps[row].row, TRUE);
}

/* A token is gone to; any other row shows the events that it counts. */
static void
row_activated (WeftNpuState *state, guint table, guint row)
{
  WeftNpuResult *result = weft_npu_state_get_result (state);
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  if (table == WEFT_NPU_TABLE_TOKEN && row < result->stats->n_tokens)
    {
      const WeftNpuTokenStats *token = &result->stats->tokens[row];

      weft_events_state_show_row (WEFT_EVENTS_STATE (state), token->row, FALSE);
      weft_view_state_show_time (WEFT_VIEW_STATE (state), token->start, token->end);
      return;
    }
  filter = make_filter (result->stats, table, row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (state), filter, NULL, NULL);
}

/* --- the pages ------------------------------------------------------------------------------------------ */

static void
show_result (WeftFactPages *pages, WeftNpuState *state)
{
  WeftNpuResult *result = weft_npu_state_get_result (state);

  for (guint i = 0; result != NULL && i < WEFT_NPU_N_TABLES; i++)
    {
      WeftFacts facts = weft_npu_facts_get (result->stats, i);

      weft_fact_pages_set_facts (pages, i, &facts, G_OBJECT (result));
    }
}

static void
result_came (WeftNpuState *state, WeftFactPages *pages)
{
  show_result (pages, state);
}

/* The charts, then the tables. */
gboolean
weft_npu_stats_view_list_page (guint number, WeftFactPage *page)
{
  if (number > WEFT_NPU_N_TABLES)
    return FALSE;
  *page = number == 0
            ? (WeftFactPage){ "charts", N_ ("Charts") }
            : (WeftFactPage){ weft_npu_table_words[number - 1], tables[number - 1].title };
  return TRUE;
}

GtkWidget *
weft_npu_stats_view_new (WeftNpuState *state)
{
  GtkWidget *widget = weft_fact_pages_new ();
  WeftFactPages *pages = WEFT_FACT_PAGES (widget);

  g_object_set_data_full (G_OBJECT (pages), "weft-state", g_object_ref (state), g_object_unref);
  weft_fact_pages_add (pages, weft_npu_charts_view_new (state), "charts", _ ("Charts"));
  for (guint i = 0; i < WEFT_NPU_N_TABLES; i++)
    weft_fact_pages_add_table (pages, i, weft_npu_table_words[i], _ (tables[i].title),
                               tables[i].empty != NULL ? _ (tables[i].empty) : NULL);
  g_signal_connect_object (pages, "picked", G_CALLBACK (row_picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (pages, "activated", G_CALLBACK (row_activated), state,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), pages, 0);
  weft_fact_pages_follow (pages, WEFT_VIEW_STATE (state));
  show_result (pages, state);
  return widget;
}
