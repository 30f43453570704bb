/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-resources.h"

#include <math.h>

const char *
weft_bottleneck_type_to_string (WeftBottleneckType type)
{
  return type == WEFT_BOTTLENECK_RESOURCE ? "resource" : "dispatch";
}

WeftPipelineResources *
weft_pipeline_resources_new (void)
{
  WeftPipelineResources *self = g_new0 (WeftPipelineResources, 1);

  self->regions = g_array_new (FALSE, FALSE, sizeof (WeftCodeRegion));
  self->bottlenecks = g_array_new (FALSE, FALSE, sizeof (WeftBottleneck));
  self->pressures = g_array_new (FALSE, FALSE, sizeof (WeftPressure));
  self->words = g_string_chunk_new (1024);
  return self;
}

void
weft_pipeline_resources_free (WeftPipelineResources *self)
{
  g_array_unref (self->regions);
  g_array_unref (self->bottlenecks);
  g_array_unref (self->pressures);
  g_string_chunk_free (self->words);
  g_free (self);
}

const char *
weft_pipeline_resources_word (WeftPipelineResources *self, const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);

  return g_string_chunk_insert_const (self->words, valid);
}

WeftCodeRegion *
weft_pipeline_resources_add_region (WeftPipelineResources *self, const char *name)
{
  const WeftCodeRegion region = { .name = name,
                                  .iterations = WEFT_RESOURCES_UNKNOWN,
                                  .instructions = WEFT_RESOURCES_UNKNOWN,
                                  .cycles = WEFT_RESOURCES_UNKNOWN,
                                  .uops = WEFT_RESOURCES_UNKNOWN,
                                  .width = WEFT_RESOURCES_UNKNOWN,
                                  .ipc = (double) NAN,
                                  .uops_per_cycle = (double) NAN,
                                  .block_throughput = (double) NAN };

  g_array_append_val (self->regions, region);
  return &g_array_index (self->regions, WeftCodeRegion, self->regions->len - 1);
}

void
weft_pipeline_resources_add_bottleneck (WeftPipelineResources *self, WeftBottleneck bottleneck)
{
  const WeftCodeRegion *of = &g_array_index (self->regions, WeftCodeRegion, bottleneck.region);
  double iterations = of->iterations > 0 ? (double) of->iterations : (double) NAN;

  if (isnan (bottleneck.cycles))
    bottleneck.cycles = bottleneck.per_iteration * iterations;
  if (isnan (bottleneck.per_iteration))
    bottleneck.per_iteration = bottleneck.cycles / iterations;
  bottleneck.share = of->cycles > 0 ? bottleneck.cycles / (double) of->cycles : (double) NAN;
  g_array_append_val (self->bottlenecks, bottleneck);
}

/* By share, those without one last, otherwise as they were added. */
static int
compare_bottlenecks (gconstpointer a, gconstpointer b)
{
  const WeftBottleneck *x = a, *y = b;
  double left = isnan (x->share) ? -1 : x->share, right = isnan (y->share) ? -1 : y->share;

  return (left < right) - (left > right);
}

void
weft_pipeline_resources_rank (WeftPipelineResources *self)
{
  /* GLib's sort of arrays keeps the order of what is equal. */
  g_array_sort (self->bottlenecks, compare_bottlenecks);
}
