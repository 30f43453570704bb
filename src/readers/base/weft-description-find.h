/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* Which description a file is of: those beside it come first, then the user's own in
 * $XDG_DATA_HOME/weft/formats, then those of the system, each by their names. */

/* A rule of a description by which its files are recognised, and whether it holds. */
typedef struct
{
  const char *key; /* of "[Recognise]" */
  gboolean is_said;
  gboolean holds;
} WeftRecognition;

#define WEFT_N_RECOGNITIONS 4

/* Whether a file of that name, which begins with `head`, is recognised: something is said, and all that is
 * said holds. */
gboolean weft_description_judge (const WeftDescription *self, const char *name, const char *head,
                                 gsize length, WeftRecognition points[WEFT_N_RECOGNITIONS]);

/* All descriptions that a file at `path` (nullable) may be of, in the order in which they are asked: (transfer full)
 * (element-type utf8). */
GPtrArray *weft_description_list (const char *path);

/* Whether `head` begins a database of SQLite. */
gboolean weft_description_is_database (const char *head, gsize length);

/* The description of a file: (transfer full) (nullable). `path` is nullable: the file has none. What is
 * wrong with a description that was looked at is added to `faults`, a line each. */
WeftDescription *weft_description_recognise (const char *path, const char *name, const char *head,
                                             gsize length, GString *faults);

/* Has a file be read by a description wherever it is opened in this process, as a person has said so. Any
 * thread. */
void weft_description_choose (const char *path, WeftDescription *description);

/* The one that was chosen for a file: (transfer full) (nullable). */
WeftDescription *weft_description_get_chosen (const char *path);

G_END_DECLS
