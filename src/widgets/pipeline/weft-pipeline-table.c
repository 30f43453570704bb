/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-table.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-status.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* --- ops as rows of a list -------------------------------------------------------------------------- */

#define WEFT_TYPE_PIPELINE_LISTED_OPS (weft_pipeline_listed_ops_get_type ())
G_DECLARE_FINAL_TYPE (WeftPipelineListedOps, weft_pipeline_listed_ops, WEFT, PIPELINE_LISTED_OPS,
                      GObject)

/* The rows of a snapshot that a list shows. */
struct _WeftPipelineListedOps
{
  GObject parent_instance;

  WeftPipelineOpSource source;
  WeftOpRange range;
  WeftPipelineOps *ops; /* NULL: not known yet */
};

G_DEFINE_FINAL_TYPE (WeftPipelineListedOps, weft_pipeline_listed_ops, G_TYPE_OBJECT)

static void
weft_pipeline_listed_ops_finalize (GObject *object)
{
  WeftPipelineListedOps *self = WEFT_PIPELINE_LISTED_OPS (object);

  g_clear_pointer (&self->ops, weft_pipeline_ops_free);
  g_clear_pointer (&self->source.shared, weft_pipeline_shared_stalls_unref);
  g_clear_object (&self->source.rows);
  g_clear_pointer (&self->source.snapshot, weft_pipeline_snapshot_unref);
  G_OBJECT_CLASS (weft_pipeline_listed_ops_parent_class)->finalize (object);
}

static void
weft_pipeline_listed_ops_class_init (WeftPipelineListedOpsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_listed_ops_finalize;
}

static void
weft_pipeline_listed_ops_init (WeftPipelineListedOps *self G_GNUC_UNUSED)
{
}

static gboolean
find_ops (GObject *owner, WeftFactListing *listing, GCancellable *cancellable, GError **error)
{
  WeftPipelineListedOps *self = WEFT_PIPELINE_LISTED_OPS (owner);
  WeftPipelineSnapshot *snapshot = self->source.snapshot;

  /* Another worker may be at it: this one is cancelled then, and keeps nothing. */
  if (g_atomic_pointer_get (&self->ops) == NULL)
    {
      g_autoptr (WeftPipelineOps) ops =
        weft_pipeline_ops_new (snapshot, self->source.rows, &self->range, cancellable, error);

      if (ops == NULL)
        return FALSE;
      if (g_atomic_pointer_compare_and_exchange (&self->ops, NULL, ops))
        ops = NULL;
    }
  *listing = (WeftFactListing){ self->ops->ops, self->ops->n_ops };
  return weft_pipeline_shared_stalls_read (self->source.shared, snapshot, cancellable, error);
}

void
weft_pipeline_table_list (WeftFactList *list, WeftPipelineSnapshot *snapshot,
                          WeftPipelineRows *rows, const WeftOpRange *range, gboolean asked)
{
  g_autoptr (WeftPipelineListedOps) ops = g_object_new (WEFT_TYPE_PIPELINE_LISTED_OPS, NULL);
  WeftPipelineSharedStalls *before = g_object_get_data (G_OBJECT (list), "weft-stalls");
  WeftFacts facts =
    weft_facts_of (&weft_pipeline_op_schema, WEFT_FIELD_TABLE, &ops->source, snapshot->n_ops);
  WeftFactListing listing;

  ops->source.snapshot = weft_pipeline_snapshot_ref (snapshot);
  g_set_object (&ops->source.rows, rows);
  ops->source.shared =
    before != NULL ? weft_pipeline_shared_stalls_ref (before) : weft_pipeline_shared_stalls_new ();
  if (before == NULL)
    g_object_set_data_full (G_OBJECT (list), "weft-stalls",
                            weft_pipeline_shared_stalls_ref (ops->source.shared),
                            (GDestroyNotify) weft_pipeline_shared_stalls_unref);
  ops->range = *range;
  if (rows == NULL && weft_op_range_is_everything (range, G_MAXUINT32))
    {
      ops->ops = weft_pipeline_ops_new_all (snapshot);
      listing = (WeftFactListing){ ops->ops->ops, ops->ops->n_ops };
    }
  weft_fact_list_follow (list, &facts, G_OBJECT (ops), ops->ops != NULL ? &listing : NULL, find_ops,
                         asked);
}

/* --- the table -------------------------------------------------------------------------------------- */

