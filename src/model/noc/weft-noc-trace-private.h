/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-noc-trace.h"
#include "weft-sealer.h"
#include "weft-string-pool.h"

/* The columns behind a NoC trace, for its writer, for loops over all records and for its own
 * functions. All cells are final once they are published. */

/* records: 42 bytes each */
enum
{
  NOC_TIME,    /* u64 */
  NOC_CONTEXT, /* u32 */
  NOC_NAME,    /* u32: id in names, of the zone or of the type as spelled */
  NOC_BYTES,   /* u32 */
  NOC_LINE,    /* u32: G_MAXUINT32 and beyond are written as that */
  NOC_EXTRA,   /* u32: row in debugs, fabrics or ends, as NOC_FLAGS says */
  NOC_SX,      /* i16 as u16, and so on */
  NOC_SY,
  NOC_DX,
  NOC_DY,
  NOC_END_X,
  NOC_END_Y,
  NOC_TYPE,  /* u8: type, or one of the two below */
  NOC_PROC,  /* u8: id in procs */
  NOC_FLAGS, /* u8: network in the two lowest bits, WEFT_NOC_MULTICAST … above them */
  NOC_VC,    /* i8 as u8 */
  N_NOC_COLUMNS
};

#define NOC_TYPE_ZONE_START 254u
#define NOC_TYPE_ZONE_END 255u
#define NOC_FLAGS_SHIFT 2

typedef struct
{
  gint64 run_host_id;
  guint32 part;
  gint32 device;
  guint32 op_name; /* id in names */
} WeftNocContextRow;

typedef struct
{
  guint32 name; /* id in names */
  gint32 device;
  guint32 first_record;
} WeftNocPartRow;

typedef struct
{
  guint64 start, end;
  double rate;
  gint32 device;
  guint32 port; /* id in names */
  gint16 x, y;
  guint8 noc;
} WeftNocModelledRow;

struct _WeftNocTrace
{
  WeftTrace parent_instance;

  WeftChunkStore *store;
  WeftSealer *sealer;     /* of records */
  WeftIndexReader *index; /* where sealed columns lie; NULL: the file was read */
  WeftTable records;
  WeftTable debugs;   /* WeftNocDebug */
  WeftTable fabrics;  /* WeftNocFabric */
  WeftTable targets;  /* WeftNocFabricTarget */
  WeftTable segments; /* WeftNocFabricSegment */
  WeftTable ends;     /* u64 */
  WeftTable contexts; /* WeftNocContextRow */
  WeftTable parts;    /* WeftNocPartRow */
  WeftTable modelled; /* WeftNocModelledRow */
  WeftStringPool names;
  WeftStringPool procs;
  gboolean is_modelled; /* set before the first publication */
  const char *arch;     /* static, likewise */
  gint64 hertz;         /* 0: not known; likewise */

  double multicast_mean; /* of another tool's model: see weft_noc_trace_get_multicast_share() */
  double multicast_peak;

  WeftLock lock; /* of the pointers below */
  WeftNocCluster *cluster;
  WeftNocTopology *topology; /* NULL: the input says nothing of it */
};

/* The writer: hands over what is known of the chips; (transfer full). */
void weft_noc_trace_set_cluster (WeftNocTrace *self, WeftNocCluster *cluster);

/* The writer: hands over what the input says of the chip's tiles; (transfer full). */
void weft_noc_trace_set_topology (WeftNocTrace *self, WeftNocTopology *topology);

/* The writer: publishes all rows. */
void weft_noc_trace_publish (WeftNocTrace *self);

/* --- cells of one record ------------------------------------------------------------------------ */

static inline guint64
weft_noc_time (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u64 (&trace->records, NOC_TIME, record);
}

static inline int
weft_noc_coordinate (const WeftNocTrace *trace, guint column, guint32 record)
{
  return (gint16) weft_table_get_u16 (&trace->records, column, record);
}

/* A type below 64, or NOC_TYPE_ZONE_START or NOC_TYPE_ZONE_END. */
static inline guint
weft_noc_type (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u8 (&trace->records, NOC_TYPE, record);
}

static inline guint
weft_noc_network (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u8 (&trace->records, NOC_FLAGS, record) & 3u;
}

static inline guint
weft_noc_flags (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u8 (&trace->records, NOC_FLAGS, record) >> NOC_FLAGS_SHIFT;
}

static inline guint32
weft_noc_bytes (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u32 (&trace->records, NOC_BYTES, record);
}

static inline guint32
weft_noc_context (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u32 (&trace->records, NOC_CONTEXT, record);
}

static inline guint
weft_noc_proc (const WeftNocTrace *trace, guint32 record)
{
  return weft_table_get_u8 (&trace->records, NOC_PROC, record);
}

static inline const WeftNocContextRow *
weft_noc_context_row (const WeftNocTrace *trace, guint32 context)
{
  return weft_table_row (&trace->contexts, context);
}
