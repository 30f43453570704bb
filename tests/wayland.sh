#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a TAP test on a Wayland compositor without a screen, and on a session bus of its own; says that it is skipped
# where these can't be had.

for command in weston dbus-run-session; do
  if ! command -v "$command" >/dev/null; then
    echo "1..0 # SKIP $command is not installed"
    exit 0
  fi
done

if [ -z "$WEFT_WAYLAND_FOLDER" ]; then
  WEFT_WAYLAND_FOLDER=$(mktemp -d)
  export WEFT_WAYLAND_FOLDER
  dbus-run-session --dbus-daemon="$(dirname "$0")/bus-daemon.sh" -- "$0" "$@"
  status=$?
  rm -rf "$WEFT_WAYLAND_FOLDER"
  exit $status
fi

XDG_RUNTIME_DIR=$WEFT_WAYLAND_FOLDER
WAYLAND_DISPLAY=weft
export XDG_RUNTIME_DIR WAYLAND_DISPLAY
weston --no-config --backend=headless-backend.so --use-pixman --width=1280 --height=800 --idle-time=0 \
  --socket="$WAYLAND_DISPLAY" >&2 &
compositor=$!
while [ ! -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] && kill -0 $compositor 2>/dev/null; do
  sleep 0.1
done
"$@"
status=$?
kill $compositor
wait $compositor
exit $status
