/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* The fields of waits at barriers and semaphores: of WeftNocWait, whose data is the capture. */
extern const WeftSchema weft_noc_wait_schema;

G_END_DECLS
