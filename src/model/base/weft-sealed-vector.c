/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sealed-vector.h"

#include "weft-handover.h"

#if defined __x86_64__ && !defined WEFT_CHECKS_THREADS
#include <immintrin.h>
#include <string.h>

#define VECTOR __attribute__ ((target ("avx2")))

/* Residuals of eight cells begin at a byte, so that the same shuffle brings each into a word of its own. */
typedef struct
{
  __m256i shuffle; /* the four bytes in which each begins, of the halves of four cells */
  __m256i shifts;  /* the bit at which it begins there */
  __m256i mask;
  __m256i none; /* all bits, where residuals of 0 are cells with all bits set */
} Reader;

VECTOR static inline void
reader_init (Reader *self, const WeftSealedFrame *frame)
{
  const int width = frame->width, odd = width % 2 * 4;
  const __m256i bits = _mm256_add_epi32 (
    _mm256_mullo_epi32 (_mm256_set1_epi32 (width), _mm256_setr_epi32 (0, 1, 2, 3, 0, 1, 2, 3)),
    _mm256_setr_epi32 (0, 0, 0, 0, odd, odd, odd, odd));

  self->shuffle = _mm256_add_epi32 (
    _mm256_mullo_epi32 (_mm256_srli_epi32 (bits, 3), _mm256_set1_epi32 (0x01010101)),
    _mm256_set1_epi32 (0x03020100));
  self->shifts = _mm256_and_si256 (bits, _mm256_set1_epi32 (7));
  self->mask = _mm256_set1_epi32 ((1 << width) - 1);
  self->none = _mm256_set1_epi32 (frame->has_none ? -1 : 0);
}

/* The residuals of eight cells. */
VECTOR static inline __m256i
read_residuals (const Reader *reader, const char *place, unsigned width)
{
  const __m256i bytes =
    _mm256_inserti128_si256 (_mm256_castsi128_si256 (_mm_loadu_si128 ((const __m128i *) place)),
                             _mm_loadu_si128 ((const __m128i *) (place + width / 2)), 1);

  return _mm256_and_si256 (
    _mm256_srlv_epi32 (_mm256_shuffle_epi8 (bytes, reader->shuffle), reader->shifts), reader->mask);
}

/* Their lowest 32 bits, of the line at them as well. */
VECTOR static inline __m256i
add_line (const Reader *reader, __m256i residuals, __m256i line)
{
  const __m256i is_none =
    _mm256_and_si256 (_mm256_cmpeq_epi32 (residuals, _mm256_setzero_si256 ()), reader->none);

  return _mm256_or_si256 (_mm256_add_epi32 (residuals, line), is_none);
}

/* Eight words as so many cells. */
VECTOR static inline void
put_cells (char *place, unsigned cell_width, __m256i words)
{
  __m128i halves;

  if (cell_width == 4)
    {
      _mm256_storeu_si256 ((__m256i *) place, words);
      return;
    }
  words = _mm256_and_si256 (words, _mm256_set1_epi32 (cell_width == 2 ? 0xffff : 0xff));
  halves = _mm_packus_epi32 (_mm256_castsi256_si128 (words), _mm256_extracti128_si256 (words, 1));
  if (cell_width == 2)
    _mm_storeu_si128 ((__m128i *) place, halves);
  else
    _mm_storel_epi64 ((__m128i *) place, _mm_packus_epi16 (halves, halves));
}

/* The line at cells `first`, `first` + 1, `first` + 4 and `first` + 5, before it is divided. */
VECTOR static inline __m256i
rise_of (const WeftSealedFrame *frame, unsigned first)
{
  const uint64_t slope = (uint64_t) frame->slope;

  return _mm256_setr_epi64x ((long long) (first * slope), (long long) ((first + 1) * slope),
                             (long long) ((first + 4) * slope), (long long) ((first + 5) * slope));
}

