#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the bus traces of this folder: samples/make_bus_sample.py [--check] [FOLDER]

Two SH-2s run loops out of High WRAM and draw through VDP1, now and then DMA copies a line; who
finds the bus busy tries again. Byte accesses forget to wait, as the emulator's do. The same run
always writes the same bytes: the JSON Lines, and both layouts of BTR1. With --check nothing is
written; the exit status says whether the files in FOLDER are what would be written.
"""

import struct
import sys

import sample_files

MASTERS = ("MSH2", "SSH2", "DMA")
KINDS = ("ifetch", "read", "write", "mmio_read", "mmio_write")
START = 300000000
N_RECORDS = 400


class Random:
    """A generator of our own: Python promises no sequence across its versions."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def choose(random, master, step):
    """Address, size, direction, kind and cycles of a master's next access."""
    if master == 2:
        write = step % 2
        return (0x05C00000 if write else 0x06040000) + step * 2, 4, write, 1 + write, 2
    turn = step % 12
    if turn < 8:
        return 0x06004000 + master * 0x20000 + step % 40 * 2, 2, 0, 0, 8 if turn == 0 else 1
    if turn == 8:
        return 0x06050000 + random.below(0x400), 1, 0, 1, 2
    if turn == 9:
        return 0x05E00000 + random.below(0x80) * 4, 4, 0, 1, 20
    if turn == 10:
        return 0x05C00000 + random.below(0x200) * 2, 2, 1, 2, 2
    return 0x05D00010, 2, 0, 3, 14


def make():
    random, now, step, busy = Random(7), [START, START + 3, START + 200], [0, 0, 0], 0
    records = []
    while len(records) < N_RECORDS:
        master = min(range(3), key=lambda m: now[m])
        addr, size, write, kind, service = choose(random, master, step[master])
        first = start = now[master]
        retries = 0
        if service > 1 and size > 1 and start < busy:
            retries = -(-(busy - start) // service)
            start = busy
        complete = start + service
        if service > 1:
            busy = max(busy, complete)
        records.append((complete, master, first, addr, size, write, kind, service, retries))
        step[master] += 1
        pause = 60 + random.below(500) if master == 2 and step[2] % 16 == 0 else random.below(3)
        now[master] = complete + pause
    return sorted(records, key=lambda r: (r[0], r[1]))


def files():
    records = make()
    lines, field, document = [], [], []
    head = b"BTR1" + struct.pack("<HH", 1, 48)
    for seq, (complete, master, first, addr, size, write, kind, service, retries) in \
            enumerate(records):
        lines.append(
            f'{{"seq":{seq},"master":"{MASTERS[master]}","tick_first_attempt":{first},'
            f'"tick_complete":{complete},"addr":"0x{addr:08X}","size":{size},"rw":"{"RW"[write]}",'
            f'"kind":"{KINDS[kind]}","service_cycles":{service},"retries":{retries}}}\n')
        field.append(struct.pack("<5QI4B", seq, first, complete, service, retries, addr, size,
                                 master, write, kind))
        document.append(struct.pack("<3Q3I4BQ", seq, first, complete, addr, service, retries,
                                    master, write, size, kind, 0))
    return {"saturnis-bus.jsonl": "".join(lines).encode(),
            "saturnis-bus.btr1": head + b"".join(field),
            "saturnis-bus-document.btr1": head + b"".join(document)}


if __name__ == "__main__":
    sys.exit(sample_files.run(files()))
