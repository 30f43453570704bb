#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare what weft-cli says of Chrome's trace events with a slow program written from
docs/formats/chrome.md alone: slices by name, category, process and thread, devices, counters, instants
and call stacks, of the whole and of random ranges. Prints TAP. Traces: random ones with slices that
overlap in part, of no length, asynchronous and unfinished ones, and the shared ones of Kineto."""

import collections
import decimal
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CLI = os.environ["WEFT_CLI"]
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_TRACES", "/nowhere")) / "intake" / "kineto"
N_RANDOM = int(os.environ.get("WEFT_REFERENCE_LOGS", "25"))

WORK = {"kernel": "kernel", "gpu_memcpy": "copy", "gpu_memset": "fill"}
CALLS = ("cuda_runtime", "cuda_driver")
DEVICE_ONLY = {"gpu_user_annotation": "annotation", "cuda_sync": "wait", "cuda_event": "wait"}
FOREVER = 1 << 62


# --- the slow program ----------------------------------------------------------------------------

class Slice:
    def __init__(self, row, event, track, start, end):
        self.row, self.track, self.start, self.end = row, track, start, end
        self.name, self.cat = event.get("name"), event.get("cat")
        args = event.get("args", {})
        self.correlation, self.bytes = args.get("correlation"), args.get("bytes")
        self.parent, self.children = None, []

    def touches(self, a, b):
        return a <= self.start < b if self.end == self.start else self.start < b and self.end > a

    def clip(self, a, b):
        return max(min(self.end, b) - max(self.start, a), 0)

    def self_time(self, a, b):
        return self.clip(a, b) - union((c.start, c.end) for c in self.children)(a, b)

    def path(self):
        return (self.parent.path() if self.parent else ()) + (self.name,)


def union(spans):
    """How much of [a, b) the spans cover together, as a function of a and b."""
    merged = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return lambda a, b: sum(max(min(e, b) - max(s, a), 0) for s, e in merged)


def ns(number):
    return int(decimal.Decimal(number) * 1000)


def word(value):
    return value if isinstance(value, str) else str(value)


class Trace:
    def __init__(self, text):
        document = json.loads(text, parse_float=decimal.Decimal)
        events = document["traceEvents"] if isinstance(document, dict) else document
        self.slices, self.instants, self.points = [], [], collections.defaultdict(list)
        self.flow_ends = []
        last, open_slices = 0, collections.defaultdict(list)
        first = FOREVER
        for row, event in enumerate(events):
            phase = event["ph"]
            if phase == "M":
                continue
            time = ns(event["ts"])
            first, last = min(first, time), max(last, time)
            thread = (word(event.get("pid", "")), word(event.get("tid", "")))
            if phase == "X":
                end = time + ns(event.get("dur", 0))
                last = max(last, end)
                self.slices.append(Slice(row, event, thread, time, end))
            elif phase == "B":
                open_slices[thread].append((row, event, time))
            elif phase == "E":
                number, begun, start = open_slices[thread].pop()
                self.slices.append(Slice(number, begun, thread, start, time))
            elif phase == "b":
                open_slices["async", thread[0], event["cat"], event["id"]].append((row, event, time))
            elif phase == "e":
                number, begun, start = open_slices["async", thread[0], event["cat"],
                                                   event["id"]].pop()
                self.slices.append(Slice(number, begun, (thread[0], "async", event["cat"]), start,
                                         time))
            elif phase == "i":
                self.instants.append((event["name"], thread, time))
            elif phase == "C":
                for key, value in event["args"].items():
                    self.points[thread[0], event["name"], key].append((time, value))
            elif phase in "sf":
                self.flow_ends.append((event["cat"], event["id"], phase, time, thread))
        for key, stack in open_slices.items():
            track = (key[1], "async", key[2]) if key[0] == "async" else key
            for number, begun, start in stack:
                self.slices.append(Slice(number, begun, track, start, last))
        self.first, self.last = first, last
        self.slices.sort(key=lambda s: s.row)
        self.nest()
        self.find_devices()

    def nest(self):
        """A parent is the innermost slice of the thread that contains it."""
        threads = collections.defaultdict(list)
        for s in self.slices:
            if s.track[1] != "async":
                threads[s.track].append(s)
        for members in threads.values():
            members.sort(key=lambda s: (s.start, -s.end, s.row))
            active = []
            for s in members:
                active = [o for o in active if o.end > s.start or o.end == s.end]
                for o in reversed(active):
                    same = (o.start, o.end) == (s.start, s.end)
                    if same or (o.end >= s.end and o.end > s.start):
                        s.parent = o
                        o.children.append(s)
                        break
                active.append(s)

    def find_devices(self):
        votes = collections.Counter()
        for s in self.slices:
            votes[s.track] += 1 if s.cat in WORK or s.cat in DEVICE_ONLY else -1
        self.is_device = {track: n > 0 for track, n in votes.items()}
        self.devices = sorted({t[0] for t, yes in self.is_device.items() if yes})
        calls = {}
        for s in self.slices:
            if s.cat in CALLS and s.correlation and not self.is_device[s.track]:
                calls.setdefault(s.correlation, s)
        self.launch = {s.row: calls.get(s.correlation) for s in self.slices if self.role(s) in
                       WORK.values() and s.correlation}

    def role(self, s):
        if self.is_device[s.track]:
            return WORK.get(s.cat) or DEVICE_ONLY.get(s.cat)
        if s.cat not in CALLS:
            return None
        return "sync" if "Synchronize" in (s.name or "") else "call"


def rank(values, share):
    """Nearest rank; `share` is a decimal fraction."""
    values = sorted(values)
    place = -(-len(values) * share[0] // share[1])
    return values[place - 1]


def summarize(slices, a, b):
    lengths = [s.end - s.start for s in slices]
    return {"count": len(slices), "total_ns": sum(s.clip(a, b) for s in slices),
            "self_ns": sum(s.self_time(a, b) for s in slices), "min_ns": min(lengths),
            "max_ns": max(lengths), "p50_ns": rank(lengths, (1, 2)),
            "p99_ns": rank(lengths, (99, 100)), "mean_ns": sum(lengths) / len(lengths)}


def group(slices, key):
    groups = collections.defaultdict(list)
    for s in slices:
        groups[key(s)].append(s)
    return groups


def measure_device(trace, slices, pid, a, b):
    work = sorted((s for s in slices if s.track[0] == pid and trace.role(s) in WORK.values()),
                  key=lambda s: (max(s.start, a), -min(s.end, b), s.row))
    kernels = [s for s in work if trace.role(s) == "kernel"]
    copies = [s for s in work if trace.role(s) == "copy"]
    expected = {"kernels": len(kernels), "copies": len(copies),
                "fills": len(work) - len(kernels) - len(copies)}
    covered = union((s.start, s.end) for s in work)
    kernel_time = union((s.start, s.end) for s in kernels)(a, b)
    copy_time = union((s.start, s.end) for s in copies)(a, b)
    both = kernel_time + copy_time - union((s.start, s.end) for s in kernels + copies)(a, b)
    expected |= {"busy_ns": covered(a, b), "kernel_ns": kernel_time, "copy_ns": copy_time,
                 "exposed_copy_ns": copy_time - both}
    sizes = [s.bytes for s in copies if s.bytes is not None]
    expected["copy_bytes"] = sum(sizes) if sizes else None
    if work:
        first = min(max(s.start, a) for s in work)
        last = max(min(s.end, b) for s in work)
        if last > first:
            expected["idle_ns"] = last - first - covered(a, b)
            edges = sorted({first, last} | {min(s.end, b) for s in work})
            gaps = [min((max(s.start, a) for s in work if max(s.start, a) > e), default=e) - e
                    for e in edges if not any(s.start < e < s.end for s in work)
                    and not covered(e, e + 1)]
            expected["gap_ns"] = max(gaps, default=0) or None
    delays, starved, starved_time, reached = [], 0, 0, None
    for s in work:
        call = trace.launch.get(s.row)
        if trace.role(s) == "kernel" and call and s.start >= a:
            delays.append(s.start - call.start)
            if reached is not None and call.start >= reached:
                starved += 1
                starved_time += max(s.start - reached, 0)
        end = min(s.end, b)
        reached = end if reached is None else max(reached, end)
    expected["launched"] = len(delays)
    if delays:
        expected |= {"launch_p50_ns": rank(delays, (1, 2)), "launch_p99_ns": rank(delays, (99, 100)),
                     "starved": starved, "starved_ns": starved_time}
    return expected


def measure_counter(trace, points, a, b):
    points = sorted(points, key=lambda p: p[0])
    area = time = 0
    held = []
    for i, (start, value) in enumerate(points):
        end = points[i + 1][0] if i + 1 < len(points) else trace.last
        length = max(min(end, b) - max(start, a), 0)
        if length or a <= start < b:
            held.append(value)
            area, time = area + value * length, time + length
    if not held:
        return None
    return {"values": sum(a <= t < b for t, _ in points), "min": min(held), "max": max(held),
            "last": held[-1], "mean": area / time if time else None}


# --- what weft-cli says --------------------------------------------------------------------------

def ask(path, *options):
    run = subprocess.run([CLI, "stats", *options, path], capture_output=True, check=False)
    if run.returncode != 0:
        raise AssertionError(f"{options}: status {run.returncode}: {run.stderr.decode()}")
    return json.loads(run.stdout)


def differs(what, got, expected):
    for key, value in expected.items():
        said = got.get(key)
        if isinstance(value, (float, decimal.Decimal)):
            if said is None or abs(said - float(value)) > 1e-9 * max(abs(float(value)), 1):
                return f"{what}: {key} is {said}, not {value}"
        elif said != value:
            return f"{what}: {key} is {said}, not {value}"
    return None


def compare_sums(got, slices, key, word_key, a, b):
    groups = group(slices, key)
    rows = {row[word_key]: row for row in got}
    if set(rows) != set(groups) or len(rows) != len(got):
        return f"by {word_key}: {sorted(map(str, rows))[:5]}, not {sorted(map(str, groups))[:5]}"
    for name, members in groups.items():
        found = differs(f"{word_key} {name}", rows[name], summarize(members, a, b))
        if found:
            return found
    return None


def compare_tracks(got, slices, a, b):
    for track, members in group(slices, lambda s: s.track).items():
        pid, tid = track[0], track[-1]
        rows = [r for kind in ("threads", "streams") for r in got[kind]
                if (r["pid"], r["tid"]) == (pid, tid)]
        if len(rows) != 1:
            return f"thread {track} stands {len(rows)} times"
        expected = {key: value for key, value in summarize(members, a, b).items()
                    if key in ("count", "total_ns", "self_ns")}
        expected["busy_ns"] = union((s.start, s.end) for s in members)(a, b)
        found = differs(f"thread {track}", rows[0], expected)
        if found:
            return found
    for pid, members in group(slices, lambda s: s.track[0]).items():
        row = next(r for r in got["processes"] if r["pid"] == pid)
        found = differs(f"process {pid}", row, {
            "count": len(members), "busy_ns": union((s.start, s.end) for s in members)(a, b)})
        if found:
            return found
    return None


def compare_devices(got, trace, slices, a, b):
    titles = {r["pid"]: r["process"] for r in got["streams"]}
    for pid in trace.devices:
        rows = [r for r in got["devices"] if r["device"] == titles.get(pid)]
        expected = measure_device(trace, slices, pid, a, b)
        if not rows and not expected["kernels"] + expected["copies"] + expected["fills"]:
            continue
        found = f"no device {pid}" if not rows else differs(f"device {pid}", rows[0], expected)
        if found:
            return found
    return None


def compare_counters(got, trace, a, b):
    expected = [measure_counter(trace, points, a, b) for points in trace.points.values()]
    expected = [e for e in expected if e]
    if len(expected) != len(got):
        return f"{len(got)} counters, not {len(expected)}"
    for row, want in zip(got, expected):
        found = differs(f"counter {row['counter']}", row, want)
        if found:
            return found
    return None


def compare_stacks(path, slices, a, b, options):
    paths = group(slices, Slice.path)
    got = {}
    for row in ask(path, "--json", "--by", "stack", *options):
        got[row["stack"]] = row
    for names, members in paths.items():
        key = ";".join(name or "—" for name in names)
        expected = summarize(members, a, b)
        found = differs(f"stack {key}", got.get(key, {}),
                        {k: expected[k] for k in ("count", "total_ns", "self_ns")}
                        | {"depth": len(names) - 1})
        if found:
            return found
    return None if len(got) == len(paths) else f"{len(got)} stacks, not {len(paths)}"


def compare(path, trace, a, b, is_whole):
    options = [] if is_whole else ["--range", f"{a}:{b}"]
    if is_whole:
        a, b = trace.first, FOREVER
    slices = [s for s in trace.slices if s.touches(a, b)]
    got = ask(path, "--json", *options)
    instants = [i for i in trace.instants if a <= i[2] < b]
    counts = collections.Counter(i[0] for i in instants)
    return (compare_sums(got["names"], slices, lambda s: s.name, "name", a, b)
            or compare_sums(got["categories"], slices, lambda s: s.cat, "category", a, b)
            or compare_tracks(got, slices, a, b)
            or compare_devices(got, trace, slices, a, min(b, trace.last))
            or compare_counters(got["counters"], trace, a, b)
            or (None if {r["name"]: r["count"] for r in got["instants"]} == counts else "instants")
            or (None if got["instant_count"] == len(instants) else "instant_count")
            or compare_stacks(path, slices, a, b, options))


def compare_all(path, text, n_ranges):
    trace = Trace(text)
    found = compare(path, trace, 0, 0, True)
    for _ in range(n_ranges):
        if found:
            break
        a, b = sorted(random.sample(range(trace.first - 2, trace.last + 3), 2))
        found = compare(path, trace, a, b, False)
        found = found and f"{a}:{b}: {found}"
    return found


# --- traces --------------------------------------------------------------------------------------

def random_time(top):
    return decimal.Decimal(random.randrange(top)) / random.choice((1, 1, 1000))


def random_trace():
    """Microseconds from a small range, so that times are often equal."""
    top = random.choice((12, 60, 900))
    names = [f"f{i}" for i in range(random.choice((2, 6)))]
    events = []
    for _ in range(random.choice((5, 40, 250))):
        ts, dur = random_time(top), random.choice((0, 1, random_time(top)))
        pid, tid = random.choice((1, 2, "host")), random.choice((1, 2))
        kind = random.random()
        event = {"name": random.choice(names), "cat": "cpu_op", "pid": pid, "tid": tid, "ts": ts}
        if kind < 0.45:
            events.append(event | {"ph": "X", "dur": dur})
        elif kind < 0.7:
            correlation = random.randrange(1, 40)
            device = random.choice((0, 3))
            cat = random.choice(("kernel", "kernel", "gpu_memcpy", "gpu_memset",
                                 "gpu_user_annotation"))
            args = {"correlation": correlation}
            if cat == "gpu_memcpy" and random.random() < 0.7:
                args["bytes"] = random.randrange(1 << 20)
            events.append(event | {"ph": "X", "dur": dur, "cat": cat, "pid": device,
                                   "tid": random.choice((7, 20)), "args": args})
            events.append(event | {"ph": "X", "dur": 1, "cat": "cuda_runtime", "name": random.choice(
                ("cudaLaunchKernel", "cudaStreamSynchronize")), "args": {
                    "correlation": correlation}, "ts": max(ts - random_time(8), 0)})
        elif kind < 0.8:
            number = len(events)
            events.append(event | {"ph": "b", "id": number, "cat": random.choice("pq")})
            if random.random() < 0.9:
                events.append(events[-1] | {"ph": "e", "ts": ts + dur})
        elif kind < 0.9:
            events.append(event | {"ph": "i", "s": "t"})
        else:
            events.append(event | {"ph": "C", "name": f"c{random.randrange(2)}", "args": {
                "value": random.randrange(-5, 99), "other": random.random()}})
    if random.random() < 0.5:
        events.append({"ph": "B", "name": "open", "cat": "cpu_op", "pid": 1, "tid": 9,
                       "ts": random_time(top)})
    return events


def to_text(events):
    class Encoder(json.JSONEncoder):
        def default(self, o):
            return float(o)
    return json.dumps({"traceEvents": events}, cls=Encoder)


def main():
    number = failed = 0

    def report(name, found):
        nonlocal number, failed
        number += 1
        failed += found is not None
        print(f"{'ok' if found is None else 'not ok'} {number} {name}")
        if found is not None:
            print(f"# {found}")

    with tempfile.TemporaryDirectory() as folder:
        for i in range(N_RANDOM):
            random.seed(i)
            text = to_text(random_trace())
            path = pathlib.Path(folder) / f"random-{i}.json"
            path.write_text(text)
            report(f"random {i}", compare_all(path, text, 4))
    files = sorted(SHARED.glob("*.json.gz")) if SHARED.exists() else []
    for path in files:
        random.seed(path.name)
        report(path.name, compare_all(path, gzip.decompress(path.read_bytes()), 1))
    if not files:
        number += 1
        print(f"ok {number} Kineto # SKIP the shared traces are not here")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
