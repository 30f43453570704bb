/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-family.h"
#include "weft-file-watch.h"
#include "weft-follow.h"
#include "weft-progress.h"

G_BEGIN_DECLS

/* One open file: its load, its trace with the state of its picture, how it is shown, and whether
 * the file has changed since. Main thread only. */

typedef enum
{
  WEFT_DOCUMENT_OPENING, /* the load has begun, and there is nothing to show of it */
  WEFT_DOCUMENT_LOADING, /* there is, and more is to come */
  WEFT_DOCUMENT_COMPLETE,
  WEFT_DOCUMENT_PARTIAL, /* reading ended early: weft_document_get_error() says why */
  WEFT_DOCUMENT_FAILED,  /* nothing could be read; likewise. What an earlier load read stays. */
} WeftDocumentPhase;

GType weft_document_phase_get_type (void);
#define WEFT_TYPE_DOCUMENT_PHASE (weft_document_phase_get_type ())

/* Properties, all read-only: "phase" (WeftDocumentPhase), "state" (WeftViewState, nullable),
 * "change" (WeftFileChange as guint). Signals: "progress", the load went on, or the file grew and
 * that was read; "restarted", a file that is followed was written anew and is read from its start;
 * "notice" (text: char *), something that is to be told about the file. */

#define WEFT_TYPE_DOCUMENT (weft_document_get_type ())
G_DECLARE_FINAL_TYPE (WeftDocument, weft_document, WEFT, DOCUMENT, GObject)

/* A document for `file`, which is not read before weft_document_load(). `settings` says how files
 * are shown of which nothing is remembered. */
WeftDocument *weft_document_new (GFile *file, GSettings *settings);

/* For a live session with the daemons behind all of the sockets, which end with NULL. */
WeftDocument *weft_document_new_of_sockets (const char *const *sockets, GSettings *settings);

/* Loads the file, or loads it again; the picture keeps its place. */
void weft_document_load (WeftDocument *self);

/* The document was open before, there and with that selected (both nullable): the picture goes
 * there as soon as enough is read, unless somebody has moved it by then. */
void weft_document_come_back (WeftDocument *self, GVariant *place, GVariant *selection);

/* Ends a load that is under way; what was read stays. */
void weft_document_cancel (WeftDocument *self);

/* The document is done with: ends the load, and remembers how the file was shown. Nothing is
 * emitted any more. */
void weft_document_close (WeftDocument *self);

GFile *weft_document_get_file (WeftDocument *self); /* (transfer none) */

/* The sockets that it was made for, of which the file is the first: (transfer none) (nullable). */
const char *const *weft_document_get_sockets (WeftDocument *self);

/* The file's name, and the folder it is in, for people. */
const char *weft_document_get_title (WeftDocument *self);
const char *weft_document_get_folder (WeftDocument *self);

WeftDocumentPhase weft_document_get_phase (WeftDocument *self);
gboolean weft_document_is_loading (WeftDocument *self);
const GError *weft_document_get_error (WeftDocument *self); /* (nullable) */

/* Of which the user should know: a file that grows and is followed has not changed. */
WeftFileChange weft_document_get_change (WeftDocument *self);

/* (transfer none) Reads on where the file grows. */
WeftFollow *weft_document_get_follow (WeftDocument *self);

/* Whether it can be turned on or off. */
gboolean weft_document_can_follow (WeftDocument *self);

/* NULL before it is known what the file is: all (transfer none) (nullable). Options are NULL too
 * where the family has none. */
const WeftFamily *weft_document_get_family (WeftDocument *self);
WeftViewState *weft_document_get_state (WeftDocument *self);
WeftViewOptions *weft_document_get_options (WeftDocument *self);
WeftDiagnostics *weft_document_get_diagnostics (WeftDocument *self);

/* How far the load is, once it is worth telling (weft_progress_is_worth_telling()): NULL before, and
 * when it has ended. */
const WeftProgress *weft_document_get_progress (WeftDocument *self);

/* Looks now whether the file has changed. */
void weft_document_check_file (WeftDocument *self);

G_END_DECLS
