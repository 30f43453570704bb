#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-cores.py LOAD-ONCE SHARED-BENCH [SCRATCH]

Loads a trace of each kind on all processors, in turn with the same on one. Prints the medians, their ratios, and PASS
or FAIL by the limits; where there is but one processor it is skipped. The traces are made once, in SCRATCH (2 GB)."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import made_traces
from verdict import QUICK, build, make, row

RUNS = 3 if QUICK else 7
TWO_LIMIT = 1 / 1.5   # of the time on one
FOUR_LIMIT = 1 / 2.6  # where there are four


def load(program, trace, processors):
    out = subprocess.run([program, trace], stdout=subprocess.PIPE, check=True, text=True,
                         preexec_fn=lambda: os.sched_setaffinity(0, processors)).stdout
    return float(out.split()[0])


def main():
    program, shared = sys.argv[1:3]
    processors = sorted(os.sched_getaffinity(0))
    if not os.path.exists(os.path.join(shared, "gen_kanata.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    if len(processors) < 2:
        print("skipped: there is one processor")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(), "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    at = lambda name: os.path.join(scratch, name)
    made = made_traces.make_others(shared, scratch)
    kanata = make(at("kanata.log"),
                  [build(os.path.join(shared, "gen_kanata.c"), at("gen_kanata")), str(made_traces.ROWS)])
    traces = {
        "Kanata": kanata,
        "Kanata, gzip": make(at("kanata.log.gz"), ["gzip", "-c", kanata]),
        "O3PipeView": make(at("o3.trace"), [sys.executable, os.path.join(shared, "gen_o3pipeview.py"),
                                            str(made_traces.ROWS)]),
        "bus, JSON Lines": made_traces.lines_of_bus(scratch),
        "Chrome": made["timeline"],
        "NPU": made["npu"],
        "NoC": made.get("noc"),  # of a shared trace
    }
    limit = FOUR_LIMIT if len(processors) >= 4 else TWO_LIMIT
    good = True
    for name, path in traces.items():
        if path is None:
            continue
        load(program, path, processors)  # warms the page cache, uncounted
        runs = [(load(program, path, processors), load(program, path, processors[:1])) for _ in range(RUNS)]
        ours, one = (statistics.median(column) for column in zip(*runs))
        good &= row(f"load {name} on all {len(processors)} processors", "s", ours, "on one", one, limit)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
