/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-text-store.h"

G_BEGIN_DECLS

/* Values that a format description makes of the fields of a record: texts such as "DMA {channel}", numbers such
 * as "{start}+{beats}*64". */

/* A field of the input, not zero-terminated; a text of NULL: the record has none. */
typedef struct
{
  const char *text;
  gsize length;
} WeftDescribedField;

/* A part of the input that a description says something of: a line, a row of a table or of an answer. */
typedef struct
{
  WeftDescribedField *fields; /* by their numbers in the description */
  gint64 line;                /* of the file, from 1; the number of the row where it has none */
  const char *text; /* as it stands in the file; an answer as JSON, with its fields in "args" */
  gsize length;
  guint64 offset;       /* of that */
  WeftTextStore *texts; /* (nullable) where texts of it are kept */
} WeftDescribedRecord;

/* A number, and billionths that are added to it. */
typedef struct
{
  gint64 whole;
  gint32 nano; /* 0 … 999 999 999 */
} WeftDescribedNumber;

typedef struct _WeftDescribedValue WeftDescribedValue;

/* The number of a field by its name; G_MAXUINT: there is none. */
typedef guint (*WeftFieldFunc) (const char *name, gpointer data);

/* NULL, and in `place` the byte at which `text` is no such value. */
WeftDescribedValue *weft_described_value_new_text (const char *text, WeftFieldFunc find,
                                                   gpointer data, gsize *place);
WeftDescribedValue *weft_described_value_new_number (const char *text, WeftFieldFunc find,
                                                     gpointer data, gsize *place);
void weft_described_value_free (WeftDescribedValue *self);

/* The text for a record: in the record, or written to `buffer`. A text of NULL: the record has none of the
 * fields in it. */
WeftDescribedField weft_described_value_get_text (const WeftDescribedValue *self,
                                                  const WeftDescribedRecord *record,
                                                  GString *buffer);

/* FALSE where a field is no number, or one that is too large. */
gboolean weft_described_value_get_number (const WeftDescribedValue *self,
                                          const WeftDescribedRecord *record,
                                          WeftDescribedNumber *number);

gboolean weft_described_value_has_field (const WeftDescribedValue *self, guint field);

/* Whether it is the same for all records. */
gboolean weft_described_value_is_literal (const WeftDescribedValue *self);

/* Whether a field in it is not there, is empty, or is `never` (nullable). */
gboolean weft_described_value_is_blank (const WeftDescribedValue *self,
                                        const WeftDescribedRecord *record, const char *never);

/* The same as a real number, which a field by itself may also have with an exponent. */
gboolean weft_described_value_get_real (const WeftDescribedValue *self,
                                        const WeftDescribedRecord *record, double *number);

/* A decimal or, with 0x, a hexadecimal number that fills the text but for blanks around it. */
gboolean weft_described_number_read (const char *text, gsize length, WeftDescribedNumber *number);

/* number × numerator ÷ denominator, rounded down. FALSE where that has no 64 bits. */
gboolean weft_described_number_scale (const WeftDescribedNumber *number, gint64 numerator,
                                      gint64 denominator, gint64 *result);

G_END_DECLS