/* Of a table, which owns it. */
typedef struct
{
  WeftPipelineState *state;
  WeftFactTable *table;
  WeftFactList *list;
  GtkWidget *chip;
  GtkWidget *chip_label;
  GtkWidget *list_all;
  WeftOpRange range;
  gboolean hides;   /* some ops are left out */
  gboolean picking; /* the user selects in the table */
} Panel;

static void
panel_free (gpointer data)
{
  Panel *panel = data;

  g_object_unref (panel->state);
  g_free (panel);
}

static Panel *
get_panel (gpointer table)
{
  return g_object_get_data (G_OBJECT (table), "weft-panel");
}

static gboolean
is_ranged (const Panel *panel)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (panel->state);

  return selection->has_cycles || selection->has_rows;
}

static char *
describe_count (WeftFactTable *table, guint n_ops)
{
  guint n_all = weft_pipeline_state_get_extent (get_panel (table)->state)->n_rows;
  g_autofree char *shown = weft_number_count (n_ops), *all = weft_number_count (n_all);

  if (n_ops < n_all)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s op", "%s of %s ops", n_all),
                            shown, all);
  return weft_number_ops (n_ops);
}

static const char *
describe_emptiness (WeftFactTable *table)
{
  Panel *panel = get_panel (table);
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (panel->state));

  if (is_ranged (panel))
    return _ ("No op was in flight in this range.");
  if (weft_trace_get_state (trace) == WEFT_TRACE_GROWING)
    return _ ("No op was read yet. Each op of the log becomes a row here while it is read.");
  return _ (
    "This log has no ops. Each op, which begins with an “I” line in a Kanata log and a fetch "
    "line in gem5's, would be a row here.");
}

/* --- rows ----------------------------------------------------------------------------------------- */

static gboolean
is_flushed (gpointer row)
{
  const WeftPipelineOpSource *source = weft_fact_row_get_facts (row)->data;
  guint op = weft_fact_row_get_row (row);
  WeftOp info;

  if (op == G_MAXUINT)
    return FALSE;
  weft_pipeline_snapshot_get_op (source->snapshot, op, &info);
  return info.state == WEFT_OP_FLUSHED;
}

/* A label that does not fit into its column, and why a number is not exact. */
static char *
get_tooltip (gpointer row, guint column, const char *text, gboolean cut)
{
  const WeftFacts *facts = weft_fact_row_get_facts (row);
  guint op = weft_fact_row_get_row (row);

  if (op == G_MAXUINT)
    return NULL;
  if ((weft_facts_get_column (facts, column)->flags & WEFT_FIELD_LAST) != 0)
    return cut || g_str_has_suffix (text, " …") ? weft_facts_get_cell (facts, op, column).text
                                                : NULL;
  if (g_str_has_prefix (text, "≈"))
    return g_strdup (_ ("Estimated, as the log has only one lane: the cycles that stages lasted "
                        "beyond the shortest of their kind"));
  if (g_str_has_prefix (text, "≥"))
    return g_strdup (_ ("So far: the op was neither retired nor flushed"));
  return NULL;
}

/* --- the shared state ------------------------------------------------------------------------------- */

static void
update_range (Panel *panel)
{
  gboolean ranged = is_ranged (panel);

  if (ranged)
    {
      g_autofree char *range = weft_pipeline_status_describe_ranges (
        weft_pipeline_state_get_selection (panel->state), TRUE);

      gtk_label_set_text (GTK_LABEL (panel->chip_label), range);
      gtk_accessible_update_property (GTK_ACCESSIBLE (panel->chip), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      range, -1);
    }
  gtk_widget_set_visible (panel->chip, ranged);
  gtk_widget_set_visible (panel->list_all, ranged);
  weft_fact_table_update (panel->table);
}

static WeftOpRange
read_range (const Panel *panel)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (panel->state);
  WeftOpRange range = WEFT_OP_RANGE_ALL;

  if (selection->has_cycles)
    range.cycles = (WeftCycleRange){ selection->first_cycle, selection->last_cycle };
  if (selection->has_rows)
    {
      range.first_row = selection->first_row;
      range.last_row = selection->last_row;
    }
  return range;
}

static gboolean
same_range (const WeftOpRange *a, const WeftOpRange *b)
{
  return a->cycles.from == b->cycles.from && a->cycles.to == b->cycles.to
         && a->first_row == b->first_row && a->last_row == b->last_row;
}

