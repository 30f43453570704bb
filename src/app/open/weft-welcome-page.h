/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The page of a window that has no trace yet: what can be done, what was open lately, and samples.
 * It looks for both when it is shown. */

#define WEFT_TYPE_WELCOME_PAGE (weft_welcome_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftWelcomePage, weft_welcome_page, WEFT, WELCOME_PAGE, AdwBin)

G_END_DECLS
