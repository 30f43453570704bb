/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-paint-list-private.h"

#include <glib.h>

#define INTERN_MAX 31
#define BLOCK_SIZE (256u << 10)
#define IMAGE_MAX (64ll << 20)

/* Points keep their slope as far out as this. */
#define POINT_FAR 1e12

_Static_assert(sizeof (void *) <= 2 * sizeof (uint32_t), "a block's pointer fits its words");

/* Makes room for `extra` more in an array of `used` elements, doubling it. */
static void *
reserve (void *array, size_t *max, size_t used, size_t extra, size_t element)
{
  if (used + extra <= *max)
    return array;
  *max = MAX (MAX (*max * 2, used + extra), 64);
  return g_realloc_n (array, *max, element);
}

static inline int32_t
clamp_far (int64_t value)
{
  return (int32_t) CLAMP (value, -WEFT_PAINT_FAR, WEFT_PAINT_FAR);
}

/* Lists are appended to tens of thousands of times per frame. */
static inline WeftPaintBox
make_box (int x, int y, int width, int height)
{
  return (WeftPaintBox){
    clamp_far (x),
    clamp_far (y),
    clamp_far ((int64_t) x + width),
    clamp_far ((int64_t) y + height),
  };
}

WeftPaintList *
weft_paint_list_new (void)
{
  WeftPaintList *list = g_new0 (WeftPaintList, 1);

  list->max_clips = 8;
  list->clips = g_new (WeftPaintBox, list->max_clips);
  weft_paint_list_clear (list);
  return list;
}

void
weft_paint_list_free (WeftPaintList *list)
{
  if (list == NULL)
    return;
  for (size_t i = 0; i < list->n_blocks; i++)
    g_free (list->blocks[i].data);
  g_free (list->blocks);
  g_free (list->words);
  g_free (list->groups);
  g_free (list->texts);
  g_free (list->text);
  g_free (list->buckets);
  g_free (list->points);
  g_free (list->clips);
  g_free (list);
}

void
weft_paint_list_clear (WeftPaintList *list)
{
  list->n_words = 0;
  list->n_items = 0;
  list->n_groups = 0;
  list->n_texts = 0;
  list->n_text = 0;
  list->n_points = 0;
  if (list->n_interned > 0)
    memset (list->buckets, 0, list->n_buckets * sizeof *list->buckets);
  list->n_interned = 0;
  for (size_t i = 0; i < list->n_blocks; i++)
    list->blocks[i].used = 0;
  list->origin_x = 0;
  list->origin_y = 0;
  list->clips[0] =
    (WeftPaintBox){ -WEFT_PAINT_FAR, -WEFT_PAINT_FAR, WEFT_PAINT_FAR, WEFT_PAINT_FAR };
  list->n_clips = 1;
}

size_t
weft_paint_list_get_length (const WeftPaintList *list)
{
  return list->n_items;
}

size_t
weft_paint_list_get_memory (const WeftPaintList *list)
{
  size_t bytes = sizeof *list + list->max_words * sizeof *list->words
                 + list->max_groups * sizeof *list->groups + list->max_texts * sizeof *list->texts
                 + list->max_text + list->n_buckets * sizeof *list->buckets
                 + list->max_points * sizeof *list->points + list->max_clips * sizeof *list->clips
                 + list->n_blocks * sizeof *list->blocks;

  for (size_t i = 0; i < list->n_blocks; i++)
    bytes += list->blocks[i].size;
  return bytes;
}

void
weft_paint_list_set_origin (WeftPaintList *list, int64_t x, int64_t y)
{
  list->origin_x = x;
  list->origin_y = y;
}

/* --- items --------------------------------------------------------------------------------- */

/* Whether a shape can be seen at all. */
static inline bool
is_visible (const WeftPaintList *list, WeftPaintBox box, WeftColor color)
{
  return color >> 24 != 0 && !weft_paint_box_is_empty (box)
         && weft_paint_box_meets (box, list->clips[list->n_clips - 1]);
}

static WeftPaintGroup *
add_group (WeftPaintList *list)
{
  list->groups = reserve (list->groups, &list->max_groups, list->n_groups, 1, sizeof *list->groups);
  list->groups[list->n_groups] = (WeftPaintGroup){
    .box = { WEFT_PAINT_FAR, WEFT_PAINT_FAR, -WEFT_PAINT_FAR, -WEFT_PAINT_FAR },
  };
  return &list->groups[list->n_groups++];
}

