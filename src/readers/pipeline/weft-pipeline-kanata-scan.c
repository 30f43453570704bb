/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-kanata-scan.h"

#include <string.h>

#define MAX_DIGITS 18

/* Words that the records of one line take: its own, a base and a tail. */
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
  guint n_tails;
  guint64 tails[N_SLOTS]; /* a hash; 0: a free slot */
  guint8 numbers[N_SLOTS];
} Scan;

static inline guint64
make_word (guint command, guint small, gsize length, gint32 id)
{
  return command | (guint64) small << 8 | (guint64) length << 16 | (guint64) (guint32) id << 32;
}

/* Reads plain digits that `stop` follows. FALSE where that is not what stands there. */
static inline gboolean
take_number (const char **p, const char *end, char stop, gint64 *number)
{
  const char *digits = *p, *q = digits;
  guint64 value = 0; /* more digits than allowed may wrap it */

  for (; q < end && (guchar) (*q - '0') <= 9; q++)
    value = value * 10 + (guint64) (*q - '0');
  if (q == digits || q - digits > MAX_DIGITS || q >= end || *q != stop)
    return FALSE;
  *p = q + 1;
  *number = (gint64) value;
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

/* The bytes before the newline within the 8 at `p`, zero-padded; FALSE where there is none. */
static inline gboolean
load_tail (const char *p, guint64 *tail, guint *length)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  guint64 bytes, found;

  memcpy (&bytes, p, sizeof bytes);
  bytes = GUINT64_FROM_LE (bytes);
  found = bytes ^ (ones * '\n');
  found = (found - ones) & ~found & (ones << 7);
  if (found == 0)
    return FALSE;
  *length = (guint) __builtin_ctzll (found) / 8;
  *tail = weft_kanata_tail_seal (bytes & (((guint64) 1 << (*length * 8)) - 1), *length);
  return TRUE;
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

/* Each of these adds the record of the line at `line`, of which `p` is behind the command and its tab, and
 * returns where the next line begins; NULL where the line is of another form, and nothing was added. */

static inline const char *
scan_stage (Scan *scan, const char *line, const char *p, const char *end)
{
  const char command = p[-2];
  guint64 tail;
  guint length, number;
  gint64 id;
  gint32 distance;

  if (!take_number (&p, end, '\t', &id) || end - p < 8 || !load_tail (p, &tail, &length)
      || length == 0 || !number_tail (scan, tail, &number))
    return NULL;
  p += length + 1;
  distance = place_id (scan, id);
  weft_scan_batch_put (scan->batch,
                       make_word ((guchar) command, number, (gsize) (p - line), distance));
  return p;
}

static inline const char *
scan_text (Scan *scan, const char *line, const char *p, const char *end)
{
  WeftPcState state = WEFT_PC_NONE;
  guint64 pc = 0;
  const char *eol;
  gint64 id, type;
  gint32 distance;

  if (!take_number (&p, end, '\t', &id) || !take_number (&p, end, '\t', &type) || type > 2)
    return NULL;
  eol = memchr (p, '\n', (gsize) (end - p));
  if (eol == NULL || eol[-1] == '\r' || eol - line >= G_MAXUINT16
      || memchr (p, '\t', (gsize) (eol - p)) != NULL)
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
scan_cycles (Scan *scan, const char *line, const char *p, const char *end)
{
  gint64 cycles;

  if (!take_number (&p, end, '\n', &cycles) || cycles > G_MAXINT32)
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

  if (!take_number (&p, end, '\t', &id) || !take_number (&p, end, '\t', &second)
      || !take_number (&p, end, '\n', &third) || (is_retire && third > 1))
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
  switch (p[0])
    {
    case 'S':
    case 'E':
      return scan_stage (scan, line, p + 2, end);
    case 'L':
      return scan_text (scan, line, p + 2, end);
    case 'C':
      return scan_cycles (scan, line, p + 2, end);
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
  Scan scan = { .batch = batch };

  while (p < end && weft_scan_batch_has_room (batch, MAX_WORDS))
    {
      const char *next = NULL;

      if (has_prefix (p, end, prefix, prefix_length))
        next = scan_line (&scan, p, p + prefix_length, end);
      p = next != NULL ? next : pass_line (&scan, p, end);
    }
  batch->length = (gsize) (p - bytes);
}
