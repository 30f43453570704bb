/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-chart.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-list-area.h"
#include "weft-scatter.h"
#include "weft-words.h"

/* As many rows are drawn at most, which takes less than a frame. */
#define MAX_BARS 1000u
#define MAX_POINTS 20000u

/* Numbers are drawn as if they were at most this. */
#define MOST 1e300

/* Rows that are looked at for a number. */
#define LOOKED_AT 100u

struct _WeftQueryChart
{
  WeftPanel parent_instance;

  WeftViewState *state; /* the panel's */
  GtkWidget *box;
  GtkWidget *note;
  GtkWidget *stack;
  GtkWidget *bars;
  GtkWidget *plot;
  GArray *points; /* WeftPoint */
  GArray *rows;   /* guint: of the answer, by bar */
  const char *x_name;
  const char *y_name;
  gboolean is_line;
};

enum
{
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftQueryChart, weft_query_chart, WEFT_TYPE_PANEL)

/* --- numbers ------------------------------------------------------------------------------------ */

static gboolean
read_number (const WeftFacts *facts, guint row, guint column, double *number)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

  if (!weft_cell_is_known (&cell) || cell.type == WEFT_CELL_TEXT)
    return FALSE;
  *number = CLAMP (weft_cell_to_real (&cell), -MOST, MOST);
  return TRUE;
}

gboolean
weft_query_chart_can_draw (WeftQueryAnswer *answer)
{
  WeftFacts facts = weft_query_answer_get_facts (answer);
  double number;

  for (guint row = 0; facts.n_columns == 2 && row < MIN (facts.n_rows, LOOKED_AT); row++)
    if (read_number (&facts, row, 1, &number))
      return TRUE;
  return FALSE;
}

/* Says how much is left out, and why. */
static void
tell_rest (WeftQueryChart *self, const WeftFacts *facts, guint n_seen, guint n_drawn)
{
  g_autofree char *text = NULL, *all = weft_number_count (facts->n_rows);
  g_autofree char *drawn = weft_number_count (n_drawn);

  if (n_drawn < facts->n_rows)
    text = n_seen < facts->n_rows
             ? g_strdup_printf (_ ("The first %s of %s rows are drawn."), drawn, all)
             : g_strdup_printf (_ ("%s of %s rows are drawn; the others have no number for it."),
                                drawn, all);
  gtk_label_set_text (GTK_LABEL (self->note), text);
  gtk_widget_set_visible (self->note, text != NULL);
}

/* --- bars --------------------------------------------------------------------------------------- */

static char *
write_label (const WeftFacts *facts, guint row)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, 0);
  char *text = weft_facts_format (facts, 0, &cell);

  return text != NULL ? text : weft_cell_to_string (&cell);
}

/* Lengths of bars are amounts from 0 on. */
static void
draw_bars (WeftQueryChart *self, const WeftFacts *facts)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  const WeftChart frame = { .title = self->y_name };
  guint n_seen = MIN (facts->n_rows, MAX_BARS);
  double value;

  g_array_set_size (self->rows, 0);
  for (guint row = 0; row < n_seen; row++)
    if (read_number (facts, row, 1, &value) && value >= 0)
      {
        g_array_append_val (values, value);
        g_array_append_val (self->rows, row);
        g_ptr_array_add (labels, write_label (facts, row));
      }
  tell_rest (self, facts, n_seen, values->len);
  weft_chart_view_set_columns (WEFT_CHART_VIEW (self->bars), &frame, self->y_name,
                               weft_style_category (weft_view_state_get_style (self->state), 0),
                               (const double *) (gconstpointer) values->data, labels);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->bars);
}

static void
bar_activated (WeftQueryChart *self, guint bar)
{
  if (bar < self->rows->len)
    g_signal_emit (self, signals[ACTIVATED], 0, g_array_index (self->rows, guint, bar));
}

/* --- lines and points ---------------------------------------------------------------------------- */

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftQueryChart *self = data;
  WeftStyle *style = weft_view_state_get_style (self->state);
  const WeftScatter scatter = {
    self->x_name,      self->y_name,  (const WeftPoint *) (gconstpointer) self->points->data,
    self->points->len, self->is_line, weft_style_category (style, 0)
  };

  weft_scatter_paint (&scatter, style, list, 0, 0, width, height);
  return style;
}

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  WeftQueryChart *self = data;

  return weft_chart_get_height (weft_view_state_get_style (self->state))
         / gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  double first = ((const WeftPoint *) a)->x, second = ((const WeftPoint *) b)->x;

  return (first > second) - (first < second);
}

static void
draw_points (WeftQueryChart *self, const WeftFacts *facts)
{
  guint n_seen = MIN (facts->n_rows, MAX_POINTS);
  WeftPoint point;

  g_array_set_size (self->points, 0);
  for (guint row = 0; row < n_seen; row++)
    if (read_number (facts, row, 0, &point.x) && read_number (facts, row, 1, &point.y))
      g_array_append_val (self->points, point);
  if (self->is_line)
    g_array_sort (self->points, compare_points);
  tell_rest (self, facts, n_seen, self->points->len);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->plot));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->plot);
}

void
weft_query_chart_draw (WeftQueryChart *self, WeftQueryAnswer *answer, WeftQueryShape shape)
{
  WeftFacts facts = weft_query_answer_get_facts (answer);

  /* Titles live for ever. */
  self->x_name = weft_facts_get_column (&facts, 0)->title;
  self->y_name = weft_facts_get_column (&facts, 1)->title;
  self->is_line = shape == WEFT_QUERY_SHAPE_LINE;
  if (shape == WEFT_QUERY_SHAPE_BARS)
    draw_bars (self, &facts);
  else
    draw_points (self, &facts);
}

/* --- the widget --------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WeftQueryChart *self = WEFT_QUERY_CHART (panel);

  self->state = weft_panel_get_state (self);
  self->bars = weft_chart_view_new (self->state);
  g_signal_connect_swapped (self->bars, "activated", G_CALLBACK (bar_activated), self);
  self->plot = weft_list_area_new (paint, measure, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->plot),
                            _ ("The numbers of the second column by those of the first"));
  gtk_stack_add_child (GTK_STACK (self->stack), self->bars);
  gtk_stack_add_child (GTK_STACK (self->stack), self->plot);
}

static void
update (WeftPanel *panel)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (WEFT_QUERY_CHART (panel)->plot));
}

static void
weft_query_chart_finalize (GObject *object)
{
  g_array_unref (WEFT_QUERY_CHART (object)->points);
  g_array_unref (WEFT_QUERY_CHART (object)->rows);
  G_OBJECT_CLASS (weft_query_chart_parent_class)->finalize (object);
}

static void
weft_query_chart_class_init (WeftQueryChartClass *klass)
{
  static const char *const followed[] = { "style", NULL };

  G_OBJECT_CLASS (klass)->finalize = weft_query_chart_finalize;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = update;
  WEFT_PANEL_CLASS (klass)->followed = followed;
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_QUERY_CHART, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
weft_query_chart_init (WeftQueryChart *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (WeftPoint));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_box_append (GTK_BOX (self->box), self->note);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
