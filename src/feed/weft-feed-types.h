/* SPDX-License-Identifier: MIT */
#ifndef WEFT_FEED_TYPES_H
#define WEFT_FEED_TYPES_H

#include <stdint.h>

/* Types of weft-feed.h, which includes this. */

#define WEFT_FEED_VERSION 1

typedef struct weft_feed weft_feed;
typedef struct weft_feed_stream weft_feed_stream;

typedef enum
{
  WEFT_FEED_PROGRAM = 0,     /* a program ran */
  WEFT_FEED_STALL = 1,       /* the dispatcher waited */
  WEFT_FEED_DEVICE_LOSS = 2, /* the device lost `aux` records here: see weft_feed_report_loss() */
} weft_feed_kind;

enum
{
  WEFT_FEED_REVERSED = 1,  /* flags: it ends before it starts */
  WEFT_FEED_NO_END = 2,    /* its end is not known */
  WEFT_FEED_BAD_CLOCK = 4, /* its times are not trusted */
};

/* 32 bytes, as they go over the wire. */
typedef struct
{
  uint64_t start, end;  /* ticks of the device */
  uint32_t program_key; /* from weft_feed_program() */
  uint32_t runtime_id;  /* the id that the device knows the program by */
  uint8_t kind;         /* weft_feed_kind */
  uint8_t flags;
  uint16_t subdevice;
  uint32_t aux;
} weft_feed_record;

typedef struct
{
  const char *socket_path; /* NULL: where the daemon of this user listens */
  const char *name;        /* of the host program, for people; NULL: none */
  uint32_t ring_records;   /* of each stream between publish and the thread; 0: 262144. Rounded up
                               * to a power of two. */
  uint32_t retention_records; /* of each stream, kept until the daemon has acknowledged them; 0:
                               * 1048576, which are 32 MiB where they are needed */
  uint32_t batch_us;          /* how long records may wait for others; 4000 is usual, 0 sends at
                               * once */
} weft_feed_options;

/* Options with what is usual. */
#define WEFT_FEED_OPTIONS_INIT \
  { \
    NULL, NULL, 0, 0, 4000 \
  }

typedef enum
{
  WEFT_FEED_LOSES_NOTHING = 0,
  WEFT_FEED_COUNTS_LOSS = 1,  /* the device says how many records it lost */
  WEFT_FEED_LOSS_UNKNOWN = 2, /* it may lose records, and does not say so */
} weft_feed_device_loss;

typedef struct
{
  uint32_t chip;
  uint16_t schema;     /* of the device's firmware; 1 */
  uint8_t device_loss; /* weft_feed_device_loss */
  const char *arch;    /* for people; NULL: none */
} weft_feed_stream_info;

/* How the device's clock runs: ticks t are host nanoseconds (of CLOCK_MONOTONIC)
 * offset_ns + (t - first_timestamp) / ghz. */
typedef struct
{
  double ghz;
  uint64_t offset_ns, first_timestamp;
  uint64_t error_ns;          /* how far that may be off */
  uint32_t n_used, n_offered; /* samples; 0, 0: not known, and neither are the residuals */
  double residual_rms_ns, residual_p95_ns;
  int nominal; /* nonzero: not measured */
} weft_feed_sync_info;

/* At rest offered = acked + unacked + dropped_ring + dropped_retention. */
typedef struct
{
  uint64_t offered;           /* records that were given to weft_feed_publish() */
  uint64_t acked;             /* the daemon has them */
  uint64_t unacked;           /* in the ring, or kept */
  uint64_t dropped_ring;      /* the ring was full */
  uint64_t dropped_retention; /* no daemon took them before memory was needed for newer ones */
} weft_feed_ledger;

#endif
