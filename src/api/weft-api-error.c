/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-error-private.h"

#include "weft-load-error.h"
#include "weft-query.h"

/**
 * weft_api_error_quark:
 *
 * The domain of the errors of this library.
 *
 * Returns: the domain
 */
G_DEFINE_QUARK (weft - api - error - quark, weft_api_error)

static WeftApiError
code_of_query (int code)
{
  switch ((WeftQueryError) code)
    {
    case WEFT_QUERY_ERROR_SQL:
      return WEFT_API_ERROR_QUERY;
    case WEFT_QUERY_ERROR_DENIED:
      return WEFT_API_ERROR_DENIED;
    case WEFT_QUERY_ERROR_MEMORY:
      return WEFT_API_ERROR_MEMORY;
    case WEFT_QUERY_ERROR_FAILED:
    default:
      return WEFT_API_ERROR_FAILED;
    }
}

void
weft_api_error_take (GError **error, GError *inner)
{
  if (g_error_matches (inner, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, inner->message);
  else if (inner->domain == WEFT_LOAD_ERROR)
    g_set_error_literal (error, WEFT_API_ERROR, WEFT_API_ERROR_INPUT, inner->message);
  else if (inner->domain == WEFT_QUERY_ERROR)
    g_set_error_literal (error, WEFT_API_ERROR, code_of_query (inner->code), inner->message);
  else
    {
      g_propagate_error (error, inner);
      return;
    }
  g_error_free (inner);
}
