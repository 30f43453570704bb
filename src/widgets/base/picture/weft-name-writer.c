/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-name-writer.h"

#include <math.h>

#include "weft-paint-cairo.h"
#include "weft-track.h"

/* Texts that are kept: some screens of them. */
#define MAX_KEPT 1024

/* A text as it is drawn; also the key of that. */
typedef struct
{
  const char *text; /* interned: compared by its place */
  WeftColor color;
  int width;
  int height;
  GskRenderNode *node;
} Drawn;

struct _WeftNameWriter
{
  WeftStyle *style;  /* that the texts are drawn in; NULL: none is */
  GHashTable *drawn; /* Drawn */
  GStringChunk *texts;
};

/* A name in the window, as wide as what is in sight of its thing. */
typedef struct
{
  WeftTilePart part;
  WeftTrackName name;
} Place;

/* Of one frame. */
typedef struct
{
  GHashTable *places; /* Place, each thing once */
  WeftTrackNames *last;
} Frame;

static guint
drawn_hash (gconstpointer data)
{
  const Drawn *key = data;

  return g_direct_hash (key->text) ^ key->color ^ (guint) key->width * 31
         ^ (guint) key->height * 977;
}

static gboolean
drawn_equal (gconstpointer a, gconstpointer b)
{
  const Drawn *x = a, *y = b;

  return x->text == y->text && x->color == y->color && x->width == y->width
         && x->height == y->height;
}

static void
drawn_free (gpointer data)
{
  Drawn *drawn = data;

  gsk_render_node_unref (drawn->node);
  g_free (drawn);
}

/* A thing is known by where it begins, and by the part of the window: pinned tracks are in another. */
static guint
place_hash (gconstpointer data)
{
  const Place *place = data;

  return (guint) place->name.x0 * 2654435761u ^ (guint) place->name.y * 40503u;
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->name.x0 == y->name.x0 && x->name.y == y->name.y && x->part.y == y->part.y;
}

/* --- collecting ------------------------------------------------------------------------------------- */

/* Tiles that show parts of a thing all have its name; of one that grew the newest says most. */
static void
collect (gpointer note, const WeftTilePart *part, gpointer data)
{
  WeftTrackNames *names = note;
  Frame *frame = data;

  if (names == frame->last)
    return;
  frame->last = names;
  for (guint i = 0; i < names->names->len; i++)
    {
      const Place place = { *part, g_array_index (names->names, WeftTrackName, i) };
      Place *known = g_hash_table_lookup (frame->places, &place);

      if (known == NULL)
        g_hash_table_add (frame->places, g_memdup2 (&place, sizeof place));
      else if (known->name.x1 < place.name.x1)
        known->name = place.name;
    }
}

/* --- drawing ---------------------------------------------------------------------------------------- */

static void
use_style (WeftNameWriter *self, WeftStyle *style)
{
  if (self->style == style && g_hash_table_size (self->drawn) < MAX_KEPT)
    return;
  g_hash_table_remove_all (self->drawn);
  g_string_chunk_clear (self->texts);
  g_clear_pointer (&self->style, weft_style_unref);
  self->style = weft_style_ref (style);
}

/* The name in a box of that size. */
static GskRenderNode *
get_node (WeftNameWriter *self, const WeftTrackName *name, int width)
{
  Drawn key = { .text = g_string_chunk_insert_const (self->texts, name->text),
                .color = name->color,
                .width = width,
                .height = name->height };
  Drawn *drawn = g_hash_table_lookup (self->drawn, &key);
  WeftPaintList *list;
  cairo_t *cr;

  if (drawn != NULL)
    return drawn->node;
  key.node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) name->height));
  cr = gsk_cairo_node_get_draw_context (key.node);
  list = weft_paint_list_new ();
  weft_track_paint_name (list, self->style, 0, width, 0, name->height, name->color, name->text);
  weft_paint_cairo_draw (list, self->style->atlas, cr);
  weft_paint_list_free (list);
  cairo_destroy (cr);
  drawn = g_memdup2 (&key, sizeof key);
  g_hash_table_add (self->drawn, drawn);
  return drawn->node;
}

/* No wider than the text, so that it is the same wherever its thing ends. */
static int
limit_width (const WeftNameWriter *self, const WeftTrackName *name, double room)
{
  int text = weft_glyph_atlas_measure (self->style->atlas, WEFT_FONT_UI_SMALL,
                                       weft_style_font_size (self->style, WEFT_FONT_UI_SMALL),
                                       name->text, -1);

  return MIN ((int) room, text + 2 * weft_style_px (self->style, 3) + 2);
}

static void
draw (WeftNameWriter *self, const Place *place, GtkSnapshot *snapshot)
{
  const WeftTilePart *part = &place->part;
  double left = part->left + (double) place->name.x0 * part->scale_x,
         right = part->left + (double) place->name.x1 * part->scale_x,
         y = part->top + (double) place->name.y * part->scale_y;
  int width;

  left = MAX (round (left), part->x);
  right = MIN (round (right), part->x + part->width);
  if (right - left < 1 || y >= part->y + part->height || y + place->name.height <= part->y)
    return;
  width = limit_width (self, &place->name, right - left);
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) part->x, (float) part->y,
                                               (float) part->width, (float) part->height));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) left, (float) round (y)));
  gtk_snapshot_append_node (snapshot, get_node (self, &place->name, width));
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
}

void
weft_name_writer_snapshot (WeftNameWriter *self, WeftTileView *tiles, WeftStyle *style,
                           GtkSnapshot *snapshot)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (place_hash, place_equal, g_free, NULL);
  Frame frame = { places, NULL };
  GHashTableIter iter;
  gpointer place;

  use_style (self, style);
  weft_tile_view_for_each_note (tiles, collect, &frame);
  g_hash_table_iter_init (&iter, places);
  while (g_hash_table_iter_next (&iter, &place, NULL))
    draw (self, place, snapshot);
}

/* --- the writer ------------------------------------------------------------------------------------- */

WeftNameWriter *
weft_name_writer_new (void)
{
  WeftNameWriter *self = g_new0 (WeftNameWriter, 1);

  self->drawn = g_hash_table_new_full (drawn_hash, drawn_equal, drawn_free, NULL);
  self->texts = g_string_chunk_new (1024);
  return self;
}

void
weft_name_writer_free (WeftNameWriter *self)
{
  g_hash_table_unref (self->drawn);
  g_string_chunk_free (self->texts);
  g_clear_pointer (&self->style, weft_style_unref);
  g_free (self);
}
