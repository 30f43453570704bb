# SPDX-License-Identifier: GPL-3.0-or-later
#
# shellcheck shell=bash
#
# Sourced by build-local, and by the test of what it says.

# picture_shows PICTURE : whether a window drew what it is for, and not a surface alone. Text that is
# drawn smoothly has more than a hundred colours; and where there is content, more than one pixel in a
# hundred is neither of the screen's colour nor of the window's, the two that are there most.
picture_shows ()
{
  local counts n_colours all most

  counts=$(convert "$1" -depth 8 -format %c histogram:info:- 2>/dev/null | sed -E 's/^ *([0-9]+):.*/\1/')
  [[ -n $counts ]] || { echo "no picture: $1"; return 1; }
  read -r n_colours all most < <(sort -rn <<<"$counts" \
    | awk '{ all += $1 } NR <= 2 { most += $1 } END { print NR, all, most }')
  if ((n_colours <= 100)); then
    echo "$1 is empty: it has $n_colours colours"
    return 1
  fi
  if (((all - most) * 100 < all)); then
    echo "$1 is empty: $((all - most)) of its $all pixels are something"
    return 1
  fi
}
