/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-colors.h"

#include "weft-timeline-trace-private.h"

#include <pango/pango.h>

struct _WeftTimelineColors
{
  gatomicrefcount ref_count;
  WeftTimelineSnapshot *snapshot; /* held */
  guint8 *names;                  /* by their ids: categories of a style */
  guint8 *words;                  /* likewise, of names that are categories of events */
  guint32 n_names;
  GArray *categories;   /* guint32: ids */
  WeftColor *requested; /* by words of the trace: what colour they name, WEFT_COLOR_NONE for none */
  guint n_requested;
};

/* --- categories that are known -------------------------------------------------------------------- */

/* Of the profilers that are met most, so that neighbours differ. */
static const struct
{
  const char *name;
  guint8 color;
} known[] = {
  { "cpu_op", 0 },      { "user_annotation", 3 },
  { "kernel", 2 },      { "cuda_runtime", 1 },
  { "cuda_driver", 9 }, { "python_function", 4 },
  { "gpu_memcpy", 5 },  { "gpu_memset", 7 },
  { "cuda_sync", 6 },   { "gpu_user_annotation", 11 },
  { "overhead", 8 },    { "Op", 0 },
  { "Operator", 0 },    { "Kernel", 2 },
  { "Session", 3 },     { "Node", 0 },
  { "Trace", 14 },      { "collective_comm", 5 },
};

/* --- colours by the names that Chrome has for them ------------------------------------------------- */

static const struct
{
  const char *name;
  WeftColor color;
} chrome_colors[] = {
  { "thread_state_uninterruptible", 0xffb67d8f },
  { "thread_state_iowait", 0xffff8c00 },
  { "thread_state_running", 0xff7ec894 },
  { "thread_state_runnable", 0xff85a0d2 },
  { "thread_state_sleeping", 0xfff0f0f0 },
  { "thread_state_unknown", 0xffc79b7d },
  { "background_memory_dump", 0xff00b4b4 },
  { "light_memory_dump", 0xff0000b4 },
  { "detailed_memory_dump", 0xffb400b4 },
  { "vsync_highlight_color", 0xff0000ff },
  { "generic_work", 0xff7d7d7d },
  { "good", 0xff007d00 },
  { "bad", 0xffb47d00 },
  { "terrible", 0xffb40000 },
  { "rail_response", 0xff4387fd },
  { "rail_animation", 0xfff44a3f },
  { "rail_idle", 0xffee8e00 },
  { "rail_load", 0xff0da861 },
  { "startup", 0xffe6e600 },
  { "heap_dump_stack_frame", 0xff808080 },
  { "heap_dump_object_type", 0xff0000ff },
  { "heap_dump_child_node_arrow", 0xffcc6600 },
  { "cq_build_running", 0xffffff77 },
  { "cq_build_passed", 0xff99ee66 },
  { "cq_build_failed", 0xffee8888 },
  { "cq_build_abandoned", 0xffbbbbbb },
  { "cq_build_attempt_runnig", 0xffdede4b },
  { "cq_build_attempt_passed", 0xff67da23 },
  { "cq_build_attempt_failed", 0xffc55151 },
};

static WeftColor
find_requested (const char *word)
{
  PangoColor color;

  for (guint i = 0; i < G_N_ELEMENTS (chrome_colors); i++)
    if (g_str_equal (word, chrome_colors[i].name))
      return chrome_colors[i].color;
  if (!pango_color_parse (&color, word))
    return WEFT_COLOR_NONE;
  return 0xff000000u | (WeftColor) (color.red >> 8) << 16 | (WeftColor) (color.green >> 8) << 8
         | (WeftColor) (color.blue >> 8);
}

static void
read_requested (WeftTimelineColors *self)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;

  self->n_requested = weft_table_length (&trace->words);
  self->requested = g_new0 (WeftColor, self->n_requested);
  for (guint i = 1; i < self->n_requested; i++)
    {
      const char *word =
        weft_string_pool_get (&trace->names, weft_table_get_u32 (&trace->words, 0, i), NULL);

      if (word != NULL)
        self->requested[i] = find_requested (word);
    }
}

/* --- names ---------------------------------------------------------------------------------------- */

/* FNV-1a of all but digits: "ProfilerStep#5" is "ProfilerStep#6" to the eye. */
static guint8
pick (const char *name)
{
  guint32 hash = 2166136261u;

  for (; *name != '\0'; name++)
    if (!g_ascii_isdigit (*name))
      hash = (hash ^ (guchar) *name) * 16777619u;
  hash ^= hash >> 15;
  return (guint8) (hash % WEFT_STYLE_N_CATEGORIES);
}