static inline void
add_to_group (WeftPaintList *list, const WeftPaintItem *item)
{
  WeftPaintGroup *group =
    list->n_items % WEFT_PAINT_GROUP == 0 ? add_group (list) : &list->groups[list->n_groups - 1];

  if (item->kind == WEFT_PAINT_CLIP)
    group->clip = list->n_words + 1;
  else
    {
      group->box.x0 = MIN (group->box.x0, item->box.x0);
      group->box.y0 = MIN (group->box.y0, item->box.y0);
      group->box.x1 = MAX (group->box.x1, item->box.x1);
      group->box.y1 = MAX (group->box.y1, item->box.y1);
    }
  group->end = list->n_words + item->n_words;
}

static inline void *
append (WeftPaintList *list, WeftPaintKind kind, size_t size, WeftPaintBox box, WeftColor color)
{
  size_t n_words = size / sizeof (uint32_t);
  WeftPaintItem *item;

  list->words =
    reserve (list->words, &list->max_words, list->n_words, n_words, sizeof *list->words);
  item = (WeftPaintItem *) (list->words + list->n_words);
  *item = (WeftPaintItem){
    .kind = (uint8_t) kind,
    .n_words = (uint16_t) n_words,
    .color = color,
    .box = box,
  };
  add_to_group (list, item);
  list->n_words += n_words;
  list->n_items++;
  return item;
}

void
weft_paint_list_fill (WeftPaintList *list, int x, int y, int width, int height, WeftColor color)
{
  WeftPaintBox box = make_box (x, y, width, height);

  if (is_visible (list, box, color))
    append (list, WEFT_PAINT_FILL, sizeof (WeftPaintItem), box, color);
}

void
weft_paint_list_frame (WeftPaintList *list, int x, int y, int width, int height, int thickness,
                       WeftColor color)
{
  WeftPaintBox box = make_box (x, y, width, height);
  WeftPaintFrame *frame;

  if (thickness < 1 || !is_visible (list, box, color))
    return;
  if (2 * (int64_t) thickness >= MIN (box.x1 - box.x0, box.y1 - box.y0))
    {
      append (list, WEFT_PAINT_FILL, sizeof (WeftPaintItem), box, color);
      return;
    }
  frame = append (list, WEFT_PAINT_FRAME, sizeof *frame, box, color);
  frame->thickness = thickness;
}

void
weft_paint_list_hatch (WeftPaintList *list, int x, int y, int width, int height,
                       WeftHatch direction, int period, WeftColor color)
{
  WeftPaintBox box = make_box (x, y, width, height);
  WeftPaintHatch *hatch;
  int64_t phase_x;
  int64_t phase_y;

  if (!is_visible (list, box, color))
    return;
  period = CLAMP (period, 2, 64);
  phase_x = list->origin_x % period;
  phase_y = list->origin_y % period;
  hatch = append (list, WEFT_PAINT_HATCH, sizeof *hatch, box, color);
  hatch->item.detail = (uint8_t) direction;
  hatch->period = (uint16_t) period;
  hatch->phase_x = (uint8_t) (phase_x < 0 ? phase_x + period : phase_x);
  hatch->phase_y = (uint8_t) (phase_y < 0 ? phase_y + period : phase_y);
}

/* --- clips --------------------------------------------------------------------------------- */

void
weft_paint_list_push_clip (WeftPaintList *list, int x, int y, int width, int height)
{
  WeftPaintBox box = make_box (x, y, width, height);

  box = weft_paint_box_intersect (box, list->clips[list->n_clips - 1]);
  if (weft_paint_box_is_empty (box))
    box = (WeftPaintBox){ 0, 0, 0, 0 };
  list->clips = reserve (list->clips, &list->max_clips, list->n_clips, 1, sizeof *list->clips);
  list->clips[list->n_clips++] = box;
  append (list, WEFT_PAINT_CLIP, sizeof (WeftPaintItem), box, WEFT_COLOR_NONE);
}

