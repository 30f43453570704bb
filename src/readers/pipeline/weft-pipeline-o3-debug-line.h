/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One line of gem5's debug output, "TICK: COMPONENT: MESSAGE", as it is about an op
 * (docs/formats/o3pipeview.md, "Debug lines"). All texts point into the line. */

/* A physical register. */
typedef struct
{
  gint64 number;          /* −1: none */
  const char *class_name; /* not terminated; empty where the line names none */
  gsize class_length;
} WeftO3Register;

typedef struct
{
  gint64 tick;        /* −1: the line does not begin with one */
  gint64 sn;          /* of the op that the line names; −1: none */
  gint64 tid;         /* of the thread that it names; −1: none */
  const char *detail; /* what of it is worth showing; NULL: nothing */
  gsize detail_length;
  gboolean ends_memory;   /* the op's memory access completes at the tick */
  WeftO3Register written; /* that the op is given to write */
  WeftO3Register read;    /* that the op reads */
} WeftPipelineO3DebugLine;

/* Reads any line, without its newline. */
void weft_pipeline_o3_debug_line_parse (WeftPipelineO3DebugLine *self, const char *text,
                                        gsize length);

G_END_DECLS
