/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-noc-csv.h"

G_BEGIN_DECLS

/* The lines of tt-metal's profile_log_device.csv, of every generation (docs/formats/device-log.md):
 * zones of cores and processors. Columns are found by their names. */

/* Where a zone begins or ends. */
typedef struct
{
  guint64 time;      /* cycles since the device's reset */
  gint64 run;        /* 0: of no program */
  guint64 replay[2]; /* trace id and its counter; 0 where it is no replay of a trace */
  gint32 device;     /* the PCIe slot */
  gint16 x, y;       /* of the core */
  guint type;        /* NOC_TYPE_ZONE_START or NOC_TYPE_ZONE_END */
  WeftNocText proc;  /* as long as the call */
  WeftNocText name;  /* likewise */
  gint64 line;
} WeftNocDeviceMark;

typedef void (*WeftNocDeviceMarkFunc) (const WeftNocDeviceMark *mark, gpointer data);

typedef struct _WeftNocDeviceLog WeftNocDeviceLog;

/* `func` is called with each mark, in the order of the file. What the format does not allow is said in
 * `diagnostics`, which is held. */
WeftNocDeviceLog *weft_noc_device_log_new (WeftDiagnostics *diagnostics, WeftNocDeviceMarkFunc func,
                                           gpointer data);
void weft_noc_device_log_free (WeftNocDeviceLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocDeviceLog, weft_noc_device_log_free)

/* One line, without its newline. */
void weft_noc_device_log_take (WeftNocDeviceLog *self, const char *text, gsize length, gint64 line);

/* Adds the mark as a record of `context`. FALSE where the store is exhausted. */
gboolean weft_noc_device_mark_add (WeftNocWriter *writer, const WeftNocDeviceMark *mark,
                                   guint32 context);

/* Reads the first line: the name of a topology, static, or NULL; cycles per second, or 0. */
const char *weft_noc_device_log_get_arch (const WeftNocDeviceLog *self);
gint64 weft_noc_device_log_get_hertz (const WeftNocDeviceLog *self);

/* The path of the log in a directory or in `.logs` in it, where the profiler puts it: (transfer full)
 * (nullable). */
char *weft_noc_device_log_find (const char *directory);

/* Whether `head`, whole lines from the beginning of the input, is such a log. */
gboolean weft_noc_device_log_sniff (const char *head, gsize length);

G_END_DECLS
