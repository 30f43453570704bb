/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A page of help as it is written, in Markdown, taken apart into blocks that a widget can show. */

typedef enum
{
  WEFT_HELP_HEADING, /* level 1 to 3 */
  WEFT_HELP_PARAGRAPH,
  WEFT_HELP_ITEM,    /* of a list; level 0 is the outermost; `mark` stands before it */
  WEFT_HELP_CODE,    /* as it is, lines and all */
  WEFT_HELP_ROW,     /* of a table: cells; level 1: its titles */
  WEFT_HELP_PICTURE, /* `target`: its file; `text`: what it shows, for who does not see it */
} WeftHelpKind;

typedef struct
{
  WeftHelpKind kind;
  guint level;
  char *text;       /* Pango markup; of code and pictures plain text; NULL for rows */
  char *mark;       /* of items: "•" or "1." */
  char *target;     /* of pictures */
  GPtrArray *cells; /* of rows: char *, markup */
} WeftHelpBlock;

/* (transfer full) (element-type WeftHelpBlock) */
GPtrArray *weft_help_text_parse (const char *text);

G_END_DECLS
