/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-noc-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* Settings that the user knows of a NoC trace better than its file: which chip it is of, and, of
 * several devices, how their clocks stand to each other. Sits in a popover. */

#define WEFT_TYPE_NOC_SETUP (weft_noc_setup_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocSetup, weft_noc_setup, WEFT, NOC_SETUP, WeftPanel)

G_END_DECLS
