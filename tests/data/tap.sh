# SPDX-License-Identifier: GPL-3.0-or-later
#
# shellcheck shell=bash
#
# Sourced by tests that are scripts: they call check, skip_all and finish.

n_checks=0

# check NAME COMMAND... : what the command prints stands in the log where it fails
check ()
{
  local name=$1 said status=ok
  shift

  n_checks=$((n_checks + 1))
  said=$("$@" 2>&1) || status='not ok'
  if [[ $status != ok ]]; then
    printf '%s\n' "$said" | sed 's/^/# /'
  fi
  printf '%s %d %s\n' "$status" "$n_checks" "$name"
}

# need COMMAND... : skips all where one is not installed
need ()
{
  local command

  for command in "$@"; do
    if ! command -v "$command" >/dev/null; then
      echo "1..0 # SKIP $command is not installed"
      exit 0
    fi
  done
}

# wait_for COMMAND... : until it succeeds, within as long as tests/wait.h has patience
wait_for ()
{
  local end=$((SECONDS + 20 * ${WEFT_TEST_PATIENCE:-1}))

  until "$@"; do
    if (( SECONDS >= end )); then
      echo "waited in vain for: $*"
      return 1
    fi
    sleep 0.05
  done
}

finish ()
{
  echo "1..$n_checks"
}
