#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-dump.py WEFT-CLI SHARED-BENCH [SCRATCH]

Writes a million ops as JSON Lines and as CSV, in turn with the bare loop that only reads them. Prints the
least user time of each and their ratios, and PASS or FAIL by the limits. The log is made once, in SCRATCH
(400 MB), where bench-load has it as well."""

import os
import shutil
import subprocess
import sys
import tempfile

from verdict import QUICK, build, make, row

RUNS = 3 if QUICK else 5
OPS = 300000 if QUICK else 1000000
# What is written, and how many times as long as the bare loop that may take.
OUTPUTS = (("dump", ["dump"], 2.6),
           ("CSV of ops", ["export", "--format", "csv", "-o", "-"], 1.8),
           ("CSV of stages", ["export", "--format", "csv", "--table", "stages", "-o", "-"], 2.5))


def seconds_of(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime


def main():
    program, shared = sys.argv[1:3]
    if not os.path.exists(os.path.join(shared, "baseline-kanata.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c and baseline-kanata.c")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    at = lambda name: os.path.join(scratch, name)
    source = lambda name: os.path.join(shared, name)

    baseline = build(source("baseline-kanata.c"), at("baseline-kanata"))
    log = make(at(f"kanata-{OPS}.log" if QUICK else "kanata.log"), [build(source("gen_kanata.c"), at("gen_kanata")), str(OPS)])
    commands = [[baseline, log]] + [[program] + words + [log] for _, words, _ in OUTPUTS]
    runs = [[seconds_of(command) for command in commands] for _ in range(RUNS)]
    loop, *took = [min(column) for column in zip(*runs)]
    good = [row(f"write {name}, {OPS} ops", "s", seconds, "bare loop", loop, limit)
            for (name, _, limit), seconds in zip(OUTPUTS, took)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
