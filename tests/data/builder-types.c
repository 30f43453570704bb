/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loaded into gtk4-builder-tool, which knows GTK's types alone: templates of windows that derive from
 * libadwaita's, and what is ours within templates, are found by their names through this. */

#include <adwaita.h>

#include "weft-chart-view.h"
#include "weft-entry-bar.h"
#include "weft-fact-section.h"
#include "weft-fact-table.h"
#include "weft-findings-view.h"
#include "weft-list-area.h"
#include "weft-noc-setup.h"
#include "weft-noc-side.h"
#include "weft-panel.h"
#include "weft-stats-view.h"
#include "weft-width-layout.h"
#include "weft-wrap-box.h"

/* Functions of closures are static as well where they are ours, and looked up by their names here. */
gboolean has_text (gpointer object, const char *text);

gboolean
has_text (gpointer object G_GNUC_UNUSED, const char *text)
{
  return text != NULL;
}

__attribute__ ((constructor)) static void
ensure_types (void)
{
  g_type_ensure (ADW_TYPE_APPLICATION_WINDOW);
  g_type_ensure (ADW_TYPE_BIN);
  g_type_ensure (ADW_TYPE_PREFERENCES_PAGE);
  g_type_ensure (ADW_TYPE_WINDOW);
  g_type_ensure (WEFT_TYPE_CHART_VIEW);
  g_type_ensure (WEFT_TYPE_ENTRY_BAR);
  g_type_ensure (WEFT_TYPE_FACT_SECTION);
  g_type_ensure (WEFT_TYPE_FACT_TABLE);
  g_type_ensure (WEFT_TYPE_FINDINGS_VIEW);
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  g_type_ensure (WEFT_TYPE_NOC_SETUP);
  g_type_ensure (WEFT_TYPE_NOC_SIDE);
  g_type_ensure (WEFT_TYPE_PANEL);
  g_type_ensure (WEFT_TYPE_STATS_VIEW);
  g_type_ensure (WEFT_TYPE_WIDTH_LAYOUT);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
}
