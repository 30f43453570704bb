/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-field.h"

G_BEGIN_DECLS

/* Diagnostics as rows. */
typedef struct
{
  const char *file; /* as it is to be called */
  const WeftDiagnostic *rows;
} WeftDiagnosticRows;

/* The fields of one: of rows of WeftDiagnosticRows. */
extern const WeftSchema weft_diagnostic_schema;

G_END_DECLS
