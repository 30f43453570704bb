/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"

#include "weft-noc-cluster.h"
#include "weft-noc-topology.h"
#include "weft-noc-type.h"
#include "weft-table.h"

G_BEGIN_DECLS

/* A NoC event trace: records of zones and of events, in file order and with raw timestamps, as
 * docs/formats/noc.md has them. What only the whole trace can tell (which chip, whose destination a
 * state sets, barriers, routes, demand) is derived from it in analysis. */

#define WEFT_TYPE_NOC_TRACE (weft_noc_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocTrace, weft_noc_trace, WEFT, NOC_TRACE, WeftTrace)

/* A new, empty, growing trace. `context` (nullable) is where WeftTrace::changed is emitted. */
WeftNocTrace *weft_noc_trace_new (const char *title, GMainContext *context, WeftStorage storage);

/* Any thread: records that may be read. */
guint32 weft_noc_trace_get_n_records (WeftNocTrace *self);

/* --- records ---------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_NOC_EVENT,
  WEFT_NOC_ZONE_START,
  WEFT_NOC_ZONE_END,
} WeftNocRecordKind;

/* The network of a record: 0 and 1, or */
#define WEFT_NOC_UNDEFINED 2u

/* num_bytes that the device cannot count beyond: the event may have been larger. */
#define WEFT_NOC_SATURATED 8160u

/* A coordinate that is not there. */
#define WEFT_NOC_NOWHERE (-1)

enum
{
  WEFT_NOC_MULTICAST = 1 << 0,  /* dx, dy … end_x, end_y are a rectangle */
  WEFT_NOC_HAS_DEBUG = 1 << 1,  /* weft_noc_trace_get_debug() has more */
  WEFT_NOC_HAS_FABRIC = 1 << 2, /* weft_noc_trace_get_fabric() has more */
  WEFT_NOC_HAS_END = 1 << 3,    /* another tool's model says when it ended */
};

typedef struct
{
  guint32 record;
  WeftNocRecordKind kind;
  gboolean is_event;
  guint type;       /* of an event: see weft_noc_get_type() */
  const char *name; /* the zone; or the type as the file spells it. Any bytes */
  guint32 name_id;  /* small number of that name */
  const char *proc; /* "BRISC"; may be "" */
  guint proc_id;    /* small number of it */
  guint noc;        /* 0, 1 or WEFT_NOC_UNDEFINED */
  guint flags;
  int sx, sy;       /* the tile that issued it, NOC_0 physical */
  int dx, dy;       /* the other tile, or a rectangle's start; below 0: none */
  int end_x, end_y; /* a rectangle's end */
  guint32 bytes;
  int vc;            /* −1: unset */
  guint64 timestamp; /* raw */
  gint64 line;       /* of the file, from 1 */
  guint32 context;
} WeftNocRecord;

/* Any thread; `record` is below the number of records that the thread has seen. */
void weft_noc_trace_get_record (WeftNocTrace *self, guint32 record, WeftNocRecord *result);

/* Names of zones, types and processors by their small numbers; any bytes, as long as the trace. */
const char *weft_noc_trace_get_name (WeftNocTrace *self, guint32 name_id);
guint32 weft_noc_trace_get_n_names (WeftNocTrace *self);
const char *weft_noc_trace_get_proc (WeftNocTrace *self, guint proc_id);
guint weft_noc_trace_get_n_procs (WeftNocTrace *self);

/* Only debug captures have these. */
typedef struct
{
  guint64 dst_addr;
  guint64 src_addr;
  gint64 status_counter;
  gboolean posted;
} WeftNocDebug;

gboolean weft_noc_trace_get_debug (WeftNocTrace *self, guint32 record, WeftNocDebug *debug);

/* Where another tool's model says that the transfer ended, a raw timestamp. */
gboolean weft_noc_trace_get_end (WeftNocTrace *self, guint32 record, guint64 *end);

/* --- fabric ----------------------------------------------------------------------------------- */

#define WEFT_NOC_UNKNOWN G_MININT32

