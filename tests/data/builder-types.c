/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loaded into gtk4-builder-tool, which knows GTK's types alone: templates of windows that derive from
 * libadwaita's, and what is ours within templates, are found by their names through this. */

#include <adwaita.h>

__attribute__ ((constructor)) static void
ensure_types (void)
{
  g_type_ensure (ADW_TYPE_APPLICATION_WINDOW);
  g_type_ensure (ADW_TYPE_PREFERENCES_WINDOW);
  g_type_ensure (ADW_TYPE_WINDOW);
}
