/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdlib.h>

/* A bench's verdict on its figures by their limits. */

static gboolean verdict_failed;

/* The word to print; one that is bad makes the bench fail. */
static inline const char *
verdict (gboolean good)
{
  verdict_failed |= !good;
  return good ? "PASS" : "FAIL";
}

/* The exit status of the bench. */
static inline int
verdict_status (void)
{
  return verdict_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
