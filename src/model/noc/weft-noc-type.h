/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The types of NoC events (docs/formats/noc.md, "Types"): what each means for a transfer, and the
 * calls of dataflow_api.h behind it. */

typedef enum
{
  WEFT_NOC_OTHER, /* a type that no document names: kept, counted, shown */
  WEFT_NOC_READ,
  WEFT_NOC_WRITE,
  WEFT_NOC_BARRIER,
  WEFT_NOC_FLUSH,
  WEFT_NOC_SEMAPHORE,
  WEFT_NOC_FABRIC, /* from chip to chip */
} WeftNocClass;

enum
{
  WEFT_NOC_SETS_STATE = 1 << 0,  /* names destination and size for those that come */
  WEFT_NOC_TAKES_STATE = 1 << 1, /* has them from the last one that set them */
  WEFT_NOC_BARRIER_START = 1 << 2,
  WEFT_NOC_BARRIER_END = 1 << 3,
  WEFT_NOC_WAITS = 1 << 4,     /* one record of a wait, whose end is not recorded */
  WEFT_NOC_OF_READS = 1 << 5,  /* a barrier for reads, */
  WEFT_NOC_OF_WRITES = 1 << 6, /* or for writes */
  WEFT_NOC_SETS_TRID = 1 << 7, /* names the transaction of those that come, and moves nothing */
};

typedef struct
{
  const char *name; /* as machine output has it */
  WeftNocClass klass;
  guint flags;
  const char *calls; /* of dataflow_api.h, separated by ", "; NULL: no document names one */
} WeftNocType;

/* The types that documents name, the first being the one that stands for all others. Ids are places
 * in this table, and below 64. */
#define WEFT_NOC_TYPE_OTHER 0u

guint weft_noc_count_types (void);
const WeftNocType *weft_noc_get_type (guint id);

/* The id of the type of that name; "WRITE_" is "WRITE". WEFT_NOC_TYPE_OTHER where none has it. */
guint weft_noc_find_type (const char *name, gsize length);

/* Events of the type carry payload of their own over one chip's network. */
static inline gboolean
weft_noc_type_transfers (const WeftNocType *type)
{
  return (type->klass == WEFT_NOC_READ || type->klass == WEFT_NOC_WRITE)
         && (type->flags & (WEFT_NOC_SETS_STATE | WEFT_NOC_SETS_TRID)) == 0;
}

/* "read", "write", "barrier" …: the word of machine output. */
const char *weft_noc_class_to_string (WeftNocClass klass);

G_END_DECLS
