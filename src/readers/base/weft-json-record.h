/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-fault.h"
#include "weft-json-value.h"

G_BEGIN_DECLS

/* Reads one JSON value out of a buffer: RFC 8259, strictly, but for NaN, Infinity and −Infinity,
 * and bytes that are not UTF-8, which are let through, and what WEFT_JSON_LOOSE lets through. Of an object, the members that a schema
 * names are put into slots; the others are checked and passed over. No memory is allocated. */

/* A schema has slots below this number. */
#define WEFT_JSON_MAX_SLOTS 64

/* Containers within containers go no deeper. */
#define WEFT_JSON_MAX_DEPTH 1024

typedef struct _WeftJsonSchema WeftJsonSchema;

/* The members that are wanted, by their slots: names, which are kept, not copied; "outer.inner" is one of
 * the object "outer", which has a slot too. NULL-terminated, at least one. */
WeftJsonSchema *weft_json_schema_new (const char *const *paths);
void weft_json_schema_free (WeftJsonSchema *schema);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonSchema, weft_json_schema_free)

/* For a list KEYS(M) of M (SLOT, "path"): the slots of an enum, and the paths in the same order. */
#define WEFT_JSON_SLOT(slot, path) slot,
#define WEFT_JSON_PATH(slot, path) path,

/* The result. `values[slot]` is set where `present` has the slot's bit; where a member stands
 * more than once the last one wins and `repeated` has the bit too. */
typedef struct
{
  WeftJsonValue self; /* the value itself, whatever its kind */
  guint64 offset;     /* of its first byte in the input */
  guint64 present;
  guint64 repeated;
  WeftJsonValue values[WEFT_JSON_MAX_SLOTS];
} WeftJsonRecord;

/* The value in the slot; NULL where the member is not there. */
static inline const WeftJsonValue *
weft_json_record_get (const WeftJsonRecord *record, guint slot)
{
  return (record->present >> slot & 1) != 0 ? &record->values[slot] : NULL;
}

/* Where a value of the record stands in the input: the offset of its text. */
static inline guint64
weft_json_record_offset (const WeftJsonRecord *record, const WeftJsonValue *value)
{
  return record->offset + (guint64) (value->text - record->self.text)
         + (record->self.kind == WEFT_JSON_STRING);
}

typedef enum
{
  WEFT_JSON_OK,
  WEFT_JSON_CUT, /* the buffer ends within the value, or where a number might go on */
  WEFT_JSON_BAD, /* here stands what JSON does not allow */
} WeftJsonOutcome;

typedef struct
{
  const char *end;       /* OK: behind the value; else where it is bad, or the buffer's end */
  WeftJsonFault fault;   /* BAD */
  const char *no_number; /* the first NaN or infinity; NULL: none */
  const char *loose;     /* the first byte that only WEFT_JSON_LOOSE lets through; NULL: none */
} WeftJsonScan;

enum
{
  WEFT_JSON_AT_END = 1 << 0, /* the input ends with the buffer, so that a number there is whole */
  WEFT_JSON_LOOSE = 1 << 1,  /* control characters may stand within strings, and a backslash that
                              * escapes nothing, which stands for itself then */
};

/* Reads the value that begins at `text` after any white space. `offset` is that of `text` in the
 * input. `schema` (nullable) says which members of an object are wanted. `flags` are those above. The
 * record is only to be used where the outcome is WEFT_JSON_OK. */
WeftJsonOutcome weft_json_scan (const WeftJsonSchema *schema, const char *text, gsize length,
                                guint64 offset, guint flags, WeftJsonRecord *record,
                                WeftJsonScan *scan);

/* The elements, one by one, of an array that was scanned before: `place` is NULL for the first and
 * kept for the next. The record's offset counts from the array's first byte. FALSE behind the last
 * one. */
gboolean weft_json_next_element (const WeftJsonValue *array, const char **place,
                                 const WeftJsonSchema *schema, WeftJsonRecord *record);

/* Likewise the members of an object: `key` is the string before the value, which is the record. */
gboolean weft_json_next_member (const WeftJsonValue *object, const char **place, WeftJsonValue *key,
                                const WeftJsonSchema *schema, WeftJsonRecord *record);

G_END_DECLS
