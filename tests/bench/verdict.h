/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdlib.h>

/* What a bench says of its figures by their limits. */

static gboolean verdict_failed;

/* What to print; one that is bad is the bench's. */
static inline const char *
verdict (gboolean good)
{
  verdict_failed |= !good;
  return good ? "PASS" : "FAIL";
}

/* What the program ends with. */
static inline int
verdict_status (void)
{
  return verdict_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
