#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Formats that are described: what weft-cli reads by the descriptions in samples/ is what Python's own
readers of such files find there, and what is wrong with a description or a file is said with its place."""

import collections
import csv
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
failures = []


def run(*arguments, data=None, **environment):
    done = subprocess.run([CLI, *map(str, arguments)], input=data, capture_output=True, timeout=60,
                          env={**os.environ, "LC_ALL": "C.UTF-8", **environment})
    error = done.stderr.decode()
    if "Sanitizer" in error:
        failures.append("a sanitizer")
        print("".join(f"# {line}\n" for line in error.splitlines()[:60]), end="")
    return done.returncode, done.stdout.decode(), error


def dump(*arguments, **keywords):
    rows = [json.loads(line) for line in run("dump", *arguments, **keywords)[1].splitlines()]
    kinds = collections.defaultdict(list)
    for row in rows:
        kinds[row.get("kind")].append(row)
    return kinds


def same(what, got, expected):
    if got != expected:
        failures.append(what)
        print(f"# {what}:\n#   got      {str(got)[:400]}\n#   expected {str(expected)[:400]}")


def says(what, text, part):
    if part not in text:
        failures.append(what)
        print(f"# {what}: “{part}” is not in\n#   {text[:600]}")


# --- the samples ----------------------------------------------------------------------------------

def champsim():
    ops, unread = {}, []
    known = re.compile(r"\[(\w+)\] (?:cpu: \d+ )?instr_id: (\d+)(?: ip: 0x(\w+))? cycle: (\d+)"
                       r"(?: asm: (.*))?(?: waits_for: (\d+))?$")
    for number, line in enumerate((SAMPLES / "champsim-loop.txt").read_text().splitlines(), 1):
        found = known.match(line)
        if not found or found[1] == "PREFETCH":
            if line and not line.startswith(("Heartbeat", "Warmup", "***")):
                unread.append((number, line))
            continue
        step, op, ip, cycle, asm, producer = found.groups()
        op = ops.setdefault(int(op), {"stages": [], "prods": []})
        if step == "FETCH":
            op.update(name=f"{ip}: {asm}", line=number, detail=line)
        if producer:
            op["prods"].append(int(producer))
        if step in ("RETIRE", "SQUASH"):
            op.update(end=int(cycle), state="retired" if step == "RETIRE" else "flush")
        else:
            op["stages"].append([step, int(cycle)])
    return ops, unread


def test_lines():
    ops, unread = champsim()
    rows = dump(SAMPLES / "champsim-loop.txt")
    same("ops", len(rows[None]), len(ops))
    for row in rows[None]:
        op = ops[row["id"]]
        ends = [start for _, start in op["stages"][1:]] + [op["end"]]
        same(f"op {row['id']}",
             (row["name"], row["line"], row["detail"], row["state"], row["end"], row["lanes"]["0"]),
             (op["name"], op["line"], op["detail"], op["state"], op["end"],
              [[name, start, end] for (name, start), end in zip(op["stages"], ends)]))
        same(f"producers of op {row['id']}", [edge[0] if isinstance(edge, list) else edge.get("id")
                                              for edge in row["prods"]], op["prods"])
    same("unread", [(row["line"], row["text"]) for row in rows["unread"]], unread)
    status, out, _ = run("check", SAMPLES / "champsim-loop.txt")
    same("status of check", status, 1)
    says("check", out, f"champsim-loop.txt:{unread[0][0]}:1: warning: 1 line is not what the format")


def test_table():
    with open(SAMPLES / "dma-transfers.csv", encoding="utf-8") as file:
        file.readline()
        table = list(csv.DictReader(file))
    rows = dump(SAMPLES / "dma-transfers.csv")
    expected = [(f"{row['direction'].capitalize()} {row['target']}", int(row["start_ns"]), int(row["end_ns"]),
                 f"Channel {row['channel']}", int(row["bytes"]), line) for line, row in enumerate(table, 3)]
    same("slices", [(row["name"], row["start"], row["end"], row["thread"], row["bytes"], row["line"])
                    for row in rows["slice"]], expected)
    values = [(int(row["start_ns"]), float(row["waiting"]), f"Channel {row['channel']}: descriptors waiting")
              for row in table]
    point = next(kind for kind in rows if kind not in ("slice", None))
    same("values", sorted((row["time"], float(row["value"]), row["name"] if "name" in row else row["counter"])
                          for row in rows[point]), sorted(values))
    # Columns that nothing is made of are arguments.
    exported = json.loads(run("export", SAMPLES / "dma-transfers.csv", "--format", "chrome", "-o", "-")[1])
    begun = [event["args"] for event in exported["traceEvents"] if event["ph"] in "bX"]
    same("arguments", [args["address"] for args in begun], [row["address"] for row in table])


def test_query():
    database = sqlite3.connect(f"file:{SAMPLES / 'nsight-systems.sqlite'}?mode=ro", uri=True)
    expected = database.execute(
        "SELECT value, start, end, 'Stream 7', NULL FROM CUPTI_ACTIVITY_KIND_KERNEL "
        "JOIN StringIds ON id = shortName UNION ALL "
        "SELECT iif(copyKind = 1, 'Memcpy HtoD', 'Memcpy DtoH'), start, end, 'Stream 14', bytes "
        "FROM CUPTI_ACTIVITY_KIND_MEMCPY").fetchall()
    key = lambda row: (row[1], row[0])
    for name, rows in (("file", dump(SAMPLES / "nsight-systems.sqlite")),
                       ("pipe", dump("-", data=(SAMPLES / "nsight-systems.sqlite").read_bytes(),
                                     WEFT_FORMATS=str(SAMPLES)))):
        same(f"slices of a query, {name}",
             sorted(((row["name"], row["start"], row["end"], row["thread"], row.get("bytes"))
                     for row in rows["slice"]), key=key), sorted(expected, key=key))


# --- all commands ------------------------------------------------------------------------------------

def test_commands(folder):
    for name in ("champsim-loop.txt", "dma-transfers.csv", "nsight-systems.sqlite"):
        path = SAMPLES / name
        for command in (["info"], ["stats"], ["stats", "--json"], ["render", "-o", folder / "picture.png"],
                        ["export", "--format", "chrome", "-o", folder / "out.json"]):
            same(f"{command[0]} {name}", run(command[0], path, *command[1:])[0], 0)
        same(f"compare {name}", run("compare", path, path)[0], 0)
        same(f"query {name}", run("query", path, "SELECT count(*) FROM meta")[0], 0)


# --- where descriptions come from --------------------------------------------------------------------

NOC = """[Format]
Name=Hops of a mesh
Reads=csv
Makes=noc
[Recognise]
File=*.hops
[CSV]
Separator=tab
Columns=when;sx;sy;dx;dy;size;note
[Time]
Unit=us
Frequency=2 GHz
[Grid]
Width=4
Height=3
[Transfer all]
Type=WRITE_
Time={when}
X={sx}
Y={sy}
ToX={dx}
ToY={dy}
Bytes={size}*64
Network=0
"""


def test_places(folder):
    home = folder / "home" / "weft" / "formats"
    home.mkdir(parents=True)
    trace = folder / "data" / "chip.hops"
    trace.parent.mkdir()
    trace.write_text("1.5\t0\t0\t3\t2\t2\tfirst\n2.25\t1\t1\t0\t0\t1\tsecond\nsoon\t1\t1\t0\t0\t1\tthird\n")
    status, _, err = run("info", trace)
    same("unknown", status, 2)
    says("unknown", err, "NAME.weftformat")
    (home / "hops.weftformat").write_text(NOC)
    rows = dump(trace, XDG_DATA_HOME=str(folder / "home"))
    same("transfers", [(row["timestamp"], row["num_bytes"], row["transfer"]["from"], row["transfer"]["to"])
                       for row in rows[None] if row["type"] == "WRITE"],
         [(3000, 128, [0, 0], [3, 2]), (4500, 64, [1, 1], [0, 0])])
    status, out, _ = run("check", trace, XDG_DATA_HOME=str(folder / "home"))
    says("unreadable", out, f"chip.hops:3:1: warning: “[Transfer all]”: a value that it needs is missing, or no number")
    says("unused", out, "not shown: note")
    for name, compressor in (("chip.hops.gz", "gzip"), ("chip.hops.zst", "zstd")):
        packed = trace.parent / name
        packed.write_bytes(subprocess.run([compressor, "-qc", trace], capture_output=True, check=True).stdout)
        same(name, run("info", packed, XDG_DATA_HOME=str(folder / "home"))[0], 0)
    # Beside the trace comes first, and --as before that.
    (trace.parent / "mine.weftformat").write_text(NOC.replace("Hops of a mesh", "Mine"))
    says("beside", run("info", trace, XDG_DATA_HOME=str(folder / "home"))[1], "Mine")
    other = folder / "other.weftformat"
    other.write_text(NOC.replace("Hops of a mesh", "Chosen").replace("File=", "Line=never "))
    says("--as", run("info", "--as", other, trace)[1], "Chosen")
    status, out, _ = run("check-format", other, trace)
    says("not recognised", out, "not recognised")
    says("does not hold", out, "“Line” of [Recognise] does not hold")
    says("made", out, "[Transfer all]: made 2, unreadable 1, out of place 0")
    same("status of check-format", status, 1)
    # A description that is broken does not keep others from being looked at, and is told of.
    (trace.parent / "a.weftformat").write_text("[Format]\nReads=csv\nMakes=nothing\n")
    says("beside a broken one", run("info", trace)[1], "Mine")
    plain = trace.parent / "plain.txt"
    plain.write_text("nothing\n")
    says("broken one", run("info", plain)[2], "a.weftformat:3:7: Expected one of: pipeline, timeline, noc")


# --- what is wrong with descriptions --------------------------------------------------------------------

LINES = "[Format]\nReads=lines\nMakes=timeline\n[Time]\nUnit=ns\n[Line a]\nPattern=^(?<t>\\d+) (?<n>.*)$\n"
SLICE = "[Instant a]\nName={n}\nTime={t}\n"
FAULTS = [
    ("[Format]\nReads=lines\n", ":1:1: error: “[Format]” needs “Makes”"),
    ("[Format]\nReads=words\nMakes=noc\n", ":2:7: error: Expected “lines”, “csv” or “sqlite”"),
    ("Reads=lines\n", ":1:1: error: The key stands before the first section"),
    ("[Format\nReads=lines\nMakes=noc\n", ":1:1: error: Expected a title"),
    (LINES + SLICE + "what\n", ":11:1: error: Expected “[Section]”"),
    (LINES + SLICE + SLICE, ":11:1: error: There is a section “[Instant a]” above already"),
    (LINES + SLICE.replace("{t}", "{u}"), ":10:6: error: “Line a” has no such field"),
    (LINES + SLICE.replace("{t}", "{t}+x"), ":10:10: error: Expected fields and whole numbers"),
    (LINES + SLICE.replace("{t}", "{t} * 0"), ":10:12: error: Expected fields and whole numbers"),
    (LINES + SLICE.replace("Time", "Tim"), ":10:1: error: There is no key “Tim” in “[Instant]”; there are: From"),
    (LINES + SLICE.replace("Time={t}\n", ""), ":8:1: error: “[Instant a]” needs “Time”"),
    (LINES + SLICE + "Is=x\n", ":8:1: error: “[Instant a]” has “Is” without “If”"),
    (LINES + "[Op a]\nId={n}\n", ":8:1: error: There is no section “[Op a]”"),
    (LINES, ":1:1: error: Nothing is made"),
    (LINES.replace("(?<n>", "(?<n"), ":7:"),
    (LINES.replace("Unit=ns", "Unit=cycles") + SLICE, ":5:1: error: “[Time]” needs “Unit”, or “Frequency”"),
    (LINES.replace("Unit=ns", "Unit=ns\nFrequency=fast") + SLICE, ":6:11: error: Expected a frequency"),
    (LINES.replace("Unit=ns", "Unit=ns\nColour=red") + SLICE, ":6:1: error: There is no key “Colour” in “[Time]”"),
    (LINES + SLICE + "[Query q]\nSQL=SELECT 1\n", ":12:1: error: “[Query q]” does not belong"),
    (LINES + SLICE + "From=b\n", ":11:6: error: There is no line or query of that name"),
    (LINES + SLICE + "Name={t}\n", ":11:1: error: “Name” stands twice"),
]


def test_faults(folder):
    path = folder / "bad.weftformat"
    for text, part in FAULTS:
        path.write_text(text)
        status, out, _ = run("check-format", path)
        same(f"status of {part}", status, 2)
        says(text, out, f"bad.weftformat{part}")
    path.write_text(LINES.replace("(?<n>.*)", "(?<n>.*"))
    says("pattern", run("check-format", path)[1], "bad.weftformat:7:")
    says("pattern", run("check-format", path)[1], "This is no regular expression")
    status, _, err = run("info", "--as", path, SAMPLES / "champsim-loop.txt")
    same("--as something broken", status, 2)
    says("--as something broken", err, "bad.weftformat:7:")
    same("usage", run("check-format")[0], 64)


# --- values ------------------------------------------------------------------------------------------------

VALUES = """[Format]
Reads=csv
Makes=timeline
[Time]
Unit=us
[Slice a]
If={kind}
Is=a;b
Name={name}, {kind}
Start={t}
End={t}+{d}*2+1
[Counter c]
If={kind}
Is=c
Name=n
Time={t}
Value={d}
"""


def test_values(folder):
    path, trace = folder / "values.weftformat", folder / "values.csv"
    path.write_text(VALUES)
    trace.write_text('t,kind,d,name\n0.0015,a,1,"x ""y"", z"\r\n-2,b,0x10,\n1e3,a,1,no\n7,c,2.5e-3,\n8,c,-0.25,\n'
                     '9,d,1,other\n99999999999999999999,a,1,large\n3,a,-9,back\n4,a,1,"open\n')
    rows = dump("--as", path, trace)
    same("values", [(row["name"], row["start"], row["end"]) for row in rows["slice"]],
         [('x "y", z, a', 1, 3001), (", b", -2000, 31000)])
    point = next(kind for kind in rows if kind not in ("slice", "unread", None))
    same("real values", [(row["time"], row["value"]) for row in rows[point]], [(7000, 0.0025), (8000, -0.25)])
    same("unread rows", [row["line"] for row in rows["unread"]], [7, 10])
    status, out, _ = run("check-format", path, trace)
    says("counts", out, "[Slice a]: made 2, unreadable 2, out of place 1")


def test_nesting(folder):
    path, trace = folder / "nest.weftformat", folder / "nest.log"
    path.write_text("[Format]\nReads=lines\nMakes=timeline\n[Time]\nUnit=cycles\nFrequency=500 MHz\n"
                    "[Line b]\nPattern=^(?<t>\\d+) > (?<n>\\w+)\n[Line e]\nPattern=^(?<t>\\d+) <\n"
                    "[Begin b]\nFrom=b\nTrack=main\nName={n}\nStart={t}\n[End e]\nFrom=e\nTrack=main\nTime={t}\n")
    trace.write_text("1 > a\n2 > b\n5 <\n7 <\n9 <\n10 > c\n12 > d\n14 <\n")
    rows = dump("--as", path, trace)
    same("nesting", sorted((row["name"], row["start"], row["end"]) for row in rows["slice"]),
         [("a", 2, 14), ("b", 4, 10), ("c", 20, 28), ("d", 24, 28)])
    says("an end too many", run("check", "--as", path, trace)[1], "nest.log:5:1: warning: “[End e]”: 1 line speaks")


# --- the page --------------------------------------------------------------------------------------------------

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "formats" / "own.md"
MARK = "## All keys\n\n"


def test_page():
    head, _, keys = PAGE.read_text(encoding="utf-8").partition(MARK)
    printed = run("check-format", "--keys")[1]
    if "--write" in sys.argv:
        PAGE.write_text(head + MARK + printed, encoding="utf-8")
    else:
        same("docs/formats/own.md has all keys (test-own-formats.py --write)", keys, printed)


# --- what must not hang --------------------------------------------------------------------------------------

def test_limits(folder):
    path, trace = folder / "slow.weftformat", folder / "slow.log"
    path.write_text(LINES.replace("^(?<t>\\d+) (?<n>.*)$", "^(?<t>(a+)+)(?<n>b)$") + SLICE)
    trace.write_text(("a" * 200 + "cb\n") * 20000)
    status, out, _ = run("check", "--as", path, trace)
    says("gave up", out, "The pattern of “[Line a]” took too long for 1000 lines, and was then not looked at")
    same("said once", out.count("took too long"), 1)
    # A pipe beside the trace, which nobody writes to.
    os.mkfifo(folder / "pipe.weftformat")
    status, _, error = run("info", trace)
    same("status beside a pipe", status, 2)
    # A query without an end.
    path.write_text("[Format]\nReads=sqlite\nMakes=timeline\n[Time]\nUnit=ns\n[Query q]\n"
                    "SQL=WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0\n"
                    "[Instant a]\nName={i}\nTime={i}\n")
    status, out, _ = run("check", "--as", path, SAMPLES / "nsight-systems.sqlite")
    says("query", out, "the query takes too long")
    for sql in ("ATTACH 'x.db' AS x", "DELETE FROM StringIds", "SELECT nothing FROM StringIds", "PRAGMA user_version"):
        path.write_text(f"[Format]\nReads=sqlite\nMakes=timeline\n[Time]\nUnit=ns\n[Query q]\nSQL={sql}\n"
                        "[Instant a]\nName={i}\nTime={i}\n")
        status, out, _ = run("check", "--as", path, SAMPLES / "nsight-systems.sqlite")
        same(f"status of {sql}", status, 2)
        says(sql, out, "“[Query q]”: ")


def main():
    tests = [test_lines, test_table, test_query, test_commands, test_places, test_faults, test_values, test_nesting, test_page,
             test_limits]
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        failures.clear()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="weft-test-"))
        try:
            test(*([folder] if test.__code__.co_argcount else []))
        finally:
            shutil.rmtree(folder)
        print("not ok" if failures else "ok", number, test.__name__, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
