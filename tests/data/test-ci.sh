#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-ci.sh WEFT-CLI: the commands of docs/ci.md, run as a shell runs them: on two runs that are the same, and on
# one that is worse.

set -u
. "$G_TEST_SRCDIR/tap.sh"

page=$WEFT_DATA/../docs/ci.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$1")" "$folder/bin/weft-cli"
PATH=$folder/bin:$PATH
export GITHUB_STEP_SUMMARY=$folder/summary.md

commands=$(sed -nE 's/^ +(- )?(weft-cli .*)$/\2/p' "$page")

# ends_with STATUS COMMAND: in the folder with the runs
ends_with ()
{
  local status=0

  (cd "$folder" && eval "$2") || status=$?
  echo "$2: $status"
  [[ $status -eq $1 ]]
}

check 'there are commands' test "$(wc -l <<<"$commands")" -eq 4
cp "$WEFT_SAMPLES/kanata-core.log" "$folder/before.log"
cp "$WEFT_SAMPLES/kanata-core.log" "$folder/after.log"
while read -r command; do
  check "the same: ${command:0:60}" ends_with 0 "$command"
done <<<"$commands"
check 'a summary for people' grep -q '^| `ipc` | ' "$folder/summary.md"
check 'a report for machines' grep -q '<testsuite name="weft-cli compare" tests="2" failures="0">' "$folder/gate.xml"

cp "$WEFT_SAMPLES/o3pipeview-core.out" "$folder/after.log"
while read -r command; do
  case $command in
    *compare*) check "worse: ${command:0:60}" ends_with 1 "$command" ;;
  esac
done <<<"$commands"
check 'failures in the report' grep -q '<failure message="ipc: ' "$folder/gate.xml"
finish
