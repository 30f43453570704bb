/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* As g_task_run_in_thread(), on a thread that stands back behind the window's and those that paint
 * its pictures (weft_thread_set_priority()). Where the system has no thread for it, it is
 * run at once on the calling one. */
void weft_task_run_in_thread (GTask *task, GTaskThreadFunc function);

/* Waits for all that runs so, of which whoever wants none of it has cancelled it before: the end of a program takes away
 * what they use, such as its resources. */
void weft_task_wait_all (void);

G_END_DECLS
