#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-bus.py WEFT-CLI SHARED-BENCH [SCRATCH]

The full summary of a million bus records with the model comparison, from JSON Lines and from both
layouts of BTR1, in turn with the bare loop over the same file. Prints the medians, their ratios and
the peak of anonymous memory, and PASS or FAIL by the limits, which are scaled by how fast the bare
loop is here. Inputs are made once, in SCRATCH (about 270 MB)."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

RUNS = 5
RECORDS = 1000000
MEMORY_LIMIT = 120       # bytes of RssAnon a record
# Seconds that we may take, and that the bare loop takes on the machine that the limit speaks of.
INPUTS = (("JSON Lines", "bus.jsonl", 0.8, 0.13), ("BTR1", "bus.bin", 0.3, 0.03),
          ("BTR1, document layout", "bus.specbin.bin", 0.3, 0.03))


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


def verdict(text, good):
    print(f"{text}: {'PASS' if good else 'FAIL'}", flush=True)
    return good


def main():
    program, shared = sys.argv[1:3]
    if not os.path.exists(os.path.join(shared, "baseline-bus.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_saturnis.py and baseline-bus.c")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    baseline = os.path.join(scratch, "baseline-bus")
    subprocess.run(["cc", "-O2", "-w", "-o", baseline, os.path.join(shared, "baseline-bus.c")],
                   check=True)
    if not os.path.exists(os.path.join(scratch, "bus.specbin.bin")):
        subprocess.run([sys.executable, os.path.join(shared, "gen_saturnis.py"), str(RECORDS),
                        os.path.join(scratch, "bus")], check=True)
    good = True
    for name, file, limit, anchor in INPUTS:
        path, memory = os.path.join(scratch, file), []
        ours, loop = in_turn(lambda: run([program, "stats", "--json", "--model", path]),
                             lambda: run([baseline, path]))
        run([program, "stats", "--json", "--model", path], memory)
        allowed = limit * max(loop[0] / anchor, 1)
        good &= verdict(f"{name}, {RECORDS} records: {ours[0]:.2f} s ({ours[1]:.2f} s of "
                        f"processors), bare loop {loop[0]:.3f} s ({loop[1]:.3f} s), ratio "
                        f"{ours[0] / loop[0]:.1f} (limit {allowed:.2f} s)", ours[0] <= allowed)
        good &= verdict(f"  RssAnon at its peak: {memory[0] / RECORDS:.0f} bytes a record "
                        f"(limit {MEMORY_LIMIT})", memory[0] <= MEMORY_LIMIT * RECORDS)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
