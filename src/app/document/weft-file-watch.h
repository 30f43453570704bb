/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Notices that a file is not the one that was opened. It asks for the file's size, time and number
 * every two seconds, or every tenth of a second, since sandboxes and network mounts give no reliable notification; it never
 * waits for an answer. */

#define WEFT_TYPE_FILE_WATCH (weft_file_watch_get_type ())
G_DECLARE_FINAL_TYPE (WeftFileWatch, weft_file_watch, WEFT, FILE_WATCH, GObject)

typedef enum
{
  WEFT_FILE_SAME,
  WEFT_FILE_CHANGED, /* other content, or another file in its place */
  WEFT_FILE_GONE,
} WeftFileChange;

/* Watches `file` from its present state on: often while it is written to, and for a minute after. Signal "changed" (WeftFileChange as guint): the file
 * differs from what it was when watching began, in another way than before. Signal "based": that is known from now on, and
 * what came to the file until now is in it. */
WeftFileWatch *weft_file_watch_new (GFile *file);

/* Asks now: a window got the focus. */
void weft_file_watch_check (WeftFileWatch *self);

/* Whether the file is expected to change, and it is asked for often. */
void weft_file_watch_set_busy (WeftFileWatch *self, gboolean busy);

/* The present state is the one that is known: the file is opened again. */
void weft_file_watch_rebase (WeftFileWatch *self);

WeftFileChange weft_file_watch_get_change (WeftFileWatch *self);

G_END_DECLS
