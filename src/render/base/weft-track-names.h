/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "weft-color.h"

G_BEGIN_DECLS

/* Names of things that are so long that a part of them may be in sight without its beginning. In a picture
 * that moves, which is painted in pieces, they are not painted: they are noted, and written once each over
 * the pieces, in what is in sight of the thing. One thread adds; then immutable. */

typedef struct
{
  gint64 x0; /* of the thing in the picture, half-open, device pixels; the same in every piece */
  gint64 x1;
  gint64 y;
  int height;
  WeftColor color; /* of the text */
  const char *text;
} WeftTrackName;

typedef struct
{
  gatomicrefcount ref_count;
  GArray *names; /* WeftTrackName */
  GStringChunk *texts;
} WeftTrackNames;

WeftTrackNames *weft_track_names_new (void);
WeftTrackNames *weft_track_names_ref (WeftTrackNames *self);
void weft_track_names_unref (WeftTrackNames *self);

/* Copies the name and its text. */
void weft_track_names_add (WeftTrackNames *self, const WeftTrackName *name);

G_END_DECLS
