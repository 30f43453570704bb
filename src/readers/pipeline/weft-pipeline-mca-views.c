/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-mca-views.h"

#include <math.h>

/* A resource in use, by its number. */
typedef struct
{
  guint32 region;
  guint32 instruction; /* the number of instructions: all of them together */
  guint32 resource;
  double per_iteration;
  const char *label; /* NULL: of all of them */
} Use;

enum
{
  USE_INSTRUCTION,
  USE_RESOURCE,
  USE_CYCLES,
};

void
weft_mca_views_init (WeftMcaViews *self)
{
  static const char *const keys[] = { "InstructionIndex", "ResourceIndex", "ResourceUsage", NULL };

  self->resources = weft_pipeline_resources_new ();
  self->uses = g_array_new (FALSE, FALSE, sizeof (Use));
  self->use_schema = weft_json_schema_new (keys);
}

void
weft_mca_views_clear (WeftMcaViews *self)
{
  g_clear_pointer (&self->resources, weft_pipeline_resources_free);
  g_array_unref (self->uses);
  weft_json_schema_free (self->use_schema);
}

/* --- one region --------------------------------------------------------------------------------- */

static gint64
get_count (const WeftJsonRecord *region, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (region, slot);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0)
    return WEFT_RESOURCES_UNKNOWN;
  return value->integer;
}

static double
get_rate (const WeftJsonRecord *region, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (region, slot);

  return value != NULL && weft_json_is_number (value) ? weft_json_get_real (value) : (double) NAN;
}

static void
read_summary (WeftMcaViews *self, const WeftJsonRecord *record, const char *name)
{
  WeftCodeRegion *region = weft_pipeline_resources_add_region (self->resources, name);

  region->iterations = get_count (record, MCA_ITERATIONS);
  region->instructions = get_count (record, MCA_N_INSTRUCTIONS);
  region->cycles = get_count (record, MCA_CYCLES);
  region->uops = get_count (record, MCA_UOPS);
  region->width = get_count (record, MCA_WIDTH);
  region->ipc = get_rate (record, MCA_IPC);
  region->uops_per_cycle = get_rate (record, MCA_UOPS_PER_CYCLE);
  region->block_throughput = get_rate (record, MCA_THROUGHPUT);
}

/* The word for a key of DispatchStatistics; the key itself where it is not known. */
static const char *
name_stall (WeftMcaViews *self, const WeftJsonValue *key)
{
  static const struct
  {
    const char *key;
    const char *name;
  } names[] = {
    { "RAT", "register file" },     { "RCU", "retire unit" }, { "SCHEDQ", "scheduler" },
    { "LQ", "load queue" },         { "SQ", "store queue" },  { "GROUP", "dispatch group" },
    { "USH", "structural hazard" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (weft_json_is_string (key, names[i].key, strlen (names[i].key)))
      return names[i].name;
  return weft_pipeline_resources_word (self->resources, key->text, key->length);
}

static gboolean
read_stalls (WeftMcaViews *self, const WeftJsonValue *stalls)
{
  const guint32 region = self->resources->regions->len - 1;
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord record;

  if (stalls->kind != WEFT_JSON_OBJECT)
    return FALSE;
  while (weft_json_next_member (stalls, &place, &key, self->use_schema, &record))
    {
      if (!weft_json_is_number (&record.self))
        return FALSE;
      if (weft_json_get_real (&record.self) > 0)
        weft_pipeline_resources_add_bottleneck (
          self->resources, (WeftBottleneck){ .region = region,
                                             .type = WEFT_BOTTLENECK_DISPATCH,
                                             .name = name_stall (self, &key),
                                             .per_iteration = (double) NAN,
                                             .cycles = weft_json_get_real (&record.self) });
    }
  return TRUE;
}

static gboolean
get_index (const WeftJsonRecord *record, guint slot, guint32 *index)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0
      || value->integer > G_MAXINT32)
    return FALSE;
  *index = (guint32) value->integer;
  return TRUE;
}

static gboolean
read_uses (WeftMcaViews *self, const WeftJsonValue *list, const GPtrArray *labels)
{
  const char *place = NULL;
  WeftJsonRecord record;

  if (list->kind != WEFT_JSON_ARRAY)
    return FALSE;
  while (weft_json_next_element (list, &place, self->use_schema, &record))
    {
      Use use = { .region = self->resources->regions->len - 1 };

      if (!get_index (&record, USE_INSTRUCTION, &use.instruction)
          || !get_index (&record, USE_RESOURCE, &use.resource) || use.instruction > labels->len)
        return FALSE;
      use.per_iteration = get_rate (&record, USE_CYCLES);
      if (use.instruction < labels->len)
        use.label = weft_pipeline_resources_word (self->resources, labels->pdata[use.instruction],
                                                  strlen (labels->pdata[use.instruction]));
      g_array_append_val (self->uses, use);
    }
  return TRUE;
}

