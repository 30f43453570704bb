/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Stands before what libweft-1 exports; nothing else is seen from outside. */
#define WEFT_API_EXTERN __attribute__ ((visibility ("default"))) extern
