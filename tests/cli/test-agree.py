#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one output of weft-cli says, another says as well, and both what Python reads in the same file: findings and the
rows that they lead to, tables and their counts, traces with a single row or with none."""

import base64
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
failures = []


def run(*arguments, status=0):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, timeout=60, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    same(f"status of {' '.join(map(str, arguments))}", done.returncode, status)
    return done.stdout.decode() + done.stderr.decode()


def same(what, got, expected):
    if got != expected:
        failures.append(what)
        print(f"# {what}:\n#   got      {str(got)[:600]}\n#   expected {str(expected)[:600]}")


def ask(path, sql):
    return list(csv.reader(io.StringIO(run("query", path, sql, "--format", "csv"))))[1:]


def findings(name):
    return {found["key"]: found for found in json.loads(run("stats", "--json", SAMPLES / name))["findings"]}


def test_findings():
    """What a finding names in words is what it leads to."""
    wait = findings("saturnis-bus.jsonl")["longest-wait"]
    same("seq of the longest wait", str(wait["seq"]), re.search(r"DMA seq (\d+)", wait["text"])[1])
    same("its cycles", wait["cycles"]["first"] < wait["cycles"]["last"], True)
    barrier = findings("noc-eight-cores.json")["longest-barriers"]
    same("core of the longest barriers", barrier["tile"],
         [int(n) for n in re.search(r"\((\d+),(\d+)\)", barrier["text"]).groups()])


def test_noc_compare(folder):
    """As many links are said to differ as are marked."""
    events = json.loads((SAMPLES / "noc-eight-cores.json").read_text())
    halved = 0
    for event in events:
        if event.get("num_bytes", 0) > 64 and halved < 60:
            event["num_bytes"] //= 2
            halved += 1
    other = folder / "halved.json"
    other.write_text(json.dumps(events))
    compared = json.loads(run("compare", "--json", SAMPLES / "noc-eight-cores.json", other, status=1))
    n = sum(link["differs"] != "=" for link in compared["links"])
    same("links that differ", (n > 0, compared["different"]), (True, n))


def test_live():
    """A recording has a line of CSV for each of its records, and differs from itself in nothing."""
    sample = SAMPLES / "live-two-chips.weftlive"
    rows = list(csv.reader(io.StringIO(run("export", "--format", "csv", "-o", "-", sample))))[1:]
    programs = [line for line in run("dump", sample).splitlines() if json.loads(line)["kind"] == "program"]
    same("programs", sum("program" in row for row in rows), len(programs))
    streams = json.loads(run("stats", "--json", sample))["streams"]
    same("of one host, with devices that count", [(stream["host"], stream["device_loss"]) for stream in streams],
         [(None, 0)] * 2)
    compared = json.loads(run("compare", "--json", sample, sample))
    same("differences", (compared["different"], {row["differs"] for row in compared["rows"]}), (0, {0}))
    same("in words", "B differs from A in no number." in run("compare", sample, sample), True)


def test_tables():
    """All tables of an NPU run stand in its CSV, an empty line between them; each has a title of its own."""
    text = run("export", "--format", "csv", "-o", "-", SAMPLES / "npu-two-layers.json")
    titles = [block.splitlines()[0] for block in text.strip("\n").split("\n\n")]
    same("tables", (len(titles) > 5, len(titles)), (True, len(set(titles))))


def test_few_rows(folder):
    """The time of a trace with one row is that row's; one without rows has none."""
    record = json.loads((SAMPLES / "saturnis-bus.jsonl").read_text().splitlines()[0])
    texts = {
        "bus.jsonl": (json.dumps(record) + "\n",
                      [str(record["tick_first_attempt"]), str(record["tick_complete"])]),
        "slice.json": ('{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":5}]}', ["1000", "6000"]),
        "counter.json": ('{"traceEvents":[{"ph":"C","name":"a","pid":1,"ts":1,"args":{"n":5}},'
                         '{"ph":"C","name":"a","pid":1,"ts":3,"args":{"n":7}}]}', ["1000", "3000"]),
    }
    for name, (text, expected) in texts.items():
        path = folder / name
        path.write_text(text)
        times = dict(ask(path, "SELECT key, value FROM meta WHERE key IN ('first', 'last')"))
        same(f"time of {name}", [times["first"], times["last"]], expected)
    same("flows", ask(folder / "slice.json", "SELECT count(*) FROM flow"), [["0"]])


