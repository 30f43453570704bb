/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-frame.h"

#include "weft-crc32c.h"

#include <math.h>
#include <string.h>

/* The fields of a header. */
#define AT_MAGIC 0
#define AT_LENGTH 4
#define AT_TYPE 8
#define AT_FLAGS 10
#define AT_STREAM 12
#define AT_SEQ 16
#define AT_COUNT 24
#define AT_CRC 28

/* --- fields ----------------------------------------------------------------------------------- */

/* Walks over the fields of a payload, in either direction, so that each layout stands in one place:
 * reads them from `in`, or where that is NULL appends them to `out`. */
typedef struct
{
  const guint8 *in;
  gsize left;
  GByteArray *out;
  gsize at;          /* of the next field, from the frame's first byte */
  gboolean failed;   /* there was less than the fields need, or something that is not allowed: */
  WeftLiveFlaw flaw; /* where that was first */
} Walk;

static void
fail (Walk *walk, const char *field, gsize at, const char *reason)
{
  if (!walk->failed)
    walk->flaw = (WeftLiveFlaw){ field, (guint32) at, reason };
  walk->failed = TRUE;
}

static void
walk_bytes (Walk *walk, const char *field, void *value, gsize size)
{
  if (walk->in == NULL)
    {
      g_byte_array_append (walk->out, value, (guint) size);
      return;
    }
  if (walk->left < size)
    {
      fail (walk, field, walk->at, "the frame ends before it");
      memset (value, 0, size);
      walk->left = 0;
      return;
    }
  memcpy (value, walk->in, size);
  walk->in += size;
  walk->at += size;
  walk->left -= size;
}

#define WALK_FUNCTION(bits) \
  static void walk_u##bits (Walk *walk, const char *field, guint##bits *value) \
  { \
    guint##bits wire = walk->in == NULL ? GUINT##bits##_TO_LE (*value) : 0; \
\
    walk_bytes (walk, field, &wire, sizeof wire); \
    *value = GUINT##bits##_FROM_LE (wire); \
  }

WALK_FUNCTION (16)
WALK_FUNCTION (32)
WALK_FUNCTION (64)

/* A number that is finite. */
static void
walk_double (Walk *walk, const char *field, double *value)
{
  guint64 bits = 0;

  if (walk->in == NULL)
    memcpy (&bits, value, sizeof bits);
  walk_u64 (walk, field, &bits);
  memcpy (value, &bits, sizeof bits);
  if (!isfinite (*value))
    fail (walk, field, walk->at - sizeof bits, "it is no finite number");
}

/* Bytes that are kept free: 0 when written, anything when read. */
static void
walk_free (Walk *walk, gsize size)
{
  guint8 zeros[8] = { 0 };

  walk_bytes (walk, "reserved", zeros, size);
}

static void
walk_text (Walk *walk, const char *field, WeftLiveText *text)
{
  gsize at = walk->at;

  if (walk->in == NULL)
    weft_live_text_shorten (text, WEFT_LIVE_MAX_TEXT);
  walk_u16 (walk, field, &text->length);
  if (walk->in == NULL)
    {
      g_byte_array_append (walk->out, (const guint8 *) text->bytes, text->length);
      return;
    }
  text->bytes = (const char *) walk->in;
  if (walk->left < text->length)
    fail (walk, field, at, "the frame ends before it");
  else if (text->length > WEFT_LIVE_MAX_TEXT)
    fail (walk, field, at, "it is longer than 4,096 bytes");
  else if (!g_utf8_validate_len (text->bytes, text->length, NULL)) /* which allows no zero */
    fail (walk, field, at, "it is no UTF-8 without a zero byte");
  if (walk->failed)
    {
      *text = (WeftLiveText){ "", 0 };
      return;
    }
  walk->in += text->length;
  walk->at += text->length;
  walk->left -= text->length;
}

/* --- layouts ---------------------------------------------------------------------------------- */

static void
walk_hello (Walk *walk, WeftLiveHello *hello)
{
  walk_u16 (walk, "major", &hello->major);
  walk_u16 (walk, "minor", &hello->minor);
  walk_u16 (walk, "role", &hello->role);
  walk_free (walk, 2);
  walk_u32 (walk, "capabilities", &hello->capabilities);
  walk_u32 (walk, "max_frame", &hello->max_frame);
  walk_bytes (walk, "session", hello->session, sizeof hello->session);
  walk_bytes (walk, "boot", hello->boot, sizeof hello->boot);
  walk_u64 (walk, "monotonic_ns", &hello->monotonic_ns);
  walk_u64 (walk, "realtime_ns", &hello->realtime_ns);
  walk_u32 (walk, "ring_records", &hello->ring_records);
  walk_u32 (walk, "pid", &hello->pid);
  walk_text (walk, "name", &hello->name);
}

