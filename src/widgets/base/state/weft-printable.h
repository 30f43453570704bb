/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-picture.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Pictures for files, for paper and for the clipboard, at any size. A family's state implements
 * this interface and then has the export of pictures, and so does a stack of the pictures of
 * several states. Main thread only. */

#define WEFT_TYPE_PRINTABLE (weft_printable_get_type ())
G_DECLARE_INTERFACE (WeftPrintable, weft_printable, WEFT, PRINTABLE, GObject)

/* A picture that is a lane of several below one another: the canvas, with labels of that width beside it, and nothing
 * around. */
typedef struct
{
  int label_width;   /* device pixels */
  WeftTimeSpan span; /* of the picture's own time, which the canvas shows */
} WeftPrintLane;

/* A copy of all that is drawn, apart from the state, which may change meanwhile. Both functions are called on another
 * thread. */
typedef struct
{
  /* Appends the whole picture of `width` × `height` device pixels to `list`; as a lane where there is a `lane`, in which
   * pictures without such a time are as they are. */
  void (*paint) (gpointer data, WeftStyle *style, int width, int height, const WeftPrintLane *lane,
                 WeftPaintList *list);

  /* In its place, of what stacks pictures: appends WeftPicturePart, with lists that are to be freed. */
  void (*paint_parts) (gpointer data, WeftStyle *style, int width, int height, GArray *parts);

  gpointer data;
  GDestroyNotify free_data;
} WeftPrint;

struct _WeftPrintableInterface
{
  GTypeInterface parent_interface;

  /* Copies the part in sight, or (`whole`) all of the trace. */
  WeftPrint (*copy) (WeftPrintable *self, gboolean whole);

  /* How it is drawn now: (transfer none). By default the object is a WeftViewState, and its own. */
  WeftStyle *(*get_style) (WeftPrintable *self);
};

WeftPrint weft_printable_copy (WeftPrintable *self, gboolean whole);
WeftStyle *weft_printable_get_style (WeftPrintable *self);

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
