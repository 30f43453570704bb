#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-index.py LOAD-ONCE OPEN-ONCE WEFT-CLI SHARED-BENCH [SCRATCH]

Opens a Kanata log of 5 M ops (1 M where it is quick) from its index file, to a completely indexed trace, in turn with
loading it, and has weft-cli tell of it, with the statistics that were kept. Prints the medians, their ratios, and PASS
or FAIL by the limits: 0.3 s of the 5 s that 5 M ops take, and twice that with statistics. Then what all that the window's
statistics show takes of the processor where it was kept, held against counting it; opening a trace of each other
family from its index file, held against loading it, and so of a compressed one, and a folder of two; and opening logs
that have got a twentieth more since their index file was made, held against loading the whole. The log (2.1 GB) and the
others are made once, in SCRATCH; index files go again."""

import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import made_traces
from verdict import QUICK, build, make, row

RUNS = 3 if QUICK else 5
OPS = 1000000 if QUICK else 5000000
LIMIT = 0.06  # times the load
LIMIT_INFO = 0.12
LIMIT_DERIVED = 0.06

# Of timelines and runs the order of time is found anew.
LIMITS_OTHERS = {"bus": 0.5, "noc": 0.06, "npu": 0.3, "timeline": 0.3}

# Of a compressed file the texts are read, too.
LIMIT_COMPRESSED = 0.3
LIMIT_FOLDER = 0.3

# Of logs with a twentieth more than their index file: that file, all bytes before, and the rest are read.
LIMITS_APPENDED = {"bus": 0.6, "gem5": 0.3, "Kanata": 0.25}


def run(command, cache, after=0):
    """What it writes; with a folder for index files, it uses those that are there, or else leaves some where the load
    takes longer than `after` milliseconds."""
    environment = {name: value for name, value in os.environ.items() if name != "WEFT_INDEX_AFTER"}
    if cache is not None:
        environment |= {"XDG_CACHE_HOME": cache, "WEFT_INDEX_AFTER": str(after)}
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True,
                          env=environment).stdout


def load(program, log, cache):
    """Seconds of a load."""
    out = run([program, log], cache)
    took, ops, _ = out.split()
    assert int(ops) == OPS, out
    return float(took)


def tell(weft_cli, log, cache):
    """Seconds of a whole run that tells of the log."""
    begin = time.monotonic()
    run([weft_cli, "info", log], cache)
    return time.monotonic() - begin


def look(program, trace, cache, after=0):
    """Seconds of the processor until a trace is open, and until all is derived of it."""
    return tuple(map(float, run([program, trace], cache, after).split()))


def compare(program, trace, scratch):
    """The medians of what opening the trace takes, and deriving all: from its index file, and without one."""
    # A file that was written to just now may go on, and is not kept.
    os.utime(trace, (time.time() - 60, time.time() - 60))
    cache = tempfile.mkdtemp(dir=scratch)
    try:
        look(program, trace, cache)
        runs = [look(program, trace, cache) + look(program, trace, None) for _ in range(RUNS)]
    finally:
        shutil.rmtree(cache)
    return tuple(statistics.median(column) for column in zip(*runs))


def write_part(source, path, begin, end):
    """Appends the bytes of a file to another, which then was written to long ago."""
    with open(source, "rb") as whole, open(path, "ab") as part:
        whole.seek(begin)
        while begin < end and (block := whole.read(min(1 << 20, end - begin))):
            part.write(block)
            begin += len(block)
    os.utime(path, (time.time() - 60, time.time() - 60))


def compare_appended(program, trace, scratch):
    """The medians of what it takes to open a log of which the last twentieth came after its index file was made, and to
    load it whole."""
    size = os.path.getsize(trace)
    with open(trace, "rb") as whole:
        whole.seek(size - size // 20)
        whole.readline()
        cut = whole.tell()
    folder = tempfile.mkdtemp(dir=scratch)
    path = os.path.join(folder, "appended.log")
    try:
        write_part(trace, path, 0, cut)
        look(program, path, folder)
        write_part(trace, path, cut, size)
        runs = [(look(program, path, folder, 1000000)[0], look(program, path, None)[0])
                for _ in range(RUNS)]
    finally:
        shutil.rmtree(folder)
    return tuple(statistics.median(column) for column in zip(*runs))


def bench_appended(program, shared, scratch, log):
    """Whether logs that have got more are open soon enough."""
    at = lambda name: os.path.join(scratch, name)
    made_traces.make_others(shared, scratch)
    logs = {"Kanata": log, "bus": at("saturnis.jsonl"),
            "gem5": make(at("o3.trace"), [sys.executable, os.path.join(shared, "gen_o3pipeview.py"),
                                          str(made_traces.ROWS)])}
    good = True
    for name, trace in logs.items():
        opened, loaded = compare_appended(program, trace, scratch)
        good = row(f"open a {name} log with a twentieth more than its index file", "s of processor", opened,
                   "loading it", loaded, LIMITS_APPENDED[name]) and good
    return good


def compress(path):
    """The path of the file, compressed; made once."""
    compressed = path + ".gz"
    if not os.path.exists(compressed):
        with open(path, "rb") as whole, gzip.open(compressed + ".part", "wb", 1) as out:
            shutil.copyfileobj(whole, out, 1 << 20)
        os.rename(compressed + ".part", compressed)
    return compressed


def make_folder(path, scratch):
    """A folder with two files that are this one, and were written to long ago."""
    folder = os.path.join(scratch, "ranks")
    os.makedirs(folder, exist_ok=True)
    for rank in range(2):
        part = os.path.join(folder, f"rank{rank}.json")
        if not os.path.exists(part):
            shutil.copy(path, part)
        os.utime(part, (time.time() - 60, time.time() - 60))
    return folder


def bench_packed(program, shared, scratch):
    """Whether traces that are no plain file are open soon enough."""
    traces = made_traces.make_others(shared, scratch)
    opened, _, loaded, _ = compare(program, compress(traces["timeline"]), scratch)
    good = row("open a compressed timeline from its index file, a million rows", "s of processor", opened,
               "loading it", loaded, LIMIT_COMPRESSED)
    opened, _, loaded, _ = compare(program, make_folder(traces["timeline"], scratch), scratch)
    return row("open a folder of two timelines from its index file, two million rows", "s of processor",
               opened, "loading it", loaded, LIMIT_FOLDER) and good


def bench_others(program, shared, scratch, log):
    """Whether all of them are opened, and all is derived of the log, soon enough."""
    _, derived, _, counted = compare(program, log, scratch)
    good = row(f"derive all of Kanata beside its index file, {OPS} ops", "s of processor", derived,
               "counting it", counted, LIMIT_DERIVED)
    for family, trace in sorted(made_traces.make_others(shared, scratch).items()):
        opened, _, loaded, _ = compare(program, trace, scratch)
        good = row(f"open a {family} trace from its index file, a million rows", "s of processor", opened,
                   "loading it", loaded, LIMITS_OTHERS[family]) and good
    return good


def main():
    program, open_once, weft_cli, shared = sys.argv[1:5]
    if not os.path.exists(os.path.join(shared, "gen_kanata.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    scratch = sys.argv[5] if len(sys.argv) > 5 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    at = lambda name: os.path.join(scratch, name)
    tag = "" if OPS == 1000000 else f"-{OPS}"
    log = make(at(f"kanata{tag}.log"),
               [build(os.path.join(shared, "gen_kanata.c"), at("gen_kanata")), str(OPS)])
    # A log that was written to just now may go on, and is not kept.
    os.utime(log, (time.time() - 60, time.time() - 60))
    cache = tempfile.mkdtemp(dir=scratch)
    try:
        load(program, log, cache)
        index = [os.path.join(cache, "weft", "index", name)
                 for name in os.listdir(os.path.join(cache, "weft", "index"))]
        size = os.path.getsize(index[0])
        tell(weft_cli, log, cache)
        runs = [(load(program, log, cache), load(program, log, None), tell(weft_cli, log, cache))
                for _ in range(RUNS)]
    finally:
        shutil.rmtree(cache)
    opened, loaded, told = (statistics.median(column) for column in zip(*runs))
    print(f"the index file takes {size / OPS:.1f} bytes an op")
    good = row(f"open Kanata from its index file, {OPS} ops", "s", opened, "loading it", loaded,
               LIMIT)
    told_good = row(f"weft-cli info of Kanata from its index file, {OPS} ops", "s", told,
                    "loading it", loaded, LIMIT_INFO)
    others_good = bench_others(open_once, shared, scratch, log)
    packed_good = bench_packed(open_once, shared, scratch)
    appended_good = bench_appended(open_once, shared, scratch, log)
    return 0 if good and told_good and others_good and packed_good and appended_good else 1


if __name__ == "__main__":
    sys.exit(main())
