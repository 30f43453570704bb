/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame.h"

#include "weft-cycle-range.h"
#include "weft-key-sort.h"
#include "weft-timeline-trace-private.h"
#include "weft-wide-sum.h"

#include <glib/gi18n-lib.h>

/* Of the slices of a path that touch the range. */
typedef struct
{
  guint64 count;
  WeftWideSum total;
  WeftWideSum shared; /* ns of `total` that others have, not taken of the parent's time */
  WeftWideSum taken;  /* ns of `total` in which slices below it are under way */
} Sum;

typedef struct
{
  const WeftTimelineCallTree *tree;
  gint64 from;
  gint64 to;
  Sum *sums;         /* by path */
  WeftWideSum total; /* of the nodes at depth 0 */
} Summing;

static gint64
clip (const Summing *self, gint64 start, gint64 end)
{
  return MAX (MIN (end, self->to) - MAX (start, self->from), 0);
}

/* --- sums --------------------------------------------------------------------------------------------- */

/* Slices of a depth follow one another, so only the first and the last of those that touch the range
 * reach out of it. */
static void
sum_depth (Summing *self, guint number, guint depth)
{
  const WeftTimelineTrackIndex *track = &self->tree->index->tracks[number];
  const guint32 *path_of = self->tree->path_of + self->tree->first[number];
  const gint64 *lengths = self->tree->lengths + self->tree->first[number];
  guint32 end = track->depths[depth + 1];
  guint32 a = weft_timeline_track_find (track, depth, self->from);
  guint32 b = weft_timeline_track_find (track, depth, self->to);
  guint32 edges[2];

  if (b < end && weft_timeline_track_start (track, depth, b) < self->to)
    b++;
  if (a >= b)
    return;
  for (guint32 place = a; place < b; place++)
    {
      Sum *sum = &self->sums[path_of[place]];

      sum->count++;
      sum->total += lengths[place];
    }
  edges[0] = a;
  edges[1] = b - 1;
  for (guint i = 0; i < (b - a > 1 ? 2 : 1); i++)
    self->sums[path_of[edges[i]]].total -=
      lengths[edges[i]]
      - clip (self, weft_timeline_track_start (track, depth, edges[i]),
              weft_timeline_track_start (track, depth, edges[i]) + lengths[edges[i]]);
}

/* Slices of the last depth, which all deeper ones share, may overlap. */
static void
sum_last_depth (Summing *self, guint number)
{
  const WeftTimelineTrackIndex *track = &self->tree->index->tracks[number];
  const WeftCycleRange range = { self->from, self->to };
  const guint32 *path_of = self->tree->path_of + self->tree->first[number];
  const WeftTimelineTrace *trace = self->tree->snapshot->trace;

  for (guint32 place = track->depths[track->n_depths - 1]; place < track->n_rows; place++)
    {
      gint64 start = weft_timeline_start (trace, track->rows[place]);
      gint64 end = weft_timeline_end (trace, track->rows[place]);

      if (!weft_cycle_range_intersects (&range, start, end))
        continue;
      self->sums[path_of[place]].count++;
      self->sums[path_of[place]].total += clip (self, start, end);
    }
}

static void
sum_tracks (Summing *self, const WeftBitset *tracks)
{
  const WeftTimelineIndex *index = self->tree->index;

  for (guint i = 0; i < index->n_tracks; i++)
    {
      guint n_depths = index->tracks[i].n_depths;

      if (!weft_bitset_includes (tracks, i))
        continue;
      for (guint depth = 0; depth < MIN (n_depths, WEFT_TIMELINE_MAX_DEPTH - 1); depth++)
        sum_depth (self, i, depth);
      if (n_depths == WEFT_TIMELINE_MAX_DEPTH)
        sum_last_depth (self, i);
    }
  for (guint32 i = 0; i < self->tree->n_overlaps; i++)
    {
      const WeftTimelineOverlap *overlap = &self->tree->overlaps[i];

      if (weft_bitset_includes (tracks, overlap->track))
        self->sums[overlap->path].shared += clip (self, overlap->from, overlap->to);
    }
}

/* --- nodes -------------------------------------------------------------------------------------------- */

/* Paths that touch the range, as a tree: the children of each with the most time first. */
typedef struct
{
  guint32 *first; /* by path, and behind the last path those of none */
  guint32 *next;
} Links;