/* Cells of up to 32 bits. Of the line the lowest 32 bits count, which are the same whether the shift brings
 * signs from above or not. */
VECTOR static inline void
unpack_words (const WeftSealedFrame *frame, const char *residuals, unsigned cell_width,
              unsigned first, unsigned end, char *cells)
{
  const __m256i base = _mm256_set1_epi32 ((int) (uint32_t) frame->base);
  const __m256i step = _mm256_set1_epi64x ((long long) (8 * (uint64_t) frame->slope));
  __m256i low = rise_of (frame, first), high = rise_of (frame, first + 2);
  Reader reader;

  reader_init (&reader, frame);
  for (unsigned i = first; i < end; i += 8)
    {
      const __m256i line = _mm256_castps_si256 (_mm256_shuffle_ps (
        _mm256_castsi256_ps (_mm256_srli_epi64 (low, WEFT_SEALED_SLOPE_SHIFT)),
        _mm256_castsi256_ps (_mm256_srli_epi64 (high, WEFT_SEALED_SLOPE_SHIFT)), 0x88));

      put_cells (cells, cell_width,
                 add_line (&reader, read_residuals (&reader, residuals, frame->width),
                           _mm256_add_epi32 (base, line)));
      residuals += frame->width;
      cells += 8 * cell_width;
      low = _mm256_add_epi64 (low, step);
      high = _mm256_add_epi64 (high, step);
    }
}

/* Four points of a line, of which `rise` is before it is divided. */
VECTOR static inline __m256i
line_at (__m256i rise)
{
  const __m256i sign = _mm256_set1_epi64x (1LL << (63 - WEFT_SEALED_SLOPE_SHIFT));

  /* There is no shift that brings signs. */
  return _mm256_sub_epi64 (
    _mm256_xor_si256 (_mm256_srli_epi64 (rise, WEFT_SEALED_SLOPE_SHIFT), sign), sign);
}

/* Four cells of 64 bits: `rise` is the line at them before it is divided. */
VECTOR static inline void
put_long (const Reader *reader, char *place, __m128i residuals, __m256i rise, __m256i base)
{
  const __m256i cells = _mm256_cvtepu32_epi64 (residuals);
  const __m256i is_none =
    _mm256_and_si256 (_mm256_cmpeq_epi64 (cells, _mm256_setzero_si256 ()), reader->none);

  _mm256_storeu_si256 (
    (__m256i *) place,
    _mm256_or_si256 (_mm256_add_epi64 (cells, _mm256_add_epi64 (base, line_at (rise))), is_none));
}

VECTOR static inline void
unpack_longs (const WeftSealedFrame *frame, const char *residuals, unsigned first, unsigned end,
              char *cells)
{
  const uint64_t slope = (uint64_t) frame->slope;
  const __m256i base = _mm256_set1_epi64x ((long long) frame->base);
  const __m256i step = _mm256_set1_epi64x ((long long) (4 * slope));
  __m256i rise =
    _mm256_setr_epi64x ((long long) (first * slope), (long long) ((first + 1) * slope),
                        (long long) ((first + 2) * slope), (long long) ((first + 3) * slope));
  Reader reader;

  reader_init (&reader, frame);
  for (unsigned i = first; i < end; i += 8)
    {
      const __m256i eight = read_residuals (&reader, residuals, frame->width);

      put_long (&reader, cells, _mm256_castsi256_si128 (eight), rise, base);
      rise = _mm256_add_epi64 (rise, step);
      put_long (&reader, cells + 4 * sizeof (uint64_t), _mm256_extracti128_si256 (eight, 1), rise,
                base);
      rise = _mm256_add_epi64 (rise, step);
      residuals += frame->width;
      cells += 8 * sizeof (uint64_t);
    }
}

