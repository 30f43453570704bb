/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-filterable.h"
#include "weft-npu-charts-view.h"
#include "weft-npu-facts.h"
#include "weft-npu-state.h"

/* --- where rows lead ------------------------------------------------------------------------------------ */

/* `field == "name"`: (transfer full), NULL where there is no name. */
static char *
match_name (const WeftNpuStats *stats, const char *field, guint32 name)
{
  const char *text = weft_npu_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *quoted = text != NULL ? weft_expression_quote (text) : NULL;

  return quoted != NULL ? g_strdup_printf ("%s == %s", field, quoted) : NULL;
}

/* The events of that type in a lane: where it stalls, it does not work. */
static char *
match_lane (const WeftNpuLane *lane, WeftNpuType type)
{
  const char *word = weft_npu_type_to_string (type);
  g_autofree char *engine = weft_expression_quote (lane->engine);

  if (lane->id < 0)
    return g_strdup_printf ("type == \"%s\" && engine == %s", word, engine);
  return g_strdup_printf ("type == \"%s\" && engine == %s && id == %" G_GINT64_FORMAT, word, engine,
                          lane->id);
}

static char *
match_stall (const WeftNpuStats *stats, const WeftNpuStallStats *stall)
{
  g_autofree char *reason = match_name (stats, "name", stall->reason);
  g_autofree char *engine = NULL;
  WeftNpuLane lane;

  weft_npu_snapshot_get_lane (stats->snapshot, stall->lane, &lane);
  engine = match_lane (&lane, WEFT_NPU_STALL);
  return reason != NULL ? g_strdup_printf ("%s && %s", engine, reason) : g_steal_pointer (&engine);
}

/* Those of engines of that kind: others say of other bits as well, which the row does not count. */
static char *
match_bits (const WeftNpuBitsStats *bits)
{
  static const char *const fields[] = { "qbits", "qbits_weight", "qbits_activation" };
  const char *field = fields[MIN (bits->kind, WEFT_NPU_VE)];

  if (bits->kind > WEFT_NPU_VE)
    return g_strdup_printf ("%s == %u", field, bits->bits);
  return g_strdup_printf ("engine == \"%s\" && %s == %u", weft_npu_kind_to_string (bits->kind),
                          field, bits->bits);
}

/* Times that a filter for a phase lists at most. */
#define MAX_TIMES 64

/* The times in which the last token that has begun is of that phase (WEFT_NO_NAME: of any), as conditions on where events
 * begin. */
static void
append_times (const WeftNpuStats *stats, guint32 phase, GString *filter)
{
  const WeftNpuTokenStats *tokens = stats->tokens;
  guint n_times = 0;

  for (guint i = 0, next; i < stats->n_tokens && n_times < MAX_TIMES; i = next)
    {
      gint64 end = tokens[i].end;

      for (next = i + 1; next < stats->n_tokens && tokens[next].start <= end
                         && tokens[next].phase == tokens[i].phase;
           next++)
        end = MAX (end, tokens[next].end);
      if (next < stats->n_tokens)
        end = MIN (end, tokens[next].start);
      if (end > tokens[i].start && tokens[i].phase != WEFT_NO_NAME
          && (phase == WEFT_NO_NAME || tokens[i].phase == phase))
        g_string_append_printf (filter,
                                "%sstart >= %" G_GINT64_FORMAT " && start < %" G_GINT64_FORMAT,
                                n_times++ > 0 ? " || " : "", tokens[i].start, end);
    }
}

/* The events of engines that say the phase, or that say none and begin in a token of it; or that are of none. */
static char *
match_phase (const WeftNpuStats *stats, guint32 phase)
{
  static const char work[] = "type == \"ENGINE_EVENT\" && ", unsaid[] = "!(phase != \"\")";
  g_autofree char *name = match_name (stats, "phase", phase);
  g_autoptr (GString) times = g_string_new (NULL);

  if (stats->n_phased_by_token > 0)
    append_times (stats, phase, times);
  if (name == NULL)
    return times->len > 0 ? g_strdup_printf ("%s%s && !(%s)", work, unsaid, times->str)
                          : g_strconcat (work, unsaid, NULL);
  return times->len > 0 ? g_strdup_printf ("%s(%s || %s && (%s))", work, name, unsaid, times->str)
                        : g_strconcat (work, name, NULL);
}

