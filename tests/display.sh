#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a TAP test on a display and a session bus of its own; says that it is skipped where these
# can't be had.

for command in xvfb-run dbus-run-session; do
  if ! command -v "$command" >/dev/null; then
    echo "1..0 # SKIP $command is not installed"
    exit 0
  fi
done
exec xvfb-run -a -s '-screen 0 1280x800x24 -noreset' \
  dbus-run-session --dbus-daemon="$(dirname "$0")/bus-daemon.sh" -- "$@"
