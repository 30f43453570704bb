/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-axis-link.h"
#include "weft-choose-files.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-tracks-view.h"

/* Keeps the traces of the table's rows as long as it shows them. */
#define TYPE_COMPARED_TRACES (compared_traces_get_type ())
G_DECLARE_FINAL_TYPE (ComparedTraces, compared_traces, COMPARED, TRACES, GObject)

struct _ComparedTraces
{
  GObject parent_instance;

  WeftComparison *comparison;
};

G_DEFINE_FINAL_TYPE (ComparedTraces, compared_traces, G_TYPE_OBJECT)

/* The least heights of a picture, and of the bars. */
#define PICTURE_HEIGHT 160
#define BARS_HEIGHT 40

typedef struct
{
  WeftViewState *state;     /* the panel's */
  WeftViewState *other;     /* NULL: none yet */
  WeftAxisLink *link;       /* of its axis with that of the state; NULL: not yet */
  ComparedTraces *compared; /* NULL: not yet */
  GCancellable *cancellable;
  gboolean is_loading;
  char *problem; /* nullable: of the last file that can't be compared */

  GtkWidget *sentence;
  GtkWidget *switcher; /* hidden until there is another */
  GtkWidget *stack;
  GtkWidget *scroller; /* of the bars */
  GtkWidget *bars;     /* NULL: the family has none */
  GtkWidget *table;
  GtkWidget *pictures; /* a box */
} WeftCompareViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftCompareView, weft_compare_view, WEFT_TYPE_PANEL)

static WeftCompareViewPrivate *
get_private (gpointer self)
{
  return weft_compare_view_get_instance_private (WEFT_COMPARE_VIEW (self));
}

static const WeftCompareViewClass *
get_class (gpointer self)
{
  return WEFT_COMPARE_VIEW_GET_CLASS (WEFT_COMPARE_VIEW (self));
}

static void
compared_traces_finalize (GObject *object)
{
  ComparedTraces *self = COMPARED_TRACES (object);

  weft_comparison_free (self->comparison);
  G_OBJECT_CLASS (compared_traces_parent_class)->finalize (object);
}

static void
compared_traces_class_init (ComparedTracesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = compared_traces_finalize;
}

static void
compared_traces_init (ComparedTraces *self G_GNUC_UNUSED)
{
}

static const char *
get_title (WeftViewState *state)
{
  return weft_trace_get_title (weft_view_state_get_trace (state));
}

/* NULL while there is none. */
static const WeftComparison *
get_comparison (WeftCompareView *self)
{
  ComparedTraces *compared = get_private (self)->compared;

  return compared != NULL ? compared->comparison : NULL;
}

/* --- what differs --------------------------------------------------------------------------------- */

static void
show_sentence (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  g_autofree char *text = NULL;

  if (priv->is_loading)
    text = g_strdup (_ ("Reading …"));
  else if (priv->problem != NULL)
    text = g_strdup (priv->problem);
  else if (priv->compared == NULL)
    text = g_strdup (_ (get_class (self)->intro));
  else
    /* TRANSLATORS: a file, and what the comparison comes to */
    text = g_strdup_printf (_ ("A is this trace, B is “%s”. %s"), get_title (priv->other),
                            priv->compared->comparison->sentence);
  gtk_label_set_text (GTK_LABEL (priv->sentence), text);
  gtk_widget_set_visible (priv->switcher, priv->compared != NULL);
}

/* One of both has something else to be compared. */
static void
compare (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  WeftComparison *comparison;
  WeftFacts facts;

  if (priv->state == NULL || priv->other == NULL)
    return;
  comparison = get_class (self)->compare (priv->state, priv->other);
  if (comparison == NULL)
    return;
  g_clear_object (&priv->compared);
  priv->compared = g_object_new (TYPE_COMPARED_TRACES, NULL);
  priv->compared->comparison = comparison;
  facts = get_class (self)->get_facts (comparison);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (priv->table), &facts, G_OBJECT (priv->compared));
  if (priv->bars != NULL)
    {
      gtk_widget_queue_resize (priv->bars);
      weft_list_area_invalidate (WEFT_LIST_AREA (priv->bars));
    }
  show_sentence (self);
}

