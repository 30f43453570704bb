/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-time-map.h"

G_BEGIN_DECLS

/* Several traces that are looked at on one time axis, and where each lies on it. A workspace file
 * is a JSON document that names them by their paths from its own folder, so that a folder can be
 * moved as a whole:
 *
 *   { "format": "weft-workspace", "version": 1,
 *     "traces": [ { "path": "core.log" },
 *                 { "path": "bus.jsonl", "offset": -120, "ratio": "3/2" } ] }
 *
 * Offset: where the trace's zero lies, in ticks of the shared time; where it is missing, the
 * program lets the traces begin together. Ratio: the shared ticks for each tick of the trace;
 * where it is missing, the program takes the one that makes their units equally long. */

#define WEFT_WORKSPACE_SUFFIX ".weftspace"
#define WEFT_WORKSPACE_MAX_TRACES 32

typedef struct
{
  GFile *file;
  gboolean has_offset;
  gint64 offset; /* where there is one */
  gboolean has_ratio;
  WeftRatio ratio; /* likewise */
} WeftWorkspaceTrace;

typedef struct
{
  GArray *traces; /* WeftWorkspaceTrace, in the order in which they are shown */
} WeftWorkspace;

WeftWorkspace *weft_workspace_new (void);
void weft_workspace_free (WeftWorkspace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftWorkspace, weft_workspace_free)

/* Appends a trace without offset and ratio: it may be changed until the next is appended. */
WeftWorkspaceTrace *weft_workspace_add (WeftWorkspace *self, GFile *file);

/* Whether a file that begins so is meant to be a workspace; a few hundred bytes are enough. */
gboolean weft_workspace_recognise (const char *data, gsize length);

/* Likewise a file on disk, of which the beginning is read: only regular files are looked into. */
gboolean weft_workspace_is (GFile *file);

/* Reads a document whose paths begin at `folder`. The message of an error is a sentence with what
 * stands where, and what is expected there: (transfer full). */
WeftWorkspace *weft_workspace_parse (const char *data, gsize length, GFile *folder, GError **error);

/* The document: (transfer full). */
char *weft_workspace_to_json (const WeftWorkspace *self, GFile *folder);

/* Reads a file, and writes one anew: both block. */
WeftWorkspace *weft_workspace_load (GFile *file, GError **error);
gboolean weft_workspace_save (const WeftWorkspace *self, GFile *file, GError **error);

G_END_DECLS
