/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-roles.h"

#include <string.h>

#include "weft-timeline-trace-private.h"

/* Rows between two looks at the cancellable. */
#define STRIDE 65536u

const char *
weft_timeline_role_to_string (WeftTimelineRole role)
{
  static const char *const words[WEFT_TIMELINE_N_ROLES] = {
    [WEFT_TIMELINE_ROLE_KERNEL] = "kernel", [WEFT_TIMELINE_ROLE_COPY] = "copy",
    [WEFT_TIMELINE_ROLE_FILL] = "fill",     [WEFT_TIMELINE_ROLE_WAIT] = "wait",
    [WEFT_TIMELINE_ROLE_CALL] = "call",     [WEFT_TIMELINE_ROLE_ANNOTATION] = "annotation",
    [WEFT_TIMELINE_ROLE_SYNC] = "sync",
  };

  return words[role];
}

/* --- words of profilers ----------------------------------------------------------------------------- */

/* The categories of Kineto today and before 2022, of onnxruntime's kernels, and of the scripts that
 * convert what Nsight Systems and nvprof write. */
static WeftTimelineRole
role_of_category (const char *category)
{
  static const struct
  {
    const char *name;
    WeftTimelineRole role;
  } known[] = {
    { "kernel", WEFT_TIMELINE_ROLE_KERNEL },
    { "gpu_memcpy", WEFT_TIMELINE_ROLE_COPY },
    { "gpu_memset", WEFT_TIMELINE_ROLE_FILL },
    { "Kernel", WEFT_TIMELINE_ROLE_KERNEL },
    { "Memcpy", WEFT_TIMELINE_ROLE_COPY },
    { "Memset", WEFT_TIMELINE_ROLE_FILL },
    { "mtia_ccp_events", WEFT_TIMELINE_ROLE_KERNEL },
    { "collective_comm", WEFT_TIMELINE_ROLE_KERNEL },
    { "gpu_user_annotation", WEFT_TIMELINE_ROLE_ANNOTATION },
    { "cuda_sync", WEFT_TIMELINE_ROLE_WAIT },
    { "cuda_event", WEFT_TIMELINE_ROLE_WAIT },
    { "xpu_sync", WEFT_TIMELINE_ROLE_WAIT },
    { "cuda_runtime", WEFT_TIMELINE_ROLE_CALL },
    { "cuda_driver", WEFT_TIMELINE_ROLE_CALL },
    { "Runtime", WEFT_TIMELINE_ROLE_CALL },
    { "xpu_runtime", WEFT_TIMELINE_ROLE_CALL },
    { "xpu_driver", WEFT_TIMELINE_ROLE_CALL },
    { "mtia_runtime", WEFT_TIMELINE_ROLE_CALL },
    { "glow_runtime", WEFT_TIMELINE_ROLE_CALL },
    { "hpu_op", WEFT_TIMELINE_ROLE_CALL },
    { "privateuse1_runtime", WEFT_TIMELINE_ROLE_CALL },
    { "privateuse1_driver", WEFT_TIMELINE_ROLE_CALL },
    { "cuda_api", WEFT_TIMELINE_ROLE_CALL },
  };

  for (guint i = 0; category != NULL && i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (category, known[i].name))
      return known[i].role;
  return WEFT_TIMELINE_ROLE_NONE;
}

/* "MemcpyH2D", "[CUDA memcpy HtoD]", "CopyHostToDevice", "hipMemcpyDtoH": of something that a device
 * does, whose category says no more. */
static WeftTimelineRole
role_of_work (const char *name)
{
  if (name == NULL)
    return WEFT_TIMELINE_ROLE_KERNEL;
  if (strstr (name, "emcpy") != NULL || g_str_has_prefix (name, "CopyHostTo")
      || g_str_has_prefix (name, "CopyDeviceTo"))
    return WEFT_TIMELINE_ROLE_COPY;
  return strstr (name, "emset") != NULL || g_str_equal (name, "FillBuffer")
           ? WEFT_TIMELINE_ROLE_FILL
           : WEFT_TIMELINE_ROLE_KERNEL;
}

