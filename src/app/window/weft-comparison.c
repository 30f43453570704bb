/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-comparison.h"

#include "weft-pipeline-compare-dialog.h"
#include "weft-pipeline-compare-window.h"

static void
add_pages (WeftWindow *window, WeftDocument *but, GPtrArray *documents)
{
  for (guint i = 0; i < weft_window_get_n_pages (window); i++)
    {
      WeftDocument *document =
        weft_document_page_get_document (weft_window_get_nth_page (window, i));

      if (document != but && weft_pipeline_compare_window_can_compare (document))
        g_ptr_array_add (documents, g_object_ref (document));
    }
}

/* The pipelines that are open besides that one: those of the window first. */
static GPtrArray *
list_others (WeftWindow *window, WeftDocument *document)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (window));
  GPtrArray *others = g_ptr_array_new_with_free_func (g_object_unref);

  add_pages (window, document, others);
  for (GList *l = app != NULL ? gtk_application_get_windows (app) : NULL; l != NULL; l = l->next)
    if (WEFT_IS_WINDOW (l->data) && l->data != window)
      add_pages (l->data, document, others);
  return others;
}

static void
on_document (WeftWindow *window, WeftDocument *other)
{
  WeftDocumentPage *page = weft_window_get_page (window);
  WeftDocument *document = page != NULL ? weft_document_page_get_document (page) : NULL;

  if (document != NULL && weft_pipeline_compare_window_can_compare (document)
      && weft_pipeline_compare_window_can_compare (other))
    gtk_window_present (
      GTK_WINDOW (weft_pipeline_compare_window_new_with (GTK_WINDOW (window), document, other)));
}

static void
on_file (WeftWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare-file", NULL);
}

void
weft_comparison_ask (WeftWindow *window)
{
  WeftDocument *document = weft_document_page_get_document (weft_window_get_page (window));
  g_autoptr (GPtrArray) others = list_others (window, document);
  GtkWidget *dialog;

  if (others->len == 0)
    {
      on_file (window);
      return;
    }
  dialog = weft_pipeline_compare_dialog_new (GTK_WINDOW (window), document, others);
  g_signal_connect_object (dialog, "document", G_CALLBACK (on_document), window, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "file", G_CALLBACK (on_file), window, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
