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

typedef struct
{
  const char *key;        /* of machine output: "squash-storm"; static */
  char *text;             /* one sentence with its number, translated */
  const char *definition; /* what is counted, and what its weight is; translated, static */
  char *target;           /* where to look: a link of the family (weft_view_state_follow_link()) */
  double weight;          /* 0 to 1: the share of something that it accounts for */
} WeftFinding;

/* An empty list, an array of WeftFinding: (transfer full), free with g_array_unref(). */
GArray *weft_findings_new (void);

/* Adds one. Takes `text` and `target`. One whose weight is not above 0 is dropped. */
void weft_findings_take (GArray *findings, const char *key, double weight, char *text,
                         const char *definition, char *target);

/* Ends the collecting: the weightiest first, in the order in which they were added among equals,
 * and the others left out. */
void weft_findings_rank (GArray *findings);

/* A share from 0 to 1 as sentences write it, "9.3 %": (transfer full). */
char *weft_findings_format_share (double share);

G_END_DECLS
