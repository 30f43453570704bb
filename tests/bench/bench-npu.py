#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-npu.py BENCH-NPU SHARED-BENCH [SCRATCH]

An NPU trace of 200 MB: the scanner alone, the load with all checks and its index in turn with the bare
loop over the same file, cold frames at every zoom, aggregates over ranges. Prints the medians and PASS
or FAIL by the limits, which are scaled by how fast the bare loop is here. The trace is made once, in
SCRATCH."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

RUNS = 5
BARE = 0.21            # seconds of the bare loop on the machine that the limits speak of
LOAD_LIMIT = 2.0       # times the bare loop, in processor time
SCANNER_LIMIT = 600    # MB a second
MEMORY_LIMIT = 100e6   # bytes of RssAnon
FRAME_LIMIT = 8        # milliseconds, p99, drawn on one thread
AGGREGATE_LIMIT = 20   # milliseconds


def cpu_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(program, trace):
    out = subprocess.run([program, trace], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.split()[0]: [float(word) for word in line.split()[1:]]
            for line in out.splitlines()}


def verdict(text, good):
    print(f"{text}: {'PASS' if good else 'FAIL'}", flush=True)
    return good


def main():
    program, shared = sys.argv[1:3]
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), "weft-bench")
    if not os.path.isdir(shared):
        print("skipped: the shared benchmarks are not here")
        return 77
    os.makedirs(scratch, exist_ok=True)
    trace = os.path.join(scratch, "npu-200.json")
    if not os.path.exists(trace):
        subprocess.run([sys.executable, os.path.join(shared, "gen_npu_trace.py"), trace + ".part",
                        "--mb", "200"], stdout=subprocess.DEVNULL, check=True)
        os.rename(trace + ".part", trace)
    baseline = os.path.join(scratch, "baseline-npu")
    subprocess.run(["cc", "-O2", "-w", "-o", baseline, os.path.join(shared, "baseline-npu.c")],
                   check=True)
    cpu_of([baseline, trace])  # warms the page cache, uncounted
    runs = [(cpu_of([baseline, trace]), ours(program, trace)) for _ in range(RUNS)]
    bare = statistics.median(run[0] for run in runs)
    slow = max(bare / BARE, 1)

    def median(key, index=0):
        return statistics.median(run[1][key][index] for run in runs)

    load, memory = median("load"), median("load", 1) * 1024
    print(f"bare loop {bare:.3f} s")
    good = [
        verdict(f"scanner {median('scanner'):.0f} MB/s", median("scanner") * slow >= SCANNER_LIMIT),
        verdict(f"load {load:.3f} s, {load / bare:.2f} times the bare loop (limit {LOAD_LIMIT})",
                load <= LOAD_LIMIT * bare),
        verdict(f"memory {memory / 1e6:.0f} MB", memory <= MEMORY_LIMIT),
        verdict(f"frames on one thread: median {median('frame'):.1f} ms, "
                f"p99 {median('frame', 1):.1f} ms", median("frame", 1) <= FRAME_LIMIT * slow),
        verdict(f"aggregates at most {median('aggregate'):.1f} ms",
                median("aggregate") <= AGGREGATE_LIMIT * slow),
    ]
    return 0 if all(good) else 1


sys.exit(main())
