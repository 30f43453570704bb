/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The program: one for all its windows, also when it is started again. */

#define WEFT_TYPE_APPLICATION (weft_application_get_type ())
G_DECLARE_FINAL_TYPE (WeftApplication, weft_application, WEFT, APPLICATION, AdwApplication)

WeftApplication *weft_application_new (void);

G_END_DECLS
