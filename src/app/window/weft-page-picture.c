/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-page-picture.h"

#include <glib/gi18n-lib.h>

#include "weft-data-dialog.h"
#include "weft-export-dialog.h"

typedef struct
{
  GtkWidget *page; /* held */
  WeftPagePictureSay say;
  gpointer data; /* held */
} Listener;

static Listener *
listener_new (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data)
{
  Listener *self = g_new (Listener, 1);

  *self = (Listener){ GTK_WIDGET (g_object_ref (page)), say, g_object_ref (data) };
  return self;
}

static void
listener_free (Listener *self)
{
  g_object_unref (self->page);
  g_object_unref (self->data);
  g_free (self);
}

static WeftViewState *
get_state (WeftDocumentPage *page)
{
  return weft_document_get_state (weft_document_page_get_document (page));
}

/* The file's name, for people. */
static char *
make_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

/* Presents a dialog, which hands the listener to `exported` as its last argument. */
static void
present (gpointer dialog, GCallback exported, Listener *listener)
{
  g_signal_connect_data (dialog, "exported", exported, listener, (GClosureNotify) listener_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

WeftPrintable *
weft_page_picture_get (WeftDocumentPage *page)
{
  WeftViewState *state = get_state (page);

  return WEFT_IS_PRINTABLE (state) ? WEFT_PRINTABLE (state) : NULL;
}

static void
on_exported (WeftExportDialog *dialog G_GNUC_UNUSED, GFile *file, Listener *listener)
{
  g_autofree char *name = make_name (file);
  g_autofree char *text = g_strdup_printf (_ ("The picture is in “%s”"), name);

  listener->say (listener->data, text);
}

void
weft_page_picture_export (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data)
{
  WeftPrintable *printable = weft_page_picture_get (page);
  GtkWidget *widget = GTK_WIDGET (page);
  WeftExportDialog *dialog;

  if (printable == NULL)
    return;
  dialog = weft_export_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)), printable,
                                   weft_document_get_title (weft_document_page_get_document (page)),
                                   gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  present (dialog, G_CALLBACK (on_exported), listener_new (page, say, data));
}

/* --- data --------------------------------------------------------------------------------------- */

gboolean
weft_page_picture_can_export_data (WeftDocumentPage *page)
{
  return page != NULL && weft_data_dialog_can_export (get_state (page));
}

static void
on_data_exported (WeftDataDialog *dialog G_GNUC_UNUSED, GFile *file, Listener *listener)
{
  g_autofree char *name = make_name (file);
  g_autofree char *text = g_strdup_printf (_ ("The data is in “%s”"), name);

  listener->say (listener->data, text);
}

void
weft_page_picture_export_data (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data)
{
  WeftDataDialog *dialog;

  if (!weft_page_picture_can_export_data (page))
    return;
  dialog =
    weft_data_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))), get_state (page),
                          weft_document_get_title (weft_document_page_get_document (page)));
  present (dialog, G_CALLBACK (on_data_exported), listener_new (page, say, data));
}

/* --- the clipboard ------------------------------------------------------------------------------ */

static void
on_copied (GObject *printable, GAsyncResult *result, gpointer data)
{
  Listener *listener = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
    weft_printable_encode_finish (WEFT_PRINTABLE (printable), result, &error);
  g_autoptr (GdkTexture) texture =
    bytes != NULL ? gdk_texture_new_from_bytes (bytes, &error) : NULL;

  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (listener->page), texture);
  listener->say (listener->data, texture != NULL ? _ ("The picture was copied") : error->message);
  listener_free (listener);
}

void
weft_page_picture_copy (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data)
{
  WeftPrintable *printable = weft_page_picture_get (page);
  GtkWidget *widget = GTK_WIDGET (page);
  WeftPrintOptions options = { .format = WEFT_PICTURE_PNG };
  WeftStyle *style;

  if (printable == NULL)
    return;
  style = weft_printable_get_style (printable);
  options.width = gtk_widget_get_width (widget);
  options.height = gtk_widget_get_height (widget);
  options.scale = gtk_widget_get_scale_factor (widget);
  options.theme = style->options.theme;
  weft_printable_encode_async (printable, &options, NULL, on_copied,
                               listener_new (page, say, data));
}
