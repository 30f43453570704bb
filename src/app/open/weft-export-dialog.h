/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-printable.h"

G_BEGIN_DECLS

/* Asks how a picture is to be exported (what of it, how large, in which colours), then where to,
 * and writes it there: PNG, SVG or PDF, as the name of the file ends.
 *
 * Signal "exported" (GFile): it is there. */

#define WEFT_TYPE_EXPORT_DIALOG (weft_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftExportDialog, weft_export_dialog, WEFT, EXPORT_DIALOG, AdwWindow)

/* `name` is that of the trace, from which a name for the file is made; `width` and `height`
 * (logical pixels) are those of the picture now. */
WeftExportDialog *weft_export_dialog_new (GtkWindow *parent, WeftPrintable *printable,
                                          const char *name, int width, int height);

/* The choices, for a picture of that format. */
void weft_export_dialog_get_options (WeftExportDialog *self, WeftPictureFormat format,
                                     WeftPrintOptions *options);

/* Writes the file, and then closes the dialog; what goes wrong is said in it. */
void weft_export_dialog_export (WeftExportDialog *self, GFile *file);

G_END_DECLS
