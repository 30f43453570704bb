/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-table.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Said by the user, as traces may not say it; all nullable. */
typedef struct
{
  const char *elf;      /* the file of the program that ran */
  const char *arch;     /* of the chip, by its name */
  const char *topology; /* of the chip, a file */
  const char *offsets;  /* of the clocks of chips, in cycles by device: "1=5000,2=30" */
} WeftQueryOptions;

/* A number that stands for a whole trace, for gates. */
typedef struct
{
  const char *name; /* "ipc" */
  const char *doc;  /* in English: for docs/sql.md */
  const char *sql;  /* a query of one cell, with "@" before the names of the trace's tables */
} WeftQueryMetric;

/* The time from the first to the last of a trace, for metrics. */
#define WEFT_QUERY_LENGTH \
  "(SELECT value FROM @meta WHERE key = 'last') - (SELECT value FROM @meta WHERE key = 'first')"

/* A kind of traces that queries can read. */
typedef struct
{
  const char *name; /* "pipeline" */
  const char *doc;  /* what its traces are, in English: for docs/sql.md */
  GType (*get_type) (void);
  const WeftQueryTable *tables;
  guint n_tables;
  const WeftQueryMetric *metrics;
  guint n_metrics;

  /* Makes the source that the tables read from, of the trace as it is now: quick. NULL with an error. */
  gpointer (*open) (WeftTrace *trace, const WeftQueryOptions *options, GError **error);
  void (*close) (gpointer source);

  /* (nullable) As `open` of a table: makes what most of the tables are made of, for whoever would rather wait for it
   * now than when it first reads one. */
  gboolean (*prepare) (gpointer source, GCancellable *cancellable, GError **error);

  /* As `open` of a table: the findings of the trace (weft_findings_new()). */
  GArray *(*find) (gpointer source, GCancellable *cancellable, GError **error);

  /* The beginning of the first thing in it and the end of the last; FALSE where there is none. */
  gboolean (*get_times) (gpointer source, gint64 *first, gint64 *last);

  const WeftQueryThing *things; /* (nullable) end with no name */

  /* (nullable) What the numbers of things are places in, where these change as the trace grows: (transfer full), NULL
   * with an error as of `open` of a table. */
  gpointer (*hold) (gpointer source, GCancellable *cancellable, GError **error);
  void (*release) (gpointer held);

  /* (nullable) The name of the function that an address lies in; NULL: it is not known. */
  const char *(*find_symbol) (gpointer source, guint64 address);
} WeftQueryFamily;

extern const WeftQueryFamily
  *const weft_query_families[]; /* weft-query-families.c; ends with NULL */

G_END_DECLS
