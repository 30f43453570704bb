/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-help-window.h"

#include <glib/gi18n-lib.h>

#include "weft-actions.h"
#include "weft-help-text.h"
#include "weft-tooltip.h"

/* Logical pixels. */
#define TEXT_WIDTH 760
#define INDENTATION 18

struct _WeftHelpWindow
{
  AdwWindow parent_instance;

  GtkWidget *title;
  GtkWidget *scroller;
  char *page;       /* NULL before the first */
  GPtrArray *trail; /* char *: the pages before it */
};

G_DEFINE_FINAL_TYPE (WeftHelpWindow, weft_help_window, ADW_TYPE_WINDOW)

/* --- paths ------------------------------------------------------------------------------------ */

char *
weft_help_window_get_folder (void)
{
  const char *folder = g_getenv ("WEFT_HELP");

  return g_strdup (folder != NULL ? folder : WEFT_HELP_DIR);
}

char *
weft_help_window_resolve (const char *page, const char *target)
{
  gsize length = strcspn (target, "#");
  g_autofree char *path = g_strndup (target, length), *folder = g_path_get_dirname (page);
  g_autofree char *full = NULL;

  if (strstr (target, "://") != NULL)
    return NULL;
  if (length == 0)
    return g_strdup (page);
  full = g_canonicalize_filename (path, "/");
  if (!g_str_equal (folder, "."))
    {
      g_autofree char *base = g_strconcat ("/", folder, NULL);

      g_free (full);
      full = g_canonicalize_filename (path, base);
    }
  return g_strdup (full + 1);
}

/* A picture is the desktop's. */
static void
show_file (WeftHelpWindow *self, const char *page)
{
  g_autofree char *folder = weft_help_window_get_folder ();
  g_autofree char *path = g_build_filename (folder, page, NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static gboolean
on_link (GtkLabel *label G_GNUC_UNUSED, const char *target, WeftHelpWindow *self)
{
  g_autofree char *page = weft_help_window_resolve (self->page, target);

  if (page == NULL)
    return FALSE; /* the desktop opens it */
  if (g_str_has_suffix (page, ".md"))
    weft_help_window_show_page (self, page);
  else
    show_file (self, page);
  return TRUE;
}

static GtkWidget *
create_label (WeftHelpWindow *self, const char *markup)
{
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "label", markup, "use-markup", TRUE, "wrap", TRUE, "wrap-mode",
                  PANGO_WRAP_WORD_CHAR, "xalign", 0.0f, "yalign", 0.0f, "selectable", TRUE, NULL);

  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), self);
  return label;
}

static GtkWidget *
create_heading (WeftHelpWindow *self, const WeftHelpBlock *block)
{
  static const char *const classes[] = { "title-1", "title-3", "heading" };
  GtkWidget *label = create_label (self, block->text);

  gtk_widget_add_css_class (label, classes[block->level - 1]);
  gtk_widget_set_margin_top (label, block->level == 1 ? 0 : 12);
  return label;
}

static GtkWidget *
create_item (WeftHelpWindow *self, const WeftHelpBlock *block)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *text = create_label (self, block->text);

  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_margin_start (box, INDENTATION * (int) block->level);
  gtk_box_append (GTK_BOX (box),
                  g_object_new (GTK_TYPE_LABEL, "label", block->mark, "yalign", 0.0f, NULL));
  gtk_box_append (GTK_BOX (box), text);
  return box;
}

static GtkWidget *
create_code (const WeftHelpBlock *block)
{
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "label", block->text, "xalign", 0.0f, "wrap", TRUE, "wrap-mode",
                  PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);

  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "help-code");
  return label;
}

static GtkWidget *
create_picture (WeftHelpWindow *self, const WeftHelpBlock *block)
{
  g_autofree char *folder = weft_help_window_get_folder ();
  g_autofree char *path = weft_help_window_resolve (self->page, block->target);
  g_autofree char *file = path != NULL ? g_build_filename (folder, path, NULL) : NULL;
  GtkWidget *picture;

  if (file == NULL || !g_file_test (file, G_FILE_TEST_EXISTS))
    {
      g_autofree char *markup = g_markup_printf_escaped ("<i>%s</i>", block->text);

      return create_label (self, markup);
    }
  picture = gtk_picture_new_for_filename (file);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), block->text);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  weft_tooltip_set (picture, block->text);
  gtk_widget_add_css_class (picture, "card");
  return picture;
}

/* The rows from `first` on that are one table: their number. */
static guint
append_table (WeftHelpWindow *self, GtkBox *box, GPtrArray *blocks, guint first)
{
  GtkWidget *grid = gtk_grid_new ();
  guint n = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (; first + n < blocks->len; n++)
    {
      const WeftHelpBlock *row = blocks->pdata[first + n];

      if (row->kind != WEFT_HELP_ROW)
        break;
      for (guint i = 0; i < row->cells->len; i++)
        {
          GtkWidget *cell = create_label (self, row->cells->pdata[i]);

          gtk_widget_set_hexpand (cell, i + 1 == row->cells->len);
          gtk_label_set_width_chars (GTK_LABEL (cell), 8);
          if (row->level == 1)
            gtk_widget_add_css_class (cell, "heading");
          gtk_grid_attach (GTK_GRID (grid), cell, (int) i, (int) n, 1, 1);
        }
    }
  gtk_box_append (box, grid);
  return n;
}

