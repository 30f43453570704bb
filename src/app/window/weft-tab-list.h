/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A button that lists all tabs, for where there are more than their bar shows: typing narrows the list,
 * pressing a row turns to its tab. */

#define WEFT_TYPE_TAB_LIST (weft_tab_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftTabList, weft_tab_list, WEFT, TAB_LIST, AdwBin)

/* Puts the button at the end of the window's tab bar. Where libadwaita has an overview of tabs, the button
 * opens that. */
void weft_tab_list_add (AdwApplicationWindow *window, AdwTabView *view, AdwTabBar *bar);

G_END_DECLS
