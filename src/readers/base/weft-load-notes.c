/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-notes.h"

#include <glib/gi18n-lib.h>

void
weft_load_note_no_text (WeftDiagnostics *diagnostics)
{
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                        _ ("No temporary file can be made for the text of this input, so that "
                           "labels are not shown. Make room in $TMPDIR or /var/tmp, or save the "
                           "input as a file and open that."));
}

void
weft_load_note_dropped (WeftTextStore *text, WeftDiagnostics *diagnostics)
{
  guint64 dropped = text != NULL ? weft_text_store_get_dropped (text) : 0;
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, dropped);

  if (dropped > 0)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("The temporary file for text is full: %s bytes were not kept, and "
                             "labels in them are not shown. Make room, or raise "
                             "$WEFT_SPILL_QUOTA, and open the trace again."),
                          number);
}

void
weft_load_note_error (GError **first, GError *error, WeftDiagnostics *diagnostics)
{
  if (error == NULL)
    return;
  if (*first == NULL)
    {
      *first = error;
      return;
    }
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_ERROR, 0, 0, "%s", error->message);
  g_error_free (error);
}