static void
pick_names (WeftTimelineColors *self)
{
  self->n_names = weft_timeline_trace_get_n_names (self->snapshot->trace);
  self->names = g_new0 (guint8, self->n_names);
  self->words = g_new0 (guint8, self->n_names);
  for (guint32 id = 0; id < self->n_names; id++)
    self->names[id] = pick (weft_timeline_trace_get_name (self->snapshot->trace, id));
}

static gboolean
find_known (const char *name, guint8 *color)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].name, name))
      {
        *color = known[i].color;
        return TRUE;
      }
  return FALSE;
}

/* Few as they are, no two have the same colour before all are used. */
static void
pick_categories (WeftTimelineColors *self)
{
  gboolean taken[WEFT_STYLE_N_CATEGORIES] = { FALSE };
  guint n_taken = 0;

  for (guint i = 0; i < self->categories->len; i++)
    {
      guint32 id = g_array_index (self->categories, guint32, i);
      const char *name = weft_timeline_trace_get_name (self->snapshot->trace, id);
      guint8 color = pick (name);

      if (!find_known (name, &color))
        while (n_taken < WEFT_STYLE_N_CATEGORIES && taken[color])
          color = (guint8) ((color + 1) % WEFT_STYLE_N_CATEGORIES);
      n_taken += !taken[color];
      taken[color] = TRUE;
      self->words[id] = color;
    }
}

static void
list_categories (WeftTimelineColors *self)
{
  g_autofree guint8 *seen = g_new0 (guint8, self->n_names);
  const WeftTimelineTrace *trace = self->snapshot->trace;

  self->categories = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; row < self->snapshot->n_events; row++)
    {
      guint32 id = weft_timeline_category (trace, row);

      if (id >= self->n_names || seen[id])
        continue;
      seen[id] = TRUE;
      g_array_append_val (self->categories, id);
    }
}

/* --- the object ----------------------------------------------------------------------------------- */

WeftTimelineColors *
weft_timeline_colors_new (WeftTimelineSnapshot *snapshot)
{
  WeftTimelineColors *self = g_new0 (WeftTimelineColors, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = weft_timeline_snapshot_ref (snapshot);
  pick_names (self);
  list_categories (self);
  pick_categories (self);
  read_requested (self);
  return self;
}

WeftTimelineColors *
weft_timeline_colors_ref (WeftTimelineColors *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_timeline_colors_unref (WeftTimelineColors *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_timeline_snapshot_unref (self->snapshot);
  g_array_unref (self->categories);
  g_free (self->names);
  g_free (self->words);
  g_free (self->requested);
  g_free (self);
}

/* --- colours -------------------------------------------------------------------------------------- */

gboolean
weft_timeline_colors_has_requested (const WeftTimelineColors *self)
{
  return self->n_requested > 1;
}

WeftColor
weft_timeline_colors_get_name (const WeftTimelineColors *self, const WeftStyle *style, guint32 name)
{
  return name < self->n_names ? weft_style_category (style, self->names[name])
                              : weft_style_color (style, WEFT_COLOR_HOST);
}

WeftColor
weft_timeline_colors_get_category (const WeftTimelineColors *self, const WeftStyle *style,
                                   guint32 category)
{
  return category < self->n_names ? weft_style_category (style, self->words[category])
                                  : weft_style_color (style, WEFT_COLOR_HOST);
}

WeftColor
weft_timeline_colors_get_event (const WeftTimelineColors *self, const WeftStyle *style,
                                WeftTimelineScheme scheme, guint32 row)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;

  if (weft_timeline_colors_has_requested (self))
    {
      guint word = weft_table_get_u16 (&trace->events, TIMELINE_COLOR, row);

      if (word < self->n_requested && self->requested[word] != WEFT_COLOR_NONE)
        return self->requested[word];
    }
  if (scheme == WEFT_TIMELINE_BY_CATEGORY)
    return weft_timeline_colors_get_category (self, style, weft_timeline_category (trace, row));
  if (scheme == WEFT_TIMELINE_BY_TRACK)
    return weft_style_category (style, weft_timeline_track (trace, row));
  return weft_timeline_colors_get_name (self, style, weft_timeline_name (trace, row));
}

const guint32 *
weft_timeline_colors_list_categories (const WeftTimelineColors *self, guint *n)
{
  *n = self->categories->len;
  return (const guint32 *) (gpointer) self->categories->data;
}
