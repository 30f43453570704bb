/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-printable.h"
#include "weft-workspace-lane.h"

G_BEGIN_DECLS

/* The picture of a workspace for files: its lanes below one another, each with its name, as high beside one another
 * as they are in the window, under one ruler. A WeftPrintable. Main thread only. */

#define WEFT_TYPE_WORKSPACE_PICTURE (weft_workspace_picture_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspacePicture, weft_workspace_picture, WEFT, WORKSPACE_PICTURE,
                      GObject)

/* Of the lanes (WeftWorkspaceLane) that are the children of `lanes`, on the shared time `axis`; `title` is the
 * workspace's name. */
WeftWorkspacePicture *weft_workspace_picture_new (const char *title, WeftTimeAxis *axis,
                                                  WeftStyle *style, GtkWidget *lanes);

/* Asks how it is to be exported, over the window of `widget`, which is as large as the picture in it. */
void weft_workspace_picture_export (WeftWorkspacePicture *self, GtkWidget *widget);

G_END_DECLS
