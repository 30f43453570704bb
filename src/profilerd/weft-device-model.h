/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-hub.h"
#include "weft-model-options.h"

G_BEGIN_DECLS

/* A software model of devices that profile their programs as they run, and of the host process that
 * receives what they say (docs/formats/live.md, The device model). The same seed gives the same
 * session. It has no clock of its own: it is told how far to go. */

typedef struct _WeftDeviceModel WeftDeviceModel;

/* Counts of one device. At any time signals = pages + overwritten + erased + pending. */
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

/* The truth about the clock of a device: its frequency, and its ticks at a host time. */
double weft_device_model_get_ghz (WeftDeviceModel *self, guint device);
guint64 weft_device_model_get_ticks (WeftDeviceModel *self, guint device, guint64 host_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDeviceModel, weft_device_model_free)

G_END_DECLS
