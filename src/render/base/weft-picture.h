/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-glyph-atlas.h"
#include "weft-paint-list.h"

G_BEGIN_DECLS

/* Paint lists as files. */

typedef enum
{
  WEFT_PICTURE_PNG,
  WEFT_PICTURE_SVG,
  WEFT_PICTURE_PDF,
} WeftPictureFormat;

/* The format that the end of a file's name says. FALSE where it says none. */
gboolean weft_picture_format_from_name (const char *name, WeftPictureFormat *format);

/* A list and where its point (0, 0) lies in the picture; what it reaches beyond its clips is drawn as well. */
typedef struct
{
  WeftPaintList *list;
  int x, y;
} WeftPicturePart;

/* Draws the lists, one over the other, into a picture of `width` × `height` pixels, and returns what a file of that format
 * holds: (transfer full). SVG and PDF are `scale` times as large. A pixel is 1/96 inch on paper. NULL
 * with a G_IO_ERROR where cairo fails, or the thread's current cancellable says so. */
GBytes *weft_picture_encode (const WeftPicturePart *parts, guint n_parts, WeftGlyphAtlas *atlas,
                             int width, int height, double scale, WeftPictureFormat format,
                             GError **error);

/* One list into a file, which is replaced as a whole, or (FALSE) stays as it was. Errors are also of
 * G_FILE_ERROR. */
gboolean weft_picture_save (const WeftPaintList *list, WeftGlyphAtlas *atlas, int width, int height,
                            double scale, WeftPictureFormat format, const char *path,
                            GError **error);

G_END_DECLS