/* "cudaDeviceSynchronize", "hipStreamSynchronize", "cuCtxSynchronize", "urQueueFinish", … */
static gboolean
is_sync (const char *name)
{
  return name != NULL
         && (strstr (name, "Synchronize") != NULL || g_str_equal (name, "urQueueFinish")
             || g_str_equal (name, "urEventWait"));
}

/* --- processes and tracks ---------------------------------------------------------------------------- */

typedef enum
{
  PROCESS_HOST,    /* or one whose slices say what they are */
  PROCESS_DEVICE,  /* all that it does is work of a device */
  PROCESS_COPIES,  /* of a device that is another process */
  PROCESS_STREAMS, /* threads "Stream #1(Compute)" are the work, the others say what it is for */
  PROCESS_OPS,     /* there are no such threads, but "XLA Ops" */
} ProcessKind;

/* "GPU0", "Device 1", "CUDA Device 0", "CUDA HW (0000:65:00.0 …)". */
static gboolean
is_device_name (const char *name)
{
  static const char *const prefixes[] = { "GPU", "Device", "CUDA Device" };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (prefixes); i++)
    {
      const char *rest = name + strlen (prefixes[i]);

      if (!g_str_has_prefix (name, prefixes[i]))
        continue;
      rest += *rest == ' ' ? 1 : 0;
      if (g_ascii_isdigit (*rest) && rest[strspn (rest, "0123456789")] == '\0')
        return TRUE;
    }
  return name != NULL && g_str_has_prefix (name, "CUDA HW (");
}

/* "/device:GPU:0 NVIDIA A100", "/job:localhost/…/device:TPU:1": what TensorFlow and XLA call devices. */
static gboolean
is_xla_device (const char *name)
{
  const char *device = name != NULL ? strstr (name, "/device:") : NULL;

  return device != NULL && !g_str_has_prefix (device, "/device:CPU")
         && !g_str_has_prefix (device, "/device:CUSTOM");
}

static gboolean
is_stream (const char *title)
{
  return g_str_has_prefix (title, "Stream");
}

static gboolean
is_ops (const char *title)
{
  return g_str_equal (title, "XLA Ops") || g_str_has_prefix (title, "XLA Ops ");
}

static ProcessKind
classify_process (const WeftTimelineProcess *process)
{
  const char *name = process->name != NULL ? process->name : process->pid;

  if (is_device_name (name) || (name != NULL && strstr (name, "/stream:") != NULL))
    return PROCESS_DEVICE;
  if (g_strcmp0 (name, "COPY") == 0)
    return PROCESS_COPIES;
  return is_xla_device (name) ? PROCESS_OPS : PROCESS_HOST;
}

/* By process: (transfer full). */
static guint8 *
classify_processes (const WeftTimelineSnapshot *snapshot)
{
  guint8 *kinds = g_new0 (guint8, snapshot->n_processes);

  for (guint i = 0; i < snapshot->n_processes; i++)
    {
      WeftTimelineProcess process;

      weft_timeline_snapshot_get_process (snapshot, i, &process);
      kinds[i] = (guint8) classify_process (&process);
    }
  for (guint i = 0; i < snapshot->n_tracks; i++)
    {
      WeftTimelineTrack track;

      weft_timeline_snapshot_get_track (snapshot, i, &track);
      if (kinds[track.process] == PROCESS_OPS && is_stream (track.title))
        kinds[track.process] = PROCESS_STREAMS;
    }
  return kinds;
}

/* The role of slices whose category says nothing: WEFT_TIMELINE_ROLE_KERNEL is work of any kind. */
static WeftTimelineRole
role_of_track (const WeftTimelineTrack *track, ProcessKind kind)
{
  switch (kind)
    {
    case PROCESS_DEVICE:
      return WEFT_TIMELINE_ROLE_KERNEL;
    case PROCESS_COPIES:
      return WEFT_TIMELINE_ROLE_COPY;
    case PROCESS_STREAMS:
      return is_stream (track->title) ? WEFT_TIMELINE_ROLE_KERNEL : WEFT_TIMELINE_ROLE_ANNOTATION;
    case PROCESS_OPS:
      return is_ops (track->title) ? WEFT_TIMELINE_ROLE_KERNEL : WEFT_TIMELINE_ROLE_ANNOTATION;
    case PROCESS_HOST:
    default:
      return WEFT_TIMELINE_ROLE_NONE;
    }
}

