/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame-walk.h"

GArray *
weft_timeline_flame_list_names (const WeftTimelineFlame *flame, guint32 node)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; node < flame->n_nodes; node = flame->nodes[node].parent)
    g_array_prepend_val (names, flame->nodes[node].name);
  return names;
}

/* The first node of `from` up to, not including, `end`, all of the same parent, with that name. */
static guint32
find_name (const WeftTimelineFlame *flame, guint32 from, guint32 end, guint32 name)
{
  for (; from < end; from = flame->nodes[from].end)
    if (flame->nodes[from].name == name)
      return from;
  return WEFT_TIMELINE_NO_NODE;
}

guint32
weft_timeline_flame_find_names (const WeftTimelineFlame *flame, const GArray *names)
{
  guint32 from = 0, end = flame->n_nodes, node = WEFT_TIMELINE_NO_NODE;

  for (guint i = 0; i < names->len; i++)
    {
      node = find_name (flame, from, end, g_array_index (names, guint32, i));
      if (node == WEFT_TIMELINE_NO_NODE)
        return node;
      from = node + 1;
      end = flame->nodes[node].end;
    }
  return node;
}

guint32
weft_timeline_flame_step (const WeftTimelineFlame *flame, guint32 root, guint32 node, int on,
                          int down)
{
  const WeftTimelineFlameNode *nodes = flame->nodes;
  guint32 parent, before = WEFT_TIMELINE_NO_NODE, i;

  if (flame->n_nodes == 0 || (on == 0 && down == 0))
    return WEFT_TIMELINE_NO_NODE;
  if (node >= flame->n_nodes)
    return root < flame->n_nodes ? root : 0;
  if (down > 0)
    return node + 1 < nodes[node].end ? node + 1 : WEFT_TIMELINE_NO_NODE;
  if (node == root)
    return WEFT_TIMELINE_NO_NODE;
  parent = nodes[node].parent;
  if (down < 0)
    return parent;
  if (on > 0)
    {
      guint32 end = parent < flame->n_nodes ? nodes[parent].end : flame->n_nodes;

      return nodes[node].end < end ? nodes[node].end : WEFT_TIMELINE_NO_NODE;
    }
  for (i = parent < flame->n_nodes ? parent + 1 : 0; i < node; i = nodes[i].end)
    before = i;
  return before;
}