static GtkWidget *
create_block (WeftHelpWindow *self, const WeftHelpBlock *block)
{
  switch (block->kind)
    {
    case WEFT_HELP_HEADING:
      return create_heading (self, block);
    case WEFT_HELP_ITEM:
      return create_item (self, block);
    case WEFT_HELP_CODE:
      return create_code (block);
    case WEFT_HELP_PICTURE:
      return create_picture (self, block);
    default:
      return create_label (self, block->text);
    }
}

static GtkWidget *
create_content (WeftHelpWindow *self, GPtrArray *blocks)
{
  GtkWidget *clamp = adw_clamp_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  g_object_set (box, "margin-top", 18, "margin-bottom", 24, "margin-start", 18, "margin-end", 18,
                NULL);
  for (guint i = 0; i < blocks->len;)
    {
      const WeftHelpBlock *block = blocks->pdata[i];

      if (block->kind == WEFT_HELP_ROW)
        i += append_table (self, GTK_BOX (box), blocks, i);
      else
        {
          gtk_box_append (GTK_BOX (box), create_block (self, block));
          i++;
        }
    }
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), TEXT_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  return clamp;
}

/* --- pages ------------------------------------------------------------------------------------ */

/* A page that says what is wrong: (transfer full). */
static char *
describe_missing (const char *folder, const char *page)
{
  return g_strdup_printf (_ ("# This Page Is Not Here\n\nThe pages of help are installed in `%s`; "
                             "there is no `%s`. They are among the program’s sources too, in the "
                             "folder `docs`."),
                          folder, page);
}

static void
update_title (WeftHelpWindow *self, GPtrArray *blocks)
{
  const WeftHelpBlock *first = blocks->len > 0 ? blocks->pdata[0] : NULL;
  g_autofree char *title = NULL;

  if (first != NULL && first->kind == WEFT_HELP_HEADING
      && pango_parse_markup (first->text, -1, 0, NULL, &title, NULL, NULL))
    adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->trail->len > 0);
}

static void
go (WeftHelpWindow *self, const char *page)
{
  g_autofree char *folder = weft_help_window_get_folder ();
  g_autofree char *path = g_build_filename (folder, page, NULL), *text = NULL;
  g_autofree char *copy = g_strdup (page);
  g_autoptr (GPtrArray) blocks = NULL;
  GtkWidget *viewport;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    text = describe_missing (folder, page);
  g_free (self->page);
  self->page = g_steal_pointer (&copy);
  blocks = weft_help_text_parse (text);
  /* Pictures are as high as their width wants. */
  viewport = gtk_viewport_new (NULL, NULL);
  gtk_scrollable_set_vscroll_policy (GTK_SCROLLABLE (viewport), GTK_SCROLL_NATURAL);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), create_content (self, blocks));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), viewport);
  gtk_adjustment_set_value (
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
  update_title (self, blocks);
}

void
weft_help_window_show_page (WeftHelpWindow *self, const char *page)
{
  g_return_if_fail (WEFT_IS_HELP_WINDOW (self));

  if (g_strcmp0 (self->page, page) == 0)
    return;
  if (self->page != NULL)
    g_ptr_array_add (self->trail, g_strdup (self->page));
  go (self, page);
}

const char *
weft_help_window_get_page (WeftHelpWindow *self)
{
  return self->page;
}

static void
activate_back (WeftHelpWindow *self)
{
  g_autofree char *page = NULL;

  if (self->trail->len == 0)
    return;
  page = g_ptr_array_steal_index (self->trail, self->trail->len - 1);
  go (self, page);
}

static void
activate_contents (WeftHelpWindow *self)
{
  weft_help_window_show_page (self, WEFT_HELP_INDEX);
}

static const WeftWidgetAction actions[] = {
  { "help.back", G_CALLBACK (activate_back), NULL },
  { "help.contents", G_CALLBACK (activate_contents), NULL },
};

/* --- the window ------------------------------------------------------------------------------- */

static void
weft_help_window_finalize (GObject *object)
{
  WeftHelpWindow *self = WEFT_HELP_WINDOW (object);

  g_free (self->page);
  g_ptr_array_unref (self->trail);
  G_OBJECT_CLASS (weft_help_window_parent_class)->finalize (object);
}

static void
weft_help_window_class_init (WeftHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_help_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftHelpWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftHelpWindow, scroller);
  weft_actions_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "help.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Home, GDK_ALT_MASK, "help.contents",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_help_window_init (WeftHelpWindow *self)
{
  self->trail = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

WeftHelpWindow *
weft_help_window_new (GtkApplication *application)
{
  return g_object_new (WEFT_TYPE_HELP_WINDOW, "application", application, NULL);
}

void
weft_help_show_shortcuts (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-shortcuts.ui");
  GtkWindow *shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (shortcuts, parent);
  gtk_window_present (shortcuts);
}
