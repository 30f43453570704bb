# SPDX-License-Identifier: GPL-3.0-or-later
#
# shellcheck shell=bash disable=SC2034
#
# Sourced by tests/run and samples/demo, which must work on a Debian 12 that has git and nothing
# more: need_packages GROUP... installs what is missing of those groups, and when nothing is, it
# touches nothing.

packages_build='
  gcc libc6-dev meson ninja-build pkgconf gettext
  libglib2.0-dev libjson-glib-dev libcairo2-dev libpango1.0-dev zlib1g-dev libzstd-dev libdw-dev
  libsqlite3-dev libpcre2-dev
  fonts-dejavu-core'

packages_desktop='
  libgtk-4-dev libadwaita-1-dev libgtksourceview-5-dev libcmark-dev librsvg2-common desktop-file-utils appstream'

# libweft-1 is described to other languages, and Python uses it.
packages_python='
  libgirepository1.0-dev gobject-introspection gi-docgen python3-gi python3-numpy python3-pandas'

# clang is the second compiler, with its sanitizers, which name functions by llvm's symbolizer; weston is a display, and
# Mesa's driver a renderer beside the ones that most tests have; the commands write compressed input for the readers'
# tests; protoc reads what is written for Perfetto, and Chromium the reports.
packages_test='
  g++ clang libclang-rt-dev llvm clang-format gzip zstd xvfb xauth xdotool dbus-daemon at-spi2-core libxml2-utils
  groff-base shared-mime-info libglib2.0-bin libgtk-4-bin systemd zsh fish protobuf-compiler chromium weston
  libgl1-mesa-dri'

# What flatpak/build-local builds and uses a bundle with.
packages_flatpak='
  flatpak flatpak-builder debootstrap xdg-desktop-portal xvfb xauth xdotool dbus-daemon imagemagick
  elfutils libglib2.0-bin shared-mime-info desktop-file-utils'

# What tests/coverage makes its page with.
packages_coverage='
  gcovr'

# What samples/screenshots takes its pictures with.
packages_screenshots='
  xvfb xauth xdotool dbus-daemon imagemagick'

need_packages ()
{
  local group name list missing=()

  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not Debian, so no package is installed; README.md names what a build needs." >&2
    return 0
  fi

  for group in "$@"; do
    list=packages_$group
    for name in ${!list}; do
      if [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) != installed ]]; then
        missing+=("$name")
      fi
    done
  done
  if [[ ${#missing[@]} -eq 0 ]]; then
    return 0
  fi

  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages: ${missing[*]}" >&2
      echo "Install them as root (there is no sudo here), then run this again." >&2
      return 1
    fi
    as_root=(sudo)
  fi

  echo "Installing Debian packages: ${missing[*]}"
  # Through env, since sudo does not pass the environment on.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o Dpkg::Use-Pty=0 install --no-install-recommends "${missing[@]}"
}
