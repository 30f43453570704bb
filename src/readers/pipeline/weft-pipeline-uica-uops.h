/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The parts of instructions that uiCA's cycles tell of, until all of a round is known and becomes ops.
 * An instruction of a round has laminated micro-ops, which have fused ones, which have those that are
 * executed. An event is about one of these levels. */

#define WEFT_UICA_NONE ((gint64) -1)

enum
{
  WEFT_UICA_INSTRUCTION,
  WEFT_UICA_LAMINATED,
  WEFT_UICA_FUSED,
  WEFT_UICA_UNFUSED,
  WEFT_UICA_N_LEVELS
};

/* Of a part: NONE below its level. */
typedef struct
{
  gint64 round;
  gint64 part[WEFT_UICA_N_LEVELS];
} WeftUicaId;

typedef enum
{
  WEFT_UICA_IQ, /* is added to the instruction queue */
  WEFT_UICA_IQ_END,
  WEFT_UICA_IDQ, /* to the queue of decoded micro-ops */
  WEFT_UICA_IDQ_END,
  WEFT_UICA_RB, /* to the reorder buffer; its end is to retire */
  WEFT_UICA_RETIRED,
  WEFT_UICA_RS, /* to the scheduler */
  WEFT_UICA_READY,
  WEFT_UICA_DISPATCHED,
  WEFT_UICA_EXECUTED,
  WEFT_UICA_N_EVENTS
} WeftUicaEvent;

typedef struct
{
  WeftUicaId id;
  gint64 cycles[WEFT_UICA_N_EVENTS]; /* NONE: it did not happen (yet) */
  const char *port;                  /* NULL: none is known; not owned */
  GArray *producers;                 /* (nullable) WeftUicaId */
  GString *detail;                   /* what else its events say, a line each */
  gint64 line;                       /* of the file, of the first event; 0: not known yet */
} WeftUicaPart;

typedef struct _WeftUicaUops WeftUicaUops;

WeftUicaUops *weft_uica_uops_new (void);
void weft_uica_uops_free (WeftUicaUops *self);

/* The part with that id, which is new where it was not told of yet. */
WeftUicaPart *weft_uica_uops_get (WeftUicaUops *self, const WeftUicaId *id);

/* Takes the oldest round, where nothing more is to come of it: all that it has in the reorder buffer
 * retired, and a later round is in there, or `at_end`. (transfer full), an array of WeftUicaPart * in
 * order of their ids, each before the parts that it has; NULL: there is no such round. */
GPtrArray *weft_uica_uops_take_round (WeftUicaUops *self, gboolean at_end);

/* Whether `part` lies within `whole`, or is it. */
gboolean weft_uica_id_is_within (const WeftUicaId *part, const WeftUicaId *whole);

guint weft_uica_id_hash (gconstpointer id);
gboolean weft_uica_id_equal (gconstpointer a, gconstpointer b);

G_END_DECLS
