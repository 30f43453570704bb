/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-snapshot.h"

static float
channel (WeftColor color, int shift)
{
  return (float) ((color >> shift) & 0xff) / 255.0f;
}

void
weft_snapshot_fill (GtkSnapshot *snapshot, WeftColor color, double x, double y, double width,
                    double height, double limit_width, double limit_height)
{
  GdkRGBA rgba = { channel (color, 16), channel (color, 8), channel (color, 0),
                   channel (color, 24) };
  double right = MIN (x + width, limit_width), bottom = MIN (y + height, limit_height);

  x = MAX (x, 0);
  y = MAX (y, 0);
  if (right > x && bottom > y)
    gtk_snapshot_append_color (
      snapshot, &rgba,
      &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) (right - x), (float) (bottom - y)));
}
