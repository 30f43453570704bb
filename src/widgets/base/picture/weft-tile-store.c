/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tile-store.h"

#include "weft-after-frame.h"
#include "weft-handover.h"
#include "weft-paint-pixels.h"
#include "weft-surface-node.h"
#include "weft-surface-pool.h"

#define N_WORKERS 2

/* Adjacent tiles that one call paints: cheaper than one by one, and still soon on the screen. */
#define STRIP_TILES 4

/* Tiles that one layer keeps: some four screens. */
#define MAX_TILES 256

/* Surfaces that are kept for tiles to come: a screen of them. */
#define MAX_SPARE 64

typedef struct
{
  gint64 x;
  gint64 y;
} Place;

typedef struct
{
  Place place;
  guint revision;
  guint64 used; /* the layer's clock when it was drawn last */
  cairo_surface_t *surface;
  WeftSurfacePool *pool; /* it is from */
  GskRenderNode *node;   /* made when it is first shown, NULL until then */
  gboolean node_is_texture;
  gpointer note; /* nullable */
  void (*unref_note) (gpointer note);
} Tile;

typedef struct
{
  WeftTileLayer *layer; /* held */
  Place place;          /* of the first */
  guint n_tiles;
} Strip;

struct _WeftTileLayer
{
  gatomicrefcount ref_count;
  WeftTileStore *store; /* main thread only; NULL once it is dropped */
  const WeftTileFamily *family;
  gpointer scene;
  GDestroyNotify free_scene;
  WeftStyle *style;
  _Atomic gboolean dropped;
  GHashTable *tiles;  /* Place → Tile, main thread only */
  GHashTable *wanted; /* Place, main thread only: asked for and not here yet */
  guint64 clock;
};

/* Shared by workers and main thread; outlives the store until the last worker is gone. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftLock lock;
  pthread_cond_t work;
  GQueue strips;       /* Strip, the next at the head */
  GPtrArray *finished; /* Finished */
  WeftSurfacePool *pool;
  guint n_workers;
  gboolean ended;       /* workers end at once, */
  gboolean resting;     /* or where there is nothing left to paint */
  gboolean notified;    /* the main loop will come for the finished ones */
  WeftTileStore *store; /* main thread only */
  const WeftTileFamily *family;
} Shared;

typedef struct
{
  WeftTileLayer *layer; /* held */
  Tile *tile;
} Finished;

struct _WeftTileStore
{
  Shared *shared;
  guint starting; /* the workers: until they are */
  void (*ready) (gpointer user_data);
  gpointer user_data;
};

static guint
place_hash (gconstpointer key)
{
  const Place *place = key;
  guint64 mixed = (guint64) place->x * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                  ^ (guint64) place->y * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f);

  return (guint) (mixed >> 32);
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->x == y->x && x->y == y->y;
}

static void
tile_free (gpointer data)
{
  Tile *tile = data;

  g_clear_pointer (&tile->node, gsk_render_node_unref);
  weft_surface_pool_give (tile->pool, tile->surface);
  weft_surface_pool_unref (tile->pool);
  if (tile->note != NULL)
    tile->unref_note (tile->note);
  g_free (tile);
}

static void
layer_unref (WeftTileLayer *layer)
{
  if (!g_atomic_ref_count_dec (&layer->ref_count))
    return;
  g_hash_table_unref (layer->tiles);
  g_hash_table_unref (layer->wanted);
  layer->free_scene (layer->scene);
  weft_style_unref (layer->style);
  g_free (layer);
}

static void
strip_free (gpointer data)
{
  Strip *strip = data;

  layer_unref (strip->layer);
  g_free (strip);
}

static void
finished_free (gpointer data)
{
  Finished *finished = data;

  if (finished->tile != NULL)
    tile_free (finished->tile);
  layer_unref (finished->layer);
  g_free (finished);
}

static void
shared_unref (gpointer data)
{
  Shared *shared = data;

  if (!g_atomic_ref_count_dec (&shared->ref_count))
    return;
  g_queue_clear_full (&shared->strips, strip_free);
  g_ptr_array_unref (shared->finished);
  weft_surface_pool_unref (shared->pool);
  pthread_cond_destroy (&shared->work);
  pthread_mutex_destroy (&shared->lock);
  g_free (shared);
}

/* --- workers ------------------------------------------------------------------------------------- */

static void store_finished (WeftTileStore *self, GPtrArray *finished);

