/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sealed-column.h"

#include "weft-handover.h"
#include "weft-sealed-vector.h"

/* Bits of a residual that one load of 64 bits gets wherever the first of them lies in its byte. */
#define MAX_WIDTH 57

/* Residuals that are the cells themselves: all bits set is a value like others. */
#define WHOLE 64

/* Loads of up to 128 bits read beyond the last residual. */
#define PADDING 16

/* The cells of one frame, widened. */
typedef struct
{
  uint64_t cells[WEFT_SEALED_CELLS]; /* one without a value repeats the one before */
  bool is_none[WEFT_SEALED_CELLS];
  unsigned n, n_none;
} Cells;

typedef struct
{
  uint64_t base;
  int64_t slope;
  unsigned width;
} Fit;

#define WIDEN(type) \
  for (unsigned i = 0; i < n; i++) \
  result->cells[i] = ((const type *) cells)[first + i]

/* The writer may change cells meanwhile: the chunk is not sealed then. */
WEFT_UNCHECKED static void
widen_cells (const void *cells, unsigned cell_width, size_t first, unsigned n, Cells *result)
{
  if (cell_width == 1)
    WIDEN (uint8_t);
  else if (cell_width == 2)
    WIDEN (uint16_t);
  else if (cell_width == 4)
    WIDEN (uint32_t);
  else
    WIDEN (uint64_t);
}

/* Finds the cells with all bits set, and gives them a value that does not stand out: the one before, or
 * where there is none the first. */
static void
find_none (Cells *cells, unsigned cell_width)
{
  const uint64_t none = UINT64_MAX >> (64 - 8 * cell_width);
  uint64_t last = 0;

  for (unsigned i = 0; i < cells->n; i++)
    {
      cells->is_none[i] = cells->cells[i] == none;
      cells->n_none += cells->is_none[i];
    }
  if (cells->n_none == 0)
    return;
  for (unsigned i = cells->n; i-- > 0;)
    last = cells->is_none[i] ? last : cells->cells[i];
  for (unsigned i = 0; i < cells->n; i++)
    {
      last = cells->is_none[i] ? last : cells->cells[i];
      cells->cells[i] = last;
    }
}

/* A whole frame, where the processor takes several cells at a time. */
static bool
is_vector (unsigned n)
{
  return n == WEFT_SEALED_CELLS && weft_sealed_vector_works ();
}

static unsigned
bits_of (uint64_t value)
{
  return value == 0 ? 0 : 64 - (unsigned) __builtin_clzll (value);
}

/* How far the cells are from a line, as weft_sealed_vector_span() finds it. */
static void
measure_span (const Cells *cells, WeftSealedSpan *span)
{
  uint64_t rise = 0;

  span->least = INT64_MAX;
  span->most = INT64_MIN;
  for (unsigned i = 0; i < cells->n; i++, rise += (uint64_t) span->slope)
    {
      int64_t residual =
        (int64_t) (cells->cells[i] - (uint64_t) ((int64_t) rise >> WEFT_SEALED_SLOPE_SHIFT));

      span->least = residual < span->least ? residual : span->least;
      span->most = residual > span->most ? residual : span->most;
    }
}

/* How many bits residuals from the line take. */
static Fit
fit_line (const WeftSealedSpan *span, bool has_none)
{
  uint64_t width = (uint64_t) span->most - (uint64_t) span->least;

  return (Fit){ (uint64_t) span->least, span->slope,
                width == UINT64_MAX ? WHOLE : bits_of (width + has_none) };
}

/* The slope from the first to the last of so many cells. */
static int64_t
slope_of (uint64_t first, uint64_t last, unsigned n)
{
  int64_t rise = (int64_t) (last - first);

  if (n < 2 || rise > INT64_MAX >> (WEFT_SEALED_SLOPE_SHIFT + 1)
      || rise < INT64_MIN >> (WEFT_SEALED_SLOPE_SHIFT + 1))
    return 0;
  return rise * (1 << WEFT_SEALED_SLOPE_SHIFT) / (int64_t) (n - 1);
}

