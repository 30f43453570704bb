/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <locale.h>
#include <stdio.h>

#include "weft-cli-records.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* The output of a command about a trace: values, lines and tables. Whoever knows the trace says it
 * once, in order, and the report writes it as it is asked to: as one JSON document, as lines and
 * tables for people, or as the one table that CSV has room for. What is not for its format it leaves
 * out, at no cost. It writes as it goes, so that nothing said has to live longer than the call. */

typedef enum
{
  WEFT_REPORT_TEXT,
  WEFT_REPORT_JSON,
  WEFT_REPORT_CSV,
} WeftReportFormat;

typedef struct _WeftReport WeftReport;

/* A report to `stream`, which stays the caller's. */
WeftReport *weft_report_new (WeftReportFormat format, FILE *stream);

/* The same as for people, as elements of a page of HTML (weft-cli-page.h) that `stream` is in. What was said once is
 * not said again. */
WeftReport *weft_report_new_page (FILE *stream);

/* Ends the element that a page is in: until the next call, the stream is the caller's. */
void weft_report_pause (WeftReport *self);

/* Ends the document and hands what is left of it to the stream. */
void weft_report_free (WeftReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftReport, weft_report_free)

WeftReportFormat weft_report_get_format (const WeftReport *self);

/* Where it writes to: for a document that somebody else writes whole. */
FILE *weft_report_get_stream (const WeftReport *self);

/* Tables have no more rows than that; 0: as whoever writes them says. */
void weft_report_set_top (WeftReport *self, guint top);

/* --- for machines: JSON ---
 *
 * `key` is any bytes; NULL where the value is no member of an object: the document itself, or an
 * element of a list. */

/* Begins an object or a list; weft_report_end() ends the one that was begun last. */
void weft_report_begin (WeftReport *self, const char *key);
void weft_report_begin_list (WeftReport *self, const char *key);
void weft_report_end (WeftReport *self);

/* A text is any bytes, and null where it is NULL; a real number that is not finite is null. */
void weft_report_count (WeftReport *self, const char *key, guint64 value);
void weft_report_signed (WeftReport *self, const char *key, gint64 value);
void weft_report_real (WeftReport *self, const char *key, double value);
void weft_report_text (WeftReport *self, const char *key, const char *text);
void weft_report_flag (WeftReport *self, const char *key, gboolean value);

/* --- for people: text --- */

/* A line: a title, then the rest in a column of its own. */
void weft_report_line (WeftReport *self, const char *title, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* A title that stands alone, after an empty line, and a line below it. */
void weft_report_heading (WeftReport *self, const char *title);
void weft_report_item (WeftReport *self, const char *text);

/* Words for a line, which live as long as the report: numbers as people read them ("—": not known),
 * a part of a whole as "3 626 (89.7 %)", and any bytes on one line. The last takes `words`. They are
 * empty where the report is for machines. */
const char *weft_report_say_count (WeftReport *self, guint64 count);
const char *weft_report_say_integer (WeftReport *self, gint64 integer);
const char *weft_report_say_real (WeftReport *self, double real);
const char *weft_report_say_percent (WeftReport *self, double share);
const char *weft_report_say_share (WeftReport *self, guint64 part, guint64 whole);
const char *weft_report_say_text (WeftReport *self, const char *text);
const char *weft_report_say (WeftReport *self, char *words);

/* --- for both --- */

/* Sentences for machines are in English, whatever the locale: what is translated on this thread from here until
 * weft_report_end_words(), which takes what this returns, is so where the report is for them. */
locale_t weft_report_begin_words (const WeftReport *self);
void weft_report_end_words (locale_t words);

/* A value that both see: the member `key` and the line `title`. Takes what the cell holds. */
void weft_report_value (WeftReport *self, const char *key, const char *title, WeftCell cell);

/* How many diagnostics the trace has. */
void weft_report_diagnostics (WeftReport *self, WeftTrace *trace);

/* A table: a list of objects for JSON, where it has a `key`; for people, after an empty line, at most
 * `max_rows` rows and how many more there are, and nothing where `max_rows` is 0. */
void weft_report_table (WeftReport *self, const char *key, const WeftFacts *facts, guint max_rows);

/* The same, shaped for JSON; `shape` is nullable. */
void weft_report_shaped_table (WeftReport *self, const char *key, const WeftFacts *facts,
                               guint max_rows, const WeftCliRecordsShape *shape);

/* A table with nothing before it: all that a report has to say, in any of the formats. */
void weft_report_only (WeftReport *self, const WeftFacts *facts, guint max_rows);

G_END_DECLS
