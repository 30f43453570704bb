/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* NPU events and numbers for people. All results are (transfer full) UTF-8. */

/* "154 085"; "—" for WEFT_NPU_NONE. */
char *weft_npu_format_number (gint64 number);

/* "1.5 MiB", "312 bytes"; "—" for WEFT_NPU_NONE. */
char *weft_npu_format_bytes (gint64 bytes);

/* "31.4 bytes per cycle", "1 byte per cycle". */
char *weft_npu_format_rate (double rate);

/* A name by its id; "—" where there is none. */
char *weft_npu_format_name (const WeftNpuSnapshot *snapshot, guint32 name);

/* A cell of a field, which is known, as its unit has it. */
char *weft_npu_format_cell (const WeftNpuSnapshot *snapshot, const WeftField *field,
                            const WeftCell *cell);

/* The reason why a picture has nothing to draw; NULL where there is something. */
char *weft_npu_describe_missing (const WeftNpuSnapshot *snapshot);

/* Describes an event, in a few lines. */
char *weft_npu_describe (const WeftNpuSnapshot *snapshot, guint32 row);

G_END_DECLS