/* A level line suits small numbers, a rise of one a row suits links, and the cells' own rise counters
 * and times. */
static Fit
fit_best (const Cells *cells)
{
  WeftSealedSpan spans[] = { { .slope = 0 },
                             { .slope = 1 << WEFT_SEALED_SLOPE_SHIFT },
                             { .slope = slope_of (cells->cells[0], cells->cells[cells->n - 1],
                                                  cells->n) } };
  Fit best = { .width = WHOLE };

  if (is_vector (cells->n))
    weft_sealed_vector_span (cells->cells, spans);
  for (unsigned i = 0; i < 3 && best.width > 1; i++)
    {
      Fit fit;

      if (!is_vector (cells->n))
        measure_span (cells, &spans[i]);
      fit = fit_line (&spans[i], cells->n_none > 0);
      if (i == 0 || fit.width < best.width)
        best = fit;
    }
  if (cells->n_none == cells->n)
    best.width = 0;
  return best.width > MAX_WIDTH ? (Fit){ .width = WHOLE } : best;
}

static void
put_word (char *place, uint64_t word)
{
  word = weft_sealed_word (word);
  memcpy (place, &word, sizeof word);
}

/* Writes whole words, up to PADDING behind the last residual. */
static void
put_residuals (const Cells *cells, const WeftSealedFrame *frame, char *residuals)
{
  uint64_t word = 0, rise = 0;
  unsigned n_bits = 0;

  for (unsigned i = 0; i < cells->n && frame->width > 0; i++, rise += (uint64_t) frame->slope)
    {
      uint64_t residual =
        cells->cells[i] - frame->base - (uint64_t) ((int64_t) rise >> WEFT_SEALED_SLOPE_SHIFT);

      if (cells->n_none > 0 && cells->is_none[i])
        residual = frame->width == WHOLE ? UINT64_MAX : 0;
      word |= residual << n_bits;
      n_bits += frame->width;
      if (n_bits < 64)
        continue;
      put_word (residuals, word);
      residuals += sizeof word;
      n_bits -= 64;
      word = n_bits > 0 ? residual >> (frame->width - n_bits) : 0;
    }
  put_word (residuals, word);
}

/* Reads the cells of a frame. */
static void
read_cells (const void *cells, unsigned cell_width, size_t first, unsigned n, Cells *result)
{
  bool has_none = true; /* it may */

  result->n = n;
  result->n_none = 0;
  if (is_vector (result->n))
    has_none = weft_sealed_vector_widen ((const char *) cells + first * cell_width, cell_width,
                                         result->cells);
  else
    widen_cells (cells, cell_width, first, n, result);
  if (has_none)
    find_none (result, cell_width);
}

/* Packs a frame whose residuals begin at `offset`. */
static WeftSealedFrame
pack_frame (const Cells *cells, char *column, uint32_t offset)
{
  const Fit fit = fit_best (cells);
  const bool has_none = cells->n_none > 0 && fit.width != WHOLE;
  const WeftSealedFrame frame = { fit.base - has_none, fit.slope, offset, (uint8_t) fit.width,
                                  has_none };

  if (is_vector (cells->n) && frame.width > 0 && frame.width <= WEFT_SEALED_VECTOR_PUT_WIDTH)
    weft_sealed_vector_put (cells->cells, cells->is_none, &frame, column + offset);
  else
    put_residuals (cells, &frame, column + offset);
  return frame;
}

/* The slope from the first to the last cell that has a value; there is one. */
static int64_t
slope_of_words (const WeftSealedWords *words)
{
  unsigned first = 0, last = WEFT_SEALED_CELLS - 1;

  while (words->cells[first] == words->none)
    first++;
  while (words->cells[last] == words->none)
    last--;
  return slope_of (words->cells[first], words->cells[last], WEFT_SEALED_CELLS);
}

