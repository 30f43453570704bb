/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-cables.h"

#include <math.h>

#include "noc-fixture.h"
#include "weft-noc-map.h"
#include "weft-paint-pixels.h"

/* Cables between five chips, of which three lie in a row and two below the first:
 *
 *   0  1  2
 *   3
 *   4
 *
 * Chip 0 has a cable to each of the others, and one more to a chip that the trace has nothing of, and to a channel that
 * lies nowhere. */

#define SIDE 900

#define CABLE(channel, chip) \
  "{'local_device_id':0,'local_eth_channel':" #channel ",'remote_device_id':" #chip \
  ",'remote_eth_channel':0}"

static const char topology[] =
  "{'inter_device_channel_pairs':[" CABLE (1, 1) "," CABLE (2, 2) "," CABLE (3, 3) "," CABLE (
    4, 4) "," CABLE (5, 9) "," CABLE (99, 1) "],"
                                             "'eth_chan_to_coord':{'0':[9,0],'1':[1,0],'2':[2,0],'"
                                             "3':[3,0],'4':[4,0],'5':[6,6],'6':[90,0]}}";

static const char places[] = "{'physical_chip_to_eth_coord':{'0':{'x':0,'y':0},'1':{'x':1,'y':0},"
                             "'2':{'x':2,'y':0},'3':{'x':0,'y':1},'4':{'x':0,'y':2}}}";

#define SEND(chip, channel, bytes, time) \
  "{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':2,'dy':3,'num_bytes':" #bytes \
  ",'src_device_id':" #chip ",'timestamp':" #time \
  ",'type':'FABRIC_UNICAST_WRITE','fabric_send':{'eth_chan':" #channel ",'hops':1}}"

#define IDLE(chip) \
  "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'src_device_id':" #chip \
  ",'timestamp':1,'type':'WRITE_FLUSH'}]"

/* Chip 0 sends to its neighbour 1, past that to 2, and past 3 to 4. */
static const NocFile files[] = {
  { "topology.json", topology },
  { "cluster_coordinates.json", places },
  { "noc_trace_dev0_Op_ID1.json",
    "[" SEND (0, 1, 4096, 10) "," SEND (0, 2, 1024, 20) "," SEND (0, 4, 512, 30) "]" },
  { "noc_trace_dev1_Op_ID1.json", IDLE (1) },
  { "noc_trace_dev2_Op_ID1.json", IDLE (2) },
  { "noc_trace_dev3_Op_ID1.json", IDLE (3) },
  { "noc_trace_dev4_Op_ID1.json", IDLE (4) },
};

typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;
  WeftNocStats *stats;
  WeftStyle *style;
  WeftNocMap *map;
  WeftNocViewport viewport;
  WeftNocCables cables;
} Fixture;

static void
fixture_open (Fixture *self)
{
  g_autoptr (WeftNocTrace) trace = load_noc_files (files, G_N_ELEMENTS (files));
  g_autoptr (WeftNocCluster) cluster = weft_noc_trace_ref_cluster (trace);
  WeftStyleOptions style_options = weft_style_options_default ();
  WeftNocMapOptions options = { .peak = TRUE, .nocs = 3 };

  self->capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  self->demands = weft_noc_demands_new (self->capture, NULL, NULL, NULL);
  self->stats = weft_noc_stats_new (self->demands, NULL, NULL, NULL, NULL);
  self->style = weft_style_new (&style_options, NULL);
  options.stats = self->stats;
  options.style = self->style;
  self->map = weft_noc_map_new (&options);
  self->viewport = weft_noc_layout_fit (weft_noc_map_get_layout (self->map), 0, 0, SIDE, SIDE);
  weft_noc_cables_init (&self->cables, self->stats, cluster);
}

static void
fixture_close (Fixture *self)
{
  weft_noc_cables_clear (&self->cables);
  weft_noc_map_free (self->map);
  weft_style_unref (self->style);
  weft_noc_stats_free (self->stats);
  weft_noc_demands_free (self->demands);
  weft_noc_capture_unref (self->capture);
}

/* The cable by which bytes went to a chip, by its place in the stats. */
static guint
find_link (const Fixture *self, gint32 to)
{
  const GArray *links = self->stats->fabric->chip_links;

  for (guint i = 0; i < links->len; i++)
    if (g_array_index (links, WeftNocChipLink, i).to_device == to)
      return i;
  g_error ("nothing went to chip %d", to);
}

static void
get_chip (const Fixture *self, guint device, double box[4])
{
  weft_noc_layout_get_chip_box (weft_noc_map_get_layout (self->map), &self->viewport, device, box);
}

/* The points of the map at which the cable is hit, and a box around them: x, y, right, bottom. */
static guint
find_hits (const Fixture *self, guint link, double box[4])
{
  guint n = 0;

  for (int y = 0; y < SIDE; y += 2)
    for (int x = 0; x < SIDE; x += 2)
      {
        if (weft_noc_cables_hit (&self->cables, weft_noc_map_get_layout (self->map),
                                 &self->viewport, x, y, 3)
            != link)
          continue;
        box[0] = n > 0 ? MIN (box[0], x) : x;
        box[1] = n > 0 ? MIN (box[1], y) : y;
        box[2] = n > 0 ? MAX (box[2], x) : x;
        box[3] = n > 0 ? MAX (box[3], y) : y;
        n++;
      }
  return n;
}

