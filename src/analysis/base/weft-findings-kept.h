/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-trace-origin.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Findings of a whole trace, of any family, that rest on nothing else, kept beside its index file (weft-derived.h), in the
 * language in which they were made. `origin` (nullable): as there. Any thread. */

/* Makes findings: (transfer full). NULL with an error. */
typedef GArray *(*WeftFindingsMake) (gpointer data, GCancellable *cancellable, GError **error);

/* Whether a target leads to something that `trace` has. */
typedef gboolean (*WeftFindingsFits) (const char *target, gconstpointer trace);

/* Those that were kept, if all of their targets fit (NULL: they lead to anything), or else those that `make` makes, which
 * are kept then: (transfer full). NULL with an error of `make`. */
GArray *weft_findings_find (const WeftTraceOrigin *origin, WeftFindingsFits fits,
                            gconstpointer trace, WeftFindingsMake make, gpointer data,
                            GCancellable *cancellable, GError **error);

G_END_DECLS
