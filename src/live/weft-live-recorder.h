/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Writes recordings: frames, one after the other, as docs/formats/live.md says. Whatever happens,
 * what is in the file up to the last whole frame can be read. One thread. */

typedef struct _WeftLiveRecorder WeftLiveRecorder;

/* A new file, or an old one written anew. NULL with a G_FILE_ERROR. */
WeftLiveRecorder *weft_live_recorder_new (const char *path, GError **error);

/* Closes the file. */
void weft_live_recorder_free (WeftLiveRecorder *self);

/* Appends a frame, or whole ones, which reach the file with the next flush or sooner. */
void weft_live_recorder_add (WeftLiveRecorder *self, const WeftLiveFrame *frame);
void weft_live_recorder_add_bytes (WeftLiveRecorder *self, const GByteArray *bytes);

/* Frames from now on are of that host, for recordings of several: numbers in the recording are in
 * the order of their first appearance. The first WELCOME is added before. */
void weft_live_recorder_set_host (WeftLiveRecorder *self, guint host, const WeftLiveHost *told);

/* Whether nothing was added yet. */
gboolean weft_live_recorder_is_empty (WeftLiveRecorder *self);

/* Brings all that was added into the file. FALSE with a G_FILE_ERROR where the disk takes no more:
 * the file then ends with the last frame that it took whole, and nothing more is written. */
gboolean weft_live_recorder_flush (WeftLiveRecorder *self, GError **error);

/* Bytes in the file. */
guint64 weft_live_recorder_get_size (WeftLiveRecorder *self);

/* Saves what the trace holds from `from` to before `to` (ns of the host) as a recording of its own,
 * in which sequence numbers begin at 0; of several hosts where there are. Any thread. FALSE with a G_FILE_ERROR. */
gboolean weft_live_save_range (WeftLiveTrace *trace, gint64 from, gint64 to, const char *path,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLiveRecorder, weft_live_recorder_free)

G_END_DECLS
