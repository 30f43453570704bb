/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* Reads tt-metal's profile_log_device.csv by itself into a NoC trace that has zones only. */

WeftReader *weft_noc_device_reader_new (const WeftReaderSetup *setup);

/* The log in a directory that has no NoC traces. */
char **weft_noc_device_reader_list_parts (const char *directory);

G_END_DECLS
