#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a lifetime trace attributes stalls to: what weft-cli says of it is what Python counts in the same database."""

import collections
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "samples" / "xs-gem5-loop.db"
failures = []


def run(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, timeout=60,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.stdout.decode()


def same(what, got, expected):
    if got != expected:
        failures.append(what)
        print(f"# {what}:\n#   got      {str(got)[:600]}\n#   expected {str(expected)[:600]}")


def read(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.text_factory = lambda text: text.decode(errors="replace")
    database.row_factory = sqlite3.Row
    rows = [dict(row) for row in database.execute("SELECT * FROM LifeTimeCommitTrace ORDER BY ID")]
    database.close()
    return rows


def say(row):
    """What there is to say of a row: an empty word is none, nor is a number that is none or below 0."""
    cycles = row.get("StallCycles")
    fields = {"reason": row.get("StallReason") or None, "second_reason": row.get("SecondaryReason") or None,
              "reason_cycles": cycles if isinstance(cycles, int) and cycles >= 0 else None}
    return {key: value for key, value in fields.items() if value is not None}


def count(rows):
    """By reason: how many ops, their cycles, the most of one, and the first op with so many."""
    table = collections.OrderedDict()
    for row in rows:
        said = say(row)
        if "reason" not in said:
            continue
        cycles = said.get("reason_cycles", 0)
        entry = table.setdefault(said["reason"], [0, 0, 0, row["ID"]])
        entry[0] += 1
        entry[1] += cycles
        if cycles > entry[2]:
            entry[2:] = [cycles, row["ID"]]
    return dict(sorted(table.items(), key=lambda item: (-item[1][1], -item[1][0], item[0])))


def check(name, path):
    rows = read(path)
    expected = count(rows)
    total = sum(entry[1] for entry in expected.values())
    dumped = [json.loads(line) for line in run("dump", path).splitlines()]
    same(f"{name}: fields", [{key: op[key] for key in ("reason", "second_reason", "reason_cycles") if key in op}
                             for op in dumped], [say(row) for row in rows])
    same(f"{name}: the columns as they are", all(f"StallReason: {row['StallReason']}" in op["detail"] for op, row
                                                 in zip(dumped, rows) if row["StallReason"] is not None), True)
    stats = json.loads(run("stats", "--json", path))
    same(f"{name}: statistics",
         {row["reason"]: [row[key] for key in ("ops", "cycles", "max", "longest_op")] for row in stats["reasons"]},
         expected)
    same(f"{name}: in order", [row["reason"] for row in stats["reasons"]], list(expected))
    same(f"{name}: shares", [round(row["share"] or 0, 6) for row in stats["reasons"]],
         [round(entry[1] / total, 6) if total else 0 for entry in expected.values()])
    for reason in expected:
        found = [json.loads(line)["id"] for line in run("dump", "--filter", f'reason == "{reason}"', path).splitlines()]
        same(f"{name}: filter {reason}", found, [row["ID"] for row in rows if row["StallReason"] == reason])
    long = [json.loads(line)["id"] for line in run("dump", "--filter", "reason_cycles > 20", path).splitlines()]
    same(f"{name}: filter of cycles", long, [row["ID"] for row in rows if say(row).get("reason_cycles", 0) > 20])
    answer = json.loads(run("query", "--format", "json", path, "SELECT reason, sum(reason_cycles) AS cycles FROM op "
                            "WHERE reason IS NOT NULL GROUP BY reason ORDER BY reason"))
    same(f"{name}: query", {row["reason"]: row["cycles"] or 0 for row in answer},
         {reason: entry[1] for reason, entry in expected.items()})


def write_odd(path):
    """Rows that say nothing, or not all of it, or what is no word or number; and an op that was left out."""
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE LifeTimeCommitTrace(ID INTEGER PRIMARY KEY, AtFetch INT, AtCommit INT, DisAsm TEXT, "
                     "PC INT, StallReason, StallCycles, SecondaryReason)")
    rows = [("NoStall", 0, "NoStall"), (None, None, None), ("LoadMemBound", 300, "HoLBlocked"), ("", -1, ""),
            ("LoadMemBound", None, None), ("Überlauf", 2 ** 40, None), ("LoadMemBound", 300, "NoStall"),
            (None, 7, None), ("HoLBlocked", 21, "LoadMemBound")]
    for number, row in enumerate(rows, 1):
        database.execute("INSERT INTO LifeTimeCommitTrace VALUES (?, ?, ?, 'nop', ?, ?, ?, ?)",
                         (number, 10 + number, 400 + number, 64 + 4 * number, *row))
    database.commit()
    database.close()


def main():
    check("sample", SAMPLE)
    with tempfile.TemporaryDirectory() as folder:
        odd = pathlib.Path(folder) / "odd.db"
        write_odd(odd)
        check("odd", odd)
    plain = SAMPLE.with_name("xiangshan-loop.db")
    same("a log that says nothing", [key for key in json.loads(run("stats", "--json", plain))
                                     if key == "reasons"], [])
    print("1..1")
    print("not ok 1 - attributed" if failures else "ok 1 - attributed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
