/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-kept-texts.h"

#include <glib/gi18n-lib.h>

WeftTextStore *
weft_kept_texts_open (WeftReader *reader)
{
  WeftTextStore *store = weft_text_store_new_spill ();

  if (store != NULL)
    weft_trace_set_text (reader->trace, store);
  else
    weft_diagnostics_add (reader->diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("No temporary file can be made for the text of this input, so that "
                             "labels are not shown. Make room in $TMPDIR or /var/tmp, or save the "
                             "input as a file and open that."));
  return store;
}

WeftKeptText
weft_kept_texts_add (WeftTextStore *store, const char *text, gsize length)
{
  if (store == NULL)
    return (WeftKeptText){ 0, 0 };
  return (WeftKeptText){ weft_text_store_keep (store, text, length, 0), length };
}
