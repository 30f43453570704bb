/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A fuzz target is one function that takes any bytes and fails (aborts) where what must hold does
 * not. fuzz-driver.c runs it on its seeds and on mutations of them, as part of the tests; libFuzzer
 * runs it for as long as one likes:
 *
 *     tests/fuzz/run-libfuzzer kanata [SECONDS]
 */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
