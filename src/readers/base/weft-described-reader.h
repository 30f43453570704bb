/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* Reads what a description describes. Lines and tables are fed whole lines, a database bytes. */
WeftReader *weft_described_reader_new (const WeftReaderSetup *setup, WeftDescription *description);

G_END_DECLS
