/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-jsonl-scan.h"

#include "weft-hex.h"

#include <string.h>

/* A line has a word for its length and whether it was left as it is; or else numbers follow: five of their own, and
 * one of the small ones. */
#define LEFT ((guint64) 1)
#define LENGTH_SHIFT 1
#define MAX_WORDS 7

/* More digits might not fit in 64 bits. */
#define MAX_FAST_DIGITS 18

#define TAKE(p, end, literal) \
  ((gsize) ((end) - (p)) >= sizeof (literal) - 1 \
   && memcmp ((p), (literal), sizeof (literal) - 1) == 0 && ((p) += sizeof (literal) - 1, TRUE))

static inline gboolean
take_number (const char **p, const char *end, guint64 *number)
{
  const char *q = *p, *last = end - q > MAX_FAST_DIGITS ? q + MAX_FAST_DIGITS : end;
  guint64 value = 0;

  while (q < last && (guint) (*q - '0') < 10)
    value = value * 10 + (guint) (*q++ - '0');
  if (q == *p || q == end || (guint) (*q - '0') < 10 || (**p == '0' && q - *p > 1))
    return FALSE;
  *p = q;
  *number = value;
  return TRUE;
}

static inline gboolean
take_master (const char **p, const char *end, guint8 *master)
{
  const char *q = *p;

  if (TAKE (q, end, "MSH2\""))
    *master = WEFT_BUS_MSH2;
  else if (TAKE (q, end, "SSH2\""))
    *master = WEFT_BUS_SSH2;
  else if (TAKE (q, end, "DMA\""))
    *master = WEFT_BUS_DMA;
  else
    return FALSE;
  *p = q;
  return TRUE;
}

/* "0x" and eight digits. */
static inline gboolean
take_addr (const char **p, const char *end, guint32 *addr)
{
  const char *q = *p;
  guint32 value = 0;
  int any = 0; /* negative where one of the digits is none */

  if (end - q < 12 || q[0] != '"' || q[1] != '0' || q[2] != 'x' || q[11] != '"')
    return FALSE;
  for (guint i = 3; i < 11; i++)
    {
      int digit = weft_hex_digit (q[i]);

      any |= digit;
      value = value << 4 | (guint) digit;
    }
  if (any < 0)
    return FALSE;
  *addr = value;
  *p = q + 12;
  return TRUE;
}

static inline gboolean
take_size (const char **p, const char *end, guint8 *size)
{
  if (*p == end || (**p != '1' && **p != '2' && **p != '4'))
    return FALSE;
  *size = (guint8) (*(*p)++ - '0');
  return TRUE;
}

static inline gboolean
take_kind (const char **p, const char *end, guint8 *kind)
{
  const char *q = *p;

  if (TAKE (q, end, "ifetch\""))
    *kind = WEFT_BUS_KIND_IFETCH;
  else if (TAKE (q, end, "read\""))
    *kind = WEFT_BUS_KIND_READ;
  else if (TAKE (q, end, "write\""))
    *kind = WEFT_BUS_KIND_WRITE;
  else if (TAKE (q, end, "mmio_read\""))
    *kind = WEFT_BUS_KIND_MMIO_READ;
  else if (TAKE (q, end, "mmio_write\""))
    *kind = WEFT_BUS_KIND_MMIO_WRITE;
  else
    return FALSE;
  *p = q;
  return TRUE;
}

static inline gboolean
take_rw (const char **p, const char *end, guint8 *rw)
{
  if (*p == end || (**p != 'R' && **p != 'W'))
    return FALSE;
  *rw = *(*p)++ == 'W' ? WEFT_BUS_WRITE : WEFT_BUS_READ;
  return TRUE;
}

/* Reads the line at `p` and returns where the next one begins; NULL where it is of another form. */
static inline const char *
scan_line (const char *p, const char *end, WeftBusRecord *record)
{
  if (!TAKE (p, end, "{\"seq\":") || !take_number (&p, end, &record->seq)
      || !TAKE (p, end, ",\"master\":\"") || !take_master (&p, end, &record->master)
      || !TAKE (p, end, ",\"tick_first_attempt\":")
      || !take_number (&p, end, &record->first_attempt) || !TAKE (p, end, ",\"tick_complete\":")
      || !take_number (&p, end, &record->complete) || !TAKE (p, end, ",\"addr\":")
      || !take_addr (&p, end, &record->addr) || !TAKE (p, end, ",\"size\":")
      || !take_size (&p, end, &record->size_number) || !TAKE (p, end, ",\"rw\":\"")
      || !take_rw (&p, end, &record->rw) || !TAKE (p, end, "\",\"kind\":\"")
      || !take_kind (&p, end, &record->kind) || !TAKE (p, end, ",\"service_cycles\":")
      || !take_number (&p, end, &record->service) || !TAKE (p, end, ",\"retries\":")
      || !take_number (&p, end, &record->retries)
      || (!TAKE (p, end, "}\n") && !TAKE (p, end, "}\r\n")))
    return NULL;
  return p;
}

static inline void
put_record (WeftScanBatch *batch, const WeftBusRecord *record, gsize length)
{
  weft_scan_batch_put (batch, (guint64) length << LENGTH_SHIFT);
  weft_scan_batch_put (batch, record->seq);
  weft_scan_batch_put (batch, record->first_attempt);
  weft_scan_batch_put (batch, record->complete);
  weft_scan_batch_put (batch, record->service);
  weft_scan_batch_put (batch, record->retries);
  weft_scan_batch_put (batch, record->addr | (guint64) record->master << 32
                                | (guint64) record->rw << 40 | (guint64) record->kind << 48
                                | (guint64) record->size_number << 56);
}

void
weft_bus_jsonl_scan (const char *bytes, gsize length, WeftScanBatch *batch)
{
  const char *p = bytes, *end = bytes + length;

  while (p < end && weft_scan_batch_has_room (batch, MAX_WORDS))
    {
      WeftBusRecord record;
      const char *next = scan_line (p, end, &record);

      if (G_LIKELY (next != NULL))
        put_record (batch, &record, (gsize) (next - p));
      else
        {
          const char *eol = memchr (p, '\n', (gsize) (end - p));

          next = eol != NULL ? eol + 1 : end;
          weft_scan_batch_put (batch, (guint64) (next - p) << LENGTH_SHIFT | LEFT);
        }
      p = next;
    }
  batch->length = (gsize) (p - bytes);
}

gboolean
weft_bus_jsonl_scan_next (const guint64 **words, WeftBusRecord *record, gsize *length)
{
  const guint64 *word = *words;
  guint64 small;

  *length = (gsize) (*word >> LENGTH_SHIFT);
  *words = word + 1;
  if (G_UNLIKELY ((*word & LEFT) != 0))
    return FALSE;
  small = word[6];
  record->seq = word[1];
  record->first_attempt = word[2];
  record->complete = word[3];
  record->service = word[4];
  record->retries = word[5];
  record->addr = (guint32) small;
  record->master = (guint8) (small >> 32);
  record->rw = (guint8) (small >> 40);
  record->kind = (guint8) (small >> 48);
  record->size_number = (guint8) (small >> 56);
  *words = word + MAX_WORDS;
  return TRUE;
}
