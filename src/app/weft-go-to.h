/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* "op 123", "rid 45", "cycle 1000", "pc 0x80000000": places in a pipeline by their number. */

#define WEFT_GO_TO_ERROR (weft_go_to_error_quark ())
GQuark weft_go_to_error_quark (void);

/* Messages are translated, and say what would be right. */
typedef enum
{
  WEFT_GO_TO_ERROR_SYNTAX,
  WEFT_GO_TO_ERROR_NOT_FOUND,
} WeftGoToError;

typedef enum
{
  WEFT_GO_TO_OP,    /* id of the file */
  WEFT_GO_TO_RID,   /* retire id; ops that were flushed are not found by theirs */
  WEFT_GO_TO_CYCLE, /* absolute */
  WEFT_GO_TO_PC,
} WeftGoToKind;

typedef struct
{
  WeftGoToKind kind;
  gint64 number; /* a PC's bits */
} WeftGoTo;

typedef struct
{
  guint32 op;      /* WEFT_NO_ROW: a cycle */
  gint64 cycle;
  guint32 n_found; /* ops that match, and which of them this is, from 1 */
  guint32 index;
} WeftGoToResult;

/* Reads `text`: a word and a number, decimal or with 0x; "1,000" and "1_000" are one thousand. A
 * number alone is an op, with 0x a PC. */
gboolean weft_go_to_parse       (const char *text, WeftGoTo *target, GError **error);

/* Looks for the target in all of the trace; of several ops the first after op `after` (WEFT_NO_ROW:
 * the first of all), beginning again at the end. Any thread; time grows with the number of ops. */
gboolean weft_go_to_find        (WeftPipelineSnapshot *snapshot, const WeftGoTo *target,
                                 guint32 after, GCancellable *cancellable,
                                 WeftGoToResult *result, GError **error);

/* The same on a thread of its own. */
void     weft_go_to_find_async  (WeftPipelineSnapshot *snapshot, const WeftGoTo *target,
                                 guint32 after, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
gboolean weft_go_to_find_finish (GAsyncResult *result, WeftGoToResult *found, GError **error);

G_END_DECLS
