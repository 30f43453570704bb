/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The frames of the live protocol and of recordings, byte by byte as docs/formats/live.md has them.
 * Decoding believes nothing: every length, count and text is checked before it is used, and what
 * is decoded points into the frame's bytes. */

#define WEFT_LIVE_MAGIC 0x314c5454u /* "TTL1" */
#define WEFT_LIVE_HEADER_SIZE 32u
#define WEFT_LIVE_MAX_FRAME 262144u
#define WEFT_LIVE_MIN_FRAME \
  256u /* that everybody must accept: no frame that can't be divided is longer */
#define WEFT_LIVE_MAX_BATCH 65536u /* of a RECORDS frame that we make ourselves */
#define WEFT_LIVE_RECORD_SIZE 32u
#define WEFT_LIVE_RECORDS_START 48u /* the first record of a RECORDS frame */
#define WEFT_LIVE_BATCH_RECORDS \
  ((WEFT_LIVE_MAX_BATCH - WEFT_LIVE_RECORDS_START) / WEFT_LIVE_RECORD_SIZE)
#define WEFT_LIVE_MAX_TEXT 4096u
#define WEFT_LIVE_MAX_PROGRAMS 65536u /* of one stream */
#define WEFT_LIVE_MAX_STREAMS 64u     /* of one producer */
#define WEFT_LIVE_MAX_PEERS 128u
#define WEFT_LIVE_MAX_HOSTS 32u /* of one recording */
#define WEFT_LIVE_MAJOR 1
#define WEFT_LIVE_MINOR 0

typedef enum
{
  WEFT_LIVE_HELLO = 1,
  WEFT_LIVE_WELCOME,
  WEFT_LIVE_ERROR,
  WEFT_LIVE_SUBSCRIBE,
  WEFT_LIVE_STREAM_ADD,
  WEFT_LIVE_STREAM_END,
  WEFT_LIVE_PROGRAM,
  WEFT_LIVE_SYNC,
  WEFT_LIVE_SYNC_SAMPLE,
  WEFT_LIVE_RECORDS,
  WEFT_LIVE_LOSS,
  WEFT_LIVE_STATS,
  WEFT_LIVE_PING,
  WEFT_LIVE_PONG,
  WEFT_LIVE_BYE,
  WEFT_LIVE_ACK,
  WEFT_LIVE_REPLAY_DONE,
  WEFT_LIVE_SUMMARY,
  WEFT_LIVE_HOST, /* of recordings alone */
} WeftLiveType;

typedef enum
{
  WEFT_LIVE_REPLAY = 1 << 0,          /* records from before the subscription */
  WEFT_LIVE_MUST_UNDERSTAND = 1 << 1, /* who does not know the type must not go on */
} WeftLiveFlags;

typedef enum
{
  WEFT_LIVE_VIEWER,
  WEFT_LIVE_PRODUCER,
  WEFT_LIVE_DAEMON,
} WeftLiveRole;

/* Kinds of violations, as an ERROR frame names them. */
typedef enum
{
  WEFT_LIVE_FAULT_NONE,
  WEFT_LIVE_FAULT_MAGIC,
  WEFT_LIVE_FAULT_LENGTH,
  WEFT_LIVE_FAULT_CRC,
  WEFT_LIVE_FAULT_PAYLOAD, /* counts, texts or values that the document does not allow */
  WEFT_LIVE_FAULT_VERSION,
  WEFT_LIVE_FAULT_ORDER,   /* a frame that may not come here */
  WEFT_LIVE_FAULT_LIMIT,   /* too many peers, streams or programs */
  WEFT_LIVE_FAULT_UNKNOWN, /* a type that must be understood and is not */
  WEFT_LIVE_FAULT_TIMEOUT,
} WeftLiveFault;

/* UTF-8 without a zero inside, not zero-terminated; points into the frame. */
typedef struct
{
  const char *bytes;
  guint16 length;
} WeftLiveText;

/* One whole frame. */
typedef struct
{
  const guint8 *bytes;
  guint32 length; /* with the header */
  guint16 type;
  guint16 flags;
  guint32 stream;
  guint64 seq;
  guint32 count;
} WeftLiveFrame;

