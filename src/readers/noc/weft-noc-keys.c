/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-keys.h"

static const WeftJsonKey fabric_keys[] = {
  { "eth_chan", KEY_FABRIC_CHANNEL, NULL },
  { "hops", KEY_FABRIC_HOPS, NULL },
  { "start_distance", KEY_FABRIC_START, NULL },
  { "range", KEY_FABRIC_RANGE, NULL },
  { "ns_hops", KEY_FABRIC_NS, NULL },
  { "e_hops", KEY_FABRIC_EAST, NULL },
  { "w_hops", KEY_FABRIC_WEST, NULL },
  { "is_mcast", KEY_FABRIC_MULTICAST, NULL },
  { "path", KEY_FABRIC_PATH, NULL },
  { NULL, 0, NULL },
};

static const WeftJsonKey mux_keys[] = {
  { "x", KEY_MUX_X, NULL },
  { "y", KEY_MUX_Y, NULL },
  { "noc", KEY_MUX_NOC, NULL },
  { NULL, 0, NULL },
};

const WeftJsonKey weft_noc_record_keys[] = {
  { "proc", KEY_PROC, NULL },
  { "noc", KEY_NOC, NULL },
  { "vc", KEY_VC, NULL },
  { "sx", KEY_SX, NULL },
  { "sy", KEY_SY, NULL },
  { "dx", KEY_DX, NULL },
  { "dy", KEY_DY, NULL },
  { "mcast_start_x", KEY_START_X, NULL },
  { "mcast_start_y", KEY_START_Y, NULL },
  { "mcast_end_x", KEY_END_X, NULL },
  { "mcast_end_y", KEY_END_Y, NULL },
  { "num_bytes", KEY_BYTES, NULL },
  { "type", KEY_TYPE, NULL },
  { "timestamp", KEY_TIMESTAMP, NULL },
  { "zone", KEY_ZONE, NULL },
  { "zone_phase", KEY_PHASE, NULL },
  { "src_device_id", KEY_DEVICE, NULL },
  { "run_host_id", KEY_RUN, NULL },
  { "op_name", KEY_OP, NULL },
  { "dst_addr", KEY_DST_ADDR, NULL },
  { "src_addr", KEY_SRC_ADDR, NULL },
  { "noc_status_counter", KEY_COUNTER, NULL },
  { "posted", KEY_POSTED, NULL },
  { "dst_device_id", KEY_DST_DEVICE, NULL },
  { "dst", KEY_DST, NULL },
  { "fabric_send", KEY_FABRIC, fabric_keys },
  { "fabric_mux", KEY_MUX, mux_keys },
  { NULL, 0, NULL },
};

const WeftJsonKey weft_noc_piece_keys[] = {
  { "dx", PIECE_DX, NULL },
  { "dy", PIECE_DY, NULL },
  { "noc", PIECE_NOC, NULL },
  { "num_bytes", PIECE_BYTES, NULL },
  { "device", PIECE_DEVICE, NULL },
  { "segment_start_x", PIECE_START_X, NULL },
  { "segment_start_y", PIECE_START_Y, NULL },
  { "segment_end_x", PIECE_END_X, NULL },
  { "segment_end_y", PIECE_END_Y, NULL },
  { NULL, 0, NULL },
};