void
weft_paint_list_pop_clip (WeftPaintList *list)
{
  g_return_if_fail (list->n_clips > 1);

  list->n_clips--;
  append (list, WEFT_PAINT_CLIP, sizeof (WeftPaintItem), list->clips[list->n_clips - 1],
          WEFT_COLOR_NONE);
}

/* --- text ---------------------------------------------------------------------------------- */

static uint32_t
hash_text (const char *text, size_t length, unsigned role, unsigned size)
{
  uint32_t hash = 2166136261u ^ (role << 16 | size);

  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 16777619u;
  hash ^= hash >> 15;
  return hash != 0 ? hash : 1;
}

static uint32_t
add_text (WeftPaintList *list, WeftFontRole role, unsigned size, uint32_t hash, const char *text,
          size_t length)
{
  size_t max_texts = list->max_texts;

  list->texts = reserve (list->texts, &max_texts, list->n_texts, 1, sizeof *list->texts);
  list->max_texts = (uint32_t) max_texts;
  list->text = reserve (list->text, &list->max_text, list->n_text, length, 1);
  if (length > 0)
    memcpy (list->text + list->n_text, text, length);
  list->texts[list->n_texts] = (WeftPaintText){
    .offset = (uint32_t) list->n_text,
    .length = (uint16_t) length,
    .size = (uint16_t) size,
    .hash = hash,
    .role = (uint8_t) role,
  };
  list->n_text += length;
  return list->n_texts++;
}

static void
grow_buckets (WeftPaintList *list)
{
  uint32_t mask;

  g_free (list->buckets);
  list->n_buckets = MAX (list->n_buckets * 2, 256);
  list->buckets = g_new0 (uint32_t, list->n_buckets);
  mask = list->n_buckets - 1;
  for (uint32_t i = 0; i < list->n_texts; i++)
    {
      uint32_t slot = list->texts[i].hash & mask;

      if (list->texts[i].hash == 0)
        continue;
      while (list->buckets[slot] != 0)
        slot = (slot + 1) & mask;
      list->buckets[slot] = i + 1;
    }
}

static bool
is_same_text (const WeftPaintList *list, uint32_t number, WeftFontRole role, unsigned size,
              const char *text, size_t length)
{
  const WeftPaintText *known = &list->texts[number];

  return known->length == length && known->size == size && known->role == role
         && (length == 0 || memcmp (list->text + known->offset, text, length) == 0);
}

static uint32_t
intern_text (WeftPaintList *list, WeftFontRole role, unsigned size, const char *text, size_t length)
{
  uint32_t hash = hash_text (text, length, role, size);
  uint32_t slot;

  if (list->n_interned * 2 >= list->n_buckets)
    grow_buckets (list);
  for (slot = hash & (list->n_buckets - 1); list->buckets[slot] != 0;
       slot = (slot + 1) & (list->n_buckets - 1))
    {
      uint32_t number = list->buckets[slot] - 1;

      if (list->texts[number].hash == hash && is_same_text (list, number, role, size, text, length))
        return number;
    }
  list->n_interned++;
  list->buckets[slot] = list->n_texts + 1;
  return add_text (list, role, size, hash, text, length);
}

static uint32_t
keep_text (WeftPaintList *list, WeftFontRole role, double size, bool keep_tail, const char *text,
           ptrdiff_t length)
{
  char clean[WEFT_PAINT_TEXT_ROOM];
  size_t n = length < 0 ? strlen (text) : (size_t) length;
  unsigned quarters;

  if (!weft_paint_text_is_plain (text, n))
    {
      n = weft_paint_text_clean (text, n, keep_tail, clean);
      text = clean;
    }
  if (!(size >= WEFT_FONT_SIZE_MIN))
    size = WEFT_FONT_SIZE_MIN;
  quarters = (unsigned) lrint (fmin (size, WEFT_FONT_SIZE_MAX) * WEFT_FONT_SIZE_STEPS);
  if (n <= INTERN_MAX)
    return intern_text (list, role, quarters, text, n);
  return add_text (list, role, quarters, 0, text, n);
}

uint32_t
weft_paint_list_intern (WeftPaintList *list, WeftFontRole role, double size, const char *text,
                        ptrdiff_t length)
{
  g_return_val_if_fail (text != NULL || length == 0, 0);
  g_return_val_if_fail (role < WEFT_N_FONT_ROLES, 0);

  return keep_text (list, role, size, false, text, length);
}

