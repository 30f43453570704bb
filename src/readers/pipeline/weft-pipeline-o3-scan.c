/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-o3-scan.h"

#include "weft-hex.h"

#include <string.h>

#define MAX_DIGITS 18
#define MAX_HEX_DIGITS 16
#define MAX_WORDS 4

static guint64
make_word (guint stage, gsize digits, gsize length)
{
  return stage | (guint64) digits << 8 | (guint64) length << 16;
}

static inline guint
match_stage (const char *p, const char *end, const char **field)
{
  static const struct
  {
    char word[12];
    guint8 length;
  } words[] = { { "fetch:", 6 }, { "decode:", 7 },   { "rename:", 7 }, { "dispatch:", 9 },
                { "issue:", 6 }, { "complete:", 9 }, { "retire:", 7 } };
  guint stage;

  if (end - p < 6)
    return WEFT_O3_N_STAGES;
  switch (*p)
    {
    case 'f':
      stage = WEFT_O3_FETCH;
      break;
    case 'd':
      stage = p[1] == 'e' ? WEFT_O3_DECODE : WEFT_O3_DISPATCH;
      break;
    case 'r':
      stage = p[2] == 'n' ? WEFT_O3_RENAME : WEFT_O3_RETIRE;
      break;
    case 'i':
      stage = WEFT_O3_ISSUE;
      break;
    case 'c':
      stage = WEFT_O3_COMPLETE;
      break;
    default:
      return WEFT_O3_N_STAGES;
    }
  *field = p + words[stage].length;
  return end - p >= words[stage].length && memcmp (p, words[stage].word, words[stage].length) == 0
           ? stage
           : WEFT_O3_N_STAGES;
}

guint
weft_pipeline_o3_match_stage (const char *p, const char *end, const char **field)
{
  return match_stage (p, end, field);
}

/* Each of the next two reads a number and goes behind it; FALSE where none stands there. A newline follows at the latest,
 * where digits end. */

static inline gboolean
take_digits (const char **at, guint64 *number)
{
  const char *p = *at, *digits = p;
  guint64 value = 0; /* more digits than allowed may wrap it */

  for (; (guchar) (*p - '0') <= 9; p++)
    value = value * 10 + (guint64) (*p - '0');
  *at = p;
  *number = value;
  return p > digits && p - digits <= MAX_DIGITS;
}

static inline gboolean
take_hex (const char **at, guint64 *number)
{
  const char *p = *at, *digits;
  guint64 value = 0;
  int digit;

  if (p[0] != '0' || p[1] != 'x')
    return FALSE;
  for (digits = p += 2; (digit = weft_hex_digit (*p)) >= 0; p++)
    value = value << 4 | (guint64) digit;
  *at = p;
  *number = value;
  return p > digits && p - digits <= MAX_HEX_DIGITS;
}

/* Whether one stands there, which is passed. */
static inline gboolean
take_colon (const char **at)
{
  return *(*at)++ == ':';
}

/* ":PC:UPC:SN:DISASM" behind the tick of a line; goes to its newline. */
static inline gboolean
scan_fetch (const char **at, const char *end, guint64 *words)
{
  const char *p = *at, *eol = memchr (p, '\n', (gsize) (end - p));

  *at = eol;
  if (eol[-1] == '\r' || !take_colon (&p) || !take_hex (&p, &words[0]) || !take_colon (&p))
    return FALSE;
  p = memchr (p, ':', (gsize) (eol - p));
  return p != NULL && take_colon (&p) && take_digits (&p, &words[1]) && take_colon (&p);
}

/* ":store:TICK" behind the tick of a line, where there is more; goes behind it. */
static inline gboolean
scan_store (const char **at, const char *end, guint64 *tick)
{
  static const char word[] = ":store:";

  *tick = 0;
  if (**at == '\n')
    return TRUE;
  if ((gsize) (end - *at) < sizeof word || memcmp (*at, word, sizeof word - 1) != 0)
    return FALSE;
  *at += sizeof word - 1;
  return take_digits (at, tick);
}

/* Goes over what follows on the tick of the record. */
static inline gboolean
scan_rest (guint stage, const char **at, const char *end, guint64 *words)
{
  if (stage == WEFT_O3_FETCH)
    return scan_fetch (at, end, words);
  return stage != WEFT_O3_RETIRE || scan_store (at, end, words);
}

/* Of a line that has a newline before `end`: what is behind it, NULL where the line is to be left as it is. */
static inline const char *
scan_line (WeftScanBatch *batch, const char *line, const char *end)
{
  guint64 *words = batch->words + batch->n_words;
  const char *digits = NULL, *p;
  guint stage;

  if ((gsize) (end - line) < WEFT_O3_TAG_LENGTH
      || memcmp (line, WEFT_O3_TAG, WEFT_O3_TAG_LENGTH) != 0)
    return NULL;
  stage = match_stage (line + WEFT_O3_TAG_LENGTH, end, &digits);
  p = digits;
  if (stage == WEFT_O3_N_STAGES || p == end || !take_digits (&p, &words[1])
      || !scan_rest (stage, &p, end, &words[2]) || *p != '\n')
    return NULL;
  words[0] = make_word (stage, (gsize) (digits - line), (gsize) (p + 1 - line));
  batch->n_words += weft_o3_scan_n_words (stage);
  return p + 1;
}

/* Leaves a line as it is: it goes as far as its newline, or else to the end. */
static const char *
pass_line (WeftScanBatch *batch, const char *line, const char *end)
{
  const char *eol = memchr (line, '\n', (gsize) (end - line));
  const char *next = eol != NULL ? eol + 1 : end;

  weft_scan_batch_put (batch, make_word (WEFT_O3_SCAN_OTHER, 0, 0));
  weft_scan_batch_put (batch, (guint64) (next - line));
  return next;
}

void
weft_pipeline_o3_scan (const char *bytes, gsize length, WeftScanBatch *batch)
{
  const char *p = bytes, *end = bytes + length;
  const char *newline = memrchr (bytes, '\n', length);
  const char *lines_end = newline != NULL ? newline + 1 : bytes; /* of whole lines */

  while (p < end && weft_scan_batch_has_room (batch, MAX_WORDS))
    {
      const char *next = p < lines_end ? scan_line (batch, p, lines_end) : NULL;

      p = next != NULL ? next : pass_line (batch, p, end);
    }
  batch->length = (gsize) (p - bytes);
}