VECTOR void
weft_sealed_vector_unpack (const WeftSealedFrame *frame, const char *residuals, unsigned cell_width,
                           unsigned first, unsigned end, void *cells)
{
  char *place = (char *) cells + first * cell_width;

  residuals += first / 8 * frame->width;
  if (cell_width == 4) /* most are such */
    unpack_words (frame, residuals, 4, first, end, place);
  else if (cell_width == 2)
    unpack_words (frame, residuals, 2, first, end, place);
  else if (cell_width == 1)
    unpack_words (frame, residuals, 1, first, end, place);
  else
    unpack_longs (frame, residuals, first, end, place);
}

bool
weft_sealed_vector_works (void)
{
  return __builtin_cpu_supports ("avx2");
}

/* --- packing ---------------------------------------------------------------------------------- */

/* Four cells of less than 64 bits, widened. */
VECTOR static inline __m256i
widen_four (const char *place, unsigned cell_width)
{
  uint32_t bytes;

  if (cell_width == 4)
    return _mm256_cvtepu32_epi64 (_mm_loadu_si128 ((const __m128i *) place));
  if (cell_width == 2)
    return _mm256_cvtepu16_epi64 (_mm_loadl_epi64 ((const __m128i *) place));
  memcpy (&bytes, place, sizeof bytes);
  return _mm256_cvtepu8_epi64 (_mm_cvtsi32_si128 ((int) bytes));
}

VECTOR static inline bool
widen (const char *cells, unsigned cell_width, uint64_t *wide)
{
  const __m256i none = _mm256_set1_epi64x ((long long) (UINT64_MAX >> (64 - 8 * cell_width)));
  __m256i found = _mm256_setzero_si256 ();

  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 4)
    {
      const char *place = cells + i * cell_width;
      const __m256i four = cell_width == 8 ? _mm256_loadu_si256 ((const __m256i *) place)
                                           : widen_four (place, cell_width);

      found = _mm256_or_si256 (found, _mm256_cmpeq_epi64 (four, none));
      _mm256_storeu_si256 ((__m256i *) (wide + i), four);
    }
  return !_mm256_testz_si256 (found, found);
}

VECTOR bool
weft_sealed_vector_widen (const void *cells, unsigned cell_width, uint64_t *wide)
{
  if (cell_width == 4)
    return widen (cells, 4, wide);
  if (cell_width == 2)
    return widen (cells, 2, wide);
  if (cell_width == 1)
    return widen (cells, 1, wide);
  return widen (cells, 8, wide);
}

/* The rise at the first four cells. */
VECTOR static inline __m256i
first_rise (uint64_t slope)
{
  return _mm256_setr_epi64x (0, (long long) slope, (long long) (2 * slope),
                             (long long) (3 * slope));
}

VECTOR static int64_t
least_of (__m256i four)
{
  int64_t values[4], least;

  _mm256_storeu_si256 ((__m256i *) values, four);
  least = values[0];
  for (unsigned i = 1; i < 4; i++)
    least = values[i] < least ? values[i] : least;
  return least;
}

VECTOR void
weft_sealed_vector_span (const uint64_t *cells, WeftSealedSpan spans[3])
{
  __m256i rise[3], step[3], least[3], most[3];

  for (unsigned k = 0; k < 3; k++)
    {
      rise[k] = first_rise ((uint64_t) spans[k].slope);
      step[k] = _mm256_set1_epi64x ((long long) (4 * (uint64_t) spans[k].slope));
      least[k] = _mm256_set1_epi64x (INT64_MAX);
      most[k] = _mm256_set1_epi64x (INT64_MIN);
    }
  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 4)
    {
      const __m256i four = _mm256_loadu_si256 ((const __m256i *) (cells + i));

#pragma GCC unroll 3
      for (unsigned k = 0; k < 3; k++)
        {
          const __m256i residual = _mm256_sub_epi64 (four, line_at (rise[k]));

          least[k] =
            _mm256_blendv_epi8 (least[k], residual, _mm256_cmpgt_epi64 (least[k], residual));
          most[k] = _mm256_blendv_epi8 (most[k], residual, _mm256_cmpgt_epi64 (residual, most[k]));
          rise[k] = _mm256_add_epi64 (rise[k], step[k]);
        }
    }
  for (unsigned k = 0; k < 3; k++)
    {
      spans[k].least = least_of (least[k]);
      /* The most is the least of complements, complemented. */
      spans[k].most = ~least_of (_mm256_xor_si256 (most[k], _mm256_set1_epi64x (-1)));
    }
}

