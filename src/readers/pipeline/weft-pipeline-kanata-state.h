/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-pipeline-kanata-scan.h"
#include "weft-pipeline-writer.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* All that the reader of Kanata logs keeps from line to line, and what of it another reader needs to go on with the trace. */

/* A tail of S and E lines, and the kind that the careful path found for exactly these bytes. */
typedef struct
{
  guint64 tail;
  guint32 kind; /* WEFT_MAP64_NONE: none yet */
} Tail;

typedef struct
{
  WeftReader base;

  WeftPipelineWriter *writer;
  WeftTextStore *texts; /* (nullable) */
  gint64 line;
  gint64 cycle;
  gint64 last_cycle;
  gboolean has_header;
  gboolean has_characters; /* in the place of types of R */
  char *prefix;            /* of all lines of the log; NULL: they have none */
  gsize prefix_length;
  WeftMap64 kinds;    /* by tail */
  WeftScanBatch *own; /* of what nobody else has scanned */

  /* of the batch that is being applied */
  gint64 id_base;
  Tail tails[WEFT_KANATA_N_TAILS];
} WeftPipelineKanataReader;

/* For weft_reader_get_state(). */
GVariant *weft_kanata_state_save (const WeftReader *reader);

/* FALSE where it is no such state. */
gboolean weft_kanata_state_restore (WeftPipelineKanataReader *self, GVariant *state);

G_END_DECLS
