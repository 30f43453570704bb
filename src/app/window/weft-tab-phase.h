/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* Has a tab show whether its document is read or could not be, as long as the tab is there; what was read is
 * remembered among recent files. */
void weft_tab_phase_follow (AdwTabPage *tab, WeftDocument *document);

G_END_DECLS
