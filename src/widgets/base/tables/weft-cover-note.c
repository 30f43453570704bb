/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cover-note.h"

#include <glib/gi18n-lib.h>

#include "weft-tooltip.h"

static void
update (WeftViewState *state, GtkWidget *note)
{
  gtk_widget_set_visible (note, weft_view_state_is_so_far (state));
}

GtkWidget *
weft_cover_note_new (WeftViewState *state)
{
  GtkWidget *note = gtk_label_new (_ ("Of what was read so far"));

  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_ellipsize (GTK_LABEL (note), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (note, "dim-label");
  weft_tooltip_set (note,
                    _ ("The file is still being read. The figures are of what was read of it, "
                       "and go on until all was."));
  g_signal_connect_object (state, "content", G_CALLBACK (update), note, 0);
  update (state, note);
  return note;
}
