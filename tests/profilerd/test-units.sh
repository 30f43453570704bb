#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# systemd takes the units of the daemon as they are built. Arguments: their folder, the daemon.

set -u
. "$G_TEST_SRCDIR/../data/tap.sh"
need systemd-analyze

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for unit in weft-profilerd.socket weft-profilerd.service; do
  # the daemon is not where it will be installed
  sed "s,^ExecStart=.*/weft-profilerd,ExecStart=$2," "$1/$unit" > "$folder/$unit"
done

is_valid ()
{
  local said

  said=$(XDG_RUNTIME_DIR=$folder systemd-analyze --user verify "$folder/$1" 2>&1) && [[ -z $said ]]
  local status=$?
  printf '%s\n' "$said"
  return "$status"
}

check 'the socket unit is valid' is_valid weft-profilerd.socket
check 'the service unit is valid' is_valid weft-profilerd.service
finish
