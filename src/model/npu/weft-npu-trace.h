/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"

#include "weft-npu-index.h"
#include "weft-string-pool.h"

G_BEGIN_DECLS

/* The trace of a run on an NPU simulator, as docs/formats/npu.md describes it: what its engines did
 * in which cycles, tokens, markers, commands, stalls, samples of the memory's bandwidth, and what
 * the simulator says of the run. Rows keep file order and what the file says; whatever they mean is
 * derived in analysis.
 *
 * Words: an *event* is a row counted from 0 in file order; a *lane* is an engine with its number, or
 * what stands for one. */

#define WEFT_TYPE_NPU_TRACE (weft_npu_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuTrace, weft_npu_trace, WEFT, NPU_TRACE, WeftTrace)

/* A new, empty, growing trace. `context` (nullable) is where WeftTrace::changed is emitted. */
WeftNpuTrace *weft_npu_trace_new (const char *title, GMainContext *context, WeftStorage storage);

/* --- events ------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_NPU_ENGINE,  /* ENGINE_EVENT */
  WEFT_NPU_MEMORY,  /* MEM_ACCESS_EVENT */
  WEFT_NPU_TOKEN,   /* TOKEN_EVENT */
  WEFT_NPU_MARKER,  /* MARKER_EVENT */
  WEFT_NPU_COMMAND, /* CMD_EVENT */
  WEFT_NPU_STALL,   /* STALL_EVENT */
  WEFT_NPU_OTHER,   /* any other type */
} WeftNpuType;

#define WEFT_NPU_N_TYPES 7

/* Those that most have come first, so that they pack into few bits. */
enum
{
  WEFT_NPU_READ = 1 << 0, /* direction */
  WEFT_NPU_WRITE = 1 << 1,
  WEFT_NPU_KV = 1 << 2, /* of the key-value cache */
  WEFT_NPU_HAS_DETAILS = 1 << 3,
  WEFT_NPU_SPM = 1 << 4,     /* memory access: of the scratch pad, not of DRAM */
  WEFT_NPU_FLAGGED = 1 << 5, /* a diagnostic is about it */
  WEFT_NPU_ERROR = 1 << 6,   /* it says that something failed */
  WEFT_NPU_NO_TIME = 1 << 7, /* it has no cycle: kept and counted, never drawn */
};

/* The value of a number that is not there. */
#define WEFT_NPU_NONE G_MININT64

/* The value of a number of bits that is not there. */
#define WEFT_NPU_NO_BITS G_MAXUINT8

/* No lane. */
#define WEFT_NPU_NO_LANE G_MAXUINT16

typedef struct
{
  WeftNpuType type;
  guint flags;
  gint64 start;  /* cycle */
  gint64 end;    /* cycle, exclusive; the start where it is a point or ends before it begins */
  guint lane;    /* WEFT_NPU_NO_LANE: none */
  guint32 name;  /* id of what it is called: op, event, reason, marker, memory, phase of a token; of
                    * any other type the type */
  guint32 layer; /* ids of names; WEFT_NO_NAME: none */
  guint32 tile;
  guint32 phase;
  guint32 role;   /* tensor_role */
  guint32 color;  /* color_hint */
  gint64 token;   /* index; WEFT_NPU_NONE: none */
  gint64 command; /* cmdq_id, or else cmd_id; WEFT_NPU_NONE: none */
  gint64 bytes;   /* WEFT_NPU_NONE: not said */
  gint64 aligned; /* likewise: bytes_aligned */
  gint64 macs;    /* likewise: macs, or else m · n · k */
  guint8 qbits;   /* WEFT_NPU_NO_BITS: not said */
  guint8 weight_bits;
  guint8 activation_bits;
  gint64 bank;         /* spm_bank; WEFT_NPU_NONE: not said */
  gint64 address;      /* likewise: addr, of DRAM or of the scratch pad */
  gint64 dram_address; /* likewise: dram_addr */
  gint64 offset;       /* likewise: spm_offset */
  gint64 line;         /* of the file, from 1 */
  guint64 place;       /* of its JSON in the trace's text store, */
  guint32 length;      /* in bytes */
} WeftNpuEvent;

/* An event of no lane and no name, of which nothing is said. */
extern const WeftNpuEvent weft_npu_event_unsaid;

/* --- samples -------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 start;  /* cycle */
  gint64 length; /* cycles, above 0 */
  gint64 read;   /* bytes in that window; WEFT_NPU_NONE: not said */
  gint64 write;
  gint64 kv;
  gint64 stall; /* cycles */
  gint64 line;  /* of the file, from 1 */
  gint64 column;
} WeftNpuSample;

/* --- lanes ---------------------------------------------------------------------------------------- */

typedef enum
{
  WEFT_NPU_DMA,
  WEFT_NPU_TE,
  WEFT_NPU_VE,
  WEFT_NPU_HOST,
  WEFT_NPU_OTHER_ENGINE, /* OTHER, CTRL and what the format does not know */
  WEFT_NPU_GENERIC,      /* no engine: events of a type that the format does not know */
} WeftNpuLaneKind;

/* The number of a lane of engines of which the file does not say which ones they are. */
#define WEFT_NPU_UNKNOWN_ID (-2)

typedef struct
{
  WeftNpuLaneKind kind;
  const char *engine; /* as in the file, any bytes; lives as long as the trace */
  gint64 id;          /* engine_id; −1: it has none; or WEFT_NPU_UNKNOWN_ID */
  guint moves;        /* WEFT_NPU_READ or WEFT_NPU_WRITE, where all of its events do; 0: not */
  gint64 line;        /* of the first event in it, with its column */
  gint64 column;
} WeftNpuLane;

