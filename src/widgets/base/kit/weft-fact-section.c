/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-section.h"

#include <glib/gi18n-lib.h>

#include "weft-direction.h"
#include "weft-number.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* The widgets of one fact. */
typedef struct
{
  GtkWidget *name;
  GtkWidget *value;
  GtkWidget *extra;
  GtkWidget *note;
} Row;

struct _WeftFactSection
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkWidget *title;
  GtkWidget *copy;
  GtkWidget *grid;
  GArray *rows; /* Row */
  guint n_rows; /* written */
  guint n_more; /* for which there is no room */
  PangoAttrList *plain;
  PangoAttrList *strong;
};

enum
{
  LINK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactSection, weft_fact_section, GTK_TYPE_WIDGET)

static PangoAttrList *
make_attributes (gboolean strong)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (strong)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  return attributes;
}

/* --- rows ------------------------------------------------------------------------------------------- */

/* Facts that are shown; the last row says how many more there are. */
#define MAX_FACTS 100

#define MORE_TARGET "weft-more"

static gboolean
link_activated (WeftFactSection *self, const char *target)
{
  if (g_str_equal (target, MORE_TARGET))
    gtk_widget_activate_action (GTK_WIDGET (self), "page.drawer", "s", "statistics");
  else
    g_signal_emit (self, signals[LINK], 0, target);
  return TRUE;
}

static GtkWidget *
add_label (WeftFactSection *self, int column, int row, int width)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_grid_attach (GTK_GRID (self->grid), label, column, row, width, 1);
  return label;
}

static Row *
get_row (WeftFactSection *self, guint index)
{
  Row row;
  int place = 2 * (int) index;

  if (index < self->rows->len)
    return &g_array_index (self->rows, Row, index);
  row.name = add_label (self, 0, place, 1);
  row.value = add_label (self, 1, place, 1);
  row.extra = add_label (self, 2, place, 1);
  row.note = add_label (self, 0, place + 1, 3);
  gtk_label_set_width_chars (GTK_LABEL (row.value), 10);
  gtk_widget_set_hexpand (row.value, TRUE);
  weft_direction_show_values (GTK_LABEL (row.value));
  gtk_label_set_xalign (GTK_LABEL (row.extra), 1);
  gtk_label_set_wrap (GTK_LABEL (row.extra), FALSE);
  weft_direction_show_values (GTK_LABEL (row.extra));
  gtk_label_set_selectable (GTK_LABEL (row.note), TRUE);
  g_signal_connect_swapped (row.name, "activate-link", G_CALLBACK (link_activated), self);
  g_signal_connect_swapped (row.note, "activate-link", G_CALLBACK (link_activated), self);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row.value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  row.name, NULL, -1);
  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, Row, index);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/* A text that is too long for a label is copied whole all the same. */
#define WHOLE_KEY "weft-whole"

static void
set_text (GtkWidget *label, const char *text, PangoAttrList *attributes)
{
  g_autofree char *shown = NULL;
  gboolean is_short;

  gtk_widget_set_visible (label, text != NULL);
  if (text == NULL)
    return;
  shown = weft_words_shorten (text);
  is_short = g_str_equal (shown, text);
  g_object_set_data_full (G_OBJECT (label), WHOLE_KEY, is_short ? NULL : g_strdup (text), g_free);
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_label_set_text (GTK_LABEL (label), shown);
}

/* Markup that stays as it is leaves the focus on its links. */
static void
set_markup (GtkWidget *label, const char *markup)
{
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), markup) != 0
      || !gtk_label_get_use_markup (GTK_LABEL (label)))
    gtk_label_set_markup (GTK_LABEL (label), markup);
}

/* Texts of a file often end with the newline that would begin the next piece. */
static void
set_note (GtkWidget *label, const WeftFact *fact, PangoAttrList *attributes)
{
  g_autofree char *text = g_strdup (fact->note);

  if (text != NULL && (fact->flags & WEFT_FACT_MARKUP) != 0)
    {
      gtk_widget_set_visible (label, TRUE);
      gtk_label_set_attributes (GTK_LABEL (label), attributes);
      set_markup (label, text);
    }
  else
    set_text (label, text != NULL ? g_strchomp (text) : NULL, attributes);
  weft_direction_align_lines (GTK_LABEL (label));
}

/* Links have room for so many characters at least. */
#define LINK_CHARS 16

static void
set_name (GtkWidget *label, const WeftFact *fact, PangoAttrList *attributes)
{
  g_autofree char *markup = NULL;
  gboolean is_link = fact->target != NULL;

  gtk_widget_set_visible (label, fact->name != NULL);
  if (fact->name == NULL)
    return;
  /* Links are names of a trace, which may be longer than any pane is wide; others are ours. */
  gtk_label_set_wrap_mode (GTK_LABEL (label), is_link ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             is_link ? (int) MIN (g_utf8_strlen (fact->name, -1), LINK_CHARS) : -1);
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  if (!is_link)
    {
      gtk_label_set_text (GTK_LABEL (label), fact->name);
      return;
    }
  markup = g_markup_printf_escaped ("<a href=\"%s\">%s</a>", fact->target, fact->name);
  set_markup (label, markup);
}

