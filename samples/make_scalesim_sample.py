#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write a run as SCALE-Sim writes it: samples/make_scalesim_sample.py [--check] [FOLDER]

Two layers on an array of 4 × 4 cells of our own that keeps the outputs: rows of inputs and columns of
weights stream in, each a cycle later than the one before, while the next fold is fetched from DRAM.
The same run always writes the same bytes. With --check nothing is written; the exit status says
whether the files in FOLDER are what would be written.
"""

import sys

import sample_files

SIZE = 4           # rows and columns of the array
BANDWIDTH = 6      # words of DRAM per cycle
FILTER, OUTPUT = 10_000_000, 20_000_000
LAYERS = [(12, 8, 9), (8, 16, 6)]  # inputs, outputs, words of each sum


class Trace:
    def __init__(self, ports, real):
        self.rows, self.ports, self.real = {}, ports, real

    def access(self, cycle, port, address):
        self.rows.setdefault(cycle, [-1] * self.ports)[port] = address

    def fetch(self, first, addresses):
        """The words one behind the other, from a cycle on; returns the cycle behind them."""
        addresses = list(addresses)
        for i, address in enumerate(addresses):
            self.access(first + i // self.ports, i % self.ports, address)
        return first + (len(addresses) + self.ports - 1) // self.ports

    def write(self, last=None):
        cycles = range(min(self.rows), last + 1) if last is not None else sorted(self.rows)
        idle = [-1] * self.ports
        number = (lambda n: f"{n}.0") if self.real else str
        return "".join(",".join(map(number, [c] + self.rows.get(c, idle))) + "\n" for c in cycles).encode()


def run_layer(inputs, outputs, depth):
    sram = {name: Trace(SIZE, False) for name in ("IFMAP", "FILTER", "OFMAP")}
    dram = {name: Trace(BANDWIDTH, True) for name in ("IFMAP", "FILTER", "OFMAP")}
    start = 1
    fetched = max(dram["IFMAP"].fetch(-12, range(SIZE * depth)),
                  dram["FILTER"].fetch(-12, range(FILTER, FILTER + SIZE * depth)))
    stalls = written = 0
    folds = [(i, o) for o in range(0, outputs, SIZE) for i in range(0, inputs, SIZE)]
    for number, (first_input, first_output) in enumerate(folds):
        if fetched > start:
            stalls += fetched - start
            start = fetched
        if number + 1 < len(folds):
            row, column = folds[number + 1]
            fetched = dram["IFMAP"].fetch(start, range(row * depth, (row + SIZE) * depth))
            if column != first_output:
                first = FILTER + column * depth
                fetched = max(fetched, dram["FILTER"].fetch(start, range(first, first + SIZE * depth)))
        for port in range(SIZE):
            for word in range(depth):
                sram["IFMAP"].access(start + port + word, port, (first_input + port) * depth + word)
                sram["FILTER"].access(start + port + word, port, FILTER + (first_output + port) * depth + word)
            for row in range(SIZE):
                address = OUTPUT + (first_input + row) * outputs + first_output + port
                sram["OFMAP"].access(start + depth + port + row, port, address)
        start += depth + 2 * SIZE
        written = dram["OFMAP"].fetch(max(written, start),
                                      (OUTPUT + (first_input + r) * outputs + first_output + c
                                       for r in range(SIZE) for c in range(SIZE)))
    sram["OFMAP"].rows.setdefault(0, [-1] * SIZE)
    files = {f"{name}_SRAM_TRACE.csv": trace.write(start) for name, trace in sram.items()}
    files |= {f"{name}_DRAM_TRACE.csv": trace.write() for name, trace in dram.items()}
    return files, start, stalls


def make_run():
    files = {}
    report = "LayerID, Total Cycles, Stall Cycles, Overall Util %,\n"
    for number, (inputs, outputs, depth) in enumerate(LAYERS):
        layer, total, stalls = run_layer(inputs, outputs, depth)
        files |= {f"layer{number}/{name}": data for name, data in layer.items()}
        report += f"{number}, {total}, {stalls}, {100 * inputs * outputs * depth / (total * SIZE * SIZE):.3f},\n"
    files["COMPUTE_REPORT.csv"] = report.encode()
    return {f"scale-sim-two-layers/{name}": data for name, data in files.items()}


if __name__ == "__main__":
    sys.exit(sample_files.run(make_run()))
