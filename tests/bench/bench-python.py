# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-python.py SHARED-BENCH [SCRATCH]

How long it takes until a column of a million rows is an array of NumPy: from the answer of a query, which nothing is
copied of; from the trace, beside a query for the same column; and of each table of each kind of traces, the column
that takes longest, in time of the processor, so that what else runs on the machine does not count. The traces are
made once, in SCRATCH (2 GB), where bench-load has the first as well."""

import os
import shutil
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
# A log of as many ops has a million stages.
STAGES_OF = 116500
# Texts of the log itself, which are as many as ops, and are read back from it.
TEXTS = {"label", "detail", "text"}


def best(function, clock=time.perf_counter, runs=RUNS):
    """The milliseconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = clock()
        function()
        times.append(clock() - start)
    return 1000 * min(times)


# The tables that are read of the traces, by their families.
TABLES = {"bus": ("access",), "timeline": ("slice",), "npu": ("npu_event", "sample"),
          "noc": ("event", "transfer", "barrier", "hop")}


def make_traces(shared, scratch, generator):
    """The traces by the tables that are read of them."""
    stages = verdict.make(os.path.join(scratch, "kanata-stages.log"), [generator, str(STAGES_OF)])
    others = made_traces.make_others(shared, scratch)
    return {stages: ("stage",)} | {path: TABLES[family] for family, path in others.items()}


def read(trace, table, column):
    """What NumPy takes of it: the numbers, or those of its texts."""
    found = trace.column(table, column)
    if found.type == "text":
        return numpy.frombuffer(found.codes(), dtype="i4")
    return found.numpy()


def bench_tables(trace, tables):
    """The slowest column of each, as if there were a million rows."""
    good = True
    for table in tables:
        rows = trace.query(f"SELECT count(*) FROM {table}")[0][0]
        names = trace.query(f"SELECT name FROM pragma_table_info ('{table}')")["name"]
        first, again = {}, {}
        for column in set(names) - TEXTS:
            first[column] = best(lambda: read(trace, table, column), time.process_time, 1) * OPS / rows
            again[column] = best(lambda: read(trace, table, column), time.process_time, 5) * OPS / rows
        slowest, derived = max(again, key=again.get), max(first, key=first.get)
        good &= verdict.row(f"the slowest of {len(again)} columns of 1 M rows of {table}, {slowest}", "ms of processor",
                            again[slowest], "at most", MOST, 1)
        print(f"  once, with what it needs derived first: {first[derived]:.4g} ms, {derived}; "
              f"{sum(time > MOST for time in first.values())} take more than {MOST:g} ms", flush=True)
    return good


def main():
    shared = sys.argv[1]
    source = os.path.join(shared, "gen_kanata.c")
    if not os.path.exists(source) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    scratch = sys.argv[2] if len(sys.argv) > 2 else os.path.join(tempfile.gettempdir(), "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    generator = verdict.build(source, os.path.join(scratch, "gen_kanata"))
    log = verdict.make(os.path.join(scratch, "kanata.log"), [generator, str(OPS)])

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
    good &= bench_tables(trace, ["op"])
    for path, tables in make_traces(shared, scratch, generator).items():
        good &= bench_tables(weft.open(path), tables)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