/* By track: (transfer full). A process of XLA's of which no thread is work is no device that we know. */
static guint8 *
classify_tracks (const WeftTimelineSnapshot *snapshot)
{
  g_autofree guint8 *kinds = classify_processes (snapshot);
  g_autofree gboolean *has_work = g_new0 (gboolean, snapshot->n_processes);
  guint8 *roles = g_new0 (guint8, snapshot->n_tracks);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < snapshot->n_tracks; i++)
      {
        WeftTimelineTrack track;

        weft_timeline_snapshot_get_track (snapshot, i, &track);
        roles[i] = (guint8) role_of_track (&track, (ProcessKind) kinds[track.process]);
        if (weft_timeline_role_is_work ((WeftTimelineRole) roles[i]))
          has_work[track.process] = TRUE;
        else if (!has_work[track.process])
          roles[i] = WEFT_TIMELINE_ROLE_NONE;
      }
  return roles;
}

/* --- slices ------------------------------------------------------------------------------------------- */

/* Roles of categories by their ids, made as they come. */
typedef struct
{
  const WeftTimelineTrace *trace;
  guint32 last; /* category */
  WeftTimelineRole role;
} Words;

static WeftTimelineRole
look_up (Words *words, guint32 category)
{
  if (category == WEFT_NO_NAME)
    return WEFT_TIMELINE_ROLE_NONE;
  if (category != words->last)
    {
      words->last = category;
      words->role = role_of_category (weft_string_pool_get (&words->trace->names, category, NULL));
    }
  return words->role;
}

static const char *
get_name (const WeftTimelineTrace *trace, guint32 row)
{
  guint32 name = weft_timeline_name (trace, row);

  return name != WEFT_NO_NAME ? weft_string_pool_get (&trace->names, name, NULL) : NULL;
}

static gboolean
is_placed_slice (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  return weft_timeline_kind (snapshot->trace, row) == WEFT_TIMELINE_SLICE
         && weft_timeline_track (snapshot->trace, row) < snapshot->n_tracks
         && (weft_timeline_flags (snapshot->trace, row) & WEFT_TIMELINE_NO_TIME) == 0;
}

static WeftTimelineRole
role_of_slice (Words *words, guint32 row, WeftTimelineRole of_track)
{
  WeftTimelineRole role = look_up (words, weft_timeline_category (words->trace, row));

  if (role == WEFT_TIMELINE_ROLE_CALL && is_sync (get_name (words->trace, row)))
    return WEFT_TIMELINE_ROLE_SYNC;
  if (role != WEFT_TIMELINE_ROLE_NONE)
    return role;
  return of_track == WEFT_TIMELINE_ROLE_KERNEL ? role_of_work (get_name (words->trace, row))
                                               : of_track;
}

/* The slice that Kineto writes for the recording as a whole. */
static gboolean
is_recording (const WeftTimelineTrace *trace, guint32 row)
{
  guint32 category = weft_timeline_category (trace, row);

  return category != WEFT_NO_NAME
         && g_str_equal (weft_string_pool_get (&trace->names, category, NULL), "Trace");
}

static gboolean
is_of_host (WeftTimelineRole role)
{
  return role == WEFT_TIMELINE_ROLE_NONE || role == WEFT_TIMELINE_ROLE_CALL
         || role == WEFT_TIMELINE_ROLE_SYNC;
}

/* Says of each slice what it is by its own words, and of each track whether it is a device's: most of its
 * slices are. FALSE where cancelled. */
