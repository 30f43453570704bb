#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The desktop file, the metainfo and the icons are what their specifications say, and name each other.

set -u
. "$G_TEST_SRCDIR/tap.sh"

desktop=$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.desktop
metainfo=$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.metainfo.xml
mime=$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.xml

own_types ()
{
  grep -oE 'application/vnd\.weft\.[a-z0-9+-]+' "$1" | sort -u
}

same_types ()
{
  diff <(own_types "$desktop") <(own_types "$mime") && diff <(own_types "$metainfo") <(own_types "$mime")
}

# The icon of application/vnd.weft.THING+json is that of THING.
icons_exist ()
{
  local type thing icons=$WEFT_DATA/icons/hicolor/scalable/mimetypes

  for type in $(own_types "$mime"); do
    thing=${type#application/vnd.weft.}
    thing=${thing%+json*}
    grep -q "<generic-icon name=\"$WEFT_APPLICATION_ID-$thing\"" "$mime" \
      && [[ -f $icons/io.github.weft_viewer.Weft-$thing.svg ]] || { echo "no $thing"; return 1; }
  done
}

pictures_exist ()
{
  local picture

  for picture in $(grep -oE 'docs/images/[a-z0-9-]+\.png' "$metainfo"); do
    [[ -f $WEFT_DATA/../$picture ]] || { echo "no $picture"; return 1; }
  done
}

well_formed ()
{
  find "$WEFT_DATA/icons" -name '*.svg' -exec xmllint --noout --nonet {} +
}

need desktop-file-validate appstreamcli xmllint
check 'the desktop file is valid' desktop-file-validate "$desktop"
check 'the metainfo is valid' appstreamcli validate --no-net "$metainfo"
check 'the icons are well-formed' well_formed
check 'all name the same types' same_types
check 'each type has its icon' icons_exist
check 'the screenshots are there' pictures_exist
finish
