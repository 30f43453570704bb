/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-sheet.h"
#include "weft-timeline-stats.h"
#include "weft-timeline-study.h"

G_BEGIN_DECLS

/* The inspector's text about a timeline. Targets of links are those of a WeftTimelineState. */

/* An event: what it is, when, what share of its parent it takes, and where it lies. */
void weft_timeline_sheet_write_event (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot,
                                      const WeftTimelineRoles *roles, guint32 row);

/* The event's launcher, its launches, flows, and content. */
void weft_timeline_sheet_write_study (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot,
                                      const WeftTimelineStudy *study);

/* Its arguments, as they stand in the file. */
void weft_timeline_sheet_write_arguments (WeftFactSheet *sheet,
                                          const WeftTimelineSnapshot *snapshot, guint32 row);

/* All slices with a name. */
void weft_timeline_sheet_write_name (WeftFactSheet *sheet, const WeftTimelineStats *stats,
                                     guint32 name);

/* The sums over all slices, or those of the brushed range (`ranged`), or that a filter lets through
 * (`filtered`). */
void weft_timeline_sheet_write_sums (WeftFactSheet *sheet, const WeftTimelineStats *stats,
                                     gboolean ranged, gboolean filtered);

/* The files' words on themselves, and on the machine that they were recorded on. */
void weft_timeline_sheet_write_files (WeftFactSheet *sheet, const WeftTimelineSnapshot *snapshot);

G_END_DECLS
