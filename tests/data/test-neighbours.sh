#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Where Weft is installed beside the programs of a desktop, those go on opening what is theirs: folders,
# archives, texts and JSON. What is ours comes to us. The neighbours have the types that their own desktop
# files claim: the file managers of XFCE, LXDE and KDE, an archiver, an editor.

set -u
. "$G_TEST_SRCDIR/tap.sh"
need update-mime-database update-desktop-database gio

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
share=$scratch/share
mkdir -p "$share/applications" "$share/mime/packages" "$scratch/home"
cp "$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.desktop" "$share/applications/"
cp "$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.xml" "$share/mime/packages/"
cp /usr/share/mime/packages/freedesktop.org.xml "$share/mime/packages/"

# neighbour NAME TYPE... : GIO takes none whose program is not there
neighbour ()
{
  local name=$1
  shift
  printf '[Desktop Entry]\nType=Application\nName=%s\nExec=true %%F\nMimeType=%s\n' \
    "$name" "$(printf '%s;' "$@")" >"$share/applications/$name.desktop"
}

neighbour thunar inode/directory
neighbour pcmanfm inode/directory
neighbour org.kde.dolphin inode/directory
neighbour xarchiver application/gzip application/zstd application/x-tar \
  application/x-compressed-tar application/zip
neighbour editor text/plain application/json text/x-log text/csv
sed -i 's|^Exec=weft|Exec=true|' "$share/applications/$WEFT_APPLICATION_ID.desktop"
update-mime-database "$share/mime" &>/dev/null
update-desktop-database "$share/applications"

export HOME=$scratch/home XDG_DATA_HOME=$scratch/home/data XDG_CONFIG_HOME=$scratch/home/config
export XDG_DATA_DIRS=$share XDG_CONFIG_DIRS=$scratch/none XDG_CURRENT_DESKTOP=none GIO_USE_VFS=local

default_of ()
{
  LC_ALL=C gio mime "$1" | sed -n 's/^Default application.*: //p'
}

# neighbours_open TYPE : we do not even offer ourselves
neighbours_open ()
{
  local all

  all=$(LC_ALL=C gio mime "$1")
  echo "$all"
  [[ -n $(default_of "$1") ]] && ! grep -qF "$WEFT_APPLICATION_ID" <<<"$all"
}

type_of ()
{
  gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'
}

# is_not_ours NAME TEXT : a file of that name with that text
is_not_ours ()
{
  printf '%b' "$2" >"$scratch/$1"
  type_of "$scratch/$1"
  [[ $(type_of "$scratch/$1") != application/vnd.weft.* ]]
}

is_ours ()
{
  [[ $(default_of "$1") == "$WEFT_APPLICATION_ID.desktop" ]]
}

# By what a file manager shows for a file before any theme is asked.
has_icon ()
{
  gio info -a standard::icon "$1" | grep -qF "$WEFT_APPLICATION_ID-$2"
}

check_all ()
{
  local type

  for type in inode/directory application/gzip application/zstd application/json text/plain; do
    check "$type is our neighbours'$1" neighbours_open "$type"
  done
  check "a program$1" is_not_ours a.out '\x7fELF\x02\x01\x01'
  check "what a program said$1" is_not_ours nohup.out 'starting\nO3: no pipeline\n'
  check "what a job said$1" is_not_ours slurm-123.out 'step 1\n'
  check "an array of other things$1" is_not_ours measured.json '[{"ph":7.4},{"ph":7.1}]'
  check "other events$1" is_not_ours video.json '{"timeline_events": [], "fps": 25}'
  check "metadata of other runs$1" is_not_ours run.json '{"run_metadata": {"seed": 1}}'
  check "any JSON$1" is_not_ours package.json '{"name": "a"}'
  check "a log$1" is_not_ours system.log 'Nov 25 started\n'
  check "a text$1" is_not_ours readme.txt 'Read this.\n'
}

check_all ''
for type in $(sed -n 's/^MimeType=//p' "$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.desktop" | tr ';' ' '); do
  check "$type is ours" is_ours "$type"
done
cp "$WEFT_SAMPLES/kanata-core.log" "$WEFT_SAMPLES/npu-two-layers.json" "$scratch/"
check 'a log has its icon' has_icon "$scratch/kanata-core.log" kanata
check 'a trace of JSON has its icon' has_icon "$scratch/npu-two-layers.json" npu-trace

# A second time, under another prefix, as a development build is.
second=$scratch/second
mkdir -p "$second/mime/packages"
cp "$WEFT_BUILT_DATA/$WEFT_APPLICATION_ID.xml" "$second/mime/packages/other.xml"
update-mime-database "$second/mime" &>/dev/null
export XDG_DATA_DIRS=$second:$share
check_all ', installed twice'
finish
