/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Why an input could not be read, or not all of it. Messages are translated, name the input, and
 * say what can be done. */

#define WEFT_LOAD_ERROR (weft_load_error_quark ())
GQuark weft_load_error_quark (void);

typedef enum
{
  WEFT_LOAD_ERROR_OPEN,      /* missing, no permission, a device that fails */
  WEFT_LOAD_ERROR_DIRECTORY, /* a directory that is no capture */
  WEFT_LOAD_ERROR_EMPTY,
  WEFT_LOAD_ERROR_UNRECOGNIZED, /* no trace of a known format */
  WEFT_LOAD_ERROR_COMPANION,    /* it belongs to a trace in another file, and is read with that */
  WEFT_LOAD_ERROR_BROKEN,       /* the input ended or failed in the middle: what came stays */
  WEFT_LOAD_ERROR_MALFORMED,    /* not what its format allows; a diagnostic of the trace says where,
                                 * and what came before stays */
  WEFT_LOAD_ERROR_EXHAUSTED,    /* memory or disk: what came stays */
  WEFT_LOAD_ERROR_CANCELLED,    /* what came stays */
  WEFT_LOAD_ERROR_REPLACED,     /* resumed: it is not the text any more of which rows were read */
  WEFT_LOAD_ERROR_CUT_LINE,     /* resumed: it goes on in the middle of a line that was read */
} WeftLoadError;

/* Sets WEFT_LOAD_ERROR_REPLACED for the input with that title. */
void weft_load_error_set_replaced (GError **error, const char *title);
void weft_load_error_set_cut_line (GError **error, const char *title);

/* Sets WEFT_LOAD_ERROR_EXHAUSTED for a trace whose writer is full, where no line or record says how far it came. */
void weft_load_error_set_exhausted (GError **error);

G_END_DECLS
