/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"

/* The members of a NoC trace's records that are read. */

#define NOC_RECORD_KEYS(M) \
  M (KEY_PROC, "proc") \
  M (KEY_NOC, "noc") \
  M (KEY_VC, "vc") \
  M (KEY_SX, "sx") \
  M (KEY_SY, "sy") \
  M (KEY_DX, "dx") \
  M (KEY_DY, "dy") \
  M (KEY_START_X, "mcast_start_x") \
  M (KEY_START_Y, "mcast_start_y") \
  M (KEY_END_X, "mcast_end_x") \
  M (KEY_END_Y, "mcast_end_y") \
  M (KEY_BYTES, "num_bytes") \
  M (KEY_TYPE, "type") \
  M (KEY_TIMESTAMP, "timestamp") \
  M (KEY_ZONE, "zone") \
  M (KEY_PHASE, "zone_phase") \
  M (KEY_DEVICE, "src_device_id") \
  M (KEY_RUN, "run_host_id") \
  M (KEY_OP, "op_name") \
  M (KEY_DST_ADDR, "dst_addr") \
  M (KEY_SRC_ADDR, "src_addr") \
  M (KEY_COUNTER, "noc_status_counter") \
  M (KEY_POSTED, "posted") \
  M (KEY_DST_DEVICE, "dst_device_id") \
  M (KEY_DST, "dst") \
  M (KEY_FABRIC, "fabric_send") \
  M (KEY_MUX, "fabric_mux") \
  M (KEY_FABRIC_CHANNEL, "fabric_send.eth_chan") \
  M (KEY_FABRIC_HOPS, "fabric_send.hops") \
  M (KEY_FABRIC_START, "fabric_send.start_distance") \
  M (KEY_FABRIC_RANGE, "fabric_send.range") \
  M (KEY_FABRIC_NS, "fabric_send.ns_hops") \
  M (KEY_FABRIC_EAST, "fabric_send.e_hops") \
  M (KEY_FABRIC_WEST, "fabric_send.w_hops") \
  M (KEY_FABRIC_MULTICAST, "fabric_send.is_mcast") \
  M (KEY_FABRIC_PATH, "fabric_send.path") \
  M (KEY_MUX_X, "fabric_mux.x") \
  M (KEY_MUX_Y, "fabric_mux.y") \
  M (KEY_MUX_NOC, "fabric_mux.noc")

enum
{
  NOC_RECORD_KEYS (WEFT_JSON_SLOT)
};

static const char *const noc_record_keys[] = { NOC_RECORD_KEYS (WEFT_JSON_PATH) NULL };

/* Elements of the arrays of a fabric event. */

#define NOC_PIECE_KEYS(M) \
  M (PIECE_DX, "dx") \
  M (PIECE_DY, "dy") \
  M (PIECE_NOC, "noc") \
  M (PIECE_BYTES, "num_bytes") \
  M (PIECE_DEVICE, "device") \
  M (PIECE_START_X, "segment_start_x") \
  M (PIECE_START_Y, "segment_start_y") \
  M (PIECE_END_X, "segment_end_x") \
  M (PIECE_END_Y, "segment_end_y")

enum
{
  NOC_PIECE_KEYS (WEFT_JSON_SLOT)
};

static const char *const noc_piece_keys[] = { NOC_PIECE_KEYS (WEFT_JSON_PATH) NULL };
