/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-topology.h"

#include "weft-json-load.h"
#include "weft-topology-resources.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define RESOURCE_PREFIX "/io/github/weft_viewer/topology/"

static const char type_letters[] = ".TDEPA";

const char *
weft_tile_type_to_string (WeftTileType type)
{
  static const char *const words[] = { "router", "tensix", "dram", "ethernet", "pcie", "arc" };

  return words[type];
}

/* --- reading one ------------------------------------------------------------------------------ */

static gboolean
fail (GError **error, const char *member, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "“%s”: %s", member, what);
  return FALSE;
}

/* A number of at least 0; FALSE, with an error, where there is none. */
static gboolean
read_number (JsonObject *object, const char *member, double *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) == G_TYPE_STRING
      || !((*value = json_node_get_double (node)) >= 0) || !isfinite (*value))
    return fail (error, member, _ ("a number of at least 0 is expected here"));
  return TRUE;
}

static JsonObject *
get_object (JsonObject *object, const char *member, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);
  fail (error, member, _ ("an object is expected here"));
  return NULL;
}

static JsonArray *
get_array (JsonObject *object, const char *member, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  fail (error, member, _ ("an array is expected here"));
  return NULL;
}

static const char *
get_string (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

/* A grid of routers of which nothing is known but its size. */
static void
set_size (WeftNocTopology *self, guint width, guint height)
{
  self->width = CLAMP (width, 1, WEFT_NOC_MAX_SIDE);
  self->height = CLAMP (height, 1, WEFT_NOC_MAX_SIDE);
  self->n_tiles = self->width * self->height;
  self->types = g_new0 (guint8, self->n_tiles);
  self->controllers = g_new (guint, self->n_tiles);
  for (guint tile = 0; tile < self->n_tiles; tile++)
    self->controllers[tile] = WEFT_NO_CONTROLLER;
}

static gboolean
read_rows (WeftNocTopology *self, JsonArray *rows, GError **error)
{
  guint height = json_array_get_length (rows);
  const char *first = height > 0 ? get_string (json_array_get_element (rows, 0)) : NULL;
  gsize width = first != NULL ? strlen (first) : 0;

  if (height > WEFT_NOC_MAX_SIDE || width < 1 || width > WEFT_NOC_MAX_SIDE)
    return fail (error, "rows", _ ("1 to 255 strings of 1 to 255 letters are expected here"));
  set_size (self, (guint) width, height);
  for (guint y = 0; y < height; y++)
    {
      const char *row = get_string (json_array_get_element (rows, y));

      if (row == NULL || strlen (row) != width)
        return fail (error, "rows", _ ("all rows need the same number of letters"));
      for (guint x = 0; x < width; x++)
        {
          const char *letter = strchr (type_letters, row[x]);

          if (letter == NULL)
            return fail (error, "rows",
                         _ ("only the letters T, D, E, P, A and “.” are known here"));
          self->types[y * width + x] = (guint8) (letter - type_letters);
          self->has_tensix = self->has_tensix || *letter == 'T';
        }
    }
  return TRUE;
}

/* "dram_controllers": for each controller the [x, y] of its tiles. */
static gboolean
read_controllers (WeftNocTopology *self, JsonArray *controllers, GError **error)
{
  static const char expected[] = N_ ("at most 254 arrays of [x, y] on the grid are expected here");

  self->n_controllers = json_array_get_length (controllers);
  if (self->n_controllers >= G_MAXUINT8)
    return fail (error, "dram_controllers", _ (expected));
  for (guint c = 0; c < self->n_controllers; c++)
    {
      JsonNode *tiles = json_array_get_element (controllers, c);

      if (!JSON_NODE_HOLDS_ARRAY (tiles))
        return fail (error, "dram_controllers", _ (expected));
      for (guint i = 0; i < json_array_get_length (json_node_get_array (tiles)); i++)
        {
          JsonNode *tile = json_array_get_element (json_node_get_array (tiles), i);
          JsonArray *pair = JSON_NODE_HOLDS_ARRAY (tile) ? json_node_get_array (tile) : NULL;
          gint64 x, y;

          if (pair == NULL || json_array_get_length (pair) != 2
              || !JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 0))
              || !JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 1)))
            return fail (error, "dram_controllers", _ (expected));
          x = json_array_get_int_element (pair, 0);
          y = json_array_get_int_element (pair, 1);
          if (x < 0 || x >= self->width || y < 0 || y >= self->height)
            return fail (error, "dram_controllers", _ (expected));
          self->controllers[(guint) y * self->width + (guint) x] = c;
        }
    }
  return TRUE;
}

