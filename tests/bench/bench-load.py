#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-load.py LOAD-ONCE SHARED-BENCH [SCRATCH]

Loads a million ops to a completely indexed trace, plain and compressed, Kanata and O3PipeView, in
turn with the bare loop over the same file and with decompressing alone. Prints the medians, their
ratios, and PASS or FAIL by the limits. Inputs are made once, in SCRATCH (about 1.2 GB)."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from verdict import QUICK, build, make, row

RUNS = 3 if QUICK else 5
CORES = len(os.sched_getaffinity(0))
OPS = 300000 if QUICK else 1000000
KANATA_LIMIT = 0.8       # times the bare loop on one thread, on two processors
ONE_CORE_LIMIT = 2.0     # the same on one processor
MEMORY_LIMIT = 0.75      # of the log's bytes (403 an op), in RssAnon
PACKED_LIMIT = 1.3       # times decompressing alone, or times both shared by all processors, whichever takes longer
O3_LIMIT = 1.54          # times the bare loop over as many ops of Kanata


def seconds_of(command):
    start = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def bare(baseline, log):
    # The loop's own time, without the start of the process, as ours is.
    out = subprocess.run([baseline, log], stdout=subprocess.PIPE, check=True, text=True).stdout
    return float(out.split(" cycles: ")[1].split()[0])


def load(program, log):
    out = subprocess.run([program, log], stdout=subprocess.PIPE, check=True, text=True).stdout
    took, ops, memory = out.split()
    assert int(ops) == OPS, out
    return float(took), int(memory)


def in_turn(*measures):
    """Medians of each measure, run in turn so that all see the same machine."""
    for measure in measures:
        measure()  # warms the page cache, uncounted
    runs = [[measure() for measure in measures] for _ in range(RUNS)]
    return [statistics.median(column) for column in zip(*runs)]


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

    tag = f"-{OPS}" if QUICK else ""
    baseline = build(source("baseline-kanata.c"), at("baseline-kanata"))
    plain = make(at(f"kanata{tag}.log"),
                 [build(source("gen_kanata.c"), at("gen_kanata")), str(OPS)])
    gz = make(at(f"kanata{tag}.log.gz"), ["gzip", "-c", plain])
    zst = make(at(f"kanata{tag}.log.zst"), ["zstd", "-q", "-c", plain])
    generator = [sys.executable, source("gen_o3pipeview.py"), str(OPS)]
    o3 = make(at(f"o3{tag}.trace"), generator)
    shuffled = make(at(f"o3-shuffled{tag}.trace"), generator + ["--shuffle"])

    memory = []

    def ours():
        took, kib = load(program, plain)
        memory.append(kib)
        return took

    took, loop = in_turn(ours, lambda: bare(baseline, plain))
    good = [row(f"load Kanata, {OPS} ops", "s", took, "bare loop", loop,
                KANATA_LIMIT if CORES > 1 else ONE_CORE_LIMIT),
            row(f"memory of Kanata, {OPS} ops", "MB", max(memory) * 1024 / 1e6, "the log",
                os.path.getsize(plain) / 1e6, MEMORY_LIMIT)]
    for name, path, tool in (("gzip", gz, "gzip"), ("zstd", zst, "zstd")):
        packed, alone, unpacked = in_turn(lambda: load(program, path)[0],
                                          lambda: seconds_of([tool, "-dc", path]),
                                          lambda: load(program, plain)[0])
        # A plain load keeps all processors busy; decompressing is what one of them does.
        together = alone / CORES + unpacked
        good.append(row(f"load Kanata, {name}", "s", packed,
                        f"{tool} -dc" if alone > together else f"plain load, {tool} -dc shared",
                        max(alone, together), PACKED_LIMIT))
    for name, path in (("O3PipeView", o3), ("O3PipeView, shuffled", shuffled)):
        took, loop = in_turn(lambda: load(program, path)[0], lambda: bare(baseline, plain))
        good.append(row(f"load {name}, {OPS} ops", "s", took, "bare loop over Kanata", loop,
                        O3_LIMIT))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
