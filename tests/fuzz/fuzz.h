/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A fuzz target is one function that takes any bytes and fails (aborts) where what must hold does
 * not. fuzz-driver.c runs it on its seeds and on mutations of them, as part of the tests; libFuzzer
 * runs it for as long as one likes:
 *
 *     tests/fuzz/run-all MINUTES [kanata]
 */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* (weak) Changes an input in place, knowing what it is made of, and returns its size then: beside the mutations that
 * know nothing of it. */
gsize LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed);

/* Those mutations of whoever runs the target; returns the size then. */
gsize LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size);
