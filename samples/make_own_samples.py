#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the files that the descriptions of formats beside them read: samples/make_own_samples.py [--check] [FOLDER]

A loop on a core that prints each step as ChampSim can, with a squash and lines of other kinds; the
transfers of a DMA engine with four channels; and a database with the tables of Nsight Systems that its
description asks. Of that one, what it says is held against the file, as its bytes depend on the version
of SQLite. With --check nothing is written.
"""

import pathlib
import random
import sqlite3
import sys
import tempfile

import sample_files

LOOP = [(0x400a10, "mov rax, [rbx]", 4), (0x400a13, "add rcx, rax", 1), (0x400a16, "imul rcx, rdx", 3),
        (0x400a1a, "mov [rdi], rcx", 1), (0x400a1d, "add rdi, 8", 1), (0x400a21, "jne 0x400a10", 1)]
NSIGHT = "nsight-systems.sqlite"


def make_champsim():
    lines, steps, ready, retire, number = ["*** ChampSim-like model ***", ""], [], {}, 0, 0
    for turn in range(40):
        for place, (ip, asm, latency) in enumerate(LOOP):
            number += 1
            fetch = 100 + (number - 1) // 3
            producer = number - 1 if place in (1, 2, 3) else number - 6 if place == 4 and turn else 0
            slow = 30 if place == 0 and turn % 8 == 5 else 0
            steps.append((fetch, number, f"[FETCH] cpu: 0 instr_id: {number} ip: 0x{ip:x} cycle: {fetch} asm: {asm}"))
            steps.append((fetch + 2, number, f"[DECODE] instr_id: {number} cycle: {fetch + 2}"))
            waits = f" waits_for: {producer}" if producer else ""
            steps.append((fetch + 4, number, f"[DISPATCH] instr_id: {number} cycle: {fetch + 4}{waits}"))
            if turn % 10 == 9 and place > 3:
                steps.append((fetch + 7, number, f"[SQUASH] instr_id: {number} cycle: {fetch + 7}"))
                continue
            execute = max(fetch + 6, ready.get(producer, 0))
            ready[number] = execute + latency + slow
            retire = max(retire, ready[number] + 2)
            steps.append((execute, number, f"[EXECUTE] instr_id: {number} cycle: {execute}"))
            steps.append((ready[number], number, f"[COMPLETE] instr_id: {number} cycle: {ready[number]}"))
            steps.append((retire, number, f"[RETIRE] instr_id: {number} cycle: {retire}"))
    steps.sort(key=lambda step: step[0])
    for index, step in enumerate(steps):
        if index % 400 == 399:
            lines.append(f"Heartbeat CPU 0 instructions: {index // 6} cycles: {step[0]}")
        lines.append(step[2])
    return lines + ["Warmup complete", "[PREFETCH] address: 0x7ffd1000 cycle: 190"]


def make_dma():
    rnd = random.Random(25)
    free, waiting = [1000] * 4, [0] * 4
    rows = []
    for transfer in range(400):
        channel = rnd.randrange(4)
        size = 64 << rnd.randrange(8)
        start = free[channel] + rnd.randrange(5, 200)
        free[channel] = start + 40 + size // 16
        waiting[channel] = max(0, waiting[channel] + rnd.choice((-1, 0, 1, 1)))
        direction, target = ("write", "L2") if channel == 3 else ("read", ("DRAM", "L2", "host, PCIe")[channel])
        rows.append((start, free[channel], channel, direction, target, size, waiting[channel],
                     0x80000000 + transfer * 4096))
    rows.sort()
    lines = ["# four channels, one clock", "start_ns,end_ns,channel,direction,target,bytes,waiting,address"]
    for start, end, channel, direction, target, size, wait, address in rows:
        shown = f'"{target}"' if "," in target else target
        lines.append(f"{start},{end},{channel},{direction},{shown},{size},{wait},0x{address:x}")
    return lines


def write_nsight(path):
    names = ["gemm_128x128", "softmax", "layer_norm"]
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
    database.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, "
                     "deviceId INTEGER NOT NULL, streamId INTEGER NOT NULL, shortName INTEGER NOT NULL, "
                     "gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, "
                     "blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL)")
    database.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, "
                     "deviceId INTEGER NOT NULL, streamId INTEGER NOT NULL, bytes INTEGER NOT NULL, "
                     "copyKind INTEGER NOT NULL)")
    database.executemany("INSERT INTO StringIds VALUES (?, ?)", enumerate(names, 7))
    time = 2_000_000_000
    for step in range(30):
        database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, 0, 14, ?, 1)",
                         (time, time + 9000, 1 << 20))
        for kernel in range(3):
            begin = time + 10000 + kernel * 21000
            database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 7, ?, ?, 8, 1, 256, 1, 1)",
                             (begin, begin + 20000 - 6000 * kernel, 7 + kernel, 16 << kernel))
        database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, 0, 14, ?, 2)",
                         (time + 75000, time + 78000, 4096))
        time += 80000
    database.commit()
    database.close()


def check_nsight(path):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / NSIGHT
        write_nsight(made)
        dumps = [list(sqlite3.connect(f"file:{file}?mode=ro", uri=True).iterdump()) for file in (made, path)]
    return dumps[0] == dumps[1]


def main():
    status = sample_files.run({
        "champsim-loop.txt": "".join(line + "\n" for line in make_champsim()).encode(),
        "dma-transfers.csv": "".join(line + "\n" for line in make_dma()).encode(),
    })
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    path = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).resolve().parent) / NSIGHT
    if "--check" not in sys.argv:
        path.unlink(missing_ok=True)
        write_nsight(path)
    elif not path.exists() or not check_nsight(path):
        print(f"{NSIGHT}: not what make_own_samples.py writes", file=sys.stderr)
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
