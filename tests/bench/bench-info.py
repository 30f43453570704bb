#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-info.py WEFT-CLI EMPTY-CLI SAMPLE

How long `weft-cli info` of a small file takes, from its start to its end, in turn with a program over GIO that
does nothing but read that file: medians on the clock."""

import statistics
import subprocess
import sys
import time

from verdict import QUICK, row

RUNS = 11 if QUICK else 31
LIMIT = 2.5  # 15 ms where that takes 6


def seconds_of(command):
    start = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def main():
    program, empty, sample = sys.argv[1:4]
    commands = ([program, "info", sample], [empty, sample])
    for command in commands:
        seconds_of(command)  # from here on their files are in memory
    runs = [[seconds_of(command) for command in commands] for _ in range(RUNS)]
    ours, floor = (statistics.median(column) * 1e3 for column in zip(*runs))
    return 0 if row("info of a small file", "ms", ours, "empty program over GIO", floor, LIMIT) else 1


if __name__ == "__main__":
    sys.exit(main())
