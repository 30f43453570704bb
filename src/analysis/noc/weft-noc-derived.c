/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-derived.h"

static gboolean
says_nothing (const WeftNocOptions *options)
{
  return options == NULL
         || (options->arch == NULL && options->topology_path == NULL && options->other_noc == NULL
             && (options->offsets == NULL || options->offsets->len == 0));
}

WeftTraceOrigin *
weft_noc_derived_ref_origin (const WeftNocCapture *capture, const WeftNocOptions *options)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (trace));
  const gboolean is_all =
    weft_noc_capture_get_n_records (capture) == weft_noc_trace_get_n_records (trace);

  return is_all && says_nothing (options) ? g_steal_pointer (&origin) : NULL;
}