/* Types that are not named have the rate of Tensix tiles, which every chip names. */
static gboolean
read_type_rates (JsonObject *object, const char *member, double *rates, GError **error)
{
  JsonObject *types = get_object (object, member, error);

  if (types == NULL || !read_number (types, "tensix", &rates[WEFT_TILE_TENSIX], error))
    return FALSE;
  for (guint type = 0; type < WEFT_N_TILE_TYPES; type++)
    {
      rates[type] = rates[WEFT_TILE_TENSIX];
      if (json_object_has_member (types, weft_tile_type_to_string (type))
          && !read_number (types, weft_tile_type_to_string (type), &rates[type], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_packet_rates (WeftNocTopology *self, JsonObject *object, GError **error)
{
  JsonArray *pairs = get_array (object, "packet_rates", error);

  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonNode *node = json_array_get_element (pairs, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      WeftNocPacketRate rate = { 0, 0 };

      if (pair != NULL && json_array_get_length (pair) == 2
          && JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 0))
          && JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 1)))
        {
          rate.bytes = json_array_get_double_element (pair, 0);
          rate.rate = json_array_get_double_element (pair, 1);
        }
      if (!(rate.rate > 0) || !isfinite (rate.rate) || !isfinite (rate.bytes)
          || !(rate.bytes
               > (i > 0 ? g_array_index (self->packet_rates, WeftNocPacketRate, i - 1).bytes : 0)))
        return fail (error, "packet_rates",
                     _ ("pairs of [bytes, bytes per cycle] with rising sizes are expected here"));
      g_array_append_val (self->packet_rates, rate);
    }
  return self->packet_rates->len > 0
         || fail (error, "packet_rates", _ ("at least one pair is expected here"));
}