static gboolean
read_slices (WeftTimelineRoles *self, const WeftTimelineSnapshot *snapshot,
             GCancellable *cancellable)
{
  g_autofree guint8 *of_tracks = classify_tracks (snapshot);
  g_autofree gint64 *votes = g_new0 (gint64, snapshot->n_tracks);
  Words words = { snapshot->trace, WEFT_NO_NAME, WEFT_TIMELINE_ROLE_NONE };

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      guint track = weft_timeline_track (snapshot->trace, row);

      if (row % STRIDE == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!is_placed_slice (snapshot, row))
        continue;
      self->roles[row] = (guint8) role_of_slice (&words, row, (WeftTimelineRole) of_tracks[track]);
      votes[track] += is_of_host ((WeftTimelineRole) self->roles[row]) ? -1 : 1;
    }
  for (guint i = 0; i < snapshot->n_tracks; i++)
    self->devices[i] = votes[i] > 0 ? 0 : WEFT_TIMELINE_NO_DEVICE;
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      guint track = weft_timeline_track (snapshot->trace, row);
      WeftTimelineRole role = (WeftTimelineRole) self->roles[row];

      if (role != WEFT_TIMELINE_ROLE_NONE
          && is_of_host (role) == (self->devices[track] != WEFT_TIMELINE_NO_DEVICE))
        self->roles[row] = WEFT_TIMELINE_ROLE_NONE;
      else if (role == WEFT_TIMELINE_ROLE_NONE && is_recording (snapshot->trace, row))
        self->roles[row] = WEFT_TIMELINE_ROLE_ANNOTATION;
    }
  return TRUE;
}

/* --- devices ------------------------------------------------------------------------------------------ */

/* The process that a process of copies belongs to: the one other device of its file, or else itself. */
static guint
find_owner (const WeftTimelineSnapshot *snapshot, const guint8 *kinds, guint process)
{
  WeftTimelineProcess info, other;
  guint owner = process, n = 0;

  if (kinds[process] != PROCESS_COPIES)
    return process;
  weft_timeline_snapshot_get_process (snapshot, process, &info);
  for (guint i = 0; i < snapshot->n_processes; i++)
    {
      weft_timeline_snapshot_get_process (snapshot, i, &other);
      if (kinds[i] == PROCESS_DEVICE && other.file == info.file)
        {
          owner = i;
          n++;
        }
    }
  return n == 1 ? owner : process;
}

/* Numbers the devices in the order in which they are shown. */
static void
number_devices (WeftTimelineRoles *self, const WeftTimelineSnapshot *snapshot)
{
  g_autofree guint8 *kinds = classify_processes (snapshot);
  g_autofree guint *numbers = g_new0 (guint, snapshot->n_processes);

  self->list = g_new0 (WeftTimelineDevice, snapshot->n_processes);
  for (guint i = 0; i < snapshot->index->n_tracks; i++)
    {
      guint number = snapshot->index->order[i], process;
      WeftTimelineTrack track;

      if (number >= self->n_tracks || self->devices[number] == WEFT_TIMELINE_NO_DEVICE)
        continue;
      weft_timeline_snapshot_get_track (snapshot, number, &track);
      process = find_owner (snapshot, kinds, track.process);
      if (numbers[process] == 0)
        {
          WeftTimelineProcess info;

          weft_timeline_snapshot_get_process (snapshot, process, &info);
          self->list[self->n_devices] =
            (WeftTimelineDevice){ process, g_utf8_make_valid (info.title, -1), 0 };
          numbers[process] = ++self->n_devices;
        }
      self->devices[number] = numbers[process] - 1;
      self->list[numbers[process] - 1].n_streams++;
    }
}

/* --- launches ----------------------------------------------------------------------------------------- */

static gboolean
is_call (const WeftTimelineRoles *self, guint32 row)
{
  return self->roles[row] == WEFT_TIMELINE_ROLE_CALL || self->roles[row] == WEFT_TIMELINE_ROLE_SYNC;
}

static gboolean
is_on_host (const WeftTimelineRoles *self, const WeftTimelineTrace *trace, guint32 row)
{
  guint track = weft_timeline_track (trace, row);

  return track < self->n_tracks && self->devices[track] == WEFT_TIMELINE_NO_DEVICE;
}

