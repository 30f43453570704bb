/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-description.h"

G_BEGIN_DECLS

/* For the parser: one that is empty, and reads lines into nothing. */
WeftDescription *weft_description_new (const char *path);

G_END_DECLS
