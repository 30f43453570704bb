/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-options.h"

#include "weft-bus-state.h"

struct _WeftBusOptions
{
  WeftViewOptions parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftBusOptions, weft_bus_options, WEFT_TYPE_VIEW_OPTIONS)

static void
weft_bus_options_class_init (WeftBusOptionsClass *klass)
{
  WeftViewOptionsClass *options_class = WEFT_VIEW_OPTIONS_CLASS (klass);

  options_class->prefix = "bus-";
  weft_view_options_class_add_enum (options_class, "heat", WEFT_TYPE_BUS_HEAT, WEFT_BUS_HEAT_COUNT);
  /* −1 is WEFT_BUS_NO_REGION as an int. */
  weft_view_options_class_add (
    options_class,
    g_param_spec_int ("pages", NULL, NULL, -1, WEFT_BUS_N_REGIONS - 1, -1, WEFT_VIEW_OPTION_FLAGS));
}

static void
weft_bus_options_init (WeftBusOptions *self G_GNUC_UNUSED)
{
}
