#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-bus.py WEFT-CLI SHARED-BENCH [SCRATCH]

The full summary of a million bus records with the model comparison, from JSON Lines and from both
layouts of BTR1, in turn with the bare loop over the same file. Prints the medians, their ratios and
the peak of anonymous memory, and PASS or FAIL by the limits. Inputs are made once, in SCRATCH (about
270 MB)."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from verdict import QUICK, build, row

RUNS = 3 if QUICK else 5
RECORDS = 100000 if QUICK else 1000000
MEMORY_LIMIT = 2.5       # times the 48 bytes of a record of BTR1, in RssAnon
# How many times as long as the bare loop we may take.
INPUTS = (("JSON Lines", ".jsonl", 6.2), ("BTR1", ".bin", 10),
          ("BTR1, document layout", ".specbin.bin", 10))


def anonymous(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def run(command, memory=None):
    """Seconds on the clock and of processors; the peak of memory goes to `memory`."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = [0]

    def watch():
        while process.returncode is None:
            peak[0] = max(peak[0], anonymous(process.pid))
            time.sleep(0.001)

    if memory is not None:
        threading.Thread(target=watch, daemon=True).start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    took = time.monotonic() - start
    assert process.returncode == 0, command
    if memory is not None:
        memory.append(peak[0])
    return took, usage.ru_utime + usage.ru_stime


def in_turn(*measures):
    """Medians of each measure, run in turn so that all see the same machine."""
    for measure in measures:
        measure()  # warms the page cache, uncounted
    runs = [[measure() for measure in measures] for _ in range(RUNS)]
    return [[statistics.median(values) for values in zip(*column)] for column in zip(*runs)]


def main():
    program, shared = sys.argv[1:3]
    if not os.path.exists(os.path.join(shared, "baseline-bus.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_saturnis.py and baseline-bus.c")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    baseline = build(os.path.join(shared, "baseline-bus.c"), os.path.join(scratch, "baseline-bus"))
    made = os.path.join(scratch, f"bus-{RECORDS}" if QUICK else "bus")
    if not os.path.exists(made + ".specbin.bin"):
        subprocess.run([sys.executable, os.path.join(shared, "gen_saturnis.py"), str(RECORDS), made],
                       check=True)
    good = []
    for name, suffix, limit in INPUTS:
        path, memory = made + suffix, []
        ours, loop = in_turn(lambda: run([program, "stats", "--json", "--model", path]),
                             lambda: run([baseline, path]))
        run([program, "stats", "--json", "--model", path], memory)
        good += [row(f"summary of the bus, {name}, {RECORDS} records", "s", ours[0], "bare loop",
                     loop[0], limit),
                 row(f"memory of the bus, {name}", "MB", memory[0] / 1e6, "records of 48 bytes",
                     RECORDS * 48 / 1e6, MEMORY_LIMIT)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
