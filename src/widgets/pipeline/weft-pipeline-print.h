/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-printable.h"

G_BEGIN_DECLS

/* Fills in how the picture of a pipeline's state is drawn for files. */
void weft_pipeline_print_init (WeftPrintableInterface *iface);

G_END_DECLS
