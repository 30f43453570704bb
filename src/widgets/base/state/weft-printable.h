/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-picture.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* View states whose picture can be drawn for files, for paper and for the clipboard, at any
 * size. A family's state implements this interface and then has the export of pictures. Main
 * thread only. */

#define WEFT_TYPE_PRINTABLE (weft_printable_get_type ())
G_DECLARE_INTERFACE (WeftPrintable, weft_printable, WEFT, PRINTABLE, WeftViewState)

/* A copy of all that is drawn, apart from the state, which may change meanwhile. */
typedef struct
{
  /* Appends the whole picture of `width` × `height` device pixels to `list`. Another thread. */
  void (*paint) (gpointer data, WeftStyle *style, int width, int height, WeftPaintList *list);
  gpointer data;
  GDestroyNotify free_data;
} WeftPrint;

struct _WeftPrintableInterface
{
  GTypeInterface parent_interface;

  /* Copies the part in sight, or (`whole`) all of the trace. */
  WeftPrint (*copy) (WeftPrintable *self, gboolean whole);
};

typedef struct
{
  gboolean whole;
  WeftPictureFormat format;
  int width; /* logical pixels, 1 to WEFT_PRINT_MAX_SIZE, */
  int height;
  double scale; /* and everything so many times as large, 0.25 to 8 */
  WeftTheme theme;
} WeftPrintOptions;

#define WEFT_PRINT_MAX_SIZE 16384

/* Draws the picture on a worker, as a file of the format holds it. */
void weft_printable_encode_async (WeftPrintable *self, const WeftPrintOptions *options,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
GBytes *weft_printable_encode_finish (WeftPrintable *self, GAsyncResult *result, GError **error);

G_END_DECLS