static void
walk_error (Walk *walk, WeftLiveError *error)
{
  walk_u32 (walk, "code", &error->code);
  walk_u16 (walk, "lowest", &error->lowest);
  walk_u16 (walk, "highest", &error->highest);
  walk_text (walk, "text", &error->text);
}

static void
walk_resume (Walk *walk, WeftLiveResume *resume)
{
  walk_u32 (walk, "stream", &resume->stream);
  walk_free (walk, 4);
  walk_u64 (walk, "seq", &resume->seq);
}

static void
walk_stream (Walk *walk, WeftLiveStream *stream)
{
  walk_u32 (walk, "chip", &stream->chip);
  walk_u32 (walk, "pid", &stream->pid);
  walk_u16 (walk, "schema", &stream->schema);
  walk_bytes (walk, "device_loss", &stream->device_loss, 1);
  walk_free (walk, 1);
  walk_u32 (walk, "producer_stream", &stream->producer_stream);
  walk_bytes (walk, "producer", stream->producer, sizeof stream->producer);
  walk_text (walk, "arch", &stream->arch);
}

static void
walk_program (Walk *walk, WeftLiveProgram *program)
{
  walk_u32 (walk, "key", &program->key);
  walk_u32 (walk, "runtime_id", &program->runtime_id);
  walk_u64 (walk, "from_seq", &program->from_seq);
  walk_text (walk, "name", &program->name);
  walk_text (walk, "sources", &program->sources);
}

static void
walk_sync (Walk *walk, WeftLiveSync *sync)
{
  walk_u32 (walk, "epoch", &sync->epoch);
  walk_u16 (walk, "method", &sync->method);
  walk_free (walk, 2);
  walk_double (walk, "ghz", &sync->ghz);
  walk_u64 (walk, "offset_ns", &sync->offset_ns);
  walk_u64 (walk, "first_timestamp", &sync->first_timestamp);
  walk_u64 (walk, "error_ns", &sync->error_ns);
  walk_u32 (walk, "n_used", &sync->n_used);
  walk_u32 (walk, "n_offered", &sync->n_offered);
  walk_double (walk, "residual_rms_ns", &sync->residual_rms_ns);
  walk_double (walk, "residual_p95_ns", &sync->residual_p95_ns);
  walk_double (walk, "drift_ppm", &sync->drift_ppm);
  walk_u64 (walk, "made_ns", &sync->made_ns);
}

static void
walk_sync_sample (Walk *walk, WeftLiveSyncSample *sample)
{
  walk_u32 (walk, "epoch", &sample->epoch);
  walk_u32 (walk, "last", &sample->last);
  walk_u64 (walk, "sent_ns", &sample->sent_ns);
  walk_u64 (walk, "received_ns", &sample->received_ns);
  walk_u64 (walk, "ticks", &sample->ticks);
}

static void
walk_batch (Walk *walk, WeftLiveBatch *batch)
{
  walk_u32 (walk, "clock_epoch", &batch->clock_epoch);
  walk_u16 (walk, "schema", &batch->schema);
  walk_free (walk, 2);
  walk_u64 (walk, "host_rx_ns", &batch->host_rx_ns);
}

static void
walk_loss (Walk *walk, WeftLiveLoss *loss)
{
  walk_u64 (walk, "seq_lo", &loss->seq_lo);
  walk_u64 (walk, "seq_hi", &loss->seq_hi);
  walk_u16 (walk, "stage", &loss->stage);
  walk_u16 (walk, "reason", &loss->reason);
  walk_free (walk, 4);
  walk_u64 (walk, "count", &loss->count);
}