/* The thing of a row stands alone in both. */
static void
show_row (WeftCompareView *self, guint row)
{
  const WeftComparison *comparison = get_comparison (self);
  g_autofree char *filter = NULL;

  if (comparison == NULL || row >= comparison->rows->len)
    return;
  filter = get_class (self)->make_filter (comparison, row);
  weft_filterable_set_filter (WEFT_FILTERABLE (get_private (self)->state), filter, NULL, NULL);
}

/* --- bars ------------------------------------------------------------------------------------------- */

static WeftStyle *
get_style (WeftCompareView *self)
{
  return weft_view_state_get_style (get_private (self)->state);
}

static WeftStyle *
paint_bars (WeftPaintList *list, int width, int height, gpointer data)
{
  const WeftComparison *comparison = get_comparison (data);
  WeftStyle *style = get_style (data);

  if (comparison != NULL)
    get_class (data)->paint_bars (comparison, style, list, width, height);
  else
    weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  return style;
}

static int
measure_bars (int width G_GNUC_UNUSED, gpointer data)
{
  const WeftComparison *comparison = get_comparison (data);

  if (comparison == NULL)
    return BARS_HEIGHT;
  return get_class (data)->measure_bars (comparison, get_style (data))
           / gtk_widget_get_scale_factor (get_private (data)->bars)
         + 1;
}

static void
bars_pressed (WeftCompareView *self, int n_press, double x G_GNUC_UNUSED, double y)
{
  const WeftComparison *comparison = get_comparison (self);
  int scale = gtk_widget_get_scale_factor (get_private (self)->bars);

  if (n_press == 2 && comparison != NULL)
    show_row (self, get_class (self)->hit_bars (comparison, get_style (self), y * scale));
}

/* --- the other one -------------------------------------------------------------------------------- */

/* Makes the other picture look like that of the open one. */
static void
follow_manner (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  const char *filter;

  if (priv->other == NULL)
    return;
  filter = weft_filterable_get_filter (WEFT_FILTERABLE (priv->state));
  weft_view_state_set_style_options (priv->other, &get_style (self)->options);
  if (!g_str_equal (filter, weft_filterable_get_filter (WEFT_FILTERABLE (priv->other))))
    weft_filterable_set_filter (WEFT_FILTERABLE (priv->other), filter, NULL, NULL);
}

/* Their clocks have nothing to do with one another: both begin at the same place of the axis, which is
 * known once there is something in both. */
static void
link_axes (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  WeftTimeAxis *axis = weft_view_state_get_axis (priv->state);
  gint64 first, last, other_first, other_last;

  if (priv->link != NULL || !weft_time_axis_get_range (axis, &first, &last)
      || !weft_time_axis_get_range (weft_view_state_get_axis (priv->other), &other_first,
                                    &other_last))
    return;
  priv->link = weft_axis_link_new (axis, priv->other, first, (WeftRatio){ 1, 1 });
  weft_axis_link_set_leads (priv->link, TRUE);
}

static void
answer_came (WeftCompareView *self)
{
  follow_manner (self);
  if (get_private (self)->other != NULL)
    link_axes (self);
  compare (self);
}

static void
add_picture (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  /* TRANSLATORS: a file */
  g_autofree char *text =
    g_strdup_printf (_ ("B: %s, on the axis of A above"), get_title (priv->other));
  GtkWidget *title = gtk_label_new (text);
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (priv->other));
  GtkWidget *view = weft_tracks_view_new (tracks, WEFT_PICTURE_STRIP);

  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_margin_start (title, 12);
  gtk_box_append (GTK_BOX (priv->pictures), title);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_size_request (view, -1, PICTURE_HEIGHT);
  gtk_box_append (GTK_BOX (priv->pictures), view);
}

static void
forget_other (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (priv->pictures)) != NULL)
    gtk_box_remove (GTK_BOX (priv->pictures), child);
  g_clear_object (&priv->compared);
  g_clear_object (&priv->link);
  if (priv->other != NULL)
    g_signal_handlers_disconnect_by_data (priv->other, self);
  g_clear_object (&priv->other);
}

