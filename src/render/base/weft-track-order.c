/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-order.h"

/* Ids in order, those that are pinned, those that are collapsed; names of closed groups. */
#define SAVED_TYPE "(auauauas)"

struct _WeftTrackOrder
{
  GArray *order;     /* guint32: ids in the user's order; those that are not in it come after */
  GArray *pinned;    /* guint32: likewise, from the top */
  GArray *collapsed; /* guint32, in no order */
  GPtrArray *closed; /* names of groups, in no order */
};

WeftTrackOrder *
weft_track_order_new (void)
{
  WeftTrackOrder *self = g_new0 (WeftTrackOrder, 1);

  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pinned = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->collapsed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->closed = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
weft_track_order_free (WeftTrackOrder *self)
{
  g_array_unref (self->order);
  g_array_unref (self->pinned);
  g_array_unref (self->collapsed);
  g_ptr_array_unref (self->closed);
  g_free (self);
}

/* --- sets of ids ---------------------------------------------------------------------------------- */

/* The place of an id; G_MAXUINT where it is not there. */
static guint
find_id (GArray *ids, guint32 id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == id)
      return i;
  return G_MAXUINT;
}

static void
set_id (GArray *ids, guint32 id, gboolean in)
{
  guint index = find_id (ids, id);

  if (in && index == G_MAXUINT)
    g_array_append_val (ids, id);
  else if (!in && index != G_MAXUINT)
    g_array_remove_index (ids, index);
}

gboolean
weft_track_order_is_collapsed (WeftTrackOrder *self, guint32 id)
{
  return find_id (self->collapsed, id) != G_MAXUINT;
}

void
weft_track_order_set_collapsed (WeftTrackOrder *self, guint32 id, gboolean collapsed)
{
  set_id (self->collapsed, id, collapsed);
}

gboolean
weft_track_order_is_pinned (WeftTrackOrder *self, guint32 id)
{
  return find_id (self->pinned, id) != G_MAXUINT;
}

void
weft_track_order_set_pinned (WeftTrackOrder *self, guint32 id, gboolean pinned)
{
  set_id (self->pinned, id, pinned);
}

gboolean
weft_track_order_is_closed (WeftTrackOrder *self, const char *group)
{
  return g_ptr_array_find_with_equal_func (self->closed, group, g_str_equal, NULL);
}

void
weft_track_order_set_closed (WeftTrackOrder *self, const char *group, gboolean closed)
{
  guint index;
  gboolean was = g_ptr_array_find_with_equal_func (self->closed, group, g_str_equal, &index);

  if (closed && !was)
    g_ptr_array_add (self->closed, g_strdup (group));
  else if (!closed && was)
    g_ptr_array_remove_index_fast (self->closed, index);
}

/* --- order ------------------------------------------------------------------------------------------ */

/* Where a track stands: pinned ones first, then by group, within it as the user or the scene says. */
typedef struct
{
  guint pinned; /* place among the pinned, G_MAXUINT for the others */
  guint group;  /* index of the first track of the group, which is the group's own place */
  guint rank;   /* place in the user's order, G_MAXUINT for tracks that are not in it */
  guint track;
} Key;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  if (x->pinned != y->pinned)
    return x->pinned < y->pinned ? -1 : 1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->track < y->track ? -1 : x->track > y->track;
}

static GArray *
list_keys (WeftTrackOrder *self, WeftTrackScene *scene)
{
  guint n = scene->n_tracks;
  GArray *keys = g_array_sized_new (FALSE, FALSE, sizeof (Key), n);
  const char *group = NULL;
  guint first = 0;

  for (guint i = 0; i < n; i++)
    {
      const WeftTrack *track = &scene->tracks[i];
      Key key = { find_id (self->pinned, track->id), 0, find_id (self->order, track->id), i };

      if (g_strcmp0 (track->group, group) != 0)
        first = i;
      group = track->group;
      key.group = first;
      g_array_append_val (keys, key);
    }
  g_array_sort (keys, compare_keys);
  return keys;
}

