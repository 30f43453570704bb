/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostics-table.h"

#include <glib/gi18n-lib.h>

#include "weft-diagnostic-fields.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* Of a table, which owns it. */
typedef struct
{
  WeftViewState *state;
  WeftTrace *trace; /* the state's */
  WeftFactTable *table;
  GtkWidget *bar;
  GtkWidget *toggles[WEFT_N_SEVERITIES]; /* shown or not */
  GtkWidget *note;
} Panel;

static void
panel_free (gpointer data)
{
  g_object_unref (((Panel *) data)->state);
  g_free (data);
}

static Panel *
get_panel (WeftFactTable *table)
{
  return g_object_get_data (G_OBJECT (table), "weft-panel");
}

/* --- rows --------------------------------------------------------------------------------------- */

/* A copy of what is kept, and which of it is listed. */
typedef struct
{
  WeftDiagnosticRows rows;
  char *file;
  GArray *kept; /* WeftDiagnostic */
  GArray *listed;
} Rows;

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  g_free (rows->file);
  g_array_unref (rows->kept);
  g_array_unref (rows->listed);
  g_free (rows);
}

static Rows *
read_rows (Panel *panel)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (panel->trace);
  guint n_kept = weft_diagnostics_get_n_kept (diagnostics);
  Rows *rows = g_new0 (Rows, 1);

  rows->file = g_strdup (weft_trace_get_title (panel->trace));
  rows->listed = g_array_new (FALSE, FALSE, sizeof (guint32));
  rows->kept = g_array_sized_new (FALSE, FALSE, sizeof (WeftDiagnostic), n_kept);
  g_array_set_clear_func (rows->kept, (GDestroyNotify) weft_diagnostic_clear);
  for (guint32 i = 0; i < n_kept; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_array_append_val (rows->kept, diagnostic);
      if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (panel->toggles[diagnostic.severity])))
        g_array_append_val (rows->listed, i);
    }
  rows->rows = (WeftDiagnosticRows){ rows->file, (WeftDiagnostic *) (gpointer) rows->kept->data };
  return rows;
}

static void
list_rows (Panel *panel, gboolean asked)
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  Rows *rows = read_rows (panel);
  const WeftFacts facts =
    weft_facts_of (&weft_diagnostic_schema, WEFT_FIELD_TABLE, &rows->rows, rows->kept->len);
  const WeftFactListing listing = { (guint32 *) (gpointer) rows->listed->data, rows->listed->len };

  g_object_set_data_full (owner, "weft-rows", rows, rows_free);
  weft_fact_list_follow (weft_fact_table_get_list (panel->table), &facts, owner, &listing, NULL,
                         asked);
}

static const char *
get_icon (gpointer item, guint column, const char **color)
{
  static const char *const icons[WEFT_N_SEVERITIES][2] = {
    { "dialog-information-symbolic", "accent_color" },
    { "dialog-warning-symbolic", "warning_color" },
    { "dialog-error-symbolic", "error_color" },
  };
  const WeftFacts *facts = weft_fact_row_get_facts (item);
  guint row = weft_fact_row_get_row (item);
  WeftSeverity severity;

  if (row == G_MAXUINT || !g_str_equal (weft_facts_get_column (facts, column)->key, "severity"))
    return NULL;
  severity = ((const WeftDiagnosticRows *) facts->data)->rows[row].severity;
  *color = icons[severity][1];
  return icons[severity][0];
}

static char *
write_row (gconstpointer data, guint row)
{
  const WeftDiagnosticRows *rows = data;
  const WeftDiagnostic *diagnostic = &rows->rows[row];
  GString *text = g_string_new (rows->file);

  if (diagnostic->line != 0)
    g_string_append_printf (text, ":%" G_GINT64_FORMAT, diagnostic->line);
  if (diagnostic->line != 0 && diagnostic->column != 0)
    g_string_append_printf (text, ":%" G_GINT64_FORMAT, diagnostic->column);
  g_string_append_printf (text, ": %s: %s", weft_severity_to_string (diagnostic->severity),
                          diagnostic->message);
  return g_string_free (text, FALSE);
}

/* --- words -------------------------------------------------------------------------------------- */

static guint64
count_all (Panel *panel)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (panel->trace);
  guint64 total = 0;

  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    total += weft_diagnostics_count (diagnostics, i);
  return total;
}

