/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-error.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (weft - load - error - quark, weft_load_error)

void
weft_load_error_set_replaced (GError **error, const char *title)
{
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_REPLACED,
               _ ("“%s” was written anew. Open it again to see what it holds now."), title);
}

void
weft_load_error_set_cut_line (GError **error, const char *title)
{
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CUT_LINE,
               _ ("“%s” goes on in the middle of its last line. Open it again to see that whole."),
               title);
}

void
weft_load_error_set_exhausted (GError **error)
{
  g_set_error_literal (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
                       _ ("There is no memory or disk left for this trace; close other documents "
                          "and open it again"));
}
