/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-clock.h"
#include "weft-reader.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* The manner in which one document is shown. A family derives its options from this class and adds a
 * property for each. The values are kept here; settings and key files use the names of the
 * properties, and the nicks of enumerated values.
 *
 * Of all families:
 *   "fold-empty" (boolean) long stretches in which nothing happens are drawn short
 *
 * Of all families that count cycles:
 *   "clock"      (double) MHz that turn cycles into time; 0: what the trace says, if it does
 *   "show-time"  (boolean) where the clock is known, times are written first and rulers show them */

#define WEFT_TYPE_VIEW_OPTIONS (weft_view_options_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftViewOptions, weft_view_options, WEFT, VIEW_OPTIONS, GObject)

struct _WeftViewOptionsClass
{
  GObjectClass parent_class;

  /* The beginning of its settings' names: "noc-" for "noc-layer". Default: "". Those of all
   * families have no prefix. */
  const char *prefix;

  /* See the functions of the same names. Default: nothing. */
  void (*apply) (WeftViewOptions *self, WeftViewState *state);
  void (*take) (WeftViewOptions *self, WeftViewState *state);

  /* Likewise. Default: plainly. */
  WeftReadFlags (*get_read_flags) (WeftViewOptions *self);
};

/* Of "clock", MHz. */
#define WEFT_VIEW_MAX_CLOCK ((double) WEFT_CLOCK_MAX / 1e6)

#define WEFT_VIEW_OPTION_FLAGS \
  (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

/* Adds an option, in class_init: an enumeration, boolean, int, double or string. Takes the pspec. */
void weft_view_options_class_add (WeftViewOptionsClass *klass, GParamSpec *pspec);
void weft_view_options_class_add_enum (WeftViewOptionsClass *klass, const char *name, GType type,
                                       int value);
void weft_view_options_class_add_boolean (WeftViewOptionsClass *klass, const char *name,
                                          gboolean value);

/* The value of an option that is an enumeration, a boolean or an int. */
int weft_view_options_get (WeftViewOptions *self, const char *name);

/* Takes the settings, with which new documents begin. Options that the settings do not have are left alone. */
void weft_view_options_read_settings (WeftViewOptions *self, GSettings *settings);
void weft_view_options_write_settings (WeftViewOptions *self, GSettings *settings);

/* Reads the keys that `group` has and that can be used; writes them all. */
void weft_view_options_read_key_file (WeftViewOptions *self, GKeyFile *file, const char *group);
void weft_view_options_write_key_file (WeftViewOptions *self, GKeyFile *file, const char *group);

/* Sets how the times of `state` are written, before there is a picture too. */
void weft_view_options_apply_clock (WeftViewOptions *self, WeftViewState *state);

/* Shows `state` in this manner, touching only what differs; or takes over how it is shown. Options that
 * are properties of the state too are bound to these, for good. */
void weft_view_options_apply (WeftViewOptions *self, WeftViewState *state);
void weft_view_options_take (WeftViewOptions *self, WeftViewState *state);

/* How the document is to be read, which is read again where that changes. */
WeftReadFlags weft_view_options_get_read_flags (WeftViewOptions *self);

/* One action for each property, of the same name: (transfer full). */
GActionGroup *weft_view_options_create_actions (WeftViewOptions *self);

G_END_DECLS
