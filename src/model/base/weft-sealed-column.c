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
read_cells (const void *cells, unsigned cell_width, size_t first, unsigned n, Cells *result)
{
  result->n = n;
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

  cells->n_none = 0;
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

static unsigned
bits_of (uint64_t value)
{
  return value == 0 ? 0 : 64 - (unsigned) __builtin_clzll (value);
}

/* How many bits residuals from a line of this slope take. */
static Fit
fit_line (const Cells *cells, int64_t slope)
{
  int64_t least = INT64_MAX, most = INT64_MIN;
  uint64_t span, rise = 0;
  Fit fit = { .slope = slope };

  for (unsigned i = 0; i < cells->n; i++, rise += (uint64_t) slope)
    {
      int64_t residual =
        (int64_t) (cells->cells[i] - (uint64_t) ((int64_t) rise >> WEFT_SEALED_SLOPE_SHIFT));

      least = residual < least ? residual : least;
      most = residual > most ? residual : most;
    }
  fit.base = (uint64_t) least;
  span = (uint64_t) most - (uint64_t) least;
  fit.width = span == UINT64_MAX ? WHOLE : bits_of (span + (cells->n_none > 0));
  return fit;
}

/* The slope from the first to the last cell. */
static int64_t
slope_of (const Cells *cells)
{
  int64_t rise = (int64_t) (cells->cells[cells->n - 1] - cells->cells[0]);

  if (cells->n < 2 || rise > INT64_MAX >> (WEFT_SEALED_SLOPE_SHIFT + 1)
      || rise < INT64_MIN >> (WEFT_SEALED_SLOPE_SHIFT + 1))
    return 0;
  return rise * (1 << WEFT_SEALED_SLOPE_SHIFT) / (int64_t) (cells->n - 1);
}

/* A level line suits small numbers, a rise of one a row suits links, and the cells' own rise counters
 * and times. */
static Fit
fit_best (const Cells *cells)
{
  const int64_t slopes[] = { 0, 1 << WEFT_SEALED_SLOPE_SHIFT, slope_of (cells) };
  Fit best = fit_line (cells, slopes[0]);

  for (unsigned i = 1; i < 3 && best.width > 1; i++)
    {
      Fit fit = fit_line (cells, slopes[i]);

      if (fit.width < best.width)
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
put_residuals (const Cells *cells, const Fit *fit, char *residuals)
{
  uint64_t word = 0, rise = 0;
  unsigned n_bits = 0;

  for (unsigned i = 0; i < cells->n && fit->width > 0; i++, rise += (uint64_t) fit->slope)
    {
      uint64_t residual =
        cells->cells[i] - fit->base - (uint64_t) ((int64_t) rise >> WEFT_SEALED_SLOPE_SHIFT);

      if (cells->n_none > 0 && fit->width == WHOLE)
        residual = cells->is_none[i] ? UINT64_MAX : residual;
      else if (cells->n_none > 0)
        residual = cells->is_none[i] ? 0 : residual + 1;
      word |= residual << n_bits;
      n_bits += fit->width;
      if (n_bits < 64)
        continue;
      put_word (residuals, word);
      residuals += sizeof word;
      n_bits -= 64;
      word = n_bits > 0 ? residual >> (fit->width - n_bits) : 0;
    }
  put_word (residuals, word);
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
      uint32_t first = i << WEFT_SEALED_SHIFT, rest = n_cells - first;
      bool has_none;
      Cells frame;
      Fit fit;

      read_cells (cells, cell_width, first, rest < WEFT_SEALED_CELLS ? rest : WEFT_SEALED_CELLS,
                  &frame);
      find_none (&frame, cell_width);
      fit = fit_best (&frame);
      has_none = frame.n_none > 0 && fit.width != WHOLE;
      column->frames[i] =
        (WeftSealedFrame){ fit.base - has_none, fit.slope, offset, (uint8_t) fit.width, has_none };
      put_residuals (&frame, &fit, (char *) column + offset);
      offset += (frame.n * fit.width + 7) / 8;
    }
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
  for (uint32_t i = 0; i < n; i++, bit += frame->width, rise += (uint64_t) frame->slope) \
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
unpack_one_by_one (const WeftSealedColumn *column, const WeftSealedFrame *frame, void *cells,
                   uint32_t n)
{
  const char *residuals = (const char *) column + frame->offset;
  uint64_t mask = frame->width < WHOLE ? ((uint64_t) 1 << frame->width) - 1 : UINT64_MAX;
  uint64_t rise = 0;
  size_t bit = 0;

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
weft_sealed_column_unpack_frame (const WeftSealedColumn *column, uint32_t number, void *cells,
                                 uint32_t n_cells)
{
  const WeftSealedFrame *frame = &column->frames[number];

  if (n_cells == WEFT_SEALED_CELLS && frame->width <= WEFT_SEALED_VECTOR_WIDTH
      && weft_sealed_vector_works ())
    weft_sealed_vector_unpack (frame, (const char *) column + frame->offset, column->cell_width,
                               cells);
  else
    unpack_one_by_one (column, frame, cells, n_cells);
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