void
weft_paint_list_string (WeftPaintList *list, int x, int y, int width, int height,
                        WeftTextAlign align, WeftTextFit fit, WeftColor color, uint32_t string)
{
  WeftPaintBox box = make_box (x, y, width, height);
  WeftPaintString *item;

  g_return_if_fail (string < list->n_texts);

  if (!is_visible (list, box, color) || list->texts[string].length == 0)
    return;
  item = append (list, WEFT_PAINT_STRING, sizeof *item, box, color);
  item->item.detail = (uint8_t) (align | fit << 4);
  item->string = string;
}

void
weft_paint_list_text (WeftPaintList *list, int x, int y, int width, int height, WeftFontRole role,
                      double size, WeftTextAlign align, WeftTextFit fit, WeftColor color,
                      const char *text, ptrdiff_t length)
{
  g_return_if_fail (text != NULL || length == 0);
  g_return_if_fail (role < WEFT_N_FONT_ROLES);

  if (length == 0 || !is_visible (list, make_box (x, y, width, height), color))
    return;
  weft_paint_list_string (list, x, y, width, height, align, fit, color,
                          keep_text (list, role, size, fit == WEFT_FIT_MIDDLE, text, length));
}

/* --- lines and areas ----------------------------------------------------------------------- */

/* The box of some points and `margin` pixels around. False when a point is not finite. */
static bool
bound_points (const WeftPoint *points, size_t n_points, double margin, WeftPaintBox *box)
{
  double x0 = points[0].x;
  double y0 = points[0].y;
  double x1 = x0;
  double y1 = y0;

  for (size_t i = 0; i < n_points; i++)
    {
      if (!isfinite (points[i].x) || !isfinite (points[i].y))
        return false;
      x0 = fmin (x0, points[i].x);
      y0 = fmin (y0, points[i].y);
      x1 = fmax (x1, points[i].x);
      y1 = fmax (y1, points[i].y);
    }
  *box = (WeftPaintBox){
    weft_paint_coord (floor (x0 - margin)),
    weft_paint_coord (floor (y0 - margin)),
    weft_paint_coord (ceil (x1 + margin)),
    weft_paint_coord (ceil (y1 + margin)),
  };
  return true;
}

static WeftPaintPath *
append_path (WeftPaintList *list, WeftPaintKind kind, const WeftPoint *points, size_t n_points,
             double margin, WeftColor color)
{
  WeftPaintBox box;
  WeftPaintPath *path;

  if (!bound_points (points, n_points, margin, &box) || !is_visible (list, box, color))
    return NULL;
  list->points =
    reserve (list->points, &list->max_points, list->n_points, n_points, sizeof *list->points);
  for (size_t i = 0; i < n_points; i++)
    list->points[list->n_points + i] = (WeftPoint){
      CLAMP (points[i].x, -POINT_FAR, POINT_FAR),
      CLAMP (points[i].y, -POINT_FAR, POINT_FAR),
    };
  path = append (list, kind, sizeof *path, box, color);
  *path = (WeftPaintPath){
    .item = path->item,
    .first_point = (uint32_t) list->n_points,
    .n_points = (uint32_t) n_points,
  };
  list->n_points += n_points;
  return path;
}

static void
append_stroke (WeftPaintList *list, const WeftPoint *points, size_t n_points, bool is_curve,
               const WeftStroke *stroke)
{
  WeftPaintPath *path;
  double width;
  double head;

  if (!(stroke->width > 0))
    return;
  width = fmin (stroke->width, 1024);
  head = stroke->head > 0 ? fmin (stroke->head, 1024) : 0;
  path = append_path (list, WEFT_PAINT_STROKE, points, n_points, fmax (width / 2, head) + 1,
                      stroke->color);
  if (path == NULL)
    return;
  path->item.detail = is_curve;
  path->width = (float) width;
  path->dash = stroke->dash > 0 ? fmaxf (stroke->dash, 1) : 0;
  path->head = (float) head;
}

