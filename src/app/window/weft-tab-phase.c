/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tab-phase.h"

#include "weft-recent.h"
#include "weft-standard-input.h"

static void
on_phase (AdwTabPage *tab, GParamSpec *pspec G_GNUC_UNUSED, WeftDocument *document)
{
  WeftDocumentPhase phase = weft_document_get_phase (document);
  gboolean bad = phase == WEFT_DOCUMENT_FAILED || phase == WEFT_DOCUMENT_PARTIAL;
  g_autoptr (GIcon) icon = bad ? g_themed_icon_new ("dialog-warning-symbolic") : NULL;

  adw_tab_page_set_loading (tab, weft_document_is_loading (document));
  adw_tab_page_set_icon (tab, icon);
  if ((phase == WEFT_DOCUMENT_COMPLETE || phase == WEFT_DOCUMENT_PARTIAL)
      && !weft_standard_input_is (weft_document_get_file (document))
      && weft_document_get_sockets (document) == NULL)
    weft_recent_add (weft_document_get_file (document), "text/plain");
}

void
weft_tab_phase_follow (AdwTabPage *tab, WeftDocument *document)
{
  g_signal_connect_object (document, "notify::phase", G_CALLBACK (on_phase), tab,
                           G_CONNECT_SWAPPED);
}
