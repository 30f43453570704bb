/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-shown-results.h"

#define RESULTS_KEY "weft-shown-results"

/* So many steps can be undone. */
#define MAX_STEPS 8u

/* All that is shown; graphs are shared by the steps. */
typedef struct
{
  WeftRowColors *colors; /* nullable */
  GPtrArray *graphs;     /* Graph */
} Shown;

typedef struct
{
  gatomicrefcount ref_count;
  WeftShownGraph *graph;
} Graph;

struct _WeftShownResults
{
  GObject parent_instance;

  WeftViewState *state; /* NULL: it is gone */
  gboolean is_colorable;
  Shown now;
  GQueue before; /* Shown, the latest at the head */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftShownResults, weft_shown_results, G_TYPE_OBJECT)

/* --- graphs ------------------------------------------------------------------------------------- */

void
weft_shown_graph_free (WeftShownGraph *graph)
{
  weft_series_clear (&graph->series);
  g_free (graph->title);
  g_free (graph->source);
  g_free (graph);
}

static void
graph_unref (gpointer data)
{
  Graph *graph = data;

  if (!g_atomic_ref_count_dec (&graph->ref_count))
    return;
  weft_shown_graph_free (graph->graph);
  g_free (graph);
}

static gpointer
graph_ref (gconstpointer graph, gpointer data G_GNUC_UNUSED)
{
  g_atomic_ref_count_inc (&((Graph *) graph)->ref_count);
  return (gpointer) graph;
}

/* --- steps -------------------------------------------------------------------------------------- */

static void
shown_clear (Shown *shown)
{
  g_clear_pointer (&shown->colors, weft_row_colors_unref);
  g_clear_pointer (&shown->graphs, g_ptr_array_unref);
}

static void
shown_free (gpointer shown)
{
  shown_clear (shown);
  g_free (shown);
}

/* Keeps what is shown, which is about to change. */
static void
keep (WeftShownResults *self)
{
  Shown *shown = g_new0 (Shown, 1);

  if (self->now.colors != NULL)
    shown->colors = weft_row_colors_ref (self->now.colors);
  shown->graphs = g_ptr_array_copy (self->now.graphs, graph_ref, NULL);
  g_ptr_array_set_free_func (shown->graphs, graph_unref);
  g_queue_push_head (&self->before, shown);
  if (g_queue_get_length (&self->before) > MAX_STEPS)
    shown_free (g_queue_pop_tail (&self->before));
}

static void
changed (WeftShownResults *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->state != NULL)
    weft_view_state_content_changed (self->state);
}

gboolean
weft_shown_results_can_undo (WeftShownResults *self)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), FALSE);

  return !g_queue_is_empty (&self->before);
}

void
weft_shown_results_undo (WeftShownResults *self)
{
  g_autofree Shown *shown = NULL;

  g_return_if_fail (WEFT_IS_SHOWN_RESULTS (self));

  shown = g_queue_pop_head (&self->before);
  if (shown == NULL)
    return;
  shown_clear (&self->now);
  self->now = *shown;
  changed (self);
}

void
weft_shown_results_set_colorable (WeftShownResults *self)
{
  g_return_if_fail (WEFT_IS_SHOWN_RESULTS (self));

  self->is_colorable = TRUE;
}

gboolean
weft_shown_results_is_colorable (WeftShownResults *self)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), FALSE);

  return self->is_colorable;
}

/* --- what is shown ------------------------------------------------------------------------------ */

void
weft_shown_results_set_colors (WeftShownResults *self, WeftRowColors *colors)
{
  g_return_if_fail (WEFT_IS_SHOWN_RESULTS (self));

  if (colors == self->now.colors)
    return;
  if (colors == NULL || !weft_shown_results_has_colors (self, colors->source))
    keep (self);
  g_clear_pointer (&self->now.colors, weft_row_colors_unref);
  self->now.colors = colors != NULL ? weft_row_colors_ref (colors) : NULL;
  changed (self);
}

WeftRowColors *
weft_shown_results_get_colors (WeftShownResults *self)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), NULL);

  return self->now.colors;
}

WeftRowColors *
weft_shown_results_ref_colors (WeftViewState *state)
{
  WeftRowColors *colors = weft_shown_results_get_colors (weft_shown_results_get (state));

  return colors != NULL ? weft_row_colors_ref (colors) : NULL;
}

