/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-reading.h"

G_BEGIN_DECLS

/* Members of JSON objects that a reader does not know, which a later version of what writes the
 * format may have added: each is said once, with how often it stood there. */

typedef struct _WeftJsonUnknown WeftJsonUnknown;

WeftJsonUnknown *weft_json_unknown_new (void);
void weft_json_unknown_free (WeftJsonUnknown *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonUnknown, weft_json_unknown_free)

/* Counts a member, which stands in that line of the file or behind it. `is_shown`: its value is in the details. */
void weft_json_unknown_add (WeftJsonUnknown *self, const WeftJsonValue *key, gint64 line,
                            gboolean is_shown);

/* The input has ended: says what was counted. `has_details`: there is something that has details. */
void weft_json_unknown_say (WeftJsonUnknown *self, WeftJsonReading *reading, gboolean has_details);

G_END_DECLS
