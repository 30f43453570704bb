#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line has to run on servers, where nobody installs GTK: no-gtk.sh PROGRAM
set -eu
echo 1..1
libraries=$(ldd "$1")
if echo "$libraries" | grep -E 'lib(gtk|adwaita)'; then
  echo "not ok 1 loads no GTK"
else
  echo "ok 1 loads no GTK"
fi
