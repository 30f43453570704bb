/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"

/* The members of a NoC trace's records that are read. */

enum
{
  KEY_PROC,
  KEY_NOC,
  KEY_VC,
  KEY_SX,
  KEY_SY,
  KEY_DX,
  KEY_DY,
  KEY_START_X,
  KEY_START_Y,
  KEY_END_X,
  KEY_END_Y,
  KEY_BYTES,
  KEY_TYPE,
  KEY_TIMESTAMP,
  KEY_ZONE,
  KEY_PHASE,
  KEY_DEVICE,
  KEY_RUN,
  KEY_OP,
  KEY_DST_ADDR,
  KEY_SRC_ADDR,
  KEY_COUNTER,
  KEY_POSTED,
  KEY_DST_DEVICE,
  KEY_DST,
  KEY_FABRIC,
  KEY_MUX,
  KEY_FABRIC_CHANNEL,
  KEY_FABRIC_HOPS,
  KEY_FABRIC_START,
  KEY_FABRIC_RANGE,
  KEY_FABRIC_NS,
  KEY_FABRIC_EAST,
  KEY_FABRIC_WEST,
  KEY_FABRIC_MULTICAST,
  KEY_FABRIC_PATH,
  KEY_MUX_X,
  KEY_MUX_Y,
  KEY_MUX_NOC,
};

/* Elements of the arrays of a fabric event. */
enum
{
  PIECE_DX,
  PIECE_DY,
  PIECE_NOC,
  PIECE_BYTES,
  PIECE_DEVICE,
  PIECE_START_X,
  PIECE_START_Y,
  PIECE_END_X,
  PIECE_END_Y,
};

extern const WeftJsonKey weft_noc_record_keys[];
extern const WeftJsonKey weft_noc_piece_keys[];
