/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-palette.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-filterable.h"
#include "weft-marks.h"
#include "weft-palette-commands.h"
#include "weft-palette-match.h"

/* Commands that are listed at most. */
#define MAX_LISTED 50

typedef enum
{
  ENTRY_ACTION,
  ENTRY_PAGE,
  ENTRY_GO_TO,
  ENTRY_FILTER,
  ENTRY_BOOKMARK,
} EntryKind;

typedef struct
{
  EntryKind kind;
  char *title;
  char *value; /* the action with its target, the page of statistics, the place, the filter */
  char *keys;  /* for people, "" */
  guint mark;
  guint worth; /* for what is written */
} Entry;

struct _WeftPalette
{
  GtkPopover parent_instance;

  GSettings *settings;
  WeftDocumentPage *page;
  GtkWidget *entry;
  GtkWidget *list;
  GtkWidget *probe;   /* a button that nobody sees, sensitive where its action can be done */
  GPtrArray *entries; /* Entry */
};

G_DEFINE_FINAL_TYPE (WeftPalette, weft_palette, GTK_TYPE_POPOVER)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->title);
  g_free (entry->value);
  g_free (entry->keys);
  g_free (entry);
}

/* Takes the title. */
static Entry *
add_entry (WeftPalette *self, EntryKind kind, char *title, const char *value)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->kind = kind;
  entry->title = title;
  entry->value = g_strdup (value);
  entry->keys = g_strdup ("");
  g_ptr_array_add (self->entries, entry);
  return entry;
}

static WeftDocument *
get_document (WeftPalette *self)
{
  return self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
}

static WeftViewState *
get_state (WeftPalette *self)
{
  return self->page != NULL ? weft_document_get_state (get_document (self)) : NULL;
}

/* --- what there is -------------------------------------------------------------------------------- */

static char *
describe_keys (const char *accelerator)
{
  guint key;
  GdkModifierType modifiers;

  if (!gtk_accelerator_parse (accelerator, &key, &modifiers))
    return g_strdup ("");
  return gtk_accelerator_get_label (key, modifiers);
}

static void
add_action (WeftPalette *self, const char *action, char *title, const char *keys)
{
  Entry *entry = add_entry (self, ENTRY_ACTION, title, action);
  GApplication *app = g_application_get_default ();
  g_auto (GStrv) accels = NULL;

  if (keys == NULL && GTK_IS_APPLICATION (app))
    accels = gtk_application_get_accels_for_action (GTK_APPLICATION (app), action);
  if (keys == NULL && accels != NULL)
    keys = accels[0];
  if (keys == NULL)
    return;
  g_free (entry->keys);
  entry->keys = describe_keys (keys);
}

/* Whether an action would do anything now. Those of the picture always do where there is one; the
 * others are in reach of a button in the palette. */
static gboolean
is_possible (WeftPalette *self, const char *action)
{
  GtkActionable *probe = GTK_ACTIONABLE (self->probe);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_str_has_prefix (action, "view."))
    return get_state (self) != NULL;
  if (!g_action_parse_detailed_name (action, &name, &target, NULL))
    g_return_val_if_reached (FALSE);
  if (target != NULL)
    g_variant_ref_sink (target);
  /* No action may meet with the target of another. */
  gtk_actionable_set_action_name (probe, NULL);
  gtk_actionable_set_action_target_value (probe, target);
  gtk_actionable_set_action_name (probe, name);
  return gtk_widget_get_sensitive (self->probe);
}

static void
add_commands (WeftPalette *self, const WeftCommand *commands, guint n_commands)
{
  for (guint i = 0; i < n_commands; i++)
    if (is_possible (self, commands[i].action))
      add_action (self, commands[i].action, g_strdup (_ (commands[i].title)), commands[i].keys);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->probe), NULL);
}

