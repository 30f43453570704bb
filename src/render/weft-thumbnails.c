/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-thumbnail.h"

/* The families whose traces have a small picture. */

extern const WeftThumbnailKind weft_pipeline_thumbnail;
extern const WeftThumbnailKind weft_bus_thumbnail;
extern const WeftThumbnailKind weft_npu_thumbnail;
extern const WeftThumbnailKind weft_timeline_thumbnail;
extern const WeftThumbnailKind weft_noc_thumbnail;
extern const WeftThumbnailKind weft_live_thumbnail;

const WeftThumbnailKind *const weft_thumbnail_kinds[] = {
  &weft_pipeline_thumbnail,
  &weft_bus_thumbnail,
  &weft_npu_thumbnail,
  &weft_timeline_thumbnail,
  &weft_noc_thumbnail,
  &weft_live_thumbnail,
  NULL,
};