static gboolean
collect (gpointer data)
{
  Shared *shared = data;
  g_autoptr (GPtrArray) finished = NULL;

  weft_lock (&shared->lock);
  finished = shared->finished;
  shared->finished = g_ptr_array_new_with_free_func (finished_free);
  shared->notified = FALSE;
  weft_unlock (&shared->lock);
  if (shared->store != NULL)
    store_finished (shared->store, finished);
  return G_SOURCE_REMOVE;
}

/* NULL: the worker is to end, and does not count any more. */
static Strip *
take_strip (Shared *shared)
{
  Strip *strip;

  weft_lock (&shared->lock);
  while (!shared->ended && !shared->resting && g_queue_is_empty (&shared->strips))
    pthread_cond_wait (&shared->work, &shared->lock);
  strip = shared->ended ? NULL : g_queue_pop_head (&shared->strips);
  if (strip == NULL)
    shared->n_workers--;
  weft_unlock (&shared->lock);
  return strip;
}

static void
deliver (Shared *shared, WeftTileLayer *layer, Tile *tile)
{
  Finished *finished = g_new (Finished, 1);

  g_atomic_ref_count_inc (&layer->ref_count);
  finished->layer = layer;
  finished->tile = tile;
  weft_lock (&shared->lock);
  g_ptr_array_add (shared->finished, finished);
  if (!shared->notified)
    {
      shared->notified = TRUE;
      g_atomic_ref_count_inc (&shared->ref_count);
      g_idle_add_full (G_PRIORITY_HIGH_IDLE, collect, shared, shared_unref);
    }
  weft_unlock (&shared->lock);
}

static void
paint_strip (Shared *shared, const Strip *strip, gpointer painter, WeftPaintList *list)
{
  WeftTileLayer *layer = strip->layer;
  gint64 x = strip->place.x * WEFT_TILE_SIZE, y = strip->place.y * WEFT_TILE_SIZE;
  guint revision = layer->family->revision (layer->scene, x, y,
                                            (int) strip->n_tiles * WEFT_TILE_SIZE, WEFT_TILE_SIZE);
  gpointer note;

  weft_paint_list_clear (list);
  layer->family->paint (painter, layer->scene, x, y, (int) strip->n_tiles * WEFT_TILE_SIZE,
                        WEFT_TILE_SIZE, list);
  note = layer->family->take_note != NULL ? layer->family->take_note (painter) : NULL;
  for (guint i = 0; i < strip->n_tiles; i++)
    {
      Tile *tile = g_new0 (Tile, 1);

      tile->unref_note = layer->family->unref_note;
      tile->note = note != NULL ? layer->family->ref_note (note) : NULL;
      tile->place = (Place){ strip->place.x + i, strip->place.y };
      tile->revision = revision;
      tile->pool = weft_surface_pool_ref (shared->pool);
      tile->surface = weft_surface_pool_take (shared->pool);
      weft_paint_pixels_draw_surface (list, layer->style->atlas, tile->surface, NULL,
                                      (int) i * WEFT_TILE_SIZE, 0);
      deliver (shared, layer, tile);
    }
  if (note != NULL)
    layer->family->unref_note (note);
}

static void *
work (void *data)
{
  Shared *shared = data;
  gpointer painter = shared->family->painter_new != NULL ? shared->family->painter_new () : NULL;
  WeftPaintList *list = weft_paint_list_new ();
  Strip *strip;

  weft_thread_set_priority (WEFT_BEHIND_WINDOW);
  while ((strip = take_strip (shared)) != NULL)
    {
      if (!atomic_load (&strip->layer->dropped))
        paint_strip (shared, strip, painter, list);
      strip_free (strip);
    }
  weft_paint_list_free (list);
  g_clear_pointer (&painter, shared->family->painter_free);
  shared_unref (shared);
  return NULL;
}

/* --- the store ----------------------------------------------------------------------------------- */

WeftTileStore *
weft_tile_store_new (const WeftTileFamily *family, GCallback ready, gpointer user_data)
{
  WeftTileStore *self = g_new0 (WeftTileStore, 1);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->ref_count);
  pthread_mutex_init (&shared->lock, NULL);
  pthread_cond_init (&shared->work, NULL);
  g_queue_init (&shared->strips);
  shared->finished = g_ptr_array_new_with_free_func (finished_free);
  shared->pool = weft_surface_pool_new (WEFT_TILE_SIZE, MAX_SPARE);
  shared->store = self;
  shared->family = family;
  self->shared = shared;
  self->ready = (void (*) (gpointer)) ready;
  self->user_data = user_data;
  return self;
}

