/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-paint-list.h"
#include "weft-pipeline-viewport.h"
#include "weft-row-colors.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The input of a pipeline renderer. */

typedef struct _WeftPipelineRenderer WeftPipelineRenderer;

/* The colours of WEFT_SCHEME_CUSTOM. `color` may be called on any thread, and returns
 * WEFT_COLOR_NONE for kinds that keep the colour they have by stage. */
typedef struct
{
  WeftColor (*color) (const WeftKindInfo *info, gpointer user_data);
  gpointer user_data;
  guint serial; /* another one whenever colours change */
  /* The picture is one of two of which one lies over the other: its name, before its stages in the legend.
   * Nothing is drawn then that would change the colours of the other. Nullable. */
  const char *heading;
} WeftPipelineCustom;

/* The pointers stay valid during the call. */
typedef struct
{
  WeftPipelineRows *rows;
  WeftStyle *style;
  const WeftPipelineCustom *custom; /* nullable */
  WeftRowColors *op_colors;         /* of ops, in the place of the scheme's; nullable */
  WeftClock clock;
  WeftPipelineViewport viewport;
} WeftPipelineScene;

/* Whether the picture is one of two of which one lies over the other. */
static inline gboolean
weft_pipeline_scene_is_overlaid (const WeftPipelineScene *scene)
{
  return scene->viewport.scheme == WEFT_SCHEME_CUSTOM && scene->custom != NULL
         && scene->custom->heading != NULL;
}

/* A rectangle of the viewport's endless picture. Lists hold it with its corner at (0, 0). */
typedef struct
{
  gint64 x;
  gint64 y;
  int width;
  int height;
} WeftPipelineArea;

/* One call of a painting function; the renderer's own. */
typedef struct _WeftPipelineDrawing WeftPipelineDrawing;

G_END_DECLS
