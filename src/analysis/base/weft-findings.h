/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-number.h"

#include <glib.h>

G_BEGIN_DECLS

/* Findings are the most telling things of a trace, a sentence each. A family collects all that it
 * can say, each with a weight, and the five that weigh most are shown. Whoever makes them does so on
 * a worker; they do not change afterwards. */

/* So many are shown. */
#define WEFT_FINDINGS_SHOWN 5

/* Below this share of a trace a finding tells nobody anything. */
#define WEFT_FINDINGS_MIN_SHARE 0.005

/* The subject of a finding, which a picture beside it tells. */
typedef enum
{
  WEFT_FINDING_OTHER,
  WEFT_FINDING_SLOW,    /* something took longer than its like */
  WEFT_FINDING_TRAFFIC, /* something moves as much as it can */
  WEFT_FINDING_WAIT,    /* something is held up */
  WEFT_FINDING_IDLE,    /* something does nothing */
  WEFT_FINDING_FAILURE,
} WeftFindingKind;

typedef struct
{
  const char *key; /* of machine output: "squash-storm"; static */
  WeftFindingKind kind;
  char *text;             /* one sentence with its number, translated */
  char *figure;           /* what it costs, in short: "12.3 %"; nullable */
  const char *definition; /* what is counted, and what its weight is; translated, static */
  char *target;           /* where to look: a link of the family (weft_view_state_follow_link()) */
  double weight;          /* 0 to 1: the share of something that it accounts for */
} WeftFinding;

/* An empty list, an array of WeftFinding: (transfer full), free with g_array_unref(). */
GArray *weft_findings_new (void);

/* Adds one, whose `text`, `figure` and `target` are taken. One whose weight is not above 0 is dropped. */
void weft_findings_add (GArray *findings, const WeftFinding *finding);

/* Likewise one that costs `share` of the trace, or of something in it: what costs less than
 * WEFT_FINDINGS_MIN_SHARE is dropped. */
void weft_findings_add_cost (GArray *findings, const WeftFinding *finding, double share);

/* Ends the collecting: the weightiest first, in the order in which they were added among equals,
 * and the others left out. */
void weft_findings_rank (GArray *findings);

/* A share from 0 to 1 as sentences write it, "9.3 %": (transfer full). */
char *weft_findings_format_share (double share);

G_END_DECLS
