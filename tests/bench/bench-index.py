#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-index.py LOAD-ONCE SHARED-BENCH [SCRATCH]

Opens a Kanata log of 5 M ops (1 M where it is quick) from its index file, to a completely indexed trace, in turn with
loading it. Prints the medians, their ratio, and PASS or FAIL by the limit: 0.3 s of the 5 s that 5 M ops take. The log
(2.1 GB) is made once, in SCRATCH; the index file goes again."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from verdict import QUICK, build, make, row

RUNS = 3 if QUICK else 5
OPS = 1000000 if QUICK else 5000000
LIMIT = 0.06  # times the load


def load(program, log, cache):
    """Seconds of a load; with a folder for index files, it uses one that is there, or else leaves one."""
    environment = {name: value for name, value in os.environ.items() if name != "WEFT_INDEX_AFTER"}
    if cache is not None:
        environment |= {"XDG_CACHE_HOME": cache, "WEFT_INDEX_AFTER": "0"}
    out = subprocess.run([program, log], stdout=subprocess.PIPE, check=True, text=True,
                         env=environment).stdout
    took, ops, _ = out.split()
    assert int(ops) == OPS, out
    return float(took)


def main():
    program, shared = sys.argv[1:3]
    if not os.path.exists(os.path.join(shared, "gen_kanata.c")) or not shutil.which("cc"):
        print("skipped: needs a C compiler, and the folder with gen_kanata.c")
        return 77
    scratch = sys.argv[3] if len(sys.argv) > 3 else os.path.join(tempfile.gettempdir(),
                                                                 "weft-bench")
    os.makedirs(scratch, exist_ok=True)
    at = lambda name: os.path.join(scratch, name)
    tag = "" if OPS == 1000000 else f"-{OPS}"
    log = make(at(f"kanata{tag}.log"),
               [build(os.path.join(shared, "gen_kanata.c"), at("gen_kanata")), str(OPS)])
    cache = tempfile.mkdtemp(dir=scratch)
    try:
        load(program, log, cache)
        index = [os.path.join(cache, "weft", "index", name)
                 for name in os.listdir(os.path.join(cache, "weft", "index"))]
        size = os.path.getsize(index[0])
        runs = [(load(program, log, cache), load(program, log, None)) for _ in range(RUNS)]
    finally:
        shutil.rmtree(cache)
    opened, loaded = (statistics.median(column) for column in zip(*runs))
    print(f"the index file takes {size / OPS:.1f} bytes an op")
    good = row(f"open Kanata from its index file, {OPS} ops", "s", opened, "loading it", loaded,
               LIMIT)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
