#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# build-local can tell a picture of a window from one of nothing.

set -u
. "$G_TEST_SRCDIR/tap.sh"
. "$WEFT_DATA/../flatpak/picture.sh"
need convert

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

is_empty ()
{
  ! picture_shows "$1"
}

convert -size 640x400 xc:black "$folder/screen.png"
convert -size 640x400 xc:black -fill '#fafafa' -draw 'rectangle 50,50 500,350' "$folder/surface.png"
# Smooth corners of a window have many colours, and it is empty for all that.
convert -size 640x400 xc:black \( -size 16x150 gradient:red-blue \) -geometry +100+100 -composite \
  "$folder/corner.png"
convert -size 160x100 plasma:fractal "$folder/full.png"

check 'a screen is empty' is_empty "$folder/screen.png"
check 'a surface is empty' is_empty "$folder/surface.png"
check 'a corner is not much' is_empty "$folder/corner.png"
check 'no picture is empty' is_empty "$folder/none.png"
check 'a picture is not' picture_shows "$folder/full.png"
for name in light noc live; do
  check "the window with a trace is not ($name)" picture_shows "$WEFT_DATA/../docs/images/window-$name.png"
done
finish
