/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-colors.h"

#include "weft-pipeline-attribution.h"
#include "weft-pipeline-latency-class.h"
#include "weft-pipeline-shade.h"
#include "weft-pipeline-trace-private.h"

static gint16
channel (WeftColor color, guint shift)
{
  return (gint16) (color >> shift & 0xff);
}

static WeftSumTerm
make_term (WeftColor fill, gboolean over, gboolean flushed)
{
  gint16 r = channel (fill, 16), g = channel (fill, 8), b = channel (fill, 0);
  WeftSumTerm term = { 0 };

  term[WEFT_SUM_RED] = r;
  term[WEFT_SUM_GREEN] = g;
  term[WEFT_SUM_BLUE] = b;
  term[WEFT_SUM_CHROMA] = (gint16) (MAX (r, MAX (g, b)) - MIN (r, MIN (g, b)));
  term[WEFT_SUM_LANE0] = over ? 0 : WEFT_SUM_ONE;
  term[WEFT_SUM_FLUSHED] = over || !flushed ? 0 : WEFT_SUM_ONE;
  term[WEFT_SUM_OVER] = over ? WEFT_SUM_ONE : 0;
  return term;
}

static void
make_look (WeftKindLook *look, const WeftStyle *style, WeftColor fill)
{
  WeftColor flushed = weft_style_flushed (style, fill);

  look->live = (WeftLook){ .fill = fill,
                           .border = weft_style_border_of (style, fill),
                           .text = weft_color_text_on (fill),
                           .term = make_term (fill, look->over, FALSE) };
  look->flushed = (WeftLook){ .fill = flushed,
                              .border = weft_style_flushed (style, look->live.border),
                              .text = weft_style_muted_on (style, flushed),
                              .term = make_term (fill, look->over, TRUE) };
  look->flushed_small = weft_pipeline_shade_flushed (style, fill);
}

static void
copy_look (WeftKindLook *look, const WeftKindLook *same)
{
  look->live = same->live;
  look->flushed = same->flushed;
  look->flushed_small = same->flushed_small;
}

/* From the ninth stage on hues come again, lighter: in another order, so that a pipeline's last
 * stages do not look like its first. */
static guint
category_of_rank (guint rank)
{
  return rank / 8 * 8 + (rank + (rank >= 8 ? 2 : 0)) % 8;
}

/* Lanes over lane 0 hold stalls and waits: their first stage is grey, the others greyish. Mixed once, for
 * traces whose kinds are many. */
typedef struct
{
  WeftColor grey;
  WeftColor greyish[WEFT_STYLE_N_CATEGORIES];
} OverColors;

static void
mix_over_colors (const WeftStyle *style, OverColors *colors)
{
  colors->grey = weft_color_mix (weft_style_color (style, WEFT_COLOR_HOST),
                                 weft_style_color (style, WEFT_COLOR_CANVAS), 0.4);
  for (guint i = 0; i < WEFT_STYLE_N_CATEGORIES; i++)
    colors->greyish[i] = weft_color_mix (weft_style_category (style, i), colors->grey, 0.5);
}

static WeftColor
color_by_stage (const WeftStyle *style, const OverColors *colors, const WeftKindInfo *info,
                gboolean over)
{
  guint category = category_of_rank (info->rank);

  if (!over)
    return weft_style_category (style, category);
  return info->rank == 0 ? colors->grey : colors->greyish[category % WEFT_STYLE_N_CATEGORIES];
}

static WeftColor
color_of_kind (const WeftPipelineScene *scene, const OverColors *colors, const WeftKindInfo *info,
               gboolean over, guint n_depths)
{
  WeftColor custom = WEFT_COLOR_NONE;

  switch (scene->viewport.scheme)
    {
    case WEFT_SCHEME_DEPTH:
      if (!over)
        return weft_style_heat (scene->style, 0.1 + 0.85 * info->depth / MAX (n_depths - 1, 1));
      break;
    case WEFT_SCHEME_SINGLE:
      if (!over)
        return weft_style_depth (scene->style, info->depth, n_depths);
      break;
    case WEFT_SCHEME_CUSTOM:
      if (scene->custom != NULL)
        custom = scene->custom->color (info, scene->custom->user_data);
      if (custom != WEFT_COLOR_NONE)
        return weft_color_with_alpha (custom, 255);
      break;
    case WEFT_SCHEME_STAGE:
    case WEFT_SCHEME_THREAD:
    case WEFT_SCHEME_LATENCY:
    case WEFT_SCHEME_REASON:
      break;
    }
  return color_by_stage (scene->style, colors, info, over);
}