/* Four residuals as one number of four times their width. */
VECTOR static inline uint64_t
join_four (__m256i residuals, __m256i shifts)
{
  const __m256i shifted = _mm256_sllv_epi64 (residuals, shifts);
  const __m128i two =
    _mm_or_si128 (_mm256_castsi256_si128 (shifted), _mm256_extracti128_si256 (shifted, 1));

  return (uint64_t) _mm_cvtsi128_si64 (_mm_or_si128 (two, _mm_unpackhi_epi64 (two, two)));
}

VECTOR void
weft_sealed_vector_put (const uint64_t *cells, const bool *is_none, const WeftSealedFrame *frame,
                        char *residuals)
{
  const unsigned width = frame->width;
  const __m256i shifts = _mm256_setr_epi64x (0, width, 2 * width, 3 * width);
  const __m256i base = _mm256_set1_epi64x ((long long) frame->base);
  const __m256i step = _mm256_set1_epi64x ((long long) (4 * (uint64_t) frame->slope));
  __m256i rise = first_rise ((uint64_t) frame->slope);
  uint64_t word = 0;
  unsigned n_bits = 0;

  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 4)
    {
      __m256i four = _mm256_sub_epi64 (_mm256_loadu_si256 ((const __m256i *) (cells + i)),
                                       _mm256_add_epi64 (base, line_at (rise)));
      uint64_t joined;

      if (frame->has_none)
        {
          uint32_t flags;

          memcpy (&flags, is_none + i, sizeof flags);
          four = _mm256_andnot_si256 (
            _mm256_sub_epi64 (_mm256_setzero_si256 (),
                              _mm256_cvtepu8_epi64 (_mm_cvtsi32_si128 ((int) flags))),
            four);
        }
      joined = join_four (four, shifts);
      rise = _mm256_add_epi64 (rise, step);
      word |= joined << n_bits;
      n_bits += 4 * width;
      if (n_bits < 64)
        continue;
      memcpy (residuals, &word, sizeof word);
      residuals += sizeof word;
      n_bits -= 64;
      word = n_bits > 0 ? joined >> (4 * width - n_bits) : 0;
    }
  memcpy (residuals, &word, sizeof word);
}

/* --- packing of words ------------------------------------------------------------------------- */

/* Eight cells, widened. */
VECTOR static inline __m256i
widen_eight (const char *place, unsigned cell_width)
{
  if (cell_width == 4)
    return _mm256_loadu_si256 ((const __m256i *) place);
  if (cell_width == 2)
    return _mm256_cvtepu16_epi32 (_mm_loadu_si128 ((const __m128i *) place));
  return _mm256_cvtepu8_epi32 (_mm_loadl_epi64 ((const __m128i *) place));
}

/* The least of eight, as numbers without a sign, */
VECTOR static inline uint32_t
least_word (__m256i eight)
{
  __m128i four =
    _mm_min_epu32 (_mm256_castsi256_si128 (eight), _mm256_extracti128_si256 (eight, 1));

  four = _mm_min_epu32 (four, _mm_shuffle_epi32 (four, 0x4e));
  return (uint32_t) _mm_cvtsi128_si32 (_mm_min_epu32 (four, _mm_shuffle_epi32 (four, 0xb1)));
}

/* and the most, which is the least of complements, complemented. */
VECTOR static inline uint32_t
most_word (__m256i eight)
{
  return ~least_word (_mm256_xor_si256 (eight, _mm256_set1_epi32 (-1)));
}

