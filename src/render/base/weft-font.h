/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The purpose of a text; the style says which family, weight and size that means. Figures are
 * tabular in every role. */
typedef enum
{
  WEFT_FONT_UI,         /* words: titles, legends, names */
  WEFT_FONT_UI_BOLD,    /* words that head others */
  WEFT_FONT_UI_SMALL,   /* rulers, captions, units */
  WEFT_FONT_MONO,       /* disassembly, labels, addresses */
  WEFT_FONT_MONO_SMALL, /* the same where it is crowded */
  WEFT_FONT_CELL,       /* stage names and counts inside cells */
  WEFT_N_FONT_ROLES
} WeftFontRole;

/* Sizes of text are device pixels per em, kept in quarters: this is the step and the range.
 * Anything else is rounded and clamped. */
#define WEFT_FONT_SIZE_STEPS 4
#define WEFT_FONT_SIZE_MIN 1.0
#define WEFT_FONT_SIZE_MAX 256.0

/* Text smaller than this (device pixels per em at device scale 1) is not legible. */
#define WEFT_FONT_LEGIBLE_PX 8.5

/* How a text that is wider than its box is cut. */
typedef enum
{
  WEFT_FIT_CLIP,   /* cut at the edge of the box */
  WEFT_FIT_END,    /* "disassem…": for labels */
  WEFT_FIT_MIDDLE, /* "/dir/…/file": for paths */
  WEFT_FIT_WHOLE,  /* not drawn at all: for cells */
} WeftTextFit;

typedef enum
{
  WEFT_ALIGN_START,
  WEFT_ALIGN_CENTER,
  WEFT_ALIGN_END,
} WeftTextAlign;