static gboolean
start_workers (gpointer data)
{
  WeftTileStore *self = data;
  Shared *shared = self->shared;

  self->starting = 0;
  weft_lock (&shared->lock);
  for (; shared->n_workers < N_WORKERS; shared->n_workers++)
    {
      g_atomic_ref_count_inc (&shared->ref_count);
      weft_thread_detach (weft_thread_start ("weft-tiles", work, shared));
    }
  weft_unlock (&shared->lock);
  return G_SOURCE_REMOVE;
}

/* After the frame in which the first tiles are asked for: it has most to draw of all, and they would
 * take the processors from it. */
static void
queue_workers (WeftTileStore *self)
{
  if (self->starting != 0)
    return;
  self->starting = g_idle_add_full (WEFT_PRIORITY_AFTER_FRAME, start_workers, self, NULL);
}

void
weft_tile_store_rest (WeftTileStore *self)
{
  Shared *shared = self->shared;

  weft_lock (&shared->lock);
  shared->resting = TRUE;
  pthread_cond_broadcast (&shared->work);
  weft_unlock (&shared->lock);
}

void
weft_tile_store_free (WeftTileStore *self)
{
  Shared *shared = self->shared;

  g_clear_handle_id (&self->starting, g_source_remove);
  shared->store = NULL;
  weft_lock (&shared->lock);
  shared->ended = TRUE;
  pthread_cond_broadcast (&shared->work);
  weft_unlock (&shared->lock);
  shared_unref (shared);
  g_free (self);
}