static void
add_panels (WeftPalette *self)
{
  const WeftFamily *family = weft_document_get_family (get_document (self));

  for (guint i = 0; i < weft_family_get_n_panels (family); i++)
    {
      const WeftFamilyPanel *panel = weft_family_get_panel (family, i);
      g_autofree char *action = g_strdup_printf ("page.drawer('%s')", panel->name);
      g_autofree char *key = i < 9 ? g_strdup_printf ("<Primary>%u", i + 1) : NULL;

      /* TRANSLATORS: a command that shows a panel: "Panel: Ops" */
      add_action (self, action, g_strdup_printf (_ ("Panel: %s"), _ (panel->title)), key);
    }
}

static void
add_statistics (WeftPalette *self)
{
  const WeftStatsKind *statistics = weft_document_get_family (get_document (self))->statistics;

  for (guint i = 0; statistics != NULL && i < statistics->n_pages; i++)
    /* TRANSLATORS: a command that shows a page of the panel "Statistics": "Statistics: Stalls" */
    add_entry (self, ENTRY_PAGE,
               g_strdup_printf (_ ("Statistics: %s"), _ (statistics->pages[i].title)),
               statistics->pages[i].name);
}

/* The mark of the letter that chooses a row in a menu. */
static void
take_out_underline (char *label)
{
  char *mark = strchr (label, '_');

  if (mark != NULL)
    memmove (mark, mark + 1, strlen (mark));
}

/* The options are those of the family's menu, with the words that stand there: what chooses among
 * several has the label before it. */
static void
add_options (WeftPalette *self, GtkWidget *widget, const char **group)
{
  const char *name =
    GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  /* All others are commands of the page. */
  if (name != NULL && g_str_has_prefix (name, "options."))
    {
      GVariant *target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget));
      g_autofree char *action = g_action_print_detailed_name (name, target);
      g_autofree char *label = NULL;
      gboolean underline;

      if (!is_possible (self, action))
        return;
      g_object_get (widget, "label", &label, "use-underline", &underline, NULL);
      if (underline)
        take_out_underline (label);
      add_action (self, action,
                  target != NULL && *group != NULL ? g_strdup_printf ("%s: %s", *group, label)
                                                   : g_strdup (label),
                  NULL);
      return;
    }
  if (GTK_IS_LABEL (widget))
    *group = gtk_label_get_text (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_options (self, child, group);
}

/* The map of all families is read when the palette opens. */
static void
add_filters (WeftPalette *self)
{
  const WeftFamily *family = weft_document_get_family (get_document (self));
  g_autoptr (GVariant) recent = g_settings_get_value (self->settings, "recent-filters");
  g_autofree const char **filters = NULL;

  if (!WEFT_IS_FILTERABLE (get_state (self)))
    return;
  g_variant_lookup (recent, family->name, "^a&s", &filters);
  for (guint i = 0; filters != NULL && filters[i] != NULL; i++)
    add_entry (self, ENTRY_FILTER, g_strdup_printf (_ ("Filter: %s"), filters[i]), filters[i]);
}

static void
add_bookmarks (WeftPalette *self)
{
  WeftMarks *marks = weft_marks_get (get_state (self));

  for (guint i = 0; i < weft_marks_get_n (marks); i++)
    {
      const WeftMark *mark = weft_marks_get_mark (marks, i);

      if (mark->name != NULL)
        add_entry (self, ENTRY_BOOKMARK, g_strdup_printf (_ ("Bookmark: %s"), mark->name), "")
          ->mark = i;
    }
}

static void
list_entries (WeftPalette *self)
{
  guint n_commands;
  const WeftCommand *commands = weft_palette_list_commands (&n_commands);
  const WeftFamily *family;
  const char *group = NULL;

  g_ptr_array_set_size (self->entries, 0);
  add_commands (self, commands, n_commands);
  if (get_state (self) == NULL)
    return;
  family = weft_document_get_family (get_document (self));
  add_commands (self, family->commands, family->n_commands);
  add_panels (self);
  if (family->get_options_type != NULL)
    {
      g_autoptr (GtkWidget) rows = g_object_ref_sink (weft_family_create_option_rows (
        family, get_state (self), weft_document_get_options (get_document (self))));

      add_options (self, rows, &group);
    }
  add_statistics (self);
  add_bookmarks (self);
  add_filters (self);
}

