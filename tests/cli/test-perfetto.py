#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft-cli export --format perfetto`, decoded by protoc: of every family, slices, instants, counters and flows are
those that `dump` has; of whatever traces there are, the file keeps to what importers ask. As TAP."""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

from perfetto_trace import Trace, read_lines

CLI = os.environ["WEFT_CLI"]
SAMPLES = pathlib.Path(os.environ["WEFT_SAMPLES"])
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_TRACES", "nowhere"))
FOREIGN = ["kanata/konata-fixture-gem5.txt", "kanata/konata-fixture-kanata.txt", "bus/trace8_sample.jsonl",
           "intake/kanata/c-equals-midlog.log", "intake/xiangshan/xs-rtl-2025-10.db", "intake/kineto/triton.json.gz",
           "intake/kineto/cuda-event-sync.json.gz", "intake/mca/llvm14-skylake-mix-50it-all.json", "intake/scalesim/tiny_os_8x8",
           "noc/multicast/mc_n0.json", "noc/t3k-line-4/noc_trace_dev0_AllGatherAsync_ID1.json",
           "noc/cards/quick-push-zones-extract.json", "npu/spec_later_all_types.json", "npu/synth/cmp_4te.json"]


def run(*arguments, status=0):
    done = subprocess.run([CLI, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == status, f"{arguments}: {done.returncode}, {done.stderr.decode()}"
    return done.stdout


def export(path, *options, status=0):
    return Trace(run("export", path, "--format", "perfetto", "-o", "-", *options, status=status))


def dump(path):
    return read_lines(run("dump", path).decode())


def same(ours, theirs):
    ours, theirs = Counter(ours), Counter(theirs)
    assert ours == theirs, f"too many: {list((ours - theirs))[:3]}, missing: {list((theirs - ours))[:3]}"


# --- families ----------------------------------------------------------------------------------------


def check_pipeline(path):
    trace, ops = export(path), dump(path)
    first = min([0] + [op["fetched"] for op in ops])
    same(((s.args["id"], s.start + first, s.end + first) for s in trace.ended() if s.category != "stage"),
         ((op["id"], op["fetched"], op["end"]) for op in ops))
    same(((s.args["op"], s.name, s.start + first, s.end + first) for s in trace.ended() if s.category == "stage"),
         ((op["id"], *stage[:2], op["end"] if stage[2] is None else stage[2])
          for op in ops for lane in op["lanes"].values() for stage in lane))
    known = {op["id"] for op in ops}
    same(((a.args["id"], b.args["id"]) for a, b in trace.flows),
         {(p[0], op["id"]) for op in ops for p in op["prods"] if p[0] in known and p[0] != op["id"]})
    assert "One cycle is written as 1 ns." in trace.process(trace.slices[0].track)["description"]


def test_pipeline(_):
    check_pipeline(SAMPLES / "kanata-core.log")
    check_pipeline(SAMPLES / "o3pipeview-core.out")


def test_noc(_):
    path = SAMPLES / "noc-eight-cores.json"
    trace, rows = export(path), dump(path)
    hertz = json.loads(run("export", path, "--format", "chrome", "-o", "-"))["otherData"].get("hertz", 10 ** 9)
    transfers = [row for row in rows if "transfer" in row]

    def clock(cycle):
        return cycle * 10 ** 9 // hertz

    same(((s.args["line"], s.start, s.end, s.args["bytes"]) for s in trace.ended() if s.category == "transfer"),
         ((r["line"], clock(r["cycle"]), clock(r["transfer"]["done"]), r["transfer"]["bytes"]) for r in transfers
          if "done" in r["transfer"]))
    same(((s.args["line"], s.start) for s in trace.instants),
         ((r["line"], clock(r["cycle"])) for r in transfers if "done" not in r["transfer"]))
    same(((s.args["line"], s.start, s.name) for s in trace.slices if "zone" in s.category),
         ((r["line"], clock(r["cycle"]), r["zone"]) for r in rows if r.get("zone_phase") == "ZONE_START"))
    assert any("wait" in s.category for s in trace.slices)


def test_npu(_):
    path = SAMPLES / "npu-two-layers.json"
    trace, rows = export(path), dump(path)
    events = [row for row in rows if "type" in row]
    samples = json.loads(path.read_text())["bandwidth_samples"]
    same(((s.category, s.start, s.end) for s in trace.ended()),
         ((e["type"], e["start"], e["end"]) for e in events if e["type"] != "MARKER_EVENT"))
    assert [s.category for s in trace.instants] == ["MARKER_EVENT"]
    for way in ("read", "write"):
        same(((c.time, c.value) for c in trace.counts if trace.tracks[c.track]["name"].endswith(": " + way)),
             ((s["cycle"], s[f"dram_{way}_bytes"] / s["window_cycles"]) for s in samples))
    # the commands name one another
    commands = json.loads((SAMPLES / "npu-two-layers.cmdq.json").read_text())
    waits = {(before, command["cmdq_id"]) for command in commands["commands"] for before in command["deps_before"]}
    arrows = {(a.args.get("command"), b.args.get("command")) for a, b in trace.flows}
    assert len(trace.flows) > 150 and arrows <= waits, list(arrows - waits)[:3]
    timed = export(path, "--clock", "500MHz")
    same(((2 * s.start, 2 * s.end) for s in trace.ended()), ((s.start, s.end) for s in timed.ended()))


def test_timeline(_):
    path = SAMPLES / "timeline-three-steps.json"
    trace, rows = export(path), dump(path)
    kinds = {kind: [row for row in rows if row["kind"] == kind] for kind in ("slice", "instant", "flow", "counter")}
    same(((s.name, s.start, s.end) for s in trace.ended()),
         ((r["name"], r["start"], r["end"]) for r in kinds["slice"]))
    same(((s.name, s.start) for s in trace.instants), ((r["name"], r["start"]) for r in kinds["instant"]))
    same(((c.time, c.value, trace.tracks[c.track]["name"]) for c in trace.counts),
         ((r["time"], r["value"], r["name"]) for r in kinds["counter"]))
    same(((a.name, a.start, b.name, b.start) for a, b in trace.flows),
         ((r["from"], r["from_start"], r["to"], r["to_start"]) for r in kinds["flow"]))
    assert {trace.process(s.track)["name"] for s in trace.slices} >= {"python"}


def test_live(_):
    path = SAMPLES / "live-two-chips.weftlive"
    trace, rows = export(path), dump(path)
    same(((s.category, s.start, s.end) for s in trace.ended()),
         ((r["kind"], r["start_ns"], r["end_ns"]) for r in rows if "end_ns" in r))
    same((s.start for s in trace.instants), (r["start_ns"] for r in rows if "end_ns" not in r))


def test_bus(_):
    path = SAMPLES / "saturnis-bus.jsonl"
    trace, rows = export(path), dump(path)
    same(((s.args["seq"], s.name, s.start, s.end) for s in trace.ended() if s.category != "wait"),
         ((r["seq"], r["kind"], r["tick_first_attempt"], r["tick_complete"]) for r in rows))
    waits = [r["tick_complete"] - r["tick_first_attempt"] - r["service_cycles"] for r in rows]
    assert sum(s.end - s.start for s in trace.ended() if s.category == "wait") == sum(w for w in waits if w > 0)


def test_scale_sim(_):
    """Cycles before 0 are put later, which is said, and numbers over time are counters."""
    trace = export(SAMPLES / "scale-sim-two-layers")
    assert trace.counts and min(c.time for c in trace.counts) == 0
    assert "all are written later by 13 cycles" in trace.process(trace.counts[0].track)["description"]


def test_foreign(_):
    """As much as Chrome's JSON has, of traces that others wrote."""
    if not SHARED.is_dir():
        return "the shared traces are not here"
    for name in FOREIGN:
        done = subprocess.run([CLI, "export", SHARED / name, "--format", "chrome", "-o", "-"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        events = json.loads(done.stdout)["traceEvents"]
        try:
            trace = export(SHARED / name, status=done.returncode)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
        n_timed = Counter(event["ph"] for event in events if "ts" in event)
        assert len(trace.ended()) == n_timed["X"] + n_timed["e"], (name, len(trace.ended()), n_timed)
        assert len(trace.slices) == n_timed["X"] + n_timed["b"] + n_timed["B"], (name, n_timed)
        assert len(trace.instants) == n_timed["i"] + n_timed["n"], (name, len(trace.instants), n_timed)
        assert len(trace.flows) <= n_timed["s"] == n_timed["f"], (name, n_timed)
    return None


# --- traps -------------------------------------------------------------------------------------------


def write_timeline(folder, *events):
    path = folder / "made.json"
    path.write_text(json.dumps({"traceEvents": [dict({"pid": 1, "tid": 1}, **event) for event in events]}))
    return path


def slice_(name, start, length):
    return {"ph": "X", "name": name, "ts": start, "dur": length}


def test_overlaps(folder):
    """Slices that overlap in part go to a track below, whatever the order of the file."""
    trace = export(write_timeline(folder, slice_("late", 50, 100), slice_("first", 0, 100), slice_("within", 10, 20),
                                  slice_("third", 90, 100), slice_("after", 200, 5)))
    tracks = {s.name: s.track for s in trace.slices}
    assert len(trace.ended()) == 5 and tracks["first"] == tracks["within"] == tracks["after"], tracks
    assert len({tracks[name] for name in ("first", "late", "third")}) == 3
    assert all(trace.tracks[tracks[name]]["parent"] == tracks["first"] for name in ("late", "third"))


def test_equal_times(folder):
    """An end comes before what begins at the same time, and a slice of no length keeps both of its ends."""
    trace = export(write_timeline(folder, slice_("a", 0, 10), slice_("b", 10, 10), slice_("point", 10, 0),
                                  slice_("c", 20, 0), slice_("d", 20, 5)))
    spans = {s.name: (s.start, s.end) for s in trace.ended()}
    assert spans == {"a": (0, 10000), "b": (10000, 20000), "point": (10000, 10000), "c": (20000, 20000),
                     "d": (20000, 25000)}, spans
    assert len({s.track for s in trace.slices}) == 1


def test_flow_ids(folder):
    """They are fixed64 (wire type 1) in fields 47 and 48, and never 0."""
    path = SAMPLES / "kanata-two-ops.log"
    data = run("export", path, "--format", "perfetto", "-o", "-")
    raw = subprocess.run(["protoc", "--decode_raw"], input=data, stdout=subprocess.PIPE, check=True).stdout.decode()
    assert "    47: 0x0000000000000001\n" in raw and "    48: 0x0000000000000001\n" in raw
    assert [(a.args["id"], b.args["id"]) for a, b in Trace(data).flows] == [(0, 1)]


def test_counters(folder):
    counters = [{"ph": "C", "name": "c", "ts": time, "args": {"value": value}}
                for time, value in ((1, -5), (2, 2.5), (3, -0.125), (4, 1e300))]
    trace = export(write_timeline(folder, *counters))
    assert [(c.time, c.value) for c in trace.counts] == [(1000, -5), (2000, 2.5), (3000, -0.125), (4000, 1e300)]


def write_log(folder, first, second):
    path = folder / "made.log"
    path.write_text(f"Kanata\t0004\nC=\t{first}\nI\t0\t0\t0\nS\t0\t0\tF\nC\t{second}\nE\t0\t0\tF\nR\t0\t0\t0\n")
    return path


def test_large_times(folder):
    last = 2 ** 63 - 2
    trace = export(write_log(folder, last - 5, 5))
    assert [(s.start, s.end) for s in trace.ended()] == [(last - 5, last)] * 2
    trace = export(write_log(folder, -2 ** 62, 2 ** 62 + 7))
    assert [(s.start, s.end) for s in trace.ended()] == [(0, 2 ** 62 + 7)] * 2
    assert f"written later by {2 ** 62} cycles" in trace.process(trace.slices[0].track)["description"]


def test_names(folder):
    """Any bytes are a name; nested arguments stay nested; there is a limit to names that are numbered."""
    event = dict(slice_("n", 1, 2), args={"list": [1, -2, "x", {"deep": True}], "object": {"a": 0.5}})
    trace = export(write_timeline(folder, event))
    assert trace.slices[0].args == {"list": [1, -2, "x", {"deep": True}], "object": {"a": 0.5}}
    log = folder / "labels.log"
    lines = [f"I\t{i}\t{i}\t0\nL\t{i}\t0\tlabel {i}\nR\t{i}\t{i}\t0\nC\t1\n" for i in range(65600)]
    log.write_text("Kanata\t0004\nC=\t0\n" + "".join(lines))
    trace = export(log)
    assert len(trace.names["event_names"]) == 65536 and trace.n_inline == 64
    assert {s.name for s in trace.slices} == {f"label {i}" for i in range(65600)}
    log.write_bytes(b"Kanata\t0004\nC=\t0\nI\t0\t0\t0\nL\t0\t0\t\xff\"\n'\\\nC\t3\nR\t0\t0\t0\n")
    assert export(log).slices[0].name.startswith("\ufffd\"")


def test_open(folder):
    """What never ends has no end."""
    trace = export(write_timeline(folder, {"ph": "B", "name": "open", "ts": 5}, slice_("in it", 6, 2)))
    assert [s.name for s in trace.slices if s.end is None] == ["open"]
    assert [(s.name, s.start, s.end) for s in trace.ended()] == [("in it", 6000, 8000)]


def test_part(_):
    """A filter and a range hold here as in the other formats, and no flow is left with one end."""
    path = SAMPLES / "kanata-core.log"
    lines = read_lines(run("dump", path, "--filter", "latency > 20", "--range", "4100:4200").decode())
    trace = export(path, "--filter", "latency > 20", "--range", "4100:4200")
    assert sorted(s.args["id"] for s in trace.slices if s.category != "stage") == [line["id"] for line in lines] != []


def test_matrix(_):
    """Tables, tracks in both formats and a database are there for every family; what a family has not is refused with
    what it has."""
    for name in ("kanata-core.log", "noc-eight-cores.json", "npu-two-layers.json", "timeline-three-steps.json",
                 "live-two-chips.weftlive", "saturnis-bus.jsonl"):
        for form, start in (("csv", b""), ("chrome", b"{"), ("perfetto", b"\n")):
            data = run("export", SAMPLES / name, "--format", form, "-o", "-")
            assert len(data) > 1000 and data.startswith(start), (name, form)
        done = subprocess.run([CLI, "export", SAMPLES / name, "--format", "annotated", "-o", "-"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if name != "saturnis-bus.jsonl":
            assert done.returncode == 64 and done.stdout == b"", (name, done.returncode)
            for form in (b"csv", b"chrome", b"perfetto", b"sqlite"):
                assert form in done.stderr, (name, done.stderr)


def test_bus_csv(_):
    """A line for each access, in the order in which they completed, with what the model says of it."""
    path = SAMPLES / "saturnis-bus.jsonl"
    lines = list(csv.DictReader(io.StringIO(run("export", path, "--format", "csv", "-o", "-").decode())))
    model = read_lines(run("export", path, "--format", "annotated", "--model", "-o", "-").decode())
    assert [int(line["seq"]) for line in lines] == [row["seq"] for row in model]
    for line, row in zip(lines, model):
        assert (line["master"], int(line["wait"]), int(line["wait_delta"]), line["class"]) == \
            (row["master"], row["observed_wait"], row["model_vs_trace_wait_delta"], row["classification"]), line
    part = run("export", path, "--format", "csv", "--filter", "master == \"DMA\"", "-o", "-").decode().splitlines()
    assert len(part) - 1 == sum(row["master"] == "DMA" for row in model) < len(model)


def main():
    tests = [(name[5:], function) for name, function in globals().items() if name.startswith("test_")]
    failed = False
    if shutil.which("protoc") is None:
        if os.environ.get("CI"):
            print("Bail out! protoc is missing: install protobuf-compiler")
            return 1
        print("1..0 # SKIP protoc is not installed (package protobuf-compiler)")
        return 0
    print(f"1..{len(tests)}")
    for number, (name, function) in enumerate(tests, start=1):
        with tempfile.TemporaryDirectory(prefix="weft-perfetto-") as folder:
            try:
                skipped = function(pathlib.Path(folder))
                print(f"ok {number} {name}" + (f" # SKIP {skipped}" if skipped else ""), flush=True)
            except (AssertionError, KeyError, IndexError, ValueError) as error:
                failed = True
                print("# " + f"{type(error).__name__}: {error}".replace("\n", "\n# ")[:2000])
                print(f"not ok {number} {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
