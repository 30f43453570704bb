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

# Each screenshot is a picture of ours at the tag of this version, as large as it says.
pictures_are_ours ()
{
  local line picture said true

  while read -r line; do
    picture=$WEFT_DATA/..${line##*/v"$WEFT_VERSION"}
    picture=${picture%%</image>*}
    [[ -f $picture ]] || { echo "no $picture"; return 1; }
    said=$(sed -E 's/.*width="([0-9]+)" height="([0-9]+)".*/\1 \2/' <<<"$line")
    # The sizes stand at the beginning of a PNG, in the order of the network.
    read -r true < <(od -An -t u4 --endian=big -j 16 -N 8 "$picture" | xargs)
    [[ $said == "$true" ]] || { echo "$picture is $true, not $said"; return 1; }
  done < <(grep '<image ' "$metainfo")
}

# What Flathub asks of a metainfo beyond its being valid.
fit_for_a_store ()
{
  local what

  for what in '<developer id="io.github.weft_viewer">' '<url type="vcs-browser">https://' \
    '<translation type="gettext">weft<' 'scheme_preference="light">#' 'scheme_preference="dark">#' \
    "<release .*version=\"$WEFT_VERSION\""; do
    grep -qE -- "$what" "$metainfo" || { echo "no $what"; return 1; }
  done
  ! grep -E 'type="development"|@[A-Z_]+@|/main/' "$metainfo"
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
check 'the screenshots are ours, at this version, as large as they say' pictures_are_ours
check 'a store finds what it asks for' fit_for_a_store
finish