gboolean
weft_mca_views_read (WeftMcaViews *self, const WeftJsonRecord *region, const char *name,
                     const GPtrArray *labels, guint64 *offset)
{
  const WeftJsonValue *stalls = weft_json_record_get (region, MCA_STALLS);
  const WeftJsonValue *uses = weft_json_record_get (region, MCA_PRESSURE_INFO);

  read_summary (self, region, weft_pipeline_resources_word (self->resources, name, strlen (name)));
  if (stalls != NULL && !read_stalls (self, stalls))
    {
      *offset = weft_json_record_offset (region, stalls);
      return FALSE;
    }
  if (uses != NULL && !read_uses (self, uses, labels))
    {
      *offset = weft_json_record_offset (region, uses);
      return FALSE;
    }
  return TRUE;
}

/* --- all of them -------------------------------------------------------------------------------- */

/* The control character that an escape stands for, such as "\\u0001" or "\\t"; −1: it is none. */
static int
read_control (const char *text, gsize length, gsize *n)
{
  static const char letters[] = "btnfr", codes[] = { 8, 9, 10, 12, 13 };
  const char *letter = length > 1 && text[0] == '\\' ? strchr (letters, text[1]) : NULL;

  *n = 2;
  if (letter != NULL && *letter != '\0')
    return codes[letter - letters];
  *n = 6;
  if (length < 6 || strncmp (text, "\\u00", 4) != 0 || text[4] < '0' || text[4] > '1'
      || !g_ascii_isxdigit (text[5]))
    return -1;
  return 16 * (text[4] - '0') + g_ascii_xdigit_value (text[5]);
}

/* Units that are several end in their number, a raw byte: ".\u0001" is ".1". Strings that are decoded have no
 * zero, so it is read as it is written. */
static const char *
name_resource (WeftMcaViews *self, const WeftJsonValue *value)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gsize n;

  for (gsize i = 0; i < value->length; i += n)
    {
      int code = read_control (value->text + i, value->length - i, &n);

      if (code >= 0)
        g_string_append_printf (name, "%d", code);
      else
        g_string_append_c (name, value->text[i]);
      if (code < 0)
        n = 1;
    }
  return weft_pipeline_resources_word (self->resources, name->str, name->len);
}

/* The names of resources by their numbers: (transfer full), of what `self` owns. */
static GPtrArray *
read_names (WeftMcaViews *self, const WeftJsonValue *target)
{
  static const char *const keys[] = { "Resources", NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  GPtrArray *names = g_ptr_array_new ();
  const WeftJsonValue *list;
  const char *place = NULL;
  WeftJsonRecord record, element;
  WeftJsonScan scan;

  if (target == NULL || target->kind != WEFT_JSON_OBJECT
      || weft_json_scan (schema, target->text, target->length, 0, WEFT_JSON_AT_END, &record, &scan)
           != WEFT_JSON_OK)
    return names;
  list = weft_json_record_get (&record, 0);
  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return names;
  while (weft_json_next_element (list, &place, schema, &element))
    g_ptr_array_add (names, element.self.kind == WEFT_JSON_STRING
                              ? (gpointer) name_resource (self, &element.self)
                              : NULL);
  return names;
}

static const char *
get_name (WeftMcaViews *self, const GPtrArray *names, guint32 resource)
{
  g_autofree char *number = g_strdup_printf ("%u", resource);

  if (resource < names->len && names->pdata[resource] != NULL)
    return names->pdata[resource];
  return weft_pipeline_resources_word (self->resources, number, strlen (number));
}

WeftPipelineResources *
weft_mca_views_finish (WeftMcaViews *self, const WeftJsonValue *target)
{
  g_autoptr (GPtrArray) names = read_names (self, target);

  for (guint i = 0; i < self->uses->len; i++)
    {
      const Use *use = &g_array_index (self->uses, Use, i);
      const WeftPressure pressure = { .region = use->region,
                                      .instruction = use->instruction,
                                      .label = use->label,
                                      .resource = get_name (self, names, use->resource),
                                      .per_iteration = use->per_iteration };

      if (use->label != NULL)
        g_array_append_val (self->resources->pressures, pressure);
      else
        weft_pipeline_resources_add_bottleneck (
          self->resources, (WeftBottleneck){ .region = use->region,
                                             .type = WEFT_BOTTLENECK_RESOURCE,
                                             .name = pressure.resource,
                                             .per_iteration = use->per_iteration,
                                             .cycles = (double) NAN });
    }
  if (self->resources->regions->len == 0)
    return NULL;
  weft_pipeline_resources_rank (self->resources);
  return g_steal_pointer (&self->resources);
}