VECTOR static inline void
read_words (const char *cells, unsigned cell_width, WeftSealedWords *words)
{
  const __m256i none = _mm256_set1_epi32 ((int) words->none);
  __m256i least = _mm256_set1_epi32 (-1), most = _mm256_setzero_si256 (), n_none = most;
  uint32_t counts[8];

  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 8)
    {
      const __m256i eight = widen_eight (cells + i * cell_width, cell_width);
      const __m256i is_none = _mm256_cmpeq_epi32 (eight, none);

      _mm256_storeu_si256 ((__m256i *) (words->cells + i), eight);
      least = _mm256_min_epu32 (least, _mm256_or_si256 (eight, is_none));
      most = _mm256_max_epu32 (most, _mm256_andnot_si256 (is_none, eight));
      n_none = _mm256_sub_epi32 (n_none, is_none);
    }
  words->least = least_word (least);
  words->most = most_word (most);
  _mm256_storeu_si256 ((__m256i *) counts, n_none);
  for (unsigned i = 0; i < 8; i++)
    words->n_none += counts[i];
}

VECTOR void
weft_sealed_vector_read (const void *cells, unsigned cell_width, WeftSealedWords *words)
{
  words->none = UINT32_MAX >> (32 - 8 * cell_width);
  words->n_none = 0;
  if (cell_width == 4)
    read_words (cells, 4, words);
  else if (cell_width == 2)
    read_words (cells, 2, words);
  else
    read_words (cells, 1, words);
}

/* The rise of a line at the first eight cells. */
VECTOR static inline __m256i
first_rise_of_eight (int slope)
{
  return _mm256_mullo_epi32 (_mm256_set1_epi32 (slope), _mm256_setr_epi32 (0, 1, 2, 3, 4, 5, 6, 7));
}

/* Lines are as far from their beginning as cells are: their rise has less than 32 bits. */
VECTOR static inline void
span_words (const WeftSealedWords *words, WeftSealedSpan *span)
{
  const int slope = (int) span->slope;
  const __m256i base = _mm256_set1_epi32 ((int) words->least);
  const __m256i none = _mm256_set1_epi32 ((int) words->none);
  const __m256i step = _mm256_set1_epi32 (8 * slope);
  /* Moved, so that numbers with a sign are in the order of those without. */
  const __m256i middle = _mm256_set1_epi32 (INT32_MIN);
  __m256i rise = first_rise_of_eight (slope);
  __m256i least = _mm256_set1_epi32 (-1), most = _mm256_setzero_si256 ();

  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 8)
    {
      const __m256i eight = _mm256_loadu_si256 ((const __m256i *) (words->cells + i));
      const __m256i is_none = _mm256_cmpeq_epi32 (eight, none);
      const __m256i residual =
        _mm256_xor_si256 (_mm256_sub_epi32 (_mm256_sub_epi32 (eight, base),
                                            _mm256_srai_epi32 (rise, WEFT_SEALED_SLOPE_SHIFT)),
                          middle);

      least = _mm256_min_epu32 (least, _mm256_or_si256 (residual, is_none));
      most = _mm256_max_epu32 (most, _mm256_andnot_si256 (is_none, residual));
      rise = _mm256_add_epi32 (rise, step);
    }
  span->least = (int64_t) words->least + (int32_t) (least_word (least) ^ (uint32_t) INT32_MIN);
  span->most = (int64_t) words->least + (int32_t) (most_word (most) ^ (uint32_t) INT32_MIN);
}

VECTOR void
weft_sealed_vector_span_words (const WeftSealedWords *words, WeftSealedSpan spans[2])
{
  span_words (words, &spans[0]);
  span_words (words, &spans[1]);
}

