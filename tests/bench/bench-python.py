# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-python.py SHARED-BENCH [SCRATCH]

How long it takes until a column of a million rows is an array of NumPy: from the answer of a query, which nothing is
copied of; from the trace, beside a query for the same column; and of each table of each kind of traces, the column
that takes longest, in time of the processor, so that what else runs on the machine does not count. The traces are
made once, in SCRATCH (2 GB), where bench-load has the first as well; records are those that the daemon
($WEFT_PROFILERD) sends of two modelled devices in two seconds."""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

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


def write_slices(path):
    """A million slices of eight threads."""
    numbers = random.Random(1)
    names = [f"kernel_{i}" for i in range(60)]
    now = [0] * 8
    with open(path + ".part", "w", encoding="utf-8") as out:
        out.write('{"displayTimeUnit":"ns","traceEvents":[')
        for i in range(OPS):
            thread = numbers.randrange(8)
            length = numbers.randrange(1, 40)
            out.write(",\n" if i > 0 else "\n")
            out.write(json.dumps({"ph": "X", "cat": "kernel" if thread % 2 else "cpu_op", "name": numbers.choice(names),
                                  "pid": thread // 4, "tid": thread, "ts": now[thread], "dur": length - 0.5,
                                  "args": {"correlation": i // 2, "bytes": numbers.randrange(1 << 20)}}))
            now[thread] += length + numbers.randrange(10)
        out.write("]}")
    os.rename(path + ".part", path)


def make_traces(shared, scratch, generator):
    """The traces by the tables that are read of them."""
    stages = verdict.make(os.path.join(scratch, "kanata-stages.log"), [generator, str(STAGES_OF)])
    slices, bus = os.path.join(scratch, "slices.json"), os.path.join(scratch, "saturnis.bin")
    npu, noc = os.path.join(scratch, "npu-million.json"), os.path.join(scratch, "noc-million.json")
    source = os.path.join(shared, "..", "traces", "noc", "wormhole", "DRAM_TO_8x4_HEIGHT.json")
    if not os.path.exists(slices):
        write_slices(slices)
    if not os.path.exists(bus):
        verdict.make(os.path.join(scratch, "saturnis.made"),
                     [sys.executable, os.path.join(shared, "gen_saturnis.py"), str(OPS), bus[:-4]])
    if not os.path.exists(npu):
        verdict.make(os.path.join(scratch, "npu-million.made"),
                     [sys.executable, os.path.join(shared, "gen_npu_trace.py"), npu, "--mb", "290"])
    if not os.path.exists(noc) and os.path.exists(source):
        verdict.make(os.path.join(scratch, "noc-million.made"),
                     [sys.executable, os.path.join(shared, "gen_noc.py"), source, noc, "800"])
    traces = {stages: ("stage",), bus: ("access",), slices: ("slice",), npu: ("npu_event", "sample"),
              noc: ("event", "transfer", "barrier", "hop")}
    return {path: tables for path, tables in traces.items() if os.path.exists(path)}


def listen(folder):
    """Records of a live session, about a million: (nullable)"""
    daemon = os.environ.get("WEFT_PROFILERD")
    if daemon is None:
        return None
    process = subprocess.Popen([daemon, "--model", "--devices", "2", "--rate", "300000", "--exit-after", "60",
                                "--socket-dir", folder])
    try:
        while not os.path.exists(os.path.join(folder, "view.sock")) and process.poll() is None:
            time.sleep(0.01)
        return weft.open(os.path.join(folder, "view.sock"), seconds=2)
    finally:
        process.terminate()
        process.wait()


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
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as folder:
        records = listen(folder)
        good &= records is None or bench_tables(records, ["record"])
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