def test_npu_rows(folder):
    """The same of NPU runs, which have events and samples."""
    run_of = json.loads((SAMPLES / "npu-two-layers.json").read_text())
    events = next(key for key in run_of if "event" in key and isinstance(run_of[key], list))
    for kept in 1, 0:
        path = folder / f"npu-{kept}.json"
        path.write_text(json.dumps({key: value[:kept] if key == events else [] if "sample" in key else value
                                    for key, value in run_of.items()}))
        times = dict(ask(path, "SELECT key, value FROM meta WHERE key IN ('first', 'last')"))
        expected = [str(run_of[events][0][key]) for key in ("start_cycle", "end_cycle")] if kept else ["", ""]
        same(f"time of {kept} events", [times["first"], times["last"]], expected)


def test_caches(folder):
    """How a cache served an access to High WRAM is told by its service. Lines that are none are counted among all."""
    record = json.loads((SAMPLES / "saturnis-bus.jsonl").read_text().splitlines()[0])
    path = folder / "caches.jsonl"
    for service, word in {1: "hit", 2: "uncached", 4: "half", 8: "full", 5: "anomal"}.items():
        path.write_text(json.dumps({**record, "addr": "0x06000010", "service_cycles": service, "tick_first_attempt": 0,
                                    "tick_complete": service}) + "\n{}\n")
        stats = json.loads(run("stats", "--json", path))
        counts = {name: n for name, n in stats["cache_bucket_distribution"].items() if n > 0}
        same(f"cache of service {service}", [word in name for name in counts], [True])
        same("malformed lines among all", (stats["malformed_lines_skipped"], stats["total_events"]), (1, 2))


def test_critical_path():
    """It goes from the first step to the last, each as long as from its start to its end."""
    path = json.loads(run("stats", "--json", SAMPLES / "npu-two-layers.json"))["critical_path"]
    same("steps in time", [step["start"] for step in path], sorted(step["start"] for step in path))
    same("first step comes after none", [step["after"] is None for step in path].index(True), 0)
    same("lengths", [step["length"] for step in path], [step["end"] - step["start"] for step in path])


def test_times(folder):
    """A time that is no number is no time: the slice is told, and left out of what has one."""
    for time, n in ("1.25", 0), ("1.2.5", 1):
        path = folder / "time.json"
        path.write_text('{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":"%s","dur":5}]}' % time)
        same(f"diagnostics of {time}", len(run("check", path, status=n).splitlines()) >= n, True)
        same(f"slices that start, of {time}", ask(path, "SELECT count(start) FROM slice"), [[str(1 - n)]])


def test_places(folder):
    """What is coloured is what a row tells of, however it tells it: a tile, or a link of one of the networks."""
    tile = "SELECT '(3,1)' AS tile, 5 AS v"
    link = "SELECT \"from\", \"to\", {} AS noc, 5 AS v FROM link WHERE noc = 'NOC_0'"
    queries = [tile, tile.replace("'(3,1)' AS tile", "3 AS sx, 1 AS sy"), tile.replace("3,1", "1,3"),
               *(link.format(noc) for noc in ("noc", 0, "'NOC_1'"))]
    pictures = []
    for query in queries:
        picture = folder / "colours.png"
        run("render", "--size=640x400", f"--color-by-query={query}", SAMPLES / "noc-eight-cores.json", "-o", picture)
        pictures.append(picture.read_bytes())
    same("pictures that are the same", [pictures.index(picture) for picture in pictures], [0, 0, 2, 3, 3, 5])
    for query in tile.replace("3,1)", "3,1)x"), tile.replace("3,", "30,"), link.format("'NOC_2'"):
        run("render", f"--color-by-query={query}", SAMPLES / "noc-eight-cores.json", "-o", folder / "none.png",
            status=2)


def test_page(folder):
    """The flame graph of a page is as high as its rows."""
    page = folder / "page.html"
    run("export", "--format", "html", "-o", page, SAMPLES / "timeline-three-steps.json")
    svg = base64.b64decode(re.search(r"data:image/svg\+xml;base64,([^\"]+)", page.read_text())[1]).decode()
    height = float(re.search(r'<svg[^>]* height="([\d.]+)', svg)[1])
    same("height of the flame graph", (height > 60, (height - 48) % 20), (True, 0))


def test_index():
    same("what index is told", "--list" in run("index", "--list", "--clear", status=64), True)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tests = [test_findings, lambda: test_noc_compare(folder), test_live, test_tables, test_critical_path,
                 lambda: test_few_rows(folder), lambda: test_npu_rows(folder), lambda: test_caches(folder),
                 lambda: test_times(folder), lambda: test_places(folder),
                 lambda: test_page(folder), test_index]
        for test in tests:
            test()
    print("1..1")
    print("not ok 1 outputs agree" if failures else "ok 1 outputs agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
