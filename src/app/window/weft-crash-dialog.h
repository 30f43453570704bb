/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows what the last run left when it crashed (weft-crash-report.h). */

#define WEFT_TYPE_CRASH_DIALOG (weft_crash_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftCrashDialog, weft_crash_dialog, WEFT, CRASH_DIALOG, AdwWindow)

/* Over `parent`, a window of the application; its action "restore-session" is `offered` where what was open then is not
 * open again. */
void weft_crash_dialog_show (GtkWindow *parent, const char *report, gboolean offered);

G_END_DECLS
