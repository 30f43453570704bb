#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-service.sh FOLDER DAEMON : systemd reads the daemon's units of the FOLDER without a complaint, and
# judges what the daemon could do to the machine, were it broken into.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need systemd-analyze
folder=$1
daemon=$2
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT

# What is installed later stands where it was built.
cp "$folder/weft-profilerd.socket" "$copy"
sed "s|^ExecStart=.*|ExecStart=$daemon|" "$folder/weft-profilerd.service" >"$copy/weft-profilerd.service"

verify ()
{
  local said

  said=$(XDG_RUNTIME_DIR=$copy systemd-analyze verify --user --man=no "$copy/weft-profilerd.$1" 2>&1 \
           | grep weft)
  printf '%s\n' "$said"
  [[ -z $said ]]
}

# Of 10.0, which is everything; the threshold is in tenths.
is_confined ()
{
  systemd-analyze security --offline=true --threshold=20 "$copy/weft-profilerd.service"
}

# The judge judges: without its sandbox the same service is refused.
is_noticed ()
{
  sed -i '/^\(Private\|Protect\|Restrict\|SystemCall\|Capability\)/d' "$copy/weft-profilerd.service"
  ! is_confined
}

check 'the socket is understood' verify socket
check 'the service is understood' verify service
check 'the service can do next to nothing but serve' is_confined
check 'a service without a sandbox is noticed' is_noticed
finish
