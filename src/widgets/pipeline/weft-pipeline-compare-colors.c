/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-colors.h"

/* Stages of a pipeline that follow one another differ in their shade. */
#define N_SHADES 3

/* The hues of a picture's colours. In no channel are they beyond the ground, where mixing would
 * change them: below it, on dark ground, above it on white. */
typedef struct
{
  WeftColor hue;
  WeftColor ground;
  double shares[N_SHADES]; /* of the ground */
} Tint;

typedef enum
{
  LIGHT,
  DARK,
  DARK_CONTRAST,
  N_THEMES
} Theme;

static const Tint tints[N_THEMES][WEFT_N_LOGS] = {
  [LIGHT] = { { 0xff0072b2u, 0xffffffffu, { 0.48, 0.62, 0.76 } },
              { 0xffd55e00u, 0xffffffffu, { 0.48, 0.62, 0.76 } } },
  [DARK] = { { 0xff56b4e9u, 0xff1f2228u, { 0.45, 0.58, 0.70 } },
             { 0xffe69f3cu, 0xff1f2228u, { 0.45, 0.58, 0.70 } } },
  [DARK_CONTRAST] = { { 0xff56b4e9u, 0xff000000u, { 0.45, 0.58, 0.70 } },
                      { 0xffe69f3cu, 0xff000000u, { 0.45, 0.58, 0.70 } } },
};

/* Any thread. */
static WeftColor
get_color (const WeftKindInfo *info, gpointer data)
{
  const Tint *tint = data;

  return weft_color_mix (tint->hue, tint->ground, tint->shares[info->rank % N_SHADES]);
}

#define CUSTOM(theme, log, name, number) \
  { \
    .color = get_color, .user_data = (gpointer) &tints[theme][log], .serial = (number), \
    .heading = (name) \
  }

static const WeftPipelineCustom customs[N_THEMES][WEFT_N_LOGS] = {
  [LIGHT] = { CUSTOM (LIGHT, WEFT_LOG_A, "A", 1), CUSTOM (LIGHT, WEFT_LOG_B, "B", 2) },
  [DARK] = { CUSTOM (DARK, WEFT_LOG_A, "A", 3), CUSTOM (DARK, WEFT_LOG_B, "B", 4) },
  [DARK_CONTRAST] = { CUSTOM (DARK_CONTRAST, WEFT_LOG_A, "A", 5),
                      CUSTOM (DARK_CONTRAST, WEFT_LOG_B, "B", 6) },
};

const WeftPipelineCustom *
weft_pipeline_compare_get_colors (const WeftStyle *style, int log)
{
  Theme theme = LIGHT;

  if (weft_style_is_dark (style))
    theme = weft_style_color (style, WEFT_COLOR_CANVAS) == WEFT_COLOR_BLACK ? DARK_CONTRAST : DARK;
  return &customs[theme][log];
}
