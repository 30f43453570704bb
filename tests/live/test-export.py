#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings as traces: what weft-cli filters, counts, compares and exports of recordings is held against a
program that reads them by the document alone and counts by brute force: test-export.py WEFT-CLI, as TAP."""

import collections
import csv
import io
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import live_protocol
from live_protocol import PROGRAM, RECORDS, STREAM_ADD, STREAM_END, SYNC, WELCOME, make_frame, make_text

CLI = sys.argv[1]
OFFSET = 7_000_000_000  # host ns at which both devices' clocks are 0; a tick is 1 ns
NAMES = {1: "matmul", 2: "copy \"in\"", 3: "norm"}
KINDS = ("program", "stall", "device_loss")


# --- recordings that are made ------------------------------------------------------------------------


def make_stream(stream, chip, records):
    out = make_frame(STREAM_ADD, struct.pack("<IIHBBI", chip, 40 + chip, 1, 1, 0, stream) + bytes(15)
                     + bytes([chip]) + make_text("made"), stream)
    for key, name in NAMES.items():
        out += make_frame(PROGRAM, struct.pack("<IIQ", key, 70 + key, 0) + make_text(name)
                          + make_text(f"{name}.cpp"), stream)
    out += make_frame(SYNC, struct.pack("<IHHdQQQIIdddQ", 1, 1, 0, 1.0, OFFSET, 0, 50, 9, 9, 1, 1, 0, 0), stream)
    for first in range(0, len(records), 100):
        part = records[first:first + 100]
        out += make_frame(RECORDS, struct.pack("<IHHQ", 1, 1, 0, OFFSET)
                          + b"".join(live_protocol.RECORD.pack(*record) for record in part), stream, first,
                          len(part))
    return out + make_frame(STREAM_END, b"", stream, len(records))


def make_records(seed, slower):
    """Runs of programs of two sub-devices that overlap, some without an end or backwards; stalls and losses."""
    dice = random.Random(seed)
    records, ticks = [], 1000
    for number in range(700):
        key = dice.choice((1, 1, 2)) if slower == 1 else dice.choice((1, 1, 2, 3))
        length = dice.randrange(200, 2000) * (slower if key == 1 else 1)
        flags = dice.choice((0,) * 20 + (1, 2, 4))
        end = ticks + length
        if flags == 1:
            end = ticks - 5
        elif flags == 2:
            end = 0
        kind = dice.choice((0,) * 12 + (1, 2))
        if kind:
            flags, end = 0, ticks + 30
        records.append((ticks, end, key if kind == 0 else 0, 500 + number, kind, flags, number % 2,
                        dice.randrange(1, 9) if kind == 2 else 0))
        ticks += dice.randrange(100, 1500)
    return records


def make_recording(seed, slower=1):
    return (live_protocol.make_hello(live_protocol.DAEMON, b"sessionsessionid", kind=WELCOME)
            + make_stream(1, 0, make_records(seed, slower)) + make_stream(2, 5, make_records(seed + 1, slower)))


# --- what is true of them ----------------------------------------------------------------------------

Row = collections.namedtuple("Row", "stream chip kind program start end length ticks runtime_id subdevice flags lost")


def read_rows(data):
    """All records of a recording of one connection, as the independent reader has them."""
    names = collections.defaultdict(dict)
    for frame in live_protocol.parse_frames(data):
        if frame.type == PROGRAM:
            key, = struct.unpack_from("<I", frame.bytes, 32)
            names[frame.stream][key] = live_protocol.get_text(frame, 48)[0]
    rows = []
    for number, lane in enumerate(live_protocol.Recording(data).lanes.values(), start=1):
        for _, (start, end, key, runtime_id, kind, flags, subdevice, aux) in lane.records:
            has_end = not flags & 3
            rows.append(Row(number, lane.chip, KINDS[kind], names[number][key] if kind == 0 else None,
                            OFFSET + start, OFFSET + end if has_end else None, end - start if has_end else None,
                            (start, end), runtime_id, subdevice, flags, aux if kind == 2 else None))
    return rows


def percentile(values, share):
    """Nearest rank, in thousandths."""
    return sorted(values)[max(-(-len(values) * share // 1000), 1) - 1]


def count_programs(rows):
    lengths = collections.defaultdict(list)
    for row in rows:
        if row.kind == "program" and row.flags == 0:
            lengths[row.program].append(row.length)
    return lengths


# --- weft-cli ----------------------------------------------------------------------------------------


def run(*arguments, status=0):
    done = subprocess.run([CLI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    assert done.returncode == status, f"{arguments}: {done.returncode}, {done.stderr}"
    return done.stdout


def read_csv(*arguments):
    return list(csv.DictReader(io.StringIO(run(*arguments))))


FILTERS = {
    "program == \"matmul\"": lambda row: row.program == "matmul",
    "program ~ /^copy/ && length_ns > 900": lambda row: row.program == NAMES[2] and (row.length or 0) > 900,
    "chip == 5 && (no_end || reversed)": lambda row: row.chip == 5 and row.flags & 3,
    "kind == \"device_loss\" && lost >= 4": lambda row: (row.lost or 0) >= 4,
    f"start_ns in {OFFSET + 9000}..{OFFSET + 90000}": lambda row: 9000 <= row.start - OFFSET <= 90000,
    "sources contains \"norm.cpp\" || subdevice == 1 && !bad_clock":
        lambda row: row.program == "norm" or row.kind != "device_loss" and row.subdevice == 1
        and not row.flags & 4,
}


def test_csv(path, rows):
    lines = read_csv("export", path, "--format", "csv", "-o", "-")
    assert len(lines) == len(rows), len(lines)
    for line, row in zip(lines, rows):
        ours = (row.chip, row.kind, row.program or "", row.start, row.end, row.length, row.lost)
        theirs = (int(line["chip"]), line["kind"], line["program"], int(line["start_ns"]),
                  *(int(line[key]) if line[key] else None for key in ("end_ns", "length_ns", "lost")))
        assert ours == theirs, (ours, theirs)
        if row.kind != "device_loss":
            assert (int(line["start_ticks"]), int(line["end_ticks"])) == row.ticks, line
            assert int(line["runtime_id"]) == row.runtime_id and int(line["subdevice"]) == row.subdevice
        assert [line[key] for key in ("reversed", "no_end", "bad_clock")] == [
            str(bool(row.flags & flag)).lower() for flag in (1, 2, 4)]


def test_filters(path, rows):
    for text, holds in FILTERS.items():
        wanted = [row for row in rows if holds(row)]
        lines = read_csv("export", path, "--format", "csv", "--filter", text, "-o", "-")
        assert [(int(l["chip"]), int(l["start_ns"])) for l in lines] == [(r.chip, r.start) for r in wanted], text
        dumped = [json.loads(line) for line in run("dump", path, "--filter", text).splitlines()]
        assert [(d["chip"], d["start_ns"]) for d in dumped] == [(r.chip, r.start) for r in wanted], text
        assert wanted, text
    run("dump", path, "--filter", "lenght_ns > 3", status=64)


def check_programs(theirs, rows):
    lengths = count_programs(rows)
    assert {p["name"] for p in theirs if p["p50"] is not None} == set(lengths)
    total = sum(map(sum, lengths.values()))
    for program in theirs:
        ours = lengths[program["name"]]
        if ours:
            assert program["p50"] == percentile(ours, 500) and program["p99"] == percentile(ours, 990), program
            assert program["max"] == max(ours) and abs(program["busy_share"] - sum(ours) / total) < 1e-9, program


def test_stats(path, rows):
    whole = json.loads(run("stats", "--json", path))
    check_programs(whole["programs"], rows)
    for text, holds in FILTERS.items():
        stats = json.loads(run("stats", "--json", "--filter", text, path))
        passing = [row for row in rows if holds(row)]
        check_programs(stats["programs"], passing)
        assert {p["name"]: p["count"] for p in stats["programs"]} == {
            name: len(lengths) for name, lengths in count_programs(passing).items()}, text
        # what streams did and lost does not depend on what is looked at
        assert stats["streams"] == whole["streams"] and stats["ledger"] == whole["ledger"]
    low, high = OFFSET + 50000, OFFSET + 300000
    stats = json.loads(run("stats", "--json", "--range", f"{low}:{high}", "--filter", "chip == 0", path))
    check_programs(stats["programs"], [r for r in rows if r.chip == 0 and low <= r.start < high])


def test_chrome(path, rows):
    trace = json.loads(run("export", path, "--format", "chrome", "-o", "-"))
    events = [event for event in trace["traceEvents"] if event["ph"] in "Xi"]
    ours = sorted((round((r.start) / 1000, 3), r.program or r.kind, r.kind, r.length is None) for r in rows)
    theirs = sorted((e["ts"], e["name"], e["cat"], e["ph"] == "i") for e in events)
    assert ours == theirs
    assert trace["otherData"]["session"].replace("-", "") == b"sessionsessionid".hex()
    threads = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            start = round(event["ts"] * 1000)
            threads[event["pid"], event["tid"]].append((start, start + round(event["dur"] * 1000)))
    for spans in threads.values():
        spans.sort()
        assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:])), "slices of a thread overlap"
    # Of what does not fit in one track, each further one has its number.
    tracks = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "M" and event["name"] == "thread_name":
            name, _, number = event["args"]["name"].partition(" (+")
            tracks[event["pid"], name].append(int(number.rstrip(")") or 0))
    assert max(map(len, tracks.values())) > 2
    assert all(numbers == list(range(len(numbers))) for numbers in tracks.values()), tracks
    total = sum(end - start for spans in threads.values() for start, end in spans)
    assert total == sum(row.length for row in rows if row.length is not None)
    # and the family of timelines reads them
    names = {line["name"]: int(line["count"]) for line in read_csv("stats", "--by", "name", "--csv", path_of(trace))}
    assert names["matmul"] == sum(r.program == "matmul" and r.length is not None for r in rows), names


def path_of(trace):
    path = pathlib.Path(FOLDER) / "trace.json"
    path.write_text(json.dumps(trace))
    return str(path)


def measure(rows):
    return {name: (len(values), sum(values), sum(values) / len(values), percentile(values, 500),
                   percentile(values, 990)) for name, values in count_programs(rows).items()}


def test_compare(path, rows):
    other = pathlib.Path(FOLDER) / "slow.weftlive"
    other.write_bytes(make_recording(3, slower=2))
    result = json.loads(run("compare", "--json", path, str(other), status=1))
    first, second = measure(rows), measure(read_rows(other.read_bytes()))
    assert "norm" in second and "norm" not in first
    numbers = ("count", "total_ns", "mean_ns", "p50_ns", "p99_ns")
    compared = {(r["name"], r["what"]): r for r in result["rows"] if r["group"] == "program"}
    assert len(compared) == 5 * len(set(first) | set(second))
    for name in set(first) | set(second):
        for place, what in enumerate(numbers):
            row = compared[name, what]
            a, b = (side[name][place] if name in side else None for side in (first, second))
            assert (row["a"], row["b"]) == (a, b) or abs(row["a"] - a) + abs(row["b"] - b) < 1e-6, (row, a, b)
            if a is not None and b is not None:
                assert abs(row["delta"] - (b - a)) < 1e-6 and abs(row["percent"] - 100 * (b - a) / a) < 1e-6, row
    assert result["conclusion"].index("matmul (mean +") < result["conclusion"].index("norm (only in")
    assert run("compare", path, str(other), status=1).startswith("Conclusion ")
    filtered = json.loads(run("compare", "--json", "--filter", "program == \"norm\"", path, str(other), status=1))
    assert {r["name"] for r in filtered["rows"] if r["group"] == "program"} == {"norm"}
    same = json.loads(run("compare", "--json", path, path))
    assert same["different"] == 0 and "in no number" in same["conclusion"]


def main():
    global FOLDER
    failed = False
    tests = (test_csv, test_filters, test_stats, test_chrome, test_compare)
    print(f"1..{len(tests)}")
    with tempfile.TemporaryDirectory(prefix="weft-export-") as FOLDER:
        path = pathlib.Path(FOLDER) / "made.weftlive"
        path.write_bytes(make_recording(1))
        rows = read_rows(path.read_bytes())
        for number, test in enumerate(tests, start=1):
            try:
                test(str(path), rows)
                print(f"ok {number} {test.__name__}", flush=True)
            except (AssertionError, ValueError, KeyError, TypeError) as error:
                failed = True
                print(f"# {type(error).__name__}: {error}")
                print(f"not ok {number} {test.__name__}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