static void
take_content (Panel *panel)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  gboolean hides = weft_pipeline_state_get_hide_flushed (panel->state);
  WeftOpRange range = read_range (panel);
  gboolean asked = hides != panel->hides || !same_range (&range, &panel->range);

  if (!gtk_widget_get_mapped (GTK_WIDGET (panel->table)))
    return;
  panel->hides = hides;
  panel->range = range;
  snapshot = weft_pipeline_state_ref_snapshot (panel->state);
  weft_pipeline_table_list (panel->list, snapshot,
                            hides ? weft_pipeline_state_get_rows (panel->state) : NULL, &range,
                            asked);
  update_range (panel);
}

static void
take_selection (Panel *panel)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (panel->state);
  WeftOpRange range = read_range (panel);

  if (!gtk_widget_get_mapped (GTK_WIDGET (panel->table)))
    return;
  if (!same_range (&range, &panel->range))
    take_content (panel);
  if (panel->picking)
    weft_fact_list_select (panel->list, selection->op);
  else
    weft_fact_table_select (panel->table, selection->op);
  update_range (panel);
}

static void
on_map (Panel *panel)
{
  take_content (panel);
  take_selection (panel);
  weft_fact_table_scroll_to_selected (panel->table);
}

static void
op_picked (Panel *panel, guint op)
{
  panel->picking = TRUE;
  weft_pipeline_state_select (panel->state, op, WEFT_NO_STAGE);
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (panel->state, op, TRUE);
  panel->picking = FALSE;
}

static void
op_activated (Panel *panel, guint op)
{
  weft_pipeline_state_select (panel->state, op, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (panel->state, op, FALSE);
}

static void
clear_range (Panel *panel)
{
  weft_view_state_clear_range (WEFT_VIEW_STATE (panel->state));
  weft_fact_table_focus (panel->table);
}

static void
content_came (GtkWidget *table)
{
  take_content (get_panel (table));
}

static void
selection_came (GtkWidget *table)
{
  take_selection (get_panel (table));
}

/* --- construction ----------------------------------------------------------------------------------- */

static void
build_chip (Panel *panel)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  panel->chip_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (panel->chip_label, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (panel->chip_label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), panel->chip_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  panel->chip = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (panel->chip), box);
  gtk_widget_add_css_class (panel->chip, "weft-chip");
  weft_tooltip_set (panel->chip, _ ("Only ops of the brushed range are listed. Press to "
                                    "list all again."));
  g_signal_connect_swapped (panel->chip, "clicked", G_CALLBACK (clear_range), panel);
  weft_fact_table_add_tool (panel->table, panel->chip);
}

static void
build_way_out (Panel *panel)
{
  panel->list_all = gtk_button_new_with_mnemonic (_ ("_List All Ops"));
  gtk_widget_set_halign (panel->list_all, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (panel->list_all, "clicked", G_CALLBACK (clear_range), panel);
  gtk_box_append (GTK_BOX (weft_fact_table_get_empty (panel->table)), panel->list_all);
}

GtkWidget *
weft_pipeline_table_new (WeftPipelineState *state)
{
  static const WeftFactTableKind kind = {
    .rows = { weft_fact_row_get_text, is_flushed, get_tooltip },
    .schema = &weft_pipeline_op_schema,
    .description = N_ ("One row per op. Enter shows the op in the picture; the menu above "
                       "sorts the rows."),
    .describe_count = describe_count,
    .describe_emptiness = describe_emptiness,
  };
  GtkWidget *table;
  Panel *panel = g_new0 (Panel, 1);

  table = weft_fact_table_new_arranged (_ ("Ops of the pipeline"), &kind);
  panel->state = g_object_ref (state);
  panel->table = WEFT_FACT_TABLE (table);
  panel->list = weft_fact_table_get_list (panel->table);
  panel->range = WEFT_OP_RANGE_ALL;
  g_object_set_data_full (G_OBJECT (table), "weft-panel", panel, panel_free);
  build_chip (panel);
  build_way_out (panel);
  g_signal_connect_swapped (table, "picked", G_CALLBACK (op_picked), panel);
  g_signal_connect_swapped (table, "activated", G_CALLBACK (op_activated), panel);
  g_signal_connect_swapped (table, "map", G_CALLBACK (on_map), panel);
  g_signal_connect_object (state, "content", G_CALLBACK (content_came), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (selection_came), table,
                           G_CONNECT_SWAPPED);
  update_range (panel);
  return table;
}
