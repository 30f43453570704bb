/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-attribution.h"
#include "weft-pipeline-writer.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The columns of XiangShan's table LifeTimeCommitTrace, found by their names in the result of a query:
 * no order is promised, and versions add some. */

/* The stages of an op, and how they are called. */
#define WEFT_XIANGSHAN_N_STAGES 11

/* A column that is not known. */
typedef struct
{
  char *name;
  int column;
  guint64 n; /* rows so far that have a value there */
} WeftXiangshanUnknown;

typedef struct
{
  int stages[WEFT_XIANGSHAN_N_STAGES]; /* columns; −1: there is no such, as below */
  int id;
  int sn;
  int uop;
  int tid;
  int disassembly;
  int pc;
  int replay; /* of the table of loads */
  int reason; /* of a stall, */
  int second; /* what comes after it, */
  int stall;  /* and its cycles */
  int n;
  GArray *unknown; /* WeftXiangshanUnknown, in the order of the columns */
} WeftXiangshanColumns;

void weft_xiangshan_columns_init (WeftXiangshanColumns *self, sqlite3_stmt *query);
void weft_xiangshan_columns_clear (WeftXiangshanColumns *self);

/* "Rn": the stage of a column. */
const char *weft_xiangshan_stage_name (guint stage);

/* A tick of the row; 0: the op did not pass that stage. */
gint64 weft_xiangshan_columns_get_tick (const WeftXiangshanColumns *self, sqlite3_stmt *query,
                                        guint stage);

/* A number of the row, `otherwise` where there is none. */
gint64 weft_xiangshan_get_number (sqlite3_stmt *query, int column, gint64 otherwise);

/* Appends the name of the row: its PC, a colon, its disassembly or the word of the instruction, and which micro-op it
 * is. A PC that SQLite has rounded carries a ≈. */
void weft_xiangshan_columns_append_label (const WeftXiangshanColumns *self, sqlite3_stmt *query,
                                          GString *text);

/* The op's stalls as the row attributes them: its texts are good until the next row. FALSE: nothing. */
gboolean weft_xiangshan_columns_get_attribution (const WeftXiangshanColumns *self,
                                                 sqlite3_stmt *query,
                                                 WeftPipelineAttribution *attribution);

/* All columns of the row as they stand there, a line each. Counts those that are not known. */
void weft_xiangshan_columns_append_detail (WeftXiangshanColumns *self, sqlite3_stmt *query,
                                           GString *text);

G_END_DECLS
