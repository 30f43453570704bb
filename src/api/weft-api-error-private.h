/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-error.h"

G_BEGIN_DECLS

/* Hands on an error of the layers below, which it takes, as one of those that the interface promises. */
void weft_api_error_take (GError **error, GError *inner);

G_END_DECLS
