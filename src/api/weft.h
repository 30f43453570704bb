/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All of libweft-1. */
#include "weft-api-error.h"
#include "weft-api-query.h"
#include "weft-api-report.h"
#include "weft-api-trace.h"
