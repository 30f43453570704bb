# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benches in Python say of their figures, as verdict.h has those in C say it."""

import json
import os
import subprocess

# Less input and fewer runs, for tests/bench/run --quick.
QUICK = os.environ.get("WEFT_BENCH_QUICK") is not None


def row(what, unit, ours, floor_name, floor, limit):
    """Prints a figure beside its floor, and adds it to the file that WEFT_BENCH_ROWS names. Whether it is at
    most `limit` times as much."""
    ratio = ours / floor if floor > 0 else float("inf")
    good = ratio <= limit
    word = "PASS" if good else "FAIL"
    print(f"{what}: {ours:.4g} {unit}, {floor_name} {floor:.4g} {unit}, ratio {ratio:.3g} "
          f"(limit {limit:.3g}): {word}", flush=True)
    path = os.environ.get("WEFT_BENCH_ROWS")
    if path is not None:
        with open(path, "a", encoding="utf-8") as rows:
            rows.write(json.dumps({"what": what, "unit": unit, "ours": ours, "floor_name": floor_name,
                                   "floor": floor, "limit": limit, "verdict": word}) + "\n")
    return good


def make(path, command):
    """What `command` writes, in `path`, made once."""
    if not os.path.exists(path):
        with open(path + ".part", "wb") as out:
            subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
        os.rename(path + ".part", path)
    return path


def build(source, path):
    """The program of a C file, as the bare loops are built everywhere."""
    subprocess.run(["cc", "-O2", "-w", "-o", path, source], check=True)
    return path