typedef struct
{
  guint16 major, minor;
  guint16 role;         /* WeftLiveRole */
  guint32 capabilities; /* none is defined yet: 0 */
  guint32 max_frame;    /* bytes that the sender accepts */
  guint8 session[16];   /* of this run of the sender */
  guint8 boot[16];
  guint64 monotonic_ns;
  guint64 realtime_ns;
  guint32 ring_records; /* history per stream (WELCOME), retention (HELLO of a producer) */
  guint32 pid;
  WeftLiveText name;
} WeftLiveHello;

typedef struct
{
  guint32 code;            /* WeftLiveFault */
  guint16 lowest, highest; /* majors that are supported */
  WeftLiveText text;
} WeftLiveError;

typedef enum
{
  WEFT_LIVE_FROM_NOW,
  WEFT_LIVE_FROM_HISTORY,
  WEFT_LIVE_RESUME,
} WeftLiveStart;

typedef struct
{
  guint32 stream;
  guint64 seq; /* the next that is wanted */
} WeftLiveResume;

typedef enum
{
  WEFT_LIVE_DEVICE_LOSES_NOTHING,
  WEFT_LIVE_DEVICE_COUNTS_LOSS,
  WEFT_LIVE_DEVICE_LOSS_UNKNOWN, /* not observable */
} WeftLiveDeviceLoss;

typedef struct
{
  guint32 chip;
  guint32 pid;
  guint16 schema;
  guint8 device_loss;      /* WeftLiveDeviceLoss */
  guint32 producer_stream; /* with `producer` the same after a daemon was replaced */
  guint8 producer[16];
  WeftLiveText arch;
} WeftLiveStream;

typedef struct
{
  guint32 key;
  guint32 runtime_id;
  guint64 from_seq;
  WeftLiveText name;
  WeftLiveText sources;
} WeftLiveProgram;

typedef enum
{
  WEFT_LIVE_SYNC_NOMINAL, /* never synchronised: the nominal clock, first_timestamp 0 */
  WEFT_LIVE_SYNC_REGRESSION,
} WeftLiveSyncMethod;

/* Ticks t of a device are host nanoseconds offset_ns + (t − first_timestamp) / ghz. */
typedef struct
{
  guint32 epoch;
  guint16 method;
  double ghz;
  guint64 offset_ns;
  guint64 first_timestamp;
  guint64 error_ns;
  guint32 n_used, n_offered;
  double residual_rms_ns, residual_p95_ns;
  double drift_ppm; /* against the epoch before; 0 for the first */
  guint64 made_ns;  /* host time */
} WeftLiveSync;

/* One exchange: a fit is made of those since the last with `last`. */
typedef struct
{
  guint32 epoch; /* that the fit is to begin */
  guint32 last;
  guint64 sent_ns, received_ns;
  guint64 ticks;
} WeftLiveSyncSample;

typedef enum
{
  WEFT_LIVE_KIND_PROGRAM,
  WEFT_LIVE_KIND_STALL,
  WEFT_LIVE_KIND_LOSS, /* the device lost `aux` records here */
} WeftLiveKind;

typedef enum
{
  WEFT_LIVE_REVERSED = 1 << 0, /* end < start */
  WEFT_LIVE_NO_END = 1 << 1,
  WEFT_LIVE_BAD_CLOCK = 1 << 2,
} WeftLiveRecordFlags;

/* In memory as on the wire, but for the byte order (WEFT_LIVE_RECORD_SIZE bytes). */
typedef struct
{
  guint64 start, end; /* ticks of the device */
  guint32 program_key;
  guint32 runtime_id;
  guint8 kind;
  guint8 flags;
  guint16 subdevice;
  guint32 aux;
} WeftLiveRecord;

G_STATIC_ASSERT (sizeof (WeftLiveRecord) == WEFT_LIVE_RECORD_SIZE);

typedef struct
{
  guint32 clock_epoch;
  guint16 schema;
  guint64 host_rx_ns;
} WeftLiveBatch;

typedef enum
{
  WEFT_LIVE_STAGE_DEVICE,
  WEFT_LIVE_STAGE_PRODUCER_RING,
  WEFT_LIVE_STAGE_RETENTION,
  WEFT_LIVE_STAGE_DAEMON, /* history that was gone before the viewer took it */
  WEFT_LIVE_STAGE_VIEWER, /* memory or disk of the viewer */
} WeftLiveStage;

