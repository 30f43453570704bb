#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-npu.py BENCH-NPU SHARED-BENCH [SCRATCH]

An NPU trace of 200 MB: the scanner alone, the load with all checks and its index in turn with the bare
loop over the same file, cold frames at every zoom, aggregates over ranges. Prints the medians and PASS
or FAIL by the limits. The trace is made once, in SCRATCH."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

from verdict import QUICK, build, row

RUNS = 3 if QUICK else 5
MEGABYTES = 200
# Times the bare loop, of processors' time: 600 MB/s where that takes 0.21 s for 200 MB, and so on.
LOAD_LIMIT = 2.0
SCANNER_LIMIT = 1.6
AGGREGATE_LIMIT = 0.1
MEMORY_LIMIT = 0.5     # of the trace's bytes, in RssAnon
FRAME_LIMIT = 6.0      # times bare rectangles, p99, drawn on one thread


def cpu_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(program, trace):
    out = subprocess.run([program, trace], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.split()[0]: [float(word) for word in line.split()[1:]]
            for line in out.splitlines()}


def main():
    program, shared = sys.argv[1:3]
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), "weft-bench")
    if not os.path.isdir(shared):
        print("skipped: the shared benchmarks are not here")
        return 77
    os.makedirs(scratch, exist_ok=True)
    trace = os.path.join(scratch, f"npu-{MEGABYTES}.json")
    if not os.path.exists(trace):
        subprocess.run([sys.executable, os.path.join(shared, "gen_npu_trace.py"), trace + ".part",
                        "--mb", str(MEGABYTES)], stdout=subprocess.DEVNULL, check=True)
        os.rename(trace + ".part", trace)
    baseline = build(os.path.join(shared, "baseline-npu.c"), os.path.join(scratch, "baseline-npu"))
    cpu_of([baseline, trace])  # warms the page cache, uncounted
    runs = [(cpu_of([baseline, trace]), ours(program, trace)) for _ in range(RUNS)]
    bare = statistics.median(run[0] for run in runs)
    size = os.path.getsize(trace) / 1e6

    def median(key, index=0):
        return statistics.median(run[1][key][index] for run in runs)

    good = [
        row(f"scan an NPU trace, {MEGABYTES} MB", "s", size / median("scanner"), "bare loop", bare,
            SCANNER_LIMIT),
        row(f"load an NPU trace, {MEGABYTES} MB", "s", median("load"), "bare loop", bare, LOAD_LIMIT),
        row(f"memory of an NPU trace, {MEGABYTES} MB", "MB", median("load", 1) * 1024 / 1e6,
            "the trace", size, MEMORY_LIMIT),
        row("frame of an NPU trace, p99", "ms", median("frame", 1), "20,000 bare rectangles",
            median("floor"), FRAME_LIMIT),
        row("aggregates of an NPU trace, slowest", "ms", median("aggregate"), "bare loop", bare * 1e3,
            AGGREGATE_LIMIT),
    ]
    return 0 if all(good) else 1


sys.exit(main())
