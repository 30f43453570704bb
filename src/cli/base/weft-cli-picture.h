/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-paint-list.h"
#include "weft-track-figure.h"

G_BEGIN_DECLS

/* A picture that a request asks for: painted into `list` in `style`, then saved. */
typedef struct
{
  const WeftCliRequest *request;
  WeftStyle *style;
  WeftPaintList *list;
  int width; /* device pixels */
  int height;
} WeftCliPicture;

/* The request stays the caller's, and as it is. */
void weft_cli_picture_init (WeftCliPicture *self, const WeftCliRequest *request);
void weft_cli_picture_clear (WeftCliPicture *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliPicture, weft_cli_picture_clear)

/* Writes the file: a WeftCliStatus. */
int weft_cli_picture_save (const WeftCliPicture *self);

/* Paints a whole figure of tracks. `figure` says what they are of and how long the trace is; the rest
 * of it is filled in. */
void weft_cli_picture_paint_tracks (WeftCliPicture *self, WeftTrackScene *scene,
                                    WeftTrackFigure *figure);

G_END_DECLS
