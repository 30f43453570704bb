# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-python.py SHARED-BENCH [SCRATCH]

How long it takes until a column of a million rows is an array of NumPy: from the answer of a query, which nothing is
copied of; from the trace, beside a query for the same column; and of each table of each kind of traces, each column as
the first thing that a process of its own reads, once the trace is loaded: by the clock, since several threads read, so
that it takes a quiet machine; the fastest of five counts. Numbers, and of texts the numbers that stand for them, have
the same limit, but for those that are worked out of many cells each. All texts of a column of which each may be another
one are held against making a million texts of Python, which is not even begun then. Where a table has some more or
fewer rows than a million the time is as if it had so many, but what a read of few rows takes, which counts once. The
traces are made once, in SCRATCH (2 GB), where bench-load has the first as well; records are those that the daemon
($WEFT_PROFILERD) sends of two modelled devices in two seconds. What a virtual machine was never asked for before comes
from its host page by page, in ten times as long as its own memory; some is used before anything is measured.

    bench-python.py --first TRACE TABLE COLUMN

is such a process."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

import made_traces
import numpy
import verdict
import weft

OPS = 1000000
COLUMNS = "latency", "fetch", "end", "id", "pc", "retired"
RUNS = 5 if verdict.QUICK else 20
MOST = 5.0  # ms
USED_BEFORE = 1 << 30  # bytes
# A log of as many ops has a million stages.
STAGES_OF = 116500
# Those that docs/python.md says take longer the first time, since each value is worked out of many cells, and how many
# ms at most.
LONGER = {("op", "stall"): 700, ("op", "stages"): 20}
LONGER |= {("access", column): 110 for column in ("wait_delta", "total_delta", "drift_wait", "drift_total", "class",
                                                  "known_gap")}
# Texts that are read back from the log, and how many times as long as a million texts of Python they take at most.
TEXTS = {("op", "label"): 6, ("op", "detail"): 6, ("stage", "text"): 2}


