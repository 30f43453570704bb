/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-cluster.h"

#include "weft-json-load.h"

#include <json-glib/json-glib.h>

WeftNocCluster *
weft_noc_cluster_new (void)
{
  WeftNocCluster *self = g_new0 (WeftNocCluster, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->channels = g_array_new (FALSE, FALSE, sizeof (WeftNocChannel));
  self->pairs = g_array_new (FALSE, FALSE, sizeof (WeftNocEthernetPair));
  self->forwardings = g_array_new (FALSE, FALSE, sizeof (WeftNocForwarding));
  self->places = g_array_new (FALSE, FALSE, sizeof (WeftNocDevicePlace));
  return self;
}

WeftNocCluster *
weft_noc_cluster_ref (WeftNocCluster *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_noc_cluster_unref (WeftNocCluster *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->cluster_type);
  g_array_unref (self->channels);
  g_array_unref (self->pairs);
  g_array_unref (self->forwardings);
  g_array_unref (self->places);
  g_free (self);
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean
get_integer (JsonNode *node, gint32 *value)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = (gint32) CLAMP (json_node_get_int (node), G_MININT32, G_MAXINT32);
  return TRUE;
}

static gboolean
get_member (JsonNode *object, const char *name, gint32 *value)
{
  return object != NULL && JSON_NODE_HOLDS_OBJECT (object)
         && get_integer (json_object_get_member (json_node_get_object (object), name), value);
}

/* The two integers of an array. */
static gboolean
get_pair (JsonNode *node, gint32 pair[2])
{
  JsonArray *array =
    node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  return array != NULL && json_array_get_length (array) == 2
         && get_integer (json_array_get_element (array, 0), &pair[0])
         && get_integer (json_array_get_element (array, 1), &pair[1]);
}

/* The elements of an array member: NULL where there is none. */
static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static void
read_pairs (WeftNocCluster *self, JsonArray *pairs)
{
  for (guint i = 0; pairs != NULL && i < json_array_get_length (pairs); i++)
    {
      JsonNode *node = json_array_get_element (pairs, i);
      WeftNocEthernetPair pair;

      if (get_member (node, "local_device_id", &pair.device)
          && get_member (node, "local_eth_channel", &pair.channel)
          && get_member (node, "remote_device_id", &pair.remote_device)
          && get_member (node, "remote_eth_channel", &pair.remote_channel))
        g_array_append_val (self->pairs, pair);
    }
}

static void
read_forwardings (WeftNocCluster *self, JsonArray *forwardings)
{
  for (guint i = 0; forwardings != NULL && i < json_array_get_length (forwardings); i++)
    {
      JsonNode *node = json_array_get_element (forwardings, i);
      WeftNocForwarding forwarding;

      if (get_member (node, "device_id", &forwarding.device)
          && get_pair (json_object_get_member (json_node_get_object (node), "channels"),
                       forwarding.channels))
        g_array_append_val (self->forwardings, forwarding);
    }
}

static void
add_channel (JsonObject *object G_GNUC_UNUSED, const char *name, JsonNode *node, gpointer data)
{
  WeftNocCluster *self = data;
  gint32 place[2];
  gint64 channel;

  if (!g_ascii_string_to_signed (name, 10, 0, G_MAXINT32, &channel, NULL)
      || !get_pair (node, place))
    return;
  g_array_append_val (
    self->channels, ((WeftNocChannel){ (gint32) channel, (gint16) CLAMP (place[0], -1, G_MAXINT16),
                                       (gint16) CLAMP (place[1], -1, G_MAXINT16) }));
}

static JsonParser *
parse (const char *path, JsonObject **object, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;

  if (!weft_json_load_file (parser, path, error))
    return NULL;
  root = json_parser_get_root (parser);
  *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  return g_steal_pointer (&parser);
}

gboolean
weft_noc_cluster_read_topology (WeftNocCluster *self, const char *path, GError **error)
{
  JsonObject *object;
  g_autoptr (JsonParser) parser = parse (path, &object, error);
  JsonNode *node;

  if (parser == NULL)
    return FALSE;
  if (object == NULL)
    return TRUE;
  node = json_object_get_member (object, "cluster_type");
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_STRING)
    {
      g_free (self->cluster_type);
      self->cluster_type = json_node_dup_string (node);
    }
  read_pairs (self, get_array (object, "inter_device_channel_pairs"));
  read_forwardings (self, get_array (object, "forwarding_channel_pairs"));
  node = json_object_get_member (object, "eth_chan_to_coord");
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), add_channel, self);
  return TRUE;
}

static void
add_place (JsonObject *object G_GNUC_UNUSED, const char *name, JsonNode *node, gpointer data)
{
  WeftNocCluster *self = data;
  WeftNocDevicePlace place;
  gint64 device;

  if (!g_ascii_string_to_signed (name, 10, 0, G_MAXINT32, &device, NULL)
      || !get_member (node, "x", &place.x) || !get_member (node, "y", &place.y))
    return;
  place.device = (gint32) device;
  g_array_append_val (self->places, place);
}

gboolean
weft_noc_cluster_read_coordinates (WeftNocCluster *self, const char *path, GError **error)
{
  JsonObject *object;
  g_autoptr (JsonParser) parser = parse (path, &object, error);
  JsonNode *node;

  if (parser == NULL)
    return FALSE;
  node = object != NULL ? json_object_get_member (object, "physical_chip_to_eth_coord") : NULL;
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), add_place, self);
  return TRUE;
}

/* --- asking ----------------------------------------------------------------------------------- */

gboolean
weft_noc_cluster_get_channel (const WeftNocCluster *self, gint32 channel, int *x, int *y)
{
  for (guint i = 0; i < self->channels->len; i++)
    {
      const WeftNocChannel *c = &g_array_index (self->channels, WeftNocChannel, i);

      if (c->channel != channel)
        continue;
      *x = c->x;
      *y = c->y;
      return TRUE;
    }
  return FALSE;
}

/* A cable goes both ways, and is named once. */
gboolean
weft_noc_cluster_get_remote (const WeftNocCluster *self, gint32 device, gint32 channel,
                             gint32 *remote_device, gint32 *remote_channel)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const WeftNocEthernetPair *pair = &g_array_index (self->pairs, WeftNocEthernetPair, i);

      if (pair->device == device && pair->channel == channel)
        {
          *remote_device = pair->remote_device;
          *remote_channel = pair->remote_channel;
          return TRUE;
        }
      if (pair->remote_device == device && pair->remote_channel == channel)
        {
          *remote_device = pair->device;
          *remote_channel = pair->channel;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
weft_noc_cluster_get_forward (const WeftNocCluster *self, gint32 device, gint32 channel,
                              gint32 *next_channel)
{
  for (guint i = 0; i < self->forwardings->len; i++)
    {
      const WeftNocForwarding *f = &g_array_index (self->forwardings, WeftNocForwarding, i);

      if (f->device != device || (f->channels[0] != channel && f->channels[1] != channel))
        continue;
      *next_channel = f->channels[0] == channel ? f->channels[1] : f->channels[0];
      return TRUE;
    }
  return FALSE;
}