void
weft_paint_list_line (WeftPaintList *list, double x0, double y0, double x1, double y1,
                      const WeftStroke *stroke)
{
  const WeftPoint points[2] = { { x0, y0 }, { x1, y1 } };

  append_stroke (list, points, 2, false, stroke);
}

void
weft_paint_list_polyline (WeftPaintList *list, const WeftPoint *points, size_t n_points,
                          const WeftStroke *stroke)
{
  g_return_if_fail (n_points >= 2);

  append_stroke (list, points, n_points, false, stroke);
}

void
weft_paint_list_curve (WeftPaintList *list, const WeftPoint points[4], const WeftStroke *stroke)
{
  append_stroke (list, points, 4, true, stroke);
}

void
weft_paint_list_polygon (WeftPaintList *list, const WeftPoint *points, size_t n_points,
                         WeftColor color)
{
  g_return_if_fail (n_points >= 3 && n_points <= 16);

  append_path (list, WEFT_PAINT_POLYGON, points, n_points, 1, color);
}

/* --- memory for the caller to write -------------------------------------------------------- */

static void *
take_memory (WeftPaintList *list, size_t size)
{
  WeftPaintMemory *block;
  void *memory;

  size = (size + 15) & ~(size_t) 15;
  for (size_t i = 0; i < list->n_blocks; i++)
    {
      block = &list->blocks[i];
      if (size > block->size - block->used)
        continue;
      memory = block->data + block->used;
      block->used += size;
      memset (memory, 0, size);
      return memory;
    }
  list->blocks = g_renew (WeftPaintMemory, list->blocks, list->n_blocks + 1);
  block = &list->blocks[list->n_blocks++];
  block->size = MAX (size, BLOCK_SIZE);
  block->data = g_malloc0 (block->size);
  block->used = size;
  return block->data;
}

static void *
append_block (WeftPaintList *list, WeftPaintKind kind, WeftPaintBox box, WeftColor color,
              size_t size)
{
  void *memory = take_memory (list, size);
  WeftPaintBlock *block = append (list, kind, sizeof *block, box, color);

  memcpy (block->memory, &memory, sizeof memory);
  return memory;
}

float *
weft_paint_list_area (WeftPaintList *list, int x, size_t n_columns, WeftColor color)
{
  WeftPaintBox box;
  float *ranges;

  g_return_val_if_fail (n_columns <= WEFT_PAINT_FAR, NULL);

  if (n_columns == 0)
    return NULL;
  x = clamp_far (x);
  box = (WeftPaintBox){ x, -WEFT_PAINT_FAR, clamp_far (x + (int64_t) n_columns), WEFT_PAINT_FAR };
  ranges = append_block (list, WEFT_PAINT_AREA, box, color, n_columns * 2 * sizeof *ranges);
  for (size_t i = 0; i < 2 * n_columns; i++)
    ranges[i] = NAN;
  return ranges;
}

void
weft_paint_list_columns (WeftPaintList *list, int x, int y, int height, const WeftColor *colors,
                         size_t n_columns)
{
  WeftPaintBox box;

  g_return_if_fail (n_columns <= WEFT_PAINT_FAR);

  box = make_box (x, y, (int) n_columns, height);
  /* Where some are out of reach, none is in sight. */
  if (box.x1 - box.x0 == (int) n_columns && is_visible (list, box, WEFT_COLOR_WHITE))
    memcpy (
      append_block (list, WEFT_PAINT_COLUMNS, box, WEFT_COLOR_WHITE, n_columns * sizeof *colors),
      colors, n_columns * sizeof *colors);
}

uint32_t *
weft_paint_list_image (WeftPaintList *list, int x, int y, int width, int height)
{
  WeftPaintBox box;

  if (width <= 0 || height <= 0 || (int64_t) width * height > IMAGE_MAX)
    return NULL;
  /* Its rows are as long as the box is wide, so an image cannot be cut: move it instead. */
  x = CLAMP (x, -WEFT_PAINT_FAR, WEFT_PAINT_FAR - width);
  y = CLAMP (y, -WEFT_PAINT_FAR, WEFT_PAINT_FAR - height);
  box = make_box (x, y, width, height);
  return append_block (list, WEFT_PAINT_IMAGE, box, WEFT_COLOR_WHITE,
                       (size_t) width * (size_t) height * sizeof (uint32_t));
}