static guint32 *
get_launches (WeftTimelineRoles *self)
{
  if (self->launches == NULL)
    {
      self->launches = g_new (guint32, self->n_events);
      memset (self->launches, 0xff, self->n_events * sizeof *self->launches);
    }
  return self->launches;
}

/* A flow to the work from a slice of the host; a call of the runtime before any other slice. */
static void
read_flows (WeftTimelineRoles *self, const WeftTimelineSnapshot *snapshot)
{
  const WeftTimelineFlows *flows = snapshot->flows;

  for (guint32 i = 0; flows != NULL && i < flows->n; i++)
    {
      guint32 from = flows->from[i], to = flows->to[i];

      if (from >= self->n_events || to >= self->n_events
          || !weft_timeline_role_is_work ((WeftTimelineRole) self->roles[to])
          || !is_on_host (self, snapshot->trace, from))
        continue;
      if (get_launches (self)[to] == WEFT_NO_ROW || !is_call (self, self->launches[to]))
        self->launches[to] = from;
    }
}

/* A correlation of one of the files. */
static guint64
make_key (const WeftTimelineSnapshot *snapshot, guint32 row, gint64 correlation)
{
  guint file = weft_timeline_snapshot_get_event_file (snapshot, row);

  return (guint64) correlation ^ weft_map64_mix ((guint64) file + 1);
}

static gint64
get_correlation (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_timeline_number (trace,
                               weft_table_get_u32 (&trace->events, TIMELINE_CORRELATION, row));
}

/* Of what no flow leads to: the call with the same correlation. Profilers write 0 where there is none. */
static void
read_correlations (WeftTimelineRoles *self, const WeftTimelineSnapshot *snapshot)
{
  const WeftTimelineTrace *trace = snapshot->trace;
  WeftMap64 calls = WEFT_MAP64_INIT;

  for (guint32 row = 0; self->n_devices > 0 && row < self->n_events; row++)
    if (is_call (self, row))
      {
        gint64 correlation = get_correlation (trace, row);
        guint64 key = make_key (snapshot, row, correlation);

        if (correlation != WEFT_TIMELINE_NONE && correlation != 0
            && weft_map64_get (&calls, key) == WEFT_MAP64_NONE)
          weft_map64_set (&calls, key, row);
      }
  for (guint32 row = 0; calls.n_used > 0 && row < self->n_events; row++)
    if (weft_timeline_role_is_work ((WeftTimelineRole) self->roles[row])
        && weft_timeline_roles_get_launch (self, row) == WEFT_NO_ROW)
      {
        gint64 correlation = get_correlation (trace, row);
        guint32 call = correlation != WEFT_TIMELINE_NONE
                         ? weft_map64_get (&calls, make_key (snapshot, row, correlation))
                         : WEFT_MAP64_NONE;

        if (call != WEFT_MAP64_NONE)
          get_launches (self)[row] = call;
      }
  weft_map64_clear (&calls);
}

/* --- roles -------------------------------------------------------------------------------------------- */

WeftTimelineRoles *
weft_timeline_roles_new (const WeftTimelineSnapshot *snapshot, GCancellable *cancellable)
{
  WeftTimelineRoles *self = g_new0 (WeftTimelineRoles, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_events = snapshot->n_events;
  self->n_tracks = snapshot->n_tracks;
  self->roles = g_new0 (guint8, snapshot->n_events);
  self->devices = g_new (guint, snapshot->n_tracks);
  if (!read_slices (self, snapshot, cancellable))
    {
      weft_timeline_roles_unref (self);
      return NULL;
    }
  number_devices (self, snapshot);
  read_flows (self, snapshot);
  read_correlations (self, snapshot);
  return self;
}

WeftTimelineRoles *
weft_timeline_roles_ref (WeftTimelineRoles *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_timeline_roles_unref (WeftTimelineRoles *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_devices; i++)
    g_free (self->list[i].title);
  g_free (self->roles);
  g_free (self->devices);
  g_free (self->launches);
  g_free (self->list);
  g_free (self);
}
