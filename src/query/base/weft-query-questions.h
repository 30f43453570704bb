/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Questions in SQL: for docs/sql.md, for the menu of queries in the window, and for the tests that hold the answers
 * against what is known of the samples without SQL. */

typedef struct
{
  const char *family;   /* of the trace that is asked: "pipeline"; NULL: of any */
  const char *question; /* in words, marked with N_() */
  const char
    *files[2]; /* of samples/, but for names that begin with “/”: those are the reader's own */
  const char *sql; /* with newlines */
} WeftQueryQuestion;

/* The twelve questions that Weft is to answer; and more, to begin with in a window. Both end with one without
 * SQL. */
extern const WeftQueryQuestion weft_query_questions[];
extern const WeftQueryQuestion weft_query_starters[];

G_END_DECLS
