/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-paint-list.h"
#include "weft-row-colors.h"
#include "weft-track-figure.h"

G_BEGIN_DECLS

/* By what the things in a picture are coloured, a word of the family: (nullable). */
extern char *weft_cli_picture_color;

#define WEFT_CLI_COLOR_OPTION \
  { \
    "color", 0, 0, G_OPTION_ARG_STRING, &weft_cli_picture_color, \
      N_ ("Colours, of NPU runs by engine, op, layer or qbits, of timelines by name, category or " \
          "track"), \
      N_ ("SCHEME") \
  }

/* A query whose answer the things in a picture are coloured by: (nullable). */
extern char *weft_cli_picture_query;

#define WEFT_CLI_COLOR_QUERY_OPTION \
  { \
    "color-by-query", 0, 0, G_OPTION_ARG_STRING, &weft_cli_picture_query, \
      N_ ("Colour ops, slices, events, accesses, records, tiles or links by the last column of a " \
          "query, whose first says which"), \
      N_ ("SQL") \
  }

/* The colours that the query says for things of the trace: (transfer full), NULL where there is no query. FALSE after
 * a complaint. */
gboolean weft_cli_picture_find_colors (WeftTrace *trace, WeftRowColors **colors);

/* Likewise where the user says what chip the trace is of, as queries take it; each nullable. */
gboolean weft_cli_picture_find_chip_colors (WeftTrace *trace, const char *arch,
                                            const char *topology, const char *offsets,
                                            WeftRowColors **colors);

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
