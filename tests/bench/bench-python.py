# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-python.py SHARED-BENCH [SCRATCH]

How long it takes until a column of a log of a million ops is an array of NumPy, which is made once, in SCRATCH
(400 MB), where bench-load has it as well: from the answer of a query, which nothing is copied of, and from the
trace, beside a query for the same column."""

import os
import shutil
import sys
import tempfile
import time

import numpy
import verdict
import weft

OPS = 1000000
COLUMNS = "latency", "fetch", "end", "id", "pc", "retired"
RUNS = 5 if verdict.QUICK else 20


def best(function):
    """The milliseconds of the fastest run."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


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
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
