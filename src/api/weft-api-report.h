/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-trace.h"

G_BEGIN_DECLS

/**
 * WeftApiPictureFormat:
 * @WEFT_API_PICTURE_PNG: pixels
 * @WEFT_API_PICTURE_SVG: lines and shapes
 * @WEFT_API_PICTURE_PDF: the same, as a page
 *
 * What a picture is, as bytes.
 */
typedef enum
{
  WEFT_API_PICTURE_PNG,
  WEFT_API_PICTURE_SVG,
  WEFT_API_PICTURE_PDF,
} WeftApiPictureFormat;

WEFT_API_EXTERN
char *weft_api_trace_describe (WeftApiTrace *self, GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
char *weft_api_trace_measure (WeftApiTrace *self, const char *const *options,
                              GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
char *weft_api_trace_explain (WeftApiTrace *self, const char *op, const char *const *options,
                              GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
char *weft_api_trace_compare (WeftApiTrace *self, WeftApiTrace *other, const char *const *options,
                              GCancellable *cancellable, GError **error);
WEFT_API_EXTERN
GBytes *weft_api_trace_render (WeftApiTrace *self, WeftApiPictureFormat format,
                               const char *const *options, GCancellable *cancellable,
                               GError **error);

G_END_DECLS
