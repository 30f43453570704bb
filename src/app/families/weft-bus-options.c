/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-options.h"

#include "weft-bus-state.h"

G_DEFINE_ENUM_TYPE (WeftBusHeat, weft_bus_heat, G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_COUNT, "count"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_WAIT, "wait"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_RETRIES, "retries"))

struct _WeftBusOptions
{
  WeftViewOptions parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftBusOptions, weft_bus_options, WEFT_TYPE_VIEW_OPTIONS)

static void
apply (WeftViewOptions *options, WeftViewState *view_state)
{
  WeftBusState *state = WEFT_BUS_STATE (view_state);
  WeftBusHeat heat = (WeftBusHeat) weft_view_options_get (options, "heat");
  guint region = (guint) weft_view_options_get (options, "pages");

  if (weft_bus_state_get_heat (state) != heat)
    weft_bus_state_set_heat (state, heat);
  if (weft_bus_state_get_region (state) != region)
    weft_bus_state_set_region (state, region);
}

static void
take (WeftViewOptions *options, WeftViewState *view_state)
{
  WeftBusState *state = WEFT_BUS_STATE (view_state);

  weft_view_options_set (options, "heat", (int) weft_bus_state_get_heat (state));
  weft_view_options_set (options, "pages", (int) weft_bus_state_get_region (state));
}

static void
weft_bus_options_class_init (WeftBusOptionsClass *klass)
{
  WeftViewOptionsClass *options_class = WEFT_VIEW_OPTIONS_CLASS (klass);

  options_class->prefix = "bus-";
  options_class->apply = apply;
  options_class->take = take;
  weft_view_options_class_add (options_class,
                               g_param_spec_enum ("heat", NULL, NULL, WEFT_TYPE_BUS_HEAT,
                                                  WEFT_BUS_HEAT_COUNT, WEFT_VIEW_OPTION_FLAGS));
  /* −1 is WEFT_BUS_NO_REGION as an int. */
  weft_view_options_class_add (
    options_class,
    g_param_spec_int ("pages", NULL, NULL, -1, WEFT_BUS_N_REGIONS - 1, -1, WEFT_VIEW_OPTION_FLAGS));
}

static void
weft_bus_options_init (WeftBusOptions *self G_GNUC_UNUSED)
{
}

WeftViewOptions *
weft_bus_options_new (void)
{
  return g_object_new (WEFT_TYPE_BUS_OPTIONS, NULL);
}