static void
show_fact (WeftFactSection *self, const WeftFact *fact)
{
  Row *row;
  gboolean heading;
  PangoAttrList *attributes;

  row = get_row (self, self->n_rows++);
  heading = (fact->flags & WEFT_FACT_HEADING) != 0;
  attributes = (fact->flags & WEFT_FACT_STRONG) != 0 ? self->strong : self->plain;
  set_name (row->name, fact, attributes);
  set_text (row->value, fact->value, attributes);
  set_text (row->extra, fact->extra, attributes);
  set_note (row->note, fact, self->plain);
  gtk_label_set_ellipsize (GTK_LABEL (row->value), (fact->flags & WEFT_FACT_SINGLE) != 0
                                                     ? PANGO_ELLIPSIZE_END
                                                     : PANGO_ELLIPSIZE_NONE);
  set_class (row->name, "dim-label", fact->target == NULL);
  set_class (row->value, "dim-label", heading);
  set_class (row->extra, "dim-label", heading);
  set_class (row->value, "monospace", (fact->flags & WEFT_FACT_CODE) != 0);
  set_class (row->note, "monospace", (fact->flags & WEFT_FACT_CODE) != 0);
  weft_tooltip_set (row->name, fact->tooltip);
  weft_tooltip_set (row->value, fact->tooltip);
  weft_tooltip_set (row->extra, fact->tooltip);
}

gboolean
weft_fact_section_is_full (WeftFactSection *self)
{
  g_return_val_if_fail (WEFT_IS_FACT_SECTION (self), TRUE);

  return self->n_rows == MAX_FACTS;
}

void
weft_fact_section_skip (WeftFactSection *self, guint n)
{
  g_return_if_fail (WEFT_IS_FACT_SECTION (self));

  self->n_more += n;
}

void
weft_fact_section_add (WeftFactSection *self, const WeftFact *fact)
{
  g_return_if_fail (WEFT_IS_FACT_SECTION (self) && fact != NULL);

  if (weft_fact_section_is_full (self))
    self->n_more++;
  else
    show_fact (self, fact);
}

void
weft_fact_section_take (WeftFactSection *self, const char *name, char *value)
{
  const WeftFact fact = { .name = name, .value = value };

  weft_fact_section_add (self, &fact);
  g_free (value);
}

void
weft_fact_section_begin (WeftFactSection *self, const char *title)
{
  g_return_if_fail (WEFT_IS_FACT_SECTION (self));

  self->n_rows = self->n_more = 0;
  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (self->title)), title) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
show_more (WeftFactSection *self)
{
  g_autofree char *number = weft_number_count (self->n_more);
  g_autofree char *text =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more, in the statistics",
                                  "%s more, in the statistics", self->n_more),
                     number);
  g_autofree char *markup = g_markup_printf_escaped ("<a href=\"" MORE_TARGET "\">%s</a>", text);

  show_fact (self, &(WeftFact){ .note = markup, .flags = WEFT_FACT_MARKUP });
}

void
weft_fact_section_end (WeftFactSection *self)
{
  g_return_if_fail (WEFT_IS_FACT_SECTION (self));

  if (self->n_more > 0)
    show_more (self);
  for (guint i = self->n_rows; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      gtk_widget_set_visible (row->name, FALSE);
      gtk_widget_set_visible (row->value, FALSE);
      gtk_widget_set_visible (row->extra, FALSE);
      gtk_widget_set_visible (row->note, FALSE);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_rows > 0);
}

void
weft_fact_section_clear (WeftFactSection *self)
{
  self->n_rows = self->n_more = 0;
  weft_fact_section_end (self);
}

/* --- copying ------------------------------------------------------------------------------------------ */

static void
append_text (GString *text, GtkWidget *label)
{
  const char *whole = g_object_get_data (G_OBJECT (label), WHOLE_KEY);

  if (!gtk_widget_get_visible (label))
    return;
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\t');
  g_string_append (text, whole != NULL ? whole : gtk_label_get_text (GTK_LABEL (label)));
}

char *
weft_fact_section_get_text (WeftFactSection *self)
{
  GString *text;

  g_return_val_if_fail (WEFT_IS_FACT_SECTION (self), NULL);

  text = g_string_new (gtk_label_get_text (GTK_LABEL (self->title)));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->n_rows; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      gsize length = text->len;

      append_text (text, row->name);
      append_text (text, row->value);
      append_text (text, row->extra);
      if (text->len > length)
        g_string_append_c (text, '\n');
      if (gtk_widget_get_visible (row->note))
        g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (row->note)));
    }
  return g_string_free (text, FALSE);
}

static void
copy_section (WeftFactSection *self)
{
  g_autofree char *text = weft_fact_section_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* --- construction ------------------------------------------------------------------------------------- */

static void
weft_fact_section_dispose (GObject *object)
{
  WeftFactSection *self = WEFT_FACT_SECTION (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->plain, pango_attr_list_unref);
  g_clear_pointer (&self->strong, pango_attr_list_unref);
  G_OBJECT_CLASS (weft_fact_section_parent_class)->dispose (object);
}

static void
weft_fact_section_class_init (WeftFactSectionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_fact_section_dispose;
  signals[LINK] = g_signal_new ("link", WEFT_TYPE_FACT_SECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "weft-facts");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-fact-section.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFactSection, header);
  gtk_widget_class_bind_template_child (widget_class, WeftFactSection, title);
  gtk_widget_class_bind_template_child (widget_class, WeftFactSection, copy);
  gtk_widget_class_bind_template_child (widget_class, WeftFactSection, grid);
  gtk_widget_class_bind_template_callback (widget_class, copy_section);
}

static void
weft_fact_section_init (WeftFactSection *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->plain = make_attributes (FALSE);
  self->strong = make_attributes (TRUE);
  gtk_label_set_attributes (GTK_LABEL (self->title), self->strong);
  weft_tooltip_set (self->copy, _ ("Copy this section"));
  /* GTK 4.8 asks a grid whether its height follows its width before it has any row, and remembers
   * the answer until it has been shown: it must have a row from the start. */
  get_row (self, 0);
}

GtkWidget *
weft_fact_section_new (void)
{
  return g_object_new (WEFT_TYPE_FACT_SECTION, NULL);
}
