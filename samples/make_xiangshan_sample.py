#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write a lifetime trace as XiangShan writes it: samples/make_xiangshan_sample.py [--check] [FOLDER]

A loop on a model of our own: loads that miss now and then and are replayed, an instruction of two
micro-ops, a branch that is mispredicted and what was fetched behind it and flushed. What is held
against the file is what the database says, as its bytes depend on the version of SQLite. With --check
nothing is written; the exit status says whether the file in FOLDER is what would be written.
"""

import pathlib
import sqlite3
import sys
import tempfile

NAME = "xiangshan-loop.db"
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


def write(path):
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


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    path = (pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent) / NAME
    if "--check" not in sys.argv:
        path.unlink(missing_ok=True)
        write(path)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder) / NAME)
        same = path.exists() and read(path) == read(pathlib.Path(folder) / NAME)
    if not same:
        print(f"{NAME}: not what make_xiangshan_sample.py writes", file=sys.stderr)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
