/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-timeline-stats.h"

G_BEGIN_DECLS

/* The tables of a timeline's statistics. */

typedef enum
{
  WEFT_TIMELINE_TABLE_NAME,
  WEFT_TIMELINE_TABLE_CATEGORY,
  WEFT_TIMELINE_TABLE_PROCESS,
  WEFT_TIMELINE_TABLE_THREAD, /* of the host */
  WEFT_TIMELINE_TABLE_STREAM, /* of devices */
  WEFT_TIMELINE_TABLE_DEVICE,
  WEFT_TIMELINE_TABLE_COUNTER,
  WEFT_TIMELINE_TABLE_INSTANT,
  WEFT_TIMELINE_N_TABLES
} WeftTimelineTable;

/* Their words in machine output, NULL-terminated: "name", "category", … */
extern const char *const weft_timeline_table_words[];

/* The schema of its rows. */
extern const WeftSchema weft_timeline_table_schemas[WEFT_TIMELINE_N_TABLES];

/* The table over `stats`, as long as those are there. Of the streams and threads `rows` is set: it lives
 * as long as they do. */
WeftFacts weft_timeline_facts_get (const WeftTimelineStats *stats, WeftTimelineTable table);

/* Lets people read the columns in ns of a table over `snapshot` as times: points of it from its first
 * event on, as on the ruler. */
void weft_timeline_facts_set_time (WeftFacts *facts, const WeftTimelineSnapshot *snapshot);

/* The filter for the events that a row of the table (of the facts, in its own order) counts: (transfer
 * full), NULL where there is none (of counters). */
char *weft_timeline_facts_make_filter (const WeftTimelineStats *stats, WeftTimelineTable table,
                                       guint row);

G_END_DECLS
