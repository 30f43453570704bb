/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-handover.h"
#include "weft-load-index.h"
#include "weft-load.h"

/* The insides of a load, for its own functions and for those that run it on a thread of its own. */

typedef struct _Run Run;

struct _WeftLoad
{
  GObject parent_instance;

  char *path;
  WeftGrowth growth;
  Run *run;             /* that can be resumed; NULL: none can */
  WeftLoadIndex *index; /* (nullable) */
  gboolean restored;    /* the trace comes from its index file */
  WeftStorage storage;
  WeftReadFlags flags;
  WeftDescription *description; /* (nullable) that the caller chose */
  guint pause;                  /* ms to wait once there are rows; 0: not, or done */
  GMainContext *context;
  WeftDiagnosticSink sink;
  gpointer sink_data;

  WeftLock lock; /* of the two below */
  WeftTrace *trace;
  WeftSource *source; /* of the file that is being read */
  guint64 done;       /* the progress with the files that were read, */
  guint64 total;      /* and bytes of all, where they are several */

  WeftLoadRecognized recognized;
  gpointer recognized_data;
  GMainContext *recognized_context;
};

/* Tells whoever started the load on a thread of its own that there is a trace. */
void weft_load_call_recognized (WeftLoad *self);
