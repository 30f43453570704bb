/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-hub.h"
#include "weft-model-mix.h"

G_BEGIN_DECLS

/* A software model of devices that profile their programs as they run, and of the host process that
 * receives what they say (docs/formats/live.md, The device model). The same seed gives the same
 * session. It has no clock of its own: it is told how far to go. */

typedef struct _WeftDeviceModel WeftDeviceModel;

/* What goes wrong on purpose. */
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

/* What happened in one device. At any time signals = pages + overwritten + erased + pending. */
typedef struct
{
  guint64 commands; /* programs that were begun */
  guint64 signals;
  guint64 pages;
  guint64 overwritten; /* a signal written over one that the profiler core had not seen */
  guint64 terminated;  /* of those: by the TERMINATE at the end */
  guint64 erased;      /* a signal erased by the core's IDLE at the end of a push */
  guint64 pending;     /* seen or not, and not pushed yet */
  guint64 torn;        /* pages that mix two programs, for their buffer was written meanwhile */
  guint64 unprofiled;  /* pages with id 0, which the host skips */
  guint64 records;     /* that the host made of pages */
  guint64 fifo_spins;  /* waits for room among the program ids */
  guint fifo_most;     /* ids that were ever in that FIFO */
  guint d2h_most;      /* pages that ever waited for the host */
} WeftModelCounters;

/* The four devices and 12,000 programs per second of each that `weft-profilerd --model` shows. */
WeftModelOptions weft_model_options_default (void);

/* The fault of that name ("flood", "wrap32", …); 0 where there is none. */
guint weft_model_fault_from_string (const char *name);
/* All names: (transfer none), NULL-terminated. */
const char *const *weft_model_fault_names (void);

/* Adds its streams to `hub`, which must outlive it, and synchronises the clocks. */
WeftDeviceModel *weft_device_model_new (const WeftModelOptions *options, WeftHub *hub);
void weft_device_model_free (WeftDeviceModel *self);

/* Runs all devices and the host up to `now_ns`, and gives what is due to the hub. */
void weft_device_model_advance (WeftDeviceModel *self, guint64 now_ns);

/* Terminates the devices, as the host does at its end: what is on its way arrives, but for the last
 * signal. */
void weft_device_model_end (WeftDeviceModel *self);

void weft_device_model_get_counters (WeftDeviceModel *self, guint device,
                                     WeftModelCounters *counters);

/* What the clock of a device really does: its frequency, and its ticks at a host time. */
double weft_device_model_get_ghz (WeftDeviceModel *self, guint device);
guint64 weft_device_model_get_ticks (WeftDeviceModel *self, guint device, guint64 host_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDeviceModel, weft_device_model_free)

G_END_DECLS
