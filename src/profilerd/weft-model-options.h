/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-model-mix.h"

/* Faults that are made on purpose. */
typedef enum
{
  WEFT_FAULT_FLOOD = 1 << 0,          /* a program each 1.28 µs, whatever the rate */
  WEFT_FAULT_WRAP32 = 1 << 1,         /* ticks begin just below 2^32 */
  WEFT_FAULT_WRAP64 = 1 << 2,         /* and just below 2^64 */
  WEFT_FAULT_REVERSED = 1 << 3,       /* one in 4000 records ends before it starts */
  WEFT_FAULT_SYNC_DUPLICATE = 1 << 4, /* answers come twice */
  WEFT_FAULT_SYNC_LATE = 1 << 5,      /* every tenth answer comes after the next question */
  WEFT_FAULT_SYNC_ECHO = 1 << 6,      /* every seventh answer echoes another time */
  WEFT_FAULT_SYNC_ZERO = 1 << 7,      /* the host's clock shows 0 in its low word */
  WEFT_FAULT_SYNC_NONE = 1 << 8,      /* no answer at all */
  WEFT_FAULT_FREQUENCY = 1 << 9,      /* the frequency steps by 200 ppm after 5 s */
  WEFT_FAULT_ID_FIFO = 1 << 10,       /* the FIFO of program ids is full now and then */
  WEFT_FAULT_D2H = 1 << 11,           /* the host stops reading for 5 ms now and then */
  WEFT_FAULT_ID_REUSE = 1 << 12,      /* ids are given to other programs after 2 s */
  WEFT_FAULT_UNOBSERVABLE = 1 << 13,  /* as real firmware: what the device loses is not known */
} WeftModelFault;

typedef struct
{
  guint8 producer[16]; /* UUID of this run: viewers tell it from others by it, whatever the seed */
  guint32 pid;         /* of the process that the devices belong to; 0: none */
  guint64 seed;
  guint n_devices;    /* 1 to 64 */
  double rate;        /* programs per second and device, 1 to 781250 */
  guint faults;       /* WeftModelFault */
  guint64 start_ns;   /* host time at which the devices begin to run programs */
  guint64 batch_ns;   /* records wait this long for others */
  WeftModelMix mix;   /* what runs */
  double drift_ppm;   /* of all clocks against the nominal one, −1000 to 1000; NaN: by the seed */
  gboolean has_ticks; /* whether all clocks show `ticks` at the start; else it is by the seed */
  guint64 ticks;
} WeftModelOptions;

/* The four devices and 12,000 programs per second of each that `weft-profilerd --model` shows. */
WeftModelOptions weft_model_options_default (void);

/* The fault of that name ("flood", "wrap32", …); 0 where there is none. */
guint weft_model_fault_from_string (const char *name);
/* All names, by the bit of the fault; NULL-terminated. */
extern const char *const weft_model_fault_names[];