#define WEFT_LIVE_N_STAGES 5

typedef struct
{
  guint64 seq_lo, seq_hi; /* half-open */
  guint16 stage;
  guint16 reason; /* 0 overrun, 1 gone after a reconnection */
  guint64 count;  /* seq_hi − seq_lo */
} WeftLiveLoss;

/* A ledger's figure that its sender does not know. */
#define WEFT_LIVE_NOT_KNOWN G_MAXUINT64

/* The cumulative ledger of a stream; each number may be WEFT_LIVE_NOT_KNOWN. Recordings that were made
 * before there was this have 0 there. */
typedef struct
{
  guint64 first_seq, head;
  guint64 ingested, expired, in_ring, duplicates, lost_before;      /* daemon */
  guint64 delivered, lost;                                          /* to this viewer */
  guint64 offered, acked, unacked, dropped_ring, dropped_retention; /* producer */
  guint64 device_lost;                                              /* as the device counted */
  guint64 signals, pages, overwritten, erased, pending, torn;       /* the modelled device */
} WeftLiveStats;

#define WEFT_LIVE_HISTOGRAM_BINS 40

/* Sums of one program within a range that the viewer did not get. Lengths in ticks; bin b counts
 * lengths of 2^b to 2^(b+1) − 1, bin 0 those of 0 and 1, the last all that are longer. */
typedef struct
{
  guint32 key;
  guint32 n;
  guint64 from_ticks; /* start of the 16 ms, or of more where those are too many */
  guint64 sum, min, max;
  guint32 histogram[WEFT_LIVE_HISTOGRAM_BINS];
} WeftLiveSummaryEntry;

#define WEFT_LIVE_SUMMARY_ENTRY_SIZE (40u + 4u * WEFT_LIVE_HISTOGRAM_BINS)

typedef struct
{
  guint64 seq_lo, seq_hi; /* of the LOSS that it is about */
} WeftLiveSummary;

typedef struct
{
  guint64 nonce;
  guint64 monotonic_ns;
} WeftLivePing;

typedef enum
{
  WEFT_LIVE_CLOCK_UNKNOWN,  /* times are the host's own */
  WEFT_LIVE_CLOCK_SAME,     /* it is the listener's clock */
  WEFT_LIVE_CLOCK_MEASURED, /* by round trips */
} WeftLiveClockKind;

/* How a host's clock runs against that of who listens to several of them. */
typedef struct
{
  guint16 kind;     /* WeftLiveClockKind */
  gint64 shift_ns;  /* what is added to the host's times */
  guint64 error_ns; /* by how much that may be wrong at most, when it was measured */
} WeftLiveHostClock;

/* The frames that follow are of this host, up to the next HOST. */
typedef struct
{
  guint32 number; /* below WEFT_LIVE_MAX_HOSTS */
  WeftLiveHostClock clock;
  WeftLiveText name;
} WeftLiveHostSwitch;

/* --- reading ---------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_LIVE_WHOLE, /* a frame is there */
  WEFT_LIVE_SHORT, /* more bytes are needed */
  WEFT_LIVE_WRONG, /* no frame begins here */
} WeftLiveResult;

/* Looks for a whole frame at the beginning of `length` bytes and checks header and checksum.
 * `fault` says what is wrong. */
WeftLiveResult weft_live_frame_parse (const guint8 *bytes, gsize length, WeftLiveFrame *frame,
                                      WeftLiveFault *fault);

/* The flaw of a frame that the document does not allow. */
typedef struct
{
  const char *field;  /* NULL where nothing is known */
  guint32 at;         /* where it is, from the frame's first byte */
  const char *reason; /* a clause */
} WeftLiveFlaw;

/* Whether the payload of a frame that is whole has a flaw, and which is the first. */
gboolean weft_live_frame_explain (const WeftLiveFrame *frame, WeftLiveFlaw *flaw);

/* Each decodes the payload of a frame of its type; FALSE where the document does not allow it.
 * HELLO is for WELCOME too, PING for PONG. */
