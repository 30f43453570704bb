/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-kanata-scan.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define MAX_DIGITS 18

/* Words that the records of two lines of stages take: their own, a base and two tails; no other line takes as many. */
#define MAX_WORDS 8

/* Lines with a longer one may not have their length in a word. */
#define MAX_PREFIX ((gsize) 4096)

#define SLOT_BITS 9
#define N_SLOTS (1u << SLOT_BITS)
G_STATIC_ASSERT (N_SLOTS > WEFT_KANATA_N_TAILS);

typedef struct
{
  WeftScanBatch *batch;
  gboolean has_base;
  gint64 base;
  /* The id that was read last, with its tab: its bytes and the bits that they take (never equal where there is none), and
   * how many they are. The next line is mostly of the same op. */
  guint64 id_bytes, id_mask;
  gsize id_length;
  gint64 id;
  /* To read another one of as many digits: what each byte is told from, '0' or the tab, how much that may be below 128, and
   * by how many bits eight digits are longer. */
  guint64 id_zeros, id_rooms;
  guint id_shift;
  guint n_tails;
  guint64 tails[N_SLOTS]; /* a hash; 0: a free slot */
  guint8 numbers[N_SLOTS];
} Scan;

static inline guint64
make_word (guint command, guint small, gsize length, gint32 id)
{
  return command | (guint64) small << 8 | (guint64) length << 16 | (guint64) (guint32) id << 32;
}

#define ONES G_GUINT64_CONSTANT (0x0101010101010101)
#define TOPS (ONES << 7)

static inline guint64
load_bytes (const char *p)
{
  guint64 bytes;

  memcpy (&bytes, p, sizeof bytes);
  return GUINT64_FROM_LE (bytes);
}

/* Reads plain digits that `stop` follows. FALSE where that is not what stands there. Behind what is read there is a
 * newline at the latest, where digits end. */
static inline gboolean
take_number (const char **p, char stop, gint64 *number)
{
  const char *digits = *p, *q = digits;
  guint64 value = 0; /* more digits than allowed may wrap it */

  for (; (guchar) (*q - '0') <= 9; q++)
    value = value * 10 + (guint64) (*q - '0');
  if (q == digits || q - digits > MAX_DIGITS || *q != stop)
    return FALSE;
  *p = q + 1;
  *number = (gint64) value;
  return TRUE;
}

/* Remembers the id that stands in the `length` bytes, 2 to 8, with its tab. */
static void
keep_id (Scan *scan, guint64 bytes, gsize length, gint64 id)
{
  const guint64 tab = (guint64) '\t' << (8 * (length - 1)),
                digits = ((guint64) 1 << (8 * (length - 1))) - 1;

  scan->id = id;
  scan->id_mask = G_MAXUINT64 >> (64 - 8 * length);
  scan->id_bytes = bytes & scan->id_mask;
  scan->id_length = length;
  scan->id_zeros = (ONES * '0' & digits) | tab;
  scan->id_rooms = (ONES * 0x76 & digits) | (ONES * 0x7f & ~digits);
  scan->id_shift = 64 - 8 * (guint) (length - 1);
}

/* Reads a number of as many digits as the id that was read last, and a tab, from the eight bytes: all at once, and the next
 * begins where it does whatever they are. FALSE where that is not what stands there. */
static inline gboolean
read_as_long (const Scan *scan, guint64 bytes, gint64 *number)
{
  guint64 digits = (bytes ^ scan->id_zeros) & scan->id_mask;

  if (((digits + scan->id_rooms) | digits) & TOPS)
    return FALSE;
  /* Two and two digits to a number below 100, two of these to one below 10,000, and both. */
  digits = ((digits << scan->id_shift) * (10 * 256 + 1)) >> 8;
  digits = ((digits & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff)) * (100 * 65536 + 1)) >> 16;
  digits = ((digits & G_GUINT64_CONSTANT (0x0000ffff0000ffff))
            * (10000 * (G_GUINT64_CONSTANT (1) << 32) + 1))
           >> 32;
  *number = (gint64) digits;
  return TRUE;
}