static void
take_trace (WeftCompareView *self, WeftTrace *trace)
{
  WeftCompareViewPrivate *priv = get_private (self);

  forget_other (self);
  priv->other = get_class (self)->create_other (priv->state, trace);
  follow_manner (self);
  g_signal_connect_object (priv->other, get_class (self)->answered, G_CALLBACK (answer_came), self,
                           G_CONNECT_SWAPPED);
  add_picture (self);
}

static void
loaded (GObject *object, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftCompareView) self = data;
  g_autoptr (GError) error = NULL;
  WeftCompareViewPrivate *priv = get_private (self);
  WeftTrace *trace = weft_load_get_trace (WEFT_LOAD (object));

  weft_load_run_finish (WEFT_LOAD (object), async, &error);
  if (priv->state == NULL || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    return;
  priv->is_loading = FALSE;
  if (error != NULL || trace == NULL)
    priv->problem = g_strdup (error != NULL ? error->message : _ ("There is nothing in it."));
  else if (!g_type_is_a (G_OBJECT_TYPE (trace), get_class (self)->get_trace_type ()))
    priv->problem =
      g_strdup_printf (_ ("“%s” is a trace of another kind."), weft_trace_get_title (trace));
  else
    take_trace (self, trace);
  show_sentence (self);
}

void
weft_compare_view_open (WeftCompareView *self, const char *path)
{
  WeftCompareViewPrivate *priv = get_private (self);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  priv->is_loading = TRUE;
  g_clear_pointer (&priv->problem, g_free);
  weft_load_run_async (load, priv->cancellable, NULL, loaded, g_object_ref (self));
  show_sentence (self);
}

static void
chosen (gpointer owner, const char *path)
{
  weft_compare_view_open (owner, path);
}

static void
choose_file (WeftCompareView *self)
{
  weft_choose_files (self,
                     &(WeftFileChoice){ .title = _ ("Compare With"),
                                        .accept = _ ("_Compare"),
                                        .action = GTK_FILE_CHOOSER_ACTION_OPEN },
                     chosen);
}

WeftViewState *
weft_compare_view_get_other (WeftCompareView *self)
{
  return get_private (self)->other;
}

/* --- construction --------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WeftCompareView *self = WEFT_COMPARE_VIEW (panel);
  WeftCompareViewPrivate *priv = get_private (self);

  priv->state = weft_panel_get_state (panel);
  if (get_class (self)->paint_bars == NULL)
    {
      gtk_stack_remove (GTK_STACK (priv->stack), priv->scroller);
      priv->bars = NULL;
    }
  g_signal_connect_object (priv->state, get_class (self)->answered, G_CALLBACK (answer_came), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (priv->state, "style", G_CALLBACK (follow_manner), self,
                           G_CONNECT_SWAPPED);
  show_sentence (self);
}

static void
weft_compare_view_dispose (GObject *object)
{
  WeftCompareViewPrivate *priv = get_private (object);

  g_cancellable_cancel (priv->cancellable);
  g_clear_object (&priv->cancellable);
  g_clear_pointer (&priv->problem, g_free);
  if (priv->state != NULL)
    forget_other (WEFT_COMPARE_VIEW (object));
  priv->state = NULL;
  G_OBJECT_CLASS (weft_compare_view_parent_class)->dispose (object);
}

static void
weft_compare_view_class_init (WeftCompareViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_compare_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  gtk_widget_class_set_css_name (widget_class, "weft-comparison");
  g_type_ensure (WEFT_TYPE_FACT_TABLE);
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-compare-view.ui");
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, sentence);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, switcher);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, stack);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, scroller);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, bars);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, table);
  gtk_widget_class_bind_template_child_private (widget_class, WeftCompareView, pictures);
  gtk_widget_class_bind_template_callback (widget_class, choose_file);
  gtk_widget_class_bind_template_callback (widget_class, bars_pressed);
  gtk_widget_class_bind_template_callback (widget_class, show_row);
}

static void
weft_compare_view_init (WeftCompareView *self)
{
  WeftCompareViewPrivate *priv = get_private (self);

  priv->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_list_area_set_painter (WEFT_LIST_AREA (priv->bars), paint_bars, measure_bars, self);
  weft_list_area_set_label (WEFT_LIST_AREA (priv->bars),
                            _ ("What differs, as bars; its numbers are on the page “Table”"));
}