gboolean weft_live_get_hello (const WeftLiveFrame *frame, WeftLiveHello *hello);
gboolean weft_live_get_error (const WeftLiveFrame *frame, WeftLiveError *error);
gboolean weft_live_get_subscribe (const WeftLiveFrame *frame, WeftLiveStart *start);
void weft_live_get_resume (const WeftLiveFrame *frame, guint index,
                           WeftLiveResume *resume); /* after get_subscribe, index < count */
gboolean weft_live_get_stream (const WeftLiveFrame *frame, WeftLiveStream *stream);
gboolean weft_live_get_program (const WeftLiveFrame *frame, WeftLiveProgram *program);
gboolean weft_live_get_sync (const WeftLiveFrame *frame, WeftLiveSync *sync);
gboolean weft_live_get_sync_sample (const WeftLiveFrame *frame, WeftLiveSyncSample *sample);
gboolean weft_live_get_batch (const WeftLiveFrame *frame, WeftLiveBatch *batch);
void weft_live_get_record (const WeftLiveFrame *frame, guint index,
                           WeftLiveRecord *record); /* after get_batch, index < count */
gboolean weft_live_get_loss (const WeftLiveFrame *frame, WeftLiveLoss *loss);
gboolean weft_live_get_stats (const WeftLiveFrame *frame, WeftLiveStats *stats);
gboolean weft_live_get_summary (const WeftLiveFrame *frame, WeftLiveSummary *summary);
void weft_live_get_summary_entry (const WeftLiveFrame *frame, guint index,
                                  WeftLiveSummaryEntry *entry); /* as get_record */
gboolean weft_live_get_ping (const WeftLiveFrame *frame, WeftLivePing *ping);
gboolean weft_live_get_host (const WeftLiveFrame *frame, WeftLiveHostSwitch *host);

/* --- writing ---------------------------------------------------------------------------------- */

/* Each appends one whole frame to `out`. Texts are cut to WEFT_LIVE_MAX_TEXT bytes. */
void weft_live_put_hello (GByteArray *out, WeftLiveType type, const WeftLiveHello *hello);
void weft_live_put_error (GByteArray *out, const WeftLiveError *error);
void weft_live_put_subscribe (GByteArray *out, WeftLiveStart start, const WeftLiveResume *resumes,
                              guint n_resumes);
void weft_live_put_stream (GByteArray *out, guint32 id, guint64 first_seq,
                           const WeftLiveStream *stream);
void weft_live_put_stream_end (GByteArray *out, guint32 id, guint64 head);
void weft_live_put_program (GByteArray *out, guint32 id, const WeftLiveProgram *program);
void weft_live_put_sync (GByteArray *out, guint32 id, const WeftLiveSync *sync);
void weft_live_put_sync_sample (GByteArray *out, guint32 id, const WeftLiveSyncSample *sample);
void weft_live_put_records (GByteArray *out, guint32 id, guint64 seq, const WeftLiveBatch *batch,
                            const WeftLiveRecord *records, guint n_records);
void weft_live_put_loss (GByteArray *out, guint32 id, const WeftLiveLoss *loss);
void weft_live_put_stats (GByteArray *out, guint32 id, const WeftLiveStats *stats);
void weft_live_put_summary (GByteArray *out, guint32 id, const WeftLiveSummary *summary,
                            const WeftLiveSummaryEntry *entries, guint n_entries);
void weft_live_put_ping (GByteArray *out, WeftLiveType type, const WeftLivePing *ping);
void weft_live_put_ack (GByteArray *out, guint32 id, guint64 seq);
void weft_live_put_replay_done (GByteArray *out);
void weft_live_put_host (GByteArray *out, const WeftLiveHostSwitch *host);

/* Changes stream, flags and count of a whole frame, of whose records, where it is a RECORDS frame, the
 * first `skip` (< count) are dropped and at most `n` are kept, and seals it with a new checksum. For
 * frames that are passed on. */
void weft_live_put_passed_on (GByteArray *out, const WeftLiveFrame *frame, guint32 stream,
                              guint16 flags, guint skip, guint n);

/* Cuts a text to at most `most` bytes, between characters. */
void weft_live_text_shorten (WeftLiveText *text, gsize most);

/* The bin of a length in ticks. */
guint weft_live_bin (guint64 ticks);

/* "RECORDS" and so on; NULL for types that are not known. */
const char *weft_live_type_to_string (guint type);

G_END_DECLS
