#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write lifetime traces as XiangShan and xs-gem5 write them: samples/make_xiangshan_sample.py [--check] [FOLDER]

A loop on a model of our own: loads that miss now and then and are replayed, an instruction of two
micro-ops, a branch that is mispredicted and what was fetched behind it and flushed. That of xs-gem5 has
what was committed alone, and what its stalls are attributed to. What is held
against the file is what the database says, as its bytes depend on the version of SQLite. With --check
nothing is written; the exit status says whether the file in FOLDER is what would be written.
"""

import pathlib
import sqlite3
import sys
import tempfile

NAMES = ["xiangshan-loop.db", "xs-gem5-loop.db"]
PERIOD = 333  # ticks of a cycle at 3 GHz
STAGES = ["AtFetch", "AtDecode", "AtRename", "AtDispQue", "AtIssueQue", "AtIssueArb", "AtIssueReadReg",
          "AtFU", "AtBypassVal", "AtWriteVal", "AtCommit"]
CODE = [(0x00053583, "load", 4), (0x02b58633, "mul", 3), (0x00c686b3, "alu", 1), (0x0ad6b02f, "amo", 5),
        (0x00850513, "alu", 1), (0xfef51ae3, "branch", 1)]
WIDTH = 6


def make_rows():
    rows, loads, commit, ready = [], [], 0, {}
    number, serial, fetch = 0, 100, 1000
    for iteration in range(12):
        for place, (word, kind, latency) in enumerate(CODE):
            serial += 1
            for uop in range(2 if kind == "amo" else 1):
                number += 1
                decode, rename = fetch + 3, fetch + 4 + uop
                queue = rename + (0 if place % 3 else 1)
                issue = max(queue + 2, ready.get(place - 1 if place else 3, 0)) + 1
                miss = kind == "load" and iteration % 4 == 3
                unit = issue + 2 + (14 if miss else 0)
                value = unit + latency
                ready[place] = value
                commit = max(commit, value + 2)
                rows.append([number, serial, uop, fetch, decode, rename, rename + 1 if place % 3 else 0, queue + 1,
                             issue, issue + 1, unit, value, value + 1, commit, word, 0x80000000 + 4 * place])
                if kind == "load":
                    loads.append((number, 0x3f0000000 + 8 * iteration, 0x8f000000 + 8 * iteration,
                                  unit if miss else 0, "CC" if miss else ""))
        if iteration % 5 == 4:  # what was fetched behind the branch
            for place in range(3):
                serial += 1
                number += 1
                word = CODE[place][0]
                rows.append([number, serial, 0, fetch + 1, fetch + 4, fetch + 5, 0, fetch + 7, 0, 0, 0, 0, 0, 0, word,
                             0x80000018 + 4 * place])
            fetch = rows[-4][10] + 2
        fetch += 2
    return rows, loads


ASSEMBLY = {0x00053583: "ld a1, 0(a0)", 0x02b58633: "mul a2, a1, a1", 0x00c686b3: "add a3, a3, a2",
            0x0ad6b02f: "amoadd_d zero, a3, (a0)", 0x00850513: "addi a0, a0, 8", 0xfef51ae3: "bne a0, a5, -12"}


def attribute(row):
    """The reason that costs the op most, its cycles, the one that comes second, and all of them: at the head of
    the queues behind an older op, for want of data, or of the unit."""
    number, _, _, fetch, decode, rename, _, queue, issue, _, unit, value, _, commit, word, _ = row
    wait = issue - queue - 2
    costs = {"HoLBlocked": max(wait - 60, 0) + commit - value - 2, "InstNotReady": min(wait, 60),
             "LoadL2Bound" if word == 0x00053583 else "LongExecute": max(unit - issue - 2, value - unit - 3),
             "FragStall": decode - fetch - 3, "SerializeStall": (number % 7 == 0) * (rename - decode)}
    costs = sorted(((cycles, reason) for reason, cycles in costs.items() if cycles > 0), key=lambda c: (-c[0], c[1]))
    spans = ";".join(f"{reason}:{cycles}" for cycles, reason in costs)
    costs += [(0, "NoStall")] * 2
    return [costs[0][1], costs[0][0], costs[1][1], spans]


def write_gem5(path):
    rows = [row for row in make_rows()[0] if row[13] > 0 and row[2] == 0]
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE LifeTimeCommitTrace(ID INTEGER PRIMARY KEY AUTOINCREMENT, "
                         + ", ".join(f"{stage} INT NOT NULL" for stage in STAGES)
                         + ", Result INT NOT NULL, DisAsm CHAR(256) NOT NULL, PC INT NOT NULL, StallReason CHAR(32) "
                         "NOT NULL, StallCycles INT NOT NULL, SecondaryReason CHAR(32) NOT NULL, "
                         "StallSpans TEXT NOT NULL)")
        for number, row in enumerate(rows, 1):
            database.execute(f"INSERT INTO LifeTimeCommitTrace VALUES ({','.join('?' * 19)})",
                             [number] + [PERIOD * tick for tick in row[3:14]] + [number % 5, ASSEMBLY[row[14]], row[15]]
                             + attribute(row))
    database.close()


def write_rtl(path):
    rows, loads = make_rows()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE LifeTimeCommitTrace(ID INTEGER PRIMARY KEY AUTOINCREMENT, "
                         "SN INTEGER NOT NULL, UopIdx INT NOT NULL, "
                         + ", ".join(f"{stage} bigint unsigned NOT NULL" for stage in STAGES)
                         + ", DisAsm int unsigned NOT NULL, PC bigint unsigned NOT NULL)")
        database.execute("CREATE TABLE LoadLifeTimeCommitTrace(ID int unsigned PRIMARY KEY, VAddress bigint unsigned, "
                         "PAddress bigint unsigned, LastReplay bigint unsigned, ReplayStr char(10))")
        database.executemany(f"INSERT INTO LifeTimeCommitTrace VALUES ({','.join('?' * 16)})", rows)
        database.executemany("INSERT INTO LoadLifeTimeCommitTrace VALUES (?,?,?,?,?)", loads)
    database.close()


def read(path):
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    text = list(database.iterdump())
    database.close()
    return text


def write(folder):
    for name, writer in zip(NAMES, (write_rtl, write_gem5)):
        (folder / name).unlink(missing_ok=True)
        writer(folder / name)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    folder = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent
    if "--check" not in sys.argv:
        write(folder)
        return 0
    with tempfile.TemporaryDirectory() as made:
        write(pathlib.Path(made))
        other = [name for name in NAMES if not (folder / name).exists()
                 or read(folder / name) != read(pathlib.Path(made) / name)]
    for name in other:
        print(f"{name}: not what make_xiangshan_sample.py writes", file=sys.stderr)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
