/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-kept-private.h"
#include "weft-api-trace.h"
#include "weft-query.h"
#include "weft-trace.h"

G_BEGIN_DECLS

struct _WeftApiTrace
{
  GObject parent_instance;

  char *location;
  char *elf;         /* nullable, as what follows */
  char *arch;        /* of a chip */
  char *topology;    /* likewise, a file */
  char *description; /* of the format, a file */
  gboolean inclusive_ends;
  double seconds; /* to listen to a session; 0: a second */

  gint is_loading;   /* or was */
  WeftTrace *trace;  /* set once, atomically; NULL: not loaded yet */
  GMutex mutex;      /* of what follows; held for as long as a query runs */
  WeftQuery *query;  /* NULL: nobody has asked yet */
  WeftApiKept *kept; /* likewise */
};

/* Makes ready to be asked, as far as what is known of it lets that be: what fails will fail again, for whoever asks. */
void weft_api_trace_prepare (WeftApiTrace *self, GCancellable *cancellable);

/* The trace that was loaded: (nullable), NULL with an error where it was not, or not yet. */
WeftTrace *weft_api_trace_peek (WeftApiTrace *self, GError **error);

G_END_DECLS
