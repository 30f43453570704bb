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

RUNS = 5
OPS = 1000000
KANATA_LIMIT = 2.0       # times the bare loop
MEMORY_LIMIT = 300       # bytes of RssAnon an op
ALONE_LIMIT = 1.3        # times decompressing alone, or
PLAIN_LIMIT = 1.2        # times the plain load, whichever is more
O3_LIMIT = 250e6         # bytes a second, where the bare loop does
O3_REFERENCE = 1.6e6     # so many ops a second


def make(path, command):
    if not os.path.exists(path):
        with open(path + ".part", "wb") as out:
            subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
        os.rename(path + ".part", path)
    return path


def build(source, path):
    subprocess.run(["cc", "-O2", "-w", "-o", path, source], check=True)
    return path


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


def verdict(text, good):
    print(f"{text}: {'PASS' if good else 'FAIL'}", flush=True)
    return good


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
    plain = make(at("kanata.log"), [build(source("gen_kanata.c"), at("gen_kanata")), str(OPS)])
    gz = make(at("kanata.log.gz"), ["gzip", "-c", plain])
    zst = make(at("kanata.log.zst"), ["zstd", "-q", "-c", plain])
    generator = [sys.executable, source("gen_o3pipeview.py"), str(OPS)]
    o3 = make(at("o3.trace"), generator)
    shuffled = make(at("o3-shuffled.trace"), generator + ["--shuffle"])
    good = True

    memory = []

    def ours():
        took, kib = load(program, plain)
        memory.append(kib)
        return took

    took, loop = in_turn(ours, lambda: bare(baseline, plain))
    good &= verdict(f"Kanata, {OPS} ops: {took:.2f} s, bare loop {loop:.2f} s, ratio "
                    f"{took / loop:.2f} (limit {KANATA_LIMIT})", took <= KANATA_LIMIT * loop)
    per_op = max(memory) * 1024 / OPS
    good &= verdict(f"RssAnon at its peak: {per_op:.0f} bytes an op (limit {MEMORY_LIMIT})",
                    per_op <= MEMORY_LIMIT)
    for name, path, tool in (("gzip", gz, "gzip"), ("zstd", zst, "zstd")):
        packed, alone, unpacked = in_turn(lambda: load(program, path)[0],
                                          lambda: seconds_of([tool, "-dc", path]),
                                          lambda: load(program, plain)[0])
        limit = max(ALONE_LIMIT * alone, PLAIN_LIMIT * unpacked)
        good &= verdict(f"{name}: {packed:.2f} s, {tool} -dc alone {alone:.2f} s, plain "
                        f"{unpacked:.2f} s, limit {limit:.2f} s, ratio {packed / limit:.2f}",
                        packed <= limit)
    for name, path in (("O3PipeView", o3), ("O3PipeView, shuffled", shuffled)):
        took, loop = in_turn(lambda: load(program, path)[0], lambda: bare(baseline, plain))
        rate = os.path.getsize(path) / took
        # As fast a machine as the limit speaks of would reach:
        scaled = rate * O3_REFERENCE / (OPS / loop)
        good &= verdict(f"{name}: {rate / 1e6:.0f} MB/s, where the bare loop does "
                        f"{OPS / loop / 1e6:.2f} M ops/s; scaled {scaled / 1e6:.0f} MB/s "
                        f"(limit {O3_LIMIT / 1e6:.0f})", scaled >= O3_LIMIT)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