static void
walk_stats (Walk *walk, WeftLiveStats *stats)
{
#define FIELD(name) \
  { \
#name, &stats->name \
  }
  const struct
  {
    const char *name;
    guint64 *value;
  } fields[] = {
    FIELD (first_seq),    FIELD (head),
    FIELD (ingested),     FIELD (expired),
    FIELD (in_ring),      FIELD (duplicates),
    FIELD (lost_before),  FIELD (delivered),
    FIELD (lost),         FIELD (offered),
    FIELD (acked),        FIELD (unacked),
    FIELD (dropped_ring), FIELD (dropped_retention),
    FIELD (device_lost),  FIELD (signals),
    FIELD (pages),        FIELD (overwritten),
    FIELD (erased),       FIELD (pending),
    FIELD (torn),
  };
#undef FIELD

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    walk_u64 (walk, fields[i].name, fields[i].value);
}

static void
walk_summary (Walk *walk, WeftLiveSummary *summary)
{
  walk_u64 (walk, "seq_lo", &summary->seq_lo);
  walk_u64 (walk, "seq_hi", &summary->seq_hi);
}

static void
walk_summary_entry (Walk *walk, WeftLiveSummaryEntry *entry)
{
  walk_u32 (walk, "key", &entry->key);
  walk_u32 (walk, "n", &entry->n);
  walk_u64 (walk, "from_ticks", &entry->from_ticks);
  walk_u64 (walk, "sum", &entry->sum);
  walk_u64 (walk, "min", &entry->min);
  walk_u64 (walk, "max", &entry->max);
  for (guint i = 0; i < WEFT_LIVE_HISTOGRAM_BINS; i++)
    walk_u32 (walk, "histogram", &entry->histogram[i]);
}

static void
walk_ping (Walk *walk, WeftLivePing *ping)
{
  walk_u64 (walk, "nonce", &ping->nonce);
  walk_u64 (walk, "monotonic_ns", &ping->monotonic_ns);
}

static void
walk_host (Walk *walk, WeftLiveHostSwitch *host)
{
  guint64 shift = (guint64) host->clock.shift_ns;

  walk_u32 (walk, "number", &host->number);
  walk_u16 (walk, "clock", &host->clock.kind);
  walk_free (walk, 2);
  walk_u64 (walk, "shift", &shift);
  walk_u64 (walk, "error", &host->clock.error_ns);
  walk_text (walk, "name", &host->name);
  host->clock.shift_ns = (gint64) shift;
}

/* --- frames ----------------------------------------------------------------------------------- */

static guint16
get_u16 (const guint8 *p)
{
  return (guint16) (p[0] | p[1] << 8);
}

static guint32
get_u32 (const guint8 *p)
{
  return (guint32) p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16 | (guint32) p[3] << 24;
}

static guint64
get_u64 (const guint8 *p)
{
  return get_u32 (p) | (guint64) get_u32 (p + 4) << 32;
}

/* The checksum field counts as 0. */
static guint32
checksum (const guint8 *bytes, guint32 length)
{
  static const guint8 zeros[4];
  guint32 crc = weft_crc32c (0, bytes, AT_CRC);

  crc = weft_crc32c (crc, zeros, sizeof zeros);
  return weft_crc32c (crc, bytes + WEFT_LIVE_HEADER_SIZE, length - WEFT_LIVE_HEADER_SIZE);
}

WeftLiveResult
weft_live_frame_parse (const guint8 *bytes, gsize length, WeftLiveFrame *frame,
                       WeftLiveFault *fault)
{
  *fault = WEFT_LIVE_FAULT_NONE;
  if (length < 8)
    return WEFT_LIVE_SHORT;
  if (get_u32 (bytes + AT_MAGIC) != WEFT_LIVE_MAGIC)
    {
      *fault = WEFT_LIVE_FAULT_MAGIC;
      return WEFT_LIVE_WRONG;
    }
  frame->bytes = bytes;
  frame->length = get_u32 (bytes + AT_LENGTH);
  if (frame->length < WEFT_LIVE_HEADER_SIZE || frame->length > WEFT_LIVE_MAX_FRAME
      || frame->length % 8 != 0)
    {
      *fault = WEFT_LIVE_FAULT_LENGTH;
      return WEFT_LIVE_WRONG;
    }
  if (length < frame->length)
    return WEFT_LIVE_SHORT;
  if (get_u32 (bytes + AT_CRC) != checksum (bytes, frame->length))
    {
      *fault = WEFT_LIVE_FAULT_CRC;
      return WEFT_LIVE_WRONG;
    }
  frame->type = get_u16 (bytes + AT_TYPE);
  frame->flags = get_u16 (bytes + AT_FLAGS);
  frame->stream = get_u32 (bytes + AT_STREAM);
  frame->seq = get_u64 (bytes + AT_SEQ);
  frame->count = get_u32 (bytes + AT_COUNT);
  return WEFT_LIVE_WHOLE;
}

