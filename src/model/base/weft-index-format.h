/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* How an index file is laid out: a head, blocks (columns and arrays), and the directory: all that is small, with the
 * place, size and checksum of each block where it is due. Columns that are looked at where they are mapped begin at
 * multiples of WEFT_INDEX_PAGE, as a table's chunks do, and all others at multiples of WEFT_INDEX_ALIGN. Numbers are
 * those of the machine, as it is a machine's own file; one of another machine is not read. */

#define WEFT_INDEX_MAGIC "weftidx"
#define WEFT_INDEX_PAGE ((uint64_t) 4096)
#define WEFT_INDEX_ALIGN ((uint64_t) 8)

/* Raised whenever what is kept, or how, changes. (Files that another version of Weft has written are not read
 * either, as readers may have changed.) */
#define WEFT_INDEX_VERSION 7u

/* A file that is being written is called so, with a point and six letters more. */
#define WEFT_INDEX_PASSING ".new"

/* Another machine has these bytes in another order. */
#define WEFT_INDEX_ORDER 0x01020304u

typedef struct
{
  char magic[8];
  uint32_t version;
  uint32_t order;
  uint64_t size;          /* of the file, which ends with the directory */
  uint64_t directory;     /* where that begins */
  uint32_t directory_sum; /* CRC-32C of it, */
  uint32_t head_sum;      /* and of what stands above */
} WeftIndexHead;
