/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-soc-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define KEYS(M) \
  M (NAME, "arch_name") \
  M (GRID, "grid") \
  M (WIDTH, "grid.x_size") \
  M (HEIGHT, "grid.y_size") \
  M (WORKERS, "functional_workers") \
  M (DRAM, "dram") \
  M (ETHERNET, "eth") \
  M (PCIE, "pcie") \
  M (ARC, "arc") \
  M (HARVESTED, "harvested_workers")

enum
{
  KEYS (WEFT_JSON_SLOT)
};

static const char *const keys[] = { KEYS (WEFT_JSON_PATH) NULL };

/* A member's number from 1 to the largest side; 0 where it is none. */
static guint
get_side (const WeftJsonRecord *record, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  return value != NULL && value->kind == WEFT_JSON_INTEGER && value->integer >= 1
             && value->integer <= WEFT_NOC_MAX_SIDE
           ? (guint) value->integer
           : 0;
}

/* Digits up to `end`, at most four; FALSE where there are none or more. */
static gboolean
take_number (const char **at, const char *end, guint *number)
{
  const char *start = *at;

  for (*number = 0; *at < end && g_ascii_isdigit (**at) && *at - start < 5; (*at)++)
    *number = *number * 10 + (guint) (**at - '0');
  return *at > start && *at - start < 5;
}

/* "3-7", column and row of a tile on the grid. */
static gboolean
get_tile (const WeftNocTopology *topology, const WeftJsonValue *value, guint *tile)
{
  const char *at = value->text, *end = at + value->length;
  guint x, y;

  if (value->kind != WEFT_JSON_STRING || !take_number (&at, end, &x) || at == end || *at++ != '-'
      || !take_number (&at, end, &y) || at != end || x >= topology->width || y >= topology->height)
    return FALSE;
  *tile = y * topology->width + x;
  return TRUE;
}

/* Takes a list of tiles, which may be missing. Where `controller` is one, they are of that. */
static gboolean
take_tiles (WeftNocTopology *topology, const WeftJsonValue *array, WeftTileType type,
            guint controller)
{
  WeftJsonRecord element;
  const char *at = NULL;
  guint tile;

  if (array == NULL)
    return TRUE;
  if (array->kind != WEFT_JSON_ARRAY)
    return FALSE;
  while (weft_json_next_element (array, &at, NULL, &element))
    {
      if (!get_tile (topology, &element.self, &tile))
        return FALSE;
      topology->types[tile] = (guint8) type;
      topology->controllers[tile] = controller;
      topology->has_tensix = topology->has_tensix || type == WEFT_TILE_TENSIX;
    }
  return TRUE;
}

/* A list for each channel. */
static gboolean
take_dram (WeftNocTopology *topology, const WeftJsonValue *channels)
{
  WeftJsonRecord element;
  const char *at = NULL;

  if (channels == NULL)
    return TRUE;
  if (channels->kind != WEFT_JSON_ARRAY)
    return FALSE;
  while (weft_json_next_element (channels, &at, NULL, &element))
    if (topology->n_controllers == topology->n_tiles
        || !take_tiles (topology, &element.self, WEFT_TILE_DRAM, topology->n_controllers++))
      return FALSE;
  return TRUE;
}

static gboolean
take_harvested (WeftNocTopology *topology, const WeftJsonValue *array)
{
  WeftJsonRecord element;
  const char *at = NULL;
  guint tile;

  if (array == NULL)
    return TRUE;
  if (array->kind != WEFT_JSON_ARRAY)
    return FALSE;
  topology->harvested = g_new0 (guint8, topology->n_tiles);
  while (weft_json_next_element (array, &at, NULL, &element))
    {
      if (!get_tile (topology, &element.self, &tile))
        return FALSE;
      topology->harvested[tile] = TRUE;
    }
  return TRUE;
}

static gboolean
take_all (WeftNocTopology *topology, const WeftJsonRecord *record)
{
  return take_tiles (topology, weft_json_record_get (record, WORKERS), WEFT_TILE_TENSIX,
                     WEFT_NO_CONTROLLER)
         && topology->has_tensix
         && take_tiles (topology, weft_json_record_get (record, ETHERNET), WEFT_TILE_ETHERNET,
                        WEFT_NO_CONTROLLER)
         && take_tiles (topology, weft_json_record_get (record, PCIE), WEFT_TILE_PCIE,
                        WEFT_NO_CONTROLLER)
         && take_tiles (topology, weft_json_record_get (record, ARC), WEFT_TILE_ARC,
                        WEFT_NO_CONTROLLER)
         && take_dram (topology, weft_json_record_get (record, DRAM))
         && take_harvested (topology, weft_json_record_get (record, HARVESTED));
}

const char *
weft_noc_soc_read (const WeftJsonValue *object, WeftNocTopology **topology)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  g_autofree WeftJsonRecord *record = g_new (WeftJsonRecord, 1);
  g_autofree char *name = NULL;
  g_autoptr (WeftNocTopology) read = NULL;
  const WeftJsonValue *value;
  WeftJsonScan scan;
  guint width, height;

  weft_json_scan (schema, object->text, object->length, 0, WEFT_JSON_AT_END, record, &scan);
  width = get_side (record, WIDTH);
  height = get_side (record, HEIGHT);
  value = weft_json_record_get (record, NAME);
  if (value != NULL && value->kind == WEFT_JSON_STRING)
    {
      g_autofree char *bytes = g_strndup (value->text, value->length);

      name = g_utf8_make_valid (bytes, -1);
    }
  if (width > 0 && height > 0)
    read =
      weft_noc_topology_new_plain (name != NULL && *name != '\0' ? name : "torus", width, height);
  if (read == NULL || !take_all (read, record))
    return _ (
      "“soc_descriptor” needs “grid” with “x_size” and “y_size” up to 255, "
      "“functional_workers”, and tiles such as \"1-2\" that are on the grid; it is left out.");
  *topology = g_steal_pointer (&read);
  return NULL;
}