static guint32
link_paths (const Summing *self, Links *links)
{
  const WeftTimelineCallTree *tree = self->tree;
  g_autofree guint64 *keys = g_new (guint64, tree->n_paths);
  g_autofree guint32 *active = g_new (guint32, tree->n_paths);
  guint32 n = 0;

  for (guint32 path = tree->n_paths; path-- > 0;)
    if (self->sums[path].count > 0)
      {
        keys[n] = (guint64) weft_wide_sum_get (self->sums[path].total);
        active[n++] = path;
      }
  weft_key_sort (keys, active, n, NULL, NULL);
  links->first = g_new (guint32, (gsize) tree->n_paths + 1);
  links->next = g_new (guint32, tree->n_paths);
  for (guint32 i = 0; i < n; i++)
    links->first[active[i]] = WEFT_TIMELINE_NO_NODE;
  links->first[tree->n_paths] = WEFT_TIMELINE_NO_NODE;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 parent = MIN (tree->paths[active[i]].parent, tree->n_paths);

      links->next[active[i]] = links->first[parent];
      links->first[parent] = active[i];
    }
  return n;
}

/* Puts a path behind what its parent, or the picture, is filled with already. */
static void
add_node (WeftTimelineFlame *flame, Summing *self, guint32 path, guint32 parent, double *fill)
{
  const Sum *sum = &self->sums[path];
  const WeftTimelineFlameNode *above =
    parent != WEFT_TIMELINE_NO_NODE ? &flame->nodes[parent] : NULL;
  WeftTimelineFlameNode *node = &flame->nodes[flame->n_nodes];

  *node = (WeftTimelineFlameNode){ .name = self->tree->paths[path].name,
                                   .path = path,
                                   .parent = parent,
                                   .depth = above != NULL ? above->depth + 1 : 0,
                                   .count = sum->count,
                                   .total = weft_wide_sum_get (sum->total),
                                   .left = *fill,
                                   .width = (double) sum->total };
  if (above != NULL)
    {
      Sum *sum_above = &self->sums[above->path];
      WeftWideSum taken = sum->total - sum->shared;

      sum_above->taken += taken;
      node->width =
        sum_above->total > 0 ? (double) taken * above->width / (double) sum_above->total : 0;
    }
  else
    self->total += sum->total;
  *fill += node->width;
  flame->n_depths = MAX (flame->n_depths, node->depth + 1);
  flame->n_nodes++;
}

static void
build_nodes (WeftTimelineFlame *flame, Summing *self)
{
  const WeftTimelineCallTree *tree = self->tree;
  Links links;
  guint32 n = link_paths (self, &links), node = WEFT_TIMELINE_NO_NODE;
  guint32 path = links.first[tree->n_paths];
  g_autofree double *fills = g_new (double, (gsize) n + 1); /* by node, and behind them of all */

  flame->nodes = g_new (WeftTimelineFlameNode, n);
  fills[n] = 0;
  while (path != WEFT_TIMELINE_NO_NODE || node != WEFT_TIMELINE_NO_NODE)
    if (path != WEFT_TIMELINE_NO_NODE)
      {
        add_node (flame, self, path, node, &fills[MIN (node, n)]);
        node = flame->n_nodes - 1;
        fills[node] = flame->nodes[node].left;
        path = links.first[path];
      }
    else
      {
        const Sum *sum = &self->sums[flame->nodes[node].path];

        flame->nodes[node].end = flame->n_nodes;
        flame->nodes[node].self = weft_wide_sum_get (sum->total - sum->taken);
        path = links.next[flame->nodes[node].path];
        node = flame->nodes[node].parent;
      }
  g_free (links.first);
  g_free (links.next);
}

/* --- flame graphs ------------------------------------------------------------------------------------- */

WeftTimelineFlame *
weft_timeline_flame_new (WeftTimelineCallTree *tree, gint64 from, gint64 to,
                         const WeftBitset *tracks)
{
  WeftTimelineFlame *self = g_new0 (WeftTimelineFlame, 1);
  g_autofree Sum *sums = g_new0 (Sum, tree->n_paths);
  Summing summing = { tree, from, to, sums, 0 };

  self->tree = weft_timeline_call_tree_ref (tree);
  self->from = from;
  self->to = to;
  if (from < to)
    sum_tracks (&summing, tracks);
  build_nodes (self, &summing);
  self->total = weft_wide_sum_get (summing.total);
  return self;
}