typedef struct
{
  gint32 x, y;
  gint32 noc; /* 0, 1, or WEFT_NOC_UNDEFINED */
  guint32 bytes;
} WeftNocFabricTarget;

typedef struct
{
  gint32 device;
  gint32 noc;
  gint32 start_x, start_y, end_x, end_y;
} WeftNocFabricSegment;

/* Only fabric events have these. Numbers that the file does not give are WEFT_NOC_UNKNOWN. */
typedef struct
{
  gint32 eth_channel;
  gint32 hops;
  gint32 start_distance;
  gint32 range;
  gint32 north_south_hops;
  gint32 east_hops;
  gint32 west_hops;
  gboolean is_multicast;
  gint32 dst_device; /* not to be relied on: it may name the own chip */
  gint32 mux_x, mux_y, mux_noc;
  guint32 n_targets; /* tiles of the receiving chip, see weft_noc_trace_get_fabric_target() */
  guint32 n_segments;
  guint32 first_target;
  guint32 first_segment;
} WeftNocFabric;

gboolean weft_noc_trace_get_fabric (WeftNocTrace *self, guint32 record, WeftNocFabric *fabric);
void weft_noc_trace_get_fabric_target (WeftNocTrace *self, const WeftNocFabric *fabric,
                                       guint32 index, WeftNocFabricTarget *target);
void weft_noc_trace_get_fabric_segment (WeftNocTrace *self, const WeftNocFabric *fabric,
                                        guint32 index, WeftNocFabricSegment *segment);

/* --- contexts and parts ----------------------------------------------------------------------- */

/* Whole runs of records share one. */
typedef struct
{
  guint32 part;       /* which file */
  gint32 device;      /* WEFT_NOC_UNKNOWN where the record does not say */
  gint64 run_host_id; /* G_MININT64: not given */
  const char *op_name;
} WeftNocContext;

guint32 weft_noc_trace_get_n_contexts (WeftNocTrace *self);
void weft_noc_trace_get_context (WeftNocTrace *self, guint32 context, WeftNocContext *result);

/* One file of the capture. */
typedef struct
{
  const char *name; /* without its folder */
  gint32 device;    /* as the name says: WEFT_NOC_UNKNOWN where it does not */
  guint32 first_record;
} WeftNocPart;

guint32 weft_noc_trace_get_n_parts (WeftNocTrace *self);
void weft_noc_trace_get_part (WeftNocTrace *self, guint32 part, WeftNocPart *result);

/* How the chips hang together, by the trace or files beside it: (transfer full), never NULL. */
WeftNocCluster *weft_noc_trace_ref_cluster (WeftNocTrace *self);

/* The chip that the input itself or the profiler's log beside it names, as a topology's name; NULL:
 * none. */
const char *weft_noc_trace_get_arch (WeftNocTrace *self);

/* The chip's tiles by the input itself: (transfer full), NULL where it says nothing. */
WeftNocTopology *weft_noc_trace_ref_topology (WeftNocTrace *self);

/* Cycles per second of the devices' clock, as the profiler's log has them; 0: not known. */
gint64 weft_noc_trace_get_hertz (WeftNocTrace *self);

/* --- another tool's model --------------------------------------------------------------------- */

/* Whether the transfers, their ends and the demand below are what another tool has modelled. */
gboolean weft_noc_trace_is_modelled (WeftNocTrace *self);

/* The share of all links' capacity that multicast writes take in that model, in the mean and in the
 * step with the most; NAN where it does not say. */
void weft_noc_trace_get_multicast_share (WeftNocTrace *self, double *mean, double *peak);

/* The demand on a link or interface in one step of that model. */
typedef struct
{
  guint64 start, end; /* raw */
  gint32 device;
  int x, y; /* of the tile */
  guint noc;
  const char *port; /* "EAST", "IN" … */
  double rate;      /* bytes per cycle */
} WeftNocModelled;

guint32 weft_noc_trace_get_n_modelled (WeftNocTrace *self);
void weft_noc_trace_get_modelled (WeftNocTrace *self, guint32 index, WeftNocModelled *modelled);

G_END_DECLS
