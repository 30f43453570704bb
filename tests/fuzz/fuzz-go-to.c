/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-bus-target.h"
#include "weft-npu-findings.h"
#include "weft-pipeline-go-to.h"
#include "weft-pipeline-registers.h"
#include "weft-time-map.h"

/* Places by their names, as people type them and as findings and labels have them. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GError) error = NULL;
  WeftPipelineTarget target;
  WeftNpuTarget npu;
  WeftBusTarget bus;
  WeftRatio ratio;
  gboolean done = weft_pipeline_go_to_parse (text, &target, &error);

  if (done)
    g_assert_cmpint (target.kind, <=, WEFT_PIPELINE_TARGET_PC);
  fuzz_check_error (done, &error);
  weft_npu_target_parse (text, &npu);
  weft_bus_target_parse (text, &bus);
  if (weft_ratio_parse (text, &ratio))
    g_assert_true (ratio.numerator > 0 && ratio.denominator > 0);
  return 0;
}
