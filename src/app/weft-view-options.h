/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-state.h"

G_BEGIN_DECLS

GType weft_pipeline_layout_get_type (void);
GType weft_pipeline_lanes_get_type  (void);
GType weft_pipeline_scheme_get_type (void);
GType weft_pipeline_arrows_get_type (void);

#define WEFT_TYPE_PIPELINE_LAYOUT (weft_pipeline_layout_get_type ())
#define WEFT_TYPE_PIPELINE_LANES (weft_pipeline_lanes_get_type ())
#define WEFT_TYPE_PIPELINE_SCHEME (weft_pipeline_scheme_get_type ())
#define WEFT_TYPE_PIPELINE_ARROWS (weft_pipeline_arrows_get_type ())

/* The manner in which one document is shown, as properties: "layout", "lanes", "scheme", "arrows",
 * "hide-flushed", "follow", "fixed-op-height". Settings and key files use the same names, and the
 * nicks of the values. */

#define WEFT_TYPE_VIEW_OPTIONS (weft_view_options_get_type ())
G_DECLARE_FINAL_TYPE (WeftViewOptions, weft_view_options, WEFT, VIEW_OPTIONS, GObject)

WeftViewOptions *weft_view_options_new              (void);

/* What new documents begin with. */
void             weft_view_options_read_settings    (WeftViewOptions *self, GSettings *settings);
void             weft_view_options_write_settings   (WeftViewOptions *self, GSettings *settings);

/* Reads the keys that `group` has and that can be used; writes them all. */
void             weft_view_options_read_key_file    (WeftViewOptions *self, GKeyFile *file,
                                                     const char *group);
void             weft_view_options_write_key_file   (WeftViewOptions *self, GKeyFile *file,
                                                     const char *group);

/* Shows `state` in this manner, touching only what differs; or takes over how it is shown. */
void             weft_view_options_apply            (WeftViewOptions *self,
                                                     WeftPipelineState *state);
void             weft_view_options_take             (WeftViewOptions *self,
                                                     WeftPipelineState *state);

/* One action for each property, of the same name: (transfer full). */
GActionGroup    *weft_view_options_create_actions   (WeftViewOptions *self);

G_END_DECLS
