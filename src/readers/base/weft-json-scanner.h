/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Goes through JSON of any length that comes in blocks cut anywhere: one document, or several one
 * behind the other (JSON Lines). Of a document that is an object, the reader names the members that
 * it wants: whole, or as arrays whose elements come one by one as records. Of a document that is an
 * array the elements come one by one. Memory is bounded by the longest value that is wanted, never by
 * the input; what comes out does not depend on where the blocks are cut. */

/* A wanted member of the document. Tables of them end with a NULL name. */
typedef struct
{
  const char *name;
  guint slot;                  /* as given back to the handler */
  const char *const *elements; /* (nullable): an array of records with these members */
} WeftJsonMember;

typedef struct
{
  const WeftJsonMember *members; /* of a document that is an object */
  const char *const *elements;   /* of the records of a document that is an array */
  const char *const *document;   /* of a short document as a record: see `document` below */
  gboolean open_array;           /* the bracket that closes a document's array may be missing */
  gboolean single;               /* there is one document and nothing behind it */
  gboolean loose;                /* WEFT_JSON_LOOSE */
} WeftJsonShape;

/* The slot that stands for the elements of a document that is an array. */
#define WEFT_JSON_ROOT G_MAXUINT

/* Longer documents never come as a record. */
#define WEFT_JSON_SHORT ((gsize) 64 << 10)

/* Values that come whole are no longer. */
#define WEFT_JSON_LONGEST ((gsize) 64 << 20)

/* So much of a value that nobody wants is kept. */
#define WEFT_JSON_SHOWN ((gsize) 1 << 10)

/* All are called on the thread that feeds; records are valid during the call. */
typedef struct
{
  /* (nullable) A document of at most WEFT_JSON_SHORT bytes, as a record. FALSE: it is to be gone
   * through like a long one. */
  gboolean (*document) (const WeftJsonRecord *record, gpointer data);

  /* (nullable) A document that is gone through begins, of that kind. */
  void (*begin) (WeftJsonKind kind, guint64 offset, gpointer data);

  /* A member that is wanted, whole; also one of elements that is no array. `repeated`: the document
   * had one of that name before. */
  void (*member) (guint slot, const WeftJsonRecord *record, gboolean repeated, gpointer data);

  /* (nullable) An array of elements begins, after its bracket. */
  void (*array) (guint slot, guint64 offset, gboolean repeated, gpointer data);

  /* An element of the array in that slot, whatever its kind. */
  void (*element) (guint slot, const WeftJsonRecord *record, gpointer data);

  /* (nullable) NaN or an infinity stands there. Once for each value that comes whole, at most. */
  void (*no_number) (guint64 offset, gpointer data);

  /* (nullable) Likewise of what only WEFT_JSON_LOOSE lets through. */
  void (*loose) (guint64 offset, gpointer data);

  /* (nullable) A member of the document that nobody wants, whose value is gone through. */
  void (*unwanted) (const WeftJsonValue *key, guint64 offset, gpointer data);

  /* (nullable) That value, whole: `text` are its first WEFT_JSON_SHOWN bytes, or less, without blanks between
   * what it consists of; `length` is how many there would be. */
  void (*unwanted_value) (const GString *text, guint64 length, gpointer data);
} WeftJsonHandler;

typedef struct _WeftJsonScanner WeftJsonScanner;

/* The tables are kept, not copied. */
WeftJsonScanner *weft_json_scanner_new (const WeftJsonShape *shape, const WeftJsonHandler *handler,
                                        gpointer data);
void weft_json_scanner_free (WeftJsonScanner *self);

/* Goes on with `length` bytes that stand at `offset` of the input, right behind those of the last
 * call. FALSE once something stood there that JSON does not allow; nothing more is read then. */
gboolean weft_json_scanner_feed (WeftJsonScanner *self, const char *bytes, gsize length,
                                 guint64 offset);

/* For handlers: nothing more comes, wherever the blocks are cut, and feeding and finishing return FALSE. */
void weft_json_scanner_stop (WeftJsonScanner *self);

/* Scans elements of the array that is being read ahead (weft-json-elements.h), of `length` bytes which stand
 * anywhere. Any thread, also while the scanner is fed. */
void weft_json_scanner_scan_ahead (const WeftJsonScanner *self, const char *bytes, gsize length,
                                   WeftScanBatch *batch);

/* The bytes that are fed next were scanned so. `batch` is nullable. */
void weft_json_scanner_use (WeftJsonScanner *self, const WeftScanBatch *batch, const char *bytes);

/* The input has ended. FALSE where it ends within a document, or was bad before. */
gboolean weft_json_scanner_finish (WeftJsonScanner *self);

/* The fault, and the offset of where it was; NONE before feed or finish returned FALSE for one. */
WeftJsonFault weft_json_scanner_get_fault (WeftJsonScanner *self, guint64 *offset);

/* Documents that ended so far. */
guint64 weft_json_scanner_get_n_documents (WeftJsonScanner *self);

/* Line and column (bytes), both from 1, of an offset within the value that a handler is being called
 * with, or of the fault. */
void weft_json_scanner_locate (WeftJsonScanner *self, guint64 offset, gint64 *line, gint64 *column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonScanner, weft_json_scanner_free)

G_END_DECLS
