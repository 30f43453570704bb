/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The parts that slices play for a device, such as a GPU: its work, and the calls of the host that
 * ask for it and wait for it; and which call launched which work. It is read from the words that
 * profilers use: the categories of Kineto (for CUDA, ROCm, XPU, HPU and MTIA) and of onnxruntime,
 * the processes and threads of TensorFlow and XLA, of Nsight Systems and of rocprof. Where there
 * are none of these no device is known, which is not one that has nothing to do. Immutable; any
 * thread. */

typedef enum
{
  WEFT_TIMELINE_ROLE_NONE,       /* of the host, or not known */
  WEFT_TIMELINE_ROLE_KERNEL,     /* a device computes */
  WEFT_TIMELINE_ROLE_COPY,       /* a device moves memory */
  WEFT_TIMELINE_ROLE_FILL,       /* a device sets memory */
  WEFT_TIMELINE_ROLE_WAIT,       /* a stream of a device waits: no work */
  WEFT_TIMELINE_ROLE_ANNOTATION, /* on a device, but no work of its own: "ProfilerStep#3", "Steps"; or
                                  * the recording as a whole */
  WEFT_TIMELINE_ROLE_CALL,       /* the host calls the runtime or driver of a device */
  WEFT_TIMELINE_ROLE_SYNC,       /* it does so to wait for the device */
  WEFT_TIMELINE_N_ROLES
} WeftTimelineRole;

#define WEFT_TIMELINE_NO_DEVICE G_MAXUINT

/* A device is a process of the trace, as profilers write it. */
typedef struct
{
  guint process;
  char *title; /* UTF-8: "python (GPU 0)", as the process is called */
  guint n_streams;
} WeftTimelineDevice;

typedef struct
{
  gatomicrefcount ref_count;
  guint32 n_events;
  guint n_tracks;
  guint8 *roles;     /* by row: WeftTimelineRole */
  guint *devices;    /* by track: its number among `list`; WEFT_TIMELINE_NO_DEVICE: of the host */
  guint32 *launches; /* by row: the call that launched this work, or WEFT_NO_ROW; NULL: no one is
                      * known */
  WeftTimelineDevice *list;
  guint n_devices;
} WeftTimelineRoles;

/* (transfer full). NULL where cancelled. */
WeftTimelineRoles *weft_timeline_roles_new (const WeftTimelineSnapshot *snapshot,
                                            GCancellable *cancellable);
WeftTimelineRoles *weft_timeline_roles_ref (WeftTimelineRoles *self);
void weft_timeline_roles_unref (WeftTimelineRoles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineRoles, weft_timeline_roles_unref)

/* "kernel", as machines read it; NULL of WEFT_TIMELINE_ROLE_NONE. */
const char *weft_timeline_role_to_string (WeftTimelineRole role);

/* Whether a device is busy with it. */
static inline gboolean
weft_timeline_role_is_work (WeftTimelineRole role)
{
  return role == WEFT_TIMELINE_ROLE_KERNEL || role == WEFT_TIMELINE_ROLE_COPY
         || role == WEFT_TIMELINE_ROLE_FILL;
}

/* The call that launched the work in `row`, or WEFT_NO_ROW. */
static inline guint32
weft_timeline_roles_get_launch (const WeftTimelineRoles *self, guint32 row)
{
  return self->launches != NULL && row < self->n_events ? self->launches[row] : WEFT_NO_ROW;
}

G_END_DECLS