/* Lane 0 is the one called "0", or else the first. */
static guint
find_base_lane (WeftPipelineTrace *trace, guint n_lanes)
{
  for (guint lane = 0; lane < n_lanes; lane++)
    if (g_str_equal (weft_pipeline_trace_get_lane_name (trace, lane), "0"))
      return lane;
  return 0;
}

/* Kinds are many where their names are odd, and colours are few: looks of a colour are made once. */
#define N_KNOWN_LOOKS 64

static void
make_kinds (WeftPipelineColors *self, const WeftPipelineScene *scene, WeftPipelineTrace *trace)
{
  /* A trace has no lane before its first stage, though room is made for one. */
  guint base = find_base_lane (trace, weft_pipeline_trace_get_n_lanes (trace));
  const WeftKindLook *known[N_KNOWN_LOOKS] = { NULL };
  OverColors colors;
  guint n_depths = 1;
  WeftKindInfo info;

  mix_over_colors (scene->style, &colors);

  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      if (info.lane_index == base)
        n_depths = MAX (n_depths, info.depth + 1);
    }
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      WeftKindLook *look = &self->kinds[kind];
      const WeftKindLook **same;
      WeftColor fill;

      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      look->over = info.lane_index != base;
      look->lane = info.lane_index + (info.lane_index < base ? 1 : 0);
      if (!look->over)
        look->lane = 0;
      self->parity[kind] = info.depth & 1;
      fill = color_of_kind (scene, &colors, &info, look->over, n_depths);
      same = &known[(fill * 2654435761u >> 16) % N_KNOWN_LOOKS];
      if (*same != NULL && (*same)->live.fill == fill && (*same)->over == look->over)
        copy_look (look, *same);
      else
        make_look (look, scene->style, fill);
      *same = look;
    }
  make_look (&self->kinds[self->n_kinds], scene->style,
             weft_style_color (scene->style, WEFT_COLOR_UNKNOWN));
}

/* The ramp goes up to the log's longest latency; its ends are left to what is hardly there and to
 * what is over a limit. */
static WeftColor
color_of_class (const WeftPipelineColors *self, const WeftStyle *style, guint op_class)
{
  guint last = MAX (self->longest, 1);

  if (self->op_colors != NULL)
    return weft_row_colors_get (self->op_colors, style, op_class);
  if (self->scheme == WEFT_SCHEME_REASON && op_class == WEFT_OP_CLASS_NONE)
    return weft_style_color (style, WEFT_COLOR_UNKNOWN);
  if (self->scheme == WEFT_SCHEME_REASON && op_class == WEFT_OP_CLASS_OTHER)
    return weft_style_color (style, WEFT_COLOR_HOST);
  if (self->scheme != WEFT_SCHEME_LATENCY)
    return weft_style_category (style, op_class);
  return weft_style_heat (style, 0.05 + 0.9 * MIN (op_class, last) / last);
}

static void
make_classes (WeftPipelineColors *self, const WeftStyle *style)
{
  WeftColor away = weft_style_is_dark (style) ? WEFT_COLOR_WHITE : WEFT_COLOR_BLACK;

  self->classes = g_new0 (WeftKindLook, WEFT_N_OP_LOOKS);
  for (guint i = 0; i < WEFT_N_OP_LOOKS; i++)
    make_look (&self->classes[i], style,
               weft_color_mix (color_of_class (self, style, i / 2), away, i % 2 * 0.12));
  for (guint i = 2 * WEFT_ROW_COLORS_NONE; i < WEFT_N_OP_LOOKS && self->op_colors != NULL; i++)
    {
      WeftKindLook *look = &self->classes[i];

      look->unknown = TRUE;
      look->live.term[WEFT_SUM_UNKNOWN] = look->flushed.term[WEFT_SUM_UNKNOWN] = WEFT_SUM_ONE;
    }
}

static guint
classify_by_reason (WeftPipelineTrace *trace, guint32 op)
{
  guint32 reason = weft_pipeline_attribution_get_reason (trace, op);

  return reason == WEFT_NO_NAME ? WEFT_OP_CLASS_NONE : MIN (reason, WEFT_OP_CLASS_OTHER);
}