def best(function, runs=RUNS):
    """The milliseconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


# The tables that are read of the traces, by their families.
TABLES = {"bus": ("access",), "timeline": ("slice",), "npu": ("npu_event",), "noc": ("event", "transfer", "hop")}


def make_traces(shared, scratch, generator):
    """The traces by the tables that are read of them."""
    stages = verdict.make(os.path.join(scratch, "kanata-stages.log"), [generator, str(STAGES_OF)])
    others = made_traces.make_others(shared, scratch)
    return {stages: ("stage",), made_traces.make_samples(shared, scratch): ("sample",),
            made_traces.make_barriers(scratch): ("barrier",)} | {
                path: TABLES[family] for family, path in others.items()}


def start_daemon(folder):
    """One that sends about a million records in two seconds, and where it listens: (nullable)"""
    daemon, socket = os.environ.get("WEFT_PROFILERD"), os.path.join(folder, "view.sock")
    if daemon is None:
        return None, None
    process = subprocess.Popen([daemon, "--model", "--devices", "2", "--rate", "300000", "--exit-after", "600",
                                "--socket-dir", folder])
    while not os.path.exists(socket) and process.poll() is None:
        time.sleep(0.01)
    return process, socket


def read(trace, table, column):
    """What NumPy takes of it: the numbers, or those of its texts."""
    found = trace.column(table, column)
    if found.type == "text" and (table, column) not in TEXTS:
        return numpy.frombuffer(found.codes(), dtype="i4")
    return found.memoryview() if found.type == "text" else found.numpy()


def read_first(path, table, column):
    """Of a process of its own: prints how many rows there are, and the milliseconds of the first read, of the next, of
    one of few rows, and of making a million texts."""
    trace = weft.open(path, seconds=2)
    times = [best(lambda: read(trace, table, column), 1) for _ in range(2)]
    times.append(best(lambda: read(trace, "meta", "key")))
    times.append(best(lambda: [f"text {i}" for i in range(OPS)], 1) if (table, column) in TEXTS else 0)
    print(len(trace.column(table, column)), *times)


def measure(path, table, column):
    """The least of some first reads, of next ones, and of making so many texts, as if there were a million rows."""
    words = [sys.executable, __file__, "--first", path, table, column]
    firsts, nexts, makings = [], [], []
    for _ in range(1 if verdict.QUICK else 5):
        told = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
        scale = OPS / max(int(told[0]), 1)
        first, after, few, making = map(float, told[1:])
        firsts.append(few + max(first - few, 0) * scale)
        nexts.append(few + max(after - few, 0) * scale)
        makings.append(making)
        if firsts[-1] <= MOST:
            break
    return min(firsts), min(nexts), min(makings)


def bench_tables(path, tables):
    """Each column of each, and the slowest of those that are to take no longer than others."""
    good = True
    trace = weft.open(path, seconds=2)
    for table in tables:
        names = trace.query(f"SELECT name FROM pragma_table_info ('{table}')")["name"]
        times = {column: measure(path, table, column) for column in names}
        usual = {column: first for column, (first, *_) in times.items()
                 if (table, column) not in LONGER and (table, column) not in TEXTS}
        slowest = max(usual, key=usual.get)
        good &= verdict.row(f"first read of the slowest of {len(usual)} columns of {table}, {slowest}",
                            "ms", usual[slowest], "at most", MOST, 1)
        for column, limit in ((name, LONGER[table, name]) for name in names if (table, name) in LONGER):
            good &= verdict.row(f"first read of {column} of {table}", "ms", times[column][0], "at most",
                                limit, 1)
        for column in (name for name in names if (table, name) in TEXTS):
            good &= verdict.row(f"first read of the texts {column} of {table}", "ms", times[column][0],
                                "making a million texts of Python", times[column][2], TEXTS[table, column])
        slow = [f"{column} {first:.3g}" for column, first in usual.items() if first > MOST]
        print(f"  {len(slow)} take more than {MOST:g} ms: {', '.join(slow) or 'none'}; the next read takes at most "
              f"{max(after for _, after, _ in times.values()):.3g} ms", flush=True)
    return good


def bench_records():
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as folder:
        daemon, socket = start_daemon(folder)
        if daemon is None:
            return True
        try:
            return bench_tables(socket, ["record"])
        finally:
            daemon.terminate()
            daemon.wait()


def main():
    if sys.argv[1] == "--first":
        return read_first(*sys.argv[2:5])
    shared = sys.argv[1]
    source = os.path.join(shared, "gen_kanata.c")
    if not os.path.exists(source) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    scratch = sys.argv[2] if len(sys.argv) > 2 else os.path.join(tempfile.gettempdir(), "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    generator = verdict.build(source, os.path.join(scratch, "gen_kanata"))
    log = verdict.make(os.path.join(scratch, "kanata.log"), [generator, str(OPS)])

    numpy.ones(USED_BEFORE, dtype="u1")
    trace = weft.open(log)
    answer = trace.query("SELECT latency FROM op")
    assert len(answer) == OPS
    array = answer["latency"].numpy()
    assert numpy.shares_memory(array, answer["latency"].numpy())
    assert (array == trace.column("op", "latency").numpy()).all()
    good = verdict.row("a column of 1 M values as NumPy", "ms", best(lambda: answer["latency"].numpy()),
                       "copying its 8 MB", best(array.copy), 1)
    for column in COLUMNS:
        good &= verdict.row(f"read {column} of 1 M ops", "ms", best(lambda: trace.column("op", column).numpy()),
                            "a query for it", best(lambda: trace.query(f'SELECT "{column}" FROM op')[0].numpy()), 0.2)
    good &= bench_tables(log, ["op", "dependency"])
    for path, tables in make_traces(shared, scratch, generator).items():
        good &= bench_tables(path, tables)
    good &= bench_records()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
