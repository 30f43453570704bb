/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names that a Perfetto trace writes once and then has numbers for (InternedData). */

typedef enum
{
  WEFT_PERFETTO_CATEGORIES = 1, /* the fields of InternedData */
  WEFT_PERFETTO_EVENTS = 2,
  WEFT_PERFETTO_ANNOTATIONS = 3,
  WEFT_PERFETTO_N_NAMES,
} WeftPerfettoName;

typedef struct _WeftPerfettoNames WeftPerfettoNames;

WeftPerfettoNames *weft_perfetto_names_new (void);
void weft_perfetto_names_free (WeftPerfettoNames *self);

/* The number of a name, which is above 0. A new one is appended to `interned`, the InternedData of the packet that is to
 * have it. 0 where there are so many already that it is to be written in full. */
guint64 weft_perfetto_names_find (WeftPerfettoNames *self, WeftPerfettoName which, const char *name,
                                  GString *interned);

G_END_DECLS