guint
weft_pipeline_colors_classify (const WeftPipelineColors *self, const WeftPipelineSnapshot *snapshot,
                               guint32 op)
{
  if (self->classes == NULL)
    return 0;
  if (self->op_colors != NULL)
    return weft_row_colors_classify (self->op_colors, op);
  if (self->scheme == WEFT_SCHEME_THREAD)
    return (guint) ((guint64) weft_op_thread (snapshot, op) % WEFT_N_OP_CLASSES);
  if (self->scheme == WEFT_SCHEME_REASON)
    return classify_by_reason (snapshot->trace, op);
  return weft_latency_classify (weft_ticks_between (weft_pipeline_snapshot_get_fetch (snapshot, op),
                                                    weft_op_end (snapshot, op)));
}

static void
free_looks (WeftPipelineColors *self)
{
  g_clear_pointer (&self->kinds, g_free);
  g_clear_pointer (&self->parity, g_free);
  g_clear_pointer (&self->classes, g_free);
}

void
weft_pipeline_colors_init (WeftPipelineColors *self)
{
  *self = (WeftPipelineColors){ 0 };
  g_weak_ref_init (&self->trace, NULL);
}

void
weft_pipeline_colors_clear (WeftPipelineColors *self)
{
  free_looks (self);
  g_clear_pointer (&self->op_colors, weft_row_colors_unref);
  g_weak_ref_clear (&self->trace);
}

/* Latency class of the longest op, where ops are coloured by that. */
static guint
find_longest (const WeftPipelineScene *scene)
{
  guint n_levels = weft_pipeline_rows_get_n_levels (scene->rows);
  WeftBlockSummary all;

  if (scene->viewport.scheme != WEFT_SCHEME_LATENCY || n_levels == 0
      || !weft_pipeline_rows_get_summary (scene->rows, n_levels - 1, 0, &all))
    return 0;
  return weft_latency_classify (all.longest);
}

static gboolean
are_right (WeftPipelineColors *self, const WeftPipelineScene *scene, WeftPipelineTrace *trace)
{
  g_autoptr (GObject) made_for = g_weak_ref_get (&self->trace);

  return self->kinds != NULL && made_for == G_OBJECT (trace)
         && self->n_kinds == weft_pipeline_trace_get_n_kinds (trace)
         && self->style_hash == scene->style->hash && self->scheme == scene->viewport.scheme
         && self->longest == find_longest (scene) && self->custom == scene->custom
         && self->op_colors == scene->op_colors
         && (scene->custom == NULL || self->custom_serial == scene->custom->serial);
}

static gboolean
looks_at_ops (const WeftPipelineScene *scene)
{
  WeftPipelineScheme scheme = scene->viewport.scheme;

  return scene->op_colors != NULL || scheme == WEFT_SCHEME_THREAD || scheme == WEFT_SCHEME_LATENCY
         || scheme == WEFT_SCHEME_REASON;
}

void
weft_pipeline_colors_prepare (WeftPipelineColors *self, const WeftPipelineScene *scene)
{
  WeftPipelineTrace *trace = weft_pipeline_rows_get_snapshot (scene->rows)->trace;

  if (are_right (self, scene, trace))
    return;
  free_looks (self);
  g_weak_ref_set (&self->trace, trace);
  self->style_hash = scene->style->hash;
  self->scheme = scene->viewport.scheme;
  self->longest = find_longest (scene);
  g_clear_pointer (&self->op_colors, weft_row_colors_unref);
  if (scene->op_colors != NULL)
    self->op_colors = weft_row_colors_ref (scene->op_colors);
  self->custom = scene->custom;
  self->custom_serial = scene->custom != NULL ? scene->custom->serial : 0;
  self->n_kinds = weft_pipeline_trace_get_n_kinds (trace);
  self->n_lanes = MAX (1, weft_pipeline_trace_get_n_lanes (trace));
  self->kinds = g_new0 (WeftKindLook, self->n_kinds + 1);
  self->parity = g_new0 (guint8, self->n_kinds + 1);
  make_kinds (self, scene, trace);
  if (looks_at_ops (scene))
    make_classes (self, scene->style);
}