void
weft_timeline_flame_free (WeftTimelineFlame *self)
{
  if (self == NULL)
    return;
  weft_timeline_call_tree_unref (self->tree);
  g_free (self->nodes);
  g_free (self);
}

guint32
weft_timeline_flame_find (const WeftTimelineFlame *self, guint depth, double place)
{
  guint32 node = 0, end = self->n_nodes;

  while (node < end)
    {
      const WeftTimelineFlameNode *here = &self->nodes[node];

      if (place < here->left || place >= here->left + here->width)
        node = here->end;
      else if (here->depth == depth)
        return node;
      else
        {
          end = here->end;
          node++;
        }
    }
  return WEFT_TIMELINE_NO_NODE;
}

char *
weft_timeline_flame_get_path (const WeftTimelineFlame *self, guint32 node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  for (; node != WEFT_TIMELINE_NO_NODE; node = self->nodes[node].parent)
    g_ptr_array_add (names, (gpointer) weft_timeline_trace_get_name (self->tree->snapshot->trace,
                                                                     self->nodes[node].name));
  for (guint i = names->len; i-- > 0;)
    {
      const char *name = g_ptr_array_index (names, i);

      g_string_append (text, name != NULL ? name : "—");
      if (i > 0)
        g_string_append_c (text, ';');
    }
  return g_string_free (text, FALSE);
}

/* --- the table ---------------------------------------------------------------------------------------- */

static WeftCell
get_stack (gconstpointer data, gconstpointer item)
{
  const WeftTimelineFlame *self = data;
  const WeftTimelineFlameNode *node = item;

  return weft_cell_text (weft_timeline_flame_get_path (self, (guint32) (node - self->nodes)));
}

static WeftCell
get_share (gconstpointer data, gconstpointer item)
{
  const WeftTimelineFlame *self = data;

  return self->total > 0 ? weft_cell_real ((double) ((const WeftTimelineFlameNode *) item)->self
                                           / (double) self->total)
                         : weft_cell_none ();
}

static WeftCell
as_name (gconstpointer data, gint64 name)
{
  const WeftTimelineFlame *self = data;

  return weft_cell_word (
    (guint) name, weft_timeline_trace_get_name (self->tree->snapshot->trace, (guint32) name));
}

#define NODE(name) .member = WEFT_MEMBER (WeftTimelineFlameNode, name)

static const WeftField fields[] = {
  { "depth", N_ ("Depth"), .flags = WEFT_FIELD_TABLE, NODE (depth) },
  { "name", N_ ("Name"), .flags = WEFT_FIELD_TABLE, NODE (name), .as = as_name },
  { "count", N_ ("Slices"), .flags = WEFT_FIELD_TABLE, NODE (count) },
  { "total_ns", N_ ("Total"), .flags = WEFT_FIELD_TABLE, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Time of its slices in the range; those at the same time count each"),
    NODE (total) },
  { "self_ns", N_ ("Self time"), .flags = WEFT_FIELD_TABLE, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of that, while no other slice was under way within them"), NODE (self) },
  { "self_share", N_ ("Of all"), .flags = WEFT_FIELD_TABLE, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Self time by the time of all outermost slices"), .of = get_share },
  { "stack", N_ ("Stack"), .flags = WEFT_FIELD_TABLE | WEFT_FIELD_LAST,
    .doc = N_ ("Names from the outermost slice on, with “;” between them"), .of = get_stack },
};

const WeftSchema weft_timeline_flame_schema = { "timeline_stack",
                                                "Slices of a timeline by the names around them",
                                                fields,
                                                G_N_ELEMENTS (fields),
                                                0,
                                                sizeof (WeftTimelineFlameNode) };

WeftFacts
weft_timeline_flame_get_facts (const WeftTimelineFlame *self)
{
  WeftFacts facts = weft_facts_of_items (&weft_timeline_flame_schema, WEFT_FIELD_TABLE, self,
                                         self->nodes, self->n_nodes);

  facts.hertz = 1000000000;
  return facts;
}
