/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-query.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-family.h"
#include "weft-query-panel.h"
#include "weft-query.h"
#include "weft-settings.h"
#include "weft-workspace-lane.h"

#define HEIGHT 240 /* logical pixels of the panel */

struct _WeftWorkspaceQuery
{
  AdwBin parent_instance;

  GtkWidget *lanes;
  GListModel *watched; /* the lanes */
  GtkWidget *expander;
  GtkWidget *bin;
  GtkWidget *names; /* which letter is which trace */
  GPtrArray *asked; /* the states that the panel asks, in their order; held */
};

enum
{
  PROP_0,
  PROP_LANES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftWorkspaceQuery, weft_workspace_query, ADW_TYPE_BIN)

/* The states of the lanes that have something to ask, as many as a query asks: (transfer container). */
static GPtrArray *
list_states (WeftWorkspaceQuery *self)
{
  GPtrArray *states = g_ptr_array_new_with_free_func (g_object_unref);

  for (GtkWidget *lane = gtk_widget_get_first_child (self->lanes);
       lane != NULL && states->len < WEFT_QUERY_MAX_TRACES;
       lane = gtk_widget_get_next_sibling (lane))
    {
      WeftViewState *state =
        weft_document_get_state (weft_workspace_lane_get_document (WEFT_WORKSPACE_LANE (lane)));

      if (state != NULL)
        g_ptr_array_add (states, g_object_ref (state));
    }
  return states;
}

static gboolean
are_same (const GPtrArray *a, const GPtrArray *b)
{
  return a->len == b->len
         && (a->len == 0 || memcmp (a->pdata, b->pdata, a->len * sizeof *a->pdata) == 0);
}

/* "a: core.log · b: bus.jsonl" */
static char *
write_names (const GPtrArray *states)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < states->len; i++)
    g_string_append_printf (names, "%s%c: %s", i > 0 ? " · " : "", 'a' + i,
                            weft_trace_get_title (weft_view_state_get_trace (states->pdata[i])));
  return g_string_free (names, FALSE);
}

static WeftQueryPanelOptions
find_options (WeftViewState *state)
{
  return weft_family_find (weft_view_state_get_trace (state))->get_query_options;
}

static GtkWidget *
create_panel (const GPtrArray *states)
{
  GtkWidget *panel = weft_query_panel_new (states->pdata[0], weft_settings_get_default (),
                                           find_options (states->pdata[0]));

  for (guint i = 1; i < states->len; i++)
    {
      WeftQueryPanelOptions find = find_options (states->pdata[i]);
      WeftQueryOptions options = { NULL };

      if (find != NULL)
        find (states->pdata[i], &options);
      weft_query_panel_add_trace (WEFT_QUERY_PANEL (panel),
                                  weft_view_state_get_trace (states->pdata[i]), &options);
    }
  gtk_widget_set_size_request (panel, -1, HEIGHT);
  return panel;
}

/* The query that was written stays where other traces are asked. */
static void
make_panel (WeftWorkspaceQuery *self, GPtrArray *states)
{
  GtkWidget *before = adw_bin_get_child (ADW_BIN (self->bin)), *panel = NULL;
  g_autofree char *text =
    before != NULL ? weft_query_panel_get_text (WEFT_QUERY_PANEL (before)) : NULL;

  if (states->len > 0)
    panel = create_panel (states);
  adw_bin_set_child (ADW_BIN (self->bin), panel);
  if (panel != NULL && text != NULL && *text != '\0')
    weft_query_panel_write (WEFT_QUERY_PANEL (panel), text);
  g_ptr_array_unref (self->asked);
  self->asked = g_ptr_array_ref (states);
}

static void
update (WeftWorkspaceQuery *self)
{
  g_autoptr (GPtrArray) states = list_states (self);
  g_autofree char *names = write_names (states);

  gtk_label_set_text (GTK_LABEL (self->names), names);
  gtk_widget_set_visible (GTK_WIDGET (self), states->len > 0);
  if (!are_same (states, self->asked)
      && (states->len == 0 || gtk_expander_get_expanded (GTK_EXPANDER (self->expander))))
    make_panel (self, states);
}

/* Lanes that came have no state yet. */
static void
lanes_changed (WeftWorkspaceQuery *self, guint position, guint removed G_GNUC_UNUSED, guint added)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (WeftWorkspaceLane) lane = g_list_model_get_item (self->watched, position + i);

      g_signal_connect_object (weft_workspace_lane_get_document (lane), "notify::state",
                               G_CALLBACK (update), self, G_CONNECT_SWAPPED);
    }
  update (self);
}

static void
weft_workspace_query_set_property (GObject *object, guint id, const GValue *value,
                                   GParamSpec *pspec)
{
  WeftWorkspaceQuery *self = WEFT_WORKSPACE_QUERY (object);

  switch (id)
    {
    case PROP_LANES:
      self->lanes = g_value_dup_object (value);
      self->watched = gtk_widget_observe_children (self->lanes);
      g_signal_connect_object (self->watched, "items-changed", G_CALLBACK (lanes_changed), self,
                               G_CONNECT_SWAPPED);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* The panel goes before its states do. */
static void
weft_workspace_query_dispose (GObject *object)
{
  WeftWorkspaceQuery *self = WEFT_WORKSPACE_QUERY (object);

  if (self->watched != NULL)
    g_signal_handlers_disconnect_by_data (self->watched, self);
  if (self->bin != NULL)
    adw_bin_set_child (ADW_BIN (self->bin), NULL);
  self->bin = NULL;
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_clear_object (&self->watched);
  g_clear_object (&self->lanes);
  G_OBJECT_CLASS (weft_workspace_query_parent_class)->dispose (object);
}

static void
weft_workspace_query_class_init (WeftWorkspaceQueryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = weft_workspace_query_set_property;
  object_class->dispose = weft_workspace_query_dispose;
  properties[PROP_LANES] =
    g_param_spec_object ("lanes", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_workspace_query_init (WeftWorkspaceQuery *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->asked = g_ptr_array_new ();
  self->bin = adw_bin_new ();
  self->names = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->names), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->names, "dim-label");
  gtk_box_append (GTK_BOX (line), gtk_label_new (_ ("Query")));
  gtk_box_append (GTK_BOX (line), self->names);
  self->expander = gtk_expander_new (NULL);
  gtk_expander_set_label_widget (GTK_EXPANDER (self->expander), line);
  gtk_expander_set_child (GTK_EXPANDER (self->expander), self->bin);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Query"), -1);
  g_object_set (self->expander, "margin-start", 6, "margin-end", 6, "margin-top", 3,
                "margin-bottom", 3, NULL);
  g_signal_connect_object (self->expander, "notify::expanded", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), self->expander);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
