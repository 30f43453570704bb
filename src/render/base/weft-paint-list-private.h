/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "weft-paint-list.h"

/* How a list is laid out, for the back ends. Items lie one after the other in an array of words;
 * each begins with the same six, by which what is outside of a tile is skipped. */

typedef enum
{
  WEFT_PAINT_FILL,
  WEFT_PAINT_FRAME,
  WEFT_PAINT_HATCH,
  WEFT_PAINT_CLIP, /* from here on the clip is x0, y0, x1, y1 */
  WEFT_PAINT_STRING,
  WEFT_PAINT_STROKE,
  WEFT_PAINT_POLYGON,
  WEFT_PAINT_AREA,
  WEFT_PAINT_IMAGE,
  WEFT_PAINT_COLUMNS,
} WeftPaintKind;

/* Half-open and in device pixels of the list; x0 < x1 and y0 < y1 (but for an empty clip), all
 * within ±WEFT_PAINT_FAR. */
typedef struct
{
  int32_t x0;
  int32_t y0;
  int32_t x1;
  int32_t y1;
} WeftPaintBox;

typedef struct
{
  uint8_t kind;
  uint8_t detail;   /* WeftHatch; WeftTextAlign | WeftTextFit << 4; 1 for a curve */
  uint16_t n_words; /* of the whole item */
  WeftColor color;
  WeftPaintBox box; /* the shape, or what it cannot reach beyond */
} WeftPaintItem;

typedef struct
{
  WeftPaintItem item;
  int32_t thickness;
} WeftPaintFrame;

typedef struct
{
  WeftPaintItem item;
  uint16_t period;
  uint8_t phase_x; /* of the list's (0, 0), less than the period */
  uint8_t phase_y;
} WeftPaintHatch;

typedef struct
{
  WeftPaintItem item;
  uint32_t string;
} WeftPaintString;

/* Strokes and polygons. */
typedef struct
{
  WeftPaintItem item;
  uint32_t first_point;
  uint32_t n_points;
  float width;
  float dash;
  float head;
} WeftPaintPath;

/* Areas, images and columns. */
typedef struct
{
  WeftPaintItem item;
  uint32_t memory[2]; /* a pointer, kept in words */
} WeftPaintBlock;

typedef struct
{
  uint32_t offset; /* into the list's text */
  uint16_t length; /* in bytes; the text is clean (weft-paint-text.h) */
  uint16_t size;   /* in quarters of a device pixel */
  uint32_t hash;   /* 0 when it is not interned */
  uint8_t role;
} WeftPaintText;

typedef struct
{
  char *data;
  size_t size;
  size_t used;
} WeftPaintMemory;

/* Every so many items have a box around them, so that a tile skips most of a list at a glance. */
#define WEFT_PAINT_GROUP 64

typedef struct
{
  WeftPaintBox box; /* around all but clips; empty when there are only those */
  size_t end;       /* the words of the group end here; they begin where the last one's end */
  size_t clip;      /* where its last clip is, plus 1; 0 when it has none */
} WeftPaintGroup;

struct _WeftPaintList
{
  uint32_t *words;
  size_t n_words;
  size_t max_words;
  size_t n_items;
  WeftPaintGroup *groups;
  size_t n_groups;
  size_t max_groups;

  WeftPaintText *texts;
  uint32_t n_texts;
  uint32_t max_texts;
  char *text;
  size_t n_text;
  size_t max_text;
  uint32_t *buckets;  /* of interned texts, open addressing; number + 1, 0 when free */
  uint32_t n_buckets; /* a power of two */
  uint32_t n_interned;

  WeftPoint *points;
  size_t n_points;
  size_t max_points;

  WeftPaintMemory *blocks;
  size_t n_blocks;

  int64_t origin_x;
  int64_t origin_y;
  WeftPaintBox *clips; /* the one in force is the last */
  size_t n_clips;
  size_t max_clips;
};

static inline const WeftPaintItem *
weft_paint_item_at (const WeftPaintList *list, size_t word)
{
  return (const WeftPaintItem *) (list->words + word);
}

static inline void *
weft_paint_block_memory (const WeftPaintBlock *block)
{
  void *memory = NULL;

  memcpy (&memory, block->memory, sizeof memory);
  return memory;
}

static inline double
weft_paint_text_size (const WeftPaintText *text)
{
  return text->size / (double) WEFT_FONT_SIZE_STEPS;
}

static inline WeftPaintBox
weft_paint_box_intersect (WeftPaintBox a, WeftPaintBox b)
{
  WeftPaintBox box = {
    a.x0 > b.x0 ? a.x0 : b.x0,
    a.y0 > b.y0 ? a.y0 : b.y0,
    a.x1 < b.x1 ? a.x1 : b.x1,
    a.y1 < b.y1 ? a.y1 : b.y1,
  };

  return box;
}

static inline bool
weft_paint_box_is_empty (WeftPaintBox box)
{
  return box.x0 >= box.x1 || box.y0 >= box.y1;
}

static inline bool
weft_paint_box_meets (WeftPaintBox a, WeftPaintBox b)
{
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
