/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-model-mix.h"

#include <math.h>

/* Programs of a modelled device, as they stand on the command line: whatever makes sense has names that are UTF-8, and
 * steps that name programs which there are. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup (size > 0 ? (const char *) data : "", size);
  WeftModelMix mix;

  if (!weft_model_mix_parse (&mix, text))
    return 0;
  g_assert_cmpuint (mix.n_programs, <=, WEFT_MODEL_MAX_PROGRAMS);
  g_assert_true (mix.n_steps > 0 && mix.n_steps <= WEFT_MODEL_MAX_STEPS);
  g_assert_true (mix.mean_weight > 0 && isfinite (mix.mean_weight));
  for (guint i = 0; i < mix.n_programs; i++)
    g_assert_true (*mix.programs[i].name != '\0'
                   && g_utf8_validate (mix.programs[i].name, -1, NULL));
  for (guint i = 0; i < mix.n_steps; i++)
    g_assert_cmpuint (mix.steps[i], <, mix.n_programs);
  return 0;
}