static Walk
walk_payload (const WeftLiveFrame *frame)
{
  return (Walk){ .in = frame->bytes + WEFT_LIVE_HEADER_SIZE,
                 .at = WEFT_LIVE_HEADER_SIZE,
                 .left = frame->length - WEFT_LIVE_HEADER_SIZE };
}

static void
require (Walk *walk, gboolean holds, const char *field, gsize at, const char *reason)
{
  if (!holds)
    fail (walk, field, at, reason);
}

/* That `count` items of `size` bytes are there. */
static void
require_items (Walk *walk, const WeftLiveFrame *frame, gsize size)
{
  require (walk, frame->count <= walk->left / size, "count", AT_COUNT,
           "the frame has no room for so many");
}

/* Where all that a walk allows is allowed. */
#define READ_FUNCTION(Type, name) \
  static void read_##name (Walk *walk, const WeftLiveFrame *frame G_GNUC_UNUSED, Type *value) \
  { \
    walk_##name (walk, value); \
  }

READ_FUNCTION (WeftLiveHello, hello)
READ_FUNCTION (WeftLiveError, error)
READ_FUNCTION (WeftLiveProgram, program)
READ_FUNCTION (WeftLiveStats, stats)
READ_FUNCTION (WeftLivePing, ping)

static void
read_subscribe (Walk *walk, const WeftLiveFrame *frame, WeftLiveStart *start)
{
  guint32 mode = 0;

  walk_u32 (walk, "mode", &mode);
  walk_free (walk, 4);
  *start = (WeftLiveStart) mode;
  require (walk, mode <= WEFT_LIVE_RESUME, "mode", 32, "it is 0, 1 or 2");
  require_items (walk, frame, 16);
}

static void
read_stream (Walk *walk, const WeftLiveFrame *frame, WeftLiveStream *stream)
{
  walk_stream (walk, stream);
  require (walk, frame->stream != 0, "stream", AT_STREAM, "0 is the session");
  require (walk, stream->device_loss <= WEFT_LIVE_DEVICE_LOSS_UNKNOWN, "device_loss", 42,
           "it is 0, 1 or 2");
}

static void
read_sync (Walk *walk, const WeftLiveFrame *frame G_GNUC_UNUSED, WeftLiveSync *sync)
{
  walk_sync (walk, sync);
  require (walk, sync->method <= WEFT_LIVE_SYNC_REGRESSION, "method", 36, "it is 0 or 1");
  require (walk, sync->ghz >= 1e-6 && sync->ghz <= 1e3, "frequency", 40,
           "it is from 0.000001 to 1000 GHz");
}

static void
read_sync_sample (Walk *walk, const WeftLiveFrame *frame G_GNUC_UNUSED, WeftLiveSyncSample *sample)
{
  walk_sync_sample (walk, sample);
  require (walk, sample->received_ns >= sample->sent_ns, "received", 48, "it is before sent");
}

static void
read_batch (Walk *walk, const WeftLiveFrame *frame, WeftLiveBatch *batch)
{
  walk_batch (walk, batch);
  require (walk, frame->count > 0, "count", AT_COUNT, "it is not 0");
  require_items (walk, frame, WEFT_LIVE_RECORD_SIZE);
  require (walk, frame->seq <= G_MAXUINT64 - frame->count, "seq", AT_SEQ,
           "numbers end before 2^64");
}

static void
read_loss (Walk *walk, const WeftLiveFrame *frame, WeftLiveLoss *loss)
{
  walk_loss (walk, loss);
  require (walk, loss->seq_lo == frame->seq, "seq_lo", 32, "the header has another");
  require (walk, loss->seq_hi > loss->seq_lo, "seq_hi", 40, "it is beyond seq_lo");
  require (walk, loss->stage < WEFT_LIVE_N_STAGES, "stage", 48, "it is from 0 to 4");
  require (walk, loss->count == loss->seq_hi - loss->seq_lo, "count", 56,
           "it is the difference of the numbers");
}

