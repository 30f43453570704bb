/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-bus-fields.h"
#include "weft-expression-complete.h"
#include "weft-live-record-fields.h"
#include "weft-noc-fields.h"
#include "weft-npu-fields.h"
#include "weft-pipeline-op-fields.h"
#include "weft-timeline-fields.h"

#include <string.h>

/* Filters of every family: an expression, or an error whose place lies in the text; whatever was typed can be
 * completed at any place. */

static void
check_language (const WeftLanguage *language, const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftTextPlace place = { 0, 0 };
  WeftExpression *expression = weft_expression_parse (language, text, &place, &error);

  if (expression == NULL)
    g_assert_cmpuint (place.start + place.length, <=, strlen (text));
  fuzz_check_error (expression != NULL, &error);
  if (expression == NULL)
    return;
  g_assert_nonnull (weft_expression_get_root (expression));
  weft_expression_unref (expression);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  const WeftLanguage *const languages[] = { weft_op_language (),       weft_noc_language (),
                                            weft_npu_language (),      weft_bus_language (),
                                            weft_timeline_language (), weft_live_language () };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    check_language (languages[i], text);
  return 0;
}
