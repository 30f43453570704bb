/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In what two pipeline logs differ, A and B; pairs are ops of both that are the same step of the
 * program, by their numbers in the comparison. */

enum
{
  WEFT_LOG_A,
  WEFT_LOG_B,
  WEFT_N_LOGS
};

typedef enum
{
  WEFT_DIFFERENCE_ONLY_A, /* a run of ops that A alone has */
  WEFT_DIFFERENCE_ONLY_B,
  WEFT_DIFFERENCE_LABEL,   /* the same retire id, but not the same label */
  WEFT_DIFFERENCE_TIMING,  /* another latency, or more or fewer cycles since the pair before */
  WEFT_DIFFERENCE_FLUSHES, /* more or fewer ops flushed behind the pair (fetched after it and before
                            * the next pair of its thread) */
  WEFT_N_DIFFERENCES
} WeftDifferenceKind;

typedef struct
{
  WeftDifferenceKind kind;
  guint32 pair;  /* the first it is about */
  guint32 n_ops; /* of the run; 1 for all but runs */
  gint64 cycle;  /* in which the op retired, in A's time: for what B alone has, less the base */
  guint64 values[WEFT_N_LOGS]; /* timing: the latencies. Flushes: the ops flushed */
  gint64 slip;   /* timing: by how much later the op of B retired than if it had kept the distance
                  * that the pair before it in its thread had */
  gint64 drift;  /* by how many cycles B is late here: the sum of the slips so far */
  guint32 group; /* the index of the one that it belongs to */
} WeftDifference;

/* One thing to know: a delay with all the differences in timing that came of it, or a single
 * difference of another kind. */
typedef struct
{
  WeftDifferenceKind kind;
  guint32 pair;  /* with which it begins, in the order of its thread */
  guint32 first; /* the index of that one's difference */
  guint32 n_differences;
  gint64 cycles;    /* by how much B fell behind at most; below 0: it got ahead; 0: all of the ops
                     * retired when they were to */
  gint64 left;      /* how much of that there is at the end of the thread */
  guint32 absorber; /* the pair with which B was back where it had been; WEFT_NO_ROW: none */
} WeftDifferenceGroup;

G_END_DECLS
