# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces of a million rows, of each family but pipelines, which benches in Python make once."""

import json
import os
import random
import subprocess
import sys

ROWS = 1000000


def write_slices(path):
    """A million slices of eight threads."""
    numbers = random.Random(1)
    names = [f"kernel_{i}" for i in range(60)]
    now = [0] * 8
    with open(path + ".part", "w", encoding="utf-8") as out:
        out.write('{"displayTimeUnit":"ns","traceEvents":[')
        for i in range(ROWS):
            thread = numbers.randrange(8)
            length = numbers.randrange(1, 40)
            out.write(",\n" if i > 0 else "\n")
            out.write(json.dumps({"ph": "X", "cat": "kernel" if thread % 2 else "cpu_op", "name": numbers.choice(names),
                                  "pid": thread // 4, "tid": thread, "ts": now[thread], "dur": length - 0.5,
                                  "args": {"correlation": i // 2, "bytes": numbers.randrange(1 << 20)}}))
            now[thread] += length + numbers.randrange(10)
        out.write("]}")
    os.rename(path + ".part", path)


def write_barriers(path):
    """A million waits of 64 cores of a NoC."""
    with open(path + ".part", "w", encoding="utf-8") as out:
        separator = "[\n"
        for core in range(64):
            now = 1000
            base = {"op_name": "barriers", "proc": "BRISC", "run_host_id": 1024, "src_device_id": 0,
                    "sx": 1 + core % 8, "sy": 1 + core // 8}
            for i in range(ROWS // 64):
                event = base | {"dx": -1, "dy": -1, "noc": f"NOC_{i % 2}", "num_bytes": 0, "vc": -1}
                kind, wait = ("READ" if i % 3 else "WRITE"), 20 + i * 7919 % 300
                for end, time in (("START", now), ("END", now + wait)):
                    out.write(separator)
                    out.write(json.dumps(event | {"timestamp": time, "type": f"{kind}_BARRIER_{end}"}))
                    separator = ",\n"
                now += wait + 10
        out.write("\n]")
    os.rename(path + ".part", path)


def generate(shared, program, *arguments):
    """Files, by a program of the folder `shared`."""
    subprocess.run([sys.executable, os.path.join(shared, program), *arguments],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def lines_of_bus(scratch):
    """The same accesses as those of the bus, as JSON Lines."""
    return os.path.join(scratch, "saturnis.jsonl")


def make_barriers(scratch):
    """What a NoC trace of transfers has few of."""
    path = os.path.join(scratch, "noc-barriers.json")
    if not os.path.exists(path):
        write_barriers(path)
    return path


def make_samples(shared, scratch):
    """About a million bandwidth samples, which an NPU trace of events has few of."""
    path = os.path.join(scratch, "npu-samples.json")
    if not os.path.exists(path):
        generate(shared, "gen_npu_trace.py", path, "--mb", "166", "--window", "16")
    return path


def make_others(shared, scratch):
    """The paths of those that can be made, by their families. Generators are in the folder `shared`."""
    slices, bus = os.path.join(scratch, "slices.json"), os.path.join(scratch, "saturnis.bin")
    npu, noc = os.path.join(scratch, "npu-million.json"), os.path.join(scratch, "noc-million.json")
    source = os.path.join(shared, "..", "traces", "noc", "wormhole", "DRAM_TO_8x4_HEIGHT.json")
    if not os.path.exists(slices):
        write_slices(slices)
    if not os.path.exists(bus) or not os.path.exists(lines_of_bus(scratch)):
        generate(shared, "gen_saturnis.py", str(ROWS), bus[:-4])
    if not os.path.exists(npu):
        generate(shared, "gen_npu_trace.py", npu, "--mb", "290")
    if not os.path.exists(noc) and os.path.exists(source):
        generate(shared, "gen_noc.py", source, noc, "800")
    traces = {"bus": bus, "timeline": slices, "npu": npu, "noc": noc}
    return {family: path for family, path in traces.items() if os.path.exists(path)}
