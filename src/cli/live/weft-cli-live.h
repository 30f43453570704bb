/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* Live sessions: recordings, and sockets of a daemon that is running. */

/* The options that tell for how long: shared by all commands that take a socket. */
extern const GOptionEntry weft_cli_live_options[];

extern const char *const weft_cli_live_views[];

extern const WeftCliFamily weft_cli_live;

G_END_DECLS