/* The filter for the events that a row counts: (transfer full), NULL where it is none. */
static char *
make_filter (const WeftNpuStats *stats, WeftNpuTable table, guint row)
{
  switch (table)
    {
    case WEFT_NPU_TABLE_ENGINE:
      return match_lane (&stats->engines[row].info, WEFT_NPU_ENGINE);
    case WEFT_NPU_TABLE_LAYER:
    case WEFT_NPU_TABLE_ROOFLINE:
      return match_name (stats, "layer", stats->layers[row].name);
    case WEFT_NPU_TABLE_TILE:
      return match_name (stats, "tile", stats->tiles[row].name);
    case WEFT_NPU_TABLE_OP:
      return match_name (stats, "name", stats->ops[row].name);
    case WEFT_NPU_TABLE_PHASE:
      return match_phase (stats, stats->phases[row].name);
    case WEFT_NPU_TABLE_STALL:
      return match_stall (stats, &stats->stalls[row]);
    case WEFT_NPU_TABLE_BITS:
      return match_bits (&stats->bits[row]);
    case WEFT_NPU_TABLE_BANK:
      return g_strdup_printf ("bank == %" G_GINT64_FORMAT, stats->banks[row].bank);
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

/* A token and a step of the path are gone to; any other row shows the events that it counts. */
static void
go_to_row (WeftStatsView *view, guint table, guint row, gboolean jump)
{
  WeftViewState *state = weft_stats_view_get_state (view);
  WeftNpuResult *result = weft_npu_state_get_result (WEFT_NPU_STATE (state));
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  if (table == WEFT_NPU_TABLE_TOKEN && row < result->stats->n_tokens)
    {
      const WeftNpuTokenStats *token = &result->stats->tokens[row];

      weft_events_state_show_row (WEFT_EVENTS_STATE (state), token->row, FALSE);
      if (jump)
        weft_view_state_show_time (state, token->start, token->end);
      return;
    }
  if (!jump)
    {
      if (table == WEFT_NPU_TABLE_CRITICAL && row < result->stats->path->n_steps)
        weft_events_state_show_row (WEFT_EVENTS_STATE (state), result->stats->path->steps[row].row,
                                    TRUE);
      return;
    }
  filter = make_filter (result->stats, table, row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (state), filter, NULL, NULL);
}

/* --- the pages ------------------------------------------------------------------------------------------ */

static gboolean
get_facts (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner)
{
  WeftNpuResult *result =
    weft_npu_state_get_result (WEFT_NPU_STATE (weft_stats_view_get_state (view)));

  if (result == NULL)
    return FALSE;
  *facts = weft_npu_facts_get (result->stats, table);
  *owner = G_OBJECT (result);
  return TRUE;
}

static GtkWidget *
build (WeftStatsView *view, const WeftStatsPage *page G_GNUC_UNUSED, GtkWidget *table)
{
  return table != NULL
           ? table
           : weft_npu_charts_view_new (WEFT_NPU_STATE (weft_stats_view_get_state (view)));
}

static const WeftStatsPage pages[] = {
  { "charts", N_ ("Charts"), WEFT_STATS_NO_TABLE, NULL },
  { "engine", N_ ("Engines"), WEFT_NPU_TABLE_ENGINE, N_ ("No engine did anything here.") },
  { "layer", N_ ("Layers"), WEFT_NPU_TABLE_LAYER, N_ ("No event here names a layer.") },
  { "tile", N_ ("Tiles"), WEFT_NPU_TABLE_TILE, N_ ("No event here names a tile.") },
  { "op", N_ ("Ops"), WEFT_NPU_TABLE_OP, N_ ("No engine did anything here.") },
  { "token", N_ ("Tokens"), WEFT_NPU_TABLE_TOKEN, N_ ("No token was processed here.") },
  { "phase", N_ ("Phases"), WEFT_NPU_TABLE_PHASE, N_ ("No engine did anything here.") },
  { "stall", N_ ("Stalls"), WEFT_NPU_TABLE_STALL,
    N_ ("Nothing stalled here, or the simulator does not say.") },
  { "qbits", N_ ("Quantization"), WEFT_NPU_TABLE_BITS,
    N_ ("No event here says of how many bits it is.") },
  { "bank", N_ ("Banks"), WEFT_NPU_TABLE_BANK,
    N_ ("No event here names a bank of the scratch pad.") },
  { "roofline", N_ ("Bounds"), WEFT_NPU_TABLE_ROOFLINE, N_ ("No event here names a layer.") },
  { "type", N_ ("Types"), WEFT_NPU_TABLE_TYPE, NULL },
  { "critical", N_ ("Critical path"), WEFT_NPU_TABLE_CRITICAL,
    N_ ("Dependencies are not known: the file of commands that an NPU trace names is not beside "
        "it.") },
};

const WeftStatsKind weft_npu_stats = { .pages = pages,
                                       .n_pages = G_N_ELEMENTS (pages),
                                       .changed = "result",
                                       .get_facts = get_facts,
                                       .go_to_row = go_to_row,
                                       .build = build };
