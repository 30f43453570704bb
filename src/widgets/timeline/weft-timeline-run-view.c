/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-run-view.h"

#include "weft-state-sheet.h"
#include "weft-timeline-sheet.h"

static void
write_run (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (WEFT_TIMELINE_STATE (state));

  if (result != NULL)
    weft_timeline_sheet_write_files (sheet, result->question.snapshot);
}

GtkWidget *
weft_timeline_run_view_new (WeftTimelineState *state)
{
  return weft_state_sheet_new (WEFT_VIEW_STATE (state), "result", write_run);
}