static void
read_summary (Walk *walk, const WeftLiveFrame *frame, WeftLiveSummary *summary)
{
  walk_summary (walk, summary);
  require_items (walk, frame, WEFT_LIVE_SUMMARY_ENTRY_SIZE);
}

static void
read_host (Walk *walk, const WeftLiveFrame *frame G_GNUC_UNUSED, WeftLiveHostSwitch *host)
{
  walk_host (walk, host);
  require (walk, host->number < WEFT_LIVE_MAX_HOSTS, "number", 32, "it is below 32");
  require (walk, host->clock.kind <= WEFT_LIVE_CLOCK_MEASURED, "clock", 36, "it is 0, 1 or 2");
}

#define GET_FUNCTION(Type, name) \
  gboolean weft_live_get_##name (const WeftLiveFrame *frame, Type *value) \
  { \
    Walk walk = walk_payload (frame); \
\
    read_##name (&walk, frame, value); \
    return !walk.failed; \
  } \
\
  static void explain_##name (Walk *walk, const WeftLiveFrame *frame) \
  { \
    Type value = { 0 }; \
\
    read_##name (walk, frame, &value); \
  }

GET_FUNCTION (WeftLiveHello, hello)
GET_FUNCTION (WeftLiveError, error)
GET_FUNCTION (WeftLiveStart, subscribe)
GET_FUNCTION (WeftLiveStream, stream)
GET_FUNCTION (WeftLiveProgram, program)
GET_FUNCTION (WeftLiveSync, sync)
GET_FUNCTION (WeftLiveSyncSample, sync_sample)
GET_FUNCTION (WeftLiveBatch, batch)
GET_FUNCTION (WeftLiveLoss, loss)
GET_FUNCTION (WeftLiveStats, stats)
GET_FUNCTION (WeftLiveSummary, summary)
GET_FUNCTION (WeftLivePing, ping)
GET_FUNCTION (WeftLiveHostSwitch, host)

gboolean
weft_live_frame_explain (const WeftLiveFrame *frame, WeftLiveFlaw *flaw)
{
  static void (*const explain[]) (Walk *, const WeftLiveFrame *) = {
    [WEFT_LIVE_HELLO] = explain_hello,       [WEFT_LIVE_WELCOME] = explain_hello,
    [WEFT_LIVE_ERROR] = explain_error,       [WEFT_LIVE_SUBSCRIBE] = explain_subscribe,
    [WEFT_LIVE_STREAM_ADD] = explain_stream, [WEFT_LIVE_PROGRAM] = explain_program,
    [WEFT_LIVE_SYNC] = explain_sync,         [WEFT_LIVE_SYNC_SAMPLE] = explain_sync_sample,
    [WEFT_LIVE_RECORDS] = explain_batch,     [WEFT_LIVE_LOSS] = explain_loss,
    [WEFT_LIVE_STATS] = explain_stats,       [WEFT_LIVE_PING] = explain_ping,
    [WEFT_LIVE_PONG] = explain_ping,         [WEFT_LIVE_SUMMARY] = explain_summary,
    [WEFT_LIVE_HOST] = explain_host,
  };
  Walk walk = walk_payload (frame);

  if (frame->type < G_N_ELEMENTS (explain) && explain[frame->type] != NULL)
    explain[frame->type](&walk, frame);
  *flaw = walk.flaw;
  return walk.failed;
}

void
weft_live_get_resume (const WeftLiveFrame *frame, guint index, WeftLiveResume *resume)
{
  Walk walk = walk_payload (frame);

  walk.in += 8 + (gsize) index * 16;
  walk_resume (&walk, resume);
}

void
weft_live_get_record (const WeftLiveFrame *frame, guint index, WeftLiveRecord *record)
{
  memcpy (record, frame->bytes + WEFT_LIVE_RECORDS_START + (gsize) index * WEFT_LIVE_RECORD_SIZE,
          WEFT_LIVE_RECORD_SIZE);
  record->start = GUINT64_FROM_LE (record->start);
  record->end = GUINT64_FROM_LE (record->end);
  record->program_key = GUINT32_FROM_LE (record->program_key);
  record->runtime_id = GUINT32_FROM_LE (record->runtime_id);
  record->subdevice = GUINT16_FROM_LE (record->subdevice);
  record->aux = GUINT32_FROM_LE (record->aux);
}