GArray *
weft_track_order_list (WeftTrackOrder *self, WeftTrackScene *scene)
{
  g_autoptr (GArray) keys = list_keys (self, scene);
  GArray *tracks = g_array_sized_new (FALSE, FALSE, sizeof (guint), keys->len);

  for (guint i = 0; i < keys->len; i++)
    g_array_append_val (tracks, g_array_index (keys, Key, i).track);
  return tracks;
}

static void
move_in (GArray *ids, guint from, gint64 to)
{
  guint32 id = g_array_index (ids, guint32, from);

  g_array_remove_index (ids, from);
  g_array_insert_val (ids, (guint) CLAMP (to, 0, (gint64) ids->len), id);
}

void
weft_track_order_move (WeftTrackOrder *self, WeftTrackScene *scene, guint32 id, int places)
{
  guint pinned = find_id (self->pinned, id), at = G_MAXUINT, first = 0, last = 0;
  g_autoptr (GArray) keys = list_keys (self, scene);

  if (pinned != G_MAXUINT)
    {
      move_in (self->pinned, pinned, (gint64) pinned + places);
      return;
    }
  /* From now on every track has its place in the user's order. */
  g_array_set_size (self->order, 0);
  for (guint i = 0; i < keys->len; i++)
    {
      const Key *key = &g_array_index (keys, Key, i);
      guint32 other = scene->tracks[key->track].id;

      g_array_append_val (self->order, other);
      if (other == id)
        at = i;
    }
  if (at == G_MAXUINT)
    return;
  for (first = at;
       first > 0 && g_array_index (keys, Key, first - 1).pinned == G_MAXUINT
       && g_array_index (keys, Key, first - 1).group == g_array_index (keys, Key, at).group;)
    first--;
  for (last = at;
       last + 1 < keys->len
       && g_array_index (keys, Key, last + 1).group == g_array_index (keys, Key, at).group;)
    last++;
  move_in (self->order, at, CLAMP ((gint64) at + places, first, last));
}

/* --- text ---------------------------------------------------------------------------------------------- */

static GVariant *
ids_to_variant (GArray *ids)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, ids->data, ids->len, sizeof (guint32));
}

static void
ids_from_variant (GVariant *saved, gsize index, GArray *ids)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (saved, index);
  gsize n;
  const guint32 *values = g_variant_get_fixed_array (child, &n, sizeof (guint32));

  g_array_set_size (ids, 0);
  for (gsize i = 0; i < n; i++)
    set_id (ids, values[i], TRUE);
}

char *
weft_track_order_save (WeftTrackOrder *self)
{
  g_autoptr (GVariant) saved = NULL;

  saved = g_variant_ref_sink (g_variant_new (
    "(@au@au@au@as)", ids_to_variant (self->order), ids_to_variant (self->pinned),
    ids_to_variant (self->collapsed),
    g_variant_new_strv ((const char *const *) self->closed->pdata, self->closed->len)));
  return g_variant_print (saved, FALSE);
}

void
weft_track_order_restore (WeftTrackOrder *self, const char *text)
{
  g_autoptr (GVariant) saved =
    g_variant_parse (G_VARIANT_TYPE (SAVED_TYPE), text, NULL, NULL, NULL);
  g_autoptr (GVariant) names = NULL;

  if (saved == NULL)
    return;
  ids_from_variant (saved, 0, self->order);
  ids_from_variant (saved, 1, self->pinned);
  ids_from_variant (saved, 2, self->collapsed);
  names = g_variant_get_child_value (saved, 3);
  g_ptr_array_set_size (self->closed, 0);
  for (gsize i = 0; i < g_variant_n_children (names); i++)
    {
      const char *name;

      g_variant_get_child (names, i, "&s", &name);
      weft_track_order_set_closed (self, name, TRUE);
    }
}
