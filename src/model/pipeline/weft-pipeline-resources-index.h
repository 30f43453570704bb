/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-pipeline-resources.h"

G_BEGIN_DECLS

/* Resources of a model in an index file. */

/* (nullable) */
void weft_pipeline_resources_put (const WeftPipelineResources *self, WeftIndexWriter *writer);

/* (transfer full) (nullable): there are none, or the reader is bad. */
WeftPipelineResources *weft_pipeline_resources_take (WeftIndexReader *reader);

G_END_DECLS
