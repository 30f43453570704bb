/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Threads that go through so many parts together: no more than there are parts, than `most`, and than the machine has
 * processors, which the system is asked for only where it matters. None where there is no part. */
guint weft_processors_for (guint n_parts, guint most);

G_END_DECLS