static void
forget_oldest (WeftTileLayer *layer)
{
  GHashTableIter iter;
  gpointer value;
  Tile *oldest = NULL;

  g_hash_table_iter_init (&iter, layer->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (oldest == NULL || ((Tile *) value)->used < oldest->used)
      oldest = value;
  if (oldest != NULL)
    g_hash_table_remove (layer->tiles, &oldest->place);
}

static void
store_finished (WeftTileStore *self, GPtrArray *finished)
{
  for (guint i = 0; i < finished->len; i++)
    {
      Finished *item = g_ptr_array_index (finished, i);
      Tile *tile = g_steal_pointer (&item->tile);

      g_hash_table_remove (item->layer->wanted, &tile->place);
      tile->used = item->layer->clock;
      g_hash_table_replace (item->layer->tiles, &tile->place, tile);
      if (g_hash_table_size (item->layer->tiles) > MAX_TILES)
        forget_oldest (item->layer);
    }
  self->ready (self->user_data);
}

/* --- layers --------------------------------------------------------------------------------------- */

WeftTileLayer *
weft_tile_layer_new (WeftTileStore *store, gpointer scene, GDestroyNotify free_scene,
                     WeftStyle *style)
{
  WeftTileLayer *layer = g_new0 (WeftTileLayer, 1);

  g_atomic_ref_count_init (&layer->ref_count);
  layer->store = store;
  layer->family = store->shared->family;
  layer->scene = scene;
  layer->free_scene = free_scene;
  layer->style = weft_style_ref (style);
  layer->tiles = g_hash_table_new_full (place_hash, place_equal, NULL, tile_free);
  layer->wanted = g_hash_table_new_full (place_hash, place_equal, g_free, NULL);
  return layer;
}

static void
forget_requests (WeftTileLayer *layer)
{
  Shared *shared = layer->store->shared;

  weft_lock (&shared->lock);
  for (GList *link = shared->strips.head, *next; link != NULL; link = next)
    {
      Strip *strip = link->data;

      next = link->next;
      if (strip->layer != layer)
        continue;
      for (guint i = 0; i < strip->n_tiles; i++)
        g_hash_table_remove (layer->wanted, &(Place){ strip->place.x + i, strip->place.y });
      g_queue_delete_link (&shared->strips, link);
      strip_free (strip);
    }
  weft_unlock (&shared->lock);
}

void
weft_tile_layer_drop (WeftTileLayer *layer)
{
  atomic_store (&layer->dropped, TRUE);
  forget_requests (layer);
  layer->store = NULL;
  layer_unref (layer);
}

gpointer
weft_tile_layer_get_scene (WeftTileLayer *layer)
{
  return layer->scene;
}

static guint
get_revision (WeftTileLayer *layer, gint64 x, gint64 y, gint64 n_tiles)
{
  return layer->family->revision (layer->scene, x * WEFT_TILE_SIZE, y * WEFT_TILE_SIZE,
                                  (int) (n_tiles * WEFT_TILE_SIZE), WEFT_TILE_SIZE);
}

/* `revision` is that of all of the row, which spares most tiles asking for their own. */
static gboolean
needs_painting (WeftTileLayer *layer, const Place *place, guint revision, gboolean *missing)
{
  const Tile *tile = g_hash_table_lookup (layer->tiles, place);

  *missing = tile == NULL;
  if (tile != NULL
      && (tile->revision >= revision
          || tile->revision >= get_revision (layer, place->x, place->y, 1)))
    return FALSE;
  return !g_hash_table_contains (layer->wanted, place);
}

static void
add_strip (WeftTileLayer *layer, Place first, guint n_tiles, GQueue *strips)
{
  Strip *strip = g_new (Strip, 1);

  g_atomic_ref_count_inc (&layer->ref_count);
  *strip = (Strip){ layer, first, n_tiles };
  for (guint i = 0; i < n_tiles; i++)
    {
      Place place = { first.x + i, first.y };

      g_hash_table_add (layer->wanted, g_memdup2 (&place, sizeof place));
    }
  g_queue_push_tail (strips, strip);
}

/* Collects the strips of one row of tiles. TRUE where no tile of it is missing. */
static gboolean
request_row (WeftTileLayer *layer, gint64 x0, gint64 x1, gint64 y, GQueue *strips)
{
  guint revision = get_revision (layer, x0, y, x1 - x0);
  gboolean complete = TRUE;
  Place first = { x0, y };
  guint n_tiles = 0;

  for (gint64 x = x0; x < x1; x++)
    {
      gboolean missing, needed = needs_painting (layer, &(Place){ x, y }, revision, &missing);

      complete &= !missing;
      if (needed && n_tiles++ == 0)
        first.x = x;
      if (n_tiles > 0 && (!needed || n_tiles == STRIP_TILES || x == x1 - 1))
        {
          add_strip (layer, first, n_tiles, strips);
          n_tiles = 0;
        }
    }
  return complete;
}

gboolean
weft_tile_layer_request (WeftTileLayer *layer, gint64 x0, gint64 y0, gint64 x1, gint64 y1,
                         gboolean clear)
{
  Shared *shared = layer->store->shared;
  GQueue strips = G_QUEUE_INIT;
  gboolean complete = TRUE, few;
  gpointer strip;

  if (clear)
    forget_requests (layer);
  for (gint64 y = y0; y < y1; y++)
    complete &= request_row (layer, x0, x1, y, &strips);
  if (g_queue_is_empty (&strips))
    return complete;
  weft_lock (&shared->lock);
  while ((strip = g_queue_pop_head (&strips)) != NULL)
    g_queue_push_tail (&shared->strips, strip);
  pthread_cond_broadcast (&shared->work);
  shared->resting = FALSE;
  few = shared->n_workers < N_WORKERS;
  weft_unlock (&shared->lock);
  if (few)
    queue_workers (layer->store);
  return complete;
}

/* Wraps the tile once. */
static GskRenderNode *
get_node (Tile *tile, gboolean as_texture)
{
  if (tile->node != NULL && tile->node_is_texture == as_texture)
    return tile->node;
  g_clear_pointer (&tile->node, gsk_render_node_unref);
  tile->node_is_texture = as_texture;
  tile->node = weft_surface_node_new (tile->surface, WEFT_TILE_SIZE, WEFT_TILE_SIZE, as_texture);
  return tile->node;
}

void
weft_tile_layer_snapshot (WeftTileLayer *layer, GtkSnapshot *snapshot, gint64 x0, gint64 y0,
                          gint64 x1, gint64 y1, double width, double height, gboolean as_texture)
{
  layer->clock++;
  for (gint64 y = y0; y < y1; y++)
    for (gint64 x = x0; x < x1; x++)
      {
        Tile *tile = g_hash_table_lookup (layer->tiles, &(Place){ x, y });

        if (tile == NULL)
          continue;
        tile->used = layer->clock;
        gtk_snapshot_save (snapshot);
        gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) ((double) x * width),
                                                                (float) ((double) y * height)));
        gtk_snapshot_scale (snapshot, (float) (width / WEFT_TILE_SIZE),
                            (float) (height / WEFT_TILE_SIZE));
        gtk_snapshot_append_node (snapshot, get_node (tile, as_texture));
        gtk_snapshot_restore (snapshot);
      }
}

void
weft_tile_layer_for_each_note (WeftTileLayer *layer, gint64 x0, gint64 y0, gint64 x1, gint64 y1,
                               GFunc function, gpointer user_data)
{
  for (gint64 y = y0; y < y1; y++)
    for (gint64 x = x0; x < x1; x++)
      {
        Tile *tile = g_hash_table_lookup (layer->tiles, &(Place){ x, y });

        if (tile != NULL && tile->note != NULL)
          function (tile->note, user_data);
      }
}
