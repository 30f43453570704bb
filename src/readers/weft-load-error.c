/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-error.h"

G_DEFINE_QUARK (weft-load-error-quark, weft_load_error)