/* --- what is written ------------------------------------------------------------------------------- */

static const char *
get_text (WeftPalette *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = *(Entry *const *) a, *y = *(Entry *const *) b;

  return (x->worth < y->worth) - (x->worth > y->worth);
}

/* A text may be a place or a filter; none is both. */
static Entry *
read_text (WeftPalette *self)
{
  const char *text = get_text (self);
  WeftViewState *state = get_state (self);
  g_autoptr (WeftExpression) expression = NULL;
  Entry *entry = NULL;

  if (state == NULL || strpbrk (text, "0123456789=<>~!&|") == NULL)
    return NULL;
  if (WEFT_IS_FILTERABLE (state))
    expression = weft_expression_parse (weft_filterable_get_language (WEFT_FILTERABLE (state)),
                                        text, NULL, NULL);
  entry = g_new0 (Entry, 1);
  entry->kind = expression != NULL ? ENTRY_FILTER : ENTRY_GO_TO;
  entry->title = expression != NULL ? g_strdup_printf (_ ("Filter: %s"), text)
                                    : g_strdup_printf (_ ("Go to %s"), text);
  entry->value = g_strdup (text);
  entry->keys = g_strdup ("");
  return entry;
}

static GtkWidget *
create_row (const Entry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *title = gtk_label_new (entry->title), *keys = gtk_label_new (entry->keys);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (keys, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), keys);
  return box;
}

static void
free_row_entry (gpointer entry)
{
  entry_free (entry);
}

/* `owned`: the entry is of this row alone. */
static void
append_row (WeftPalette *self, Entry *entry, gboolean owned)
{
  GtkWidget *box = create_row (entry);

  g_object_set_data_full (G_OBJECT (box), "entry", entry, owned ? free_row_entry : NULL);
  gtk_list_box_append (GTK_LIST_BOX (self->list), box);
}

static void
update_list (WeftPalette *self)
{
  GtkWidget *row;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Entry *written = read_text (self);

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (self->entries, i);

      entry->worth = weft_palette_match (get_text (self), entry->title);
      if (entry->worth > 0)
        g_ptr_array_add (found, entry);
    }
  if (*get_text (self) != '\0')
    g_ptr_array_sort (found, compare_entries);
  if (written != NULL)
    append_row (self, written, TRUE);
  for (guint i = 0; i < MIN (found->len, MAX_LISTED); i++)
    append_row (self, g_ptr_array_index (found, i), FALSE);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
}

/* --- doing it --------------------------------------------------------------------------------------- */

static void
on_gone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPalette) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
    weft_view_state_go_to_finish (WEFT_VIEW_STATE (source), result, &error);

  if (error != NULL)
    g_signal_emit_by_name (self, "said", error->message);
  else if (*message != '\0')
    g_signal_emit_by_name (self, "said", message);
}

/* Actions are those of the picture, which has the focus then, and of all that it is in. */
static void
activate_action (WeftPalette *self, const char *detailed)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkWidget *from;

  if (!g_action_parse_detailed_name (detailed, &name, &target, NULL))
    g_return_if_reached ();
  if (target != NULL)
    g_variant_ref_sink (target);
  from = gtk_root_get_focus (GTK_ROOT (root));
  gtk_widget_activate_action_variant (from != NULL ? from : root, name, target);
}

/* Asking for the statistics where they are there already would close the drawer. */
static void
show_page (WeftPalette *self, const char *name)
{
  GActionGroup *actions = weft_document_page_get_actions (self->page);
  g_autoptr (GVariant) shown = g_action_group_get_action_state (actions, "drawer");

  weft_view_state_show_page (get_state (self), name);
  if (!g_str_equal (g_variant_get_string (shown, NULL), "statistics"))
    g_action_group_activate_action (actions, "drawer", g_variant_new_string ("statistics"));
}

