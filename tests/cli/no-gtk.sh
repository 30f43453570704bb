#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line has to run on servers, where nobody installs GTK, and what does not draw loads nothing that draws:
# no-gtk.sh PROGRAM DRAWING-PROGRAM LIBEXECDIR-FROM-BINDIR SAMPLE
set -eu
program=$1 drawing=$2 libexec=$3 sample=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
number=0

# report STATUS TEXT
report ()
{
  number=$((number + 1))
  if [ "$1" = 0 ]; then
    echo "ok $number $2"
  else
    echo "not ok $number $2"
  fi
}

# lacks PROGRAM PATTERN
lacks ()
{
  libraries=$(ldd "$1")
  ! echo "$libraries" | grep -E "$2"
}

echo 1..5
lacks "$program" 'lib(gtk|adwaita|pango|cairo|fontconfig|X11)' && status=0 || status=1
report $status "what does not draw loads nothing that draws"
lacks "$drawing" 'lib(gtk|adwaita)' && status=0 || status=1
report $status "what draws loads no GTK"

# As it is installed, wherever that is.
unset WEFT_LIBEXECDIR
mkdir -p "$folder/bin" "$folder/bin/$libexec"
cp "$program" "$folder/bin/weft-cli"
"$folder/bin/weft-cli" info "$sample" > "$folder/info" && [ -s "$folder/info" ] && status=0 || status=1
report $status "what does not draw runs alone"
"$folder/bin/weft-cli" render "$sample" -o "$folder/picture.svg" 2> "$folder/complaint" && status=0 || status=$?
[ $status = 2 ] && grep -q weft-cli-draw "$folder/complaint" && status=0 || status=1
report $status "it is said what is missing where something is to be drawn"
cp "$drawing" "$folder/bin/$libexec/weft-cli-draw"
"$folder/bin/weft-cli" render "$sample" -o "$folder/picture.svg" && [ -s "$folder/picture.svg" ] && status=0 || status=1
report $status "another program is found, which draws"