/* As fit_best(), of words within WEFT_SEALED_VECTOR_RANGE. */
static Fit
fit_words (const WeftSealedWords *words)
{
  const bool has_none = words->n_none > 0;
  WeftSealedSpan level = { 0, words->least, words->most };
  WeftSealedSpan spans[] = { { .slope = 1 << WEFT_SEALED_SLOPE_SHIFT }, { .slope = 0 } };
  Fit best = fit_line (&level, has_none);

  if (best.width <= 1)
    return best;
  spans[1].slope = slope_of_words (words);
  weft_sealed_vector_span_words (words, spans);
  for (unsigned i = 0; i < 2; i++)
    {
      Fit fit = fit_line (&spans[i], has_none);

      if (fit.width < best.width)
        best = fit;
    }
  return best;
}

/* As pack_frame(), of what nearly all frames are. False, and nothing is written: it is another. */
static bool
pack_words (const void *cells, unsigned cell_width, char *column, uint32_t offset,
            WeftSealedFrame *frame)
{
  WeftSealedWords words;
  Fit fit = { .width = 0 };

  weft_sealed_vector_read (cells, cell_width, &words);
  if (words.n_none < WEFT_SEALED_CELLS)
    {
      if (words.most - words.least >= WEFT_SEALED_VECTOR_RANGE)
        return false;
      fit = fit_words (&words);
    }
  if (fit.width > WEFT_SEALED_VECTOR_PUT_WIDTH)
    return false;
  *frame = (WeftSealedFrame){ fit.base - (words.n_none > 0), fit.slope, offset, (uint8_t) fit.width,
                              words.n_none > 0 };
  if (fit.width > 0)
    weft_sealed_vector_put_words (&words, frame, column + offset);
  return true;
}

static uint32_t
count_frames (uint32_t n_cells)
{
  return (n_cells + WEFT_SEALED_CELLS - 1) >> WEFT_SEALED_SHIFT;
}

size_t
weft_sealed_column_bound (uint32_t n_cells)
{
  return sizeof (WeftSealedColumn) + count_frames (n_cells) * sizeof (WeftSealedFrame)
         + (size_t) n_cells * sizeof (uint64_t) + PADDING;
}

size_t
weft_sealed_column_pack (const void *cells, unsigned cell_width, uint32_t n_cells,
                         WeftSealedColumn *column)
{
  uint32_t n_frames = count_frames (n_cells);
  uint32_t offset = (uint32_t) (sizeof *column + n_frames * sizeof (WeftSealedFrame));

  *column = (WeftSealedColumn){ .cell_width = cell_width };
  for (uint32_t i = 0; i < n_frames; i++)
    {
      const uint32_t first = i << WEFT_SEALED_SHIFT, rest = n_cells - first;
      const uint32_t n = rest < WEFT_SEALED_CELLS ? rest : WEFT_SEALED_CELLS;
      WeftSealedFrame *frame = &column->frames[i];

      if (!is_vector (n) || cell_width > sizeof (uint32_t)
          || !pack_words ((const char *) cells + (size_t) first * cell_width, cell_width,
                          (char *) column, offset, frame))
        {
          Cells wide;

          read_cells (cells, cell_width, first, n, &wide);
          *frame = pack_frame (&wide, (char *) column, offset);
        }
      offset += (n * frame->width + 7) / 8;
    }
  memset ((char *) column + offset, 0, PADDING);
  return offset + PADDING;
}

size_t
weft_sealed_column_size (const WeftSealedColumn *column, uint32_t n_cells)
{
  uint32_t last = count_frames (n_cells) - 1;
  const WeftSealedFrame *frame = &column->frames[last];

  return frame->offset + ((n_cells - (last << WEFT_SEALED_SHIFT)) * frame->width + 7) / 8 + PADDING;
}

