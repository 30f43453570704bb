/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"

G_BEGIN_DECLS

/* A block of JSON for people to read, such as what stands around the events of a trace, or the details of
 * one: each value in it has the keys that lead to it as its name, "tokens · prefill_tokens" or
 * "per_engine [1]". */

/* `name` is UTF-8, and NULL where the block itself is the value. */
typedef void (*WeftJsonBlockVisit) (const char *name, const WeftJsonValue *value, gpointer data);

/* Calls `visit` for all that is in the JSON of a block (nullable), in its order; containers that hold nothing
 * or lie too deep in others come whole. */
void weft_json_block_visit (const char *text, WeftJsonBlockVisit visit, gpointer data);

/* Likewise for a value that was scanned; `name` (nullable) is what the names of all in it begin with. */
void weft_json_block_visit_value (const char *name, const WeftJsonValue *value,
                                  WeftJsonBlockVisit visit, gpointer data);

/* Such a value: (transfer full), UTF-8. */
char *weft_json_block_format (const WeftJsonValue *value);

/* A string as it is meant, anything else as it stands there: (transfer full), UTF-8. */
char *weft_json_block_get_text (const WeftJsonValue *value);

G_END_DECLS
