/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Takes lines of a gem5 log apart that are records of the form which gem5 prints: the tag first, plain digits, no
 * blanks. Every other line is left as it is. What is found does not depend on the lines before.
 *
 * A batch has records of one line each. The first word is made of the fields below, then follows the tick; behind it of a
 * fetch the PC and the sequence number, of a retire the tick of the store (0: none). */

#define WEFT_O3_TAG "O3PipeView:"
#define WEFT_O3_TAG_LENGTH (sizeof WEFT_O3_TAG - 1)

/* Stages, by which records go, and one more that debug lines tell of. */
enum
{
  WEFT_O3_FETCH,
  WEFT_O3_DECODE,
  WEFT_O3_RENAME,
  WEFT_O3_DISPATCH,
  WEFT_O3_ISSUE,
  WEFT_O3_COMPLETE,
  WEFT_O3_RETIRE,
  WEFT_O3_MEMORY,
  WEFT_O3_N_STAGES
};

/* In place of a stage: a line that is left as it is; its length follows. */
#define WEFT_O3_SCAN_OTHER 0xffu

static inline guint
weft_o3_scan_stage (guint64 word)
{
  return word & 0xff;
}

/* Bytes of the line before its tick. */
static inline gsize
weft_o3_scan_digits (guint64 word)
{
  return word >> 8 & 0xff;
}

/* Bytes of the line, with its newline. */
static inline gsize
weft_o3_scan_length (guint64 word)
{
  return word >> 16;
}

/* How many words the record of a stage has. */
static inline guint
weft_o3_scan_n_words (guint stage)
{
  return stage == WEFT_O3_FETCH ? 4 : stage == WEFT_O3_RETIRE ? 3 : 2;
}

/* The stage whose word and colon stand at `p`, and in `field` what is behind them; WEFT_O3_N_STAGES: none. */
guint weft_pipeline_o3_match_stage (const char *p, const char *end, const char **field);

/* Scans lines until the batch, which is empty, has no room for more. */
void weft_pipeline_o3_scan (const char *bytes, gsize length, WeftScanBatch *batch);

G_END_DECLS