/* --- the run -------------------------------------------------------------------------------------- */

/* One engine's figures, as the summary has them. */
typedef struct
{
  WeftNpuLaneKind kind;
  gint64 id;          /* −1: all of that kind together */
  double utilization; /* a share, NAN: not said */
  gint64 active;      /* cycles; WEFT_NPU_NONE: not said */
  guint32 at;        /* where the utilization stands in the summary, in bytes from its beginning, */
  guint32 active_at; /* and where the cycles do */
} WeftNpuClaim;

/* The blocks around the events, as far as something is made of them. Numbers that are not
 * there are WEFT_NPU_NONE, strings NULL. Immutable once published; its memory is the trace's. */
typedef struct
{
  char *version;
  char *metadata; /* run_metadata, as written */
  char *config;   /* config_snapshot */
  char *summary;  /* summary_metrics */
  char *run_id;
  char *model;
  char *workload;
  char *notes;
  char *command_file;                /* cmdq_file */
  gint64 n_engines[WEFT_NPU_VE + 1]; /* num_dma, num_te, num_ve */
  gint64 peak;                       /* DRAM bytes per cycle */
  gint64 n_banks;
  gint64 cycles_total;
  gint64 dram_read; /* bytes */
  gint64 dram_write;
  gint64 kv_read;
  gint64 kv_write;
  gint64 max_transfers;   /* at a time */
  gint64 prefill_latency; /* cycles */
  double decode_latency;  /* likewise, the mean of the tokens; NAN: not said */
  gint64 prefill_tokens;  /* of the metadata */
  gint64 decode_tokens;
  WeftNpuClaim *claims;
  guint n_claims;
} WeftNpuRun;

/* Which events each waits for, from the run's file of commands:
 * producers[first[row]] up to, but not including, producers[first[row + 1]]. Immutable once published; its
 * memory is the trace's. */
typedef struct
{
  guint32 n_events;
  guint32 *first;
  guint32 *producers;
} WeftNpuDependencies;

/* Of `n_pairs` pairs of rows, an event and one that it waits for: (transfer full), NULL where there are
 * none. */
WeftNpuDependencies *weft_npu_dependencies_new (const guint32 *pairs, guint32 n_pairs,
                                                guint32 n_events);
void weft_npu_dependencies_free (WeftNpuDependencies *self);

/* --- snapshots ------------------------------------------------------------------------------------ */

/* One consistent state, which a view draws from; immutable. Functions that take one are for any
 * thread. */
typedef struct _WeftNpuSnapshot WeftNpuSnapshot;

struct _WeftNpuSnapshot
{
  gatomicrefcount ref_count;
  WeftNpuTrace *trace; /* held */
  guint generation;
  guint32 n_events;
  guint32 n_samples;
  guint32 n_points; /* of numbers over time, */
  guint n_series;   /* and how many such numbers there are */
  guint n_lanes;
  guint64 n_skipped; /* elements that are no events or samples */
  gint64
    first_cycle; /* of all events that have one, or else of all samples; 0 and 0 where none has */
  gint64 last_cycle;   /* the largest end */
  gboolean is_invalid; /* the simulator left its marker INVALID_TRACE */
  gboolean
    inclusive_ends;      /* the file's ends are the events' last cycles; those here are exclusive */
  const WeftNpuRun *run; /* lives as long as the trace */
  const WeftNpuDependencies *dependencies; /* likewise; NULL: not known */
  WeftNpuIndex *index;                     /* held */
};

/* The newest snapshot: (transfer full), never NULL. */
WeftNpuSnapshot *weft_npu_trace_ref_snapshot (WeftNpuTrace *self);
WeftNpuSnapshot *weft_npu_snapshot_ref (WeftNpuSnapshot *snapshot);
void weft_npu_snapshot_unref (WeftNpuSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuSnapshot, weft_npu_snapshot_unref)

void weft_npu_snapshot_get_event (const WeftNpuSnapshot *snapshot, guint32 row,
                                  WeftNpuEvent *event);
void weft_npu_snapshot_get_sample (const WeftNpuSnapshot *snapshot, guint32 index,
                                   WeftNpuSample *sample);
void weft_npu_snapshot_get_lane (const WeftNpuSnapshot *snapshot, guint lane, WeftNpuLane *result);

/* The cycles that utilization is a share of: cycles_total, or else the largest end. */
gint64 weft_npu_snapshot_get_total (const WeftNpuSnapshot *snapshot);

/* Whether there is what the run's summary says and nothing else: no event and no sample. */
gboolean weft_npu_snapshot_is_summary (const WeftNpuSnapshot *snapshot);

/* How many dependencies of events are known; WEFT_NPU_NONE: nothing is known of any. */
gint64 weft_npu_snapshot_count_dependencies (const WeftNpuSnapshot *snapshot);

/* Any thread. A name by its id (WEFT_NO_NAME: NULL), zero-terminated, any bytes; lives as long as
 * the trace. Ids are below the number of names. */
const char *weft_npu_trace_get_name (WeftNpuTrace *self, guint32 id);
guint32 weft_npu_trace_get_n_names (WeftNpuTrace *self);

/* The word of the format for a type, "ENGINE_EVENT"; that of WEFT_NPU_OTHER is the event's name. */
const char *weft_npu_type_to_string (WeftNpuType type);

/* The JSON of an event as it stands in the file: (transfer full) (nullable), NULL where the file has
 * changed or its text was not kept. */
char *weft_npu_snapshot_get_text (const WeftNpuSnapshot *snapshot, guint32 row);

G_END_DECLS
