/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-json-record.h"

/* A verdict on the version that an NPU trace says it has. */
typedef struct
{
  const char *message; /* NULL: nothing to say */
  WeftSeverity severity;
  gint64 line;
  gint64 column;
} WeftNpuVersion;

/* Sets message and severity; the version is "MAJOR.MINOR". `text` is the value as it stands there. */
void weft_npu_version_check (WeftNpuVersion *self, const char *text, const WeftJsonValue *value);
