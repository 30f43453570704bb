#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compute the statistics of a Kanata log the slow and obvious way, from its very lines:
slow_pipeline_stats.py [--range A:B] [--path | --curves] [FILE]

Prints what `weft-cli stats --json` must print, as a JSON object, but for the sentences of findings;
with --path its "critical_path", with --curves its "curves". Written from docs/cli.md, docs/statistics.md and
docs/formats/kanata.md alone; shares no code with the program.
"""

import functools
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "readers"))
import slow_kanata  # noqa: E402
import slow_pipeline_why  # noqa: E402

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
    def __init__(self, log, first=None, last=None, lets=None):
        """Of the ops that end from `first` to before `last`, and for which `lets` holds."""
        self.log = log
        self.every = list(log.ops.values())         # in file order
        self.whole = first is None and last is None and lets is None
        for op in self.every:
            op.until = log.last + 1 if op.end is None else op.end
            op.latency = max(0, op.until - op.fetched)
            op.pc = program_counter(op)
        self.passed = [op for op in self.every if lets is None or lets(op)]
        self.ops = [op for op in self.passed
                    if (first is None or op.until >= first) and (last is None or op.until < last)]
        after = log.last + 1 if self.every else 0
        self.fetched = sum((first is None or op.fetched >= first)
                           and (last is None or op.fetched < last) for op in self.passed)
        self.window_end = after if last is None else last
        start = self.every[0].fetched if self.every else 0
        end = log.last if self.every else 0
        self.first = start if first is None else first
        self.last = end if last is None else last
        self.cycles = max(0, self.last - self.first)
        self.pipeline = self.find_pipeline()
        self.why = slow_pipeline_why.Why(log)
        self.ended = [op for op in self.ops if op.state != "eof"]

    def find_pipeline(self):
        lanes = self.log.lanes
        return b"0" if b"0" in lanes else lanes[0] if lanes else b"0"

    @functools.lru_cache(maxsize=None)
    def parts(self, op):
        return self.why.explain(op)

    def stall(self, op):
        return slow_pipeline_why.stall_cycles(op, self.parts(op))

    def stall_within(self):
        """Of all ops that ended, whenever: what they lost within the cycles."""
        total = 0
        for op in self.passed:
            for part in self.parts(op) if op.state != "eof" else []:
                if part["lost"] and part["cause"] not in ("retire", "squash"):
                    total += max(0, min(part["last"] + 1, self.window_end)
                                 - max(part["first"], self.first))
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
            row["longest_op"] = next((op.id for op in self.ops for s in op.stages
                                      if (s.lane, s.name) == (lane, name) and s.end is not None
                                      and max(0, s.end - s.start) == max(lengths)), None)
            result.append(row)
        return result

    def stalls_of(self, op):
        counts = {}
        for part in self.parts(op):
            if part["lost"]:
                key = part["cause"], part["reason"], part["lane"], part["stage"]
                counts[key] = counts.get(key, 0) + part["lost"]
        return counts

    def stalls(self):
        groups = {}
        for op in self.ended:
            for key, cycles in self.stalls_of(op).items():
                groups.setdefault(key, []).append((cycles, op))
        of_all = sum(op.latency for op in self.ended)
        causes = ["progress", "result", "execute", "retire", "front-end", "structural", "squash",
                  "unknown"]
        kinds = [(slow_kanata.decode(lane), slow_kanata.decode(name))
                 for lane, name in self.log.kinds]
        own = slow_kanata.decode(self.pipeline)
        rows = []
        for (cause, reason, lane, stage), found in groups.items():
            total, most = sum(c for c, _ in found), max(c for c, _ in found)
            order = (-total, causes.index(cause), reason is None,
                     kinds.index((lane, reason)) if reason is not None else 0, stage is None,
                     kinds.index((own, stage)) if stage is not None else 0)
            rows.append((order, {
                "type": cause, "reason": reason, "lane": lane, "stage": stage, "ops": len(found),
                "cycles": total, "share": ratio(total, of_all), "mean": ratio(total, len(found)),
                "max": most, "longest_op": next(op.id for c, op in found if c == most)}))
        return [row for _, row in sorted(rows, key=lambda item: item[0])]

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
        for op in self.ended:
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
                         "squashed_ops": sum(squashed),
                         "slowest_op": max(ops, key=lambda o: o.latency).id if ops else None})
        return sorted(rows, key=lambda r: (-r["stall_cycles"], -r["ops"], r["pc"] == NONE,
                                           0 if r["pc"] == NONE else int(r["pc"], 16)))

    def cpi_category(self, op, cycle):
        """What the slots of a cycle are lost to in which `op` is the next to retire."""
        refill = "bad-speculation" if self.why.follows_squash(op) else "front-end"
        if cycle < op.fetched:
            return refill
        part = next(p for p in self.parts(op) if p["first"] <= cycle <= p["last"])
        phase = self.why.phase_at(op, cycle)
        if phase in ("fetch", "decode") or (phase == "dispatch" and part["cause"] == "progress"):
            return refill
        if part["cause"] == "unknown" or (part["stage"] is None and part["cause"] != "retire"):
            return "unknown"
        return "memory" if part["cause"] == "execute" and phase == "memory" else "core"

    def cpi_stack(self):
        order = sorted((op for op in self.every if op.state == "retired"),
                       key=lambda op: (op.until, op.id))
        if not order or len(self.passed) < len(self.every):
            return {}
        together = {}
        for op in order:
            together[op.until] = together.get(op.until, 0) + 1
        width = max(together.values())
        slots = dict.fromkeys(("retiring", "front-end", "bad-speculation", "memory", "core",
                               "unknown"), 0)
        at = retired = 0
        for cycle in range(self.first, self.window_end):
            used = together.get(cycle, 0)
            while at < len(order) and order[at].until <= cycle:
                at += 1
            slots["retiring"] += used
            retired += used
            slots[self.cpi_category(order[at], cycle) if at < len(order) else "unknown"] += width - used
        total = sum(slots.values())
        return {"cpi_stack": {"width": width, "width_inferred": True, "parts": [
            {"category": name, "cpi": ratio(n / width, retired), "share": ratio(n, total),
             "cycles": n / width, "slots": n} for name, n in slots.items()]}}

    def dependencies(self):
        inferred = self.why.inferred
        stated = sum(len(op.prods) for op in self.every)
        found = {"dependencies": sum(len(op.prods) for op in self.ops),
                 "dependency_source": "stated" if stated else "unknown" if inferred is None
                 else "inferred"}
        if inferred is not None:
            found["inferred_dependencies"] = sum(len(inferred[op.id]) for op in self.ops)
        return found

    def storms(self):
        rows = sorted(self.find_squashes(), key=lambda run: (run["ops"][0].until,
                                                             self.every.index(run["ops"][0])))
        near = self.cycles // len(rows) / 2 if rows else 0
        groups = []
        for run in rows:
            cycle = run["ops"][0].until
            if groups and cycle - groups[-1][-1]["ops"][0].until < near:
                groups[-1].append(run)
            else:
                groups.append([run])
        storms = []
        for group in groups:
            if len(group) < 3:
                continue
            cause = max(group, key=lambda run: len(run["ops"]))["cause"]
            storms.append({"first": group[0]["ops"][0].until,
                           "last": group[-1]["ops"][0].until + 1, "squashes": len(group),
                           "ops": sum(len(run["ops"]) for run in group),
                           "cause": cause.id if cause else None,
                           "cause_label": slow_kanata.compose(cause.label) if cause else None})
        return sorted(storms, key=lambda s: (-s["ops"], s["first"]))

    def retire_gap(self):
        cycles = sorted({op.until for op in self.every if op.state == "retired"})
        gaps = [(b - a - 1, a + 1, b) for a, b in zip(cycles, cycles[1:]) if b - a > 1]
        return max(gaps, key=lambda gap: gap[0], default=None)

    def squash_findings(self):
        """Weights and places of what is said of squashes."""
        flushed = self.count(self.ops, "flush")
        if not flushed:
            return
        weight = min(flushed / len(self.ops) / 0.05, 1) / flushed / 2
        for storm in self.storms()[:1]:
            yield ("squash-storm", storm["ops"] * weight,
                   ("cycles", storm["first"], storm["last"]), storm["ops"] / flushed)
        runs = [run for run in self.find_squashes() if run["cause"] and run["cause"].pc is not None]
        pcs = [row for row in self.pcs() if row["pc"] != NONE]
        worst = max(pcs, key=lambda row: row["squashed_ops"], default=None)
        if worst and worst["squashes"]:
            its = [run for run in runs if hex(run["cause"].pc) == worst["pc"]]
            cause = max(its, key=lambda run: len(run["ops"]))["cause"]
            yield ("squashing-pc", worst["squashed_ops"] * weight, ("op", cause.id),
                   worst["squashed_ops"] / flushed)

    def stall_findings(self):
        rows = self.pcs()
        total = sum(row["stall_cycles"] for row in rows)
        hottest = next((row for row in rows if row["pc"] != NONE), None)
        if hottest and hottest["stall_cycles"]:
            weight = (1 - total / (hottest["stall_cycles"] * len(rows))) / 2
            yield ("stalling-pc", weight, ("op", hottest["slowest_op"]),
                   hottest["stall_cycles"] / total)
        ended = [op for op in self.ops if op.state != "eof"]
        slowest = max(ended, key=lambda op: op.latency, default=None)
        if slowest and slowest.stages and slowest.latency:
            median = percentile([op.latency for op in ended], 500)
            yield "slowest-op", (1 - median / slowest.latency) / 2, ("op", slowest.id), 1
        gap = self.retire_gap()
        if gap:
            cpi = self.cycles / self.count(self.ops, "retired")
            yield ("retire-gap", (1 - cpi / gap[0]) / 2, ("cycles", gap[1], gap[2]),
                   gap[0] / self.cycles)

    def other_findings(self):
        own = [row for row in self.stages() if row["lane"] == slow_kanata.decode(self.pipeline)]
        total = sum(row["total"] for row in own)
        if total:
            slowest = max(own, key=lambda row: row["total"])
            share = slowest["total"] / total
            yield "slowest-stage", share / 2, ("op", slowest["longest_op"]), share
        still = [op for op in self.ops if op.state == "eof"]
        if still:
            share = len(still) / len(self.ops)
            yield "open-ops", share, ("filter", "open"), share

    def findings(self):
        """Nothing of what costs less than 0.5 % of its whole."""
        every = [*self.squash_findings(), *self.stall_findings(), *self.other_findings()]
        result = []
        told = [f for f in every if f[1] > 0 and f[3] >= 0.005]
        for key, weight, place, _ in sorted(told, key=lambda f: -f[1])[:5]:
            result.append({"key": key, "weight": weight})
            if place[0] != "cycles":
                result[-1][place[0]] = place[1]
            else:
                result[-1]["cycles"] = {"first": place[1], "last": place[2]}
        return result

    def in_flight(self):
        first, end = self.first, self.window_end
        if not self.every or end <= first:
            return {"max": 0, "mean": None}
        spans = [(max(op.fetched, first), min(op.until, end)) for op in self.passed]
        spans = [span for span in spans if span[0] < span[1]]
        busiest = max((sum(a <= start < b for a, b in spans) for start, _ in spans), default=0)
        return {"max": busiest, "mean": ratio(sum(b - a for a, b in spans), end - first)}

    def latency(self):
        values = [op.latency for op in self.ended]
        result = {"mean": ratio(sum(values), len(values))}
        for key, share in ("p50", 500), ("p90", 900), ("p99", 990), ("max", 1000):
            result[key] = percentile(values, share) if values else None
        return result

    def document(self):
        retired, flushed = self.count(self.ops, "retired"), self.count(self.ops, "flush")
        return {"ops": len(self.ops), "retired": retired, "flushed": flushed,
                "open": self.count(self.ops, "eof"), "fetched": self.fetched,
                "cycles": {"first": self.first, "last": self.last},
                "ipc": ratio(retired, self.cycles), "cpi": ratio(self.cycles, retired),
                "flush_rate": ratio(flushed, len(self.ops)), "latency": self.latency(),
                "in_flight": self.in_flight(),
                "stall_cycles": sum(self.stall(op) for op in self.ended),
                "stall_estimated": True, "stall_cycles_within": self.stall_within(), "threads": self.threads(),
                "stages": self.stages(), "stalls": self.stalls(), "pcs": self.pcs(), "squashes": self.squashes(),
                **self.cpi_stack(),
                "storms": self.storms(), **self.dependencies(),
                **({"findings": self.findings()} if self.whole else {}),
                "diagnostics": {"errors": 0, "warnings": len(self.log.warned) + len(self.log.unshown),
                                "infos": self.log.infos}}


def curves(stats):
    """The cycles that are looked at in at most 400 parts."""
    first, end = stats.first, stats.window_end
    width = next(step * 10**power for power in range(20) for step in (1, 2, 5)
                 if (end - first) <= 400 * step * 10**power)
    rows = []
    for a in range(first, end, width):
        b = min(a + width, end)
        retired = sum(op.state == "retired" and a <= op.until < b for op in stats.passed)
        flushed = sum(op.state == "flush" and a <= op.until < b for op in stats.passed)
        flight = sum(max(0, min(op.until, b) - max(op.fetched, a)) for op in stats.passed)
        rows.append({"from": a, "to": b,
                     "fetched": sum(a <= op.fetched < b for op in stats.passed),
                     "retired": retired, "flushed": flushed, "ipc": ratio(retired, b - a),
                     "cpi": ratio(b - a, retired), "in_flight": ratio(flight, b - a),
                     "flush_rate": ratio(flushed, retired + flushed)})
    return rows


class Path:
    """The critical path through the ops of statistics, from its end to its start."""

    def __init__(self, stats):
        self.stats = stats
        self.kinds = stats.log.kinds
        self.chosen = {op.id: op for op in stats.ops}
        self.order = sorted(stats.ops, key=lambda op: op.id)
        self.steps = []
        self.costs = {}
        retired = [op for op in self.order if op.state == "retired"]
        if retired:
            end = max(op.until for op in retired)
            self.walk([op for op in retired if op.until == end][-1])
        self.steps.reverse()

    def thread_before(self, op):
        return [o for o in self.order if o.tid == op.tid and o.id < op.id]

    def stages(self, op):
        """Those of the pipeline that take time; an open one lasts as long as the op."""
        return [(s.start, op.until if s.end is None else s.end, (s.lane, s.name)) for s in op.stages
                if s.lane == self.stats.pipeline
                and s.start < (op.until if s.end is None else s.end)]

    def begin(self, op, cycle):
        return max([op.fetched] + [s[0] for s in self.stages(op) if s[0] < cycle])

    def pieces(self, op, low, high):
        """[low, high) parted by the stage that the op was in, the last first."""
        stages = self.stages(op)
        result = []
        for cycle in range(high - 1, low - 1, -1):
            at = max((i for i, s in enumerate(stages) if s[0] <= cycle < s[1]),
                     key=lambda i: (stages[i][0], i), default=None)
            if result and result[-1][0] == at:
                result[-1][1] = cycle
            else:
                result.append([at, cycle, cycle + 1])
        return [(None if at is None else stages[at][2], a, b) for at, a, b in result]

    def cost(self, sort, kind, cycles):
        count, total = self.costs.get((sort, kind), (0, 0))
        self.costs[sort, kind] = count + 1, total + cycles

    def step(self, sort, kind, op, other, a, b):
        last = self.steps[-1] if self.steps else None
        if sort in ("fetch", "retire") and last and last["type"] == sort and last["other"] == op.id:
            last.update({"other": other.id, "from": a, "ops": last["ops"] + 1,
                         "cycles": last["to"] - a})
            return
        self.steps.append({"type": sort, "stage": slow_kanata.decode(kind[1]) if kind else None,
                           "op": op.id, "other": other.id if other else None, "ops": 1, "from": a,
                           "to": b, "cycles": b - a, "label": slow_kanata.compose(op.label)})

    def spend(self, op, low, high):
        for kind, a, b in self.pieces(op, low, high):
            sort = "stage" if kind else "gap"
            self.step(sort, kind, op, None, a, b)
            self.cost(sort, kind, b - a)

    def walk(self, op):
        cycle = op.until
        while True:                                     # retire after retire
            before = [o for o in self.thread_before(op) if o.state == "retired"]
            if not before or not self.begin(op, op.until) < before[-1].until <= cycle:
                break
            self.step("retire", None, op, before[-1], before[-1].until, cycle)
            self.cost("retire", None, cycle - before[-1].until)
            op, cycle = before[-1], before[-1].until
        inside = True
        while op is not None:
            while inside:                               # result after result
                found = self.input_of(op, cycle)
                if found is None:
                    break
                producer, arrival = found
                self.spend(op, arrival, cycle)
                self.step("result", None, op, producer, arrival, arrival)
                self.cost("result", None, 0)
                op, cycle = producer, arrival
            if inside:
                self.spend(op, op.fetched, cycle)
                cycle = op.fetched
            op, cycle, inside = self.fetched_after(op, cycle)

    def input_of(self, op, cycle):
        if op.cons is None or not op.fetched < op.cons <= cycle:
            return None
        best = None
        inferred = self.stats.why.inferred or {}
        for ident in [edge[0] for edge in op.prods] + inferred.get(op.id, []):
            producer = self.chosen.get(ident)
            if producer is None or producer.prod is None or producer.id >= op.id:
                continue
            if best is None or producer.prod > best.prod:
                best = producer
        if best is None:
            return None
        arrival = min(best.prod + 1, op.cons)
        if arrival <= self.begin(op, op.cons) or arrival <= best.fetched:
            return None
        return best, arrival

    def fetched_after(self, op, cycle):
        thread = self.thread_before(op)
        alive = [o for o in thread if o.state != "flush"]
        if not alive or alive[-1].fetched > cycle:
            return None, None, None
        before = alive[-1]
        flushed = [o for o in thread if o.id > before.id]
        if flushed and before.fetched <= flushed[0].until <= cycle:
            start = min(flushed[0].until, before.until)
            self.step("squash", None, op, before, start, cycle)
            self.cost("squash", None, cycle - start)
            return before, start, True
        self.step("fetch", None, op, before, before.fetched, cycle)
        if cycle == before.fetched:
            self.cost("fetch", None, 0)
        for kind, a, b in self.pieces(before, before.fetched, cycle):
            self.cost("fetch", kind, b - a)
        return before, before.fetched, False

    def document(self):
        sorts = ["stage", "gap", "result", "fetch", "squash", "retire"]
        costs = sorted(self.costs.items(), key=lambda item: (
            -item[1][1], sorts.index(item[0][0]), item[0][1] is None,
            self.kinds.index(item[0][1]) if item[0][1] else 0))
        return {"from": self.steps[0]["from"] if self.steps else 0,
                "to": self.steps[-1]["to"] if self.steps else 0,
                "dependencies": self.stats.dependencies()["dependency_source"],
                "costs": [{"type": sort, "stage": slow_kanata.decode(kind[1]) if kind else None,
                           "count": count, "cycles": cycles}
                          for (sort, kind), (count, cycles) in costs],
                "steps": self.steps}


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
    path, over_time = "--path" in arguments, "--curves" in arguments
    arguments = [argument for argument in arguments if argument not in ("--path", "--curves")]
    stats = Stats(slow_kanata.load(arguments[0] if arguments else "-"), first, last)
    found = Path(stats).document() if path else curves(stats) if over_time else stats.document()
    print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main()
