/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which programs a modelled device runs, in which order, and how long each takes beside the
 * others. */

#define WEFT_MODEL_MAX_PROGRAMS 16
#define WEFT_MODEL_MAX_STEPS 256

typedef struct
{
  char name[48];
  const char *sources; /* the files of its kernels, one per line; lives for ever */
  double weight;       /* of its length */
} WeftModelProgram;

typedef struct
{
  WeftModelProgram programs[WEFT_MODEL_MAX_PROGRAMS];
  guint n_programs;
  guint8 steps[WEFT_MODEL_MAX_STEPS]; /* programs in the order in which they run, again and again */
  guint n_steps;
  double mean_weight; /* of a step */
} WeftModelMix;

/* A token of a language model with 16 layers: 147 steps of 12 programs. */
void weft_model_mix_set_default (WeftModelMix *self);

/* "NAME=WEIGHT,NAME,…": programs that run in this order; weights are 0.01 to 100, 1 where none is
 * given. A name that comes again is the same program, whose weight is that of the first time. FALSE,
 * with `self` as it may be, where the text makes no sense or names too many. */
gboolean weft_model_mix_parse (WeftModelMix *self, const char *text);

G_END_DECLS
