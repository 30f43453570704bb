/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-options.h"

G_BEGIN_DECLS

/* The program's memory of a file between two times that it is open: how it was shown, its
 * filter, its marks. One small file for each, named by a hash of its path, in the user's data folder. */

/* Files that are remembered; beyond that the oldest are forgotten. */
#define WEFT_DOCUMENT_MEMORY_SIZE 500

/* All that is remembered of the file at `path`, an empty one where that is nothing: (transfer full).
 * Whoever changes it keeps it right away, and leaves the groups of others as they are. */
GKeyFile *weft_document_memory_open (const char *path);
void weft_document_memory_keep (const char *path, GKeyFile *file);

/* FALSE where nothing is known of the file at `path`, which leaves `options` as they are. */
gboolean weft_document_memory_load (const char *path, WeftViewOptions *options);

/* Failure to write is no error: the next time the file opens with the user's defaults. */
void weft_document_memory_save (const char *path, WeftViewOptions *options);

G_END_DECLS