/* Each cable has both its ways; those that carry something come last. One whose end lies nowhere is left out. */
static void
test_known (void)
{
  Fixture self;
  guint n_used = 0;

  fixture_open (&self);
  g_assert_cmpuint (self.cables.cables->len, ==, 2 * 4);
  g_assert_cmpuint (self.cables.largest, ==, 4096);
  for (guint i = 0; i < self.cables.cables->len; i++)
    {
      const WeftNocCable *cable = &g_array_index (self.cables.cables, WeftNocCable, i);

      g_assert_true ((cable->devices[0] == 0) != (cable->devices[1] == 0));
      g_assert_true (cable->bytes > 0 || isnan (cable->share));
      g_assert_true ((cable->link != G_MAXUINT) == (i >= 5));
      n_used += cable->bytes > 0;
    }
  g_assert_cmpuint (n_used, ==, 3);
  fixture_close (&self);
}

/* Neighbours are joined through the room between them. */
static void
test_neighbours (void)
{
  double left[4], right[4], hits[4];
  Fixture self;

  fixture_open (&self);
  get_chip (&self, 0, left);
  get_chip (&self, 1, right);
  g_assert_cmpuint (find_hits (&self, find_link (&self, 1), hits), >, 10);
  g_assert_cmpfloat (hits[0], <, left[0] + left[2] + 8);
  g_assert_cmpfloat (hits[2], >, right[0] - 8);
  g_assert_cmpfloat (hits[3] - hits[1], <, 2 * self.viewport.pitch_y);
  g_assert_cmpint (
    weft_noc_map_hit (self.map, &self.viewport, (hits[0] + hits[2]) / 2, (hits[1] + hits[3]) / 2)
      .kind,
    ==, WEFT_NOC_CABLE);
  fixture_close (&self);
}

/* Others around the chips in between: below those of a row, beside those of a column. */
static void
test_far (void)
{
  double from[4], between[4], to[4], hits[4];
  Fixture self;

  fixture_open (&self);
  get_chip (&self, 0, from);
  get_chip (&self, 1, between);
  get_chip (&self, 2, to);
  g_assert_cmpuint (find_hits (&self, find_link (&self, 2), hits), >, 10);
  g_assert_cmpfloat (hits[0], <, between[0]);
  g_assert_cmpfloat (hits[2], >, between[0] + between[2]);
  g_assert_cmpfloat (hits[3], >, from[1] + from[3]);
  get_chip (&self, 3, between);
  get_chip (&self, 4, to);
  g_assert_cmpuint (find_hits (&self, find_link (&self, 4), hits), >, 10);
  g_assert_cmpfloat (hits[1], <, between[1]);
  g_assert_cmpfloat (hits[3], >, between[1] + between[3]);
  g_assert_cmpfloat (hits[2], >, between[0] + between[2]);
  fixture_close (&self);
}

static guint
count_pixels (const WeftPaintList *list, const WeftStyle *style, const double box[4],
              WeftColor color)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  const guint8 *data;
  guint n = 0;
  int stride;

  weft_paint_pixels_draw_surface (list, style->atlas, surface, NULL, 0, 0);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  for (int y = (int) box[1]; y <= (int) box[3]; y++)
    for (int x = (int) box[0]; x <= (int) box[2]; x++)
      n += *(const guint32 *) (gconstpointer) (data + y * stride + 4 * x) == color;
  cairo_surface_destroy (surface);
  return n;
}

/* A cable has the colour of its share of the capacity; what is pointed at is marked along all of its way. */
static void
test_painted (void)
{
  const WeftNocChipLink *link;
  WeftPaintList *list = weft_paint_list_new ();
  WeftNocThing thing = { WEFT_NOC_CABLE, 0, 0 };
  const WeftColor mark = 0xff00ff00u;
  double hits[4];
  Fixture self;

  fixture_open (&self);
  thing.index = find_link (&self, 2);
  link = &g_array_index (self.stats->fabric->chip_links, WeftNocChipLink, thing.index);
  find_hits (&self, thing.index, hits);
  weft_noc_map_paint (self.map, &self.viewport, 0, 0, 0, SIDE, SIDE, list);
  g_assert_cmpuint (
    count_pixels (list, self.style, hits,
                  weft_style_heat (self.style, weft_noc_stats_get_cable_share (self.stats, link))),
    >, (guint) (hits[2] - hits[0]) / 2);
  g_assert_cmpuint (count_pixels (list, self.style, hits, mark), ==, 0);
  weft_noc_map_paint_thing (self.map, &self.viewport, &thing, mark, list);
  g_assert_cmpuint (count_pixels (list, self.style, hits, mark), >,
                    (guint) (hits[2] - hits[0]) / 2);
  weft_paint_list_free (list);

  /* One that is not there has no mark. */
  list = weft_paint_list_new ();
  thing.index = 99;
  weft_noc_map_paint_thing (self.map, &self.viewport, &thing, mark, list);
  g_assert_cmpuint (weft_paint_list_get_length (list), ==, 0);
  weft_paint_list_free (list);
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-cables/known", test_known);
  g_test_add_func ("/noc-cables/neighbours", test_neighbours);
  g_test_add_func ("/noc-cables/far", test_far);
  g_test_add_func ("/noc-cables/painted", test_painted);
  return g_test_run ();
}
