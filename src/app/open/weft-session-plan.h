/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The windows that a session file asks for (weft-session-file.h). It may hold anything: all that is no window of a
 * session is left out. */

typedef struct
{
  GFile *file;
  GVariant *place;     /* and the next two, of any type; nullable */
  GVariant *selection; /* (weft_document_come_back()) */
  GVariant *queries;   /* (weft_shown_return_ask()) */
} WeftSessionDocument;

typedef struct
{
  GFile *workspace;     /* of a workspace, which has nothing else; NULL: a window of documents */
  GPtrArray *documents; /* WeftSessionDocument */
  int selected;         /* the page that is shown; −1: not known */
} WeftSessionWindow;

/* WeftSessionWindow, the last one lies above the others: (transfer full). Of no session, none. */
GPtrArray *weft_session_plan_parse (const char *text, gsize length);

G_END_DECLS
