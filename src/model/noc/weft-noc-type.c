/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-type.h"

#include <string.h>

static const WeftNocType types[] = {
  { "OTHER", WEFT_NOC_OTHER, 0, NULL },
  { "READ", WEFT_NOC_READ, 0, "noc_async_read, noc_async_read_page, noc_async_read_tile" },
  { "READ_SET_STATE", WEFT_NOC_READ, WEFT_NOC_SETS_STATE,
    "noc_async_read_one_packet_set_state, noc_async_read_set_state" },
  { "READ_SET_TRID", WEFT_NOC_READ, WEFT_NOC_SETS_TRID,
    "noc_async_read_tile_dram_sharded_set_trid" },
  { "READ_WITH_STATE", WEFT_NOC_READ, WEFT_NOC_TAKES_STATE,
    "noc_async_read_with_state, noc_async_read_one_packet_with_state" },
  { "READ_WITH_STATE_AND_TRID", WEFT_NOC_READ, WEFT_NOC_TAKES_STATE, NULL },
  { "READ_BARRIER_START", WEFT_NOC_BARRIER, WEFT_NOC_BARRIER_START | WEFT_NOC_OF_READS,
    "noc_async_read_barrier" },
  { "READ_BARRIER_END", WEFT_NOC_BARRIER, WEFT_NOC_BARRIER_END | WEFT_NOC_OF_READS,
    "noc_async_read_barrier" },
  { "READ_BARRIER_WITH_TRID", WEFT_NOC_BARRIER, WEFT_NOC_WAITS | WEFT_NOC_OF_READS,
    "noc_async_read_barrier_with_trid" },
  { "READ_DRAM_SHARDED_SET_STATE", WEFT_NOC_READ, WEFT_NOC_SETS_STATE,
    "noc_async_read_tile_dram_sharded_set_state" },
  { "READ_DRAM_SHARDED_WITH_STATE", WEFT_NOC_READ, WEFT_NOC_TAKES_STATE,
    "noc_async_read_tile_dram_sharded_with_state" },
  { "WRITE", WEFT_NOC_WRITE, 0,
    "noc_async_write, noc_async_write_one_packet, noc_async_write_tile" },
  { "WRITE_WITH_TRID", WEFT_NOC_WRITE, 0, "noc_async_write_one_packet_with_trid" },
  { "WRITE_INLINE", WEFT_NOC_WRITE, 0, NULL },
  { "WRITE_MULTICAST", WEFT_NOC_WRITE, 0,
    "noc_async_write_multicast_one_packet, noc_async_write_multicast" },
  { "WRITE_SET_STATE", WEFT_NOC_WRITE, WEFT_NOC_SETS_STATE,
    "noc_async_write_one_packet_set_state" },
  { "WRITE_WITH_STATE", WEFT_NOC_WRITE, WEFT_NOC_TAKES_STATE,
    "noc_async_write_one_packet_with_state" },
  { "WRITE_WITH_TRID_SET_STATE", WEFT_NOC_WRITE, WEFT_NOC_SETS_STATE,
    "noc_async_write_one_packet_with_trid_set_state" },
  { "WRITE_WITH_TRID_WITH_STATE", WEFT_NOC_WRITE, WEFT_NOC_TAKES_STATE,
    "noc_async_write_one_packet_with_trid_with_state" },
  { "WRITE_SET_TRID", WEFT_NOC_WRITE, WEFT_NOC_SETS_TRID, NULL },
  { "WRITE_BARRIER_START", WEFT_NOC_BARRIER, WEFT_NOC_BARRIER_START | WEFT_NOC_OF_WRITES,
    "noc_async_write_barrier" },
  { "WRITE_BARRIER_END", WEFT_NOC_BARRIER, WEFT_NOC_BARRIER_END | WEFT_NOC_OF_WRITES,
    "noc_async_write_barrier" },
  { "WRITE_BARRIER_WITH_TRID", WEFT_NOC_BARRIER, WEFT_NOC_WAITS | WEFT_NOC_OF_WRITES, NULL },
  { "WRITE_FLUSH", WEFT_NOC_FLUSH, 0, "noc_async_writes_flushed" },
  { "WRITE_FLUSH_WITH_TRID", WEFT_NOC_FLUSH, 0, NULL },
  { "FULL_BARRIER", WEFT_NOC_BARRIER, WEFT_NOC_WAITS | WEFT_NOC_OF_READS | WEFT_NOC_OF_WRITES,
    "noc_async_full_barrier" },
  { "ATOMIC_BARRIER", WEFT_NOC_BARRIER, WEFT_NOC_WAITS, "noc_async_atomic_barrier" },
  { "SEMAPHORE_INC", WEFT_NOC_SEMAPHORE, 0, "noc_semaphore_inc" },
  { "SEMAPHORE_WAIT", WEFT_NOC_SEMAPHORE, WEFT_NOC_WAITS,
    "noc_semaphore_wait, noc_semaphore_wait_min" },
  { "SEMAPHORE_SET", WEFT_NOC_SEMAPHORE, 0, "noc_semaphore_set" },
  { "SEMAPHORE_SET_REMOTE", WEFT_NOC_SEMAPHORE, 0, NULL },
  { "SEMAPHORE_SET_MULTICAST", WEFT_NOC_SEMAPHORE, 0, NULL },
  { "SEMAPHORE_INC_MULTICAST", WEFT_NOC_SEMAPHORE, 0, NULL },
  { "FABRIC_UNICAST_WRITE", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_UNICAST_INLINE_WRITE", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_UNICAST_ATOMIC_INC", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_FUSED_UNICAST_ATOMIC_INC", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_MULTICAST_WRITE", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_MULTICAST_ATOMIC_INC", WEFT_NOC_FABRIC, 0, NULL },
  { "FABRIC_UNICAST_SCATTER_WRITE", WEFT_NOC_FABRIC, 0, NULL },
};

guint
weft_noc_count_types (void)
{
  return G_N_ELEMENTS (types);
}

const WeftNocType *
weft_noc_get_type (guint id)
{
  return &types[id];
}

guint
weft_noc_find_type (const char *name, gsize length)
{
  /* Real files spell this one so, as its plain name is a macro where they are written. */
  if (length == 6 && memcmp (name, "WRITE_", 6) == 0)
    length = 5;
  for (guint id = 1; id < G_N_ELEMENTS (types); id++)
    if (strlen (types[id].name) == length && memcmp (types[id].name, name, length) == 0)
      return id;
  return WEFT_NOC_TYPE_OTHER;
}

const char *
weft_noc_class_to_string (WeftNocClass klass)
{
  static const char *const words[] = { "other", "read",      "write", "barrier",
                                       "flush", "semaphore", "fabric" };

  return words[klass];
}