/* Eight residuals of `width` bits, which is 16 at most, one behind the other. */
VECTOR static inline void
put_eight (__m256i residuals, unsigned width, char *place)
{
  const __m256i low = _mm256_and_si256 (residuals, _mm256_set1_epi64x (UINT32_MAX));
  const __m256i two = _mm256_or_si256 (
    low, _mm256_sll_epi64 (_mm256_srli_epi64 (residuals, 32), _mm_cvtsi32_si128 ((int) width)));
  const __m256i four =
    _mm256_or_si256 (two, _mm256_sll_epi64 (_mm256_unpackhi_epi64 (two, two),
                                            _mm_cvtsi32_si128 ((int) (2 * width))));
  const uint64_t first = (uint64_t) _mm_cvtsi128_si64 (_mm256_castsi256_si128 (four));
  const uint64_t second = (uint64_t) _mm_cvtsi128_si64 (_mm256_extracti128_si256 (four, 1));
  /* A shift by all bits of a word is none that C has. */
  const uint64_t pair[] = { first | second << (4 * width - 1) << 1, second >> (64 - 4 * width) };

  memcpy (place, pair, sizeof pair);
}

VECTOR void
weft_sealed_vector_put_words (const WeftSealedWords *words, const WeftSealedFrame *frame,
                              char *residuals)
{
  const int slope = (int) frame->slope;
  const __m256i base = _mm256_set1_epi32 ((int) (uint32_t) frame->base);
  const __m256i none = _mm256_set1_epi32 ((int) words->none);
  const __m256i has_none = _mm256_set1_epi32 (frame->has_none ? -1 : 0);
  const __m256i step = _mm256_set1_epi32 (8 * slope);
  __m256i rise = first_rise_of_eight (slope);

  /* Eight residuals take whole bytes; what is written behind them is written over. */
  for (unsigned i = 0; i < WEFT_SEALED_CELLS; i += 8, residuals += frame->width)
    {
      const __m256i eight = _mm256_loadu_si256 ((const __m256i *) (words->cells + i));
      const __m256i is_none = _mm256_and_si256 (_mm256_cmpeq_epi32 (eight, none), has_none);
      const __m256i residual = _mm256_sub_epi32 (_mm256_sub_epi32 (eight, base),
                                                 _mm256_srai_epi32 (rise, WEFT_SEALED_SLOPE_SHIFT));

      put_eight (_mm256_andnot_si256 (is_none, residual), frame->width, residuals);
      rise = _mm256_add_epi32 (rise, step);
    }
}

#else

void
weft_sealed_vector_unpack (const WeftSealedFrame *frame, const char *residuals, unsigned cell_width,
                           unsigned first, unsigned end, void *cells)
{
  (void) frame;
  (void) residuals;
  (void) cell_width;
  (void) first;
  (void) end;
  (void) cells;
}

bool
weft_sealed_vector_works (void)
{
  return false;
}

bool
weft_sealed_vector_widen (const void *cells, unsigned cell_width, uint64_t *wide)
{
  (void) cells;
  (void) cell_width;
  (void) wide;
  return false;
}

void
weft_sealed_vector_span (const uint64_t *cells, WeftSealedSpan spans[3])
{
  (void) cells;
  (void) spans;
}

void
weft_sealed_vector_put (const uint64_t *cells, const bool *is_none, const WeftSealedFrame *frame,
                        char *residuals)
{
  (void) cells;
  (void) is_none;
  (void) frame;
  (void) residuals;
}

void
weft_sealed_vector_read (const void *cells, unsigned cell_width, WeftSealedWords *words)
{
  (void) cells;
  (void) cell_width;
  (void) words;
}

void
weft_sealed_vector_span_words (const WeftSealedWords *words, WeftSealedSpan spans[2])
{
  (void) words;
  (void) spans;
}

void
weft_sealed_vector_put_words (const WeftSealedWords *words, const WeftSealedFrame *frame,
                              char *residuals)
{
  (void) words;
  (void) frame;
  (void) residuals;
}

#endif