bool
weft_sealed_column_is_sound (const WeftSealedColumn *column, size_t size, unsigned cell_width,
                             uint32_t n_cells)
{
  const uint32_t n_frames = count_frames (n_cells);
  const size_t start = sizeof *column + n_frames * sizeof (WeftSealedFrame);

  if (size < start + PADDING || column->cell_width != cell_width)
    return false;
  for (uint32_t i = 0; i < n_frames; i++)
    {
      const WeftSealedFrame *frame = &column->frames[i];
      const uint32_t rest = n_cells - (i << WEFT_SEALED_SHIFT);
      const size_t n = rest < WEFT_SEALED_CELLS ? rest : WEFT_SEALED_CELLS;

      if ((frame->width > MAX_WIDTH && frame->width != WHOLE) || frame->has_none > 1
          || frame->offset < start || frame->offset > size
          || (n * frame->width + 7) / 8 + PADDING > size - frame->offset)
        return false;
    }
  return true;
}

/* --- unpacking ---------------------------------------------------------------------------------- */

/* The cells of a frame one after another, which spares finding each one's place. */
#define UNPACK(type, has_none) \
  for (uint32_t i = first; i < end; i++, bit += frame->width, rise += (uint64_t) frame->slope) \
    { \
      uint64_t residual; \
      memcpy (&residual, residuals + bit / 8, sizeof residual); \
      residual = (weft_sealed_word (residual) >> bit % 8) & mask; \
      ((type *) cells)[i] = (has_none) && residual == 0 \
                              ? (type) UINT64_MAX \
                              : (type) (frame->base + residual \
                                        + (uint64_t) ((int64_t) rise >> WEFT_SEALED_SLOPE_SHIFT)); \
    }

WEFT_UNCHECKED static void
unpack_one_by_one (const WeftSealedColumn *column, const WeftSealedFrame *frame, uint32_t first,
                   uint32_t end, void *cells)
{
  const char *residuals = (const char *) column + frame->offset;
  uint64_t mask = frame->width < WHOLE ? ((uint64_t) 1 << frame->width) - 1 : UINT64_MAX;
  uint64_t rise = first * (uint64_t) frame->slope;
  size_t bit = (size_t) first * frame->width;

  if (column->cell_width == 1)
    UNPACK (uint8_t, frame->has_none)
  else if (column->cell_width == 2)
    UNPACK (uint16_t, frame->has_none)
  else if (column->cell_width == 4)
    UNPACK (uint32_t, frame->has_none)
  else
    UNPACK (uint64_t, frame->has_none)
}

void
weft_sealed_column_unpack_some (const WeftSealedColumn *column, uint32_t number, uint32_t first,
                                uint32_t end, void *cells, uint32_t n_cells)
{
  const WeftSealedFrame *frame = &column->frames[number];

  if (n_cells == WEFT_SEALED_CELLS && frame->width <= WEFT_SEALED_VECTOR_WIDTH
      && weft_sealed_vector_works ())
    weft_sealed_vector_unpack (frame, (const char *) column + frame->offset, column->cell_width,
                               first, (end + 7) & ~7u, cells);
  else
    unpack_one_by_one (column, frame, first, end, cells);
}

void
weft_sealed_column_unpack_frame (const WeftSealedColumn *column, uint32_t number, void *cells,
                                 uint32_t n_cells)
{
  weft_sealed_column_unpack_some (column, number, 0, n_cells, cells, n_cells);
}

void
weft_sealed_column_unpack (const WeftSealedColumn *column, void *cells, uint32_t n_cells)
{
  for (uint32_t first = 0; first < n_cells; first += WEFT_SEALED_CELLS)
    {
      uint32_t rest = n_cells - first;

      weft_sealed_column_unpack_frame (column, first >> WEFT_SEALED_SHIFT,
                                       (char *) cells + (size_t) first * column->cell_width,
                                       rest < WEFT_SEALED_CELLS ? rest : WEFT_SEALED_CELLS);
    }
}
