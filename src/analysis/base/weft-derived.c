/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-derived.h"

WeftIndexReader *
weft_derived_open (const WeftTraceOrigin *origin, const char *what)
{
  return origin != NULL ? weft_trace_origin_open (origin, what) : NULL;
}

void
weft_derived_keep (const WeftTraceOrigin *origin, const char *what, WeftDerivedPut put,
                   gconstpointer derived)
{
  g_autoptr (WeftIndexWriter) writer = origin != NULL ? weft_trace_origin_create (origin) : NULL;

  if (writer == NULL)
    return;
  put (derived, writer);
  weft_trace_origin_keep (origin, writer, what);
}