void
weft_live_get_summary_entry (const WeftLiveFrame *frame, guint index, WeftLiveSummaryEntry *entry)
{
  Walk walk = walk_payload (frame);

  walk.in += 16 + (gsize) index * WEFT_LIVE_SUMMARY_ENTRY_SIZE;
  walk.left -= 16 + (gsize) index * WEFT_LIVE_SUMMARY_ENTRY_SIZE;
  walk_summary_entry (&walk, entry);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void
set_u32 (guint8 *p, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (p, &value, sizeof value);
}

/* Appends a header whose length and checksum seal() fills in. Returns where the frame begins. */
static guint
begin_frame (GByteArray *out, WeftLiveType type, guint32 stream, guint64 seq, guint32 count)
{
  guint start = out->len;
  Walk walk = { .out = out };
  guint32 magic = WEFT_LIVE_MAGIC;
  guint16 wire_type = (guint16) type;

  walk_u32 (&walk, "magic", &magic);
  walk_free (&walk, 4);
  walk_u16 (&walk, "type", &wire_type);
  walk_free (&walk, 2);
  walk_u32 (&walk, "stream", &stream);
  walk_u64 (&walk, "seq", &seq);
  walk_u32 (&walk, "count", &count);
  walk_free (&walk, 4);
  return start;
}

/* Pads the frame that begins at `start`, and fills in its length and checksum. */
static void
seal (GByteArray *out, guint start)
{
  static const guint8 zeros[8];
  guint8 *frame;
  guint32 length;

  g_byte_array_append (out, zeros, -(out->len - start) & 7);
  frame = out->data + start;
  length = out->len - start;
  set_u32 (frame + AT_LENGTH, length);
  set_u32 (frame + AT_CRC, checksum (frame, length));
}

/* Walking only reads what it appends, whatever its argument's type says. */
#define PUT_FRAME(out, type, stream, seq, Payload, walk_payload_function, payload) \
  G_STMT_START \
  { \
    guint put_start = begin_frame (out, type, stream, seq, 0); \
    Walk put_walk = { .out = (out) }; \
    Payload put_copy = *(payload); \
\
    walk_payload_function (&put_walk, &put_copy); \
    seal (out, put_start); \
  } \
  G_STMT_END

void
weft_live_put_hello (GByteArray *out, WeftLiveType type, const WeftLiveHello *hello)
{
  PUT_FRAME (out, type, 0, 0, WeftLiveHello, walk_hello, hello);
}

void
weft_live_put_error (GByteArray *out, const WeftLiveError *error)
{
  PUT_FRAME (out, WEFT_LIVE_ERROR, 0, 0, WeftLiveError, walk_error, error);
}

void
weft_live_put_subscribe (GByteArray *out, WeftLiveStart start, const WeftLiveResume *resumes,
                         guint n_resumes)
{
  guint at = begin_frame (out, WEFT_LIVE_SUBSCRIBE, 0, 0, n_resumes);
  Walk walk = { .out = out };
  guint32 mode = start;

  walk_u32 (&walk, "mode", &mode);
  walk_free (&walk, 4);
  for (guint i = 0; i < n_resumes; i++)
    {
      WeftLiveResume resume = resumes[i];

      walk_resume (&walk, &resume);
    }
  seal (out, at);
}

void
weft_live_put_stream (GByteArray *out, guint32 id, guint64 first_seq, const WeftLiveStream *stream)
{
  PUT_FRAME (out, WEFT_LIVE_STREAM_ADD, id, first_seq, WeftLiveStream, walk_stream, stream);
}

void
weft_live_put_loss (GByteArray *out, guint32 id, const WeftLiveLoss *loss)
{
  PUT_FRAME (out, WEFT_LIVE_LOSS, id, loss->seq_lo, WeftLiveLoss, walk_loss, loss);
}

void
weft_live_put_ping (GByteArray *out, WeftLiveType type, const WeftLivePing *ping)
{
  PUT_FRAME (out, type, 0, 0, WeftLivePing, walk_ping, ping);
}

/* Of a stream, and of no record of it. */
#define PUT_FUNCTION(Type, name, type) \
  void weft_live_put_##name (GByteArray *out, guint32 id, const Type *value) \
  { \
    PUT_FRAME (out, type, id, 0, Type, walk_##name, value); \
  }

PUT_FUNCTION (WeftLiveProgram, program, WEFT_LIVE_PROGRAM)
PUT_FUNCTION (WeftLiveSync, sync, WEFT_LIVE_SYNC)
PUT_FUNCTION (WeftLiveSyncSample, sync_sample, WEFT_LIVE_SYNC_SAMPLE)
PUT_FUNCTION (WeftLiveStats, stats, WEFT_LIVE_STATS)

/* A frame that is a header alone. */
static void
put_bare (GByteArray *out, WeftLiveType type, guint32 stream, guint64 seq)
{
  seal (out, begin_frame (out, type, stream, seq, 0));
}

void
weft_live_put_stream_end (GByteArray *out, guint32 id, guint64 head)
{
  put_bare (out, WEFT_LIVE_STREAM_END, id, head);
}

void
weft_live_put_ack (GByteArray *out, guint32 id, guint64 seq)
{
  put_bare (out, WEFT_LIVE_ACK, id, seq);
}

void
weft_live_put_replay_done (GByteArray *out)
{
  put_bare (out, WEFT_LIVE_REPLAY_DONE, 0, 0);
}

void
weft_live_put_host (GByteArray *out, const WeftLiveHostSwitch *host)
{
  guint start = begin_frame (out, WEFT_LIVE_HOST, 0, 0, 0);
  guint16 flags = GUINT16_TO_LE (WEFT_LIVE_MUST_UNDERSTAND);
  Walk walk = { .out = out };
  WeftLiveHostSwitch copy = *host;

  memcpy (out->data + start + AT_FLAGS, &flags, sizeof flags);
  walk_host (&walk, &copy);
  seal (out, start);
}

static void
append_record (GByteArray *out, const WeftLiveRecord *record)
{
  WeftLiveRecord wire = {
    .start = GUINT64_TO_LE (record->start),
    .end = GUINT64_TO_LE (record->end),
    .program_key = GUINT32_TO_LE (record->program_key),
    .runtime_id = GUINT32_TO_LE (record->runtime_id),
    .kind = record->kind,
    .flags = record->flags,
    .subdevice = GUINT16_TO_LE (record->subdevice),
    .aux = GUINT32_TO_LE (record->aux),
  };

  g_byte_array_append (out, (const guint8 *) &wire, sizeof wire);
}

void
weft_live_put_records (GByteArray *out, guint32 id, guint64 seq, const WeftLiveBatch *batch,
                       const WeftLiveRecord *records, guint n_records)
{
  guint start = begin_frame (out, WEFT_LIVE_RECORDS, id, seq, n_records);
  Walk walk = { .out = out };
  WeftLiveBatch copy = *batch;

  walk_batch (&walk, &copy);
  for (guint i = 0; i < n_records; i++)
    append_record (out, &records[i]);
  seal (out, start);
}

void
weft_live_put_summary (GByteArray *out, guint32 id, const WeftLiveSummary *summary,
                       const WeftLiveSummaryEntry *entries, guint n_entries)
{
  guint start = begin_frame (out, WEFT_LIVE_SUMMARY, id, summary->seq_lo, n_entries);
  Walk walk = { .out = out };
  WeftLiveSummary copy = *summary;

  walk_summary (&walk, &copy);
  for (guint i = 0; i < n_entries; i++)
    {
      WeftLiveSummaryEntry entry = entries[i];

      walk_summary_entry (&walk, &entry);
    }
  seal (out, start);
}

void
weft_live_put_passed_on (GByteArray *out, const WeftLiveFrame *frame, guint32 stream, guint16 flags,
                         guint skip, guint n)
{
  guint count = frame->type == WEFT_LIVE_RECORDS ? MIN (frame->count - skip, n) : frame->count;
  guint start = begin_frame (out, frame->type, stream, frame->seq + skip, count);
  guint16 wire_flags = GUINT16_TO_LE (flags);
  gboolean is_whole = count == frame->count;
  guint head = is_whole ? frame->length : WEFT_LIVE_RECORDS_START;

  memcpy (out->data + start + AT_FLAGS, &wire_flags, sizeof wire_flags);
  g_byte_array_append (out, frame->bytes + WEFT_LIVE_HEADER_SIZE, head - WEFT_LIVE_HEADER_SIZE);
  if (!is_whole)
    g_byte_array_append (out, frame->bytes + WEFT_LIVE_RECORDS_START + skip * WEFT_LIVE_RECORD_SIZE,
                         count * WEFT_LIVE_RECORD_SIZE);
  seal (out, start);
}
