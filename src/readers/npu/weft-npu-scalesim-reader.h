/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-reader.h"

G_BEGIN_DECLS

/* Reads SCALE-Sim's traces of accesses to SRAM and DRAM, one of them or the folder of a run
 * (docs/formats/scale-sim.md). */

WeftReader *weft_npu_scalesim_reader_new (const WeftReaderSetup *setup);

/* Whether whole lines from the beginning of the input are such a table of numbers. */
gboolean weft_npu_scalesim_reader_sniff (const char *head, gsize length);

/* The files of a run's folder, or of one of its layers: (transfer full) (nullable). */
char **weft_npu_scalesim_reader_list_parts (const char *directory);

G_END_DECLS
