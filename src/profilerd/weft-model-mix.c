/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-model-mix.h"

#include <string.h>

#define N_LAYERS 16u
#define MATMUL "matmul_reader.cpp\nmatmul_compute.cpp\nmatmul_writer.cpp"

/* The first begins a token, the last two end it, the others are a layer. */
static const WeftModelProgram token[] = {
  { "embedding", "embedding_reader.cpp\nembedding_writer.cpp", 0.5 },
  { "rms_norm", "rms_norm_reader.cpp\nrms_norm_compute.cpp", 0.35 },
  { "qkv_matmul", MATMUL, 1.6 },
  { "rotary", "rotary_compute.cpp", 0.3 },
  { "sdpa_decode", "sdpa_reader.cpp\nsdpa_compute.cpp\nsdpa_writer.cpp", 1.9 },
  { "out_matmul", MATMUL, 1.0 },
  { "all_reduce", "ccl_reader.cpp\nccl_writer.cpp", 0.8 },
  { "ff1_matmul", MATMUL, 2.1 },
  { "silu_mul", "eltwise_compute.cpp", 0.4 },
  { "ff2_matmul", MATMUL, 2.0 },
  { "lm_head", MATMUL, 3.0 },
  { "argmax", "argmax_reader.cpp", 0.3 },
};

#define LAYER_FIRST 1u
#define LAYER_END (G_N_ELEMENTS (token) - 2)

static void
add_step (WeftModelMix *self, guint program)
{
  self->mean_weight =
    (self->mean_weight * self->n_steps + self->programs[program].weight) / (self->n_steps + 1);
  self->steps[self->n_steps++] = (guint8) program;
}

void
weft_model_mix_set_default (WeftModelMix *self)
{
  *self = (WeftModelMix){ .n_programs = G_N_ELEMENTS (token) };
  memcpy (self->programs, token, sizeof token);
  add_step (self, 0);
  for (guint layer = 0; layer < N_LAYERS; layer++)
    for (guint i = LAYER_FIRST; i < LAYER_END; i++)
      add_step (self, i);
  for (guint i = LAYER_END; i < G_N_ELEMENTS (token); i++)
    add_step (self, i);
}

/* The place of a program of that name among those there are, or behind them. */
static guint
find_program (const WeftModelMix *self, const char *name)
{
  guint i;

  for (i = 0; i < self->n_programs; i++)
    if (g_str_equal (self->programs[i].name, name))
      break;
  return i;
}

/* Takes "NAME=WEIGHT", which it changes. */
static gboolean
parse_step (WeftModelMix *self, char *text)
{
  char *weight = strchr (text, '=');
  WeftModelProgram program = { .sources = "", .weight = 1 };
  guint index;

  if (weight != NULL)
    {
      char *end;

      *weight++ = '\0';
      program.weight = g_ascii_strtod (weight, &end);
      if (end == weight || *end != '\0')
        return FALSE;
    }
  index = find_program (self, text);
  if (*text == '\0' || !g_utf8_validate (text, -1, NULL)
      || !(program.weight >= 0.01 && program.weight <= 100)
      || g_strlcpy (program.name, text, sizeof program.name) >= sizeof program.name
      || index == WEFT_MODEL_MAX_PROGRAMS || self->n_steps == WEFT_MODEL_MAX_STEPS)
    return FALSE;
  if (index == self->n_programs)
    self->programs[self->n_programs++] = program;
  add_step (self, index);
  return TRUE;
}

gboolean
weft_model_mix_parse (WeftModelMix *self, const char *text)
{
  g_auto (GStrv) steps = g_strsplit (text, ",", -1);

  *self = (WeftModelMix){ .n_steps = 0 };
  for (guint i = 0; steps[i] != NULL; i++)
    if (!parse_step (self, steps[i]))
      return FALSE;
  return self->n_steps > 0;
}
