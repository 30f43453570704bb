/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pieces of code as a whole, as a model of a core tells of them, such as llvm-mca: how often they ran, what
 * they occupied, and what they waited for. Written by one reader, then immutable, for any thread. */

/* Where a number of one of these is not known. */
#define WEFT_RESOURCES_UNKNOWN ((gint64) -1)

typedef struct
{
  const char *name; /* "" where it has none */
  gint64 iterations;
  gint64 instructions; /* of all iterations, as are */
  gint64 cycles;
  gint64 uops;
  gint64 width; /* uops that can be dispatched in one cycle */
  double ipc;   /* NaN: not known, as the two below */
  double uops_per_cycle;
  double block_throughput; /* cycles per iteration, were there no dependencies */
} WeftCodeRegion;

typedef enum
{
  WEFT_BOTTLENECK_RESOURCE, /* a unit or port is in use */
  WEFT_BOTTLENECK_DISPATCH, /* nothing is dispatched for want of it */
} WeftBottleneckType;

/* "resource" or "dispatch": the word of tables and machine output. */
const char *weft_bottleneck_type_to_string (WeftBottleneckType type);

typedef struct
{
  guint32 region;
  WeftBottleneckType type;
  const char *name;
  double per_iteration; /* cycles; NaN where the iterations are not known */
  double cycles;        /* of all iterations; likewise */
  double share;         /* of the region's cycles; NaN where they are not known */
} WeftBottleneck;

/* How long one instruction occupies one resource. */
typedef struct
{
  guint32 region;
  guint32 instruction; /* from 0 within the region */
  const char *label;
  const char *resource;
  double per_iteration; /* cycles */
} WeftPressure;

typedef struct
{
  GArray *regions;     /* WeftCodeRegion */
  GArray *bottlenecks; /* WeftBottleneck, those with the largest share first */
  GArray *pressures;   /* WeftPressure, in order of regions and instructions */
  GStringChunk *words; /* where the names above lie */
} WeftPipelineResources;

WeftPipelineResources *weft_pipeline_resources_new (void);
void weft_pipeline_resources_free (WeftPipelineResources *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineResources, weft_pipeline_resources_free)

/* A name that lives as long as `self`, made valid UTF-8. */
const char *weft_pipeline_resources_word (WeftPipelineResources *self, const char *text,
                                          gsize length);

/* Adds a region of which nothing but its name is known. It is valid until the next one. */
WeftCodeRegion *weft_pipeline_resources_add_region (WeftPipelineResources *self, const char *name);

/* Adds a bottleneck by its cycles, of which one number may be NaN: it follows from the other and the
 * region, as does the share. */
void weft_pipeline_resources_add_bottleneck (WeftPipelineResources *self,
                                             WeftBottleneck bottleneck);

/* Everything is there: puts bottlenecks in order. */
void weft_pipeline_resources_rank (WeftPipelineResources *self);

G_END_DECLS
