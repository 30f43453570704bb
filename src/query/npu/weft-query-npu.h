/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-family.h"

G_BEGIN_DECLS

extern const WeftQueryFamily weft_query_npu;

G_END_DECLS
