/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-uica-ports.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *port;
  guint64 n;       /* in all rounds */
  guint64 n_whole; /* in those that retired whole */
} Port;

/* Of one instruction, in rounds that retired whole. */
typedef struct
{
  guint32 instruction;
  const char *port;
  guint64 n;
} Use;

struct _WeftUicaPorts
{
  WeftPipelineResources *resources; /* NULL: they were given away */
  GArray *ports;                    /* Port */
  GArray *uses;                     /* Use */
};

WeftUicaPorts *
weft_uica_ports_new (void)
{
  WeftUicaPorts *self = g_new0 (WeftUicaPorts, 1);

  self->resources = weft_pipeline_resources_new ();
  self->ports = g_array_new (FALSE, FALSE, sizeof (Port));
  self->uses = g_array_new (FALSE, FALSE, sizeof (Use));
  return self;
}

void
weft_uica_ports_free (WeftUicaPorts *self)
{
  g_clear_pointer (&self->resources, weft_pipeline_resources_free);
  g_array_unref (self->ports);
  g_array_unref (self->uses);
  g_free (self);
}

const char *
weft_uica_ports_get (WeftUicaPorts *self, const char *name, gsize length)
{
  return weft_pipeline_resources_word (self->resources, name, length);
}

/* Cores have a dozen ports; each name is one pointer. */
static Port *
find_port (WeftUicaPorts *self, const char *name)
{
  const Port new = { .port = name };

  for (guint i = 0; i < self->ports->len; i++)
    if (g_array_index (self->ports, Port, i).port == name)
      return &g_array_index (self->ports, Port, i);
  g_array_append_val (self->ports, new);
  return &g_array_index (self->ports, Port, self->ports->len - 1);
}

void
weft_uica_ports_count (WeftUicaPorts *self, const char *port)
{
  find_port (self, port)->n++;
}

void
weft_uica_ports_count_whole (WeftUicaPorts *self, const char *port, guint32 instruction)
{
  const Use new = { instruction, port, 1 };

  find_port (self, port)->n_whole++;
  for (guint i = 0; i < self->uses->len; i++)
    {
      Use *use = &g_array_index (self->uses, Use, i);

      if (use->instruction == instruction && use->port == port)
        {
          use->n++;
          return;
        }
    }
  g_array_append_val (self->uses, new);
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const Use *x = a, *y = b;

  if (x->instruction != y->instruction)
    return x->instruction < y->instruction ? -1 : 1;
  return strcmp (x->port, y->port);
}

static int
compare_ports (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Port *) a)->port, ((const Port *) b)->port);
}

WeftPipelineResources *
weft_uica_ports_finish (WeftUicaPorts *self, gint64 n_cycles, gint64 n_rounds,
                        const GPtrArray *labels)
{
  WeftPipelineResources *resources = g_steal_pointer (&self->resources);
  WeftCodeRegion *region = weft_pipeline_resources_add_region (resources, "");
  const double rounds = n_rounds > 0 ? (double) n_rounds : (double) NAN;

  region->iterations = n_rounds;
  region->cycles = n_cycles;
  g_array_sort (self->ports, compare_ports);
  for (guint i = 0; i < self->ports->len; i++)
    {
      const Port *port = &g_array_index (self->ports, Port, i);

      weft_pipeline_resources_add_bottleneck (
        resources, (WeftBottleneck){ .type = WEFT_BOTTLENECK_RESOURCE,
                                     .name = port->port,
                                     .cycles = (double) port->n,
                                     .per_iteration = (double) port->n_whole / rounds });
    }
  g_array_sort (self->uses, compare_uses);
  for (guint i = 0; i < self->uses->len; i++)
    {
      const Use *use = &g_array_index (self->uses, Use, i);
      const char *label = use->instruction < labels->len ? labels->pdata[use->instruction] : "";
      const WeftPressure pressure = { .instruction = use->instruction,
                                      .label = weft_pipeline_resources_word (resources, label,
                                                                             strlen (label)),
                                      .resource = use->port,
                                      .per_iteration = (double) use->n / rounds };

      g_array_append_val (resources->pressures, pressure);
    }
  weft_pipeline_resources_rank (resources);
  return resources;
}
