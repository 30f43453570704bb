/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-attachable.h"

G_BEGIN_DECLS

/* The file that is attached to the trace of another, remembered from one time to the next: it is attached
 * again when the trace is opened again. Main thread only. */

typedef struct _WeftAttachment WeftAttachment;

/* A file that was attached before cannot be now: says which, and why. */
typedef void (*WeftAttachmentLost) (const char *text, gpointer user_data);

/* Attaches to `state` what is remembered of the file at `path`, and remembers what is attached from
 * now on. Holds `state`. */
WeftAttachment *weft_attachment_new (const char *path, WeftAttachable *state,
                                     WeftAttachmentLost lost, gpointer user_data);
void weft_attachment_free (WeftAttachment *self);

G_END_DECLS