/* The place of the graph that another takes; the end where there is none. */
static guint
find_place (WeftShownResults *self, const WeftShownGraph *graph)
{
  for (guint i = 0; i < self->now.graphs->len; i++)
    {
      const WeftShownGraph *there = ((Graph *) self->now.graphs->pdata[i])->graph;

      if (g_str_equal (there->title, graph->title) && g_str_equal (there->source, graph->source))
        return i;
    }
  return self->now.graphs->len;
}

gboolean
weft_shown_results_add_graph (WeftShownResults *self, WeftShownGraph *graph)
{
  Graph *shared;
  guint place;

  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self) && graph != NULL, FALSE);

  place = find_place (self, graph);
  if (place == WEFT_MAX_SHOWN_GRAPHS)
    {
      weft_shown_graph_free (graph);
      return FALSE;
    }
  if (place == self->now.graphs->len)
    keep (self);
  shared = g_new0 (Graph, 1);
  g_atomic_ref_count_init (&shared->ref_count);
  shared->graph = graph;
  if (place < self->now.graphs->len)
    g_ptr_array_remove_index (self->now.graphs, place);
  g_ptr_array_insert (self->now.graphs, (int) place, shared);
  changed (self);
  return TRUE;
}

guint
weft_shown_results_get_n_graphs (WeftShownResults *self)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), 0);

  return self->now.graphs->len;
}

const WeftShownGraph *
weft_shown_results_get_graph (WeftShownResults *self, guint index)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self) && index < self->now.graphs->len, NULL);

  return ((Graph *) self->now.graphs->pdata[index])->graph;
}

void
weft_shown_results_remove_graph (WeftShownResults *self, guint index)
{
  g_return_if_fail (WEFT_IS_SHOWN_RESULTS (self) && index < self->now.graphs->len);

  keep (self);
  g_ptr_array_remove_index (self->now.graphs, index);
  changed (self);
}

/* --- queries ------------------------------------------------------------------------------------ */

gboolean
weft_shown_results_has_track (WeftShownResults *self, const char *source)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), FALSE);

  for (guint i = 0; i < self->now.graphs->len; i++)
    if (g_strcmp0 (weft_shown_results_get_graph (self, i)->source, source) == 0)
      return TRUE;
  return FALSE;
}

gboolean
weft_shown_results_has_colors (WeftShownResults *self, const char *source)
{
  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), FALSE);

  return self->now.colors != NULL && self->now.colors->source != NULL
         && g_strcmp0 (self->now.colors->source, source) == 0;
}

GVariant *
weft_shown_results_save (WeftShownResults *self, gboolean partial)
{
  const WeftRowColors *colors;
  GVariantBuilder builder;
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_SHOWN_RESULTS (self), NULL);

  colors = self->now.colors;
  g_variant_builder_init (&builder, WEFT_SHOWN_RESULTS_TYPE);
  for (guint i = 0; i < self->now.graphs->len; i++)
    {
      const WeftShownGraph *graph = weft_shown_results_get_graph (self, i);

      if (partial && !graph->partial)
        continue;
      g_variant_builder_add (&builder, "(bs)", FALSE, graph->source);
      n++;
    }
  if (colors != NULL && colors->source != NULL && (!partial || colors->partial))
    {
      g_variant_builder_add (&builder, "(bs)", TRUE, colors->source);
      n++;
    }
  if (n > 0)
    return g_variant_ref_sink (g_variant_builder_end (&builder));
  g_variant_builder_clear (&builder);
  return NULL;
}

/* --- the object --------------------------------------------------------------------------------- */

WeftShownResults *
weft_shown_results_get (WeftViewState *state)
{
  WeftShownResults *self;

  g_return_val_if_fail (WEFT_IS_VIEW_STATE (state), NULL);

  self = g_object_get_data (G_OBJECT (state), RESULTS_KEY);
  if (self == NULL)
    {
      self = g_object_new (WEFT_TYPE_SHOWN_RESULTS, NULL);
      g_set_weak_pointer (&self->state, state);
      g_object_set_data_full (G_OBJECT (state), RESULTS_KEY, self, g_object_unref);
    }
  return self;
}

static void
weft_shown_results_finalize (GObject *object)
{
  WeftShownResults *self = WEFT_SHOWN_RESULTS (object);

  g_clear_weak_pointer (&self->state);
  shown_clear (&self->now);
  g_queue_clear_full (&self->before, shown_free);
  G_OBJECT_CLASS (weft_shown_results_parent_class)->finalize (object);
}

static void
weft_shown_results_class_init (WeftShownResultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_shown_results_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_SHOWN_RESULTS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_shown_results_init (WeftShownResults *self)
{
  self->now.graphs = g_ptr_array_new_with_free_func (graph_unref);
  g_queue_init (&self->before);
}