/* Reads the id that a tab follows. FALSE where that is not what stands there. */
G_ALWAYS_INLINE static inline gboolean
take_id (Scan *scan, const char **p, const char *end, gint64 *id)
{
  const char *begin = *p;
  guint64 bytes;

  if (end - begin < 8)
    return take_number (p, '\t', id);
  bytes = load_bytes (begin);
  if ((bytes & scan->id_mask) == scan->id_bytes)
    {
      *p += scan->id_length;
      *id = scan->id;
      return TRUE;
    }
  if (G_LIKELY (read_as_long (scan, bytes, id)))
    {
      *p += scan->id_length;
      scan->id = *id;
      scan->id_bytes = bytes & scan->id_mask;
      return TRUE;
    }
  if (!take_number (p, '\t', id))
    return FALSE;
  if (*p - begin <= 8)
    keep_id (scan, bytes, (gsize) (*p - begin), *id);
  return TRUE;
}

/* Reads another id of the line, or a number that has as many digits as mostly. */
static inline gboolean
take_second (const Scan *scan, const char **p, const char *end, gint64 *number)
{
  if (end - *p < 8 || !read_as_long (scan, load_bytes (*p), number))
    return take_number (p, '\t', number);
  *p += scan->id_length;
  return TRUE;
}

/* The id as it stands in words, after the base is such that it can. */
static inline gint32
place_id (Scan *scan, gint64 id)
{
  gint64 distance = id - scan->base;

  if (G_LIKELY (scan->has_base && distance == (gint32) distance))
    return (gint32) distance;
  weft_scan_batch_put (scan->batch, make_word (WEFT_KANATA_SCAN_BASE, 0, 0, 0));
  weft_scan_batch_put (scan->batch, (guint64) id);
  scan->has_base = TRUE;
  scan->base = id;
  return 0;
}

/* In each byte the highest bit, from the first newline in them on. */
static inline guint64
find_newline (guint64 bytes)
{
  const guint64 found = bytes ^ (ONES * '\n');

  return (found - ONES) & ~found & TOPS;
}

