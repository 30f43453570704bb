/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-resources.h"

G_BEGIN_DECLS

/* How often micro-ops of uiCA were dispatched through which port. */

typedef struct _WeftUicaPorts WeftUicaPorts;

WeftUicaPorts *weft_uica_ports_new (void);
void weft_uica_ports_free (WeftUicaPorts *self);

/* A port by its name, which lives as long as what weft_uica_ports_finish() gives. */
const char *weft_uica_ports_get (WeftUicaPorts *self, const char *name, gsize length);

/* A micro-op was dispatched through the port. */
void weft_uica_ports_count (WeftUicaPorts *self, const char *port);

/* It was of a round that has retired whole, and of that instruction. */
void weft_uica_ports_count_whole (WeftUicaPorts *self, const char *port, guint32 instruction);

/* Everything was counted, in so many cycles and whole rounds. `labels` (of char *) are those of the
 * instructions. (transfer full): one region, to which the reader adds what else is known. */
WeftPipelineResources *weft_uica_ports_finish (WeftUicaPorts *self, gint64 n_cycles,
                                               gint64 n_rounds, const GPtrArray *labels);

G_END_DECLS
