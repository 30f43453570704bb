/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The tables that lie beside those of a run of SCALE-Sim in its folder, and are named where it is read: (transfer full)
 * (element-type utf8). None, where `path` is a file. */
GPtrArray *weft_npu_scalesim_beside_list (const char *path);

G_END_DECLS