static void
run (WeftPalette *self, const Entry *entry)
{
  WeftViewState *state = get_state (self);

  switch (entry->kind)
    {
    case ENTRY_ACTION:
      activate_action (self, entry->value);
      break;
    case ENTRY_PAGE:
      show_page (self, entry->value);
      break;
    case ENTRY_GO_TO:
      weft_view_state_go_to_async (state, entry->value, NULL, on_gone, g_object_ref (self));
      break;
    case ENTRY_FILTER:
      weft_filterable_set_filter (WEFT_FILTERABLE (state), entry->value, NULL, NULL);
      break;
    case ENTRY_BOOKMARK:
      weft_marks_show (weft_marks_get (state), entry->mark);
      break;
    }
}

static void
activate (WeftPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  Entry copy;

  if (row == NULL)
    return;
  /* A command may change what is listed. */
  copy = *(const Entry *) g_object_get_data (G_OBJECT (gtk_list_box_row_get_child (row)), "entry");
  copy.value = g_strdup (copy.value);
  gtk_popover_popdown (GTK_POPOVER (self));
  if (self->page != NULL)
    weft_document_page_focus (self->page);
  run (self, &copy);
  g_free (copy.value);
}

static void
on_row_activated (WeftPalette *self, GtkListBoxRow *row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  activate (self);
}

static void
move_choice (WeftPalette *self, int by)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list), *next;
  GtkWidget *scroller = gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (row == NULL)
    return;
  next = gtk_list_box_get_row_at_index (list, gtk_list_box_row_get_index (row) + by);
  if (next == NULL)
    return;
  gtk_list_box_select_row (list, next);
  if (gtk_widget_compute_bounds (GTK_WIDGET (next), self->list, &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)),
                               bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static gboolean
on_key (WeftPalette *self, guint key, guint code G_GNUC_UNUSED,
        GdkModifierType modifiers G_GNUC_UNUSED)
{
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    move_choice (self, key == GDK_KEY_Down ? 1 : -1);
  else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    activate (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- the palette ------------------------------------------------------------------------------------- */

void
weft_palette_open (WeftPalette *self, WeftDocumentPage *page)
{
  GtkWidget *parent;

  g_return_if_fail (WEFT_IS_PALETTE (self));

  parent = gtk_widget_get_parent (GTK_WIDGET (self));
  self->page = page;
  list_entries (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  update_list (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self),
                               &(GdkRectangle){ gtk_widget_get_width (parent) / 2, 40, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
}

char **
weft_palette_list_actions (WeftPalette *self)
{
  g_autoptr (GStrvBuilder) actions = g_strv_builder_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->entries, i);

      if (entry->kind == ENTRY_ACTION)
        g_strv_builder_add (actions, entry->value);
    }
  return g_strv_builder_end (actions);
}

/* The list is of a page, and ends with its window. */
static void
on_closed (WeftPalette *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
}

static void
weft_palette_finalize (GObject *object)
{
  WeftPalette *self = WEFT_PALETTE (object);

  g_ptr_array_unref (self->entries);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (weft_palette_parent_class)->finalize (object);
}

static void
weft_palette_class_init (WeftPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_palette_finalize;
  g_signal_new ("said", WEFT_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftPalette, list);
  gtk_widget_class_bind_template_child (widget_class, WeftPalette, probe);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
  gtk_widget_class_bind_template_callback (widget_class, on_closed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, update_list);
}

static void
weft_palette_init (WeftPalette *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_palette_new (GtkWidget *parent, GSettings *settings)
{
  WeftPalette *self = g_object_new (WEFT_TYPE_PALETTE, NULL);

  self->settings = g_object_ref (settings);
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  return GTK_WIDGET (self);
}