static char *
describe_count (WeftFactTable *table, guint n_rows)
{
  guint64 total = count_all (get_panel (table));
  g_autofree char *all = weft_number_count (total), *shown = weft_number_count (n_rows);

  return n_rows < total ? g_strdup_printf (_ ("%s of %s shown"), shown, all) : g_strdup ("");
}

static const char *
describe_emptiness (WeftFactTable *table)
{
  Panel *panel = get_panel (table);

  if (count_all (panel) > 0)
    return "";
  return weft_trace_get_state (panel->trace) == WEFT_TRACE_GROWING
           ? _ ("Nothing to report so far. Lines of the file that can't be used are listed here as "
                "they are found, with what was expected.")
           : _ (
             "Nothing to report: every line of the file could be used. Lines that can't be would "
             "be listed here, with what was expected.");
}

/* --- following the trace ------------------------------------------------------------------------ */

static void
trace_changed (WeftFactTable *table)
{
  Panel *panel = get_panel (table);
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (panel->trace);
  guint64 total = count_all (panel);

  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    {
      guint64 count = weft_diagnostics_count (diagnostics, i);
      g_autofree char *text = weft_words_diagnostics (i, count);

      gtk_button_set_label (GTK_BUTTON (panel->toggles[i]), text);
      gtk_widget_set_visible (panel->toggles[i], count > 0);
    }
  gtk_widget_set_visible (panel->bar, total > 0);
  gtk_label_set_text (GTK_LABEL (panel->note),
                      total > WEFT_DIAGNOSTICS_KEPT
                        ? _ ("Only the first 1 000 are kept; all are counted. “weft-cli check” "
                             "writes every one.")
                        : "");
  if (weft_fact_list_get_facts (weft_fact_table_get_list (panel->table))->n_rows
      < weft_diagnostics_get_n_kept (diagnostics))
    list_rows (panel, FALSE);
  weft_fact_table_update (table);
}

static void
toggled (Panel *panel)
{
  list_rows (panel, TRUE);
}

static void
row_activated (WeftFactTable *table, guint row)
{
  const WeftFacts *facts = weft_fact_list_get_facts (weft_fact_table_get_list (table));
  gint64 line = ((const WeftDiagnosticRows *) facts->data)->rows[row].line;

  if (line != 0)
    weft_view_state_show_line (get_panel (table)->state, line);
}

static void
build_toggles (Panel *panel)
{
  const char *hints[WEFT_N_SEVERITIES] = { _ ("List notes"), _ ("List warnings"),
                                           _ ("List errors") };

  panel->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    {
      panel->toggles[i] = gtk_toggle_button_new ();
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (panel->toggles[i]), TRUE);
      gtk_button_set_has_frame (GTK_BUTTON (panel->toggles[i]), FALSE);
      weft_tooltip_set (panel->toggles[i], hints[i]);
      g_signal_connect_swapped (panel->toggles[i], "toggled", G_CALLBACK (toggled), panel);
      gtk_box_prepend (GTK_BOX (panel->bar), panel->toggles[i]);
    }
  weft_fact_table_add_tool (panel->table, panel->bar);
}

GtkWidget *
weft_diagnostics_table_new (WeftViewState *state)
{
  static const WeftFactTableKind kind = {
    .rows = { weft_fact_row_get_text, .get_icon = get_icon },
    .schema = &weft_diagnostic_schema,
    .description = N_ ("Enter shows the place in the picture."),
    .describe_count = describe_count,
    .describe_emptiness = describe_emptiness,
    .write_row = write_row,
  };
  GtkWidget *table = weft_fact_table_new_arranged (_ ("Diagnostics of the file"), &kind);
  Panel *panel = g_new0 (Panel, 1);

  panel->state = g_object_ref (state);
  panel->trace = weft_view_state_get_trace (state);
  panel->table = WEFT_FACT_TABLE (table);
  g_object_set_data_full (G_OBJECT (table), "weft-panel", panel, panel_free);
  build_toggles (panel);
  panel->note = weft_fact_table_get_note (panel->table);
  g_signal_connect (table, "activated", G_CALLBACK (row_activated), NULL);
  g_signal_connect_object (panel->trace, "changed", G_CALLBACK (trace_changed), table,
                           G_CONNECT_SWAPPED);
  trace_changed (panel->table);
  return table;
}
