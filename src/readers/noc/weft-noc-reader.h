/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* Reads NoC event traces in all dialects, one file or a directory of them, and another tool's
 * .npeviz timelines (docs/formats/noc.md). */

/* Looks for topology.json and cluster_coordinates.json where setup->path lies. */
WeftReader *weft_noc_reader_new (const WeftReaderSetup *setup);

/* See WeftFormat. Where some files of a directory are named by their device, only those are
 * parts. */
WeftSniff weft_noc_reader_sniff (const char *head, gsize length);
char **weft_noc_reader_list_parts (const char *directory);

/* Those traces in it that are left out as they repeat others: (transfer full) (element-type utf8), full paths. */
GPtrArray *weft_noc_reader_list_left_out (const char *directory);

G_END_DECLS
