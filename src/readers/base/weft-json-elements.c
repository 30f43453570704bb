/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-elements.h"

/* A batch begins with a word for the schema. Each element has a word for its place and its end, one for the
 * members that it has, one for those that it has more than once, and for each member one or two. */

#define HEAD_WORDS 3
#define MAX_WORDS (HEAD_WORDS + 2 * WEFT_JSON_MAX_SLOTS)

/* Places and lengths take so many bits in the word of a member: longer pieces are not scanned. */
#define PLACE_BITS 26
#define PLACE_MASK (((guint64) 1 << PLACE_BITS) - 1)
#define FLAG_BITS 4
#define FLAG_MASK (((guint64) 1 << FLAG_BITS) - 1)

static inline gboolean
has_number (guint kind)
{
  return kind >= WEFT_JSON_BOOLEAN && kind <= WEFT_JSON_REAL;
}

static inline void
put_value (WeftScanBatch *batch, const char *bytes, const WeftJsonValue *value)
{
  weft_scan_batch_put (batch, (guint64) (value->text - bytes)
                                | (guint64) value->length << PLACE_BITS
                                | (guint64) value->flags << (2 * PLACE_BITS)
                                | (guint64) value->kind << (2 * PLACE_BITS + FLAG_BITS));
  if (has_number (value->kind))
    weft_scan_batch_put (batch, value->number);
}

static inline const guint64 *
get_value (const guint64 *words, const char *bytes, WeftJsonValue *value)
{
  guint64 word = *words++;

  value->text = bytes + (word & PLACE_MASK);
  value->length = (guint32) (word >> PLACE_BITS & PLACE_MASK);
  value->flags = (guint8) (word >> (2 * PLACE_BITS) & FLAG_MASK);
  value->kind = (guint8) (word >> (2 * PLACE_BITS + FLAG_BITS));
  if (has_number (value->kind))
    value->number = *words++;
  return words;
}

static void
put_element (WeftScanBatch *batch, const char *bytes, const WeftJsonRecord *record)
{
  const char *p = record->self.text;

  weft_scan_batch_put (batch,
                       (guint64) (p - bytes) | (guint64) (p + record->self.length - bytes) << 32);
  weft_scan_batch_put (batch, record->present);
  weft_scan_batch_put (batch, record->repeated);
  for (guint64 slots = record->present; slots != 0; slots &= slots - 1)
    put_value (batch, bytes, &record->values[__builtin_ctzll (slots)]);
}

static inline const char *
pass_space (const char *p, const char *end)
{
  while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
    p++;
  return p;
}

/* An opening brace at or behind `p` that stands behind a comma or an opening bracket; NULL: none. */
static const char *
find_start (const char *bytes, const char *p, const char *end)
{
  while ((p = memchr (p, '{', (gsize) (end - p))) != NULL)
    {
      const char *before = p;

      while (before > bytes && strchr (" \n\r\t", before[-1]) != NULL && before[-1] != '\0')
        before--;
      if (before > bytes && (before[-1] == ',' || before[-1] == '['))
        return p;
      p++;
    }
  return NULL;
}

/* The element that probably follows what ends before `p`; NULL: none. */
static const char *
find_next (const char *bytes, const char *p, const char *end)
{
  p = pass_space (p, end);
  if (p < end && *p == ',')
    {
      const char *next = pass_space (p + 1, end);

      if (next < end && *next == '{')
        return next;
    }
  return p < end ? find_start (bytes, p, end) : NULL;
}

void
weft_json_elements_find (const WeftJsonSchema *schema, guint flags, const char *bytes, gsize length,
                         WeftScanBatch *batch)
{
  const char *end = bytes + length, *p;
  WeftJsonRecord record;

  if (length > PLACE_MASK)
    return;
  weft_scan_batch_put (batch, (guintptr) schema);
  p = find_start (bytes, bytes, end);
  while (p != NULL && weft_scan_batch_has_room (batch, MAX_WORDS))
    {
      WeftJsonScan scan;
      WeftJsonOutcome outcome =
        weft_json_scan (schema, p, (gsize) (end - p), 0, flags, &record, &scan);

      if (outcome == WEFT_JSON_CUT)
        return;
      /* Oddities are told of by who comes there. */
      if (outcome == WEFT_JSON_OK && scan.no_number == NULL && scan.loose == NULL)
        put_element (batch, bytes, &record);
      p = outcome == WEFT_JSON_OK ? find_next (bytes, scan.end, end)
                                  : find_start (bytes, MAX (scan.end, p + 1), end);
    }
}

void
weft_json_elements_init (WeftJsonElements *self, const WeftScanBatch *batch, const char *bytes)
{
  *self = (WeftJsonElements){ .bytes = bytes };
  if (batch == NULL || batch->n_words == 0)
    return;
  self->schema = (const WeftJsonSchema *) (guintptr) batch->words[0];
  self->words = batch->words + 1;
  self->end = batch->words + batch->n_words;
}

/* Behind the element at `words`. */
static const guint64 *
pass_element (const guint64 *words)
{
  guint64 slots = words[1];

  for (words += HEAD_WORDS; slots != 0; slots &= slots - 1)
    words += 1 + has_number ((guint) (*words >> (2 * PLACE_BITS + FLAG_BITS)));
  return words;
}

const char *
weft_json_elements_take (WeftJsonElements *self, const WeftJsonSchema *schema, const char *p,
                         WeftJsonRecord *record)
{
  const guint64 *words = self->words;
  gsize end, place = (gsize) (p - self->bytes);

  while (words < self->end && (*words & G_MAXUINT32) < place)
    words = pass_element (words);
  self->words = words;
  if (words == self->end || (*words & G_MAXUINT32) != place || schema != self->schema)
    return NULL;
  end = (gsize) (*words >> 32);
  record->present = words[1];
  record->repeated = words[2];
  words += HEAD_WORDS;
  for (guint64 slots = record->present; slots != 0; slots &= slots - 1)
    words = get_value (words, self->bytes, &record->values[__builtin_ctzll (slots)]);
  record->self =
    (WeftJsonValue){ .text = p, .length = (guint32) (end - place), .kind = WEFT_JSON_OBJECT };
  self->words = words;
  return self->bytes + end;
}
