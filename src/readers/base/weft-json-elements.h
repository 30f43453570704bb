/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Records of an array's elements that were scanned before anybody came to them. Scanning begins in the middle
 * of the text, where it looks as if an element began. Where it guessed wrong, in a string or deeper within the
 * document, nobody comes to those places; where somebody comes to one as an element, the record is the one that
 * weft_json_scan() makes there, as that depends on nothing before. */

/* Scans objects that may be elements, with the members that `schema` names, until the batch, which is empty, has
 * no room for more. `flags` are those of weft_json_scan(). */
void weft_json_elements_find (const WeftJsonSchema *schema, guint flags, const char *bytes,
                              gsize length, WeftScanBatch *batch);

/* Goes through what was found. */
typedef struct
{
  const WeftJsonSchema *schema;
  const char *bytes; /* that were scanned */
  const guint64 *words, *end;
} WeftJsonElements;

/* `batch` (nullable: nothing was found) and `bytes` are to stay until the next call. */
void weft_json_elements_init (WeftJsonElements *self, const WeftScanBatch *batch,
                              const char *bytes);

/* Makes the record of the element at `p`, but for its offset, and returns what is behind the element. NULL where
 * none was found there for that schema. Places only go up. */
const char *weft_json_elements_take (WeftJsonElements *self, const WeftJsonSchema *schema,
                                     const char *p, WeftJsonRecord *record);

G_END_DECLS
