/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-run-view.h"

#include "weft-npu-sheet.h"
#include "weft-state-sheet.h"

static void
write_run (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftNpuResult *result = weft_npu_state_get_result (WEFT_NPU_STATE (state));

  if (result != NULL)
    weft_npu_sheet_write_run (sheet, result->stats);
}

GtkWidget *
weft_npu_run_view_new (WeftNpuState *state)
{
  return weft_state_sheet_new (WEFT_VIEW_STATE (state), "result", write_run);
}
