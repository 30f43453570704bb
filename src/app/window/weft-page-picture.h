/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document-page.h"
#include "weft-printable.h"

G_BEGIN_DECLS

/* The picture of a page in a file of the user's, or on the clipboard, and its data in a file. */

/* Tells the user how it went: `data` is a GObject, and held until then. */
typedef void (*WeftPagePictureSay) (gpointer data, const char *text);

/* All of the page that can be drawn: (transfer none) (nullable). */
WeftPrintable *weft_page_picture_get (WeftDocumentPage *page);

/* Asks how the picture is to be and where to write it. */
void weft_page_picture_export (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data);

/* Whether there is a page (nullable) whose trace can be written in another format; asks in which, and where to. */
gboolean weft_page_picture_can_export_data (WeftDocumentPage *page);
void weft_page_picture_export_data (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data);

/* Puts the picture on the clipboard, as large as it is in sight. */
void weft_page_picture_copy (WeftDocumentPage *page, WeftPagePictureSay say, gpointer data);

G_END_DECLS
