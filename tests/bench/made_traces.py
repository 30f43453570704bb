# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces of a million records each, made once."""

import json
import os
import random
import subprocess
import sys

import verdict

OPS = 1000000


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


def make(shared, scratch):
    """The paths by what they are of; the NoC's is not there without the trace that it repeats."""
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
    return {"bus": bus, "bus, JSON Lines": bus[:-4] + ".jsonl", "Chrome": slices, "NPU": npu, "NoC": noc}
