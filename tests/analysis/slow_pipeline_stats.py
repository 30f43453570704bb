#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compute the statistics of a Kanata log the slow and obvious way, from its very lines:
slow_pipeline_stats.py [--range A:B] [FILE]

Prints what `weft-cli stats --json` must print, as a JSON object. Written from docs/cli.md and
docs/formats/kanata.md alone; shares no code with the program.
"""

import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "readers"))
import slow_kanata  # noqa: E402

NONE = "—"


def percentile(values, share):
    """The smallest value with at least share · n values at or below it."""
    values = sorted(values)
    return next(v for i, v in enumerate(values, start=1) if i * 1000 >= len(values) * share)


def ratio(count, of):
    return count / of if of > 0 else None


def program_counter(op):
    # A number may go on in the next piece, but the first must show that it is one.
    first = next(filter(None, op.label), b"")
    if re.fullmatch(rb"[a-fA-F]+|0[xX]", first):
        return None
    found = re.match(rb"(0[xX])?([0-9a-fA-F]+)(:|[ \t\\]|$)", b"".join(op.label))
    if not found:
        return None
    prefix, digits, stop = found.groups()
    if stop != b":" and prefix is None and not re.search(rb"[0-9]", digits):
        return None
    return int(digits, 16) if int(digits, 16) < 2**64 else None


class Stats:
    def __init__(self, log, first=None, last=None):
        self.log = log
        self.every = list(log.ops.values())         # in file order
        for op in self.every:
            op.until = log.last + 1 if op.end is None else op.end
            op.latency = max(0, op.until - op.fetched)
            op.pc = program_counter(op)
        self.ops = [op for op in self.every
                    if (first is None or op.until >= first) and (last is None or op.until < last)]
        self.window_end = log.last + 1 if last is None else last
        start = self.every[0].fetched if self.every else 0
        end = log.last if self.every else 0
        self.first = start if first is None else first
        self.last = end if last is None else last
        self.cycles = max(0, self.last - self.first)
        self.pipeline = self.find_pipeline()
        overlays = {s.lane for op in self.every for s in op.stages} - {self.pipeline}
        self.estimated = not overlays

    def find_pipeline(self):
        lanes = self.log.lanes
        return b"0" if b"0" in lanes else lanes[0] if lanes else b"0"

    def shortest(self, lane, name):
        lengths = {True: [], False: []}
        for op in self.every:
            lengths[op.state == "retired"] += [
                max(0, s.end - s.start) for s in op.stages
                if (s.lane, s.name) == (lane, name) and s.end is not None]
        return min(lengths[True] or lengths[False], default=None)

    def stall(self, op, memo={}):
        if not self.estimated:
            cycles = set()
            for s in op.stages:
                if s.lane != self.pipeline:
                    end = op.until if s.end is None else s.end
                    cycles.update(range(max(s.start, op.fetched), min(end, op.until)))
            return len(cycles)
        total = 0
        for s in op.stages:
            key = id(self), s.lane, s.name
            if key not in memo:
                memo[key] = self.shortest(s.lane, s.name)
            length = max(0, (op.until if s.end is None else s.end) - s.start)
            if memo[key] is not None:
                total += max(0, length - memo[key])
        return total

    def count(self, ops, state):
        return sum(op.state == state for op in ops)

    def threads(self):
        result = []
        for tid in sorted({op.tid for op in self.ops}):
            ops = [op for op in self.ops if op.tid == tid]
            retired = self.count(ops, "retired")
            result.append({"tid": tid, "ops": len(ops), "retired": retired,
                           "flushed": self.count(ops, "flush"), "open": self.count(ops, "eof"),
                           "ipc": ratio(retired, self.cycles)})
        return result

    def stages(self):
        result = []
        for lane, name in self.log.kinds:
            all_stages = [s for op in self.ops for s in op.stages if (s.lane, s.name) == (lane, name)]
            lengths = [max(0, s.end - s.start) for s in all_stages if s.end is not None]
            if not all_stages:
                continue
            row = {"name": slow_kanata.decode(name), "lane": slow_kanata.decode(lane),
                   "count": len(lengths), "total": sum(lengths)}
            for key, share in ("p50", 500), ("p90", 900), ("p99", 990), ("max", 1000):
                row[key] = percentile(lengths, share) if lengths else None
            row["mean"] = ratio(sum(lengths), len(lengths))
            row["open"] = len(all_stages) - len(lengths)
            result.append(row)
        return result

    def find_squashes(self):
        runs = []
        for tid in {op.tid for op in self.every}:
            cause = run = None
            for op in sorted((o for o in self.every if o.tid == tid), key=lambda o: o.id):
                if op.state != "flush":
                    cause, run = op, None
                    continue
                if op not in self.ops:
                    continue
                if run is None:
                    run = {"cause": cause, "ops": []}
                    runs.append(run)
                run["ops"].append(op)
        return sorted(runs, key=lambda run: run["ops"][0].id)

    def squashes(self):
        runs = self.find_squashes()
        retired = self.count(self.ops, "retired")
        rows = []
        for run in runs:
            first, cause = run["ops"][0], run["cause"]
            rows.append({"cycle": first.until, "tid": first.tid, "ops": len(run["ops"]),
                         "first": first.id, "cause": cause.id if cause else None,
                         "cause_label": slow_kanata.compose(cause.label) if cause else None})
        return {"runs": len(runs), "ops": sum(row["ops"] for row in rows),
                "per_1000_retired": ratio(1000 * len(runs), retired),
                "longest": max((row["ops"] for row in rows), default=0), "list": rows}

    def pcs(self):
        groups = {}
        for op in self.ops:
            groups.setdefault(op.pc, []).append(op)
        causes = [(run["cause"], len(run["ops"])) for run in self.find_squashes() if run["cause"]]
        for cause, _ in causes:
            groups.setdefault(cause.pc, [])
        rows = []
        for pc, ops in groups.items():
            squashed = [n for cause, n in causes if cause.pc == pc]
            first = ops[0] if ops else next(cause for cause, _ in causes if cause.pc == pc)
            rows.append({"pc": NONE if pc is None else hex(pc),
                         "label": slow_kanata.compose(first.label), "ops": len(ops),
                         "flushed": self.count(ops, "flush"),
                         "latency_mean": ratio(sum(op.latency for op in ops), len(ops)),
                         "latency_max": max((op.latency for op in ops), default=None),
                         "stall_cycles": sum(self.stall(op) for op in ops),
                         "retired": self.count(ops, "retired"), "squashes": len(squashed),
                         "squashed_ops": sum(squashed)})
        return sorted(rows, key=lambda r: (-r["stall_cycles"], -r["ops"], r["pc"] == NONE,
                                           0 if r["pc"] == NONE else int(r["pc"], 16)))

    def in_flight(self):
        first, end = self.first, self.window_end
        if not self.every or end <= first:
            return {"max": 0, "mean": None}
        spans = [(max(op.fetched, first), min(op.until, end)) for op in self.every]
        spans = [span for span in spans if span[0] < span[1]]
        busiest = max((sum(a <= start < b for a, b in spans) for start, _ in spans), default=0)
        return {"max": busiest, "mean": ratio(sum(b - a for a, b in spans), end - first)}

    def latency(self):
        values = [op.latency for op in self.ops]
        result = {"mean": ratio(sum(values), len(values))}
        for key, share in ("p50", 500), ("p90", 900), ("p99", 990), ("max", 1000):
            result[key] = percentile(values, share) if values else None
        return result

    def document(self):
        retired, flushed = self.count(self.ops, "retired"), self.count(self.ops, "flush")
        return {"ops": len(self.ops), "retired": retired, "flushed": flushed,
                "open": self.count(self.ops, "eof"),
                "cycles": {"first": self.first, "last": self.last},
                "ipc": ratio(retired, self.cycles), "cpi": ratio(self.cycles, retired),
                "flush_rate": ratio(flushed, len(self.ops)), "latency": self.latency(),
                "in_flight": self.in_flight(),
                "stall_cycles": sum(self.stall(op) for op in self.ops),
                "stall_estimated": self.estimated, "threads": self.threads(),
                "stages": self.stages(), "pcs": self.pcs(), "squashes": self.squashes(),
                "dependencies": sum(len(op.prods) for op in self.ops),
                "diagnostics": {"errors": 0, "warnings": len(self.log.warned),
                                "infos": self.log.infos}}


def difference(ours, theirs, where="", accuracy=1e-9):
    """Where two documents differ, in words; None where they don't. Keys must come in one order."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if list(ours) != list(theirs):
            return f"{where}: keys {list(ours)} and {list(theirs)}"
        return next(filter(None, (difference(ours[key], theirs[key], f"{where}.{key}", accuracy)
                                  for key in ours)), None)
    if isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return f"{where}: {len(ours)} and {len(theirs)} elements"
        return next(filter(None, (difference(a, b, f"{where}[{i}]", accuracy)
                                  for i, (a, b) in enumerate(zip(ours, theirs)))), None)
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        same = math.isclose(ours, theirs, rel_tol=accuracy, abs_tol=accuracy)
    else:
        same = ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)
    return None if same else f"{where}: {ours!r} and {theirs!r}"


def parse_range(text):
    return [int(part) if part else None for part in text.split(":")] if text else [None, None]


def main():
    arguments = sys.argv[1:]
    first, last = None, None
    if "--range" in arguments:
        at = arguments.index("--range")
        first, last = parse_range(arguments[at + 1])
        del arguments[at:at + 2]
    log = slow_kanata.load(arguments[0] if arguments else "-")
    print(json.dumps(Stats(log, first, last).document(), ensure_ascii=False))


if __name__ == "__main__":
    main()
