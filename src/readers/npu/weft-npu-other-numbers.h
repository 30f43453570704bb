/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-reading.h"

G_BEGIN_DECLS

/* Numbers that the format has no place for, as points of series at `time`: the members of an object that
 * are numbers, and those of the objects and lists in it. A series is called by the keys that lead to it,
 * "spm_bank_usage [3]" or "spm · used"; and `of` (nullable), what it is about, stands behind that. Of the
 * object's own members, those with the keys in `known` (NULL-terminated) are left out. */
void weft_npu_other_numbers_add (WeftNpuReading *reading, const WeftJsonValue *object,
                                 const char *of, const char *const *known, gint64 time);

G_END_DECLS
