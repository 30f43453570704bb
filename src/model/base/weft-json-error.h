/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* json-glib quotes what it did not expect as it stands in the file: the message becomes UTF-8. FALSE, for whoever
 * returns because of the error. */
static inline gboolean
weft_json_error_mend (GError **error)
{
  if (error != NULL && *error != NULL && !g_utf8_validate ((*error)->message, -1, NULL))
    {
      char *valid = g_utf8_make_valid ((*error)->message, -1);

      g_free ((*error)->message);
      (*error)->message = valid;
    }
  return FALSE;
}
