/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"

#include <glib/gi18n-lib.h>

static int
run_render (char **arguments G_GNUC_UNUSED)
{
  return WEFT_CLI_USAGE;
}

const WeftCliCommand weft_cli_render = {
  "render", N_("Draw a view of a trace into a PNG, SVG or PDF file"), run_render
};