static gboolean
read_latencies (WeftNocTopology *self, JsonObject *object, GError **error)
{
  static const char *const places[] = { "tile", "column", "row", "other" };
  JsonObject *read = get_object (object, "read_latency", error);
  JsonObject *write = read != NULL ? get_object (object, "write_latency", error) : NULL;

  if (write == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (!read_number (read, places[i], &self->read_latency[i], error))
      return FALSE;
  return read_number (write, "base", &self->write_latency, error)
         && read_number (write, "hop", &self->hop_latency, error);
}

static gboolean
read_names (WeftNocTopology *self, JsonObject *object, GError **error)
{
  g_autoptr (GPtrArray) types = g_ptr_array_new_with_free_func (g_free);

  if (!json_object_has_member (object, "name")
      || get_string (json_object_get_member (object, "name")) == NULL)
    return fail (error, "name", _ ("a string is expected here"));
  self->name = g_strdup (get_string (json_object_get_member (object, "name")));
  if (json_object_has_member (object, "title"))
    self->title = g_strdup (get_string (json_object_get_member (object, "title")));
  if (self->title == NULL)
    self->title = g_strdup (self->name);
  if (json_object_has_member (object, "cluster_types"))
    {
      JsonArray *array = get_array (object, "cluster_types", error);

      if (array == NULL)
        return FALSE;
      for (guint i = 0; i < json_array_get_length (array); i++)
        if (get_string (json_array_get_element (array, i)) != NULL)
          g_ptr_array_add (types, g_strdup (get_string (json_array_get_element (array, i))));
    }
  g_ptr_array_add (types, NULL);
  self->cluster_types = (char **) g_ptr_array_free (g_steal_pointer (&types), FALSE);
  return TRUE;
}

static gboolean
read_grid (WeftNocTopology *self, JsonObject *object, guint width, guint height, GError **error)
{
  JsonArray *rows;

  if (!json_object_has_member (object, "rows"))
    {
      set_size (self, width, height);
      return TRUE;
    }
  rows = get_array (object, "rows", error);
  if (rows == NULL || !read_rows (self, rows, error))
    return FALSE;
  if (!json_object_has_member (object, "dram_controllers"))
    return TRUE;
  rows = get_array (object, "dram_controllers", error);
  return rows != NULL && read_controllers (self, rows, error);
}

static gboolean
read_all (WeftNocTopology *self, JsonObject *object, guint width, guint height, GError **error)
{
  JsonNode *wraps = json_object_get_member (object, "wraps");

  if (wraps == NULL || !JSON_NODE_HOLDS_VALUE (wraps)
      || json_node_get_value_type (wraps) != G_TYPE_BOOLEAN)
    return fail (error, "wraps", _ ("true or false is expected here"));
  self->wraps = json_node_get_boolean (wraps);
  if (!read_names (self, object, error) || !read_grid (self, object, width, height, error)
      || !read_number (object, "link_rate", &self->link_rate, error)
      || !read_number (object, "ethernet_link_rate", &self->ethernet_rate, error)
      || !read_number (object, "dram_controller_rate", &self->controller_rate, error)
      || !read_type_rates (object, "inject_rates", self->inject_rates, error)
      || !read_type_rates (object, "absorb_rates", self->absorb_rates, error)
      || !read_packet_rates (self, object, error) || !read_latencies (self, object, error))
    return FALSE;
  if (self->link_rate > 0 && self->inject_rates[WEFT_TILE_TENSIX] > 0)
    return TRUE;
  return fail (error, "link_rate", _ ("a rate above 0 is expected here"));
}

static WeftNocTopology *
new_from_text (const char *text, gsize length, guint width, guint height, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (WeftNocTopology) self = g_new0 (WeftNocTopology, 1);
  JsonNode *root;

  g_atomic_ref_count_init (&self->ref_count);
  self->packet_rates = g_array_new (FALSE, FALSE, sizeof (WeftNocPacketRate));
  if (!weft_json_load (parser, text, length, error))
    return NULL;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("A topology is one JSON object."));
      return NULL;
    }
  if (!read_all (self, json_node_get_object (root), width, height, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* --- the topology ----------------------------------------------------------------------------- */

const char *const *
weft_noc_topology_list (void)
{
  static const char *const names[] = { "wormhole_b0", "blackhole", "torus", "mesh", NULL };

  return names;
}

/* The description of a chip of that name: (transfer full) (nullable). Looked for in all resources: while another thread
 * registers those that nobody has used yet, which is the first use of any, GLib gives none by itself. */
static GBytes *
find_builtin (const char *path)
{
  weft_topology_get_resource (); /* else it is not linked */
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

WeftNocTopology *
weft_noc_topology_new_builtin (const char *name, guint width, guint height)
{
  g_autofree char *path = g_strdup_printf (RESOURCE_PREFIX "%s.json", name);
  g_autoptr (GBytes) bytes = find_builtin (path);
  g_autoptr (GError) error = NULL;
  WeftNocTopology *self;

  if (bytes == NULL)
    return NULL;
  self =
    new_from_text (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), width, height, &error);
  if (self == NULL)
    g_error ("%s: %s", path, error->message);
  return self;
}

WeftNocTopology *
weft_noc_topology_new_plain (const char *name, guint width, guint height)
{
  WeftNocTopology *self = weft_noc_topology_new_builtin ("torus", width, height);
  g_autoptr (WeftNocTopology) like = weft_noc_topology_new_builtin (name, width, height);

  g_free (self->name);
  g_free (self->title);
  self->name = g_strdup (name);
  self->title = g_strdup (like != NULL ? like->title : name);
  if (like == NULL)
    return self;
  self->wraps = like->wraps;
  self->link_rate = like->link_rate;
  self->ethernet_rate = like->ethernet_rate;
  self->controller_rate = like->controller_rate;
  memcpy (self->inject_rates, like->inject_rates, sizeof self->inject_rates);
  memcpy (self->absorb_rates, like->absorb_rates, sizeof self->absorb_rates);
  memcpy (self->read_latency, like->read_latency, sizeof self->read_latency);
  self->write_latency = like->write_latency;
  self->hop_latency = like->hop_latency;
  g_array_unref (self->packet_rates);
  self->packet_rates = g_array_ref (like->packet_rates);
  return self;
}

WeftNocTopology *
weft_noc_topology_new_from_file (const char *path, guint width, guint height, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  return new_from_text (text, length, width, height, error);
}

WeftNocTopology *
weft_noc_topology_ref (WeftNocTopology *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_noc_topology_unref (WeftNocTopology *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  g_free (self->title);
  g_strfreev (self->cluster_types);
  g_free (self->types);
  g_free (self->harvested);
  g_free (self->controllers);
  g_array_unref (self->packet_rates);
  g_free (self);
}

/* Boards are named "P150_X2" or "N300": what stands before the underscore is the board. */
gboolean
weft_noc_topology_has_cluster_type (const WeftNocTopology *self, const char *cluster_type)
{
  for (guint i = 0; self->cluster_types[i] != NULL; i++)
    {
      gsize length = strlen (self->cluster_types[i]);

      if (g_ascii_strncasecmp (cluster_type, self->cluster_types[i], length) == 0
          && (cluster_type[length] == 0 || cluster_type[length] == '_'))
        return TRUE;
    }
  return FALSE;
}

gboolean
weft_noc_topology_takes_multicast (const WeftNocTopology *self, guint tile)
{
  return !self->has_tensix || self->types[tile] == WEFT_TILE_TENSIX;
}

static gboolean
has_cores (const WeftNocTopology *self, gboolean row, guint place)
{
  guint n = row ? self->width : self->height;

  for (guint i = 0; i < n; i++)
    {
      guint tile = row ? place * self->width + i : i * self->width + place;

      if (self->types[tile] == WEFT_TILE_TENSIX
          && (self->harvested == NULL || !self->harvested[tile]))
        return TRUE;
    }
  return FALSE;
}

gboolean
weft_noc_topology_get_logical (const WeftNocTopology *self, gboolean row, guint place,
                               guint *logical)
{
  *logical = 0;
  for (guint i = 0; i < place; i++)
    *logical += has_cores (self, row, i);
  return has_cores (self, row, place);
}

double
weft_noc_topology_get_packet_rate (const WeftNocTopology *self, guint64 bytes)
{
  WeftNocPacketRate before = { 0, 0 };

  for (guint i = 0; i < self->packet_rates->len; i++)
    {
      WeftNocPacketRate rate = g_array_index (self->packet_rates, WeftNocPacketRate, i);

      if ((double) bytes <= rate.bytes)
        return before.rate
               + (rate.rate - before.rate) * ((double) bytes - before.bytes)
                   / (rate.bytes - before.bytes);
      before = rate;
    }
  return before.rate;
}

double
weft_noc_topology_get_read_latency (const WeftNocTopology *self, guint reader, guint remote)
{
  gboolean same_column = reader % self->width == remote % self->width;
  gboolean same_row = reader / self->width == remote / self->width;

  return self->read_latency[same_column ? (same_row ? 0 : 1) : (same_row ? 2 : 3)];
}

double
weft_noc_topology_get_write_latency (const WeftNocTopology *self, guint n_hops)
{
  return self->write_latency + self->hop_latency * n_hops;
}
