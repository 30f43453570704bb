/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-model-options.h"

#include <math.h>
#include <string.h>

WeftModelOptions
weft_model_options_default (void)
{
  WeftModelOptions options = {
    .seed = 1, .n_devices = 4, .rate = 12000, .batch_ns = 4000000, .drift_ppm = NAN
  };

  weft_model_mix_set_default (&options.mix);
  return options;
}

const char *const weft_model_fault_names[] = {
  "flood",     "wrap32",    "wrap64",    "reversed",     "sync-duplicate",
  "sync-late", "sync-echo", "sync-zero", "sync-none",    "frequency",
  "id-fifo",   "d2h",       "id-reuse",  "unobservable", NULL,
};

guint
weft_model_fault_from_string (const char *name)
{
  for (guint i = 0; weft_model_fault_names[i] != NULL; i++)
    if (strcmp (weft_model_fault_names[i], name) == 0)
      return 1u << i;
  return 0;
}