/* The number of a tail, which the batch tells of first. FALSE: there are too many. */
static inline gboolean
number_tail (Scan *scan, guint64 tail, guint *number)
{
  guint slot = (guint) ((tail * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> (64 - SLOT_BITS));

  for (; scan->tails[slot] != tail; slot = (slot + 1) % N_SLOTS)
    {
      if (G_LIKELY (scan->tails[slot] != 0))
        continue;
      if (scan->n_tails == WEFT_KANATA_N_TAILS)
        return FALSE;
      weft_scan_batch_put (scan->batch, make_word (WEFT_KANATA_SCAN_TAIL, scan->n_tails, 0, 0));
      weft_scan_batch_put (scan->batch, tail);
      scan->tails[slot] = tail;
      scan->numbers[slot] = (guint8) scan->n_tails++;
      break;
    }
  *number = scan->numbers[slot];
  return TRUE;
}

/* The number of the tail at `*p`, of which 8 bytes can be loaded, and moves behind its newline. FALSE: it is longer, or there
 * are too many. Lengths are told apart by branches: a processor foretells these, and goes on with the next line before it
 * has the bytes. */
static inline gboolean
take_tail (Scan *scan, const char **p, guint *number)
{
  guint64 tail = load_bytes (*p);
  const guint64 found = find_newline (tail);

  if ((found & G_GUINT64_CONSTANT (0xffffffffff)) == (guint64) 0x80 << 32)
    {
      *p += 5;
      tail = weft_kanata_tail_seal (tail & G_MAXUINT32, 4);
    }
  else if ((found & G_MAXUINT32) == (guint64) 0x80 << 24)
    {
      *p += 4;
      tail = weft_kanata_tail_seal (tail & 0xffffff, 3);
    }
  else if (found != 0 && (found & 0x80) == 0)
    {
      const guint n = (guint) __builtin_ctzll (found) / 8;

      *p += n + 1;
      tail = weft_kanata_tail_seal (tail & (((guint64) 1 << (n * 8)) - 1), n);
    }
  else
    return FALSE;
  return number_tail (scan, tail, number);
}

/* Each of these adds the record of the line at `line`, of which `p` is behind the command and its tab, and
 * returns where the next line begins; NULL where the line is of another form, and nothing was added. */

static inline const char *
scan_stage (Scan *scan, const char *line, const char *p, const char *end)
{
  const char command = p[-2];
  guint number;
  gint64 id;
  gint32 distance;

  if (!take_number (&p, '\t', &id) || end - p < 8 || !take_tail (scan, &p, &number))
    return NULL;
  distance = place_id (scan, id);
  weft_scan_batch_put (scan->batch,
                       make_word ((guchar) command, number, (gsize) (p - line), distance));
  return p;
}

/* Bytes that are loaded of a line of a stage from its id on, where this has less than eight digits. */
#define SHORT_STAGE 16

/* Adds the record of the line at `line` as well where that starts a stage of the op that was read last, at `distance` from
 * the base, and returns where the next one begins; else `line`. A simulator ends a stage and starts the next. */
static inline const char *
scan_next_stage (Scan *scan, const char *line, const char *end, gint32 distance)
{
  const char *p = line + 2;
  guint number;

  if (end - line < 2 + SHORT_STAGE || line[0] != 'S' || line[1] != '\t'
      || (load_bytes (p) & scan->id_mask) != scan->id_bytes)
    return line;
  p += scan->id_length;
  if (!take_tail (scan, &p, &number))
    return line;
  weft_scan_batch_put (scan->batch, make_word ('S', number, (gsize) (p - line), distance));
  return p;
}

/* As scan_stage(), of a line of which SHORT_STAGE bytes can be loaded, for what nearly all lines are. */
static inline const char *
scan_short_stage (Scan *scan, const char *line, const char *p, const char *end)
{
  const char *next = p;
  guint number;
  gint64 id;
  gint32 distance;

  if (!take_id (scan, &next, end, &id) || next - p > 8 || !take_tail (scan, &next, &number))
    return NULL;
  distance = place_id (scan, id);
  weft_scan_batch_put (scan->batch,
                       make_word ((guchar) p[-2], number, (gsize) (next - line), distance));
  return p == line + 2 && p[-2] == 'E' ? scan_next_stage (scan, next, end, distance) : next;
}

/* Where the text of a line ends, before its newline; NULL where there is no newline, or a tab before it. */
static inline const char *
find_text_end (const char *p, const char *end)
{
#ifdef __SSE2__
  const __m128i newline = _mm_set1_epi8 ('\n'), tab = _mm_set1_epi8 ('\t');

  for (; end - p >= 16; p += 16)
    {
      const __m128i bytes = _mm_loadu_si128 ((const __m128i *) (const void *) p);
      const guint found = (guint) _mm_movemask_epi8 (
        _mm_or_si128 (_mm_cmpeq_epi8 (bytes, newline), _mm_cmpeq_epi8 (bytes, tab)));

      if (found != 0)
        {
          p += __builtin_ctz (found);
          return *p == '\n' ? p : NULL;
        }
    }
#endif
  for (; p < end && *p != '\t'; p++)
    if (*p == '\n')
      return p;
  return NULL;
}

static inline const char *
scan_text (Scan *scan, const char *line, const char *p, const char *end)
{
  WeftPcState state = WEFT_PC_NONE;
  guint64 pc = 0;
  const char *eol;
  gint64 id, type;
  gint32 distance;

  if (!take_id (scan, &p, end, &id) || !take_number (&p, '\t', &type) || type > 2)
    return NULL;
  eol = find_text_end (p, end);
  if (eol == NULL || eol[-1] == '\r' || eol - line >= G_MAXUINT16)
    return NULL;
  if (type == 0)
    state = weft_pipeline_pc_parse (p, (gsize) (eol - p), FALSE, &pc);
  distance = place_id (scan, id);
  weft_scan_batch_put (scan->batch,
                       make_word ('L', (guint) type, (gsize) (eol + 1 - line), distance));
  weft_scan_batch_put (scan->batch, (guint64) (p - line) | (guint64) state << 32);
  if (type == 0)
    weft_scan_batch_put (scan->batch, pc);
  return eol + 1;
}

static inline const char *
scan_cycles (Scan *scan, const char *line, const char *p)
{
  gint64 cycles;

  if (!take_number (&p, '\n', &cycles) || cycles > G_MAXINT32)
    return NULL;
  weft_scan_batch_put (scan->batch, make_word ('C', 0, (gsize) (p - line), (gint32) cycles));
  return p;
}

/* I, R and W. */
static inline const char *
scan_numbers (Scan *scan, const char *line, const char *p, const char *end)
{
  const char command = p[-2];
  gboolean is_retire = command == 'R';
  gint64 id, second, third;
  gint32 distance;

  if (!take_id (scan, &p, end, &id) || !take_second (scan, &p, end, &second)
      || !take_number (&p, '\n', &third) || (is_retire && third > 1))
    return NULL;
  distance = place_id (scan, id);
  weft_scan_batch_put (scan->batch, make_word ((guchar) command, is_retire ? (guint) third : 0,
                                               (gsize) (p - line), distance));
  weft_scan_batch_put (scan->batch, (guint64) second);
  if (!is_retire)
    weft_scan_batch_put (scan->batch, (guint64) third);
  return p;
}

/* The line's own text, behind a prefix, begins at `p`. */
static inline const char *
scan_line (Scan *scan, const char *line, const char *p, const char *end)
{
  if (end - p < 4 || p[1] != '\t')
    return NULL;
  if ((p[0] == 'S' || p[0] == 'E') && end - p >= 2 + SHORT_STAGE)
    {
      const char *next = scan_short_stage (scan, line, p + 2, end);

      if (G_LIKELY (next != NULL))
        return next;
    }
  switch (p[0])
    {
    case 'S':
    case 'E':
      return scan_stage (scan, line, p + 2, end);
    case 'L':
      return scan_text (scan, line, p + 2, end);
    case 'C':
      return scan_cycles (scan, line, p + 2);
    case 'I':
    case 'R':
    case 'W':
      return scan_numbers (scan, line, p + 2, end);
    default:
      return NULL;
    }
}

/* Any other line, as it is. */
static const char *
pass_line (Scan *scan, const char *line, const char *end)
{
  const char *eol = memchr (line, '\n', (gsize) (end - line));
  const char *next = eol != NULL ? eol + 1 : end;

  weft_scan_batch_put (scan->batch, make_word (WEFT_KANATA_SCAN_OTHER, 0, 0, 0));
  weft_scan_batch_put (scan->batch, (guint64) (next - line));
  return next;
}

static inline gboolean
has_prefix (const char *p, const char *end, const char *prefix, gsize length)
{
  return length == 0
         || (length <= MAX_PREFIX && (gsize) (end - p) >= length
             && memcmp (p, prefix, length) == 0);
}

void
weft_pipeline_kanata_scan (const char *bytes, gsize length, const char *prefix, gsize prefix_length,
                           WeftScanBatch *batch)
{
  const char *p = bytes, *end = bytes + length;
  const char *newline = memrchr (bytes, '\n', length);
  const char *lines_end = newline != NULL ? newline + 1 : bytes; /* of whole lines */
  Scan scan = { .batch = batch, .id_bytes = 1, .id_rooms = TOPS };

  while (p < end && weft_scan_batch_has_room (batch, MAX_WORDS))
    {
      const char *next = NULL;

      if (p < lines_end && has_prefix (p, lines_end, prefix, prefix_length))
        next = scan_line (&scan, p, p + prefix_length, lines_end);
      p = next != NULL ? next : pass_line (&scan, p, end);
    }
  batch->length = (gsize) (p - bytes);
}
