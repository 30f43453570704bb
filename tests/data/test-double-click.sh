#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-double-click.sh BUILD_DIRECTORY : what is installed lets a desktop open a sample of each family
# by a double-click, without knowing of Weft but what stands in the installed files: the type of the
# file leads to the desktop entry, the entry to the D-Bus service, the service to the program.

set -u
. "$G_TEST_SRCDIR/tap.sh"

if [[ $1 != inside ]]; then
  need meson update-mime-database update-desktop-database gio xdotool xvfb-run dbus-run-session
  WEFT_SCRATCH=$(mktemp -d)
  trap 'rm -rf "$WEFT_SCRATCH"' EXIT
  if ! DESTDIR=$WEFT_SCRATCH/root meson install -C "$1" --no-rebuild --quiet >"$WEFT_SCRATCH/log" 2>&1
  then
    sed 's/^/# /' "$WEFT_SCRATCH/log"
    echo 'Bail out! it cannot be installed'
    exit 1
  fi
  share=$(dirname "$(find "$WEFT_SCRATCH/root" -path '*/share/applications')")
  # What an installation under its own prefix does by itself.
  sed -i "s|^Exec=|&$WEFT_SCRATCH/root|" "$share/dbus-1/services/"*.service
  update-mime-database "$share/mime" &>"$WEFT_SCRATCH/log"
  update-desktop-database "$share/applications"

  # A user who has never used anything.
  mkdir -p "$WEFT_SCRATCH/home" "$WEFT_SCRATCH/traces"
  mkdir -m 700 "$WEFT_SCRATCH/run"
  export WEFT_SCRATCH HOME=$WEFT_SCRATCH/home XDG_RUNTIME_DIR=$WEFT_SCRATCH/run
  export XDG_DATA_HOME=$HOME/data XDG_CONFIG_HOME=$HOME/config XDG_CACHE_HOME=$HOME/cache
  export XDG_DATA_DIRS=$share:/usr/local/share:/usr/share
  WEFT_DESKTOP_FILE=$share/applications/$WEFT_APPLICATION_ID.desktop
  export WEFT_DESKTOP_FILE PATH=${share%/share}/bin:$PATH
  xvfb-run -a -s '-screen 0 1280x800x24 -noreset' dbus-run-session -- "$0" inside 2>/dev/null
  exit
fi

# A file is among those that were used last when it has been read.
is_recent ()
{
  grep -qF "/$1\"" "$XDG_DATA_HOME/recently-used.xbel" 2>/dev/null
}

# opens NAME COMMAND... : the command, given the file of that name, leads to a window that shows it
opens ()
{
  local name=$1
  shift

  "$@" "$WEFT_SCRATCH/traces/$name" || return 1
  if ! timeout 40 xdotool search --sync --onlyvisible --name "$name" >/dev/null; then
    echo "no window shows $name"
    return 1
  fi
  wait_for is_recent "$name"
}

# double_click FILE : under its name and without one that tells anything
double_click ()
{
  local name=${1##*/} plain

  plain=trace-${name%%[-.]*}-${name##*.}
  cp "$1" "$WEFT_SCRATCH/traces/$name"
  cp "$1" "$WEFT_SCRATCH/traces/$plain"
  check "$name" opens "$name" gio open
  check "$name as $plain" opens "$plain" gio open
}

# Modelled devices, for a second.
record ()
{
  local daemon status=0

  weft-profilerd --model --socket-dir "$WEFT_SCRATCH/live" --exit-after 60 &
  daemon=$!
  wait_for test -S "$WEFT_SCRATCH/live/view.sock"
  weft-cli record --socket "$WEFT_SCRATCH/live/view.sock" --for 1 -o "$1" || status=$?
  kill "$daemon"
  wait "$daemon"
  return "$status"
}

# A desktop has a program for compressed files; we are chosen among all others.
open_with ()
{
  $1 <"$WEFT_SAMPLES/$2" >"$WEFT_SCRATCH/traces/$3"
  check "$2 through $1" opens "$3" gio launch "$WEFT_DESKTOP_FILE"
}

# What we write ourselves of a run, and a timeline of a transfer.
make_chrome ()
{
  weft-cli export "$WEFT_SAMPLES/npu-two-layers.json" --format chrome -o "$1"
}

make_timeline ()
{
  cat >"$1" <<'END'
{"common_info": {"arch": "wormhole_b0", "cycles_per_timestep": 256}, "noc_transfers": [
{"id": 0, "src": [0, 1, 1], "dst": [[0, 2, 1]], "total_bytes": 4096, "start_cycle": 0,
 "end_cycle": 512, "noc_type": "NOC_0", "noc_event_type": "WRITE_"}],
"timestep_data": []}
END
}

# A folder of NoC traces is one capture.
open_folder ()
{
  mkdir -p "$WEFT_SCRATCH/traces/capture"
  cp "$WEFT_SAMPLES/noc-eight-cores.json" "$WEFT_SCRATCH/traces/capture/noc_trace_dev0_ID0.json"
  check 'a folder' opens capture gio launch "$WEFT_DESKTOP_FILE"
}

# The traces of the workspace are beside it then.
for sample in kanata-core.log o3pipeview-core.out dot-product.mca.json dot-product.uica.json xiangshan-loop.db \
              noc-eight-cores.json npu-two-layers.json \
              saturnis-bus.jsonl saturnis-bus.btr1 live-two-chips.weftlive \
              core-and-bus.weftspace; do
  double_click "$WEFT_SAMPLES/$sample"
done
check 'a Chrome trace is written' make_chrome "$WEFT_SCRATCH/chrome.json"
double_click "$WEFT_SCRATCH/chrome.json"
check 'a timeline is written' make_timeline "$WEFT_SCRATCH/modelled.npeviz"
double_click "$WEFT_SCRATCH/modelled.npeviz"
open_folder
check 'a session is recorded' record "$WEFT_SCRATCH/session.weftlive"
double_click "$WEFT_SCRATCH/session.weftlive"
open_with gzip kanata-core.log kanata.log.gz
open_with gzip noc-eight-cores.json noc-compressed
open_with gzip o3pipeview-core.out core-compressed
open_with gzip saturnis-bus.jsonl bus-compressed
open_with zstd live-two-chips.weftlive session-compressed
open_with zstd npu-two-layers.json npu-compressed
open_with zstd saturnis-bus.btr1 bus.btr1.zst
finish
