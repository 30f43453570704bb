/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-style.h"

G_BEGIN_DECLS

/* Tells people what a file is without opening it: a line such as "Kanata 0004 · 400 ops · 77.1 KiB",
 * and a small picture. A worker reads the file for a fraction of a second; of a file that takes
 * longer it says that there is more ("more than 90 000 ops"). What was found is kept as long as the
 * file stays as it is. */

typedef enum
{
  WEFT_PREVIEW_TRACE,   /* something to open: a trace, a workspace, a live session */
  WEFT_PREVIEW_FOLDER,  /* a folder that is no capture */
  WEFT_PREVIEW_UNKNOWN, /* no trace of a known format, or what is read with another file */
  WEFT_PREVIEW_UNREADABLE,
} WeftPreviewKind;

/* Immutable. Texts are translated. */
typedef struct
{
  WeftPreviewKind kind;
  char *text;          /* what it is; UNREADABLE: why that is not known */
  char *detail;        /* (nullable) TRACE: why not all of it can be read; UNKNOWN: how it begins */
  GdkTexture *picture; /* (nullable) */
  char *caption;       /* (nullable) how much of the trace the picture shows */
} WeftPreview;

void weft_preview_unref (WeftPreview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPreview, weft_preview_unref)

/* How the picture is to be: device pixels. */
typedef struct
{
  WeftStyle *style;
  int width;
  int height;
} WeftPreviewPicture;

/* `picture` is copied; NULL: there is no picture. The callback comes in the caller's context; it
 * comes soon after a cancellation too. */
void weft_preview_async (GFile *file, const WeftPreviewPicture *picture, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);

/* (transfer full) (nullable): NULL when cancelled. */
WeftPreview *weft_preview_finish (GAsyncResult *result);

G_END_DECLS
