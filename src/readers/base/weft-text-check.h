/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-line-counter.h"

G_BEGIN_DECLS

/* Looks for bytes of an input that no view can show as they are: what shows something else in their
 * place says so here, once for each kind, where the first one stands. The text comes in pieces that are
 * cut anywhere. */

enum
{
  WEFT_CHECK_NOTHING = 0, /* no text, or a reader that says it itself */
  WEFT_CHECK_NUL = 1 << 0,
  WEFT_CHECK_UTF8 = 1 << 1,
  WEFT_CHECK_ESCAPES = 1 << 2, /* JSON: "\u0000" */
  WEFT_CHECK_LINES = WEFT_CHECK_NUL | WEFT_CHECK_UTF8,
  WEFT_CHECK_JSON = WEFT_CHECK_UTF8 | WEFT_CHECK_ESCAPES /* whose readers say what a NUL byte is */
};

typedef struct
{
  char *file;  /* its name, where it is one of several; nullable */
  guint kinds; /* what is still looked for */
  WeftLineCounter lines;
  guint8 n_escaped;   /* bytes of "\u0000" that ended the last piece */
  guint8 n_more;      /* of a character's, to come */
  guchar least, most; /* the next of these is between them */
  gint64 line;        /* where that character begins, which began in an earlier piece, */
  gint64 column;
  gboolean is_old; /* if it did */
} WeftTextCheck;

/* A piece of text as it looks without those before: found on any thread. */
typedef struct
{
  gboolean is_plain;    /* only ASCII, without NUL */
  gboolean has_escapes; /* there is a backslash */
  gint64 n_lines;       /* newlines, */
  gsize last_line;      /* and the bytes up to and with the last of them */
} WeftTextView;

void weft_text_view_look (WeftTextView *view, const char *bytes, gsize length);

/* `path` (nullable) is that of one of several files. */
void weft_text_check_init (WeftTextCheck *self, guint kinds, const char *path);
void weft_text_check_clear (WeftTextCheck *self);

/* `bytes` stand at `offset`, behind those of the last call, but for a line that was left out. `view`
 * (nullable) is of them. */
void weft_text_check_look (WeftTextCheck *self, const char *bytes, gsize length, guint64 offset,
                           const WeftTextView *view, WeftDiagnostics *diagnostics);

G_END_DECLS
