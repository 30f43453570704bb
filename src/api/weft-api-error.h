/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-api-extern.h"

G_BEGIN_DECLS

/**
 * WeftApiError:
 * @WEFT_API_ERROR_INPUT: the input can't be used: it is missing, or no trace of a known format
 * @WEFT_API_ERROR_QUERY: the text is no query, or it asks for what is not there
 * @WEFT_API_ERROR_DENIED: the query would write, attach or set something
 * @WEFT_API_ERROR_MEMORY: the query needs more memory than it may have
 * @WEFT_API_ERROR_USAGE: an argument makes no sense, or is not for this kind of trace
 * @WEFT_API_ERROR_FAILED: it failed while it ran
 *
 * Why a call of this library did not do what it was asked to.
 *
 * Messages are sentences for people, in the language of the program. What is cancelled is
 * `G_IO_ERROR_CANCELLED`, and what the system refuses is of its own domain.
 */
typedef enum
{
  WEFT_API_ERROR_INPUT,
  WEFT_API_ERROR_QUERY,
  WEFT_API_ERROR_DENIED,
  WEFT_API_ERROR_MEMORY,
  WEFT_API_ERROR_USAGE,
  WEFT_API_ERROR_FAILED,
} WeftApiError;

#define WEFT_API_ERROR (weft_api_error_quark ())
WEFT_API_EXTERN
GQuark weft_api_error_quark (void);

G_END_DECLS
